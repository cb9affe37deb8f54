//! Folders of the file system.

use std::fs;
use std::path::Path;

use quire_convert::{Disk, Limits, Tree};

use crate::support::{directory, print};

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn open(root: &Path) -> Disk {
    Disk::open(root, &Limits::default()).unwrap()
}

#[test]
fn a_repository() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "README.md", "# A\n");
    write(dir.path(), "a/b.md", "");
    write(dir.path(), ".git/config", "");
    write(dir.path(), "a/.git", "gitdir: elsewhere");
    let disk = open(dir.path());
    assert_eq!(print(&directory(&disk).unwrap()), "A (README.md)\n# A\n  B (a/b.md)\n");
    assert!(disk.open(".git/config").is_err());
    assert!(disk.open("../x").is_err());
}

#[test]
fn hidden_files_are_left_out_and_named() {
    let dir = tempfile::tempdir().unwrap();
    for path in [".env", "a/.secret/b.md", "a/.secret/c.md", ".gitbook.yaml", ".gitbook/assets/x.txt", "README.md"] {
        write(dir.path(), path, "");
    }
    let disk = open(dir.path());
    let paths: Vec<_> = disk.entries().iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(paths, [".gitbook.yaml", ".gitbook/assets/x.txt", "README.md"]);
    let warned: Vec<_> = disk.warnings().list.into_iter().map(|it| (it.path, it.code.name())).collect();
    assert_eq!(warned.len(), 2);
    for path in [".env", "a/.secret"] {
        assert!(warned.contains(&(path.to_owned(), "left-out")), "{warned:?}");
    }
}

#[test]
fn a_single_file_is_a_tree() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.md", "# A\n");
    write(dir.path(), "b.md", "# B\n");
    let disk = Disk::of_file(&dir.path().join("a.md"), &Limits::default()).unwrap();
    assert_eq!(print(&directory(&disk).unwrap()), "A (a.md)\n");
    assert!(disk.open("b.md").is_err());
    assert!(Disk::of_file(&dir.path().join("c.md"), &Limits::default()).is_err());
}

#[test]
fn bounds() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a/b.md", "12345");
    let few = Limits { max_entries: 1, ..Limits::default() };
    assert_eq!(Disk::open(dir.path(), &few).unwrap_err().to_string(), "more than 1 files and folders");
    let small = Limits { max_file_bytes: 4, ..Limits::default() };
    let disk = Disk::open(dir.path(), &small).unwrap();
    let mut reader = disk.open("a/b.md").unwrap();
    let error = std::io::read_to_string(&mut reader).unwrap_err();
    assert_eq!(error.to_string(), "a/b.md: 5 bytes, but a file may have 4");
}

#[test]
fn what_cannot_be_read_is_named() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "a.md", "");
    let disk = open(dir.path());
    fs::remove_file(dir.path().join("a.md")).unwrap();
    assert_eq!(directory(&disk).unwrap_err().to_string(), "a.md: cannot be read");
    let gone = dir.path().join("gone");
    let error = Disk::open(&gone, &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), format!("{}: cannot be read", gone.display()));
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn symbolic_links() {
        let outside = tempfile::tempdir().unwrap();
        write(outside.path(), "secret.md", "");
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "a/b.md", "");
        symlink(outside.path(), dir.path().join("out")).unwrap();
        symlink(outside.path().join("secret.md"), dir.path().join("secret.md")).unwrap();
        symlink("..", dir.path().join("a/loop")).unwrap();
        symlink("itself", dir.path().join("itself")).unwrap();
        symlink("gone.md", dir.path().join("dangling.md")).unwrap();
        symlink("a/b.md", dir.path().join("inside.md")).unwrap();
        let disk = open(dir.path());
        let paths: Vec<_> = disk.entries().iter().map(|entry| entry.path.as_str()).collect();
        assert_eq!(paths, ["a/b.md", "inside.md"]);
        let mut warnings: Vec<_> = disk.warnings().list.iter().map(|w| format!("{}: {}", w.path, w.message)).collect();
        warnings.sort();
        assert_eq!(
            warnings,
            [
                "a/loop: left out: a symbolic link that forms a loop",
                "dangling.md: left out: a symbolic link that leads nowhere",
                "itself: left out: a symbolic link that leads nowhere",
                "out: left out: a symbolic link that leads outside",
                "secret.md: left out: a symbolic link that leads outside",
            ]
        );
    }

    #[test]
    fn a_link_that_turns_outwards_later_is_not_opened() {
        let outside = tempfile::tempdir().unwrap();
        write(outside.path(), "secret.md", "");
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "a.md", "");
        let disk = open(dir.path());
        fs::remove_file(dir.path().join("a.md")).unwrap();
        symlink(outside.path().join("secret.md"), dir.path().join("a.md")).unwrap();
        assert!(disk.open("a.md").is_err());
    }

    #[test]
    fn names_that_are_no_text() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(OsStr::from_bytes(b"\xff.md")), "").unwrap();
        fs::create_dir(dir.path().join(OsStr::from_bytes(b"\xfe"))).unwrap();
        fs::write(dir.path().join(OsStr::from_bytes(b"\xfe/a.md")), "").unwrap();
        write(dir.path(), "a\\b.md", "");
        let disk = open(dir.path());
        assert!(disk.entries().is_empty());
        assert_eq!(disk.warnings().list.len(), 3);
    }

    /// A privileged user may read everything: then there is nothing to refuse.
    #[test]
    fn an_unreadable_folder_is_named() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "shut/a.md", "");
        let shut = dir.path().join("shut");
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o000)).unwrap();
        let refused = fs::read_dir(&shut).is_err();
        let outcome = Disk::open(dir.path(), &Limits::default());
        fs::set_permissions(&shut, fs::Permissions::from_mode(0o700)).unwrap();
        match outcome {
            Ok(disk) => assert!(!refused && disk.entries().len() == 1),
            Err(error) => assert_eq!(error.to_string(), "shut: cannot be read"),
        }
    }
}
