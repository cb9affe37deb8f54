//! Pages as a whole: nothing of what authors write gets out of its place, and the whole is as it was before.

use std::fs;
use std::path::Path;

use quire_model::language::Language;
use quire_render::body::{Body, OutlineEntry};
use quire_render::page::{
    Actions, Article, Branch, Cover, Crumb, Entry, EntryTree, Feedback, Found, Frame, Heading, Layout, LinkedPage,
    Meta, More, Page, Preview, Print, Results, Sheet, Snippet, Tree, feedback_page, not_found, page, print,
    search_page, sign_in_needed,
};
use quire_render::reference_resolver::FileView;
use quire_render::site::{
    Announcement, Footer, HeaderLink, LinkLook, Mark, NavLink, Section, Site, Tab, Themed, Tone, Variant,
};
use quire_render::words::Words;

/// Closes attributes, elements and comments, and opens what would run.
const HOSTILE: &str = "\"'>--></title></script><img src=x onerror=alert(1)><b x=\"";
const SCRIPT: &str = "javascript:alert(1)";

fn file(text: &str) -> FileView {
    FileView {
        url: text.into(),
        name: text.into(),
        content_type: text.into(),
        size: 1,
        dimensions: Some((2, 3)),
        smaller: Vec::new(),
    }
}

fn themed(text: &str) -> Themed {
    Themed { light: file(text), dark: Some(file(text)) }
}

/// A site of which every text is `text` and every address `href`.
fn site(text: &str, href: &str) -> Site {
    let link = || NavLink { title: text.into(), href: href.into(), external: true };
    Site {
        title: text.into(),
        home: "/".into(),
        mark: Mark::Emoji(text.into()),
        logo: None,
        favicon: "/icon.svg".into(),
        assets: "/~assets/".into(),
        stylesheet: "/theme.css".into(),
        search: Some("/~search".into()),
        search_in: None,
        switchable: true,
        new_tab: true,
        links: vec![
            HeaderLink {
                title: text.into(),
                href: Some(href.into()),
                external: true,
                style: LinkLook::Primary,
                links: vec![],
            },
            HeaderLink { title: text.into(), links: vec![link()], ..HeaderLink::default() },
        ],
        announcement: Some(Announcement { message: text.into(), link: Some(link()), style: Tone::Warning }),
        footer: Footer { logo: None, groups: vec![(text.into(), vec![link()])], copyright: Some(text.into()) },
        trademark: true,
        privacy: Some(href.into()),
        sign_out: Some(href.into()),
        ..Site::default()
    }
}

/// The same for the parts of a page.
struct Parts {
    site: Site,
    tabs: Vec<Tab>,
    variants: Vec<Variant>,
    contents: EntryTree,
    breadcrumbs: Vec<Crumb>,
    body: Body,
    cover: FileView,
}

impl Parts {
    fn new(text: &str, href: &str) -> Self {
        let section = |current| Section {
            title: text.into(),
            href: "/section".into(),
            description: Some(text.into()),
            icon: Some("book".into()),
            current,
        };
        let variant = |title: &str, language, current| Variant {
            title: title.into(),
            href: "/variant".into(),
            language,
            current,
        };
        let entry = Entry {
            title: text.into(),
            href: Some(href.into()),
            emoji: Some(text.into()),
            external: true,
            ..Entry::default()
        };
        let branch = |children| Branch { entry: entry.clone(), children };
        let group = Entry { title: text.into(), ..Entry::default() };
        let group = Branch { entry: group, children: vec![branch(vec![])] };
        let outline = |level| OutlineEntry { id: text.into(), title: text.into(), level };
        Self {
            site: site(text, href),
            tabs: vec![
                Tab::Section(section(true)),
                Tab::Group { title: text.into(), icon: None, sections: vec![section(false)] },
            ],
            variants: vec![variant(text, Language::En, true), variant("Deutsch", Language::De, false)],
            contents: EntryTree::new(vec![branch(vec![branch(vec![])]), group]),
            breadcrumbs: vec![Crumb { title: text.into(), href: Some("/above".into()) }],
            body: Body {
                html: "<p class=\"q-p\">Text</p>".into(),
                outline: vec![outline(1), outline(2)],
                ..Body::default()
            },
            cover: file("/cover.png"),
        }
    }

    fn frame<'a>(&'a self, text: &'a str) -> Frame<'a> {
        Frame {
            site: &self.site,
            words: Words::of(Language::En),
            language: Language::En,
            tabs: &self.tabs,
            variants: &self.variants,
            contents: Some(&self.contents),
            preview: Some(Preview::Change { number: 7, subject: text, leave: "/" }),
        }
    }

    fn page(&self, text: &str, href: &str) -> String {
        let crumb = || Some(Crumb { title: text.into(), href: Some("/other".into()) });
        page(&Page {
            frame: self.frame(text),
            meta: Meta {
                canonical: Some("https://docs.example.com/page"),
                index: false,
                image: Some("https://docs.example.com/card.png"),
                markdown: Some("https://docs.example.com/page.md"),
                feed: Some("https://docs.example.com/rss.xml"),
                languages: &[],
                default_language: None,
            },
            article: Article {
                notice: None,
                title: text,
                emoji: Some(text),
                icon: None,
                description: Some(text),
                cover: Some(Cover { light: &self.cover, dark: Some(&self.cover), full: true, y: 40.0 }),
                layout: Layout::default(),
                breadcrumbs: &self.breadcrumbs,
                body: &self.body,
                children: &[],
                previous: crumb(),
                next: crumb(),
                updated_at: Some(1_795_000_000_000),
                actions: Actions { markdown: Some("/page.md"), assistants: Some(text) },
                pdf: Some("/page.pdf"),
                edit: Some(href),
                feedback: Some(Feedback { action: "/~feedback", page: text }),
            },
            way: &self.contents.way(if self.contents.count() == 0 { &[] } else { &[0, 0] }),
        })
    }
}

/// A document of two sheets of which every text is `text` and every address `href`.
fn printed(text: &str, href: &str) -> String {
    let sheet = || Sheet {
        id: text.into(),
        title: text.into(),
        emoji: Some(text.into()),
        icon: None,
        description: Some(text.into()),
        above: vec![text.into()],
        html: String::new(),
    };
    let choice = || (NavLink { title: text.into(), href: "/~print".into(), external: false }, true);
    print(&Print {
        site: &site(text, href),
        words: Words::of(Language::En),
        language: Language::En,
        names: &[text.into()],
        back: "/",
        address: href,
        choices: &[choice(), choice()],
        updated_at: Some(1_795_000_000_000),
        entries: &[Heading { title: text.into(), id: Some(text.into()), depth: 9 }],
        sheets: &[sheet(), sheet()],
        more: Some(More { title: text.into(), href: "/~print".into(), ids: vec![text.into()] }),
    })
}

#[test]
fn no_text_gets_out_of_its_place() {
    let parts = Parts::new(HOSTILE, HOSTILE);
    let logo = Site { logo: Some(themed(HOSTILE)), ..site(HOSTILE, HOSTILE) };
    let frame = parts.frame(HOSTILE);
    let with_logo = Frame { site: &logo, ..frame };
    let place = || LinkedPage { title: HOSTILE.into(), href: HOSTILE.into(), breadcrumbs: vec![HOSTILE.into()] };
    let snippet = vec![Snippet { text: HOSTILE.into(), marked: true }];
    let found = Found { place: place(), sections: vec![(HOSTILE.into(), HOSTILE.into(), snippet)] };
    let pages = [
        parts.page(HOSTILE, HOSTILE),
        not_found(&with_logo, &[place()]),
        search_page(&frame, &Results { query: HOSTILE, first: true, found: vec![found], more: Some(HOSTILE.into()) }),
        search_page(&frame, &Results { query: HOSTILE, ..Results::default() }),
        sign_in_needed(&frame, Some(HOSTILE)),
        feedback_page(&frame, &place(), false),
        printed(HOSTILE, HOSTILE),
    ];
    for html in pages {
        assert!(html.contains("&lt;img src=x onerror"), "{html}");
        assert!(!html.contains("<img src=x") && !html.contains("<b x") && !html.contains("x=\"\""), "{html}");
    }
}

#[test]
fn no_link_runs_anything() {
    for html in [Parts::new("Text", SCRIPT).page("Text", SCRIPT), printed("Text", SCRIPT)] {
        assert!(!html.contains(SCRIPT), "{html}");
    }
}

#[test]
fn nothing_is_inline() {
    let address = "https://example.com";
    for html in [Parts::new("Text", address).page("Text", address), printed("Text", address)] {
        let handler = |word: &str| word.starts_with("on") && word.contains('=');
        assert!(!html.contains(" style=") && !html.contains("<style") && !html.split(' ').any(handler), "{html}");
        assert_eq!(html.matches("<script").count(), html.matches("<script src=").count());
    }
}

#[test]
fn there_is_one_first_heading_even_where_the_title_is_not_shown() {
    let parts = Parts::new("Text", "/x");
    let html = parts.page("Text", "/x");
    assert_eq!(html.matches("<h1").count(), 1);
    assert_eq!(printed("Text", "/x").matches("<h1").count(), 1);
    assert!(html.contains("<meta name=\"robots\" content=\"noindex, nofollow\">"));
}

#[test]
fn every_page_has_a_menu_with_the_links_of_the_header() {
    let parts = Parts::new("Text", "/x");
    let frame = parts.frame("Text");
    let bare = Parts { contents: EntryTree::default(), ..Parts::new("Text", "/x") };
    let others = [
        not_found(&frame, &[]),
        search_page(&frame, &Results { query: "word", ..Results::default() }),
        sign_in_needed(&frame, None),
    ];
    for html in others.iter().chain([&parts.page("Text", "/x"), &bare.page("Text", "/x")]) {
        assert!(html.contains("menu-open\" href=\"#~contents\""), "{html}");
        let menu = html.split("id=\"~contents\"").nth(1).unwrap().split("<main").next().unwrap();
        assert!(menu.contains("href=\"/x\"") && menu.contains("href=\"#~content\""), "{menu}");
    }
    assert!(others[0].contains("<nav class=\"tree\"") && others[0].contains("<body class=\"\">"), "{}", others[0]);
    assert!(!bare.page("Text", "/x").contains("<nav class=\"tree\""));
}

#[test]
fn a_count_stands_where_it_is_true() {
    let parts = Parts::new("Text", "/x");
    let counted = |first, found, more: Option<&str>| {
        let results =
            Results { query: "w", first, found: vec![Found::default(); found], more: more.map(str::to_owned) };
        let html = search_page(&parts.frame("Text"), &results);
        html.split("role=\"status\">").nth(1).map(|rest| rest.split('<').next().unwrap().to_owned())
    };
    assert_eq!(counted(true, 3, None).as_deref(), Some("Pages found: 3"));
    assert_eq!(counted(true, 20, Some("/more")).as_deref(), Some("The best 20 pages"));
    assert_eq!(counted(false, 3, None), None);
    assert_eq!(counted(true, 0, None).as_deref(), Some("Nothing found for “w”"));
}

#[test]
fn links_find_the_title_by_its_names_unless_the_body_has_them() {
    let mut parts = Parts::new("Text", "/x");
    let html = parts.page("1. First steps", "/x");
    assert!(html.contains("<h1 id=\"1-first-steps\">"), "{html}");
    assert!(html.contains("<span id=\"id-1.-first-steps\"></span>"), "{html}");
    parts.body.html = "<h2 id=\"1-first-steps\">Own</h2>".to_owned();
    let html = parts.page("1. First steps", "/x");
    assert_eq!(html.matches(" id=\"1-first-steps\"").count(), 1, "{html}");
}

#[test]
fn a_page_is_as_it_was_before() {
    let shown = Parts::new("Text", "https://example.com/x").page("Title", "https://example.com/edit");
    // The names of assets tell what is in them, which is not of interest here.
    let shown: Vec<_> = shown.replace("><", ">\n<").lines().map(without_hash).collect();
    let shown = shown.join("\n") + "\n";
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/pages/page.html");
    let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html");
    fs::write(&actual, &shown).unwrap();
    let same = fs::read_to_string(&expected).unwrap_or_default() == shown;
    assert!(same, "diff {} {}", expected.display(), actual.display());
}

fn without_hash(line: &str) -> String {
    match (line.find("/~assets/"), line.rfind('-')) {
        (Some(_), Some(at)) => format!("{}…{}", &line[..at], line[at..].find('.').map_or("", |dot| &line[at + dot..])),
        _ => line.to_owned(),
    }
}
