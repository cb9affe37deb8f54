//! The names of blocks in addresses.
//!
//! A block that has no name of its own is named by its text, in the form of a page's slug, with `-1`, `-2`, … behind
//! it where that is taken. Only names of their own are written to Markdown.

use super::model::{Anchor, Block, Document, InlineKind, Kind, Node};
use super::walk;
use crate::slug::{Siblings, slug};

/// The longest name, in bytes.
const MOST_BYTES: usize = 200;

/// Whether a text can be the name of a block.
pub fn is_anchor(text: &str) -> bool {
    let outside = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '#' | '"' | '<' | '>' | '&' | '\\');
    (1..=MOST_BYTES).contains(&text.len()) && !text.contains(outside)
}

/// Names every block that can be named and has no name of its own.
pub fn derive(document: &mut Document) {
    let mut names = Siblings::default();
    walk::blocks(&document.nodes, &mut |block| {
        if let Some(given) = block.anchor.given() {
            names.claim(given);
        }
    });
    walk::blocks_mut(&mut document.nodes, &mut |block| {
        if super::json::has_anchor(&block.kind) && block.anchor.given().is_none() {
            block.anchor = Anchor::Derived(names.claim(&slug(&text_of(block))).into());
        }
    });
}

/// Takes for derived what would be derived, of the names that come as given.
pub(super) fn forget_derived(document: &mut Document) {
    let mut names = Siblings::default();
    walk::blocks_mut(&mut document.nodes, &mut |block| {
        if !super::json::has_anchor(&block.kind) {
            return;
        }
        let slug = slug(&text_of(block));
        match block.anchor.as_str().map(str::to_owned) {
            Some(given) if given != slug && !is_numbered(&given, &slug) => {
                names.claim(&given);
            }
            given => {
                let derived = names.claim(&slug);
                if given.is_none_or(|given| given == derived) {
                    block.anchor = Anchor::Derived(derived.into());
                }
            }
        }
    });
}

/// Whether a name is a slug with a number behind it.
fn is_numbered(name: &str, slug: &str) -> bool {
    let number = name.strip_prefix(slug).and_then(|rest| rest.strip_prefix('-'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a block is named by.
fn text_of(block: &Block) -> String {
    let mut text = String::new();
    match &block.kind {
        Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => plain(nodes, &mut text),
        Kind::Tab { title, .. } => text.push_str(title.as_deref().unwrap_or_default()),
        Kind::Swagger(swagger) => text = format!("{} {}", swagger.method, swagger.path),
        Kind::Operation { path, method, .. } => text = format!("{method} {path}"),
        Kind::Schemas { schemas, .. } => text = schemas.join(" "),
        Kind::Webhook { name, .. } => text.clone_from(name),
        _ => {}
    }
    text
}

/// The text of a line without marks and nodes.
pub(super) fn plain(nodes: &[Node], out: &mut String) {
    for node in nodes {
        match node {
            Node::Leaf(leaf) if leaf.raw => {}
            Node::Leaf(leaf) => out.push_str(&leaf.text),
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Link { nodes, .. } | InlineKind::Annotation { nodes, .. } => plain(nodes, out),
                InlineKind::Button(button) => out.push_str(&button.label),
                _ => {}
            },
        }
    }
}
