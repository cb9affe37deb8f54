//! Pages: what they say, what goes with them, and when they are drawn again.

use quire_testkit::{Files, on_each_database};
use serde_json::json;

use crate::world::{Tree, World, text};

const FILES: Tree<'_> = &[
    ("README.md", "# Welcome\n\nHello.\n"),
    ("a.md", "---\ndescription: All of it\nicon: rocket\n---\n\n# First\n\nText of the first.\n"),
    (
        "b.md",
        "# Second\n\n{% updates %}\n{% update date=\"2026-01-02\" %}\n## Better\n\nIt is better.\n{% endupdate %}\n{% endupdates %}\n",
    ),
    ("c.md", "---\nhidden: true\n---\n\n# Secret corner\n"),
    ("d.md", "---\nnoRobotsIndex: true\n---\n\n# Not for robots\n"),
    ("SUMMARY.md", "* [Welcome](README.md)\n* [First](a.md)\n* [Second](b.md)\n* [Corner](c.md)\n* [Quiet](d.md)\n"),
];

#[test]
fn a_page_has_its_headers_and_is_known_again() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let page = world.get("/first");
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("cache-control"), "public, max-age=30");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        assert_eq!(page.header("referrer-policy"), "same-origin");
        assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(page.header("access-control-allow-origin"), "");
        assert!(
            page.header("content-security-policy")
                .starts_with("default-src 'none'; script-src 'self'; style-src 'self';")
        );
        let tag = page.header("etag").to_owned();
        assert!(tag.starts_with('"'));
        let again = world.get_with("/first", &[("if-none-match", &tag)]);
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        let mut files = FILES.to_vec();
        files[1].1 = "# First\n\nAnother text.\n";
        test.import(&world.spaces[0], &Files::of(&files));
        let changed = world.get_with("/first", &[("if-none-match", &tag)]);
        assert_eq!(changed.status, 200);
        assert!(text(&changed).contains("Another text."));
    });
}

#[test]
fn diagrams_are_drawn_and_their_source_is_kept() {
    const SOURCE: &str = "```mermaid\nflowchart LR\n  leaf[Leaf] --> book[Book]\n```\n";
    let drawn = format!("# Drawn\n\n{SOURCE}");
    let broken = "# Broken\n\n```mermaid\nflowchart LR\n  leaf[Leaf\n```\n";
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", &drawn), ("broken.md", broken)]);
        let page = world.get("/");
        let html = text(&page);
        assert!(html.contains("src=\"data:image/svg+xml,%3Csvg"), "{html}");
        assert!(html.contains("alt=\"Diagram: Leaf, Book\""), "{html}");
        assert!(html.contains("<summary>Source</summary>"), "{html}");
        assert!(page.header("content-security-policy").contains("img-src 'self' https: data:;"));
        assert!(text(&world.get("/drawn.md")).contains(SOURCE));
        let broken = world.read("/broken");
        assert!(broken.contains("leaf[Leaf") && !broken.contains("data:image/svg"), "{broken}");
    });
}

#[test]
fn settings_of_the_site_show_at_once() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert!(world.read("/first").contains("The Docs"));
        world.patch(&json!({ "title": "The Handbook" }));
        assert!(world.read("/first").contains("The Handbook"));
    });
}

#[test]
fn markdown_is_that_of_the_api() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        for path in ["welcome", "first", "second", "secret-corner"] {
            let api = test.admin().get(&format!("{}/content/path/{path}?format=markdown", world.spaces[0])).ok();
            let markdown = world.get(&format!("/{path}.md"));
            assert_eq!(markdown.header("content-type"), "text/markdown; charset=utf-8");
            assert_eq!(text(&markdown), api["markdown"].as_str().unwrap(), "{path}");
        }
        let asked = world.get_with("/first", &[("accept", "text/markdown")]);
        assert_eq!(text(&asked), text(&world.get("/first.md")));
        assert!(asked.header("vary").contains("accept"));
        assert!(text(&world.get_with("/first", &[("accept", "text/html")])).contains("<h1"));
    });
}

#[test]
fn machines_find_their_files() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert!(world.read("/robots.txt").contains("/sitemap.xml"));
        assert!(world.read("/sitemap.xml").contains("/sitemap-pages.xml"));
        let map = world.read("/sitemap-pages.xml");
        assert!(map.contains("/first</loc>") && !map.contains("corner") && !map.contains("quiet"), "{map}");
        let llms = world.read("/llms.txt");
        assert!(llms.contains("/first.md") && llms.contains("All of it") && !llms.contains("corner"), "{llms}");
        let full = world.read("/llms-full.txt");
        assert!(full.contains("Text of the first.") && !full.contains("Secret corner"));
        let feed = world.get("/second/rss.xml");
        assert_eq!(feed.header("content-type"), "application/rss+xml; charset=utf-8");
        assert!(text(&feed).contains("It is better."));
        let page = world.read("/first");
        let card = page.split("og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        let card = crate::world::fetch(test, card, &[]);
        assert_eq!((card.status.as_u16(), card.header("content-type")), (200, "image/png"));
        assert!(card.body.starts_with(b"\x89PNG"));
        assert_eq!(world.get("/~icon").header("content-type"), "image/svg+xml");
    });
}

#[test]
fn a_site_has_the_icon_that_was_chosen_and_a_space_its_own() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES), ("More", FILES)], "public");
        let icon_of = |path: &str| {
            let page = world.read(path);
            let href = page.split("rel=\"icon\" href=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
            text(&crate::world::fetch(test, &href, &[]))
        };
        let initial = icon_of("/first");
        assert!(initial.contains(">T<"), "{initial}");
        let admin = test.admin();
        admin.put(&format!("{}/customization", world.site), &json!({ "favicon": { "emoji": "1f4d8" } })).ok();
        assert!(icon_of("/first").contains('📘'));
        assert_eq!(admin.get(&world.site).ok()["icon"]["emoji"], json!("1f4d8"));
        let spaces = admin.get(&format!("{}/site-spaces", world.site)).ok();
        let second = spaces["items"][1]["id"].as_str().unwrap();
        let looks = format!("{}/site-spaces/{second}/customization", world.site);
        admin.patch(&looks, &json!({ "favicon": { "emoji": "1f680" } })).ok();
        assert!(icon_of("/first").contains('📘') && icon_of("/more/first").contains('🚀'));
        assert_eq!(world.get("/~icon/none").status, 404);
    });
}

#[test]
fn hidden_pages_are_there_for_who_knows_their_address() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let hidden = world.get("/secret-corner");
        assert_eq!((hidden.status.as_u16(), hidden.header("x-robots-tag")), (200, "noindex"));
        assert!(!world.read("/first").contains("corner"));
        assert_eq!(world.get("/not-for-robots").header("x-robots-tag"), "noindex");
        assert_eq!(world.get("/first").header("x-robots-tag"), "");
    });
}

/// A page without text is a list of what is below it; one with text is not.
#[test]
fn pages_without_text_list_what_is_below_them() {
    let files: Tree<'_> = &[
        ("README.md", "# Start\n\nText.\n"),
        ("guides/README.md", "---\nicon: book\n---\n\n# Guides\n"),
        ("guides/one.md", "---\ndescription: The first of them.\n---\n\n# One\n\nText.\n"),
        ("guides/two.md", "---\nhidden: true\n---\n\n# Two\n"),
        (
            "SUMMARY.md",
            "* [Start](README.md)\n* [Guides](guides/README.md)\n  * [One](guides/one.md)\n  * [Two](guides/two.md)\n  \
             * [Away](https://example.org/)\n",
        ),
    ];
    on_each_database(|test| {
        let world = World::new(test, files);
        let body = |path: &str| {
            world.read(path).split("<article>").nth(1).unwrap().split("</article>").next().unwrap().to_owned()
        };
        let guides = body("/guides");
        assert!(guides.contains(&format!("href=\"{}/guides/one\"", world.base)), "{guides}");
        assert!(guides.contains("The first of them.") && guides.contains("https://example.org/"), "{guides}");
        assert!(!guides.contains("two"), "{guides}");
        assert!(!body("/").contains("q-card-link") && !body("/guides/one").contains("q-card-link"));

        // It is drawn again when a page comes.
        let more = [files, &[("guides/three.md", "# Three\n")]].concat();
        let mut more: Vec<(&str, String)> = more.into_iter().map(|(path, text)| (path, text.to_owned())).collect();
        for (path, text) in &mut more {
            if *path == "SUMMARY.md" {
                text.push_str("  * [Three](guides/three.md)\n");
            }
        }
        test.import(&world.spaces[0], &Files::of(&more));
        assert!(body("/guides").contains("/guides/three"));
    });
}

#[test]
fn an_unlisted_site_is_for_no_robot() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "unlisted");
        assert_eq!(world.get("/first").header("x-robots-tag"), "noindex");
        assert!(world.read("/first").contains("noindex"));
        assert!(!world.read("/robots.txt").contains("sitemap"));
    });
}

#[test]
fn variants_lead_to_the_same_page() {
    on_each_database(|test| {
        let other: Tree<'_> = &[("README.md", "# Willkommen\n"), ("a.md", "# Erstes\n\nAuf Deutsch.\n")];
        let world = World::of(test, &[("English", FILES), ("Deutsch", other)], "public");
        test.admin().patch(&world.spaces[1], &json!({ "language": "de" })).ok();
        let page = world.read("/first");
        assert!(page.contains(&format!("href=\"{}/deutsch/erstes\"", world.base)), "{page}");
        let german = world.read("/deutsch/erstes");
        assert!(german.contains("Auf Deutsch.") && german.contains("lang=\"de\""));
        assert!(german.contains("hreflang=\"en\""));
        assert!(world.read("/second").contains(&format!("href=\"{}/deutsch\"", world.base)));
    });
}

#[test]
fn a_page_below_the_name_of_a_variant_is_drawn_again_when_it_changes() {
    on_each_database(|test| {
        let files =
            |said| [("README.md", "# Start\n"), ("deutsch/README.md", "# Deutsch\n"), ("deutsch/only.md", said)];
        let (before, after) = (files("# Only\n\nBefore.\n"), files("# Only\n\nAfter.\n"));
        let world = World::of(test, &[("English", &before), ("Deutsch", &[("README.md", "# Anfang\n")])], "public");
        let forms = ["/deutsch/only", "/deutsch/only.md"];
        assert!(forms.iter().all(|path| world.read(path).contains("Before.")));
        test.import(&world.spaces[0], &Files::of(&after));
        assert!(forms.iter().all(|path| world.read(path).contains("After.")));
    });
}

#[test]
fn a_page_is_opened_in_assistants_if_everybody_may_read_it() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let set = |settings: &serde_json::Value| {
            test.admin().put(&format!("{}/customization", world.site), settings).ok();
            world.read("/first")
        };
        let plain = world.read("/first");
        assert!(plain.contains("data-markdown=") && !plain.contains("claude.ai"), "{plain}");
        let asked = set(&json!({ "pageActions": { "externalAI": true } }));
        assert!(
            asked.contains("href=\"https://claude.ai/new?q=Read%20http") && asked.contains("first%2Emd"),
            "{asked}"
        );
        let neither = set(&json!({ "pageActions": { "markdown": false } }));
        assert!(!neither.contains("data-markdown=") && !neither.contains("claude.ai"), "{neither}");
        set(&json!({ "pageActions": { "externalAI": true } }));
        let (secret, _) = world.secret();
        world.patch(&json!({ "visibility": "share-link" }));
        let shared = world.read(&format!("/~s/{secret}/first"));
        assert!(shared.contains("data-markdown=") && !shared.contains("claude.ai"), "{shared}");
    });
}

#[test]
fn images_open_large_and_missing_ones_say_what_they_show() {
    let page = "# Start\n\n![The plan](https://files.example/plan.png)\n\n![A <b>lost</b> \"plan\"](lost.png)\n\n![](gone.png)\n";
    on_each_database(|test| {
        let html = World::new(test, &[("README.md", page)]).read("/");
        assert!(html.contains("<a class=\"q-zoom\" href=\"https://files.example/plan.png\">"), "{html}");
        assert_eq!(html.matches("class=\"q-missing\"").count(), 2, "{html}");
        assert!(html.contains("<span>This image is not available</span>"), "{html}");
        assert!(html.contains("<span>A ") && !html.contains("<span>A <b>"), "{html}");
    });
}

#[test]
fn the_menu_leads_on_from_pages_without_content() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        test.app.catch_up_search().unwrap();
        for html in [text(&world.get("/nowhere")), world.read("/~search?q=x")] {
            let menu = html.split("id=\"~contents\"").nth(1).unwrap().split("<main").next().unwrap();
            assert!(menu.contains(&format!("href=\"{}/first\"", world.base)), "{menu}");
            assert!(!menu.contains("Secret corner") && !menu.contains("aria-current"), "{menu}");
        }
    });
}

#[test]
fn tags_and_dates_are_as_the_space_and_its_language_have_them() {
    on_each_database(|test| {
        let text = "# Home\n\n{% updates %}\n{% update date=\"2026-01-02\" tags=\"new,odd\" %}\nx\n{% endupdate %}\n{% endupdates %}\n";
        let tags = "- tag: new\n  label: Brand <new>\n  icon: rocket\n  color: green\n";
        let files: Tree<'_> = &[("README.md", text), (".gitbook/tags.yaml", tags)];
        let world = World::new(test, files);
        let page = world.read("/");
        assert!(page.contains("Brand &lt;new&gt;") && page.contains(">odd</span>"), "{page}");
        assert!(page.contains("2 January 2026"), "{page}");
        let settings = json!({ "internationalization": { "locale": "de" } });
        test.admin().put(&format!("{}/customization", world.site), &settings).ok();
        assert!(world.read("/").contains("2. Januar 2026"));
    });
}

#[test]
fn a_page_says_when_it_was_written_but_not_when_it_was_imported() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Home\n\nText.\n")]);
        let dated = || world.read("/").contains("Last updated");
        assert!(!dated());
        test.clock.pass(std::time::Duration::from_secs(1));
        let space = &world.spaces[0];
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        test.admin().patch(space, &json!({ "editMode": "live" })).ok();
        let change = json!({ "operation": "update_page", "page": pages["pages"][0]["id"], "document": { "markdown": "Other.\n" } });
        test.admin().post(&format!("{space}/content"), &json!({ "changes": [change] })).ok();
        assert!(dated());
        test.clock.pass(std::time::Duration::from_secs(1));
        // The text of the person stays, and with it the time at which it was written.
        test.import(space, &Files::of(&[("README.md", "# Home\n\nThird.\n")]));
        assert!(dated() && world.read("/").contains("Other."));
    });
}

#[test]
fn the_fonts_that_a_site_names_are_loaded_from_it() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        let font = |settings: serde_json::Value| {
            test.admin().put(&format!("{}/customization", world.site), &settings).ok();
            let page = world.read("/");
            let theme = page.split('"').find(|it| it.contains("/~theme/")).unwrap();
            let css = world.read(theme.strip_prefix(&world.base).unwrap());
            css.split("../").skip(1).map(|rest| rest.split(')').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let files = font(json!({ "styling": { "font": "Lato", "monospaceFont": "FiraCode" } }));
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            let answer = world.get(&format!("/{file}"));
            assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "font/woff2"), "{file}");
            assert!(answer.header("cache-control").contains("immutable"));
            assert_eq!(&answer.body[..4], b"wOF2");
        }
        assert_eq!(font(json!({ "styling": { "font": "ABCFavorit", "monospaceFont": "DMMono" } })).len(), 1);
    });
}
