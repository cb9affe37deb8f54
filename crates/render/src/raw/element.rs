//! The elements that authors may use, and their nesting.

/// An element of the allow list.
#[derive(Debug)]
pub(super) struct Element {
    /// The name in the source.
    written: &'static str,
    /// The name in the output.
    pub(super) name: &'static str,
    pub(super) kind: Category,
}

/// The content category of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Category {
    /// Inline, with inline content.
    Phrase,
    /// Inline, without content and end tag.
    Void,
    /// A block with any content.
    Block,
    /// A block without content and end tag.
    VoidBlock,
    /// An item of a list: `li`, `dt`, `dd`.
    Item,
    /// A group of rows: `thead`, `tbody`, `tfoot`.
    Group,
    /// A table row: `tr`.
    Row,
    /// A table cell: `td`, `th`.
    Cell,
    /// A title within another element: `summary`, `figcaption`.
    Caption,
}

macro_rules! elements {
    (@ $written:literal) => { $written };
    (@ $written:literal $name:literal) => { $name };
    ($($kind:ident: $($written:literal $(=> $name:literal)?),+;)+) => {
        &[$($(Element { written: $written, name: elements!(@ $written $($name)?), kind: Category::$kind }),+),+]
    };
}

const ELEMENTS: &[Element] = elements! {
    Phrase: "a", "abbr", "acronym" => "abbr", "b", "bdi", "bdo", "big" => "span", "cite", "code", "del", "dfn", "em",
        "font" => "span", "i", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
        "strike" => "s", "strong", "sub", "sup", "time", "tt" => "code", "u", "var";
    Void: "br", "img", "wbr";
    Block: "address" => "div", "article" => "div", "aside" => "div", "blockquote", "center" => "div", "details", "div",
        "dl", "figure", "footer" => "div", "h1" => "h2", "h2", "h3", "h4", "h5", "h6", "header" => "div", "main" => "div",
        "nav" => "div", "ol", "p", "pre", "section" => "div", "table", "ul";
    VoidBlock: "hr";
    Item: "dd", "dt", "li";
    Group: "tbody", "tfoot", "thead";
    Row: "tr";
    Cell: "td", "th";
    Caption: "figcaption", "summary";
};

/// Elements that are left out with their content, which is no text of the page.
const DROPPED: [&str; 19] = [
    "applet", "audio", "canvas", "frameset", "head", "iframe", "math", "noembed", "noframes", "noscript", "object",
    "script", "select", "style", "svg", "template", "textarea", "title", "xmp",
];

impl Element {
    /// Returns the allowed element for a name in the source, ignoring case.
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        ELEMENTS.iter().find(|element| element.written.eq_ignore_ascii_case(name))
    }

    /// Returns true if the element contains rows or cells, but no text and no other elements.
    pub(super) fn is_frame_of_table(&self) -> bool {
        self.name == "table" || matches!(self.kind, Category::Group | Category::Row)
    }

    /// Returns true if the element isolates its content, so that nothing within implicitly closes elements outside.
    pub(super) fn is_apart(&self) -> bool {
        self.name == "table" || matches!(self.kind, Category::Cell | Category::Caption)
    }

    /// Returns true if the start of the element closes an open paragraph.
    pub(super) fn ends_paragraph(&self) -> bool {
        !matches!(self.kind, Category::Phrase | Category::Void)
    }

    /// Returns true if the start of the element closes an open element of the same group.
    pub(super) fn ends(&self, open: &Self) -> bool {
        let heading = |name: &str| name.len() == 2 && name.starts_with('h') && name != "hr";
        match self.kind {
            Category::Item if self.name == "li" => open.name == "li",
            Category::Item => matches!(open.name, "dt" | "dd"),
            Category::Phrase => self.name == "a" && open.name == "a",
            _ => heading(self.name) && heading(open.name),
        }
    }

    /// Returns true for lists, which hide the elements around them from [`Self::ends`].
    pub(super) fn is_list(&self) -> bool {
        matches!(self.name, "ul" | "ol" | "dl")
    }
}

/// Returns true if an element is left out with its content.
pub(super) fn is_dropped(name: &str) -> bool {
    DROPPED.iter().any(|dropped| dropped.eq_ignore_ascii_case(name))
}
