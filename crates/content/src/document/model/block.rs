//! Blocks: what a document is made of.
//!
//! One type for all of them, parts of other blocks included (list items, tabs, code lines), so that keys, comparison
//! and traversal are written once. Which kinds may stand where is checked when a document is read from JSON, and
//! holds by construction in what is parsed.

use super::inline::Node;
use super::parts::{Code, Image, Integration, Swagger};
use super::reference::ContentRef;
use super::table::Table;
use super::words::{Align, Anchor, HintStyle, Key, Length, More, Side, Vertical};

/// A block.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Block {
    /// Its name in the document.
    pub key: Key,
    /// Its name in addresses; only headings, expandables, tabs and OpenAPI blocks have one.
    pub anchor: Anchor,
    /// What it is.
    pub kind: Kind,
    /// Unknown fields of its `data`.
    pub more: More,
}

/// The kinds of blocks.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Lines of text.
    Paragraph {
        /// Where they stand.
        align: Option<Align>,
        /// The text.
        nodes: Vec<Node>,
    },
    /// Markdown that is not understood here, as it was written. In JSON a `paragraph` with `data.raw`: `true`, and the
    /// text is the source, or the source of a comment, and there is no text.
    Raw {
        /// The source, without the line break at its end.
        source: String,
    },
    /// A heading.
    Heading {
        /// 1 to 3.
        level: u8,
        /// Where it stands.
        align: Option<Align>,
        /// The text.
        nodes: Vec<Node>,
    },
    /// A list.
    List {
        /// Of which kind.
        style: ListStyle,
        /// Blocks of kind [`Kind::ListItem`].
        items: Vec<Block>,
    },
    /// An item of a list.
    ListItem {
        /// Of a task list: whether it is done.
        checked: Option<bool>,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// A rule.
    Divider,
    /// A quotation.
    Quote {
        /// Its content.
        nodes: Vec<Block>,
    },
    /// A hint.
    Hint {
        /// What it is about.
        style: HintStyle,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// What is shown under a condition.
    If {
        /// The condition.
        expression: String,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// Code.
    Code(Box<Code>),
    /// A row of images.
    Images {
        /// Where it stands.
        align: Option<Side>,
        /// Whether it takes the whole width of the page.
        full_width: bool,
        /// Whether there is a frame around it.
        with_frame: bool,
        /// Blocks of kind [`Kind::Image`].
        images: Vec<Block>,
    },
    /// An image of a row.
    Image(Box<Image>),
    /// A file to download.
    File {
        /// The file.
        source: ContentRef,
        /// What is written under it.
        caption: Vec<Node>,
    },
    /// A drawing.
    Drawing {
        /// The file, once there is one.
        source: Option<ContentRef>,
        /// What it shows, in words.
        alt: Option<String>,
        /// What is written under it.
        caption: Vec<Node>,
    },
    /// Something from elsewhere.
    Embed {
        /// Its address.
        url: String,
        /// Whether it takes the whole width of the page.
        full_width: bool,
        /// What is written under it.
        caption: Vec<Node>,
    },
    /// A formula.
    Math {
        /// Its TeX source.
        formula: String,
    },
    /// A title that opens a body.
    Expandable {
        /// The title.
        title: Vec<Node>,
        /// The body.
        body: Vec<Block>,
        /// Whether it is open at first.
        open: bool,
    },
    /// Tabs.
    Tabs {
        /// Whether they take the whole width of the page.
        full_width: bool,
        /// Blocks of kind [`Kind::Tab`].
        tabs: Vec<Block>,
    },
    /// A tab.
    Tab {
        /// Its title.
        title: Option<String>,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// Steps.
    Stepper {
        /// Blocks of kind [`Kind::Step`].
        steps: Vec<Block>,
    },
    /// A step; its title is its first heading.
    Step {
        /// The name of its icon.
        icon: Option<String>,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// Columns.
    Columns {
        /// Whether they take the whole width of the page.
        full_width: bool,
        /// Blocks of kind [`Kind::Column`].
        columns: Vec<Block>,
    },
    /// A column.
    Column {
        /// Its width.
        width: Option<Length>,
        /// Where its content stands.
        vertical: Option<Vertical>,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// A card that leads to other content.
    ContentRef {
        /// Where it leads.
        target: ContentRef,
    },
    /// A table.
    Table(Box<Table>),
    /// An operation of an OpenAPI description that is a file.
    Swagger(Box<Swagger>),
    /// An operation of an OpenAPI description that the organization has.
    Operation {
        /// The description's slug.
        spec: String,
        /// The operation's path.
        path: String,
        /// The operation's method.
        method: String,
    },
    /// Schemas of an OpenAPI description.
    Schemas {
        /// The description's slug.
        spec: String,
        /// The names of the schemas.
        schemas: Vec<String>,
        /// Whether they are shown together.
        grouped: bool,
    },
    /// A webhook of an OpenAPI description.
    Webhook {
        /// The description's slug.
        spec: String,
        /// The webhook's name.
        name: String,
        /// Its method.
        method: String,
    },
    /// A block that an integration draws.
    Integration(Box<Integration>),
    /// A piece of reusable content.
    Reusable {
        /// Its identifier, or its path as written where that could not be resolved.
        content: String,
        /// Its space, if that is another one.
        space: Option<String>,
        /// With what the other space is read; not in Markdown.
        token: Option<String>,
    },
    /// A list of updates.
    Updates {
        /// How they are shown.
        format: Option<String>,
        /// Blocks of kind [`Kind::Update`].
        updates: Vec<Block>,
    },
    /// An update.
    Update {
        /// Its day.
        date: String,
        /// Its tags.
        tags: Vec<String>,
        /// Its content.
        nodes: Vec<Block>,
    },
    /// A text to ask an assistant.
    Prompt {
        /// What it is for.
        description: Option<String>,
        /// The name of its icon.
        icon: Option<String>,
        /// The text.
        nodes: Vec<Block>,
    },
}

/// The kinds of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ListStyle {
    /// With bullets.
    Unordered,
    /// With numbers.
    Ordered {
        /// The first number, unless that is 1; at most 999,999,999.
        start: Option<u32>,
    },
    /// With check boxes.
    Tasks,
}

impl Block {
    /// A block that has neither key nor anchor nor unknown data yet.
    pub fn new(kind: Kind) -> Self {
        Self { key: Key::default(), anchor: Anchor::Absent, kind, more: More::default() }
    }

    /// A paragraph of these nodes.
    pub fn paragraph(nodes: Vec<Node>) -> Self {
        Self::new(Kind::Paragraph { align: None, nodes })
    }

    /// The blocks in this one: its `nodes` in JSON. Bodies, cells and notes are not among them.
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

    /// The same, to change them.
    pub fn children_mut(&mut self) -> &mut [Self] {
        match &mut self.kind {
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
            _ => &mut [],
        }
    }
}

impl Kind {
    /// The `type` in JSON.
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

    /// Whether it is void in JSON: what is in it, if anything, are no `nodes`.
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
