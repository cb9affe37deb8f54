//! Many conflicts in one text.

use super::*;

/// The most conflicts that a text has.
const MOST: usize = 500;

fn file(word: impl Fn(usize) -> String) -> String {
    (0..3_000).fold("# A\n".to_owned(), |text, n| text + &format!("\nParagraph {n} is {} here.\n", word(n)))
}

/// Returns a merge in which every paragraph is in conflict, and the content of main.
fn merged() -> (Store, Map, Map) {
    let fork = Fork::new(|it| it.page(1, None, "V", &file(|_| "old".to_owned())));
    let fork = fork.main(|it| it.write(1, &file(|n| format!("main{n}"))));
    let mut fork = fork.change(|it| it.write(1, &file(|n| format!("change{n}"))));
    let Fork { base, main, change, .. } = fork;
    let merged = commit(&mut fork.store, |draft| merge(base, main, change, draft, 9)).unwrap();
    assert!((1..=MOST).contains(&merged.conflicts), "{}", merged.conflicts);
    (fork.store, main, merged.map)
}

#[test]
fn neighbouring_conflicts_are_joined_and_lose_nothing() {
    let (store, main, map) = merged();
    let outcome = Outcome { store, main, map };
    let (mut from_main, mut from_change) = (String::new(), String::new());
    for (_, conflict) in outcome.conflicts() {
        if let (ConflictSide::Text(main), ConflictSide::Text(change)) = (conflict.main, conflict.change) {
            from_main += &main;
            from_change += &change;
        }
    }
    for n in 0..3_000 {
        assert!(from_main.contains(&format!("main{n} ")) && from_change.contains(&format!("change{n} ")), "{n}");
    }
}

/// Each open conflict is compared with each new one about the same text: neither may walk over the text again.
#[test]
fn many_open_conflicts_are_renewed() {
    let (store, main, map) = merged();
    let fork = Fork { store, base: main, main, change: map };
    let mut fork = fork.main(|it| it.write(1, &file(|n| format!("later{n}"))));
    let Fork { base, main, change, .. } = fork;
    let merged = commit(&mut fork.store, |draft| merge(base, main, change, draft, 9)).unwrap();
    assert!((1..=MOST).contains(&merged.conflicts), "{}", merged.conflicts);
    let outcome = Outcome { store: fork.store, main, map: merged.map };
    let mains = outcome.conflicts().into_iter().map(|(_, conflict)| match conflict.main {
        ConflictSide::Text(text) => text,
        _ => String::new(),
    });
    let shown: String = mains.collect();
    for n in 0..3_000 {
        assert!(shown.contains(&format!("later{n} ")), "{n}");
    }
}
