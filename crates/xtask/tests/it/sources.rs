//! Source files stay short enough to be one idea, and their comments say what things are.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// More lines than this are several ideas.
const ALARM: usize = 800;

#[test]
fn no_source_file_is_too_long() {
    for file in sources(&root().join("crates")) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= ALARM, "{}: {lines} lines; split it by ideas", file.display());
    }
}

#[test]
fn no_module_is_a_file_of_the_name_mod() {
    for file in sources(&root().join("crates")) {
        let is_mod = file.file_name().is_some_and(|name| name == "mod.rs");
        assert!(!is_mod, "{}: a module with others below it is a file beside their folder", file.display());
    }
}

/// Comments that begin with one of these are clauses: they have no noun that names the thing, and no verb that says what
/// it does.
const CLAUSES: [&str; 4] = ["What", "Whether", "Where", "Who"];

/// Returns the text of a comment that begins a documentation, if the line before is none.
fn begins_documentation<'l>(before: &str, line: &'l str) -> Option<&'l str> {
    let text = |line: &'l str| line.trim().strip_prefix("///").or_else(|| line.trim().strip_prefix("//!"));
    let is_documented = before.trim().starts_with("///") || before.trim().starts_with("//!");
    text(line).filter(|_| !is_documented).map(str::trim)
}

#[test]
fn documentation_begins_with_a_noun_or_a_verb() {
    let mut found = Vec::new();
    for file in
        sources(&root().join("crates")).into_iter().filter(|file| file.components().any(|it| it.as_os_str() == "src"))
    {
        let source = fs::read_to_string(&file).unwrap();
        let mut before = "";
        for (at, line) in source.lines().enumerate() {
            let first = begins_documentation(before, line).and_then(|text| text.split_whitespace().next());
            if first.is_some_and(|word| CLAUSES.contains(&word)) {
                found.push(format!("{}:{}: {}", file.display(), at + 1, line.trim()));
            }
            before = line;
        }
    }
    assert!(found.is_empty(), "say what it is or does:\n{}", found.join("\n"));
}

pub(crate) fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}
