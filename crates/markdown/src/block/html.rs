//! The start and end conditions of HTML blocks.

use crate::scan;

/// The end condition of an HTML block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// A line that contains this text.
    Text(&'static str),
    /// A line that contains the end tag of an element whose content is no Markdown, any of [`VERBATIM`].
    Verbatim,
    /// A blank line, or a line that begins with a tag, or with a `</details>` that closes something.
    Blank,
    /// A line that contains the end tag of a summary, or any end of [`End::Blank`].
    Summary,
}

/// Elements whose content is not parsed as Markdown.
const VERBATIM: &[&str] = &["pre", "script", "style", "textarea"];

/// Elements that start an HTML block even where their tag is not alone on its line.
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
];

/// Returns the end condition of the HTML block that a line starts, if it starts one. The line begins with `<`.
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

/// Returns true if a line is the last one of an HTML block.
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

/// Returns the byte range of the first end tag of an element in a line.
pub(crate) fn find_close(line: &str, element: &str) -> Option<(usize, usize)> {
    line.match_indices("</").find_map(|(at, _)| {
        let name = &line.as_bytes()[at + 2..];
        (starts_with(name, element) && name.get(element.len()) == Some(&b'>')).then_some((at, at + 3 + element.len()))
    })
}

/// Returns the length of the `</details>` that a line begins with.
pub(crate) fn closing_details(line: &[u8]) -> Option<usize> {
    let rest = line.strip_prefix(b"</").filter(|rest| starts_with(rest, "details"))?;
    let blanks = scan::prefix(&rest["details".len()..], scan::is_blank);
    (rest.get("details".len() + blanks) == Some(&b'>')).then_some("</details>".len() + blanks)
}

/// Returns the length of the start tag of an element that a line begins with. The tag is complete on the line.
pub(crate) fn open_tag(line: &[u8], element: &str) -> Option<usize> {
    let rest = line.strip_prefix(b"<").filter(|rest| starts_with(rest, element))?;
    let ends_name = rest.get(element.len()).is_some_and(|it| matches!(it, b' ' | b'\t' | b'>'));
    ends_name.then(|| complete_tag(line)).flatten()
}

fn starts_with(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()))
}

/// Returns the length of the complete start or end tag that a text begins with.
fn complete_tag(text: &[u8]) -> Option<usize> {
    let mut scan = TagScan { text, at: 0 };
    scan.tag().then_some(scan.at)
}

/// A parser of one HTML tag. After a failure, its position tells how far it looked.
#[derive(Debug)]
pub(crate) struct TagScan<'t> {
    text: &'t [u8],
    /// The offset up to which the text was read.
    pub(crate) at: usize,
}

impl<'t> TagScan<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Reads a start or end tag. Returns false if there is none.
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
