//! The structure of the text for screen readers: headings, lists, tables, figures.
//!
//! A part joins the structure when something of it is drawn first, so that the order is that of the paper. Drawing gives
//! each piece an identifier, which its part keeps.

use std::num::NonZeroU16;

use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag as Written, TagGroup, TagKind};

/// A part of the structure of the page that is being laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tag(u32);

impl Tag {
    /// Returns the part with a number; `None` beyond those that there can be.
    pub(crate) fn at(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self)
    }

    /// Returns the number of the part on its page.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The meaning of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartKind {
    Div,
    P,
    BlockQuote,
    Caption,
    Code,
    Link,
    LI,
    Lbl,
    LBody,
    Table,
    TR,
    TH,
    TD,
    Toc,
    TocItem,
    /// A picture, with what it shows.
    Figure(Option<String>),
    /// A formula, with its source.
    Formula(Option<String>),
    /// A heading of a level, with its text.
    Hn(NonZeroU16, Option<String>),
    /// A list.
    L(Numbering),
}

/// The labels of the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbering {
    None,
    Disc,
    Decimal,
}

impl PartKind {
    /// Returns the kind as the writer of files wants it.
    fn written(self) -> TagKind {
        match self {
            Self::Div => Written::Div.into(),
            Self::P => Written::P.into(),
            Self::BlockQuote => Written::BlockQuote.into(),
            Self::Caption => Written::Caption.into(),
            Self::Code => Written::Code.into(),
            Self::Link => Written::Link.into(),
            Self::LI => Written::LI.into(),
            Self::Lbl => Written::Lbl.into(),
            Self::LBody => Written::LBody.into(),
            Self::Table => Written::Table.into(),
            Self::TR => Written::TR.into(),
            Self::TH => Written::TH(TableHeaderScope::Column).into(),
            Self::TD => Written::TD.into(),
            Self::Toc => Written::TOC.into(),
            Self::TocItem => Written::TOCI.into(),
            Self::Figure(alt) => Written::Figure(alt).into(),
            Self::Formula(alt) => Written::Formula(alt).into(),
            Self::Hn(level, title) => Written::Hn(level, title).into(),
            Self::L(numbering) => Written::L(match numbering {
                Numbering::None => ListNumbering::None,
                Numbering::Disc => ListNumbering::Disc,
                Numbering::Decimal => ListNumbering::Decimal,
            })
            .into(),
        }
    }
}

struct Part {
    kind: PartKind,
    parent: Option<Tag>,
    children: Vec<Child>,
    joined: bool,
}

enum Child {
    Part(Tag),
    Piece(Identifier),
}

/// The structure of one page.
#[derive(Default)]
pub(crate) struct Structure {
    parts: Vec<Part>,
    tops: Vec<Tag>,
}

impl Structure {
    /// Creates a part below another one.
    pub(crate) fn add(&mut self, parent: Option<Tag>, kind: PartKind) -> Tag {
        self.parts.push(Part { kind, parent, children: Vec::new(), joined: false });
        Tag((self.parts.len() - 1) as u32)
    }

    /// Returns all parts in the order of their numbers, each with the one that it is below.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (Option<Tag>, &PartKind)> {
        self.parts.iter().map(|part| (part.parent, &part.kind))
    }

    /// Has a part and those around it join the structure.
    pub(crate) fn join(&mut self, tag: Tag) {
        let mut at = tag;
        loop {
            let part = &mut self.parts[at.0 as usize];
            if std::mem::replace(&mut part.joined, true) {
                return;
            }
            match part.parent {
                None => return self.tops.push(at),
                Some(parent) => {
                    self.parts[parent.0 as usize].children.push(Child::Part(at));
                    at = parent;
                }
            }
        }
    }

    /// Adds a drawn piece to a part.
    pub(crate) fn piece(&mut self, tag: Tag, piece: Identifier) {
        self.join(tag);
        self.parts[tag.0 as usize].children.push(Child::Piece(piece));
    }

    /// Returns the structure as the writer of files wants it, and forgets it.
    pub(crate) fn take(&mut self) -> Vec<Node> {
        let mut parts: Vec<Option<Part>> = std::mem::take(&mut self.parts).into_iter().map(Some).collect();
        std::mem::take(&mut self.tops).into_iter().filter_map(|top| group(&mut parts, top)).collect()
    }
}

fn group(parts: &mut [Option<Part>], tag: Tag) -> Option<Node> {
    let part = parts[tag.0 as usize].take()?;
    let children = part.children.into_iter().filter_map(|child| match child {
        Child::Part(tag) => group(parts, tag),
        Child::Piece(piece) => Some(Node::Leaf(piece)),
    });
    let children = children.collect();
    Some(Node::Group(TagGroup::with_children(part.kind.written(), children)))
}
