//! The results of layout: rows from top to bottom, each with what is drawn in it.
//!
//! A row is never broken; a page of paper ends between rows. Places in a row are relative to its upper left corner.

use std::rc::Rc;

use crate::fonts::FaceId;
use crate::picture::Picture;
use crate::shape::Glyph;
use crate::structure::Tag;
use crate::style::Rgb;

/// A part of a column of text.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    Row(Row),
    /// A distance in points, which is left out at the top of a page.
    Gap(f32),
}

/// A row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    pub(crate) height: f32,
    pub(crate) marks: Vec<Mark>,
    /// True if the next row stands on the same page.
    pub(crate) keep: bool,
    /// The rows that stand above this one where it is the first of a page, as the head of its table does.
    pub(crate) head: Option<Rc<Vec<Row>>>,
}

/// Something that is drawn, at a place, with the part of the structure that it belongs to.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// `None` for ornaments.
    pub(crate) tag: Option<Tag>,
    pub(crate) kind: MarkKind,
}

#[derive(Debug, Clone)]
pub(crate) enum MarkKind {
    /// Glyphs; the place is the left end of the base line.
    Text(Rc<Run>),
    Fill {
        width: f32,
        height: f32,
        color: Rgb,
        radius: f32,
    },
    Frame {
        width: f32,
        height: f32,
        color: Rgb,
        line: f32,
        radius: f32,
    },
    Line {
        dx: f32,
        dy: f32,
        color: Rgb,
        line: f32,
    },
    Picture {
        width: f32,
        height: f32,
        picture: Picture,
    },
    Link {
        width: f32,
        height: f32,
        target: Rc<Target>,
        alt: Rc<str>,
    },
    /// A place that links lead to.
    Anchor(Rc<str>),
    /// A part of the structure without content, such as an empty cell.
    Empty,
}

/// Glyphs of one font, size and colour.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub(crate) face: FaceId,
    pub(crate) size: f32,
    pub(crate) color: Rgb,
    pub(crate) text: String,
    pub(crate) glyphs: Vec<Glyph>,
}

/// The place that a link leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// The name of an anchor of the book, and the address elsewhere if the book has no such anchor.
    Inside(String, Option<String>),
    Address(String),
}

impl Mark {
    pub(crate) fn ornament(x: f32, y: f32, kind: MarkKind) -> Self {
        Self { x, y, tag: None, kind }
    }

    pub(crate) fn fill(x: f32, y: f32, width: f32, height: f32, color: Rgb) -> Self {
        Self::ornament(x, y, MarkKind::Fill { width, height, color, radius: 0.0 })
    }

    pub(crate) fn rule(x: f32, y: f32, width: f32, color: Rgb) -> Self {
        Self::ornament(x, y, MarkKind::Line { dx: width, dy: 0.0, color, line: 0.6 })
    }
}

impl Row {
    pub(crate) fn space(height: f32) -> Self {
        Self { height, ..Self::default() }
    }
}

/// Moves everything to the right.
pub(crate) fn shift(items: &mut [Item], dx: f32) {
    for item in items {
        if let Item::Row(row) = item {
            row.marks.iter_mut().for_each(|mark| mark.x += dx);
        }
    }
}

/// Returns the height of all items.
pub(crate) fn height(items: &[Item]) -> f32 {
    items.iter().map(Item::height).sum()
}

impl Item {
    pub(crate) fn height(&self) -> f32 {
        match self {
            Self::Row(row) => row.height,
            Self::Gap(gap) => *gap,
        }
    }
}

/// Takes away gaps at the start and at the end.
pub(crate) fn trim(items: &mut Vec<Item>) {
    while matches!(items.last(), Some(Item::Gap(_))) {
        items.pop();
    }
    let gaps = items.iter().take_while(|item| matches!(item, Item::Gap(_))).count();
    items.drain(..gaps);
}

/// Joins all items to one row.
pub(crate) fn flatten(items: Vec<Item>) -> Row {
    let mut whole = Row::default();
    for item in items {
        match item {
            Item::Gap(gap) => whole.height += gap,
            Item::Row(row) => {
                let top = whole.height;
                whole.marks.extend(row.marks.into_iter().map(|mark| Mark { y: mark.y + top, ..mark }));
                whole.height += row.height;
            }
        }
    }
    whole
}

/// Stands columns side by side. They are one row if that is not higher than `most`; else each row has as much of each
/// column as fits.
pub(crate) fn side_by_side(columns: Vec<(f32, Vec<Item>)>, most: f32) -> Vec<Row> {
    let mut columns: Vec<(f32, std::collections::VecDeque<Item>)> =
        columns.into_iter().map(|(x, items)| (x, items.into())).collect();
    let tallest = columns.iter().map(|(_, items)| items.iter().map(Item::height).sum::<f32>()).fold(0.0, f32::max);
    let bound = if tallest <= most { f32::INFINITY } else { most };
    let mut rows = Vec::new();
    while rows.is_empty() || columns.iter().any(|(_, items)| !items.is_empty()) {
        let mut row = Row::default();
        for (x, items) in &mut columns {
            let mut taken = Vec::new();
            let mut height = 0.0;
            while let Some(item) = items.front() {
                let fits = height + item.height() <= bound || taken.is_empty();
                if !fits {
                    break;
                }
                height += item.height();
                taken.extend(items.pop_front());
            }
            if !rows.is_empty() {
                trim(&mut taken);
            }
            shift(&mut taken, *x);
            let part = flatten(taken);
            row.height = row.height.max(part.height);
            row.marks.extend(part.marks);
        }
        rows.push(row);
    }
    rows
}
