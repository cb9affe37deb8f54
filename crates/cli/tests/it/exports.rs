//! `quire export`: what was imported comes out as it went in, and nothing is overwritten unasked.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::binary::{Installation, error, on_each_database, output};

type Files = BTreeMap<String, Vec<u8>>;

fn write(root: &Path, path: &str, bytes: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// A repository whose documentation is a part of it, with what is easily lost.
fn repository() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    write(root, ".gitbook.yaml", "# ours\nroot: ./docs/\n");
    write(root, "src/main.rs", "fn main() {}\n");
    write(root, "docs/SUMMARY.md", "* [Start](README.md)\r\n* [Again](README.md)\r\n\t* [A b](<a b.md>)");
    write(root, "docs/README.md", b"\xef\xbb\xbf# Start\r\n");
    write(root, "docs/a b.md", b"\xff\xfe");
    write(root, "docs/e\u{301}/\u{e9}.md", "not named");
    write(root, "docs/100%.md", "not named either");
    write(root, "docs/.gitbook/vars.yaml", "a:    1");
    write(root, "docs/.gitbook/includes/note.md", "note");
    write(root, "docs/.gitbook/assets/large.bin", vec![7; 3 << 20]);
    dir
}

/// All files below a folder.
fn read(root: &Path) -> Files {
    let (mut files, mut open) = (Files::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                files.insert(name, fs::read(path).unwrap());
            }
        }
    }
    files
}

fn command(installation: &Installation, space: &str, arguments: &[&OsStr]) -> Command {
    let mut command = installation.command("export");
    command.args(["--space", space]).args(arguments);
    command
}

#[test]
fn what_was_imported_comes_out_byte_for_byte() {
    on_each_database(|installation| {
        installation.set_up();
        let source = repository();
        let first = installation.import(source.path(), ["--new-space", "Repository"]);
        let space = first["space"].as_str().unwrap();
        let target = tempfile::tempdir().unwrap();
        let now = target.path().join("new/now");
        let text = output(&mut command(installation, space, &[now.as_os_str()]));
        assert!(text.starts_with("pages     3\nfiles     3\nreusable  1\nothers    4\n"), "{text}");
        assert_eq!(read(&now), read(source.path()));

        let before = read(source.path());
        fs::write(source.path().join("docs/README.md"), "# Changed\n").unwrap();
        installation.import(source.path(), ["--space", space]);
        let (changed, earlier) = (target.path().join("changed"), target.path().join("earlier"));
        output(&mut command(installation, space, &[changed.as_os_str()]));
        assert_eq!(read(&changed), read(source.path()));
        let revision = first["revision"].as_str().unwrap();
        let named = ["--json".as_ref(), "--revision".as_ref(), revision.as_ref(), earlier.as_os_str()];
        let report: Value = serde_json::from_str(&output(&mut command(installation, space, &named))).unwrap();
        assert_eq!((&report["revision"], &report["written"]), (&first["revision"], &Value::from(10)));
        assert_eq!(read(&earlier), before);
    });
}

#[test]
fn a_directory_with_something_in_it_is_left_alone() {
    let installation = Installation::sqlite();
    installation.set_up();
    let source = repository();
    let report = installation.import(source.path(), ["--new-space", "Repository"]);
    let space = report["space"].as_str().unwrap();
    let target = tempfile::tempdir().unwrap();
    write(target.path(), "mine.txt", "mine");
    write(target.path(), "docs/README.md", "mine");
    let before = read(target.path());
    let refusal = error(&mut command(&installation, space, &[target.path().as_os_str()]));
    assert!(refusal.contains("not empty") && refusal.contains("--force"), "{refusal}");
    assert_eq!(read(target.path()), before);

    output(&mut command(&installation, space, &["--force".as_ref(), target.path().as_os_str()]));
    let mut expected = read(source.path());
    expected.insert("mine.txt".to_owned(), b"mine".to_vec());
    assert_eq!(read(target.path()), expected);
}

#[test]
fn what_is_not_there_is_not_exported() {
    let installation = Installation::sqlite();
    installation.set_up();
    let target = installation.data.path().join("none");
    let unknown = "a".repeat(22);
    let refusal = error(&mut command(&installation, &unknown, &[target.as_os_str()]));
    assert!(refusal.contains("space not found"), "{refusal}");
    assert!(!target.exists());
}
