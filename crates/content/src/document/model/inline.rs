//! What stands in a line: text with marks, and inline nodes.
//!
//! A line is a list of [`Node`]s. In normal form neighbouring leaves differ in their marks and no leaf is empty.
//! JSON groups neighbouring leaves into one `text`; that is not in the model.

use super::block::Block;
use super::reference::ContentRef;
use super::words::{ButtonKind, ImageSize, Key, More, Tint};

/// A part of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// Text of one kind.
    Leaf(Leaf),
    /// Anything else.
    Inline(Box<Inline>),
}

/// Text with marks. A line break in it is a hard one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Leaf {
    /// The text.
    pub text: String,
    /// How it is marked.
    pub marks: Marks,
    /// Whether this is Markdown as it was written, which is not understood here. In JSON `raw` is `true`, or the source
    /// of a comment, and the text is empty.
    pub raw: bool,
}

/// The marks of a leaf.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Which of the plain marks, as bits of [`Mark`].
    pub plain: u8,
    /// Its colours.
    pub color: Option<Color>,
}

/// The colours of text and of what is behind it. They are not both the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Color {
    /// Of the text.
    pub text: Tint,
    /// Behind it.
    pub background: Tint,
}

/// A mark without data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Mark {
    /// `bold`
    Bold = 1,
    /// `italic`
    Italic = 2,
    /// `strikethrough`
    Strikethrough = 4,
    /// `code`
    Code = 8,
    /// `keyboard`
    Keyboard = 16,
    /// `superscript`
    Superscript = 32,
    /// `subscript`
    Subscript = 64,
}

impl Mark {
    /// Every plain mark with its name, in the order in which they are listed.
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
    /// No marks.
    pub const NONE: Self = Self { plain: 0, color: None };

    /// Whether the mark is among these.
    pub fn has(self, mark: Mark) -> bool {
        self.plain & mark as u8 != 0
    }

    /// These and one more.
    #[must_use]
    pub fn with(self, mark: Mark) -> Self {
        Self { plain: self.plain | mark as u8, ..self }
    }

    /// These but for one.
    #[must_use]
    pub fn without(self, mark: Mark) -> Self {
        Self { plain: self.plain & !(mark as u8), ..self }
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

impl Node {
    /// Text without marks.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Leaf(Leaf { text: text.into(), marks: Marks::NONE, raw: false })
    }

    /// An inline node that has neither key nor unknown data yet.
    pub fn inline(kind: InlineKind) -> Self {
        Self::Inline(Box::new(Inline { key: Key::default(), kind, more: More::default() }))
    }
}

/// A node within a line that is more than marked text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Inline {
    /// Its name in the document.
    pub key: Key,
    /// What it is.
    pub kind: InlineKind,
    /// Unknown fields of its `data`.
    pub more: More,
}

/// The kinds of inline nodes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum InlineKind {
    /// A link: leaves and nodes without children.
    Link {
        /// Where it leads.
        target: ContentRef,
        /// What is shown.
        nodes: Vec<Node>,
    },
    /// A reference whose text is the name of its target.
    Mention {
        /// What is named.
        target: ContentRef,
    },
    /// An emoji by its code points, hexadecimal and joined by `-`.
    Emoji {
        /// The code points.
        code: String,
    },
    /// An icon by its Font Awesome name.
    Icon {
        /// The name.
        icon: String,
    },
    /// A formula in the line.
    Math {
        /// Its TeX source.
        formula: String,
    },
    /// An image in the line.
    Image(Box<InlineImage>),
    /// Text with a note.
    Annotation {
        /// The text: leaves only.
        nodes: Vec<Node>,
        /// The note: blocks without annotations.
        body: Vec<Block>,
    },
    /// A button.
    Button(Box<Button>),
    /// A value that the reader's side computes.
    Expression {
        /// Its source.
        expression: String,
    },
}

impl InlineKind {
    /// The `type` in JSON.
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

/// An image in a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InlineImage {
    /// A file or an address.
    pub source: ContentRef,
    /// What is shown on dark ground instead.
    pub dark: Option<ContentRef>,
    /// What it shows, in words.
    pub alt: Option<String>,
    /// What is written under it.
    pub caption: Option<String>,
    /// How large it is.
    pub size: ImageSize,
}

/// A button: it leads somewhere or does something.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Button {
    /// What is written on it.
    pub label: String,
    /// How loud it is.
    pub kind: ButtonKind,
    /// The name of its icon.
    pub icon: Option<String>,
    /// Where it leads; a button has this or an action.
    pub target: Option<ContentRef>,
    /// What it does.
    pub action: Option<String>,
    /// What it does it with.
    pub query: Option<String>,
}
