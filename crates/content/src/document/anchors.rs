//! The names of blocks in addresses.
//!
//! A block that has no name of its own is named by its text, in the form of a page's slug but with the dots within
//! words, with `-1`, `-2`, … behind it where that is taken. Only names of their own are written to Markdown.

use super::model::{Anchor, Block, Document, InlineKind, Kind, Node};
use super::walk;
use crate::slug::{self, Siblings};

/// The longest name, in bytes.
const MOST_BYTES: usize = 200;

/// Whether a text can be the name of a block.
pub fn is_anchor(text: &str) -> bool {
    let outside = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '#' | '"' | '<' | '>' | '&' | '\\');
    (1..=MOST_BYTES).contains(&text.len()) && !text.contains(outside)
}

/// Names every block that can be named and has no name of its own.
pub fn derive(document: &mut Document) {
    let slugs = slugs(document);
    derive_from(document, &slugs);
}

/// Takes for derived what would be derived, of the names that come as given, and names the other blocks.
pub(super) fn settle(document: &mut Document) {
    let slugs = slugs(document);
    forget_derived(document, &slugs);
    derive_from(document, &slugs);
}

/// The slugs of the blocks that can be named, in their order.
fn slugs(document: &Document) -> Vec<String> {
    let mut slugs = Vec::new();
    walk::blocks(&document.nodes, &mut |block| {
        if super::json::has_anchor(&block.kind) {
            slugs.push(slug_of(&text_of(block)));
        }
    });
    slugs
}

fn derive_from(document: &mut Document, slugs: &[String]) {
    let mut names = Siblings::default();
    walk::blocks(&document.nodes, &mut |block| {
        if let Some(given) = block.anchor.given() {
            names.claim(given);
        }
    });
    each(document, slugs, &mut |block, slug| {
        if block.anchor.given().is_none() {
            block.anchor = Anchor::Derived(names.claim(slug).into());
        }
    });
}

fn forget_derived(document: &mut Document, slugs: &[String]) {
    let mut names = Siblings::default();
    each(document, slugs, &mut |block, slug| match block.anchor.as_str() {
        Some(given) if given != slug && !is_numbered(given, slug) => {
            names.claim(given);
        }
        given => {
            let derived = names.claim(slug);
            if given.is_none_or(|given| given == derived) {
                block.anchor = Anchor::Derived(derived.into());
            }
        }
    });
}

/// Every block that can be named, with its slug.
fn each(document: &mut Document, slugs: &[String], visit: &mut dyn FnMut(&mut Block, &str)) {
    let mut slugs = slugs.iter();
    walk::blocks_mut(&mut document.nodes, &mut |block| {
        if super::json::has_anchor(&block.kind)
            && let Some(slug) = slugs.next()
        {
            visit(block, slug);
        }
    });
}

/// Other names by which links may look for a heading: as the slugs of pages are made, and as GitHub makes them (letters,
/// marks, digits, `_` and `-` kept, blanks as `-`, nothing for all else). Other blocks have none.
pub fn aliases(block: &Block) -> Vec<String> {
    if !matches!(block.kind, Kind::Heading { .. }) {
        return Vec::new();
    }
    let text = text_of(block);
    let mut names = Vec::new();
    for name in [slug::name(&text), slug::slug(&text), on_github(&text)] {
        if block.anchor.as_str() != Some(&name) && !names.contains(&name) && is_anchor(&name) {
            names.push(name);
        }
    }
    names
}

fn on_github(text: &str) -> String {
    let kept = |c: char| slug::keeps(c) || matches!(c, '_' | '-' | ' ');
    text.trim().to_lowercase().chars().filter(|c| kept(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The name of a text; that of plain ASCII without Unicode's tables.
fn slug_of(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'_' | b'/');
    if text.len() > slug::MOST_CHARS || !text.bytes().all(plain) {
        return slug::name(text);
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if joined.is_empty() { slug::name(text) } else { joined }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn plain_text_has_the_same_name(text in "[a-zA-Z0-9 ._/-]{0,120}") {
            prop_assert_eq!(slug_of(&text), slug::name(&text));
        }
    }
}
