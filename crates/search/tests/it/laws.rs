//! What holds for every content and every query.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use quire_model::language::Language;
use quire_search::Query;

use crate::support::{ALL, Library, page_id, scope, space};

/// A change, with a word that stands nowhere else.
#[derive(Debug, Clone)]
enum Change {
    Put { space: u8, page: usize, word: String },
    RemovePage { space: u8, page: usize },
    RemoveSpace { space: u8 },
    Publish,
    Commit,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        5 => (1..4u8, 0..6usize, "[a-m]{6}").prop_map(|(space, page, word)| Change::Put { space, page, word }),
        1 => (1..4u8, 0..6usize).prop_map(|(space, page)| Change::RemovePage { space, page }),
        1 => (1..4u8).prop_map(|space| Change::RemoveSpace { space }),
        2 => Just(Change::Publish),
        1 => Just(Change::Commit),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// After every publication and commit a query finds, within each scope, the pages that have the word, and no others.
    #[test]
    fn scopes_never_leak_and_nothing_stays_behind(changes in prop::collection::vec(change(), 1..40)) {
        let mut library = Library::new();
        let mut pages: BTreeMap<(u8, usize), String> = BTreeMap::new();
        let mut words = BTreeSet::new();
        for change in changes.into_iter().chain([Change::Commit]) {
            match change {
                Change::Put { space, page, word } => {
                    let text = format!("Common text.\n\n## Heading\n\nMore of {word} there.\n");
                    library.put(space, page_id(page), Language::En, "Page", &text);
                    words.insert(word.clone());
                    pages.insert((space, page), word);
                }
                Change::RemovePage { space: n, page } => {
                    library.writer.remove_page(space(n), page_id(page));
                    pages.remove(&(n, page));
                }
                Change::RemoveSpace { space: n } => {
                    library.writer.remove_space(space(n));
                    pages.retain(|(space, _), _| *space != n);
                }
                Change::Publish | Change::Commit => {
                    match change {
                        Change::Publish => library.publish(),
                        _ => library.commit(),
                    }
                    for spaces in [&[1][..], &[2, 3], &[1, 2, 3], &[9], &[]] {
                        check(&library, spaces, &pages, &words)?;
                    }
                }
            }
        }
    }

    /// A phrase that stands once leads to its section.
    #[test]
    fn every_section_is_found_by_its_phrase(
        sections in prop::collection::vec("[a-z]{3,8}( [a-z]{2,8}){2,6}", 1..12),
        filler in "[a-z ]{0,300}",
    ) {
        let mut markdown = String::new();
        for (n, phrase) in sections.iter().enumerate() {
            markdown += &format!("## Section {n}\n\n{filler} xq{n}x {phrase} yq{n}y {filler}\n\n");
        }
        let library = Library::of(Language::En, &[("Page", &markdown)]);
        for (n, phrase) in sections.iter().enumerate() {
            prop_assert_eq!(library.first(&format!("\"xq{n}x {phrase} yq{n}y\"")), format!("Page#section-{n}"));
        }
    }
}

fn check(
    library: &Library,
    spaces: &[u8],
    pages: &BTreeMap<(u8, usize), String>,
    words: &BTreeSet<String>,
) -> Result<(), TestCaseError> {
    let queries = words.iter().map(|word| format!("\"{word}\"")).chain(["common".to_owned()]);
    for query in queries {
        let found = library.index.search(&Query::parse(&query), &scope(spaces), ALL).unwrap();
        let found: BTreeSet<_> = found.pages.iter().map(|page| (page.space, page.page)).collect();
        let expected = pages.iter().filter(|((space, _), word)| {
            spaces.contains(space) && (query == "common" || query.trim_matches('"') == *word)
        });
        let expected: BTreeSet<_> = expected.map(|((n, page), _)| (space(*n), page_id(*page))).collect();
        prop_assert_eq!(found, expected, "{} in {:?}", query, spaces);
    }
    Ok(())
}
