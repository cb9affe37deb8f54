//! Patches of a part of a long text: that around the blocks that operations name, up to segments that
//! [stand apart](crate::document::parse::seams).
//!
//! The outcome is that of the patch of the whole text. It is proved as there: the whole new text is parsed, which costs
//! what its change costs, and compared with the document that the patch makes.

use std::ops::Range;
use std::sync::Arc;

use super::arrange::{self, Arrangement};
use super::content::{self, Names};
use super::{Action, Operation, PatchError, Patched, places, plan, previewed};
use crate::document::edit::{ending, rewrite_part};
use crate::document::model::{Block, Document, InlineKind, Kind, Node};
use crate::document::parse::{Parsed, Segment, remembered, shared_in_any_form};
use crate::document::resolve::Resolve;
use crate::document::{normal, walk};

/// A part of a text.
pub(super) struct Part<'a> {
    source: &'a str,
    whole: Arc<Parsed>,
    /// The bytes of the part, and its top-level blocks.
    span: Range<usize>,
    blocks: Range<usize>,
    /// The part as a text of its own, with the keys that its blocks have in the whole.
    parsed: Parsed,
}

impl<'a> Part<'a> {
    /// Returns the part around the blocks that operations name; `None` if they are not all there, the part is most of the
    /// text, or something in the text concerns the whole text.
    pub(super) fn of(source: &'a str, operations: &[Operation], resolve: &dyn Resolve) -> Option<Self> {
        let known = remembered(source, resolve)?;
        if !known.seams().is_local {
            return None;
        }
        let whole = known.keyed();
        let segments = named(&whole, operations)?;
        let stands_apart = |at: &usize| known.seams().list[*at].stands_apart;
        // The neighbours on both sides are a part of it, as what is printed depends on them.
        let from = (1..segments.start).rev().find(stands_apart).unwrap_or(0);
        let all = &whole.segments;
        let to = (segments.end + 1..all.len()).find(stands_apart).unwrap_or(all.len());
        let start = if from == 0 { 0 } else { all[from].span.start };
        let end = all.get(to).map_or(source.len(), |segment| segment.span.start);
        let blocks = all[..from].last().map_or(0, |it| it.blocks.end)..all[..to].last().map_or(0, |it| it.blocks.end);
        if blocks.len() > whole.document.nodes.len() / 2 {
            return None;
        }
        let moved = |segment: &Segment| Segment {
            span: segment.span.start - start..segment.span.end - start,
            blocks: segment.blocks.start - blocks.start..segment.blocks.end - blocks.start,
        };
        let parsed = Parsed {
            document: Document::new(whole.document.nodes[blocks.clone()].to_vec()),
            segments: all[from..to].iter().map(moved).collect(),
            ..Parsed::default()
        };
        Some(Self { source, whole, span: start..end, blocks, parsed })
    }

    fn text(&self) -> &'a str {
        &self.source[self.span.clone()]
    }

    /// Returns the whole text after a patch; `None` if it is not found here.
    pub(super) fn patch(&self, operations: &[Operation], resolve: &dyn Resolve) -> Option<String> {
        let old = &self.parsed;
        let arrangement = Arrangement::of(&old.document.nodes, operations).ok()?;
        let contents = content::of(self.text(), old, operations, resolve).ok()?;
        let mut new = arrangement.document(&contents, Names::Marks).ok()?;
        normal::shape(&mut new, resolve);
        if new == old.document {
            return Some(self.source.to_owned());
        }
        if has_notes(&new.nodes) {
            return None;
        }
        let plan = plan(&arrangement, &contents);
        let whole = |part: &str| self.proved(part, &new.nodes, resolve);
        rewrite_part(self.text(), old, &new, (&plan, ending(self.source)), resolve, &whole)
    }

    /// Returns the whole text with a new form of the part, if its document has these blocks there.
    fn proved(&self, part: &str, blocks: &[Block], resolve: &dyn Resolve) -> Option<String> {
        let text = [&self.source[..self.span.start], part, &self.source[self.span.end..]].concat();
        let read = shared_in_any_form(&text, resolve);
        let patched = Patched {
            old: Arc::clone(&self.whole),
            replaced: self.blocks.clone(),
            blocks: blocks.to_vec(),
            made: Vec::new(),
        };
        (read.cut.is_none() && patched.is(&read.document)).then_some(text)
    }

    /// Returns the document that a patch makes of the whole text.
    pub(super) fn preview(&self, operations: &[Operation], resolve: &dyn Resolve) -> Result<Patched, PatchError> {
        let whole = (Arc::clone(&self.whole), self.blocks.clone());
        previewed(whole, (self.text(), &self.parsed), operations, resolve)
    }
}

/// Returns the segments with the blocks that operations name; `None` if one is not there.
fn named(whole: &Parsed, operations: &[Operation]) -> Option<Range<usize>> {
    let keys = arrange::named(operations);
    let places = places::places(&whole.document.nodes, &keys);
    if places.len() < keys.len() {
        return None;
    }
    let mut tops: Vec<usize> = places.values().map(|place| *place.parent.first().unwrap_or(&place.at)).collect();
    let to_beginning = |it: &Operation| {
        it.action == Action::MoveAfter(None) && places.get(&it.key).is_some_and(|place| place.parent.is_empty())
    };
    tops.extend(operations.iter().any(to_beginning).then_some(0));
    let (first, last) = (tops.iter().min()?, tops.iter().max()?);
    let of_block = |block: usize| whole.segments.iter().position(|segment| segment.blocks.contains(&block));
    Some(of_block(*first)?..of_block(*last)? + 1)
}

/// Returns true if blocks have annotations, whose notes are at the end of the text.
fn has_notes(blocks: &[Block]) -> bool {
    fn in_line(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match node {
            Node::Inline(inline) => match &inline.kind {
                InlineKind::Annotation { .. } => true,
                InlineKind::Link { nodes, .. } => in_line(nodes),
                _ => false,
            },
            Node::Leaf(_) => false,
        })
    }
    let mut has_notes = false;
    walk::blocks(blocks, &mut |block| {
        has_notes |= match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => {
                in_line(nodes)
            }
            Kind::File { caption, .. } | Kind::Drawing { caption, .. } | Kind::Embed { caption, .. } => {
                in_line(caption)
            }
            Kind::Image(image) => in_line(&image.caption),
            // Marked lines are rare.
            Kind::Code(code) => matches!(code.lines, crate::document::model::Lines::Rich(_)),
            _ => false,
        };
    });
    has_notes
}
