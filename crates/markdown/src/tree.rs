//! The syntax tree: blocks and inlines, each with its byte range in the source.
//!
//! Spans begin and end on character boundaries, the span of a child lies within its parent's, and siblings are in
//! source order and do not overlap. Texts are borrowed if they occur literally in the source, and owned if something
//! was decoded or removed. The parser is not here.

use std::borrow::Cow;
use std::ops::Range;

/// A byte range of the source.
pub type Span = Range<usize>;

/// The syntax tree of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree<'a> {
    /// The blocks of the top level. Before, between and after their spans there are only blank lines.
    pub blocks: Vec<Block<'a>>,
    /// The link reference definitions in source order, those overridden by an earlier one with the same label included.
    pub definitions: Vec<Definition<'a>>,
    /// The footnotes in source order, those overridden by an earlier one with the same label included.
    pub footnotes: Vec<Footnote<'a>>,
    /// Likely mistakes of the author, in source order.
    pub warnings: Vec<Warning>,
    /// The offset at which parsing stopped at the bound of nodes. A leaf that begins at or after it was not parsed, and
    /// later blocks may be missing.
    pub cut: Option<usize>,
    /// The facts about the text as a whole.
    pub reach: Reach<'a>,
}

/// The facts that decide if a part of a text is parsed alone as it is within the text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reach<'a> {
    /// The names of tags that found no end tag, each once; an end tag of that name behind them would change the tree. The
    /// name of `<details>` is [`Reach::DETAILS`].
    pub unended: Vec<&'a str>,
    /// True if more of the text counts than its parts: a search beyond a line was in vain, a bound of nesting was
    /// exceeded, or too many tags found no end.
    pub is_far: bool,
    /// The number of nodes that were counted.
    pub nodes: usize,
}

impl Reach<'_> {
    /// The name of `<details>` among those of tags; no tag can have it.
    pub const DETAILS: &'static str = "<details>";

    /// The most names of tags without an end.
    const MOST_UNENDED: usize = 16;
}

impl<'a> Reach<'a> {
    pub(crate) fn add_unended(&mut self, name: &'a str) {
        if self.unended.contains(&name) {
            return;
        }
        if self.unended.len() < Self::MOST_UNENDED { self.unended.push(name) } else { self.is_far = true }
    }
}

impl<'a> Tree<'a> {
    /// Returns the destination of a link or image, decoded, but neither validated nor percent-encoded.
    pub fn destination<'t>(&'t self, link: &'t Link<'a>) -> &'t str {
        match &link.target {
            LinkTarget::Inline { destination, .. }
            | LinkTarget::Address { destination }
            | LinkTarget::Bare { destination } => destination,
            LinkTarget::Reference { definition, .. } => &self.definitions[*definition].destination,
        }
    }

    /// Returns the title of a link or image, decoded. An empty title differs from `None`.
    pub fn title<'t>(&'t self, link: &'t Link<'a>) -> Option<&'t str> {
        match &link.target {
            LinkTarget::Inline { title, .. } => title.as_deref(),
            LinkTarget::Reference { definition, .. } => self.definitions[*definition].title.as_deref(),
            LinkTarget::Address { .. } | LinkTarget::Bare { .. } => None,
        }
    }
}

/// A link reference definition: `[label]: destination "title"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Definition<'a> {
    /// The lines of the definition.
    pub span: Span,
    /// The label as it is written.
    pub label: Cow<'a, str>,
    /// The destination, with escapes decoded.
    pub destination: Cow<'a, str>,
    /// The title, with escapes decoded.
    pub title: Option<Cow<'a, str>>,
}

/// A footnote: `[^label]: blocks`.
#[derive(Debug, Clone, PartialEq)]
pub struct Footnote<'a> {
    /// The lines of the footnote.
    pub span: Span,
    /// The label as it is written, without the `^`.
    pub label: &'a str,
    /// The body, which may refer to its own footnote, directly or through others.
    pub blocks: Vec<Block<'a>>,
}

/// A likely mistake of the author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The source that the warning is about.
    pub span: Span,
    /// The message, in English, to be shown to the author.
    pub message: String,
}

/// A block: whole lines, or the part of a line that a tag on it leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Block<'a> {
    /// The source from the beginning of the first line, indentation included, to the end of the last, line ending
    /// included. In a container the first line begins after the container's marker (`> `, `* `, the indentation of a
    /// list item); the markers on further lines are inside the span.
    pub span: Span,
    /// The kind of the block, with its content.
    pub kind: BlockKind<'a>,
}

/// The kinds of blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum BlockKind<'a> {
    /// A paragraph: lines of text.
    Paragraph(Vec<Inline<'a>>),
    /// An ATX heading (`# text`) or a setext heading (text above a line of `=` or `-`).
    Heading {
        /// The level, 1 to 6.
        level: u8,
        /// The text of the heading.
        content: Vec<Inline<'a>>,
    },
    /// A thematic break: `***`, `---` or `___`.
    ThematicBreak,
    /// Fenced or indented code.
    Code(Code<'a>),
    /// HTML as it is written, without the markers of containers, every line ending in `\n`.
    Html(Cow<'a, str>),
    /// A block quote: `> blocks`.
    Quote(Vec<Block<'a>>),
    /// A bullet list or an ordered list.
    List(List<'a>),
    /// A table with a delimiter row.
    Table(Box<Table<'a>>),
    /// An index into [`Tree::footnotes`], where the body is.
    Footnote(usize),
    /// An index into [`Tree::definitions`].
    Definition(usize),
    /// A formula between two lines `$$`, as it is written, every line ending in `\n`.
    Math(Cow<'a, str>),
    /// `{% name … %}`, with or without `{% endname %}`.
    Tag(Box<Tag<'a>>),
    /// `{% endname %}` without a start tag: the name without the `end`. There is a warning about it too.
    EndTag(&'a str),
    /// `<details>` with a matching `</details>`.
    Details(Box<Details<'a>>),
}

/// Fenced or indented code.
#[derive(Debug, Clone, PartialEq)]
pub struct Code<'a> {
    /// The fence; indented code has none.
    pub fence: Option<Fence>,
    /// The info string after the opening fence, decoded and trimmed.
    pub info: Cow<'a, str>,
    /// The code without the markers of containers and the indentation, every line ending in `\n`.
    pub literal: Cow<'a, str>,
}

/// The fence around code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// The fence character, `` ` `` or `~`.
    pub character: char,
    /// The number of characters of the opening fence.
    pub length: usize,
    /// True if there is a closing fence; otherwise the code ends with its container.
    pub is_closed: bool,
}

/// A list of items with the same kind of marker.
#[derive(Debug, Clone, PartialEq)]
pub struct List<'a> {
    /// The marker of the first item.
    pub marker: Marker,
    /// True if there is no blank line between the items, nor between the children of one.
    pub is_tight: bool,
    /// The items, at least one.
    pub items: Vec<Item<'a>>,
}

/// The kind of marker of a list's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// A bullet: `*`, `-` or `+`.
    Bullet(char),
    /// A number: `1.` or `1)`.
    Number {
        /// The number of the first item.
        start: u32,
        /// The character after the number, `.` or `)`.
        delimiter: char,
    },
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Item<'a> {
    /// The lines of the item, including its marker.
    pub span: Span,
    /// The check box `[ ]` or `[x]` before the text, which is not part of the children.
    pub task: Option<Task>,
    /// The content of the item.
    pub blocks: Vec<Block<'a>>,
}

/// The check box of a task list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The source of the check box, brackets included.
    pub span: Span,
    /// True if the check box contains an `x`.
    pub is_checked: bool,
}

/// A pipe table, as GitHub defines it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<'a> {
    /// The alignments of the columns, one for each.
    pub alignments: Vec<Alignment>,
    /// The header row, with as many cells as columns.
    pub header: Row<'a>,
    /// The rows below the header.
    pub rows: Vec<Row<'a>>,
}

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// No alignment: `---`.
    None,
    /// Left-aligned: `:--`.
    Left,
    /// Centered: `:-:`.
    Center,
    /// Right-aligned: `--:`.
    Right,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row<'a> {
    /// The line of the row, without the markers of containers.
    pub span: Span,
    /// At most as many cells as columns. Excess cells of the line are dropped; missing ones are not added.
    pub cells: Vec<Cell<'a>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell<'a> {
    /// The source between the pipes, trimmed.
    pub span: Span,
    /// The content of the cell.
    pub content: Vec<Inline<'a>>,
}

/// A tag: `{% name arguments %}`. It contains the blocks that follow only if there is an `{% endname %}` before the end
/// of the surrounding block; without one it is childless, and the blocks that follow are its siblings.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag<'a> {
    /// The name, such as `hint`, `content-ref` or `@integration/block`.
    pub name: &'a str,
    /// The source after the name, trimmed.
    pub arguments: &'a str,
    /// The arguments, split into names and values.
    pub attributes: Vec<Attribute<'a>>,
    /// The source from `{%` to `%}`.
    pub open: Span,
    /// The source of the end tag, if there is one.
    pub end: Option<Span>,
    /// The blocks between the start tag and the end tag.
    pub blocks: Vec<Block<'a>>,
}

impl<'a> Tag<'a> {
    /// Returns the value of the first attribute with a name, as it is written.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|it| it.name == Some(name)).and_then(|it| it.value)
    }
}

/// An argument of a tag: `name="value"`, a lone `name`, or a lone `"value"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The source of the whole argument.
    pub span: Span,
    /// The name before the `=`, or a word without quotes.
    pub name: Option<&'a str>,
    /// The value between the quotes, or the word after a `=`, as it is written.
    pub value: Option<&'a str>,
}

/// `<details>`, `<summary>…</summary>`, blocks and `</details>`.
#[derive(Debug, Clone, PartialEq)]
pub struct Details<'a> {
    /// The start tag as it is written: `<details open>`.
    pub open: &'a str,
    /// The summary. It comes before the blocks and does not overlap with them.
    pub summary: Option<Summary<'a>>,
    /// The blocks after the summary.
    pub blocks: Vec<Block<'a>>,
}

/// The summary of details.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary<'a> {
    /// The lines of the summary.
    pub span: Span,
    /// The HTML from `<summary>` to `</summary>`, as it is written, without the markers of containers.
    pub html: Cow<'a, str>,
}

/// An inline: a part of a leaf's text.
#[derive(Debug, Clone, PartialEq)]
pub struct Inline<'a> {
    /// The source from the first character, markup included, to the last. On several lines it includes the
    /// markers of containers between them.
    pub span: Span,
    /// The kind of the inline, with its content.
    pub kind: InlineKind<'a>,
}

/// The kinds of inlines.
#[derive(Debug, Clone, PartialEq)]
pub enum InlineKind<'a> {
    /// Text of one line, with escapes and character references decoded. No two texts are adjacent.
    Text(Cow<'a, str>),
    /// A line ending with the blanks around it.
    SoftBreak,
    /// A line ending with a backslash or two spaces before it.
    HardBreak,
    /// A code span, with its lines joined by spaces.
    Code(Cow<'a, str>),
    /// Emphasis: `*text*` or `_text_`.
    Emphasis(Vec<Inline<'a>>),
    /// Strong emphasis: `**text**` or `__text__`.
    Strong(Vec<Inline<'a>>),
    /// Strikethrough: `~~text~~` or `~text~`.
    Strikethrough(Vec<Inline<'a>>),
    /// A link of any form.
    Link(Box<Link<'a>>),
    /// An image; its children are the alternative text.
    Image(Box<Link<'a>>),
    /// An HTML tag, comment or declaration, as it is written, without the markers of containers.
    Html(Cow<'a, str>),
    /// `$$formula$$`: the formula as it is written, trimmed, its lines ending in `\n`.
    Math(Cow<'a, str>),
    /// `:name:`: the name, which need not be that of an emoji, without the colons.
    Emoji(&'a str),
    /// `[^label]`: an index into [`Tree::footnotes`].
    FootnoteReference(usize),
}

/// A link or an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Link<'a> {
    /// The target, in the form in which it is written; see [`Tree::destination`] and [`Tree::title`].
    pub target: LinkTarget<'a>,
    /// The text of the link, or the alternative text of the image.
    pub content: Vec<Inline<'a>>,
}

/// The target of a link or image, by the form in which it is written.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkTarget<'a> {
    /// An inline link: `[text](destination "title")`.
    Inline {
        /// The destination, with escapes decoded.
        destination: Cow<'a, str>,
        /// The title, with escapes decoded.
        title: Option<Cow<'a, str>>,
    },
    /// A reference link: `[text][label]`, `[text][]` or `[text]`.
    Reference {
        /// An index into [`Tree::definitions`].
        definition: usize,
        /// The form of the reference.
        form: Reference,
    },
    /// An autolink: `<https://…>` or `<a@b.c>`.
    Address {
        /// The address, with `mailto:` before an email address.
        destination: Cow<'a, str>,
    },
    /// An address in the text without markup.
    Bare {
        /// The address, with `http://` before `www.` and `mailto:` before an email address.
        destination: Cow<'a, str>,
    },
}

/// The form of a reference link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// A full reference: `[text][label]`.
    Full,
    /// A collapsed reference: `[text][]`.
    Collapsed,
    /// A shortcut reference: `[text]`.
    Shortcut,
}
