//! Deciding conflicts.

use quire_content::merge::{Decided, take_back};

use super::*;

fn conflict() -> Outcome {
    let fork = Fork::new(|it| it.page(1, None, "V", "# A\n\nIntro\n\nOld words\n\nEnd\n"));
    let fork = fork.main(|it| it.write(1, "# A\n\nIntro\n\nMain words\n\nEnd\n"));
    fork.change(|it| it.write(1, "# A\n\nIntro\n\nChange words\n\nEnd\n")).merged(1)
}

fn check(how: &Resolution, expected: &str) {
    let mut merged = conflict();
    merged.resolve(how);
    assert_eq!(merged.text(1), ["# A\n\nIntro\n\n", expected, "\nEnd\n"].concat());
    assert!(merged.conflicts().is_empty());
}

#[test]
fn a_text() {
    check(&Resolution::Ours, "Change words\n");
    check(&Resolution::Theirs, "Main words\n");
    check(&Resolution::Both, "Main words\n\nChange words\n");
    check(&Resolution::Body("Other\n".to_owned()), "Other\n");
    check(&Resolution::Body(String::new()), "");
}

#[test]
fn after_the_page_was_edited() {
    let mut merged = conflict();
    merged.edit(|it| it.write(1, "# New\n\nLonger\nintro\n\nChange words, better\n\nEnd\n"));
    let Place::Text(Some(range)) = merged.conflict().place else { panic!() };
    assert_eq!(&merged.text(1)[range], "Change words, better\n");
    assert_eq!(merged.conflict().change, ConflictSide::Text("Change words, better\n".to_owned()));
    merged.resolve(&Resolution::Theirs);
    assert_eq!(merged.text(1), "# New\n\nLonger\nintro\n\nMain words\n\nEnd\n");
    assert_eq!(merged.page(1).title, "New");
    let mut merged = conflict();
    merged.edit(|it| it.write(1, "# A\n\nIntro\n\nChange words, better\n\nEnd\n"));
    merged.resolve(&Resolution::Ours);
    assert_eq!(merged.text(1), "# A\n\nIntro\n\nChange words, better\n\nEnd\n");
}

/// A paragraph that was deleted by hand takes its blank line along, which the decision brings back.
#[test]
fn after_its_paragraph_was_deleted() {
    let file = |words: &str| format!("# A\n\nIntro\n\n{words}End\n");
    for (how, words) in [
        (Resolution::Ours, ""),
        (Resolution::Theirs, "Main words\n\n"),
        (Resolution::Both, "Main words\n\n"),
        (Resolution::Body("Other".to_owned()), "Other\n\n"),
        (Resolution::Printed("Other".to_owned()), "Other\n\n"),
        (Resolution::Body(String::new()), ""),
    ] {
        let mut merged = conflict();
        merged.edit(|it| it.write(1, &file("")));
        merged.resolve(&how);
        assert_eq!(merged.text(1), file(words), "{how:?}");
        let mut merged = conflict();
        merged.edit(|it| it.write(1, "# A\n\nIntro\nEnd\n"));
        merged.resolve(&how);
        let expected = if words.is_empty() { "# A\n\nIntro\nEnd\n".to_owned() } else { file(words) };
        assert_eq!(merged.text(1), expected, "{how:?}");
    }
    let file = |words: &str| format!("# A\r\n\r\nIntro\r\n\r\n{words}End\r\n");
    let fork = Fork::new(|it| it.page(1, None, "V", &file("Old words\r\n\r\n")));
    let fork = fork.main(|it| it.write(1, &file("Main words\r\n\r\n")));
    let mut merged = fork.change(|it| it.write(1, &file("Change words\r\n\r\n"))).merged(1);
    merged.edit(|it| it.write(1, &file("")));
    merged.resolve(&Resolution::Body("Other".to_owned()));
    assert_eq!(merged.text(1), file("Other\r\n\r\n"));
}

#[test]
fn a_conflict_says_where_it_is() {
    let text =
        "---\nicon: x\n---\n# A\n\n{% tabs %}\n{% tab title=\"x\" %}\n## The *second* one ##\n\nIntro\n\nOld words\n\n";
    let file = |words: &str| text.replace("Old words\n\n", words) + "{% endtab %}\n{% endtabs %}\n\n# Next\n";
    let fork = Fork::new(|it| it.page(1, None, "V", &file("Old words\n\n")));
    let fork = fork.main(|it| it.write(1, &file("Main words\n\n")));
    let merged = fork.change(|it| it.write(1, &file(""))).merged(1);
    let conflict = merged.conflict();
    let around = conflict.surroundings.unwrap();
    assert_eq!((around.heading.as_deref(), around.line), (Some("The second one"), Some(9)));
    assert_eq!((around.before.as_deref(), around.after.as_deref()), (Some("Intro"), Some("{% endtab %}")));
    // Front matter has neither line nor heading.
    let icon = |icon: &str| format!("---\nicon: {icon}\n---\n# A\n");
    let fork = Fork::new(|it| it.page(1, None, "V", &icon("a")));
    let merged = fork.main(|it| it.write(1, &icon("b"))).change(|it| it.write(1, &icon("c"))).merged(1);
    let around = merged.conflict().surroundings.unwrap();
    assert_eq!((around.heading, around.line, around.before.as_deref()), (None, None, Some("---")));
}

/// The content after a decision, an edit elsewhere and taking the decision back, with what that returned.
fn taken_back(how: &Resolution, edit: &str) -> (Outcome, bool) {
    let mut merged = conflict();
    let (id, _) = merged.conflicts().remove(0);
    let before = merged.map;
    merged.resolve(how);
    let main = before;
    let decided = Decided { before, after: merged.map, main_then: main, main_now: main };
    let text = merged.text(1);
    merged.edit(|it| it.write(1, &text.replace("Intro", edit).replace("Other", "Another")));
    let current = merged.map;
    let map = commit(&mut merged.store, |draft| take_back(current, &decided, id, draft, 11)).unwrap();
    merged.map = map.unwrap_or(current);
    (merged, map.is_some())
}

#[test]
fn a_decision_is_taken_back_and_later_edits_stay() {
    for how in [Resolution::Ours, Resolution::Theirs, Resolution::Both, Resolution::Body(String::new())] {
        let (merged, is_back) = taken_back(&how, "Introduction");
        assert!(is_back, "{how:?}");
        assert_eq!(merged.text(1), "# A\n\nIntroduction\n\nChange words\n\nEnd\n", "{how:?}");
        merged.check_text(1, ["Old words\n", "Main words\n", "Change words\n"]);
    }
    // The text of the decision was changed.
    let (merged, is_back) = taken_back(&Resolution::Body("Other".to_owned()), "Introduction");
    assert!(!is_back);
    assert_eq!(merged.text(1), "# A\n\nIntroduction\n\nAnother\n\nEnd\n");
}

/// What main gained since the decision is in the version of main that is listed again.
#[test]
fn a_decision_that_is_taken_back_shows_what_main_has() {
    let (fork, id) = undecided();
    let (main_then, before) = (fork.main, fork.change);
    let Fork { store, .. } = fork;
    let mut merged = Outcome { store, map: before };
    merged.try_resolve(id, &Resolution::Ours).unwrap();
    let after = merged.map;
    let Outcome { mut store, .. } = merged;
    let mut main_now = main_then;
    let text = "# A\n\nIntro\n\nMain words, more of them\n\nEnd\n";
    Edit { store: &mut store, map: &mut main_now }.write(1, text);
    let updated = commit(&mut store, |draft| merge(main_then, main_now, after, draft, 9)).unwrap();
    let decided = Decided { before, after, main_then, main_now };
    let map = commit(&mut store, |draft| take_back(updated.map, &decided, id, draft, 11)).unwrap().unwrap();
    let sides: Vec<_> = Outcome { store, map }.conflicts().into_iter().map(|(_, it)| it.main).collect();
    assert_eq!(sides, [ConflictSide::Text("Main words, more of them\n".to_owned())]);
}

#[test]
fn after_the_page_was_deleted() {
    for how in [Resolution::Ours, Resolution::Theirs, Resolution::Both, Resolution::Body("x".to_owned())] {
        let mut merged = conflict();
        merged.edit(|it| it.delete(1));
        assert_eq!(merged.conflict().place, Place::Text(None));
        merged.resolve(&how);
        assert!(merged.paths().is_empty() && merged.conflicts().is_empty());
    }
}

#[test]
fn what_can_not_be() {
    let mut merged = conflict();
    let (id, _) = merged.conflicts().remove(0);
    merged.try_resolve(id, &Resolution::Ours).unwrap();
    assert!(matches!(merged.try_resolve(id, &Resolution::Ours), Err(ResolveError::Unknown)));
    let fork = Fork::new(|it| it.variable("a", Some(1.0)));
    let mut merged = fork.main(|it| it.variable("a", Some(2.0))).change(|it| it.variable("a", None)).merged(1);
    let (id, _) = merged.conflicts().remove(0);
    assert!(matches!(merged.try_resolve(id, &Resolution::Both), Err(ResolveError::NotAText)));
    let body = Resolution::Body("x".to_owned());
    assert!(matches!(merged.try_resolve(id, &body), Err(ResolveError::NotAText)));
}

#[test]
fn a_decision_that_would_make_a_circle() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
        it.page(3, None, "D", "# C\n");
    });
    let fork = fork.main(|it| it.move_to(1, Some(2), "V"));
    let mut merged = fork.change(|it| it.move_to(1, Some(3), "V")).merged(1);
    merged.edit(|it| it.move_to(2, Some(1), "V"));
    let (id, _) = merged.conflicts().remove(0);
    assert!(matches!(merged.try_resolve(id, &Resolution::Theirs), Err(ResolveError::Circle)));
    merged.try_resolve(id, &Resolution::Ours).unwrap();
    assert_eq!(merged.paths(), ["c", "c/a", "c/a/b"]);
}

#[test]
fn a_field() {
    let link = |href: &str| PageKind::Link { href: href.to_owned() };
    let page = PageRecord { kind: link("a"), ..document(&mut Store::new(), None, "V", "# A\n") };
    let fork = || {
        let fork = Fork::new(|it| it.put_page(1, &page)).main(|it| it.edit(1, |page| page.kind = link("b")));
        fork.change(|it| it.edit(1, |page| page.kind = link("c"))).merged(1)
    };
    for (how, left) in [(Resolution::Ours, link("c")), (Resolution::Theirs, link("b"))] {
        let mut merged = fork();
        merged.resolve(&how);
        assert_eq!(merged.page(1).kind, left);
    }
}

/// A change request with a conflict, and main as it was when that arose.
fn undecided() -> (Fork, ConflictId) {
    let Outcome { mut store, map } = conflict();
    let (id, _) = conflicts(&map, &store).unwrap().remove(0);
    let mut main = map;
    let mut edit = Edit { store: &mut store, map: &mut main };
    edit.set(&EntryKey::Conflict(id), None);
    edit.write(1, "# A\n\nIntro\n\nMain words\n\nEnd\n");
    (Fork { store, base: main, main, change: map }, id)
}

#[test]
fn conflicts_outlive_further_merges() {
    let (fork, id) = undecided();
    let merged = fork.main(|it| it.page(2, None, "W", "# B\n")).merged(1);
    assert_eq!(merged.conflicts()[0].0, id);
    assert_eq!(merged.paths(), ["a", "b"]);
    let (fork, id) = undecided();
    let merged = fork.main(|it| it.write(1, "# A\n\nIntro\n\nMain words\n\nThe end\n")).merged(1);
    assert_eq!(merged.conflicts()[0].0, id);
    merged.check_text(1, ["Old words\n", "Main words\n", "Change words\n"]);
}

#[test]
fn a_conflict_follows_main() {
    let (fork, id) = undecided();
    let merged = fork.main(|it| it.write(1, "# A\n\nMore\n\nIntro\n\nNew words\n\nEnd\n")).merged(1);
    assert_ne!(merged.conflicts()[0].0, id);
    merged.check_text(1, ["Old words\n", "New words\n", "Change words\n"]);
}

/// What main gains next to a conflict, while it is undecided, is in the version of main that the conflict shows.
#[test]
fn a_conflict_shows_what_main_gained() {
    let file = |words: &str| format!("# A\n\nIntro\n\n{words}\n\nEnd\n");
    let fork = Fork::new(|it| it.page(1, None, "V", &file("One two three four five six.")));
    let main = file("One two MAIN four five six.");
    let Outcome { mut store, map } =
        fork.main(|it| it.write(1, &main)).change(|it| it.write(1, &file("One two CHANGE four five six."))).merged(1);
    let (id, _) = conflicts(&map, &store).unwrap().remove(0);
    let mut base = map;
    let mut edit = Edit { store: &mut store, map: &mut base };
    edit.set(&EntryKey::Conflict(id), None);
    edit.write(1, &main);
    let again = |words: &str, expected: usize| {
        let fork = Fork { store: store.clone(), base, main: base, change: map };
        fork.main(|it| it.write(1, &file(words))).merged(expected)
    };
    let gained = "One two MAIN four five six. A sentence more.";
    let (renewed, conflict) = again(gained, 1).conflicts().remove(0);
    assert_ne!(renewed, id);
    assert_eq!(conflict.main, ConflictSide::Text(format!("{gained}\n")));
    for how in [Resolution::Theirs, Resolution::Ours, Resolution::Both] {
        let mut decided = again(gained, 1);
        decided.try_resolve(renewed, &how).unwrap();
        assert!(decided.text(1).contains("A sentence more."), "{how:?}: {}", decided.text(1));
    }
    // Main agrees now.
    again("One two CHANGE four five six.", 0);
}

#[test]
fn a_conflict_about_a_field_follows_main() {
    let fork = Fork::new(|it| it.variable("a", Some(1.0)));
    let Outcome { mut store, map } =
        fork.main(|it| it.variable("a", Some(2.0))).change(|it| it.variable("a", Some(3.0))).merged(1);
    let (id, _) = conflicts(&map, &store).unwrap().remove(0);
    let value = VariableRecord(Variable::Number(2.0), Origin::Written).encode();
    let key = EntryKey::Variable("a".to_owned()).to_bytes();
    let base = apply(&mut store, map, [(EntryKey::Conflict(id).to_bytes(), None), (key, Some(value))].into());
    let fork = Fork { store, base, main: base, change: map };
    let conflict = fork.main(|it| it.variable("a", Some(4.0))).merged(1).conflict();
    let value = |side: &ConflictSide| match side {
        ConflictSide::Record(Record::Variable(VariableRecord(Variable::Number(value), _))) => *value,
        other => panic!("{other:?}"),
    };
    assert_eq!([value(&conflict.base), value(&conflict.main), value(&conflict.change)], [1.0, 4.0, 3.0]);
}
