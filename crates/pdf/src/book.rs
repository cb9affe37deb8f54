//! Books to print: pages in the order and depth of a page tree.

use quire_content::document::Document;

use crate::surroundings::Surroundings;

/// The format of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 mm by 297 mm.
    #[default]
    A4,
    /// 8.5 inches by 11 inches.
    Letter,
}

#[cfg(feature = "drawing")]
impl Paper {
    /// Returns the width and the height in points.
    pub(crate) fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// The facts about a book, without the text of its pages.
#[derive(Debug, Clone, Default)]
pub struct Book {
    /// The format of the paper.
    pub paper: Paper,
    /// The title.
    pub title: String,
    /// Lines below the title on the cover: what the book is a part of, its version, its date.
    pub lines: Vec<String>,
    /// The language of the text, as a tag of BCP 47.
    pub language: String,
    /// True if the book has a cover and a table of contents.
    pub front: bool,
    /// The pages and groups: parents before children, siblings in order.
    pub entries: Vec<Entry>,
}

/// A page or a group of pages.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// The name of the page in links, unique in the book.
    pub id: String,
    /// The title.
    pub title: String,
    /// The emoji before the title.
    pub emoji: Option<String>,
    /// The depth in the page tree, 0 for the top.
    pub depth: usize,
    /// False for a group, which has no text.
    pub is_page: bool,
}

/// A page as it is read for printing.
pub struct Sheet<'a> {
    /// The text, with its conditions decided and its expressions evaluated.
    pub document: Document,
    /// The description below the title.
    pub description: Option<String>,
    /// Everything that the text refers to.
    pub around: Box<dyn Surroundings + 'a>,
}

/// A file.
#[derive(Debug, Clone)]
pub struct Pdf {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The number of sheets of paper.
    pub sheets: usize,
}
