//! PDF of content: of spaces, pages, change requests and revisions, at signed addresses.

use quire_model::roles::Role;
use quire_testkit::{Files, on_each_database};
use serde_json::{Value, json};

const FILES: &[(&str, &[u8])] = &[
    ("SUMMARY.md", b"# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [Detail](detail.md)\n* [Secret](secret.md)\n"),
    ("README.md", b"# Home\n\nSee [the guide](guide.md#second) and [elsewhere](https://example.org/).\n"),
    ("guide.md", b"---\ndescription: What to do\n---\n\n# Guide\n\n## First\n\n* one\n* two\n\n## Second\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n"),
    ("detail.md", b"# Detail\n\n{% hint style=\"info\" %}\nA hint.\n{% endhint %}\n\n```js\nlet a = 1;\n```\n"),
    ("secret.md", b"---\nhidden: true\n---\n\n# Secret\n"),
];

/// Returns the document at the address that printing answers.
fn printed(test: &quire_testkit::TestApp, path: &str) -> (String, Vec<u8>) {
    let url = test.admin().get(path).ok()["url"].as_str().unwrap().to_owned();
    let answer = test.caller(None).get(&url);
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/pdf"));
    (url, answer.body)
}

/// Returns true if the titles of the outline, which are not compressed, have this one.
fn names(pdf: &[u8], title: &str) -> bool {
    let whole = String::from_utf8_lossy(pdf);
    whole.contains(&format!("/Title({title})"))
}

#[test]
fn a_space_is_printed_at_an_address_that_works_without_a_token() {
    on_each_database(|test| {
        let space = test.new_space("The Book");
        test.import(&space, &Files::of(FILES));
        let (url, pdf) = printed(test, &format!("{space}/pdf"));
        assert!(pdf.starts_with(b"%PDF-1.7") && url.contains("/the-book.pdf?"), "{url}");
        for (title, is_there) in [("Home", true), ("Guide", true), ("Detail", true), ("Secret", false)] {
            assert_eq!(names(&pdf, title), is_there, "{title}");
        }
        // The same content has the same bytes and the same name.
        let (again, same) = printed(test, &format!("{space}/pdf?format=a4"));
        assert_eq!((url.split('?').next(), &pdf), (again.split('?').next(), &same));
        let (letter, other) = printed(test, &format!("{space}/pdf?format=letter"));
        assert_ne!((url.split('?').next(), &pdf), (letter.split('?').next(), &other));
        // Another signature, name or time is none.
        let forged = url.replace("signature=", "signature=0");
        test.caller(None).get(&forged).expect(404);
        test.caller(None).get(&url.replace("the-book", "another")).expect(404);
        test.clock.pass(std::time::Duration::from_hours(49));
        test.caller(None).get(&url).expect(404);
    });
}

#[test]
fn pages_are_printed_alone_or_with_those_below_them() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        test.import(&space, &Files::of(FILES));
        let pages = admin.get(&format!("{space}/content/pages")).ok();
        let id = |title: &str| id_of(&pages["pages"], title).unwrap();
        let guide = id("Guide");
        let (_, with_below) = printed(test, &format!("{space}/pdf?page={guide}"));
        assert!(names(&with_below, "Guide") && names(&with_below, "Detail") && !names(&with_below, "Home"));
        let (_, alone) = printed(test, &format!("{space}/pdf?page={guide}&only=true"));
        assert!(names(&alone, "Guide") && !names(&alone, "Detail"));
        // A hidden page is printed if it is asked for.
        let (_, hidden) = printed(test, &format!("{space}/pdf?page={}", id("Secret")));
        assert!(names(&hidden, "Secret"));
        let no_page = admin.get(&format!("{space}/pdf?only=true")).expect(400);
        assert!(no_page["error"]["message"].as_str().unwrap().starts_with("only: "), "{no_page}");
        admin.get(&format!("{space}/pdf?page={}", space.trim_start_matches("/v1/spaces/"))).expect(404);
        admin.get(&format!("{space}/pdf?page=%2F")).expect(404);
        admin.get(&format!("{space}/pdf?format=a3")).expect(400);
    });
}

#[test]
fn the_address_works_as_long_as_its_reader_may_read() {
    on_each_database(|test| {
        let space = test.new_space("Book");
        test.import(&space, &Files::of(FILES));
        let (user, token) = test.new_member("reader@example.org", Some(Role::Read));
        let reader = test.caller(Some(&token));
        let print = || reader.get(&format!("{space}/pdf")).ok()["url"].as_str().unwrap().to_owned();
        let url = print();
        assert!(url.contains("reader="), "{url}");
        assert_eq!(test.caller(None).get(&url).status.as_u16(), 200);
        // Neither another reader nor none stands in an address that was signed for this one.
        test.caller(None).get(&url.replace("reader=", "reader=A")).expect(404);
        let (before, after) = url.split_once("reader=").unwrap();
        let without =
            format!("{before}{}", after.split_once("expires=").map(|(_, rest)| format!("expires={rest}")).unwrap());
        test.caller(None).get(&without).expect(404);
        test.admin().delete(&format!("{}/members/{user}", test.org())).expect(204);
        test.caller(None).get(&url).expect(404);
    });
}

#[test]
fn links_name_no_pages_whose_condition_does_not_hold() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let with = |title: &str| {
            let secret = format!("---\nif: visitor.claims.staff\n---\n\n# {title}\n");
            let card = "{% content-ref url=\"secret.md\" %}\n[secret.md](secret.md)\n{% endcontent-ref %}\n";
            let home = format!("# Home\n\nSee [](secret.md).\n\n{card}");
            let files: &[(&str, &[u8])] = &[
                ("SUMMARY.md", b"# Table of contents\n\n* [Home](README.md)\n* [Page](secret.md)\n"),
                ("README.md", home.as_bytes()),
                ("secret.md", secret.as_bytes()),
            ];
            test.import(&space, &Files::of(files));
        };
        with("Salaries");
        let pages = admin.get(&format!("{space}/content/pages")).ok();
        let id = |title: &str| id_of(&pages["pages"], title).unwrap();
        let home = format!("{space}/pdf?page={}&only=true", id("Home"));
        let (_, first) = printed(test, &home);
        with("Bonuses");
        assert!(printed(test, &home).1 == first, "the document depends on the title of a page that it may not name");
        // Those who ask for the page by its name get it.
        assert!(names(&printed(test, &format!("{space}/pdf?page={}", id("Salaries"))).1, "Bonuses"));
    });
}

fn id_of(pages: &Value, title: &str) -> Option<String> {
    pages.as_array()?.iter().find_map(|page| {
        let own = (page["title"] == title).then(|| page["id"].as_str().unwrap().to_owned());
        own.or_else(|| id_of(&page["pages"], title))
    })
}

#[test]
fn change_requests_and_revisions_are_printed_as_they_are() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Book");
        let first = test.import(&space, &Files::of(FILES));
        admin.post(&format!("{space}/change-requests"), &json!({})).created();
        let proposal = format!("{space}/change-requests/1");
        let url = test.upload("added.md", b"# Added");
        admin.post(&format!("{proposal}/content/import"), &json!({ "url": url, "source": "markdown" })).ok();
        assert!(names(&printed(test, &format!("{proposal}/pdf")).1, "Added"));
        let (_, main) = printed(test, &format!("{space}/pdf"));
        assert!(!names(&main, "Added"));
        let second: &[(&str, &[u8])] = &[("README.md", b"# Other")];
        test.import(&space, &Files::of(second));
        assert!(names(&printed(test, &format!("{space}/pdf")).1, "Other"));
        let (_, earlier) = printed(test, &format!("{space}/revisions/{}/pdf", first.revision));
        assert_eq!(earlier, main);
        let empty = test.new_space("Empty");
        assert!(printed(test, &format!("{empty}/pdf")).1.starts_with(b"%PDF"));
    });
}

#[test]
fn after_an_edit_only_the_pages_that_it_concerns_are_laid_out() {
    on_each_database(|test| {
        let space = test.new_space("Book");
        let change = |name: &str, text: &'static [u8]| {
            let files = FILES.iter().map(|(path, bytes)| (*path, if *path == name { text } else { *bytes }));
            test.import(&space, &Files::of(&files.collect::<Vec<_>>()));
        };
        test.import(&space, &Files::of(FILES));
        let print = || printed(test, &format!("{space}/pdf")).1;
        print();
        assert_eq!(test.count_print_layouts(), 3);
        change("detail.md", b"# Detail\n\nOther words.\n");
        let edited = print();
        assert_eq!(test.count_print_layouts(), 4);
        test.lose_prints();
        assert!(print() == edited);
        assert_eq!(test.count_print_layouts(), 3);
        // A page that names another one shows its new title.
        change("guide.md", b"# The manual\n\n## Second\n");
        let edited = print();
        test.lose_prints();
        assert!(print() == edited);
    });
}
