//! Blocks, the units of a document.
//!
//! One type for all of them, parts of other blocks included (list items, tabs, code lines), so that keys, comparison
//! and traversal are written once. The kinds that may stand in a place are checked when a document is read from JSON,
//! and hold by construction in what is parsed.

use super::inline::Node;
use super::parts::{Code, Image, Integration, Swagger};
use super::reference::ContentRef;
use super::table::Table;
use super::words::{Align, Anchor, HintStyle, Key, Length, More, Side, Vertical};

/// A block of a document, or a part of another block.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Block {
    /// The key, unique in the document.
    pub key: Key,
    /// The name in addresses; only headings, expandables, tabs and OpenAPI blocks have one.
    pub anchor: Anchor,
    /// The kind of block, with its content.
    pub kind: Kind,
    /// Unknown fields of the block's `data`.
    pub more: More,
}

/// The kinds of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A paragraph of text.
    Paragraph {
        /// The horizontal alignment of its lines; `None` is the default.
        align: Option<Align>,
        /// The text of the paragraph.
        nodes: Vec<Node>,
    },
    /// Markdown that is not understood, verbatim. In JSON a `paragraph` with `data.raw`: `true` if the
    /// text is the source, or the source itself if it is a comment, with an empty text.
    Raw {
        /// The source, without the line break at its end.
        source: String,
    },
    /// A heading of level 1 to 3.
    Heading {
        /// The level, 1 to 3.
        level: u8,
        /// The horizontal alignment, if one is set.
        align: Option<Align>,
        /// The text of the heading.
        nodes: Vec<Node>,
    },
    /// A bulleted, numbered or task list.
    List {
        /// The kind of list.
        style: ListStyle,
        /// Blocks of kind [`Kind::ListItem`].
        items: Vec<Block>,
    },
    /// An item of a list.
    ListItem {
        /// In a task list, true if the task is done; `None` in other lists.
        checked: Option<bool>,
        /// The blocks of the item.
        nodes: Vec<Block>,
    },
    /// A thematic break (horizontal rule).
    Divider,
    /// A block quote.
    Quote {
        /// The blocks that are quoted.
        nodes: Vec<Block>,
    },
    /// A callout such as a note or warning.
    Hint {
        /// The style, which tells the severity.
        style: HintStyle,
        /// The blocks of the hint.
        nodes: Vec<Block>,
    },
    /// Blocks that are shown only if a condition holds.
    If {
        /// The source of the condition.
        expression: String,
        /// The blocks that are shown.
        nodes: Vec<Block>,
    },
    /// A code block, plain or with marked lines.
    Code(Box<Code>),
    /// A row of images.
    Images {
        /// The horizontal alignment of the row, if one is set.
        align: Option<Side>,
        /// True if the row takes the full width of the page.
        full_width: bool,
        /// True if the images have a frame.
        with_frame: bool,
        /// Blocks of kind [`Kind::Image`].
        images: Vec<Block>,
    },
    /// An image in a row of images.
    Image(Box<Image>),
    /// A file to download.
    File {
        /// The file to download.
        source: ContentRef,
        /// The caption below the file.
        caption: Vec<Node>,
    },
    /// A drawing, stored as a file.
    Drawing {
        /// The file with the drawing; `None` if there is none yet.
        source: Option<ContentRef>,
        /// The alternative text for the image.
        alt: Option<String>,
        /// The caption below the drawing.
        caption: Vec<Node>,
    },
    /// Embedded content of another site.
    Embed {
        /// The address of the embedded content.
        url: String,
        /// True if it takes the full width of the page.
        full_width: bool,
        /// The caption below the embed.
        caption: Vec<Node>,
    },
    /// A formula set as a block.
    Math {
        /// The TeX source of the formula.
        formula: String,
    },
    /// A collapsible section with a title.
    Expandable {
        /// The title, which is always shown.
        title: Vec<Node>,
        /// The blocks that are shown when it is open.
        body: Vec<Block>,
        /// True if it is open initially.
        open: bool,
    },
    /// A group of tabs.
    Tabs {
        /// True if the group takes the full width of the page.
        full_width: bool,
        /// Blocks of kind [`Kind::Tab`].
        tabs: Vec<Block>,
    },
    /// A tab of a group.
    Tab {
        /// The title of the tab.
        title: Option<String>,
        /// The name of an icon.
        icon: Option<String>,
        /// The blocks of the tab.
        nodes: Vec<Block>,
    },
    /// A sequence of steps.
    Stepper {
        /// Blocks of kind [`Kind::Step`].
        steps: Vec<Block>,
    },
    /// A step; its title is its first heading.
    Step {
        /// The name of the icon.
        icon: Option<String>,
        /// The blocks of the step.
        nodes: Vec<Block>,
    },
    /// Columns side by side.
    Columns {
        /// True if the columns take the full width of the page.
        full_width: bool,
        /// Blocks of kind [`Kind::Column`].
        columns: Vec<Block>,
    },
    /// A column of a layout.
    Column {
        /// The width, if one is set.
        width: Option<Length>,
        /// The vertical alignment of the content, if one is set.
        vertical: Option<Vertical>,
        /// The blocks of the column.
        nodes: Vec<Block>,
    },
    /// A card that links to other content.
    ContentRef {
        /// The target of the link.
        target: ContentRef,
    },
    /// A table or a grid of cards.
    Table(Box<Table>),
    /// An operation of an OpenAPI description stored as a file.
    Swagger(Box<Swagger>),
    /// An operation of an OpenAPI description of the organization.
    Operation {
        /// The slug of the description.
        spec: String,
        /// The path of the operation.
        path: String,
        /// The HTTP method of the operation.
        method: String,
    },
    /// Schemas of an OpenAPI description of the organization.
    Schemas {
        /// The slug of the description.
        spec: String,
        /// The names of the schemas.
        schemas: Vec<String>,
        /// True if the schemas are shown as one group.
        grouped: bool,
    },
    /// A webhook of an OpenAPI description of the organization.
    Webhook {
        /// The slug of the description.
        spec: String,
        /// The name of the webhook.
        name: String,
        /// The HTTP method of the webhook.
        method: String,
    },
    /// A block rendered by an integration.
    Integration(Box<Integration>),
    /// A reference to reusable content.
    Reusable {
        /// The identifier of the reusable content, or its path as written if that could not be resolved.
        content: String,
        /// The identifier of its space, if that is another one.
        space: Option<String>,
        /// The token with which the other space is read; not written to Markdown.
        token: Option<String>,
    },
    /// A changelog: a list of dated updates.
    Updates {
        /// The format in which the updates are shown, as given by clients.
        format: Option<String>,
        /// Blocks of kind [`Kind::Update`].
        updates: Vec<Block>,
    },
    /// An entry of a changelog.
    Update {
        /// The date of the entry, as written.
        date: String,
        /// The tags of the entry.
        tags: Vec<String>,
        /// The blocks of the entry.
        nodes: Vec<Block>,
    },
    /// A prompt for an AI assistant.
    Prompt {
        /// A description of the prompt's purpose.
        description: Option<String>,
        /// The name of the icon.
        icon: Option<String>,
        /// The text of the prompt.
        nodes: Vec<Block>,
    },
}

/// The kinds of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListStyle {
    /// A bulleted list.
    Unordered,
    /// A numbered list.
    Ordered {
        /// The first number, unless that is 1; at most 999,999,999.
        start: Option<u32>,
    },
    /// A list with check boxes.
    Tasks,
}

impl Block {
    /// Creates a block without key, anchor and unknown data.
    pub fn new(kind: Kind) -> Self {
        Self { key: Key::default(), anchor: Anchor::Absent, kind, more: More::default() }
    }

    /// Creates a paragraph of these nodes.
    pub fn paragraph(nodes: Vec<Node>) -> Self {
        Self::new(Kind::Paragraph { align: None, nodes })
    }

    /// Returns the blocks that are `nodes` of this one in JSON. Bodies, cells and notes are not among them.
    pub fn children(&self) -> &[Self] {
        match &self.kind {
            Kind::List { items: nodes, .. }
            | Kind::ListItem { nodes, .. }
            | Kind::Quote { nodes }
            | Kind::Hint { nodes, .. }
            | Kind::If { nodes, .. }
            | Kind::Images { images: nodes, .. }
            | Kind::Tabs { tabs: nodes, .. }
            | Kind::Tab { nodes, .. }
            | Kind::Stepper { steps: nodes }
            | Kind::Step { nodes, .. }
            | Kind::Columns { columns: nodes, .. }
            | Kind::Column { nodes, .. }
            | Kind::Updates { updates: nodes, .. }
            | Kind::Update { nodes, .. }
            | Kind::Prompt { nodes, .. } => nodes,
            _ => &[],
        }
    }

    /// Returns the blocks of [`children`](Self::children) mutably.
    pub fn children_mut(&mut self) -> &mut [Self] {
        self.kind.children_list().map_or(&mut [], Vec::as_mut_slice)
    }

    /// Returns the blocks inside that can change while the block's own lines stay: its children, or its body.
    pub(in crate::document) fn inner(&self) -> &[Self] {
        match &self.kind {
            Kind::Expandable { body, .. } => body,
            _ => self.children(),
        }
    }

    /// Returns the list of [`inner`](Self::inner) blocks; `None` for kinds of blocks without.
    pub(in crate::document) fn inner_list(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.kind {
            Kind::Expandable { body, .. } => Some(body),
            kind => kind.children_list(),
        }
    }
}

impl Kind {
    /// Returns the list of a block's [`children`](Block::children); `None` for kinds of blocks without.
    fn children_list(&mut self) -> Option<&mut Vec<Block>> {
        match self {
            Self::List { items: nodes, .. }
            | Self::ListItem { nodes, .. }
            | Self::Quote { nodes }
            | Self::Hint { nodes, .. }
            | Self::If { nodes, .. }
            | Self::Images { images: nodes, .. }
            | Self::Tabs { tabs: nodes, .. }
            | Self::Tab { nodes, .. }
            | Self::Stepper { steps: nodes }
            | Self::Step { nodes, .. }
            | Self::Columns { columns: nodes, .. }
            | Self::Column { nodes, .. }
            | Self::Updates { updates: nodes, .. }
            | Self::Update { nodes, .. }
            | Self::Prompt { nodes, .. } => Some(nodes),
            _ => None,
        }
    }

    /// Returns the `type` in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Paragraph { .. } | Self::Raw { .. } => "paragraph",
            Self::Heading { level: 1, .. } => "heading-1",
            Self::Heading { level: 2, .. } => "heading-2",
            Self::Heading { .. } => "heading-3",
            Self::List { style: ListStyle::Unordered, .. } => "list-unordered",
            Self::List { style: ListStyle::Ordered { .. }, .. } => "list-ordered",
            Self::List { style: ListStyle::Tasks, .. } => "list-tasks",
            Self::ListItem { .. } => "list-item",
            Self::Divider => "divider",
            Self::Quote { .. } => "blockquote",
            Self::Hint { .. } => "hint",
            Self::If { .. } => "if",
            Self::Code(_) => "code",
            Self::Images { .. } => "images",
            Self::Image(_) => "image",
            Self::File { .. } => "file",
            Self::Drawing { .. } => "drawing",
            Self::Embed { .. } => "embed",
            Self::Math { .. } => "math",
            Self::Expandable { .. } => "expandable",
            Self::Tabs { .. } => "tabs",
            Self::Tab { .. } => "tabs-item",
            Self::Stepper { .. } => "stepper",
            Self::Step { .. } => "stepper-step",
            Self::Columns { .. } => "columns",
            Self::Column { .. } => "column",
            Self::ContentRef { .. } => "content-ref",
            Self::Table(_) => "table",
            Self::Swagger(_) => "swagger",
            Self::Operation { .. } => "openapi-operation",
            Self::Schemas { .. } => "openapi-schemas",
            Self::Webhook { .. } => "openapi-webhook",
            Self::Integration(_) => "integration",
            Self::Reusable { .. } => "reusable-content",
            Self::Updates { .. } => "updates",
            Self::Update { .. } => "update",
            Self::Prompt { .. } => "prompt",
        }
    }

    /// Returns true if the block is void in JSON: it has no `nodes`, though it may have `fragments`.
    pub fn is_void(&self) -> bool {
        matches!(
            self,
            Self::Divider
                | Self::File { .. }
                | Self::Drawing { .. }
                | Self::Embed { .. }
                | Self::Image(_)
                | Self::Math { .. }
                | Self::Expandable { .. }
                | Self::Table(_)
                | Self::ContentRef { .. }
                | Self::Integration(_)
                | Self::Reusable { .. }
                | Self::Swagger(_)
                | Self::Operation { .. }
                | Self::Schemas { .. }
                | Self::Webhook { .. }
        )
    }
}
