//! What is noted of spaces, and what is asked of pages and by spaces.

use proptest::prelude::*;
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use quire_search::{Found, Query, Visible, Window};

use crate::support::{ALL, Library, page_id, scope, space};

#[test]
fn a_note_is_kept_with_the_pages_of_its_space() {
    let mut library = Library::new();
    library.add(1, Language::En, "First", "Some words.");
    library.writer.mark(space(1), "one");
    library.writer.mark(space(2), "two");
    assert_eq!(library.index.mark(space(1)).unwrap(), None, "it is seen after the commit");
    library.commit();
    library.writer.mark(space(1), "another");
    library.commit();
    assert!(library.index.has_space(space(2)) && !library.index.has_space(space(3)));
    let Library { dir, index, writer, .. } = library;
    drop((index, writer));
    let (index, mut writer) = quire_search::open(dir.path()).unwrap();
    let marks = [1, 2, 3].map(|n| index.mark(space(n)).unwrap());
    assert_eq!(marks, [Some("another".to_owned()), Some("two".to_owned()), None]);
    assert_eq!(index.spaces().into_iter().collect::<Vec<_>>(), [space(1), space(2)]);
    writer.unmark(space(1));
    writer.remove_space(space(2));
    writer.commit("").unwrap();
    assert_eq!([1, 2].map(|n| index.mark(space(n)).unwrap()), [None, None]);
    assert_eq!(index.search(&Query::parse("words"), &scope(&[1, 2]), ALL).unwrap().total, 1);
}

#[test]
fn notes_are_found_by_nothing() {
    let mut library = Library::new();
    library.writer.mark(space(1), "words of a note");
    library.commit();
    for query in ["words", "note", "\"words of a note\"", "wrods"] {
        assert_eq!(library.search(&[1], query).total, 0, "{query}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// What is not visible is as if it was not there: for counts, for windows, and by spaces.
    #[test]
    fn what_is_not_visible_is_not_there(pages in prop::collection::vec((1..5u8, any::<bool>()), 1..40), limit in 1..9usize) {
        let mut library = Library::new();
        for (n, (of, _)) in pages.iter().enumerate() {
            library.add(*of, Language::En, &format!("Page {n}"), "Common words.\n\n## Common\n\nMore common words.\n");
            if n % 7 == 0 {
                library.commit();
            }
        }
        library.commit();
        let visible = |_, page| (0..pages.len()).any(|n| page_id(n) == page && pages[n].1);
        let expected = |of: Option<u8>| {
            let all = pages.iter().filter(|(n, visible)| *visible && of.is_none_or(|of| of == *n));
            all.count()
        };
        let (query, all) = (Query::parse("common"), scope(&[1, 2, 3, 4]));
        let window = Window { offset: 0, limit, sections: 1 };
        let found = library.index.search_visible(&query, &all, window, Visible::new(&visible)).unwrap();
        prop_assert_eq!((found.total, found.pages.len()), (expected(None), expected(None).min(limit)));
        prop_assert!(found.pages.iter().all(|page| visible(page.space, page.page)));
        let (name, none) = (Some(Hash::of(b"a filter")), |_, _| panic!("it is asked again"));
        for accepts in [&visible as &dyn Fn(SpaceId, PageId) -> bool, &none] {
            let visible = Visible::new(accepts).named(name);
            let again = library.index.search_visible(&query, &all, window, visible).unwrap();
            let pages = |found: &Found| found.pages.iter().map(|it| (it.page, it.score)).collect::<Vec<_>>();
            prop_assert_eq!((again.total, pages(&again)), (found.total, pages(&found)));
        }
        let window = Window { limit: 2, ..window };
        let first = library.index.search_spaces(&query, &all, window, limit, Visible::new(&visible)).unwrap();
        let rest = library.index.search_spaces(&query, &all, Window { offset: 2, ..window }, limit, Visible::new(&visible)).unwrap();
        let mut seen: Vec<_> = first.spaces.iter().chain(&rest.spaces).collect();
        prop_assert!(seen.iter().map(|it| it.pages[0].score).is_sorted_by(|a, b| a >= b));
        seen.sort_by_key(|it| it.space);
        let wanted: Vec<_> = (1..5).filter(|n| expected(Some(*n)) > 0).collect();
        prop_assert_eq!((first.total, seen.iter().map(|it| it.space).collect::<Vec<_>>()), (wanted.len(), wanted.iter().map(|n| space(*n)).collect()));
        for (it, n) in seen.iter().zip(wanted) {
            prop_assert_eq!((it.total, it.pages.len()), (expected(Some(n)), expected(Some(n)).min(limit)));
        }
    }
}
