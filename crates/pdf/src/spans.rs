//! The parts of paragraphs: pieces of styled text, pictures in lines, links, and the options of a paragraph.

use std::rc::Rc;

use crate::picture::Picture;
use crate::rows::{Mark, Target};
use crate::structure::Tag;
use crate::style::{LEADING, Style};

/// The character that stands for a picture in a line.
pub(crate) const OBJECT: char = '\u{FFFC}';

/// A piece of text in one style, or a picture in a line.
#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub(crate) text: String,
    pub(crate) style: Style,
    pub(crate) link: Option<Rc<Linked>>,
    pub(crate) picture: Option<InlinePicture>,
    /// The part of the structure, if that is another one than the paragraph's.
    pub(crate) tag: Option<Tag>,
}

/// A link around pieces.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) target: Rc<Target>,
    pub(crate) alt: Rc<str>,
    pub(crate) tag: Tag,
}

/// An element of a line that is one piece and no text.
#[derive(Debug, Clone)]
pub(crate) enum Shown {
    Picture(Picture),
    /// The marks of a formula, relative to the left end of its base line.
    Formula(Rc<Vec<Mark>>),
}

/// A picture in a line.
#[derive(Debug, Clone)]
pub(crate) struct InlinePicture {
    pub(crate) shown: Shown,
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The distance of its lower edge below the base line.
    pub(crate) below: f32,
}

impl Span {
    pub(crate) fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style, link: None, picture: None, tag: None }
    }

    pub(crate) fn picture(picture: InlinePicture, style: Style) -> Self {
        Self { text: OBJECT.to_string(), style, link: None, picture: Some(picture), tag: None }
    }
}

/// The alignment of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Alignment {
    /// At the side where the text begins.
    #[default]
    Start,
    Left,
    Center,
    Right,
    End,
}

/// The options for laying out a paragraph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) width: f32,
    pub(crate) size: f32,
    pub(crate) leading: f32,
    pub(crate) align: Alignment,
    /// The distance of all lines but the first from the edge.
    pub(crate) hanging: f32,
    /// True if white space is kept as it is, as in code.
    pub(crate) verbatim: bool,
}

impl Setting {
    pub(crate) fn new(width: f32, size: f32) -> Self {
        Self { width, size, leading: LEADING, align: Alignment::Start, hanging: 0.0, verbatim: false }
    }
}
