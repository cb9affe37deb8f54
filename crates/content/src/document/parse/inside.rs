//! Where the parts of a block are in a text: the children of containers, the items of lists, the tabs of tabs.
//!
//! A text is read without that; whoever changes it asks for the blocks that it changes. What stands where no part of
//! the document is between two parts is a segment without blocks, as on the top level.

use quire_markdown::Tree;
use quire_markdown::tree::{Block as Syntax, BlockKind, Item, List, Tag};

use super::{Parsed, Prefix, Reader, Segment, is_comment};
use crate::budget::Budget;
use crate::document::resolve::Resolve;

/// A segment, and the syntax that is all of it, if it is one piece.
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

/// What is in a block.
#[derive(Debug)]
pub(in crate::document) struct Inside<'s> {
    /// From front to back.
    pub(in crate::document) places: Vec<Place<'s>>,
    /// What lines after the first begin with, behind what those of the block begin with.
    pub(in crate::document) prefix: String,
    /// If the parts are the items of a list: the list.
    pub(in crate::document) list: Option<&'s List<'s>>,
}

/// Finds what is in blocks of a text.
pub(in crate::document) struct Finder<'s> {
    tree: &'s Tree<'s>,
    reader: Reader<'s>,
}

impl<'s> Finder<'s> {
    /// Of a text and its syntax.
    pub(in crate::document) fn new(
        source: &'s str,
        tree: &'s Tree<'s>,
        resolve: &'s dyn Resolve,
        budget: &'s Budget,
    ) -> Self {
        Self { tree, reader: Reader::new(source, tree, resolve, budget) }
    }

    /// The top level.
    pub(in crate::document) fn top(&self, parsed: &Parsed) -> Vec<Place<'s>> {
        let tree = self.tree;
        let mut blocks = tree.blocks.iter();
        let places = parsed.segments.iter().map(|segment| Place {
            segment: segment.clone(),
            syntax: blocks.find(|it| it.span.start == segment.span.start).and_then(|it| whole(it, segment)),
        });
        places.collect()
    }

    /// What is in a block, if that is something that can be changed part by part.
    pub(in crate::document) fn inside(&mut self, place: &Place<'s>) -> Option<Inside<'s>> {
        match place.syntax? {
            Piece::Block(block) => self.block(block),
            Piece::Part(tag) => Some(self.blocks(&tag.blocks, String::new())),
            Piece::Item(item) => {
                let indent = self.reader.indent(item);
                self.reader.prefixes.push(Prefix::Indent(indent));
                let inside = self.blocks(&item.blocks, " ".repeat(indent));
                self.reader.prefixes.pop();
                Some(inside)
            }
        }
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

/// A block as the syntax of a segment, if it is all of it.
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

/// Parts that all have an end.
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
