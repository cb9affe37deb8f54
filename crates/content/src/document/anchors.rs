//! Anchors: the names of blocks in addresses.
//!
//! A block without a given anchor gets one derived from its text: the slug of the text, except that dots within words
//! stay, with `-1`, `-2`, … appended if it is taken. Only given anchors are written to Markdown.

use super::model::{Anchor, Block, Document, InlineKind, Kind, Node};
use super::walk;
use crate::slug::{self, Siblings};

/// The maximum length of an anchor in bytes.
const MOST_BYTES: usize = 200;

/// Returns true if a text is a valid anchor.
pub fn is_anchor(text: &str) -> bool {
    let outside = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '#' | '"' | '<' | '>' | '&' | '\\');
    (1..=MOST_BYTES).contains(&text.len()) && !text.contains(outside)
}

/// A block that can have an anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Anchored {
    /// The slug of its text.
    slug: String,
    /// The anchor that the source gives it.
    given: Option<Box<str>>,
}

/// Derives an anchor for every block that can have one and has no given one.
pub fn derive(document: &mut Document) {
    let slugs = anchored(&document.nodes);
    derive_from(document, &slugs);
}

/// Turns given anchors that equal the derived ones into derived anchors, and derives anchors for the other blocks.
/// Returns the blocks that can have one, as they were written.
pub(super) fn settle(document: &mut Document) -> Vec<Anchored> {
    let slugs = anchored(&document.nodes);
    settle_from(document, &slugs);
    slugs
}

fn settle_from(document: &mut Document, slugs: &[Anchored]) {
    forget_derived(document, slugs);
    derive_from(document, slugs);
}

/// Settles the anchors of a document again. Given are its blocks that can have one, as they are written, and the range of
/// those whose anchors are not settled yet. Returns false if another block has a given anchor now that had none, or the
/// other way round.
pub(super) fn settle_again(document: &mut Document, slugs: &[Anchored], new: std::ops::Range<usize>) -> bool {
    let (mut at, mut was_given) = (0, Vec::with_capacity(slugs.len()));
    each(document, slugs, &mut |block, _| {
        was_given.push(block.anchor.given().is_some());
        block.anchor = slugs[at].given.clone().map_or(Anchor::Absent, Anchor::Given);
        at += 1;
    });
    settle_from(document, slugs);
    let (mut at, mut is_same) = (0, true);
    each(document, slugs, &mut |block, _| {
        is_same &= new.contains(&at) || was_given[at] == block.anchor.given().is_some();
        at += 1;
    });
    is_same
}

/// Gives blocks the settled anchors of others, of which the same can have one.
pub(super) fn take_over(old: &[Block], new: &mut [Block]) {
    let mut anchors = Vec::new();
    walk::blocks(old, &mut |block| {
        if super::json::has_anchor(&block.kind) {
            anchors.push(&block.anchor);
        }
    });
    let mut anchors = anchors.into_iter();
    walk::blocks_mut(new, &mut |block| {
        if super::json::has_anchor(&block.kind)
            && let Some(anchor) = anchors.next()
        {
            block.anchor = anchor.clone();
        }
    });
}

/// Returns the number of blocks that can have an anchor.
pub(super) fn count(blocks: &[Block]) -> usize {
    let mut count = 0;
    walk::blocks(blocks, &mut |block| count += usize::from(super::json::has_anchor(&block.kind)));
    count
}

/// Returns the blocks that can have an anchor, in document order.
pub(super) fn anchored(blocks: &[Block]) -> Vec<Anchored> {
    let mut found = Vec::new();
    walk::blocks(blocks, &mut |block| {
        if super::json::has_anchor(&block.kind) {
            found.push(Anchored { slug: slug_of(&text_of(block)), given: block.anchor.given().map(Box::from) });
        }
    });
    found
}

fn derive_from(document: &mut Document, slugs: &[Anchored]) {
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

fn forget_derived(document: &mut Document, slugs: &[Anchored]) {
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

/// Visits every block that can have an anchor, with its slug.
fn each(document: &mut Document, slugs: &[Anchored], visit: &mut dyn FnMut(&mut Block, &str)) {
    let mut slugs = slugs.iter();
    walk::blocks_mut(&mut document.nodes, &mut |block| {
        if super::json::has_anchor(&block.kind)
            && let Some(slug) = slugs.next()
        {
            visit(block, &slug.slug);
        }
    });
}

/// Returns other anchors by which links may refer to a heading: the [`names`] that are not its own. Other blocks have
/// none.
pub fn aliases(block: &Block) -> Vec<String> {
    if !matches!(block.kind, Kind::Heading { .. }) {
        return Vec::new();
    }
    let names = names(&text_of(block)).into_iter();
    names.filter(|name| block.anchor.as_str() != Some(name)).collect()
}

/// Returns the anchors by which links may refer to a heading with this text, without repetition: its slug with dots
/// and as of a page, its anchor on GitHub (letters, marks, digits, `_` and `-` kept, spaces as `-`, nothing for all
/// else), its anchor on GitBook (`.` and `_` kept, one `-` for all else), and those that begin with a digit with `id-`
/// in front.
pub fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let spelled = [slug::name(text), slug::slug(text), on_github(text), on_gitbook(text)];
    let numbered = spelled.iter().filter(|name| name.starts_with(|c: char| c.is_ascii_digit()));
    let numbered: Vec<String> = numbered.map(|name| format!("id-{name}")).collect();
    for name in spelled.into_iter().chain(numbered) {
        if !names.contains(&name) && is_anchor(&name) {
            names.push(name);
        }
    }
    names
}

fn on_github(text: &str) -> String {
    let kept = |c: char| slug::keeps(c) || matches!(c, '_' | '-' | ' ');
    text.trim().to_lowercase().chars().filter(|c| kept(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn on_gitbook(text: &str) -> String {
    let kept = |c: char| slug::keeps(c) || matches!(c, '.' | '_');
    let lower = text.to_lowercase();
    lower.split(|c| !kept(c)).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

/// Returns the slug of a text; for plain ASCII it is computed without Unicode's tables.
fn slug_of(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'-' | b'_' | b'/');
    if text.len() > slug::MOST_CHARS || !text.bytes().all(plain) {
        return slug::name(text);
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if joined.is_empty() { slug::name(text) } else { joined }
}

/// Returns true if a name is a slug followed by `-` and digits.
fn is_numbered(name: &str, slug: &str) -> bool {
    let number = name.strip_prefix(slug).and_then(|rest| rest.strip_prefix('-'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the text that a block's anchor is derived from.
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

/// Appends the text of a line, without marks and without nodes that have no text.
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
