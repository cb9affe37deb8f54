//! Pages for paper: what is in a document, where its links lead, and who gets it.

use quire_testkit::on_each_database;
use serde_json::json;

use crate::world::{Tree, World, text};

const FILES: Tree<'_> = &[
    ("README.md", "# Welcome\n\nHello. [First](a.md#part), [elsewhere](https://example.org/x), [deep](b.md).\n"),
    (
        "a.md",
        "# First\n\n## Part\n\nText of the first. [Up](#part)\n\n## Part\n\n{% tabs %}\n{% tab title=\"One\" %}\nIn a tab.\n{% endtab %}\n{% endtabs %}\n",
    ),
    (
        "b.md",
        "# Second\n\n## Part\n\n<details>\n\n<summary>More</summary>\n\nFolded.\n\n</details>\n\n![A picture](p.png)\n",
    ),
    ("c.md", "---\nhidden: true\n---\n\n# Secret corner\n\nIn the corner.\n"),
    ("pro.md", "---\nif: visitor.claims.plan == 'pro'\n---\n\n# Propage\n\nText for pros.\n"),
    ("p.png", "x"),
    (
        "SUMMARY.md",
        "* [Welcome](README.md)\n* [First](a.md)\n  * [Second](b.md)\n* [Corner](c.md)\n* [Propage](pro.md)\n",
    ),
];

/// Lets readers print.
pub(crate) fn enable(world: &World<'_>) {
    world.test.admin().put(&format!("{}/customization", world.site), &json!({ "pdf": { "enabled": true } })).ok();
}

/// The address of the document that a page leads to, below the site.
fn of_page(world: &World<'_>, path: &str) -> String {
    let page = world.read(path);
    let at = page.find("/~print?").expect("the page can be printed");
    let start = page[..at].rfind('"').unwrap() + 1;
    let end = at + page[at..].find('"').unwrap();
    page[start..end].replace("&amp;", "&").strip_prefix(&world.base).unwrap().to_owned()
}

#[test]
fn a_space_is_one_document_where_that_is_wanted() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert_eq!(world.get("/~print").status, 404);
        assert!(!world.read("/first").contains("~print"));
        enable(&world);
        let answer = world.get("/~print");
        assert_eq!((answer.status.as_u16(), answer.header("x-robots-tag")), (200, "noindex"));
        let all = text(&answer);
        for words in ["Welcome", "Text of the first.", "In a tab.", "Folded.", "Pages: 3", "The Docs"] {
            assert!(all.contains(words), "{words}: {all}");
        }
        assert_eq!(all.matches("<article class=\"sheet\"").count(), 3);
        for words in ["corner", "pros", "class=\"contents", "loading=\"lazy\"", "<h2 class=\"q-h"] {
            assert!(!all.contains(words), "{words}: {all}");
        }
        let details = all.split("<details").nth(1).unwrap().split('>').next().unwrap();
        assert!(details.ends_with(" open"), "{details}");
        assert!(!world.read("/sitemap-pages.xml").contains("~print"));
        assert_eq!(world.get("/~print/").status, 308);
    });
}

#[test]
fn links_lead_within_the_document_or_are_absolute() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        enable(&world);
        let all = world.read("/~print");
        let ids: Vec<_> = all.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let once: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), once.len(), "{ids:?}");
        let within: Vec<_> = all.split(" href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(within.len() >= 5, "{within:?}");
        assert!(within.iter().all(|id| once.contains(id)), "{within:?} in {ids:?}");
        assert_eq!(within.iter().filter(|id| id.ends_with("~part")).count(), 4, "{within:?}");
        assert!(all.contains("href=\"https://example.org/x\""));

        let address = test.admin().get(&world.site).ok()["urls"]["published"].as_str().unwrap().to_owned();
        let first = world.read(&of_page(&world, "/"));
        assert_eq!(first.matches("<article class=\"sheet\"").count(), 1);
        assert!(first.contains(&format!("href=\"{}/first#part\"", address.trim_end_matches('/'))), "{first}");
    });
}

#[test]
fn a_page_is_printed_alone_or_with_those_below_it() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        enable(&world);
        let alone = of_page(&world, "/first");
        let below = alone.replace("&only=yes", "");
        for (path, sheets) in [(&alone, 1), (&below, 2)] {
            let document = world.read(path);
            assert_eq!(document.matches("<article class=\"sheet\"").count(), sheets, "{path}");
            assert!(document.contains("Text of the first.") && !document.contains("Hello."));
            assert!(document.contains(&format!("href=\"{}\"", format!("{}{below}", world.base).replace('&', "&amp;"))));
        }
        // Who knows a hidden page can print it.
        assert!(world.read(&of_page(&world, "/secret-corner")).contains("In the corner."));
        let id = alone.split("page=").nth(1).unwrap().split('&').next().unwrap();
        let rest = world.read(&format!("/~print?from={id}"));
        assert!(rest.contains("Folded.") && !rest.contains("Hello."));
        for nothing in ["page=none", "page=0000000000000000000000", "from=x", "page=%00"] {
            assert_eq!(world.get(&format!("/~print?{nothing}")).status, 404, "{nothing}");
        }
        assert_eq!(world.get("/first/~print").status, 404);
    });
}

#[test]
fn a_document_has_what_its_reader_may_see() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        enable(&world);
        world.adaptive();
        let pro = format!("quire-visitor-token={}", world.token(json!({ "plan": "pro" })));
        let with = text(&world.get_with("/~print", &[("cookie", &pro)]));
        assert!(with.contains("Text for pros.") && with.contains("Pages: 4"));
        let page = text(&world.get_with("/propage", &[("cookie", &pro)]));
        let id = page.split("~print?page=").nth(1).unwrap().split('&').next().unwrap();
        for path in ["/~print".to_owned(), format!("/~print?page={id}"), format!("/~print?from={id}")] {
            let without = world.get(&path);
            assert!(!text(&without).contains("pros") && !text(&without).contains("Propage"), "{path}");
            assert_eq!(without.status, if path == "/~print" { 200 } else { 404 }, "{path}");
        }
    });
}

#[test]
fn a_document_of_a_share_link_can_be_passed_on() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "share-link");
        enable(&world);
        let (secret, _) = world.secret();
        assert_eq!(world.get("/~print").status, 404);
        let page = world.read(&format!("/~s/{secret}/"));
        let id = page.split("~print?page=").nth(1).unwrap().split('&').next().unwrap();
        let answer = world.get(&format!("/~s/{secret}/~print?page={id}&only=yes"));
        assert_eq!((answer.status.as_u16(), answer.header("cache-control")), (200, "private, no-store"));
        let document = text(&answer);
        let printed = document.split("<main>").nth(1).unwrap();
        assert!(printed.contains("/first#part\"") && !printed.contains(&secret), "{printed}");
    });
}

#[test]
fn a_document_that_is_too_much_goes_on_in_the_next_part() {
    on_each_database(|test| {
        let files: Vec<_> = (1..=1003).map(|n| (format!("p{n:04}.md"), format!("# Page {n}\n"))).collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let world = World::new(test, &files);
        enable(&world);
        let first = world.read("/~print");
        assert_eq!(first.matches("<article class=\"sheet\"").count(), 1000);
        assert_eq!(first.matches("<li class=\"depth-0\">").count(), 1000);
        assert!(first.contains("begins with “Page 1001”"), "{}", &first[first.len() - 500..]);
        let next = first.rsplit("href=\"").find_map(|rest| rest.split('"').next().filter(|it| it.contains("from=")));
        let rest = world.read(next.unwrap().strip_prefix(&world.base).unwrap());
        assert_eq!(rest.matches("<article class=\"sheet\"").count(), 3);
        assert!(rest.contains("Page 1003") && !rest.contains("begins with"));
    });
}

#[test]
fn every_space_has_a_document_of_its_own() {
    on_each_database(|test| {
        let other: Tree<'_> = &[("README.md", "# Hallo\n\nText auf Deutsch.\n")];
        let world = World::of(test, &[("English", FILES), ("Deutsch", other)], "public");
        enable(&world);
        let document = world.read("/deutsch/~print");
        assert!(document.contains("Text auf Deutsch.") && !document.contains("Hello."), "{document}");
        assert_eq!(world.get("/english/~print").header("location"), format!("{}/~print", world.base));
    });
}

#[test]
fn drawings_of_diagrams_are_printed_without_their_source() {
    on_each_database(|test| {
        let diagram = "# Parts\n\n```mermaid\nflowchart LR\n  leaf[Leaf] --> book[Book]\n```\n";
        let world = World::new(test, &[("README.md", diagram)]);
        enable(&world);
        let all = world.read("/~print");
        assert!(all.contains("src=\"data:image/svg+xml") && !all.contains("flowchart"), "{all}");
        assert!(world.read("/").contains("flowchart"));
    });
}

/// Returns true if the outline of a PDF, which is not compressed, has this title.
fn names(pdf: &[u8], title: &str) -> bool {
    String::from_utf8_lossy(pdf).contains(&format!("/Title({title})"))
}

#[test]
fn a_pdf_has_what_its_reader_may_see() {
    on_each_database(|test| {
        let world = World::new(test, FILES);
        assert_eq!(world.get("/~pdf").status, 404, "printing is not enabled");
        enable(&world);
        world.adaptive();
        let without = world.get("/~pdf");
        assert_eq!((without.status.as_u16(), without.header("content-type")), (200, "application/pdf"));
        assert!(
            without.header("cache-control").contains("no-store")
                || without.header("cache-control").contains("no-cache")
        );
        for (title, is_there) in [("First", true), ("Second", true), ("Propage", false), ("Corner", false)] {
            assert_eq!(names(&without.body, title), is_there, "{title}");
        }
        let pro = format!("quire-visitor-token={}", world.token(json!({ "plan": "pro" })));
        let with = world.get_with("/~pdf", &[("cookie", &pro)]);
        assert!(names(&with.body, "Propage"));
        // A name that one visitor knows is no way in for another.
        let page = text(&world.get_with("/propage", &[("cookie", &pro)]));
        let id = page.split("~print?page=").nth(1).unwrap().split('&').next().unwrap();
        let one = format!("/~pdf?page={id}&only=yes");
        assert_eq!(world.get_with(&one, &[("cookie", &pro)]).status, 200);
        assert_eq!(world.get(&one).status, 404);
        for nothing in ["page=none", "page=0000000000000000000000", "page=%00"] {
            assert_eq!(world.get(&format!("/~pdf?{nothing}")).status, 404, "{nothing}");
        }
        // The document for paper leads there.
        let document = world.read("/~print");
        assert!(document.contains(&format!("href=\"{}/~pdf\"", world.base)), "{document}");
        // Members of the organization get what everybody gets, at an address that is signed.
        let url = test.admin().get(&format!("{}/pdf", world.site)).ok()["url"].as_str().unwrap().to_owned();
        let everybody = test.caller(None).get(&url);
        assert!(names(&everybody.body, "First") && !names(&everybody.body, "Propage"));
        test.admin().get(&format!("{}/pdf?page={id}", world.site)).refused(404);
        test.caller(None).get(&url.replace("signature=", "signature=0")).expect(404);
    });
}

#[test]
fn a_pdf_of_a_share_link_keeps_its_secret() {
    on_each_database(|test| {
        let world = World::of(test, &[("Docs", FILES)], "share-link");
        enable(&world);
        let (secret, _) = world.secret();
        assert_eq!(world.get("/~pdf").status, 404);
        let pdf = world.get(&format!("/~s/{secret}/~pdf"));
        assert_eq!(pdf.status, 200);
        assert!(!String::from_utf8_lossy(&pdf.body).contains(&secret));
        let told = test.admin().get(&format!("{}/pdf", world.site)).refused(409);
        assert!(told.contains("not published for everybody"), "{told}");
    });
}
