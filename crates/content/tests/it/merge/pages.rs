//! Pages that both sides changed.

use super::*;

fn one(file: &str) -> Fork {
    Fork::new(|it| it.page(1, None, "V", file))
}

#[test]
fn different_words_of_a_paragraph_are_merged() {
    let fork = one("# A\n\nThe quick brown fox jumps.\n");
    let fork = fork.main(|it| it.write(1, "# A\n\nThe slow brown fox jumps.\n"));
    let merged = fork.change(|it| it.write(1, "# A\n\nThe quick brown fox sleeps.\n")).merged(0);
    assert_eq!(merged.text(1), "# A\n\nThe slow brown fox sleeps.\n");
    assert_eq!(merged.page(1).updated_at, 9);
}

#[test]
fn the_same_words_are_in_conflict() {
    let fork = one("# A\n\nThe quick fox.\n\nEnd.\n");
    let fork = fork.main(|it| it.write(1, "# A\n\nThe slow fox.\n\nEnd.\n"));
    let merged = fork.change(|it| it.write(1, "# A\n\nThe fast fox.\n\nEnd.\n")).merged(1);
    merged.check_text(1, ["The quick fox.\n", "The slow fox.\n", "The fast fox.\n"]);
    assert_eq!(merged.text(1), "# A\n\nThe fast fox.\n\nEnd.\n");
}

#[test]
fn an_edit_follows_a_move() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n\nText\n");
    });
    let merged = fork.main(|it| it.move_to(2, Some(1), "V")).change(|it| it.write(2, "# B\n\nOther\n")).merged(0);
    assert_eq!(merged.paths(), ["a", "a/b"]);
    assert_eq!(merged.text(2), "# B\n\nOther\n");
}

#[test]
fn a_rename_and_a_move_are_merged() {
    let fork = Fork::new(|it| {
        it.page(1, None, "B", "# A\n");
        it.page(2, None, "C", "# B\n");
    });
    let fork = fork.main(|it| it.edit(2, |page| page.slug = "new".to_owned()));
    let merged = fork.change(|it| it.move_to(2, Some(1), "V")).merged(0);
    assert_eq!(merged.paths(), ["a", "a/new"]);
}

#[test]
fn titles_come_from_the_merged_file() {
    let fork = one("---\nicon: a\n---\n# Old\n\nText\n");
    let fork = fork.main(|it| it.write(1, "---\nicon: b\n---\n# Old\n\nText\n"));
    let fork = fork.change(|it| it.write(1, "---\nicon: a\ndescription: What it is\n---\n# New\n\nText\n"));
    let merged = fork.merged(0);
    assert_eq!(merged.text(1), "---\nicon: b\ndescription: What it is\n---\n# New\n\nText\n");
    let page = merged.page(1);
    assert_eq!((page.title.as_str(), page.icon.as_deref()), ("New", Some("b")));
    assert_eq!(page.description.as_deref(), Some("What it is"));
}

#[test]
fn two_titles_are_one_conflict() {
    let fork = one("# Old\n\nText\n");
    let fork = fork.main(|it| {
        it.write(1, "# Main\n\nText\n");
        it.edit(1, |page| page.slug = "main".to_owned());
    });
    let merged = fork.change(|it| {
        it.write(1, "# Change\n\nText\n");
        it.edit(1, |page| page.slug = "change".to_owned());
    });
    let merged = merged.merged(1);
    merged.check_text(1, ["# Old\n", "# Main\n", "# Change\n"]);
    let page = merged.page(1);
    assert_eq!((page.title.as_str(), page.slug.as_str()), ("Change", "change"));
}

#[test]
fn front_matter_from_nothing() {
    let fork = one("# A\n");
    let fork = fork.main(|it| it.write(1, "---\nicon: a\n---\n# A\n"));
    let merged = fork.change(|it| it.write(1, "---\ndescription: b\n---\n# A\n")).merged(0);
    assert_eq!(merged.text(1), "---\nicon: a\ndescription: b\n---\n# A\n");
    let page = merged.page(1);
    assert_eq!((page.icon.as_deref(), page.description.as_deref()), (Some("a"), Some("b")));
}

#[test]
fn the_same_field_twice_is_a_conflict() {
    let base = "---\ntitle: A\nhidden: true\n---\nText\n";
    let fork = one(base).main(|it| it.write(1, "---\nicon: a\ntitle: A\nhidden: true\n---\nText\n"));
    let merged = fork.change(|it| it.write(1, "---\ntitle: A\nhidden: true\nicon: b\n---\nText\n")).merged(1);
    assert_eq!(merged.page(1).icon.as_deref(), Some("b"));
    let yaml = "title: A\nhidden: true\n";
    let (main, change) = (["icon: a\n", yaml].concat(), [yaml, "icon: b\n"].concat());
    merged.check_text(1, [yaml, &main, &change]);
}

#[test]
fn fields_without_a_file_are_merged_one_by_one() {
    let group = PageRecord { kind: PageKind::Group, ..document(&mut Store::new(), None, "V", "# A\n") };
    let fork = Fork::new(|it| it.put_page(1, &group));
    let fork = fork.main(|it| it.edit(1, |page| (page.hidden, page.icon) = (true, Some("main".to_owned()))));
    let fork = fork.change(|it| {
        it.edit(1, |page| {
            page.title = "B".to_owned();
            page.icon = Some("change".to_owned());
            page.variables.insert("v".to_owned(), Variable::Bool(true));
        });
    });
    let merged = fork.merged(1);
    merged.check_field(&EntryKey::Page(page_id(1)), Field::Icon);
    let page = merged.page(1);
    assert_eq!((page.hidden, page.title.as_str(), page.icon.as_deref()), (true, "B", Some("change")));
    assert!(page.variables.contains_key("v"));
}

#[test]
fn a_link_with_two_addresses_is_a_conflict() {
    let link = |href: &str| PageKind::Link { href: href.to_owned() };
    let page = PageRecord { kind: link("a"), ..document(&mut Store::new(), None, "V", "# A\n") };
    let fork = Fork::new(|it| it.put_page(1, &page));
    let fork = fork.main(|it| it.edit(1, |page| page.kind = link("b")));
    let merged = fork.change(|it| it.edit(1, |page| page.kind = link("c"))).merged(1);
    merged.check_field(&EntryKey::Page(page_id(1)), Field::Kind);
    assert_eq!(merged.page(1).kind, link("c"));
}

#[test]
fn what_is_not_text_is_a_conflict_as_a_whole() {
    let binary = |it: &mut Edit<'_>, bytes: &[u8]| {
        let source = commit(it.store, |draft| draft.put(bytes));
        it.edit(1, |page| page.kind = PageKind::Document { source, size: bytes.len() as u32, body_at: 0 });
    };
    let fork = one("Text\n").main(|it| binary(it, b"Text \xff\n")).change(|it| binary(it, b"Text\xfe\n"));
    let mut merged = fork.merged(1);
    assert_eq!(merged.conflict().place, Place::Text(Some(0..6)));
    merged.resolve(&Resolution::Theirs);
    let PageKind::Document { source, .. } = merged.page(1).kind else { panic!() };
    assert_eq!(source, Hash::of(b"Text \xff\n"));
}

#[test]
fn the_time_of_a_change_is_no_edit() {
    let fork = one("# A\n").main(|it| it.delete(1)).change(|it| it.edit(1, |page| page.updated_at = 5));
    assert!(fork.merged(0).paths().is_empty());
    let fork = one("# A\n").main(|it| it.edit(1, |page| page.updated_at = 4));
    fork.change(|it| it.edit(1, |page| page.updated_at = 5)).merged(0);
}
