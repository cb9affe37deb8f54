//! Texts are parsed once within a memo, and as they are without one.

use std::cell::Cell;
use std::sync::Arc;

use proptest::prelude::*;
use quire_content::budget::Budget;
use quire_content::document::{Memo, Resolve, Unresolved, parse, parse_within, print, shared};

use super::fixtures::Space;
use super::generate::document;

/// A space of which the file leads somewhere else with each question.
struct Moving(Cell<u32>);

impl Resolve for Moving {
    fn file(&self, _path: &str) -> Option<String> {
        self.0.set(self.0.get() + 1);
        Some(format!("file{}", self.0.get()))
    }
}

#[test]
fn one_text_is_parsed_once_and_another_is_not_taken_for_it() {
    let memo = Arc::new(Memo::new(1000));
    memo.during(|| {
        let first = shared("[a](page.md)", &Space);
        assert!(Arc::ptr_eq(&first, &shared("[a](page.md)", &Space)));
        assert!(!Arc::ptr_eq(&first, &shared("[a](page.md)\n", &Space)));
        let elsewhere = shared("[a](page.md)", &Unresolved);
        assert_ne!(first.document, elsewhere.document);
        assert!(Arc::ptr_eq(&first, &shared("[a](page.md)", &Space)));
        assert!(Arc::ptr_eq(&elsewhere, &shared("[a](page.md)", &Unresolved)));
        memo.clear();
        assert!(!Arc::ptr_eq(&first, &shared("[a](page.md)", &Space)));
    });
    let outside = shared("a", &Space);
    assert!(!Arc::ptr_eq(&outside, &shared("a", &Space)));
}

#[test]
fn a_path_that_leads_elsewhere_now_is_seen() {
    let memo = Arc::new(Memo::new(1000));
    let moving = Moving(Cell::new(0));
    let names = |it: &dyn Resolve| memo.during(|| format!("{:?}", parse("![](a.png)", it).document));
    let first = names(&moving);
    assert_ne!(first, names(&moving));
}

#[test]
fn the_number_of_texts_of_a_memo_is_bounded() {
    let memo = Arc::new(Memo::new(1_000_000));
    memo.during(|| {
        let parsed: Vec<_> = (0..300).map(|n| shared(&format!("text {n}"), &Space)).collect();
        let kept = parsed.iter().map(|parsed| Arc::strong_count(parsed) > 1);
        let expected = (0..300).map(|n| n >= 44);
        assert!(kept.eq(expected), "the last 256 are kept");
    });
}

#[test]
fn the_texts_of_a_memo_are_bounded() {
    let memo = Arc::new(Memo::new(1000));
    memo.during(|| {
        let long = "a\n\n".repeat(200);
        assert!(!Arc::ptr_eq(&shared(&long, &Space), &shared(&long, &Space)), "more than a quarter");
        let texts: Vec<_> = (0..100).map(|n| format!("{n}\n\n{}", "a\n\n".repeat(40))).collect();
        let parsed: Vec<_> = texts.iter().map(|text| shared(text, &Space)).collect();
        let kept = |n: usize| Arc::strong_count(&parsed[n]) > 1;
        assert!(kept(99) && kept(98) && !kept(0), "the last ones are kept");
        assert!((0..100).filter(|n| kept(*n)).count() < 20);
    });
}

#[test]
fn a_text_that_is_known_costs_its_nodes_and_one_that_was_cut_is_not_known() {
    let memo = Arc::new(Memo::new(2_000_000));
    let cost = |text: &str| {
        let budget = Budget::page();
        let cut = parse_within(text, &Space, &budget).cut;
        (budget.used(), cut)
    };
    for text in ["*a* [b](page.md)\n\n* c".to_owned(), "a\n\n".repeat(80_000)] {
        let alone = cost(&text);
        memo.during(|| assert_eq!([cost(&text), cost(&text)], [alone, alone]));
    }
    // A budget of which something is left is that of a text within another.
    memo.during(|| {
        let budget = Budget::page();
        budget.nodes(119_999);
        assert!(parse_within("*a* [b](page.md)\n\n* c", &Space, &budget).cut.is_some());
    });
}

#[test]
fn the_memo_of_the_work_around_comes_back() {
    let (outer, inner) = (Arc::new(Memo::new(1000)), Arc::new(Memo::new(1000)));
    outer.during(|| {
        let first = shared("a", &Space);
        inner.during(|| assert!(!Arc::ptr_eq(&first, &shared("a", &Space))));
        let panics = std::panic::catch_unwind(|| inner.during(|| panic!("work fails")));
        assert!(panics.is_err());
        assert!(Arc::ptr_eq(&first, &shared("a", &Space)));
    });
}

proptest! {
    #[test]
    fn a_memo_changes_nothing(documents in prop::collection::vec(document(), 1..4), order in prop::collection::vec(0..8usize, 1..20)) {
        let texts: Vec<String> = documents.iter().map(|document| print(document, &Space)).collect();
        let memo = Arc::new(Memo::new(4000));
        for at in order {
            let text = &texts[at / 2 % texts.len()];
            let resolve: &dyn Resolve = if at % 2 == 0 { &Space } else { &Unresolved };
            let alone = format!("{:?}", parse(text, resolve));
            prop_assert_eq!(memo.during(|| format!("{:?}", parse(text, resolve))), alone);
        }
    }
}
