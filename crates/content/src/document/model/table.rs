//! Tables: columns, and rows with one cell for each column.
//!
//! JSON names columns, rows and the texts of cells by identifiers and keeps them in maps; here they stand in order,
//! the hidden columns after the visible ones, and the identifiers are [`Key`]s.

use super::block::Block;
use super::reference::ContentRef;
use super::words::{CardSize, Fit, Key, More, Num, Side, Vertical};

/// A table. Every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Table {
    /// How it is shown.
    pub view: View,
    /// Whether it takes the whole width of the page.
    pub full_width: bool,
    /// Its columns: the visible ones, then the hidden ones.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// How a table is shown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    /// In rows and columns.
    Grid {
        /// Whether the titles of the columns are left out.
        hide_header: bool,
        /// Unknown fields of the view.
        more: More,
    },
    /// A card for each row.
    Cards {
        /// How large they are.
        size: CardSize,
        /// Whether the titles of the columns are left out.
        hide_titles: bool,
        /// Unknown fields of the view.
        more: More,
    },
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Column {
    /// Its name in the table.
    pub key: Key,
    /// What is written above it.
    pub title: String,
    /// What its cells hold.
    pub kind: ColumnKind,
    /// Whether it is left out of what is shown.
    pub hidden: bool,
    /// Its width in pixels, in a grid.
    pub width: Option<Num>,
    /// What it is for, on cards; at most one column has each role.
    pub role: Option<Role>,
    /// Unknown fields of the definition.
    pub more: More,
}

/// What a column is for on cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Where a click leads.
    Target,
    /// The image of the card.
    Cover,
    /// The image of the card on dark ground.
    CoverDark,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// Blocks.
    Text {
        /// Where lines stand.
        align: Side,
        /// Where the blocks stand.
        vertical: Option<Vertical>,
    },
    /// A number.
    Number,
    /// Yes or no.
    Checkbox,
    /// Some of these options.
    Select {
        /// Whether there can be several in a cell.
        multiple: bool,
        /// The options.
        options: Vec<Choice>,
    },
    /// A number of stars.
    Rating {
        /// How many there can be.
        max: Num,
    },
    /// Users.
    Users {
        /// Whether there can be several in a cell.
        multiple: bool,
    },
    /// Files.
    Files,
    /// A reference.
    Reference,
    /// An image.
    Image,
}

/// An option of a select column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What cells say.
    pub value: String,
    /// What is shown.
    pub label: String,
    /// Its colour.
    pub color: String,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row {
    /// Its name in the table.
    pub key: Key,
    /// A cell for each column, of the column's kind or empty.
    pub cells: Vec<Cell>,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Of a text column; not empty in normal form.
    Text(Vec<Block>),
    /// Of a number or rating column.
    Number(Num),
    /// Of a checkbox column.
    Checkbox(bool),
    /// Values of options, identifiers of users or of files; not empty in normal form.
    Names(Vec<String>),
    /// Of a reference column.
    Reference(ContentRef),
    /// Of an image column.
    Image {
        /// A file or an address.
        source: ContentRef,
        /// How it fills the card.
        fit: Option<Fit>,
    },
}

impl ColumnKind {
    /// A column of text at the left.
    pub const TEXT: Self = Self::Text { align: Side::Left, vertical: None };

    /// The `type` in JSON and in `data-type`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Text { .. } => "text",
            Self::Number => "number",
            Self::Checkbox => "checkbox",
            Self::Select { .. } => "select",
            Self::Rating { .. } => "rating",
            Self::Users { .. } => "users",
            Self::Files => "files",
            Self::Reference => "content-ref",
            Self::Image => "image",
        }
    }
}

impl Column {
    /// A visible column of text.
    pub fn text(title: impl Into<String>) -> Self {
        Self {
            key: Key::default(),
            title: title.into(),
            kind: ColumnKind::TEXT,
            hidden: false,
            width: None,
            role: None,
            more: More::default(),
        }
    }
}
