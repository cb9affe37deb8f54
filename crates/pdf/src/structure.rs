//! The structure of the text for screen readers: headings, lists, tables, figures.
//!
//! A part joins the structure when something of it is drawn first, so that the order is that of the paper. Drawing gives
//! each piece an identifier, which its part keeps.

use krilla::tagging::{Identifier, Node, TagGroup, TagKind};

/// A part of the structure of the page that is being laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tag(u32);

struct Part {
    kind: TagKind,
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
    pub(crate) fn add(&mut self, parent: Option<Tag>, kind: impl Into<TagKind>) -> Tag {
        self.parts.push(Part { kind: kind.into(), parent, children: Vec::new(), joined: false });
        Tag((self.parts.len() - 1) as u32)
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
    Some(Node::Group(TagGroup::with_children(part.kind, children)))
}
