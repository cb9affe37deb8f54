//! What machines read of a site: well-formed whatever pages are called.

use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use quire_render::feeds::{
    Address, Channel, FullPage, Item, Listed, Listing, llms, llms_full_head, llms_full_page, robots, rss, sitemap,
    sitemap_index,
};

/// The texts in a document, by the name of the element right around them.
fn texts(xml: &str) -> Vec<(String, String)> {
    let mut reader = Reader::from_str(xml);
    let (mut open, mut found) = (Vec::<(String, String)>::new(), Vec::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => open.push((tag.name().as_ref().to_owned(), String::new())),
            Event::End(_) => found.push(open.pop().unwrap()),
            Event::Text(text) => {
                if let Some((_, so_far)) = open.last_mut() {
                    so_far.push_str(&text);
                }
            }
            Event::GeneralRef(name) => {
                let character = match name.resolve_char_ref().unwrap() {
                    Some(character) => character.to_string(),
                    None => quick_xml::escape::resolve_predefined_entity(&name).unwrap().to_owned(),
                };
                open.last_mut().unwrap().1.push_str(&character);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "{xml}");
    found
}

fn of(xml: &str, name: &str) -> Vec<String> {
    texts(xml).into_iter().filter(|(element, _)| element == name).map(|(_, text)| text).collect()
}

/// Text that XML can have.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

fn address(url: &str, updated_at: Option<i64>) -> Address {
    Address { url: url.to_owned(), updated_at }
}

#[test]
fn a_map_lists_pages_with_their_dates() {
    let map = sitemap(&[
        address("https://a.example/x?a=1&b=2", Some(1_795_000_000_123)),
        address("https://a.example/", None),
    ]);
    assert_eq!(of(&map, "loc"), ["https://a.example/x?a=1&b=2", "https://a.example/"]);
    assert_eq!(of(&map, "lastmod"), ["2026-11-18T11:06:40Z"]);
    assert_eq!(of(&sitemap_index(&[address("https://a.example/sitemap-pages.xml", None)]), "sitemap").len(), 1);
}

#[test]
fn a_feed_has_its_updates() {
    let tags = ["beta & more".to_owned()];
    let item = |date| Item {
        title: "A < B",
        link: "https://a.example/#u",
        date,
        tags: &tags,
        html: "<p>It is &lt;there&gt;</p>",
    };
    let items = [item("2026-11-21"), item("soon")];
    let feed = rss(&Channel {
        title: "News",
        description: "",
        link: "https://a.example/",
        address: "https://a.example/rss.xml",
        language: "en",
        items: &items,
    });
    assert_eq!(of(&feed, "title"), ["News", "A < B", "A < B"]);
    assert_eq!(of(&feed, "description")[0], "");
    assert_eq!(of(&feed, "description")[1], "<p>It is &lt;there&gt;</p>");
    assert_eq!(of(&feed, "pubDate"), ["Sat, 21 Nov 2026 00:00:00 +0000"]);
    assert_eq!(of(&feed, "category")[0], "beta & more");
}

#[test]
fn crawlers_are_told_where_the_map_is() {
    assert_eq!(
        robots(true, Some("https://a.example/sitemap.xml")),
        "User-agent: *\nAllow: /\n\nSitemap: https://a.example/sitemap.xml\n"
    );
    assert_eq!(robots(false, Some("https://a.example/sitemap.xml")), "User-agent: *\nDisallow: /\n");
    assert_eq!(robots(true, Some("x\nDisallow: /")).lines().filter(|line| line.starts_with("Disallow")).count(), 0);
}

#[test]
fn models_are_told_what_there_is() {
    let page = |title: &str, url: Option<&str>, description: Option<&str>, depth| Listed {
        title: title.to_owned(),
        url: url.map(str::to_owned),
        description: description.map(str::to_owned),
        depth,
    };
    let pages = vec![
        page("Basics", None, None, 0),
        page("A [draft]\nof it", Some("https://a.example/x (1).md"), Some("Two\nlines"), 1),
    ];
    let listings = [Listing { title: "Handbook".to_owned(), pages }];
    assert_eq!(
        llms("Acme", Some("All of it"), &listings),
        "# Acme\n\n> All of it\n\n## Handbook\n\n- Basics\n  \
         - [A \\[draft\\] of it](https://a.example/x%20%281%29.md): Two lines\n"
    );
    let page = FullPage { title: "Start", url: "https://a.example/start", description: None, markdown: "\nText\n\n" };
    let mut text = llms_full_head("Acme");
    llms_full_page(&mut text, page);
    assert_eq!(text, "# Acme\n\n---\n\n# Start\n\nSource: https://a.example/start\n\nText\n");
}

proptest! {
    #[test]
    fn any_text_comes_back(title in any::<String>(), url in "\\PC*", html in any::<String>()) {
        prop_assert_eq!(of(&sitemap(&[address(&url, Some(0))]), "loc"), [visible(&url)]);
        let items = [Item { title: &title, link: &url, date: &html, tags: &[], html: &html }];
        let feed = rss(&Channel { title: &title, description: &html, link: &url, address: &url, language: "en", items: &items });
        for (name, text) in texts(&feed) {
            match name.as_str() {
                "title" => prop_assert_eq!(visible(&text), visible(&title)),
                "link" | "guid" => prop_assert_eq!(visible(&text), visible(&url)),
                "description" => prop_assert_eq!(visible(&text), visible(&html)),
                _ => {}
            }
        }
    }

    #[test]
    fn a_page_takes_one_line(title in any::<String>(), url in any::<String>(), description in any::<String>()) {
        let pages = vec![Listed { title, url: Some(url), description: Some(description), depth: 9 }];
        let text = llms("a", None, &[Listing { title: "b".to_owned(), pages }]);
        prop_assert_eq!(text.lines().count(), 5);
    }
}
