//! The page tree after a merge.

use super::*;

/// Three pages at the root: a, b, c.
fn three() -> Fork {
    Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
        it.page(3, None, "D", "# C\n");
    })
}

fn check_whole(conflict: &Conflict, n: u128) {
    assert_eq!((conflict.subject.as_ref(), &conflict.place), (Some(&EntryKey::Page(page_id(n))), &Place::Whole));
}

#[test]
fn deleted_by_one_and_edited_by_the_other() {
    let edit = |it: &mut Edit<'_>| it.write(1, "# A\n\nMore\n");
    let merged = three().main(|it| it.delete(1)).change(edit).merged(1);
    assert_eq!(merged.text(1), "# A\n\nMore\n");
    let conflict = merged.conflict();
    check_whole(&conflict, 1);
    assert_eq!(conflict.main, ConflictSide::Absent);
    assert!(matches!(conflict.change, ConflictSide::Record(Record::Page(_))));
    let merged = three().main(edit).change(|it| it.delete(1)).merged(1);
    assert_eq!(merged.text(1), "# A\n\nMore\n");
    assert_eq!(merged.conflict().change, ConflictSide::Absent);
}

#[test]
fn deleted_by_both() {
    let merged = three().main(|it| it.delete(1)).change(|it| it.delete(1)).merged(0);
    assert_eq!(merged.paths(), ["b", "c"]);
}

#[test]
fn deleted_by_one_and_moved_by_the_other() {
    let merged = three().main(|it| it.delete(1)).change(|it| it.move_to(1, Some(2), "V")).merged(1);
    assert_eq!(merged.paths(), ["b", "b/a", "c"]);
    check_whole(&merged.conflict(), 1);
}

#[test]
fn a_page_under_which_the_other_side_put_something_stays() {
    let add = |it: &mut Edit<'_>| it.page(4, Some(1), "V", "# New\n");
    let put = |it: &mut Edit<'_>| it.move_to(3, Some(1), "V");
    let delete = |it: &mut Edit<'_>| it.delete(1);
    let forks = [three().main(add).change(delete), three().main(delete).change(add)];
    let moved = [three().main(put).change(delete), three().main(delete).change(put)];
    for fork in forks.into_iter().chain(moved) {
        let merged = fork.merged(1);
        check_whole(&merged.conflict(), 1);
        assert!(merged.paths().iter().any(|path| path == "a/new" || path == "a/c"), "{:?}", merged.paths());
    }
}

#[test]
fn all_pages_above_an_edit_stay() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, Some(1), "C", "# B\n");
        it.page(3, Some(2), "D", "# C\n");
    });
    let fork = fork.main(|it| [1, 2, 3].into_iter().for_each(|n| it.delete(n)));
    let mut merged = fork.change(|it| it.write(3, "# C\n\nMore\n")).merged(3);
    assert_eq!(merged.paths(), ["a", "a/b", "a/b/c"]);
    // Whoever decides in whatever order: nothing is lost that nobody gave up.
    for (id, conflict) in merged.conflicts() {
        let keep = conflict.subject == Some(EntryKey::Page(page_id(3)));
        merged.try_resolve(id, if keep { &Resolution::Ours } else { &Resolution::Theirs }).unwrap();
    }
    assert_eq!(merged.paths(), ["c"]);
    assert!(merged.conflicts().is_empty());
}

#[test]
fn moved_below_one_page_by_both() {
    let fork = three().main(|it| it.move_to(1, Some(2), "B")).change(|it| it.move_to(1, Some(2), "V"));
    let merged = fork.merged(0);
    assert_eq!(merged.paths(), ["b", "b/a", "c"]);
    assert_eq!(merged.page(1).order, "V");
    // Another order below the parent that it had is a choice.
    let fork = three().main(|it| it.move_to(1, None, "CV")).change(|it| it.move_to(1, None, "V"));
    assert_eq!(fork.merged(1).conflict().place, Place::Tree);
}

#[test]
fn moved_by_one_and_renamed_by_the_other_to_the_path_of_a_third() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, Some(1), "C", "# B\n");
        it.page(3, None, "D", "# C\n");
    });
    let rename = |it: &mut Edit<'_>| it.edit(2, |page| page.slug = "c".to_owned());
    let fork = fork.main(rename).change(|it| it.move_to(2, None, "V"));
    assert_eq!(fork.merged(0).paths(), ["a", "c", "c-1"]);
}

#[test]
fn both_add_a_page_at_one_place() {
    let fork = three().main(|it| it.page(4, None, "E", "# Main\n"));
    let merged = fork.change(|it| it.page(5, None, "E", "# Change\n")).merged(0);
    assert_eq!(merged.paths(), ["a", "b", "c", "main", "change"]);
}

#[test]
fn both_add_a_page_of_one_name() {
    let fork = three().main(|it| it.page(5, None, "E", "# New\n"));
    let merged = fork.change(|it| it.page(4, None, "E", "# New\n")).merged(0);
    assert_eq!(merged.page(5).slug, "new");
    assert_eq!(merged.page(4).slug, "new-1");
}

#[test]
fn a_slug_that_a_move_brings_gets_a_number() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, Some(1), "B", "# X\n");
        it.page(3, Some(1), "C", "# X 1\n");
        it.page(4, None, "C", "# Y\n");
    });
    let fork = fork.main(|it| it.edit(4, |page| page.slug = "x".to_owned()));
    let merged = fork.change(|it| it.move_to(2, None, "D")).merged(0);
    assert_eq!(merged.paths(), ["a", "a/x-1", "x", "x-1"]);
    assert_eq!((merged.page(4).slug.as_str(), merged.page(2).slug.as_str()), ("x", "x-1"));
}

#[test]
fn two_moves_of_a_page_are_a_conflict() {
    let fork = three().main(|it| it.move_to(3, Some(1), "V"));
    let mut merged = fork.change(|it| it.move_to(3, Some(2), "V")).merged(1);
    assert_eq!(merged.conflict().place, Place::Tree);
    assert_eq!(merged.paths(), ["a", "b", "b/c"]);
    merged.resolve(&Resolution::Theirs);
    assert_eq!(merged.paths(), ["a", "a/c", "b"]);
}

#[test]
fn the_same_move_is_no_conflict() {
    let edit = |it: &mut Edit<'_>| it.move_to(3, Some(1), "V");
    let merged = three().main(edit).change(|it| {
        edit(it);
        it.write(1, "# A\n\nMore\n");
    });
    assert_eq!(merged.merged(0).paths(), ["a", "a/c", "b"]);
}

#[test]
fn two_moves_that_make_a_circle() {
    let circle = || three().main(|it| it.move_to(1, Some(2), "V")).change(|it| it.move_to(2, Some(1), "V"));
    let mut merged = circle().merged(1);
    assert_eq!(merged.paths(), ["b", "b/a", "c"]);
    assert_eq!(merged.conflict().place, Place::Tree);
    merged.resolve(&Resolution::Ours);
    assert_eq!(merged.paths(), ["a", "a/b", "c"]);
    let mut merged = circle().merged(1);
    merged.resolve(&Resolution::Theirs);
    assert_eq!(merged.paths(), ["b", "b/a", "c"]);
}

#[test]
fn a_longer_circle_through_a_new_page() {
    let fork = three().main(|it| it.move_to(1, Some(3), "V")).change(|it| {
        it.page(4, Some(1), "V", "# New\n");
        it.move_to(3, Some(4), "V");
    });
    let merged = fork.merged(1);
    assert_eq!(merged.paths(), ["b", "c", "c/a", "c/a/new"]);
}

#[test]
fn a_move_that_would_make_a_circle_brings_the_other_page_along() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
        it.page(4, None, "E", "# D\n");
        it.page(3, Some(4), "D", "# C\n");
    });
    let fork = fork.main(|it| {
        it.move_to(1, Some(3), "V");
        it.move_to(3, Some(2), "V");
    });
    let mut merged = fork
        .change(|it| {
            it.move_to(3, None, "D");
            it.move_to(2, Some(1), "V");
        })
        .merged(1);
    assert_eq!(merged.paths(), ["c", "c/a", "c/a/b", "d"]);
    merged.resolve(&Resolution::Theirs);
    assert_eq!(merged.paths(), ["b", "b/c", "b/c/a", "d"]);
}

#[test]
fn a_page_that_a_decision_moved_up_can_still_be_moved() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
        it.page(3, Some(2), "V", "# C\n");
    });
    let fork = fork.main(|it| it.move_to(1, Some(3), "V")).change(|it| {
        it.delete(3);
        it.move_to(2, Some(1), "V");
    });
    let mut merged = fork.merged(2);
    for place in [Place::Whole, Place::Tree] {
        let (id, _) = merged.conflicts().into_iter().find(|(_, conflict)| conflict.place == place).unwrap();
        merged.try_resolve(id, &Resolution::Ours).unwrap();
    }
    assert_eq!(merged.paths(), ["a", "a/b"]);
}
