//! Text utilities: escaping, plain text of inline nodes, labels with placeholders.

use std::fmt::Write as _;

use quire_content::document::model::{Block, InlineKind, Kind, Node};

/// Writes a text escaped for HTML, between tags and in attribute values.
pub(crate) fn escape(text: &str, out: &mut String) {
    // Writing to a `String` does not fail.
    let _ = maud::Escaper::new(out).write_str(text);
}

/// Returns the length in bytes of a text that is escaped for HTML.
pub(crate) fn escaped_len(text: &str) -> usize {
    let grown = |byte| match byte {
        b'&' => "amp;".len(),
        b'<' | b'>' => "lt;".len(),
        b'"' => "quot;".len(),
        _ => 0,
    };
    text.len() + text.bytes().map(grown).sum::<usize>()
}

/// Returns inline nodes as plain text.
pub(crate) fn plain(nodes: &[Node]) -> String {
    let mut out = String::new();
    collect(nodes, &mut out);
    out.trim().to_owned()
}

/// Returns the paragraphs and headings of blocks, nested ones included, as plain text.
pub(crate) fn of_blocks(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let own = match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => plain(nodes),
            _ => String::new(),
        };
        for text in [own, of_blocks(block.children())] {
            let joint = if out.is_empty() || text.is_empty() { "" } else { " " };
            out.push_str(joint);
            out.push_str(&text);
        }
    }
    out
}

fn collect(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.raw => {}
            Node::Leaf(leaf) => out.push_str(&leaf.text.replace('\n', " ")),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => collect(nodes, out),
                InlineKind::Button(button) => out.push_str(&button.label),
                InlineKind::Math { formula } => out.push_str(formula),
                InlineKind::Emoji { code } => out.push_str(&emoji(code).unwrap_or_default()),
                _ => {}
            },
        }
    }
}

/// Returns the text of an emoji's code: hexadecimal code points joined by `-`.
pub(crate) fn emoji(code: &str) -> Option<String> {
    let point = |hex: &str| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).filter(|c| !c.is_control());
    if code.len() > 128 { None } else { code.split('-').map(point).collect() }
}

/// Fills the placeholders `{}` of a label with values, in order.
pub(crate) fn fill(label: &str, values: &[&str]) -> String {
    let mut out = String::with_capacity(label.len() + 16);
    let mut values = values.iter();
    for (n, piece) in label.split("{}").enumerate() {
        if n > 0 {
            out.push_str(values.next().unwrap_or(&""));
        }
        out.push_str(piece);
    }
    out
}
