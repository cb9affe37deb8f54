//! Tables: columns, and rows with one cell for each column.
//!
//! JSON names columns, rows and the texts of cells by identifiers and keeps them in maps; here they are in order,
//! the hidden columns after the visible ones, and the identifiers are [`Key`]s.

use super::block::Block;
use super::reference::ContentRef;
use super::words::{CardSize, Fit, Key, More, Num, Side, Vertical};

/// A table. Every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Table {
    /// The layout, with its options.
    pub view: View,
    /// True if the table takes the full width of the page.
    pub full_width: bool,
    /// The columns: the visible ones, then the hidden ones.
    pub columns: Vec<Column>,
    /// The rows in order.
    pub rows: Vec<Row>,
}

/// The layout of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    /// A grid of rows and columns.
    Grid {
        /// True if the titles of the columns are not shown.
        hide_header: bool,
        /// Unknown fields of the view.
        more: More,
    },
    /// A card for each row.
    Cards {
        /// The size of the cards.
        size: CardSize,
        /// True if the titles of the columns are not shown.
        hide_titles: bool,
        /// Unknown fields of the view.
        more: More,
    },
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Column {
    /// The name in the table.
    pub key: Key,
    /// The title in the header.
    pub title: String,
    /// The type of the cells.
    pub kind: ColumnKind,
    /// True if the column is not shown.
    pub hidden: bool,
    /// The width in pixels; grids only.
    pub width: Option<Num>,
    /// The role on cards; at most one column has each role.
    pub role: Option<Role>,
    /// Unknown fields of the definition.
    pub more: More,
}

/// The special role of a column on cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The target of a click on the card.
    Target,
    /// The image of the card.
    Cover,
    /// The image of the card in dark mode.
    CoverDark,
}

/// The type of a column's cells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// Blocks of rich text.
    Text {
        /// The horizontal alignment of the text.
        align: Side,
        /// The vertical alignment of the blocks, if one is set.
        vertical: Option<Vertical>,
    },
    /// A number, as JSON has it.
    Number,
    /// A check box: true or false.
    Checkbox,
    /// One or several of some options.
    Select {
        /// True if a cell can have several options.
        multiple: bool,
        /// The options to choose from.
        options: Vec<Choice>,
    },
    /// A rating in stars.
    Rating {
        /// The maximum number of stars.
        max: Num,
    },
    /// One or several users.
    Users {
        /// True if a cell can have several users.
        multiple: bool,
    },
    /// Files of the space.
    Files,
    /// A reference to content.
    Reference,
    /// An image, by file or address.
    Image,
}

/// An option of a select column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The value that cells store.
    pub value: String,
    /// The text that is shown.
    pub label: String,
    /// The colour of the label, as given by clients.
    pub color: String,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row {
    /// The name in the table.
    pub key: Key,
    /// A cell for each column, of the column's kind or empty.
    pub cells: Vec<Cell>,
}

/// The content of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A cell without content.
    Empty,
    /// Blocks of a text column; not empty in normal form.
    Text(Vec<Block>),
    /// The value of a number or rating column.
    Number(Num),
    /// The value of a checkbox column.
    Checkbox(bool),
    /// Values of options, identifiers of users or of files; not empty in normal form.
    Names(Vec<String>),
    /// The target of a reference column.
    Reference(ContentRef),
    /// The image of an image column.
    Image {
        /// The file or address of the image.
        source: ContentRef,
        /// The scaling of the image on a card, if one is set.
        fit: Option<Fit>,
    },
}

impl ColumnKind {
    /// A left-aligned text column.
    pub const TEXT: Self = Self::Text { align: Side::Left, vertical: None };

    /// Returns the `type` in JSON and in `data-type`.
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
    /// Creates a visible text column.
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
