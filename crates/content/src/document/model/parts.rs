//! What larger blocks are made of: code, images, operations, integrations.

use super::inline::Node;
use super::reference::ContentRef;
use super::words::{Key, Length, More, Overflow};

/// A block of code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// Its language.
    pub syntax: Option<String>,
    /// What else stands beside the language (`data.info`).
    pub info: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What happens to long lines.
    pub overflow: Option<Overflow>,
    /// Whether lines are numbered.
    pub line_numbers: Option<bool>,
    /// Whether it takes the whole width of the page.
    pub full_width: bool,
    /// Its lines.
    pub lines: Lines,
}

/// The lines of a block of code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Plain text, line breaks between the lines. Line keys are derived from the block's.
    Plain(String),
    /// At least one line that is highlighted or has marks or nodes.
    Rich(Vec<Line>),
}

/// A line of code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line {
    /// Its name in the document.
    pub key: Key,
    /// Whether it is highlighted.
    pub highlighted: bool,
    /// Its content: leaves, annotations and expressions.
    pub nodes: Vec<Node>,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Image {
    /// A file or an address.
    pub source: ContentRef,
    /// What is shown on dark ground instead.
    pub dark: Option<ContentRef>,
    /// Its width.
    pub width: Option<Length>,
    /// Its height.
    pub height: Option<Length>,
    /// What it shows, in words.
    pub alt: Option<String>,
    /// What is written under it.
    pub caption: Vec<Node>,
}

/// An operation of an OpenAPI description that is a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Swagger {
    /// The description: a file or an address.
    pub source: ContentRef,
    /// The operation's path.
    pub path: String,
    /// The operation's method.
    pub method: String,
    /// Whether it is open at first.
    pub expanded: Option<bool>,
    /// Whether it takes the whole width of the page.
    pub full_width: bool,
}

/// A block that an integration draws.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integration {
    /// The integration's name.
    pub integration: String,
    /// The block's name.
    pub block: String,
    /// What the integration is told.
    pub props: More,
    /// What the integration does first.
    pub action: Option<serde_json::Value>,
    /// What the block was made from.
    pub url: Option<String>,
    /// Whether it takes the whole width of the page.
    pub full_width: bool,
}
