//! Laws over random input: no input panics, no page is lost, work is linear.

use std::io::{Cursor, Read};

use proptest::prelude::*;
use quire_content::incoming::{Node, NodeKind};
use quire_convert::{Archive, Limits, Tree, page};

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

proptest! {
    #[test]
    fn any_text_is_a_table_of_contents(text in "\\PC*") {
        let _ = directory(&with_summary(text.into_bytes()));
    }

    #[test]
    fn any_bytes_are_a_table_of_contents(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = directory(&with_summary(bytes));
    }

    #[test]
    fn any_lines_are_a_table_of_contents(lines in prop::collection::vec(line(), 0..40)) {
        prop_assert!(directory(&with_summary(lines.join("\n").into_bytes())).is_ok());
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
        for path in [".gitbook.yaml", ".gitbook/vars.yaml"] {
            let _ = directory(&Memory::new([(path.to_owned(), text.clone().into_bytes())]));
        }
    }

    #[test]
    fn any_bytes_are_a_page(bytes in prop::collection::vec(prop::sample::select(b"`{%}- endx\n~\xff".to_vec()), 0..200)) {
        prop_assert!(page("a.md", bytes, &Limits::default()).is_ok());
    }

    #[test]
    fn any_bytes_may_claim_to_be_an_archive(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = Archive::open(Cursor::new(bytes), &Limits::default());
    }

    #[test]
    fn a_damaged_archive_is_refused_or_read(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["a/SUMMARY.md", "a/b.md"] {
            writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            std::io::Write::write_all(&mut writer, &b"* [B](b.md)\n".repeat(20)).unwrap();
        }
        let mut bytes = writer.finish().unwrap().into_inner();
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(archive) = Archive::open(Cursor::new(bytes), &Limits::default()) {
            let _ = directory(&archive);
            for entry in archive.entries() {
                if let Ok(reader) = archive.open(&entry.path) {
                    let _ = std::io::copy(&mut reader.take(1 << 20), &mut std::io::sink());
                }
            }
        }
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
            let text = format!("{start}{}", unit.repeat(LENGTH / unit.len())).into_bytes();
            let _ = directory(&Memory::new([(".gitbook.yaml".to_owned(), text)]));
        }
    }
}
