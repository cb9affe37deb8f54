//! No text is a bad query.

use proptest::prelude::*;
use quire_model::language::Language;

use crate::support::Library;

thread_local! {
    static LIBRARY: Library = Library::of(
        Language::En,
        &[
            ("The", "It is what it is, and that is all there is to it.\n\n## Is it?\n\n`--it-is` and 検索 of it."),
            ("Emoji 🚀", "Rockets 🚀 and \"quotes\" and a\u{301}ccents, ค้นหา.\n\n```\nfn it() {}\n```\n"),
        ],
    );
}

#[test]
fn strange_queries_find_something_or_nothing() {
    let long = |text: &str| text.repeat(512 / text.len());
    let texts = [
        String::new(),
        " ".to_owned(),
        long("+-&|!(){}[]^\"~*?:\\/"),
        long("\""),
        long("\"a"),
        long("a\""),
        long("AND OR NOT "),
        long("the is it "),
        long("🚀"),
        long("\u{0}\u{1}\u{7f}\u{9b}"),
        long("\u{301}"),
        long("検"),
        long("a b "),
        long("aB"),
        long("_"),
        long("--"),
        long("a_"),
        "title:(x".to_owned(),
        "\u{feff}\u{200b}\u{202e}".to_owned(),
        "İ".repeat(256),
        "ﷺ".repeat(170),
    ];
    LIBRARY.with(|library| {
        for text in &texts {
            library.search(&[1], text);
        }
        assert!(library.search(&[1], "").pages.is_empty());
        assert!(!library.search(&[1], "it is the").pages.is_empty(), "nothing but common words");
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_query_fails(text in "(\\PC|[\"' _.:/-]|[a-c]|it|is|[検索ค้]|\\s){0,200}") {
        LIBRARY.with(|library| {
            let found = library.search(&[1], &text);
            for section in found.pages.iter().flat_map(|page| &page.sections) {
                for marked in [&section.heading, &section.snippet] {
                    for mark in &marked.marks {
                        prop_assert!(marked.text.get(mark.clone()).is_some_and(|text| !text.is_empty()));
                    }
                }
            }
            Ok(())
        })?;
    }
}
