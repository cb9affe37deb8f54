//! The elements that authors may write, and how they nest.

/// An element of the allow list.
#[derive(Debug)]
pub(super) struct Element {
    /// What authors write.
    written: &'static str,
    /// What is drawn instead.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
}

/// Where an element may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// In a line.
    Phrase,
    /// In a line, without content.
    Void,
    /// Between lines.
    Block,
    /// Between lines, without content.
    VoidBlock,
    /// `li`, `dt`, `dd`
    Item,
    /// `thead`, `tbody`, `tfoot`
    Group,
    /// `tr`
    Row,
    /// `td`, `th`
    Cell,
    /// `caption`, `summary`, `figcaption`
    Caption,
}

macro_rules! elements {
    (@ $written:literal) => { $written };
    (@ $written:literal $name:literal) => { $name };
    ($($kind:ident: $($written:literal $(=> $name:literal)?),+;)+) => {
        &[$($(Element { written: $written, name: elements!(@ $written $($name)?), kind: Kind::$kind }),+),+]
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

/// Elements that are left out with everything in them: what they hold is no text of the page.
const DROPPED: [&str; 19] = [
    "applet", "audio", "canvas", "frameset", "head", "iframe", "math", "noembed", "noframes", "noscript", "object",
    "script", "select", "style", "svg", "template", "textarea", "title", "xmp",
];

impl Element {
    /// The element that a name stands for.
    pub(super) fn of(name: &str) -> Option<&'static Self> {
        ELEMENTS.iter().find(|element| element.written.eq_ignore_ascii_case(name))
    }

    /// Whether it holds rows and cells, but neither text nor other elements.
    pub(super) fn is_frame_of_table(&self) -> bool {
        self.name == "table" || matches!(self.kind, Kind::Group | Kind::Row)
    }

    /// Whether what is in it is apart from what is around it, so that nothing in it ends anything around it.
    pub(super) fn is_apart(&self) -> bool {
        self.name == "table" || matches!(self.kind, Kind::Cell | Kind::Caption)
    }

    /// Whether it ends a paragraph that is open.
    pub(super) fn ends_paragraph(&self) -> bool {
        !matches!(self.kind, Kind::Phrase | Kind::Void)
    }

    /// Whether it ends an open element of the same kind.
    pub(super) fn ends(&self, open: &Self) -> bool {
        let heading = |name: &str| name.len() == 2 && name.starts_with('h') && name != "hr";
        match self.kind {
            Kind::Item if self.name == "li" => open.name == "li",
            Kind::Item => matches!(open.name, "dt" | "dd"),
            Kind::Phrase => self.name == "a" && open.name == "a",
            _ => heading(self.name) && heading(open.name),
        }
    }

    /// Whether an open element hides the ones around it from [`Self::ends`].
    pub(super) fn is_list(&self) -> bool {
        matches!(self.name, "ul" | "ol" | "dl")
    }
}

/// Whether an element is left out with everything in it.
pub(super) fn is_dropped(name: &str) -> bool {
    DROPPED.iter().any(|dropped| dropped.eq_ignore_ascii_case(name))
}
