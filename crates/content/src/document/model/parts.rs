//! The contents of larger blocks: code, images, operations, integrations.

use super::inline::Node;
use super::reference::ContentRef;
use super::words::{Key, Length, More, Overflow};

/// The content of a code block.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Code {
    /// The language of the code.
    pub syntax: Option<String>,
    /// The rest of the info string after the language (`data.info`).
    pub info: Option<String>,
    /// The title of the block.
    pub title: Option<String>,
    /// The treatment of lines that are too long, if one is set.
    pub overflow: Option<Overflow>,
    /// True if lines are numbered; `None` is the default.
    pub line_numbers: Option<bool>,
    /// True if the block takes the full width of the page.
    pub full_width: bool,
    /// The lines of code.
    pub lines: Lines,
}

/// The lines of a code block.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lines {
    /// Plain text, lines separated by line breaks. Line keys are derived from the block's key.
    Plain(String),
    /// At least one line that is highlighted or has marks or nodes.
    Rich(Vec<Line>),
}

/// A line of a code block with highlighting, marks or nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Line {
    /// The key, unique in the document.
    pub key: Key,
    /// True if the line is highlighted.
    pub highlighted: bool,
    /// The content: leaves, annotations and expressions.
    pub nodes: Vec<Node>,
}

/// An image in a row of images.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Image {
    /// The file or address of the image.
    pub source: ContentRef,
    /// The file or address that is shown in dark mode instead.
    pub dark: Option<ContentRef>,
    /// The width, if one is set.
    pub width: Option<Length>,
    /// The height, if one is set.
    pub height: Option<Length>,
    /// The alternative text for the image.
    pub alt: Option<String>,
    /// The caption below the image.
    pub caption: Vec<Node>,
}

/// An operation of an OpenAPI description stored as a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Swagger {
    /// The file or address of the description.
    pub source: ContentRef,
    /// The path of the operation.
    pub path: String,
    /// The HTTP method of the operation.
    pub method: String,
    /// True if the operation is open initially.
    pub expanded: Option<bool>,
    /// True if the block takes the full width of the page.
    pub full_width: bool,
}

/// A block rendered by an integration.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Integration {
    /// The name of the integration.
    pub integration: String,
    /// The name of the block.
    pub block: String,
    /// The properties that the integration receives.
    pub props: More,
    /// The initial action of the integration.
    pub action: Option<serde_json::Value>,
    /// The address that the block was created from.
    pub url: Option<String>,
    /// True if the block takes the full width of the page.
    pub full_width: bool,
}
