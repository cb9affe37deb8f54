//! Inline content: text with marks, and inline nodes.
//!
//! A line is a list of [`Node`]s. In normal form adjacent leaves differ in their marks and no leaf is empty.
//! JSON groups adjacent leaves into one `text`; the model does not.

use super::block::Block;
use super::reference::ContentRef;
use super::words::{ButtonKind, ImageSize, Key, More, Tint};

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// Text with the same marks throughout.
    Leaf(Leaf),
    /// An inline node, such as a link or an image.
    Inline(Box<Inline>),
}

/// Text with marks. A line break in it is a hard line break.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The text, or the Markdown source if `raw` is set.
    pub text: String,
    /// The marks of the text.
    pub marks: Marks,
    /// True if the text is Markdown that is not understood, verbatim. In JSON `raw` is `true`; for a comment `raw` is
    /// the source, and the text is empty.
    pub raw: bool,
}

/// The marks of a leaf.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The plain marks, a set of bits of [`Mark`].
    pub plain: u8,
    /// The colours, unless both are the default.
    pub color: Option<Color>,
}

/// The colours of text and of its background. They are not both the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// The colour of the text.
    pub text: Tint,
    /// The colour of the background.
    pub background: Tint,
}

/// A mark without data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mark {
    /// Bold, `bold` in JSON.
    Bold = 1,
    /// Italic, `italic` in JSON.
    Italic = 2,
    /// Struck through, `strikethrough` in JSON.
    Strikethrough = 4,
    /// Inline code, `code` in JSON.
    Code = 8,
    /// A key to press, `keyboard` in JSON.
    Keyboard = 16,
    /// Superscript, `superscript` in JSON.
    Superscript = 32,
    /// Subscript, `subscript` in JSON.
    Subscript = 64,
}

impl Mark {
    /// Every plain mark with its name in JSON, in the order in which JSON lists them.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Bold, "bold"),
        (Self::Italic, "italic"),
        (Self::Strikethrough, "strikethrough"),
        (Self::Code, "code"),
        (Self::Keyboard, "keyboard"),
        (Self::Superscript, "superscript"),
        (Self::Subscript, "subscript"),
    ];
}

impl Marks {
    /// The empty set of marks.
    pub const NONE: Self = Self { plain: 0, color: None };

    /// Returns true if the mark is among these.
    pub fn has(self, mark: Mark) -> bool {
        self.plain & mark as u8 != 0
    }

    /// Returns these marks with one added.
    #[must_use]
    pub fn with(self, mark: Mark) -> Self {
        Self { plain: self.plain | mark as u8, ..self }
    }

    /// Returns these marks with one removed.
    #[must_use]
    pub fn without(self, mark: Mark) -> Self {
        Self { plain: self.plain & !(mark as u8), ..self }
    }

    /// Returns true if there are neither plain marks nor colours.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

impl Node {
    /// Creates a leaf of text without marks.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Leaf(Leaf { text: text.into(), marks: Marks::NONE, raw: false })
    }

    /// Creates an inline node without key and unknown data.
    pub fn inline(kind: InlineKind) -> Self {
        Self::Inline(Box::new(Inline { key: Key::default(), kind, more: More::default() }))
    }
}

/// A node within a line other than marked text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Inline {
    /// The key, unique in the document.
    pub key: Key,
    /// The kind of node, with its content.
    pub kind: InlineKind,
    /// Unknown fields of the node's `data`.
    pub more: More,
}

/// The kinds of inline nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum InlineKind {
    /// A link around leaves and nodes without children.
    Link {
        /// The target of the link.
        target: ContentRef,
        /// The nodes that are shown as the link.
        nodes: Vec<Node>,
    },
    /// A reference that is shown as the name of its target.
    Mention {
        /// The content or user that is named.
        target: ContentRef,
    },
    /// An emoji by its code points, hexadecimal and joined by `-`.
    Emoji {
        /// The code points, hexadecimal and joined by `-`.
        code: String,
    },
    /// An icon by its Font Awesome name.
    Icon {
        /// The Font Awesome name.
        icon: String,
    },
    /// A formula within the line.
    Math {
        /// The TeX source of the formula.
        formula: String,
    },
    /// An image within the line.
    Image(Box<InlineImage>),
    /// Text with a note attached.
    Annotation {
        /// The text: leaves only.
        nodes: Vec<Node>,
        /// The note: blocks without annotations.
        body: Vec<Block>,
    },
    /// A button with a link or an action.
    Button(Box<Button>),
    /// An expression whose value is shown in its place.
    Expression {
        /// The source of the expression.
        expression: String,
    },
}

impl InlineKind {
    /// Returns the `type` in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Link { .. } => "link",
            Self::Mention { .. } => "mention",
            Self::Emoji { .. } => "emoji",
            Self::Icon { .. } => "icon",
            Self::Math { .. } => "inline-math",
            Self::Image(_) => "inline-image",
            Self::Annotation { .. } => "annotation",
            Self::Button(_) => "button",
            Self::Expression { .. } => "expression",
        }
    }
}

/// An image within a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InlineImage {
    /// The file or address of the image.
    pub source: ContentRef,
    /// The file or address that is shown in dark mode instead.
    pub dark: Option<ContentRef>,
    /// The alternative text for the image.
    pub alt: Option<String>,
    /// The caption of the image.
    pub caption: Option<String>,
    /// The size in which it is shown.
    pub size: ImageSize,
}

/// A button with a link target or an action.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Button {
    /// The text on the button.
    pub label: String,
    /// The emphasis: primary or secondary.
    pub kind: ButtonKind,
    /// The name of the icon.
    pub icon: Option<String>,
    /// The target of the link; a button has a target or an action.
    pub target: Option<ContentRef>,
    /// The action, such as `ask` or `search`.
    pub action: Option<String>,
    /// The query that the action is started with.
    pub query: Option<String>,
}
