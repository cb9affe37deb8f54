//! Trees in memory, and their outcome as text.

use std::fmt::Write as _;
use std::io::{Cursor, Read};

use proptest::prelude::*;
use quire_content::incoming::{Node, NodeKind};
use quire_convert::{Directory, Entry, Error, Limits, Tree, Warning, Warnings, read};

/// A tree whose files are given as text, each below a line `== path`.
pub(crate) struct Memory {
    files: Vec<(String, Vec<u8>)>,
    entries: Vec<Entry>,
}

impl Memory {
    pub(crate) fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        let mut files: Vec<_> = files.into_iter().collect();
        files.sort();
        let entry = |(path, bytes): &(String, Vec<u8>)| Entry { path: path.clone(), size: bytes.len() as u64 };
        let entries = files.iter().map(entry).collect();
        Self { files, entries }
    }

    pub(crate) fn text(text: &str) -> Self {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        for line in text.trim_start().split_inclusive('\n') {
            match line.strip_prefix("== ") {
                Some(path) => files.push((path.trim_end().to_owned(), Vec::new())),
                None => files.last_mut().expect("text starts with a path").1.extend(line.bytes()),
            }
        }
        Self::new(files)
    }
}

impl Tree for Memory {
    fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn warnings(&self) -> Warnings {
        Warnings::default()
    }

    fn open(&self, path: &str) -> Result<Box<dyn Read + Send + '_>, Error> {
        let file = self.files.iter().find(|(known, _)| known == path);
        let (_, bytes) = file.ok_or_else(|| Error::Missing { path: path.to_owned() })?;
        Ok(Box::new(Cursor::new(bytes)))
    }
}

/// Reads with the default bounds.
pub(crate) fn directory(tree: &dyn Tree) -> Result<Directory, Error> {
    read(tree, &Limits::default(), &mut |_| {})
}

/// Reads the files and compares what came out, printed, with the expectation.
#[track_caller]
pub(crate) fn check(files: &str, expected: &str) {
    let outcome = match directory(&Memory::text(files)) {
        Ok(directory) => print(&directory),
        Err(error) => format!("error {error}\n"),
    };
    let trim = |text: &str| text.trim().lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trim(&outcome), trim(expected));
}

/// The outline as indented text, then everything else a line each.
pub(crate) fn print(directory: &Directory) -> String {
    let mut out = String::new();
    print_nodes(&directory.outline, 0, &mut out);
    for reusable in &directory.reusable {
        let _ = writeln!(out, "reusable {} ({})", reusable.title, reusable.path);
    }
    for (name, value) in &directory.variables {
        let _ = writeln!(out, "variable {name} = {value:?}");
    }
    for path in directory.meta.keys() {
        let _ = writeln!(out, "meta {path}");
    }
    for file in &directory.files {
        let _ = writeln!(out, "file {}", file.path);
    }
    for aside in &directory.asides {
        let _ = writeln!(out, "aside {}", aside.path);
    }
    for Warning { path, line, message, .. } in &directory.warnings.list {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let _ = writeln!(out, "warning {path}{line}: {message}");
    }
    out
}

fn print_nodes(nodes: &[Node], depth: usize, out: &mut String) {
    for node in nodes {
        let _ = write!(out, "{}", "  ".repeat(depth));
        let _ = match &node.kind {
            NodeKind::Group => writeln!(out, "# {}", node.title),
            NodeKind::Page { path, .. } => writeln!(out, "{} ({path})", node.title),
            NodeKind::Link { href } => writeln!(out, "{} -> {href}", node.title),
            NodeKind::Computed { yaml } => writeln!(out, "{} = {yaml:?}", node.title),
        };
        print_nodes(&node.children, depth + 1, out);
    }
}

/// A line that means something to a reader of tables of contents, or nearly so.
pub(crate) fn line() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "* ",
        "- ",
        "1. ",
        "  ",
        "\t",
        "    ",
        "# ",
        "## ",
        "[A](a.md)",
        "[B](b/)",
        "[",
        "](",
        ")",
        "<",
        ">",
        "\\",
        "```",
        "```yaml",
        "~~~",
        "---",
        "<!--",
        "-->",
        "\"",
        "&amp;",
        "<a id=\"x\">",
        "https://x.y",
        "x",
        "é",
        "#",
    ]);
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}
