//! The title in a page's body: its leading heading, as plain text.
//!
//! Only the Markdown of headings is handled here; documents are not parsed.

mod rewrite;

pub use rewrite::rewrite;

/// The number of characters after which a heading is cut off.
const MOST_CHARS: usize = 1000;

/// Returns the text of the level 1 heading that a body starts with, after blank lines and HTML comments: `# Title`, or
/// lines underlined with `===`. Inline Markdown is removed.
pub fn title_of(body: &str) -> Option<String> {
    let start = after_comments(body)?;
    let text = atx(start.lines().next()?).map(str::to_owned).or_else(|| setext(start))?;
    let head: String = text.chars().take(MOST_CHARS).collect();
    let title = plain(&head);
    let title = one_line(&title);
    (!title.is_empty()).then_some(title)
}

/// Joins the words of a text with single spaces.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rest of the body from its first line that is neither blank nor part of a comment.
fn after_comments(body: &str) -> Option<&str> {
    let mut rest = body;
    loop {
        let line = rest.lines().next()?;
        if line.trim().is_empty() {
            rest = after_line(rest);
        } else if indent(line) <= 3 && line.trim_start().starts_with("<!--") {
            let (_, after) = rest.split_once("-->")?;
            rest = after_line(after);
        } else {
            return Some(rest);
        }
    }
}

fn after_line(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, rest)| rest)
}

/// Returns the width of leading white space in columns; tab stops are every four columns.
fn indent(line: &str) -> usize {
    let mut columns = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4 - columns % 4,
            _ => break,
        }
    }
    columns
}

/// Returns the text of `# Title`, with or without closing `#`.
fn atx(line: &str) -> Option<&str> {
    if indent(line) > 3 {
        return None;
    }
    let rest = line.trim_start().strip_prefix('#')?;
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let text = rest.trim();
    let open = text.trim_end_matches('#');
    if open.is_empty() || open.ends_with([' ', '\t']) { Some(open.trim_end()) } else { Some(text) }
}

/// Returns the text of a paragraph that is underlined with `===`.
fn setext(text: &str) -> Option<String> {
    let mut heading = String::new();
    for (n, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        let underline = !trimmed.is_empty() && trimmed.bytes().all(|byte| byte == b'=');
        if n > 0 && underline && indent(line) <= 3 {
            return Some(heading);
        }
        if trimmed.is_empty() || heading.len() > MOST_CHARS || begins_block(line, n == 0) {
            return None;
        }
        heading.push_str(trimmed);
        heading.push(' ');
    }
    None
}

/// Returns true if a line can't be part of the paragraph of a heading.
fn begins_block(line: &str, first: bool) -> bool {
    if indent(line) > 3 {
        return first;
    }
    let line = line.trim_start();
    let starts =
        ["```", "~~~", ">", "{%", "# ", "## ", "### ", "#### ", "##### ", "###### ", "- ", "* ", "+ ", "|", "<!--"];
    let rule = line.len() > 2 && ['-', '*', '_'].iter().any(|&c| line.chars().all(|d| d == c || d == ' '));
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = digits > 0 && line[digits..].starts_with([')', '.']) && line[digits + 1..].starts_with(' ');
    let dashes = !first && line.trim_end().bytes().all(|byte| byte == b'-');
    rule || dashes || numbered && first || starts.iter().any(|start| line.starts_with(start))
}

/// A piece of inline Markdown: text, or a delimiter that is removed if it turns out to be syntax.
enum Piece {
    Text(String),
    /// An opening bracket, `[` or `![`, which may become a link.
    Bracket(&'static str),
    /// A run of `*`, `_` or `~`, and the number of characters left of it.
    Run(char, usize),
}

/// Removes inline syntax in one pass with a stack; only the syntax that is usual in headings is supported.
fn plain(source: &str) -> String {
    let mut reader = Inline { rest: source, before: ' ', pieces: Vec::new(), brackets: Vec::new(), runs: Vec::new() };
    while !reader.rest.is_empty() {
        reader.step();
    }
    let mut out = String::new();
    for piece in reader.pieces {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Bracket(bracket) => out.push_str(bracket),
            Piece::Run(c, left) => out.extend(std::iter::repeat_n(c, left)),
        }
    }
    out
}

struct Inline<'a> {
    rest: &'a str,
    /// The last character that was consumed.
    before: char,
    pieces: Vec<Piece>,
    /// The indices of brackets that may still become links.
    brackets: Vec<usize>,
    /// The indices of runs that may still open emphasis.
    runs: Vec<usize>,
}

impl Inline<'_> {
    fn step(&mut self) {
        let Some(c) = self.rest.chars().next() else { return };
        match c {
            '\\' => self.escape(),
            '`' => self.code(),
            '*' | '_' | '~' => self.run(c),
            '[' => self.bracket("["),
            '!' if self.rest.starts_with("![") => self.bracket("!["),
            ']' => self.close_bracket(),
            '<' => self.html(),
            '&' => self.entity(),
            _ => self.literal(c.len_utf8()),
        }
    }

    /// Consumes a number of bytes.
    fn advance(&mut self, bytes: usize) {
        let (read, rest) = self.rest.split_at(bytes);
        self.before = read.chars().next_back().unwrap_or(self.before);
        self.rest = rest;
    }

    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    fn literal(&mut self, bytes: usize) {
        let (text, _) = self.rest.split_at(bytes);
        self.text(text);
        self.advance(bytes);
    }

    fn escape(&mut self) {
        if self.rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            self.advance(1);
        }
        let length = self.rest.chars().next().map_or(0, char::len_utf8);
        self.literal(length);
    }

    fn code(&mut self) {
        let ticks = self.rest.bytes().take_while(|&byte| byte == b'`').count();
        let inside = &self.rest[ticks..];
        let mut at = 0;
        while let Some(found) = inside[at..].find('`') {
            let start = at + found;
            let run = inside[start..].bytes().take_while(|&byte| byte == b'`').count();
            if run == ticks {
                let code = inside[..start].to_owned();
                self.text(code.trim());
                self.advance(ticks + start + run);
                return;
            }
            at = start + run;
        }
        self.literal(ticks);
    }

    fn run(&mut self, c: char) {
        let length = self.rest.chars().take_while(|&d| d == c).count();
        let before = self.before;
        let after = self.rest[length..].chars().next().unwrap_or(' ');
        self.advance(length);
        // Inside a word, `_` is a character.
        let inside = c == '_' && before.is_alphanumeric() && after.is_alphanumeric();
        let opens = !after.is_whitespace() && !inside && (c != '_' || !before.is_alphanumeric());
        let closes = !before.is_whitespace() && !inside && (c != '_' || !after.is_alphanumeric());
        let mut left = length;
        while closes && left > 0 {
            let Some(at) = self.runs.iter().rposition(|&at| matches!(self.pieces[at], Piece::Run(d, _) if d == c))
            else {
                break;
            };
            if let Piece::Run(_, open) = &mut self.pieces[self.runs[at]] {
                let pair = left.min(*open);
                *open -= pair;
                left -= pair;
                self.runs.truncate(if *open > 0 { at + 1 } else { at });
            }
        }
        if opens && left > 0 {
            self.runs.push(self.pieces.len());
        }
        self.pieces.push(Piece::Run(c, left));
    }

    fn bracket(&mut self, bracket: &'static str) {
        self.brackets.push(self.pieces.len());
        self.pieces.push(Piece::Bracket(bracket));
        self.advance(bracket.len());
    }

    /// Ends a link, `](address)` or `][name]`, or is literal.
    fn close_bracket(&mut self) {
        let opened = self.brackets.pop();
        let target = balanced(&self.rest[1..], '(', ')').or_else(|| balanced(&self.rest[1..], '[', ']'));
        match opened.zip(target) {
            Some((at, length)) => {
                self.pieces[at] = Piece::Text(String::new());
                self.advance(1 + length);
            }
            None => self.literal(1),
        }
    }

    /// Drops a tag, and writes an autolink without its angle brackets.
    fn html(&mut self) {
        let inner = self.rest[1..].split_once('>').map(|(inner, _)| inner);
        let tag = |inner: &str| inner.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
        match inner {
            Some(inner) if (inner.contains(':') || inner.contains('@')) && !inner.contains([' ', '"']) => {
                let (address, length) = (inner.to_owned(), inner.len() + 2);
                self.text(&address);
                self.advance(length);
            }
            Some(inner) if tag(inner) => {
                let length = inner.len() + 2;
                self.advance(length);
            }
            _ => self.literal(1),
        }
    }

    fn entity(&mut self) {
        let name = self.rest[1..].split_once(';').map(|(name, _)| name).filter(|name| name.len() <= 8);
        match name.and_then(|name| Some((name.len(), character(name)?))) {
            Some((length, c)) => {
                self.text(c.encode_utf8(&mut [0; 4]));
                self.advance(length + 2);
            }
            None => self.literal(1),
        }
    }
}

/// Returns the length in bytes of a bracketed text at the start.
fn balanced(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0usize;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return (c == close).then_some(at + 1);
        }
    }
    None
}

/// Returns the character of a common HTML entity.
fn character(name: &str) -> Option<char> {
    if let Some(digits) = name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
        return u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    }
    if let Some(digits) = name.strip_prefix('#') {
        return digits.parse().ok().and_then(char::from_u32);
    }
    let known = [("amp", '&'), ("lt", '<'), ("gt", '>'), ("quot", '"'), ("apos", '\''), ("nbsp", '\u{a0}')];
    known.iter().find(|(known, _)| *known == name).map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn headings() {
        let cases = [
            ("# Title", Some("Title")),
            ("\n\n   #\tTitle ##\n\nText", Some("Title")),
            ("# C#", Some("C#")),
            ("# Title \\#", Some("Title #")),
            ("<!-- a\n\nb -->\n\n# Title\r\n", Some("Title")),
            ("Title\n===\n", Some("Title")),
            ("Two\nlines\n=\n", Some("Two lines")),
            ("#\n", None),
            ("#Title", None),
            ("## Title", None),
            ("    # Code", None),
            ("Title\n---\n", None),
            ("Text\n\n# Later", None),
            ("Text\n# Later\n===", None),
            ("```\n# Code\n```\n", None),
            ("~~~\nCode\n===\n~~~\n", None),
            ("> Quote\n===\n", None),
            ("- Item\n===\n", None),
            ("***\n===\n", None),
            ("===\n", None),
            ("", None),
            ("<!-- never closed\n# Title", None),
        ];
        for (body, title) in cases {
            assert_eq!(title_of(body).as_deref(), title, "{body:?}");
        }
    }

    #[test]
    fn inline_markdown_is_taken_away() {
        let cases = [
            ("**Bold** and _italic_ and ~~gone~~", "Bold and italic and gone"),
            ("***Both*** `code *here*` ``a ` b``", "Both code *here* a ` b"),
            ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
            ("[A *link*](page.md \"x (y)\") ![alt](<a b.png>) [ref][1]", "A link alt ref"),
            ("[draft] a](b", "[draft] a](b"),
            ("[![nested](a.png) image](b.md)", "nested image"),
            ("Setup <a href=\"#setup\" id=\"setup\"></a>", "Setup"),
            ("a < b <https://x.org> &amp; &#x20;c &unknown;", "a < b https://x.org & c &unknown;"),
            ("\\*not\\* \\_emphasis\\_ C:\\dir", "*not* _emphasis_ C:\\dir"),
            ("**open *inner*", "**open inner"),
            ("`unclosed", "`unclosed"),
        ];
        for (source, expected) in cases {
            assert_eq!(title_of(&format!("# {source}")).as_deref(), Some(expected), "{source:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read(body: String, inline in "[a*_~`\\[\\]()<>!&;#\\\\é \\n=-]{0,60}") {
            let _ = title_of(&body);
            let _ = title_of(&inline);
            let _ = title_of(&format!("# {inline}"));
        }

        #[test]
        fn plain_text_stays(title in "[a-zA-Z0-9é,.?]{1,10}( [a-zA-Z0-9é,.?]{1,10}){0,3}") {
            prop_assert_eq!(title_of(&format!("# {title}")), Some(title));
        }
    }
}
