//! What is published and not committed: it is found as if it was committed, and is gone after a restart.

use proptest::prelude::*;
use quire_model::language::Language;
use quire_search::Query;

use crate::support::{ALL, Library, page_id, scope, space};

/// Returns everything that a query finds, in order and with its scores.
fn answer(library: &Library, query: &str) -> String {
    let found = library.index.search(&Query::parse(query), &scope(&[1, 2]), ALL).unwrap();
    format!("{} {:#?}", found.total, found.pages)
}

fn word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "setting",
        "settings",
        "set",
        "index",
        "indexes",
        "indxe",
        "snake_case",
        "snakecase",
        "--dry-run",
        "café",
        "検索",
        "検索エンジン",
        "索",
        "c++",
        "1.2.3",
        "camelCase",
        "case",
        "the",
        "using",
        "used",
    ])
    .prop_map(str::to_owned)
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 0..6).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Answers are the same, scores and order included, after pages were published in any parts as after one commit.
    #[test]
    fn answers_are_those_of_a_commit(
        pages in prop::collection::vec((1..3_u8, text(), text(), text(), text(), 0..4_u8), 1..24),
        queries in prop::collection::vec((text(), any::<bool>()), 1..8),
    ) {
        let (mut published, mut committed) = (Library::new(), Library::new());
        for (n, title, start, heading, code, then) in &pages {
            let text = format!("{start}\n\n## A {heading}\n\n{start} {code}\n\n```\n{code}\n```\n");
            let language = if *n == 1 { Language::En } else { Language::Fr };
            for library in [&mut published, &mut committed] {
                library.add(*n, language, title, &text);
            }
            if *then > 0 {
                published.publish();
            }
        }
        published.publish();
        committed.commit();
        for is_durable in [false, true] {
            if is_durable {
                published.writer.settle().unwrap();
            }
            prop_assert_eq!(published.index.entries(), committed.index.entries());
            for (query, is_phrase) in &queries {
                let query = if *is_phrase { format!("\"{query}\"") } else { query.clone() };
                prop_assert_eq!(answer(&published, &query), answer(&committed, &query), "{}", query);
            }
        }
    }
}

#[test]
fn pages_of_equal_score_are_in_the_order_in_which_they_were_created() {
    let mut library = Library::new();
    for n in [5, 2, 9, 0, 7] {
        library.put(1, page_id(n), Language::En, "Page", "The same words.");
        library.publish();
    }
    let pages =
        |library: &Library| library.search(&[1], "same words").pages.iter().map(|it| it.page).collect::<Vec<_>>();
    assert_eq!(pages(&library), [0, 2, 5, 7, 9].map(page_id));
    library.writer.settle().unwrap();
    assert_eq!(pages(&library), [0, 2, 5, 7, 9].map(page_id));
}

#[test]
fn words_that_are_gone_hide_no_others() {
    let mut library = Library::new();
    library.put(1, page_id(0), Language::En, "Kept", "A configurator.");
    library.publish();
    for n in 0..40 {
        let words: Vec<_> = ('a'..='e').map(|letter| format!("confi{letter}{n}")).collect();
        library.put(1, page_id(1), Language::En, "Changing", &words.join(" "));
        library.publish();
        assert_eq!(library.search(&[1], "confi").total, 2, "after {n} changes");
    }
}

#[test]
fn a_state_is_no_state_of_before_even_if_the_index_was_opened_again() {
    let mut library = Library::new();
    let mut seen = std::collections::BTreeSet::new();
    for n in 0..3 {
        library.put(1, page_id(n), Language::En, "Page", &format!("Turn q{n}q."));
        library.publish();
        assert!(seen.insert(library.index.state()));
        library.reopen();
        assert!(seen.insert(library.index.state()));
    }
}

#[test]
fn many_publications_become_one_state() {
    let mut library = Library::new();
    let state = |library: &Library| library.index.state();
    for n in 0..200 {
        let before = state(&library);
        library.put(1, page_id(n % 7), Language::En, &format!("Page {n}"), &format!("Turn q{n}q of words."));
        assert_eq!(state(&library), before, "nothing changes before it is published");
        library.publish();
        assert_ne!(state(&library), before);
        assert_eq!(library.search(&[1], "words").total, (n + 1).min(7));
        assert_eq!(library.search(&[1], &format!("\"q{n}q\"")).total, 1);
        if let Some(gone) = n.checked_sub(7) {
            assert_eq!(library.search(&[1], &format!("\"q{gone}q\"")).total, 0);
        }
    }
}

#[test]
fn a_large_change_is_published_as_well() {
    let mut library = Library::new();
    let text = "A rather long text with words of many kinds. ".repeat(100);
    for n in 0..1_200 {
        library.put(1, page_id(n), Language::En, &format!("Page {n}"), &format!("{text} q{n}q"));
    }
    library.publish();
    assert_eq!(library.index.search(&Query::parse("rather"), &scope(&[1]), ALL).unwrap().total, 1_200);
    library.put(1, page_id(3), Language::En, "Other", "Short.");
    library.publish();
    assert_eq!(library.search(&[1], "rather").total, 1_199);
}

#[test]
fn what_was_not_committed_is_gone_after_a_restart() {
    let mut library = Library::new();
    library.add(1, Language::En, "First", "Kept.");
    library.writer.mark(space(1), "one");
    library.commit();
    library.add(1, Language::En, "Second", "Lost.");
    library.writer.mark(space(1), "two");
    library.writer.mark(space(2), "other");
    library.publish();
    assert_eq!(library.find("\"lost\""), ["Second"]);
    assert_eq!([1, 2].map(|n| library.index.mark(space(n)).unwrap()), [Some("two".into()), Some("other".into())]);
    assert!(library.index.has_space(space(2)));
    assert_eq!(library.index.position().as_deref(), Some("there"));
    library.reopen();
    assert!(library.find("\"lost\"").is_empty());
    assert_eq!([1, 2].map(|n| library.index.mark(space(n)).unwrap()), [Some("one".into()), None]);
    assert_eq!(library.index.position().as_deref(), Some("here"));
}

#[test]
fn what_was_published_is_kept_when_it_is_settled() {
    let mut library = Library::new();
    library.add(1, Language::En, "First", "Kept.");
    library.publish();
    library.writer.mark(space(1), "one");
    library.publish();
    library.writer.settle().unwrap();
    library.reopen();
    assert_eq!(library.find("\"kept\""), ["First"]);
    assert_eq!(library.index.mark(space(1)).unwrap().as_deref(), Some("one"));
    assert_eq!(library.index.position().as_deref(), Some("there"));
}

#[test]
fn what_is_rolled_back_was_not_published() {
    let mut library = Library::new();
    let page = library.add(1, Language::En, "First", "Kept.");
    library.publish();
    library.put(1, page, Language::En, "First", "Dropped.");
    library.writer.remove_space(space(1));
    library.writer.rollback().unwrap();
    for is_durable in [false, true] {
        match is_durable {
            true => library.commit(),
            false => library.publish(),
        }
        assert_eq!(library.find("\"kept\""), ["First"]);
        assert!(library.find("\"dropped\"").is_empty());
    }
    library.writer.remove_page(space(1), page);
    library.publish();
    assert!(library.find("\"kept\"").is_empty());
    library.put(1, page, Language::En, "First", "Kept.");
    library.publish();
    assert_eq!(library.find("\"kept\""), ["First"]);
}
