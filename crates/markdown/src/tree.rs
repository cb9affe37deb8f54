//! The syntax tree: blocks and inlines, each with the bytes of the source that it was read from.
//!
//! Spans begin and end on character boundaries, the span of a child lies within its parent's, and siblings are in the
//! order of the source and do not overlap. Texts are borrowed from the source where it says them literally, and owned
//! where something was decoded or taken out. Nothing here says how the tree was read from a text.

use std::borrow::Cow;
use std::ops::Range;

/// Bytes of the source.
pub type Span = Range<usize>;

/// A text that was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree<'a> {
    /// The top level. Between the spans of two blocks, before the first and after the last there is nothing but blank
    /// lines.
    pub blocks: Vec<Block<'a>>,
    /// Link reference definitions, in the order of the source, those that an earlier one of the same label hides too.
    pub definitions: Vec<Definition<'a>>,
    /// Footnotes, in the order of the source, those that an earlier one of the same label hides too.
    pub footnotes: Vec<Footnote<'a>>,
    /// What the writer may have meant otherwise, in the order of the source.
    pub warnings: Vec<Warning>,
    /// The offset at which reading ended because the tree has as many nodes as it may have. A leaf that begins at or
    /// behind it was not read, and blocks behind it may be missing.
    pub cut: Option<usize>,
}

impl<'a> Tree<'a> {
    /// Where a link or image leads, decoded: not checked, not percent-encoded.
    pub fn destination<'t>(&'t self, link: &'t Link<'a>) -> &'t str {
        match &link.target {
            Target::Inline { destination, .. } | Target::Address { destination } | Target::Bare { destination } => {
                destination
            }
            Target::Reference { definition, .. } => &self.definitions[*definition].destination,
        }
    }

    /// The title of a link or image, decoded. An empty title is not the same as none.
    pub fn title<'t>(&'t self, link: &'t Link<'a>) -> Option<&'t str> {
        match &link.target {
            Target::Inline { title, .. } => title.as_deref(),
            Target::Reference { definition, .. } => self.definitions[*definition].title.as_deref(),
            Target::Address { .. } | Target::Bare { .. } => None,
        }
    }
}

/// `[label]: destination "title"`
#[derive(Debug, Clone, PartialEq)]
pub struct Definition<'a> {
    /// Its lines.
    pub span: Span,
    /// The label as it was written.
    pub label: Cow<'a, str>,
    /// Decoded.
    pub destination: Cow<'a, str>,
    /// Decoded.
    pub title: Option<Cow<'a, str>>,
}

/// `[^label]: blocks`
#[derive(Debug, Clone, PartialEq)]
pub struct Footnote<'a> {
    /// Its lines.
    pub span: Span,
    /// The label as it was written, without the `^`.
    pub label: &'a str,
    /// The body. It may refer to its own footnote, directly or through others.
    pub blocks: Vec<Block<'a>>,
}

/// Something that the writer may have meant otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub span: Span,
    /// What, for people.
    pub message: String,
}

/// A block: whole lines, or what a tag on the same line leaves of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Block<'a> {
    /// From the beginning of the first line, its indentation included, to the end of the last, its line ending
    /// included. In a container the first line begins behind the container's marker (`> `, `* `, the indentation of a
    /// list item); the markers of further lines are inside the span.
    pub span: Span,
    /// What it is.
    pub kind: BlockKind<'a>,
}

/// The kinds of blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind<'a> {
    /// Lines of text.
    Paragraph(Vec<Inline<'a>>),
    /// `# text`, or text above a line of `=` or `-`.
    Heading {
        /// 1 to 6
        level: u8,
        /// The text.
        content: Vec<Inline<'a>>,
    },
    /// `***`
    ThematicBreak,
    /// Fenced or indented code.
    Code(Code<'a>),
    /// HTML as it was written, without the markers of containers, every line ending in `\n`.
    Html(Cow<'a, str>),
    /// `> blocks`
    Quote(Vec<Block<'a>>),
    /// A list.
    List(List<'a>),
    /// A pipe table.
    Table(Box<Table<'a>>),
    /// An index into [`Tree::footnotes`], where the body is.
    Footnote(usize),
    /// An index into [`Tree::definitions`].
    Definition(usize),
    /// Lines between two lines `$$`: the formula as it was written, every line ending in `\n`.
    Math(Cow<'a, str>),
    /// `{% name … %}`, with or without `{% endname %}`.
    Tag(Box<Tag<'a>>),
    /// `{% endname %}` without a beginning: its name without the `end`. A warning says so too.
    EndTag(&'a str),
    /// `<details>` that was ended by `</details>`.
    Details(Box<Details<'a>>),
}

/// Fenced or indented code.
#[derive(Debug, Clone, PartialEq)]
pub struct Code<'a> {
    /// The fence; indented code has none.
    pub fence: Option<Fence>,
    /// What is written behind the opening fence, decoded and trimmed.
    pub info: Cow<'a, str>,
    /// The code without the markers of containers and the indentation, every line ending in `\n`.
    pub literal: Cow<'a, str>,
}

/// The fence around code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// `` ` `` or `~`
    pub character: char,
    /// Of how many characters the opening fence is.
    pub length: usize,
    /// Whether there is a closing fence; otherwise the code ends with its container.
    pub is_closed: bool,
}

/// Items of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct List<'a> {
    /// How the items are marked.
    pub marker: Marker,
    /// Whether no blank line lies between the items, nor between the children of one.
    pub is_tight: bool,
    /// At least one.
    pub items: Vec<Item<'a>>,
}

/// How the items of a list are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// `*`, `-` or `+`
    Bullet(char),
    /// `1.` or `1)`
    Number {
        /// The number of the first item.
        start: u32,
        /// `.` or `)`
        delimiter: char,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item<'a> {
    /// Its lines, from before the marker.
    pub span: Span,
    /// `[ ]` or `[x]` before its text, which is no part of the children then.
    pub task: Option<Task>,
    /// The content.
    pub blocks: Vec<Block<'a>>,
}

/// The check box of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The brackets and what is between them.
    pub span: Span,
    /// Whether there is an `x`.
    pub is_checked: bool,
}

/// A pipe table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<'a> {
    /// One for each column.
    pub alignments: Vec<Alignment>,
    /// As many cells as columns.
    pub header: Row<'a>,
    /// The rows below the header.
    pub rows: Vec<Row<'a>>,
}

/// How a column is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// `---`
    None,
    /// `:--`
    Left,
    /// `:-:`
    Center,
    /// `--:`
    Right,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<'a> {
    /// Its line.
    pub span: Span,
    /// At most as many as columns. Those that the line does not have are empty; those that it has too many are dropped.
    pub cells: Vec<Cell<'a>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<'a> {
    /// What is between the pipes, trimmed.
    pub span: Span,
    /// The text.
    pub content: Vec<Inline<'a>>,
}

/// `{% name arguments %}`. Whether it contains what follows is decided by whether there is an `{% endname %}` before
/// the end of what surrounds it: one without is childless, and what follows it are its siblings.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag<'a> {
    /// For instance `hint`, `content-ref` or `@integration/block`.
    pub name: &'a str,
    /// Everything behind the name, as it was written, trimmed.
    pub arguments: &'a str,
    /// The arguments one by one.
    pub attributes: Vec<Attribute<'a>>,
    /// From `{%` to `%}`.
    pub open: Span,
    /// The same of the end tag, if there is one.
    pub end: Option<Span>,
    /// What is between the two.
    pub blocks: Vec<Block<'a>>,
}

impl<'a> Tag<'a> {
    /// The value of the first attribute of this name, as it was written.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|it| it.name == Some(name)).and_then(|it| it.value)
    }
}

/// An argument of a tag: `name="value"`, a lone `name`, or a lone `"value"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// All of it.
    pub span: Span,
    /// What is before the `=`, or a word without quotes.
    pub name: Option<&'a str>,
    /// What is between the quotes, or a word behind a `=`, as it was written.
    pub value: Option<&'a str>,
}

/// `<details>`, `<summary>…</summary>`, blocks and `</details>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Details<'a> {
    /// The opening tag as it was written: `<details open>`.
    pub open: &'a str,
    /// From `<summary>` to `</summary>`, as [`BlockKind::Html`]. It comes before the blocks and does not overlap with
    /// them.
    pub summary: Option<Summary<'a>>,
    /// The content.
    pub blocks: Vec<Block<'a>>,
}

/// The summary of details.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary<'a> {
    /// Its lines.
    pub span: Span,
    /// From `<summary>` to `</summary>`, as it was written, without the markers of containers.
    pub html: Cow<'a, str>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Inline<'a> {
    /// From its first character, markup included, to its last. What is on several lines includes the markers of
    /// containers between them.
    pub span: Span,
    /// What it is.
    pub kind: InlineKind<'a>,
}

/// The kinds of inlines.
#[derive(Debug, Clone, PartialEq)]
pub enum InlineKind<'a> {
    /// Text of one line, with escapes and character references decoded. There are never two in a row.
    Text(Cow<'a, str>),
    /// The end of a line and the blanks around it.
    SoftBreak,
    /// The same, with a backslash or two blanks before it.
    HardBreak,
    /// `` `code` ``: the code, its lines joined by blanks.
    Code(Cow<'a, str>),
    /// `*text*` or `_text_`
    Emphasis(Vec<Inline<'a>>),
    /// `**text**` or `__text__`
    Strong(Vec<Inline<'a>>),
    /// `~~text~~` or `~text~`
    Strikethrough(Vec<Inline<'a>>),
    /// A link.
    Link(Box<Link<'a>>),
    /// An image; its children are the alternative text.
    Image(Box<Link<'a>>),
    /// One tag or comment of HTML, as it was written, without the markers of containers.
    Html(Cow<'a, str>),
    /// `$$formula$$`: the formula as it was written, trimmed, its lines ending in `\n`.
    Math(Cow<'a, str>),
    /// `:name:`: the name, which need not be that of an emoji; the source has the colons.
    Emoji(&'a str),
    /// `[^label]`: an index into [`Tree::footnotes`].
    FootnoteReference(usize),
}

/// A link or an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Link<'a> {
    /// Where it leads, in the form in which it was written; see [`Tree::destination`] and [`Tree::title`].
    pub target: Target<'a>,
    /// What it shows.
    pub content: Vec<Inline<'a>>,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum Target<'a> {
    /// `[text](destination "title")`
    Inline {
        /// Decoded.
        destination: Cow<'a, str>,
        /// Decoded.
        title: Option<Cow<'a, str>>,
    },
    /// `[text][label]`, `[text][]` or `[text]`
    Reference {
        /// An index into [`Tree::definitions`].
        definition: usize,
        /// Which of the three.
        form: Reference,
    },
    /// `<https://…>` or `<a@b.c>`
    Address {
        /// With `mailto:` before a mail address.
        destination: Cow<'a, str>,
    },
    /// An address in the text, without any markup.
    Bare {
        /// With `http://` before `www.` and `mailto:` before a mail address.
        destination: Cow<'a, str>,
    },
}

/// The forms of references to a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// `[text][label]`
    Full,
    /// `[text][]`
    Collapsed,
    /// `[text]`
    Shortcut,
}
