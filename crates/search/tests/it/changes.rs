//! Pages that change in a part: what stays is left in the index, and what is found is as if all had been written.

use proptest::prelude::*;
use quire_model::language::Language;
use quire_search::Query;

use crate::support::{ALL, Library, page_id, scope};

/// Writes a page as the first change of it would.
fn put(library: &mut Library, n: usize, title: &str, markdown: &str) {
    library.put(1, page_id(n), Language::En, title, markdown);
}

/// Returns what a query finds, in full: pages, and the anchors and texts of their sections.
fn found(library: &Library, query: &str) -> Vec<String> {
    let found = library.index.search(&Query::parse(query), &scope(&[1]), ALL).unwrap();
    let mut pages: Vec<String> = found
        .pages
        .iter()
        .map(|page| {
            let mut sections: Vec<_> =
                page.sections.iter().map(|it| format!("{:?} {:?}", it.anchor, it.snippet)).collect();
            sections.sort();
            format!("{} {sections:?}", page.page)
        })
        .collect();
    assert_eq!(pages.len(), found.total);
    pages.sort();
    pages
}

#[test]
fn a_page_is_one_wherever_its_sections_were_written() {
    let mut library = Library::new();
    for n in 0..4 {
        put(&mut library, 0, "Page", &format!("Start.\n\n## One\n\nA word.\n\n## Two\n\nA word, turn{n}.\n"));
        library.commit();
        let entries = library.index.entries();
        assert_eq!(entries, 3, "what is replaced is gone");
    }
    let found = library.search(&[1], "word");
    assert_eq!((found.total, found.pages.len(), found.pages[0].sections.len()), (1, 1, 2));
    assert_eq!(library.search(&[1], "\"turn3\"").total, 1);
    assert_eq!(library.search(&[1], "\"turn2\"").total, 0);
    put(&mut library, 0, "Renamed", "Start.\n\n## One\n\nA word.\n");
    library.commit();
    assert_eq!((library.search(&[1], "renamed").total, library.index.entries()), (1, 2));
    assert_eq!(library.search(&[1], "page").total, 0, "each section has the title");
}

#[test]
fn sections_with_the_same_text_are_as_many_as_there_are() {
    let mut library = Library::new();
    // The texts of a long section are cut into entries, some of them alike.
    let long = "word ".repeat(5_000);
    for (n, text) in [long.repeat(2), long.clone(), long.repeat(3)].iter().enumerate() {
        put(&mut library, 0, "Page", text);
        library.commit();
        let mut fresh = Library::new();
        put(&mut fresh, 0, "Page", text);
        fresh.commit();
        assert_eq!(library.index.entries(), fresh.index.entries(), "change {n}");
    }
}

#[test]
fn changes_that_are_rolled_back_do_not_count_as_written() {
    let mut library = Library::new();
    put(&mut library, 0, "Page", "Start.\n\n## One\n\nFirst.\n");
    library.commit();
    put(&mut library, 0, "Page", "Start.\n\n## One\n\nSecond.\n");
    library.writer.rollback().unwrap();
    put(&mut library, 0, "Page", "Start.\n\n## One\n\nSecond.\n");
    library.commit();
    assert_eq!(found(&library, "\"second\"").len(), 1);
    assert_eq!((found(&library, "\"first\"").len(), library.index.entries()), (0, 2));
}

/// A text of some sections out of few, so that changes keep some.
fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(("[ab]", "[p-s]"), 0..5).prop_map(|sections| {
        let sections =
            sections.iter().map(|(heading, word)| format!("## Heading {heading}\n\nThe word {word}{word}.\n\n"));
        sections.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// After any changes, with commits, publications, rests and restarts between them, an index finds what a new one does.
    #[test]
    fn a_changed_index_finds_what_a_new_one_does(
        changes in prop::collection::vec((0..3_usize, "[tu]", text(), 0..9_u8), 1..16),
    ) {
        let mut library = Library::new();
        let mut pages = std::collections::BTreeMap::new();
        for (n, title, text, then) in changes {
            put(&mut library, n, &title, &text);
            pages.insert(n, (title, text));
            match then {
                0 => library.writer.rest().unwrap(),
                1 => library.reopen(),
                2 => library.commit(),
                3..7 => library.publish(),
                _ => {}
            }
            if then == 1 {
                // What was not committed is lost.
                pages.iter().for_each(|(n, (title, text))| put(&mut library, *n, title, text));
            }
        }
        let mut fresh = Library::new();
        pages.iter().for_each(|(n, (title, text))| put(&mut fresh, *n, title, text));
        fresh.commit();
        for is_durable in [false, true] {
            match is_durable {
                true => library.commit(),
                false => library.publish(),
            }
            prop_assert_eq!(library.index.entries(), fresh.index.entries());
            for query in ["\"pp\"", "\"qq\"", "\"rr\"", "\"heading a\"", "\"t\"", "\"u\""] {
                prop_assert_eq!(found(&library, query), found(&fresh, query), "{}", query);
            }
        }
    }
}
