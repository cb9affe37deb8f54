//! The same question of texts that are not in the index.

use proptest::prelude::*;
use quire_model::language::Language;
use quire_search::{FoundSection, Page, Query};

use crate::support::{ALL, Library, page_id, scope, sections_of, space};

/// What is found in a text by the question that was asked of an index.
fn again(library: &Library, query: &str, title: &str, markdown: &str) -> Option<Vec<FoundSection>> {
    let sections = sections_of(markdown);
    let page =
        Page { space: space(1), page: page_id(0), language: Language::En, title, description: "", sections: &sections };
    library.search(&[1], query).asked.unwrap().sections(&page, 10)
}

#[test]
fn what_is_not_in_a_text_is_not_found_in_it() {
    let text = "Ropes hold ships.\n\n## Fees\n\nA night costs two coins.\n";
    let library = Library::of(Language::En, &[("Mooring", &format!("{text}\nThe kraken never sleeps.\n"))]);
    let anchors = |query: &str| {
        let found = again(&library, query, "Mooring", text)?;
        Some(found.into_iter().map(|it| it.anchor.unwrap_or_default()).collect::<Vec<_>>())
    };
    assert_eq!(anchors("costs"), Some(vec!["fees".to_owned()]));
    assert_eq!(anchors("holding"), Some(vec![String::new()]), "forms of words");
    assert_eq!(anchors("\"two coins\""), Some(vec!["fees".to_owned()]));
    assert_eq!(anchors("mooring"), Some(vec![]), "the title");
    for query in ["kraken", "\"coins the\"", "\"coins two\"", "krakn", "sleep"] {
        assert_eq!(anchors(query), None, "{query}");
    }
    // Of two words, one is enough where little is found; which other one is missing makes no difference.
    assert_eq!(anchors("night kraken"), anchors("night unicorn"));
}

#[test]
fn snippets_are_of_the_text_that_was_asked() {
    let library = Library::of(Language::En, &[("Page", "A secret rope.")]);
    let found = again(&library, "rope", "Page", "An open rope.").unwrap();
    assert_eq!((found[0].snippet.text.as_str(), &found[0].snippet.marks[0]), ("An open rope.", &(8..12)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Asked of the same text, the question finds the page again, and in the same sections.
    #[test]
    fn the_same_text_is_found_again(
        words in prop::collection::vec(prop::sample::select(&["rope", "snake_case", "getItem", "ropes", "錨", "船渠", "c++", "über"][..]), 1..24),
        query in prop::collection::vec(prop::sample::select(&["rope", "snake", "snake_case", "\"rope ropes\"", "item", "船", "uber", "rop", "\"錨\""][..]), 1..3),
    ) {
        let (first, second) = words.split_at(words.len() / 2);
        let text = format!("{}\n\n## Part\n\n{}\n\n```\n{}\n```\n", first.join(" "), second.join(" "), second.join("\n"));
        let library = Library::of(Language::En, &[("Page", &text)]);
        let query = query.join(" ");
        let found = library.index.search(&Query::parse(&query), &scope(&[1]), ALL).unwrap();
        if let Some(page) = found.pages.first() {
            let again = again(&library, &query, "Page", &text);
            let anchors = |sections: &[FoundSection]| {
                let mut anchors: Vec<_> = sections.iter().map(|it| it.anchor.clone()).collect();
                anchors.sort();
                anchors
            };
            prop_assert_eq!(again.map(|it| anchors(&it)), Some(anchors(&page.sections)), "{} in {}", query, text);
        }
    }
}
