//! The text of code whose lines have inlines, as those who draw it show it.

use super::model::{InlineKind, Node};

/// Returns the text of a leaf of a line of code with line breaks as spaces; the length in bytes stays the same.
pub fn leaf_text(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Returns the text of a line of code: that of its leaves by [`leaf_text`], those in annotations and links too.
pub fn line_text(nodes: &[Node]) -> String {
    let mut out = String::new();
    for node in nodes {
        match node {
            Node::Leaf(leaf) => out.push_str(&leaf_text(&leaf.text)),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Annotation { nodes, .. } | InlineKind::Link { nodes, .. } => {
                    out.push_str(&line_text(nodes));
                }
                _ => {}
            },
        }
    }
    out
}
