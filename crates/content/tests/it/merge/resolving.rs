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
    let mut merged = Outcome { store, main: main_then, map: before };
    merged.try_resolve(id, &Resolution::Ours).unwrap();
    let after = merged.map;
    let Outcome { mut store, .. } = merged;
    let mut main_now = main_then;
    let text = "# A\n\nIntro\n\nMain words, more of them\n\nEnd\n";
    Edit { store: &mut store, map: &mut main_now }.write(1, text);
    let updated = commit(&mut store, |draft| merge(main_then, main_now, after, draft, 9)).unwrap();
    let decided = Decided { before, after, main_then, main_now };
    let map = commit(&mut store, |draft| take_back(updated.map, &decided, id, draft, 11)).unwrap().unwrap();
    let sides: Vec<_> = Outcome { store, main: main_now, map }.conflicts().into_iter().map(|(_, it)| it.main).collect();
    assert_eq!(sides, [ConflictSide::Text("Main words, more of them\n".to_owned())]);
}

/// Main's side is all of main's page, and the decision is about all conflicts of the page at once.
#[test]
fn after_the_page_was_deleted() {
    let base = "---\ndescription: Old\n---\n# A\n\nIntro\n\nOld words\n\nEnd\n";
    let side = |word: &str| base.replace("Old", word);
    for (how, left) in [(Resolution::Ours, &[][..]), (Resolution::Theirs, &["a"])] {
        let fork = Fork::new(|it| it.page(1, None, "V", base)).main(|it| it.write(1, &(side("Main") + "\nMore\n")));
        let mut merged = fork.change(|it| it.write(1, &side("Change"))).merged(2);
        merged.edit(|it| it.delete(1));
        let conflict = merged.conflicts().remove(1).1;
        assert_eq!((conflict.place, conflict.change), (Place::Whole, ConflictSide::Absent));
        assert_eq!(conflict.choices, [Choice::Ours, Choice::Theirs]);
        for how in [Resolution::Both, Resolution::Body("x".to_owned())] {
            let (id, _) = merged.conflicts().remove(0);
            assert!(matches!(merged.try_resolve(id, &how), Err(ResolveError::Deleted)));
        }
        merged.resolve(&how);
        assert_eq!(merged.paths(), left);
        assert!(merged.conflicts().is_empty());
        if !left.is_empty() {
            assert_eq!(merged.text(1), side("Main") + "\nMore\n");
        }
    }
}

#[test]
fn after_the_entry_of_a_field_was_deleted() {
    for (how, left) in [(Resolution::Ours, None), (Resolution::Theirs, Some(2.0))] {
        let fork = Fork::new(|it| it.variable("a", Some(1.0))).main(|it| it.variable("a", Some(2.0)));
        let mut merged = fork.change(|it| it.variable("a", Some(3.0))).merged(1);
        merged.edit(|it| it.variable("a", None));
        assert_eq!(merged.conflict().place, Place::Whole);
        merged.resolve(&how);
        let there =
            merged.get(&EntryKey::Variable("a".to_owned())).map(|value| VariableRecord::decode(&value).unwrap());
        assert_eq!(there, left.map(|value| VariableRecord(Variable::Number(value), Origin::Written)));
    }
}

/// A page that main moved is back in main's place, or below the next page above it that is there.
#[test]
fn after_a_page_in_a_conflict_about_places_was_deleted() {
    for (deleted, expected) in [(&[1][..], &["b", "b/a", "c"][..]), (&[1, 2], &["c", "a"])] {
        let fork = Fork::new(|it| {
            it.page(1, None, "Z", "# A\n");
            it.page(2, None, "B", "# B\n");
            it.page(3, None, "C", "# C\n");
        });
        let fork = fork.main(|it| it.move_to(1, Some(2), "V"));
        let mut merged = fork.change(|it| it.move_to(1, Some(3), "V")).merged(1);
        merged.edit(|it| deleted.iter().for_each(|page| it.delete(*page)));
        merged.resolve(&Resolution::Theirs);
        let mut paths = merged.paths();
        paths.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(paths, expected);
        assert!(merged.conflicts().is_empty());
    }
}

/// Two saves that conflict in a change request, which main was at the base of.
fn saves(file: impl Fn(&str) -> String) -> Fork {
    let fork = Fork::new(|it| it.page(1, None, "V", &file("Old")));
    let Fork { mut store, base, main: current, change } =
        fork.main(|it| it.write(1, &file("One"))).change(|it| it.write(1, &file("Two")));
    let saved = commit(&mut store, |draft| merge_edit(base, current, change, draft, 9)).unwrap();
    assert_eq!(saved.1.len(), 1);
    Fork { store, base, main: base, change: saved.0 }
}

/// What was saved in a change request is shown until that is decided, whatever main does with the same place.
#[test]
fn a_conflict_of_saves_outlives_main() {
    let body = |word: &str| format!("# A\n\nIntro\n\n{word} version of it\n\nEnd\n");
    let front = |word: &str| format!("---\ndescription: {word}\n---\n# A\n");
    let shows = |outcome: &Outcome, word: &str| {
        let side = |side: &ConflictSide| matches!(side, ConflictSide::Text(text) if text.contains(word));
        outcome.conflicts().iter().any(|(_, conflict)| side(&conflict.main))
    };
    for file in [&body as &dyn Fn(&str) -> String, &front] {
        let merged = saves(file).main(|it| it.write(1, &file("Main"))).merged(2);
        assert!(shows(&merged, "One") && shows(&merged, "Main"));
        // Main has what was saved: one conflict has both.
        let mut merged = saves(file).main(|it| it.write(1, &file("One"))).merged(1);
        assert!(shows(&merged, "One") && merged.text(1) == file("Two"));
        merged.resolve(&Resolution::Theirs);
        assert_eq!(merged.text(1), file("One"));
    }
    let gone = body("x").replace("x version of it\n\n", "");
    let merged = saves(body).main(|it| it.write(1, &gone)).merged(2);
    assert!(shows(&merged, "One"));
    let merged = saves(body).main(|it| it.delete(1)).merged(2);
    assert!(shows(&merged, "One"));
    // The page is gone: what was saved can't be put back alone.
    let mut merged = saves(body).main(|it| it.page(2, None, "W", "# B\n")).merged(1);
    merged.edit(|it| it.delete(1));
    assert_eq!(merged.conflict().choices, [Choice::Ours]);
    let (id, _) = merged.conflicts().remove(0);
    assert!(matches!(merged.try_resolve(id, &Resolution::Theirs), Err(ResolveError::Deleted)));
    merged.resolve(&Resolution::Ours);
    assert!(merged.conflicts().is_empty());
}

#[test]
fn a_conflict_of_saves_about_a_field_outlives_main() {
    let fork = Fork::new(|it| it.variable("a", Some(1.0)));
    let Fork { mut store, base, main: current, change } =
        fork.main(|it| it.variable("a", Some(2.0))).change(|it| it.variable("a", Some(3.0)));
    let (change, _) = commit(&mut store, |draft| merge_edit(base, current, change, draft, 9)).unwrap();
    for (main, expected) in [(4.0, 2), (2.0, 1)] {
        let fork = Fork { store: store.clone(), base, main: base, change };
        fork.main(|it| it.variable("a", Some(main))).merged(expected);
    }
}

/// A new text stands apart from the text around it, as what it replaces did.
#[test]
fn new_texts_do_not_run_into_others() {
    let own = |text: &str| Resolution::Body(text.to_owned());
    let check = |[base, main, change, later]: [&str; 4], how: &Resolution, expected: &str| {
        let fork = Fork::new(|it| it.page(1, None, "V", base));
        let fork = fork.main(|it| it.write(1, main)).change(|it| it.write(1, change));
        let mut merged = fork.merged(1);
        if !later.is_empty() {
            merged.edit(|it| it.write(1, later));
        }
        merged.resolve(how);
        assert_eq!(merged.text(1), expected, "{how:?}");
    };
    for before in ["> A quote.", "- item one", "Words."] {
        let [base, main, change] = ["Para old words.", "", "Para NEW words."].map(|para| {
            let para = if para.is_empty() { String::new() } else { format!("\n{para}\n") };
            format!("# A\n\nIntro.\n\n{before}\n{para}")
        });
        let expected = format!("# A\n\nIntro.\n\n{before}\n\nOwn words.\n");
        check([&base, &main, &change, ""], &own("Own words."), &expected);
        check([&base, &change, &main, ""], &own("Own words."), &expected);
        check([&base, &change, &main, ""], &own("\nPara NEW words.\n"), &change);
    }
    let file = |words: &str| format!("# A\n\nIntro.\n\n{words}\n\nEnd.\n");
    let texts = [&*file("Old version."), &file("Main version."), &file("Change version."), "# A\n\nIntro.\n\nEnd.\n"];
    check(texts, &Resolution::Theirs, texts[1]);
    check(texts, &Resolution::Both, texts[1]);
    check(texts, &own("Own version."), &file("Own version."));
    let items = |words: &str| file(&format!("- one\n- two {words}\n- three"));
    let texts = [&*items("old"), &items("main"), &items("change"), ""];
    check(texts, &own("Own words."), &file("- one\n\nOwn words.\n- three"));
    check(texts, &own("- two own"), &items("own"));
}

/// Decides a conflict by a document that is made of those that both sides are listed as.
fn by_document(files: [&str; 3], edit: impl Fn([Document; 2]) -> Document) -> String {
    let fork = Fork::new(|it| it.page(1, None, "V", files[0]));
    let mut merged = fork.main(|it| it.write(1, files[1])).change(|it| it.write(1, files[2])).merged(1);
    let conflict = merged.conflict();
    let sides = [conflict.change, conflict.main, conflict.base].map(|side| match side {
        ConflictSide::Text(text) => text,
        other => panic!("{other:?}"),
    });
    let document = edit([1, 0].map(|side| parse_excerpt(&sides[side], &Unresolved)));
    merged.resolve(&Resolution::Printed(print_excerpt(&document, &sides.each_ref().map(|it| &**it), &Unresolved)));
    merged.text(1)
}

fn replaced(document: &Document, from: &str, to: &str) -> Document {
    let json = serde_json::to_string(document).unwrap().replace(from, to);
    Document::from_json(serde_json::from_str(&json).unwrap()).unwrap()
}

#[test]
fn documents() {
    let title = |words: &str| format!("# {words} title\n\nText.\n");
    let items = |words: &str| format!("# A\n\n- one\n- two {words} here\n- three\n\nEnd.\n");
    let nested = |words: &str| format!("# A\n\n- one\n  - two {words} here\n  - three\n\nEnd.\n");
    let paragraph = |words: &str| format!("# A\n\n- one\n\n  {words} here\n- two\n\nEnd.\n");
    let quote = |words: &str| format!("# A\n\n> one\n> {words} here\n> two\n\nEnd.\n");
    let shapes: [&dyn Fn(&str) -> String; 5] = [&title, &items, &nested, &paragraph, &quote];
    for file in shapes {
        let files = [&*file("Old"), &file("Main"), &file("Change")];
        assert_eq!(by_document(files, |[main, _]| main), files[1]);
        assert_eq!(by_document(files, |[_, change]| change), files[2]);
        assert_eq!(by_document(files, |[main, _]| replaced(&main, "Main", "Own")), file("Own"));
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
    let Outcome { mut store, map, .. } = conflict();
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
    let Outcome { mut store, map, .. } =
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
    let Outcome { mut store, map, .. } =
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
