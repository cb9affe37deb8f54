//! Raw Markdown in documents of clients: only raw source that has no effect on its surroundings is kept.
//!
//! A raw block or leaf is source that the parser does not understand. HTML that would continue in the following blocks
//! is closed; source that would be understood after all, or would change how its surroundings are parsed, becomes plain
//! text.

use super::model::{Block, Code, Document, InlineKind, Kind, Lines, Node};
use super::resolve::Resolve;
use super::walk;

/// Closes unterminated HTML, and converts to plain text what can't be kept. Blocks for which `known` holds are left
/// alone.
pub(super) fn settle(document: &mut Document, resolve: &dyn Resolve, known: &dyn Fn(&Block) -> bool) {
    for at in 0..document.nodes.len() {
        let block = &document.nodes[at];
        if has_raw(block) && !known(block) && !stands_for_itself(block, resolve) {
            let closed = closed(block);
            if stands_for_itself(&closed, resolve) {
                document.nodes[at] = closed;
                continue;
            }
            let mut plain = Document::new(vec![block.clone()]);
            make_plain(&mut plain.nodes);
            super::normal::shape(&mut plain, resolve);
            if let [plain] = plain.nodes.as_slice() {
                document.nodes[at] = plain.clone();
            }
        }
    }
}

/// Returns the block with its unterminated HTML closed.
fn closed(block: &Block) -> Block {
    let mut closed = block.clone();
    walk::blocks_mut(std::slice::from_mut(&mut closed), &mut |block| {
        if let Kind::Raw { source } = &mut block.kind
            && let Some(end) = missing_end(source)
        {
            source.push_str(end);
        }
    });
    closed
}

/// The openings of HTML with an end condition of their own, and the closing markers.
const ENDS: [(&str, &str); 8] = [
    ("<!--", "-->"),
    ("<?", "?>"),
    ("<![cdata[", "]]>"),
    ("<!", ">"),
    ("<pre", "</pre>"),
    ("<script", "</script>"),
    ("<style", "</style>"),
    ("<textarea", "</textarea>"),
];

/// Returns the closing marker that unterminated HTML needs.
pub(super) fn missing_end(source: &str) -> Option<&'static str> {
    let source = source.trim_ascii_start().to_ascii_lowercase();
    let (_, end) = ENDS.iter().find(|(start, _)| source.starts_with(start))?;
    (!source.contains(end)).then_some(end)
}

/// Returns true if a block between two others is parsed as it was printed.
fn stands_for_itself(block: &Block, resolve: &dyn Resolve) -> bool {
    let word = || Block::paragraph(vec![Node::text("a")]);
    let document = Document::new(vec![word(), block.clone(), word()]);
    let text = super::print::print_normal(&document, resolve);
    super::parse(&text, resolve).document == document
}

fn has_raw(block: &Block) -> bool {
    let mut found = false;
    walk::blocks(std::slice::from_ref(block), &mut |block| {
        found |= matches!(block.kind, Kind::Raw { .. });
        lines(block, &mut |nodes| found |= is_raw(nodes));
    });
    found
}

fn is_raw(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Leaf(leaf) => leaf.raw,
        Node::Inline(inline) => match &inline.kind {
            InlineKind::Link { nodes, .. } => is_raw(nodes),
            InlineKind::Annotation { nodes, body } => is_raw(nodes) || body.iter().any(has_raw),
            _ => false,
        },
    })
}

fn make_plain(blocks: &mut [Block]) {
    walk::blocks_mut(blocks, &mut |block| {
        if let Kind::Raw { source } = &block.kind {
            block.kind = Kind::Paragraph { align: None, nodes: vec![Node::text(source.as_str())] };
        }
        lines_mut(block, &mut |nodes| plain(nodes));
    });
}

fn plain(nodes: &mut [Node]) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) => leaf.raw = false,
            Node::Inline(inline) => match &mut inline.kind {
                InlineKind::Link { nodes, .. } => plain(nodes),
                InlineKind::Annotation { nodes, body } => {
                    plain(nodes);
                    make_plain(body);
                }
                _ => {}
            },
        }
    }
}

/// Visits the lines of a block, without those of inner blocks.
fn lines<'a>(block: &'a Block, visit: &mut dyn FnMut(&'a [Node])) {
    match &block.kind {
        Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => {
            visit(nodes);
        }
        Kind::File { caption, .. } | Kind::Embed { caption, .. } | Kind::Drawing { caption, .. } => visit(caption),
        Kind::Image(image) => visit(&image.caption),
        Kind::Code(code) => {
            if let Lines::Rich(lines) = &code.lines {
                lines.iter().for_each(|line| visit(&line.nodes));
            }
        }
        _ => {}
    }
}

fn lines_mut(block: &mut Block, visit: &mut dyn FnMut(&mut Vec<Node>)) {
    match &mut block.kind {
        Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => {
            visit(nodes);
        }
        Kind::File { caption, .. } | Kind::Embed { caption, .. } | Kind::Drawing { caption, .. } => visit(caption),
        Kind::Image(image) => visit(&mut image.caption),
        Kind::Code(code) => code_mut(code, visit),
        _ => {}
    }
}

fn code_mut(code: &mut Code, visit: &mut dyn FnMut(&mut Vec<Node>)) {
    if let Lines::Rich(lines) = &mut code.lines {
        lines.iter_mut().for_each(|line| visit(&mut line.nodes));
    }
}
