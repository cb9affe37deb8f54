//! Where blocks of HTML begin and end.

use crate::scan;

/// What ends a block of HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A line that contains this.
    Text(&'static str),
    /// A line that contains the end tag of an element whose content is no Markdown.
    Verbatim,
    /// A blank line, or what is never inside: a tag, the end of details.
    Blank,
    /// The end tag of a summary, or a blank line.
    Summary,
}

/// Elements whose content is no Markdown at all.
const VERBATIM: &[&str] = &["pre", "script", "style", "textarea"];

/// Elements that begin a block in whatever form.
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
];

/// How the block of HTML ends that a line begins, if it begins one. The line begins with its `<`.
pub(crate) fn begins(line: &[u8], in_paragraph: bool) -> Option<End> {
    if let Some(end) = declaration(line) {
        return Some(end);
    }
    let is_closing = line.get(1) == Some(&b'/');
    let from = if is_closing { 2 } else { 1 };
    let length = scan::prefix(&line[from..], |it| it.is_ascii_alphanumeric());
    let name = &line[from..from + length];
    let after = line.get(from + length);
    let ends_name = after.is_none_or(|it| matches!(it, b' ' | b'\t' | b'>'));
    if !is_closing && ends_name && is_among(name, VERBATIM) {
        return Some(End::Verbatim);
    }
    let closes_itself = line[from + length..].starts_with(b"/>");
    if (ends_name || closes_itself) && is_among(name, BLOCKS) {
        return Some(End::Blank);
    }
    let is_alone = || complete_tag(line).is_some_and(|length| line[length..].iter().all(u8::is_ascii_whitespace));
    (!in_paragraph && is_alone()).then_some(End::Blank)
}

fn declaration(line: &[u8]) -> Option<End> {
    if line.starts_with(b"<!--") {
        Some(End::Text("-->"))
    } else if line.starts_with(b"<?") {
        Some(End::Text("?>"))
    } else if line.starts_with(b"<![CDATA[") {
        Some(End::Text("]]>"))
    } else if line.starts_with(b"<!") && line.get(2).is_some_and(u8::is_ascii_alphabetic) {
        Some(End::Text(">"))
    } else {
        None
    }
}

fn is_among(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|it| it.as_bytes().eq_ignore_ascii_case(name))
}

/// Whether a line is the last one of a block of HTML.
pub(crate) fn ends(line: &str, end: End) -> bool {
    scan::count(line.len());
    match end {
        End::Text(text) => line.contains(text),
        End::Verbatim => line.match_indices("</").any(|(at, _)| {
            let name = &line.as_bytes()[at + 2..];
            VERBATIM.iter().any(|it| starts_with(name, it) && name.get(it.len()) == Some(&b'>'))
        }),
        End::Blank => false,
        End::Summary => find_close(line, "summary").is_some(),
    }
}

/// Where a line has the end tag of an element, and where that ends.
pub(crate) fn find_close(line: &str, element: &str) -> Option<(usize, usize)> {
    line.match_indices("</").find_map(|(at, _)| {
        let name = &line.as_bytes()[at + 2..];
        (starts_with(name, element) && name.get(element.len()) == Some(&b'>')).then_some((at, at + 3 + element.len()))
    })
}

/// The length of the end of details that a line begins with.
pub(crate) fn closing_details(line: &[u8]) -> Option<usize> {
    let rest = line.strip_prefix(b"</").filter(|rest| starts_with(rest, "details"))?;
    let blanks = scan::prefix(&rest["details".len()..], scan::is_blank);
    (rest.get("details".len() + blanks) == Some(&b'>')).then_some("</details>".len() + blanks)
}

/// The length of the tag of this element that a line begins with. It may have attributes, but no `>` inside of them.
pub(crate) fn open_tag(line: &[u8], element: &str) -> Option<usize> {
    let rest = line.strip_prefix(b"<").filter(|rest| starts_with(rest, element))?;
    let ends_name = rest.get(element.len()).is_some_and(|it| matches!(it, b' ' | b'\t' | b'>'));
    ends_name.then(|| complete_tag(line)).flatten()
}

fn starts_with(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()))
}

/// The length of the opening or closing tag that a text begins with.
fn complete_tag(text: &[u8]) -> Option<usize> {
    let mut scan = TagScan { text, at: 0 };
    scan.tag().then_some(scan.at)
}

/// The reading of one tag of HTML. Where it fails, it says how far it looked.
#[derive(Debug)]
pub(crate) struct TagScan<'t> {
    text: &'t [u8],
    /// How far the text was read.
    pub(crate) at: usize,
}

impl<'t> TagScan<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Reads an opening or closing tag; says whether there is one.
    pub(crate) fn tag(&mut self) -> bool {
        let is_closing = self.text.get(1) == Some(&b'/');
        self.at = if is_closing { 2 } else { 1 };
        if !self.peek().is_some_and(|it| it.is_ascii_alphabetic()) {
            return false;
        }
        self.take_while(|it| it.is_ascii_alphanumeric() || it == b'-');
        if is_closing {
            self.blanks();
            return self.take(b'>');
        }
        loop {
            let gap = self.blanks();
            match self.peek() {
                Some(b'>') => return self.take(b'>'),
                Some(b'/') => return self.take(b'/') && self.take(b'>'),
                Some(_) if gap > 0 => {}
                _ => return false,
            }
            if !self.attribute() {
                return false;
            }
        }
    }

    fn attribute(&mut self) -> bool {
        if !self.peek().is_some_and(|it| it.is_ascii_alphabetic() || matches!(it, b'_' | b':')) {
            return false;
        }
        self.take_while(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'.' | b':' | b'-'));
        let behind_name = self.at;
        self.blanks();
        if !self.take(b'=') {
            self.at = behind_name;
            return true;
        }
        self.blanks();
        match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                self.take_while(|it| it != quote);
                self.take(quote)
            }
            _ => self.take_while(|it| !b" \t\r\n\"'=<>`".contains(&it)) > 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> usize {
        let length = scan::prefix(&self.text[self.at..], is_wanted);
        self.at += length;
        length
    }

    fn blanks(&mut self) -> usize {
        self.take_while(|it| matches!(it, b' ' | b'\t' | b'\r' | b'\n'))
    }
}
