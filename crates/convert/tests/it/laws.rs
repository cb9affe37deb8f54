//! Laws over random input: no input panics, no page is lost, work is linear.

use std::io::{Cursor, Read};

use proptest::prelude::*;
use quire_content::incoming::{Node, NodeKind};
use quire_convert::{Archive, Error, Limits, Tree, page};

use crate::support::{Memory, directory, line};

fn with_summary(summary: Vec<u8>) -> Memory {
    let files = [("SUMMARY.md", summary), ("a.md", Vec::new()), ("b/README.md", Vec::new())];
    Memory::new(files.map(|(path, bytes)| (path.to_owned(), bytes)))
}

/// Titles of pages in order.
fn titles(nodes: &[Node], out: &mut Vec<String>) {
    for node in nodes {
        if matches!(node.kind, NodeKind::Page { .. }) {
            out.push(node.title.clone());
        }
        titles(&node.children, out);
    }
}

/// Asserts that a directory with this table of contents is read, to an outline of pages that are there, and that none
/// of its bytes is lost.
#[track_caller]
fn is_read(summary: &[u8]) {
    let tree = with_summary(summary.to_vec());
    let directory = directory(&tree).unwrap();
    let paths: Vec<&str> = tree.entries().iter().map(|entry| entry.path.as_str()).collect();
    assert_pages_are_among(&directory.outline, &paths);
    assert_eq!(directory.meta.get("SUMMARY.md").map(Vec::as_slice), Some(summary));
}

fn assert_pages_are_among(nodes: &[Node], paths: &[&str]) {
    for node in nodes {
        assert!(!node.title.contains(['\n', '\r']), "{:?}", node.title);
        if let NodeKind::Page { path, .. } = &node.kind {
            assert!(paths.contains(&path.as_str()), "{path} is not in the tree");
        }
        assert_pages_are_among(&node.children, paths);
    }
}

proptest! {
    #[test]
    fn any_text_is_a_table_of_contents(text in "\\PC*") {
        is_read(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_a_table_of_contents(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        is_read(&bytes);
    }

    #[test]
    fn any_lines_are_a_table_of_contents(lines in prop::collection::vec(line(), 0..40)) {
        is_read(lines.join("\n").as_bytes());
    }

    #[test]
    fn every_page_comes_out_in_order(indents in prop::collection::vec((0..12_usize, any::<bool>()), 1..60)) {
        let mut summary = String::new();
        for (index, (indent, is_missing)) in indents.iter().enumerate() {
            let file = if *is_missing { "gone.md" } else { "a.md" };
            summary.push_str(&format!("{}* [{index}]({file})\n", " ".repeat(*indent)));
        }
        let outcome = directory(&with_summary(summary.into_bytes())).unwrap();
        let mut found = Vec::new();
        titles(&outcome.outline, &mut found);
        let there = indents.iter().enumerate().filter(|(_, (_, is_missing))| !is_missing);
        prop_assert_eq!(found, there.map(|(index, _)| index.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn any_text_is_a_configuration(text in "[a-z:&*{}\\[\\]?|>!%@` \n\"'#-]{0,60}") {
        is_read_or_named(".gitbook.yaml", &text);
        is_read_or_named(".gitbook/vars.yaml", &text);
    }

    #[test]
    fn any_bytes_are_a_page(bytes in prop::collection::vec(prop::sample::select(b"`{%}- endx\n~\xff".to_vec()), 0..200)) {
        let found = page("a.md", bytes.clone(), &Limits::default()).unwrap();
        prop_assert_eq!(found.outline.len(), 1);
        let is_kept = matches!(&found.outline[0].kind, NodeKind::Page { path, source } if path == "a.md" && *source == bytes);
        prop_assert!(is_kept, "{:?}", found.outline);
    }

    #[test]
    fn any_bytes_may_claim_to_be_an_archive(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let opened = Archive::open(Cursor::new(bytes), &Limits::default());
        prop_assert!(opened.is_err_and(|error| matches!(error, Error::Archive(_))));
    }

    #[test]
    fn a_damaged_archive_is_refused_or_read(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let content = b"* [B](b.md)\n".repeat(20);
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a/SUMMARY.md", "a/b.md"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut writer, &content).unwrap();
        }
        let mut bytes = writer.finish().unwrap().into_inner();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        let Ok(archive) = Archive::open(Cursor::new(bytes), &Limits::default()) else { return Ok(()) };
        for entry in archive.entries() {
            let mut found = Vec::new();
            let outcome = archive.open(&entry.path).map(|reader| reader.take(1 << 20).read_to_end(&mut found));
            if matches!(outcome, Ok(Ok(_))) {
                prop_assert_eq!(&found, &content, "{} was read although it is damaged", entry.path);
                prop_assert_eq!(entry.size, found.len() as u64);
            }
        }
        if let Ok(directory) = directory(&archive) {
            let paths: Vec<&str> = archive.entries().iter().map(|entry| entry.path.as_str()).collect();
            assert_pages_are_among(&directory.outline, &paths);
        }
    }
}

/// Asserts that a directory with a file of YAML is read with that file kept as it is, or that the error names the file
/// and a line of it.
#[track_caller]
fn is_read_or_named(path: &str, text: &str) {
    match directory(&Memory::new([(path.to_owned(), text.as_bytes().to_vec())])) {
        Ok(directory) => assert_eq!(directory.meta.get(path).map(Vec::as_slice), Some(text.as_bytes())),
        Err(Error::Yaml { path: named, line, message }) => {
            let is_there = (1..=text.lines().count() as u32 + 1).contains(&line);
            assert!(named == path && is_there && !message.is_empty(), "{named}:{line}: {message}");
        }
        Err(error) => panic!("{error}"),
    }
}

/// A quadratic step over any of these would take minutes, so that they end at all is the assertion.
#[test]
fn long_inputs_of_one_kind() {
    const LENGTH: usize = 1 << 18;
    for unit in [
        "[",
        "](",
        "[a](",
        "[a](x \"",
        "[a](<",
        "<a ",
        "&",
        "\\",
        "<!--",
        "-->",
        "`",
        "``` ` ",
        "{%",
        "*",
        "* ",
        "#",
        "\t",
        "```\n",
        "* ```\n",
        "x\n",
        "* x\nx\n",
        "* [a](a.md) \"\n",
        "[a](x 'y \"z ",
        "(",
        ")",
    ] {
        let text = unit.repeat(LENGTH / unit.len()).into_bytes();
        let limits = Limits::default();
        assert!(page("a.md", text.clone(), &limits).is_ok());
        let _ = directory(&with_summary(text.clone()));
        let bullet = [b"* ".to_vec(), text].concat();
        let _ = directory(&with_summary(bullet));
    }
}

/// The same for YAML, whose scanner is not ours.
#[test]
fn long_configurations_of_one_kind() {
    const LENGTH: usize = 1 << 18;
    let units = [
        "[",
        "{a: ",
        "- ",
        "? ",
        "&a ",
        "!x ",
        "'",
        "\"x\n",
        "a\n",
        "a: b\n",
        "a: |\n b\n",
        "*a ",
        "#",
        "\t",
        ": ",
        "[a, ",
        "--- a\n",
    ];
    for unit in units {
        for start in ["", "a: ", "[", "\"", "a: |\n "] {
            is_read_or_named(".gitbook.yaml", &format!("{start}{}", unit.repeat(LENGTH / unit.len())));
        }
    }
}
