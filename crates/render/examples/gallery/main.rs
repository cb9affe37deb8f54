//! Writes sample pages to look at: `cargo run -p quire-render --example gallery -- OUT`.
//!
//! Every block, every layout, several themes and languages, as files that a browser opens from a directory that is
//! served. Nothing of a server is needed.

mod sample;
mod world;

use std::path::{Path, PathBuf};
use std::{fs, io};

use quire_model::language::Language;
use quire_render::page::{Found, LinkedPage, Snippet};
use quire_render::theme::{Corners, List, Pair, Preset, Sidebar, Theme, css};
use quire_render::{assets, card, favicon, page, site};
use sample::{Look, Sample};

fn main() -> io::Result<()> {
    let out = std::env::args_os().nth(1).map(PathBuf::from).ok_or_else(|| io::Error::other("where to?"))?;
    fs::create_dir_all(out.join("images"))?;
    for asset in assets::all() {
        fs::write(out.join(asset.name), asset.bytes)?;
    }
    world::draw_images(&out.join("images"))?;
    fs::write(out.join("favicon.svg"), favicon::favicon(&site::Mark::Initial, "Quire", &Theme::default()))?;
    let about = card::Card {
        site: "Acme Handbook",
        title: "Every block on one page, and how it looks",
        description: Some(
            "Text, lists, hints, code, tabs, steps, tables, cards, images, files, formulas and interfaces.",
        ),
        theme: &Theme::default(),
    };
    fs::write(out.join("card.png"), card::card(&about))?;
    for (name, theme) in themes() {
        fs::write(out.join(format!("theme-{name}.css")), css(&theme))?;
    }
    pages(&out)
}

fn themes() -> [(&'static str, Theme); 4] {
    let plain = Theme::default;
    let pair = |light, dark| Pair::parse(light, dark).expect("these are colours");
    [
        ("clean", plain()),
        (
            "bold",
            Theme {
                preset: Preset::Bold,
                primary: pair("#5b2bd9", "#7c4dff"),
                corners: Corners::Circular,
                list: List::Pill,
                ..plain()
            },
        ),
        (
            "muted",
            Theme {
                preset: Preset::Muted,
                primary: pair("#c2410c", "#fb923c"),
                tint: Some(pair("#b08968", "#b08968")),
                corners: Corners::Straight,
                sidebar: Sidebar::Filled,
                list: List::Line,
                ..plain()
            },
        ),
        ("gradient", Theme { preset: Preset::Gradient, primary: pair("#ffd400", "#ffe45c"), ..plain() }),
    ]
}

fn pages(out: &Path) -> io::Result<()> {
    let blocks = include_str!("blocks.md");
    let write = |name: &str, html: String| fs::write(out.join(name), html);
    let plain = Sample::new("Every block", blocks, Language::En);
    write("blocks.html", plain.html(Look::default()))?;
    for theme in ["bold", "muted", "gradient"] {
        write(&format!("{theme}.html"), plain.html(Look { theme, cover: theme == "bold", ..Look::default() }))?;
    }
    write("cover.html", plain.html(Look { cover: true, full: true, preview: true, ..Look::default() }))?;
    let bare = Look { contents: false, outline: false, tabs: false, ..Look::default() };
    write("landing.html", plain.html(bare))?;
    write("large.html", plain.html(Look { large: Some(&[1, 2, 0]), ..Look::default() }))?;
    write("first.html", plain.html(Look { large: Some(&[0]), ..Look::default() }))?;
    write(
        "guide.html",
        Sample::new("Guide", "A short page.\n\n## One heading\n\nAnd a text.\n", Language::En).html(Look::default()),
    )?;
    write("arabic.html", Sample::new("الكُرّاسة", include_str!("arabic.md"), Language::Ar).html(Look::default()))?;
    write(
        "japanese.html",
        Sample::new(
            "はじめに",
            "冊子は紙を折って綴じたものです。\n\n## 使い方\n\n説明。\n\n## 次へ\n\n終わり。\n",
            Language::Ja,
        )
        .html(Look::default()),
    )?;
    let places = || LinkedPage { title: "Guide".into(), href: "guide.html".into(), breadcrumbs: vec!["Basics".into()] };
    let marked = |text: &str, marked| Snippet { text: text.into(), marked };
    let text = vec![marked("a text with the ", false), marked("word", true), marked(" in it", false)];
    let found = Found { place: places(), sections: vec![("Part".into(), "guide.html#part".into(), text)] };
    let results = page::Results {
        query: "word",
        first: true,
        found: vec![found.clone(), found],
        more: Some("search.html".into()),
    };
    plain.framed(Look::default(), |frame| {
        write("missing.html", page::not_found(frame, &[places(), places()]))?;
        write("search.html", page::search_page(frame, &results))?;
        write("sign-in.html", page::sign_in_needed(frame, Some("https://example.com/sign-in")))
    })
}
