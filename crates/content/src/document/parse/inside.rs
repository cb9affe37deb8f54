//! The positions of a block's parts in a text: children of containers, items of lists, tabs of a tab group.
//!
//! Parsing does not record them; an edit asks for the blocks that it changes. Text between two parts that
//! is not part of the document is a segment without blocks, as on the top level.

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind, Item, List, Tag};

use super::{BlockReader, Parsed, Prefix, Segment, is_comment};
use crate::budget::Budget;
use crate::document::model::Block;
use crate::document::resolve::Resolve;

/// A segment, and its syntax if that is a single node.
#[derive(Debug, Clone)]
pub(in crate::document) struct Place<'s> {
    pub(in crate::document) segment: Segment,
    syntax: Option<Piece<'s>>,
}

#[derive(Debug, Clone, Copy)]
enum Piece<'s> {
    Block(&'s Syntax<'s>),
    Part(&'s Tag<'s>),
    Item(&'s Item<'s>),
}

/// The parts of a block.
#[derive(Debug)]
pub(in crate::document) struct Inside<'s> {
    /// The parts in order.
    pub(in crate::document) places: Vec<Place<'s>>,
    /// The prefix of continuation lines, in addition to the prefix of the block.
    pub(in crate::document) prefix: String,
    /// The list, if the parts are its items.
    pub(in crate::document) list: Option<&'s List<'s>>,
}

/// Finds the parts of blocks in a text.
pub(in crate::document) struct Finder<'s> {
    tree: &'s Tree<'s>,
    reader: BlockReader<'s>,
}

impl<'s> Finder<'s> {
    /// Creates a finder for a text and its syntax tree.
    pub(in crate::document) fn new(
        source: &'s str,
        tree: &'s Tree<'s>,
        resolve: &'s dyn Resolve,
        budget: &'s Budget,
    ) -> Self {
        Self { tree, reader: BlockReader::new(source, tree, resolve, budget) }
    }

    /// Returns the segments of the top level with their syntax.
    pub(in crate::document) fn top(&self, parsed: &Parsed) -> Vec<Place<'s>> {
        let tree = self.tree;
        let mut blocks = tree.blocks.iter();
        let places = parsed.segments.iter().map(|segment| Place {
            segment: segment.clone(),
            syntax: blocks.find(|it| it.span.start == segment.span.start).and_then(|it| whole(it, segment)),
        });
        places.collect()
    }

    /// Returns the parts of the block at a place, if it has any and can be changed part by part. What stands in some tags
    /// is no part of their blocks, such as the link in a reference to content.
    pub(in crate::document) fn inside(&mut self, place: &Place<'s>, block: &Block) -> Option<Inside<'s>> {
        let inside = match place.syntax? {
            Piece::Block(block) => self.block(block)?,
            Piece::Part(tag) => self.blocks(&tag.blocks, String::new()),
            Piece::Item(item) => {
                let indent = self.reader.indent(item);
                self.reader.prefixes.push(Prefix::Indent(indent));
                let inside = self.blocks(&item.blocks, " ".repeat(indent));
                self.reader.prefixes.pop();
                inside
            }
        };
        let end = inside.places.last()?.segment.blocks.end;
        (end == block.inner().len()).then_some(inside)
    }

    fn block(&mut self, block: &'s Syntax<'s>) -> Option<Inside<'s>> {
        match &block.kind {
            BlockKind::Quote(blocks) => Some(self.blocks(blocks, "> ".to_owned())),
            BlockKind::List(list) => Some(items(list)),
            BlockKind::Details(details) => Some(self.blocks(&details.blocks, String::new())),
            BlockKind::Tag(tag) => match tag.name {
                "tabs" => parts(&tag.blocks, "tab"),
                "stepper" => parts(&tag.blocks, "step"),
                "columns" => parts(&tag.blocks, "column"),
                "updates" => parts(&tag.blocks, "update"),
                _ => Some(self.blocks(&tag.blocks, String::new())),
            },
            _ => None,
        }
    }

    fn blocks(&mut self, syntax: &'s [Syntax<'s>], prefix: String) -> Inside<'s> {
        let mut places = Vec::with_capacity(syntax.len());
        let mut rest = syntax;
        let mut blocks = Vec::new();
        while let Some(first) = rest.first() {
            let start = blocks.len();
            let length = self.reader.next(rest, &mut blocks);
            let segment = Segment { span: first.span.start..rest[length - 1].span.end, blocks: start..blocks.len() };
            let syntax = whole(first, &segment);
            places.push(Place { segment, syntax });
            rest = &rest[length..];
        }
        Inside { places, prefix, list: None }
    }
}

/// Returns a block as the syntax of a segment, if it covers the segment and yields one block.
fn whole<'s>(block: &'s Syntax<'s>, segment: &Segment) -> Option<Piece<'s>> {
    (block.span == segment.span && segment.blocks.len() == 1).then_some(Piece::Block(block))
}

fn items<'s>(list: &'s List<'s>) -> Inside<'s> {
    let places = list.items.iter().enumerate().map(|(at, item)| Place {
        segment: Segment { span: item.span.clone(), blocks: at..at + 1 },
        syntax: Some(Piece::Item(item)),
    });
    Inside { places: places.collect(), prefix: String::new(), list: Some(list) }
}

/// Returns the parts with this tag name; `None` if one has no end tag, or there is another block.
fn parts<'s>(syntax: &'s [Syntax<'s>], name: &str) -> Option<Inside<'s>> {
    let mut places = Vec::with_capacity(syntax.len());
    let mut count = 0;
    for block in syntax {
        let (span, start) = (block.span.clone(), count);
        let syntax = match &block.kind {
            BlockKind::Tag(tag) if tag.name == name && tag.end.is_some() => Some(Piece::Part(tag)),
            BlockKind::Html(html) if is_comment(html) => None,
            _ => return None,
        };
        count += usize::from(syntax.is_some());
        places.push(Place { segment: Segment { span, blocks: start..count }, syntax });
    }
    Some(Inside { places, prefix: String::new(), list: None })
}
