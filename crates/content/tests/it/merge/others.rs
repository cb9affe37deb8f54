//! Files, reusable contents, variables and files that describe the space.

use super::*;

fn file(content: &[u8]) -> FileRecord {
    FileRecord {
        name: "a.png".to_owned(),
        content_type: "image/png".to_owned(),
        size: content.len() as u64,
        dimensions: Some((1, content.len() as u32)),
        blob: Hash::of(content),
        git: None,
        created_at: 1,
        updated_at: 1,
    }
}

const FILE: EntryKey = EntryKey::File(FileId(Uid([1; 16])));
const REUSABLE: EntryKey = EntryKey::Reusable(ReusableId(Uid([2; 16])));

#[test]
fn a_file_that_both_replaced() {
    let fork = Fork::new(|it| it.set(&FILE, Some(file(b"1").encode())));
    let fork = fork.main(|it| it.set(&FILE, Some(file(b"22").encode())));
    let mut merged = fork.change(|it| it.set(&FILE, Some(file(b"333").encode()))).merged(1);
    merged.check_field(&FILE, Field::Content);
    assert_eq!(merged.get(&FILE), Some(file(b"333").encode()));
    merged.resolve(&Resolution::Theirs);
    let resolved = FileRecord::decode(&merged.get(&FILE).unwrap()).unwrap();
    assert_eq!(resolved, FileRecord { updated_at: 10, ..file(b"22") });
}

#[test]
fn a_file_that_was_renamed_and_replaced() {
    let fork = Fork::new(|it| it.set(&FILE, Some(file(b"1").encode())));
    let renamed = FileRecord { name: "b.png".to_owned(), ..file(b"1") };
    let fork = fork.main(|it| it.set(&FILE, Some(renamed.encode())));
    let merged = fork.change(|it| it.set(&FILE, Some(file(b"22").encode()))).merged(0);
    let expected = FileRecord { name: "b.png".to_owned(), updated_at: 9, ..file(b"22") };
    assert_eq!(FileRecord::decode(&merged.get(&FILE).unwrap()).unwrap(), expected);
}

#[test]
fn a_file_that_was_deleted_and_replaced() {
    let fork = Fork::new(|it| it.set(&FILE, Some(file(b"1").encode())));
    let fork = fork.main(|it| it.set(&FILE, Some(file(b"22").encode())));
    let merged = fork.change(|it| it.set(&FILE, None)).merged(1);
    assert_eq!(merged.get(&FILE), Some(file(b"22").encode()));
    for (how, left) in [(Resolution::Ours, None), (Resolution::Theirs, Some(file(b"22").encode()))] {
        let mut merged = Outcome { store: merged.store.clone(), ..merged };
        merged.resolve(&how);
        assert_eq!(merged.get(&FILE), left);
    }
}

#[test]
fn variables() {
    let fork = || Fork::new(|it| it.variable("a", Some(1.0)));
    let key = EntryKey::Variable("a".to_owned());
    let merged = fork().main(|it| it.variable("b", Some(2.0))).change(|it| it.variable("a", None)).merged(0);
    assert_eq!(merged.get(&key), None);
    let merged = fork().main(|it| it.variable("a", Some(2.0))).change(|it| it.variable("a", Some(3.0))).merged(1);
    merged.check_field(&key, Field::Value);
    let merged = fork().main(|it| it.variable("a", None)).change(|it| it.variable("a", Some(3.0))).merged(1);
    assert_eq!(merged.conflict().place, Place::Whole);
    assert!(merged.get(&key).is_some());
    let added = |value| move |it: &mut Edit<'_>| it.variable("new", Some(value));
    fork().main(added(1.0)).change(added(2.0)).merged(1);
    fork().main(added(1.0)).change(added(1.0)).merged(0);
}

fn reusable(it: &mut Edit<'_>, title: &str, text: &str) {
    let source = commit(it.store, |draft| draft.put(text.as_bytes()));
    let title = title.to_owned();
    let record = ReusableRecord { title, source, body_at: 0, git: None, created_at: 1, updated_at: 1 };
    it.set(&REUSABLE, Some(record.encode()));
}

#[test]
fn reusable_contents() {
    let fork = || Fork::new(|it| reusable(it, "T", "One\n\nTwo\n"));
    let fork_ok = fork().main(|it| reusable(it, "New", "One\n\nTwo\n"));
    let merged = fork_ok.change(|it| reusable(it, "T", "One\n\nThree\n")).merged(0);
    let record = ReusableRecord::decode(&merged.get(&REUSABLE).unwrap()).unwrap();
    assert_eq!((record.title.as_str(), &*merged.store[&record.source]), ("New", &b"One\n\nThree\n"[..]));
    let fork = fork().main(|it| reusable(it, "T", "One\n\nFour\n"));
    let mut merged = fork.change(|it| reusable(it, "T", "One\n\nThree\n")).merged(1);
    assert_eq!(merged.conflict().place, Place::Text(Some(5..11)));
    merged.resolve(&Resolution::Both);
    let record = ReusableRecord::decode(&merged.get(&REUSABLE).unwrap()).unwrap();
    assert_eq!(&*merged.store[&record.source], b"One\n\nFour\n\nThree\n");
}

#[test]
fn files_that_describe_the_space() {
    let key = EntryKey::Meta("SUMMARY.md".to_owned());
    let set = |it: &mut Edit<'_>, text: &str| {
        let source = commit(it.store, |draft| draft.put(text.as_bytes()));
        it.set(&key, Some(MetaRecord { source, dead: None }.encode()));
    };
    let fork = Fork::new(|it| set(it, "* [A](a.md)\n* [Z](z.md)\n"));
    let fork = fork.main(|it| set(it, "* [A](a.md)\n* [B](b.md)\n* [Z](z.md)\n"));
    let merged = fork.change(|it| set(it, "* [A](a.md)\n* [C](c.md)\n* [Z](z.md)\n")).merged(0);
    let record = MetaRecord::decode(&merged.get(&key).unwrap()).unwrap();
    let text = "* [A](a.md)\n* [B](b.md)\n* [C](c.md)\n* [Z](z.md)\n";
    assert_eq!(&*merged.store[&record.source], text.as_bytes());
}

#[test]
fn entries_of_a_newer_version_are_kept() {
    let set = |it: &mut Edit<'_>, value: Option<&[u8]>| {
        *it.map = apply(it.store, *it.map, [(b"new/x".to_vec(), value.map(<[u8]>::to_vec))].into());
    };
    let fork = Fork::new(|it| set(it, Some(b"1"))).main(|it| set(it, Some(b"2"))).change(|it| set(it, Some(b"3")));
    let merged = fork.merged(1);
    assert_eq!(merged.conflict().subject, None);
    assert_eq!(merged.map.get(&merged.store, b"new/x").unwrap(), Some(b"3".to_vec()));
}
