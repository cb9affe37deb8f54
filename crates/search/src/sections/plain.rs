//! Inline nodes and table cells as plain text.

use quire_content::document::model::{Block, Cell, ColumnKind, InlineKind, Node};

/// Returns inline nodes as plain text.
pub(super) fn text(nodes: &[Node]) -> String {
    let mut out = String::new();
    write(nodes, &mut out);
    out
}

fn write(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.raw => out.push_str(&without_markup(&leaf.text)),
            Node::Leaf(leaf) => out.push_str(&leaf.text),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => write(nodes, out),
                InlineKind::Button(button) => out.push_str(&button.label),
                InlineKind::Math { formula } => out.push_str(formula),
                InlineKind::Image(image) => {
                    let words = image.alt.iter().chain(&image.caption);
                    words.for_each(|text| out.push_str(text));
                }
                InlineKind::Mention { .. }
                | InlineKind::Emoji { .. }
                | InlineKind::Icon { .. }
                | InlineKind::Expression { .. } => out.push(' '),
            },
        }
    }
}

/// Returns the bodies of the notes in inline nodes.
pub(super) fn notes(nodes: &[Node]) -> impl Iterator<Item = &[Block]> {
    nodes.iter().filter_map(|node| match node {
        Node::Inline(inline) => match &inline.kind {
            InlineKind::Annotation { body, .. } => Some(body.as_slice()),
            _ => None,
        },
        Node::Leaf(_) => None,
    })
}

/// Returns the text of a cell without blocks. Identifiers and addresses are left out.
pub(super) fn cell(cell: &Cell, kind: &ColumnKind) -> String {
    match (cell, kind) {
        (Cell::Number(number), _) => number.to_string(),
        (Cell::Names(values), ColumnKind::Select { options, .. }) => {
            let labels = values.iter().map(|value| {
                let option = options.iter().find(|option| option.value == *value);
                option.map_or(value.as_str(), |option| option.label.as_str())
            });
            labels.collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

/// Removes tags and comments from unparsed source.
pub(super) fn without_markup(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(start) = rest.find(['<', '{']) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let length = markup(rest).unwrap_or(0);
        // An opening character that begins no markup is text.
        out.push_str(if length == 0 { &rest[..1] } else { " " });
        rest = &rest[length.max(1)..];
    }
    out.push_str(rest);
    out
}

/// Returns the length of the tag or comment that a source begins with.
fn markup(source: &str) -> Option<usize> {
    let end = |close: &str| source.find(close).map(|at| at + close.len());
    match source.as_bytes() {
        [b'<', b'!', b'-', b'-', ..] => end("-->"),
        [b'<', b'/' | b'a'..=b'z' | b'A'..=b'Z', ..] => end(">"),
        [b'{', b'%', ..] => end("%}"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::without_markup;

    #[test]
    fn markup_is_no_text() {
        for (source, expected) in [
            ("<b class=\"x\">bold</b>", " bold "),
            ("{% unknown a=\"b\" %}kept{% endunknown %}", " kept "),
            ("a <!-- note --> b", "a   b"),
            ("1 < 2 {x}", "1 < 2 {x}"),
            ("<open", "<open"),
        ] {
            assert_eq!(without_markup(source), expected);
        }
    }
}
