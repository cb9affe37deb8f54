//! What stays after a restart, and what happens to an index that is not as it was written.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use quire_model::language::Language;
use quire_search::{Error, Query};

use crate::support::{ALL, Library, scope, space};

fn written() -> tempfile::TempDir {
    let mut library = Library::new();
    for n in 0..20 {
        library.add(1, Language::En, &format!("Page {n}"), "## Heading\n\nSome words to find.\n");
        library.commit();
    }
    library.writer.remove_page(space(1), crate::support::page_id(3));
    library.writer.commit("position 42").unwrap();
    library.writer.finish().unwrap();
    library.dir
}

fn copy(from: &Path) -> tempfile::TempDir {
    let to = tempfile::TempDir::new().unwrap();
    for path in files(from) {
        fs::copy(&path, to.path().join(path.file_name().unwrap())).unwrap();
    }
    to
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_commit_is_there_after_a_restart_and_what_came_after_it_is_not() {
    let mut library = Library::new();
    assert_eq!(library.index.position(), None);
    library.add(1, Language::En, "First", "Committed.");
    library.writer.commit("event 7").unwrap();
    library.add(1, Language::En, "Second", "Lost.");
    let Library { dir, index, writer, .. } = library;
    drop((index, writer));
    let (index, _writer) = quire_search::open(dir.path()).unwrap();
    assert_eq!(index.position().as_deref(), Some("event 7"));
    let total = |query| index.search(&Query::parse(query), &scope(&[1]), ALL).unwrap().total;
    assert_eq!((total("committed"), total("\"lost\"")), (1, 0));
}

#[test]
fn segments_are_merged_at_rest_and_answers_stay() {
    let mut library = Library::new();
    for n in 0..9 {
        library.add(1, Language::En, &format!("Page {n}"), "Some words to find.");
        library.commit();
    }
    library.writer.remove_page(space(1), crate::support::page_id(3));
    library.writer.commit("position 42").unwrap();
    let found = |library: &Library| {
        let mut found = library.find("words");
        found.sort();
        found
    };
    let (before, state, entries) = (found(&library), library.index.state(), library.index.entries());
    assert_eq!(before.len(), 8);
    // The merge is done by another thread.
    for _ in 0..1_000_000 {
        library.writer.rest().unwrap();
        if library.index.state() != state {
            break;
        }
        std::thread::yield_now();
    }
    assert_ne!(library.index.state(), state, "merged segments are seen");
    assert_eq!((found(&library), library.index.entries()), (before, entries));
    assert_eq!(library.index.position().as_deref(), Some("position 42"));
    library.add(1, Language::En, "Another", "More words.");
    library.commit();
    assert_eq!(found(&library).len(), 9);
}

#[test]
fn changes_that_are_rolled_back_are_never_seen() {
    let mut library = Library::new();
    library.add(1, Language::En, "First", "Kept.");
    library.commit();
    library.add(1, Language::En, "Second", "Dropped.");
    library.writer.rollback().unwrap();
    library.commit();
    assert_eq!(library.find("\"kept\""), ["First"]);
    assert!(library.find("\"dropped\"").is_empty());
    library.writer.clear().unwrap();
    library.commit();
    assert!(library.find("\"kept\"").is_empty());
}

#[test]
fn a_directory_has_one_writer() {
    let library = Library::new();
    let second = quire_search::open(library.dir.path());
    assert!(matches!(second, Err(Error::InUse(_))));
    let third = quire_search::recreate(library.dir.path());
    assert!(matches!(third, Err(Error::InUse(_))), "nobody's files are taken away while they are used");
}

#[test]
fn another_format_is_reported_and_can_be_replaced() {
    let dir = written();
    fs::write(dir.path().join("format"), "quire-search 0\n").unwrap();
    let error = quire_search::open(dir.path()).err().unwrap();
    assert!(error.needs_rebuild());
    let (index, writer) = quire_search::recreate(dir.path()).unwrap();
    assert_eq!((index.entries(), index.position()), (0, None));
    drop((index, writer));
    assert!(quire_search::open(dir.path()).is_ok());
}

#[test]
fn a_directory_of_something_else_is_left_alone() {
    let dir = tempfile::TempDir::new().unwrap();
    fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    assert!(matches!(quire_search::open(dir.path()), Err(Error::OtherFormat)));
    assert!(quire_search::recreate(dir.path()).is_ok());
    assert_eq!(fs::read_to_string(dir.path().join("notes.txt")).unwrap(), "mine");
}

#[test]
fn every_missing_or_cut_file_is_noticed() {
    let dir = written();
    for path in files(dir.path()) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.starts_with('.') && name.ends_with(".lock") {
            continue;
        }
        for cut in [false, true] {
            let damaged = copy(dir.path());
            let path = damaged.path().join(&name);
            let bytes = fs::read(&path).unwrap();
            if cut {
                fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
            match quire_search::open(damaged.path()) {
                Err(error) => assert!(error.needs_rebuild(), "{name}: {error}"),
                // The list of files is only for cleaning up.
                Ok(_) => assert_eq!(name, ".managed.json"),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever a byte becomes, an index is damaged, or answers; it never panics.
    #[test]
    fn a_changed_byte_never_panics(file in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), by in 1..=255u8) {
        thread_local!(static DIR: tempfile::TempDir = written());
        let damaged = DIR.with(|dir| copy(dir.path()));
        let files = files(damaged.path());
        let path = &files[file.index(files.len())];
        let mut bytes = fs::read(path).unwrap();
        if let Some(length) = bytes.len().checked_sub(1) {
            bytes[at.index(length + 1)] ^= by;
        }
        fs::write(path, bytes).unwrap();
        match quire_search::open(damaged.path()) {
            Err(error) => prop_assert!(error.needs_rebuild(), "{}", error),
            Ok((index, _writer)) => {
                let found = index.search(&Query::parse("some words"), &scope(&[1]), ALL);
                prop_assert!(found.is_ok_and(|found| found.total == 19));
            }
        }
    }
}
