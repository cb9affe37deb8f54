//! Blocks that work as headings: what follows one belongs to it, up to the next one.
//!
//! Beside the headings of Markdown these are elements of HTML, and paragraphs that are bold or italic as a whole, however
//! that is written. A colon or other mark after the bold text does not change that. This is the one place that says so:
//! [`Lines`](super::lines::Lines) takes all of them for headings.

use super::lines::unquoted;

/// The level of a bold paragraph, which is below all headings.
pub(super) const BOLD: usize = 7;

/// The level of an italic paragraph, which is below bold ones.
const ITALIC: usize = 8;

/// The maximum length in bytes of a paragraph that works as a heading.
const LONGEST: usize = 1024;

/// The maximum number of words of an italic paragraph that works as a heading: longer ones are remarks.
const MOST_WORDS: usize = 8;

/// The maximum number of lines that an element of HTML spans as a heading.
pub(super) const MOST_LINES: usize = 5;

/// Elements of HTML that say nothing of their own: those around others, anchors, line breaks, pictures.
const PLAIN: [&str; 14] =
    ["p", "div", "center", "span", "font", "u", "mark", "big", "small", "a", "br", "img", "picture", "wbr"];

/// Returns the level of a heading, given with its underline if it has one.
pub(super) fn level(heading: &str) -> usize {
    let mut lines = heading.lines().map(|line| unquoted(line).1);
    let first = lines.next().unwrap_or_default().trim_start();
    match first.bytes().take_while(|byte| *byte == b'#').count() {
        0 => {}
        marks => return marks,
    }
    match lines.next() {
        Some(underline) if is_underline(underline) => 2 - usize::from(underline.starts_with('=')),
        _ => likeness(heading).unwrap_or(BOLD),
    }
}

/// Returns true for a line that makes the text over it a heading.
pub(super) fn is_underline(line: &str) -> bool {
    let text = line.trim_end();
    !text.is_empty() && (text.bytes().all(|byte| byte == b'=') || text.bytes().all(|byte| byte == b'-'))
}

/// Returns the name of the element of HTML that a line opens as a heading and does not close.
pub(super) fn opened(line: &str) -> Option<&str> {
    let name = line.strip_prefix('<')?.get(..2)?;
    let after = line[3..].starts_with(['>', ' ']);
    (level_of(name).is_some() && after && line.ends_with('>') && !line.contains("</")).then_some(name)
}

/// Returns the level of a paragraph or line of HTML that readers see as a heading, and that is none of Markdown.
pub(super) fn likeness(text: &str) -> Option<usize> {
    let text = unquoted(text).1.trim();
    if text.len() > LONGEST {
        return None;
    }
    let mut open = Open::default();
    let (mut found, mut before, mut last, mut at) = (None, ' ', ' ', 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '<' => open.tag(rest)?,
            '*' | '_' => open.marks(c, before, rest),
            '{' if rest.starts_with("{%") => return None,
            '!' if rest.starts_with("![") => rest.find(')')? + 1,
            ']' if rest.starts_with("](") => rest.find(')')? + 1,
            c if c.is_alphanumeric() => {
                found = found.max(Some(open.level()?));
                c.len_utf8()
            }
            c => c.len_utf8(),
        };
        at += length;
        before = text[..at].chars().next_back().unwrap_or(' ');
        last = if matches!(c, '*' | '_' | '<') { last } else { c };
    }
    let is_remark = || matches!(last, '.' | '。' | '!' | '！') || text.split_whitespace().count() > MOST_WORDS;
    found.filter(|level| open.is_closed() && !(*level == ITALIC && is_remark()))
}

/// The marks and elements that are open at a place of a text.
#[derive(Default)]
struct Open {
    /// The level of the element of HTML that is a heading.
    heading: Option<usize>,
    /// The number of elements for bold text, and for italic text.
    elements: [usize; 2],
    /// True for each mark, `*` and `_`, that begins bold text, and italic text.
    marks: [[bool; 2]; 2],
}

impl Open {
    /// Returns the level that text has as a heading at the place.
    fn level(&self) -> Option<usize> {
        let is_open = |kind: usize| self.elements[kind] > 0 || self.marks.iter().any(|mark| mark[kind]);
        self.heading.or(is_open(0).then_some(BOLD)).or(is_open(1).then_some(ITALIC))
    }

    fn is_closed(&self) -> bool {
        self.heading.is_none() && self.elements == [0; 2] && self.marks.iter().flatten().all(|open| !open)
    }

    /// Takes a tag of HTML; returns its length, or `None` if it is of no heading.
    fn tag(&mut self, text: &str) -> Option<usize> {
        let end = text.find('>')?;
        let inner = &text[1..end];
        let (closes, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
        let name = inner.split([' ', '\n', '/']).next().unwrap_or_default();
        match name {
            "b" | "strong" => self.element(0, closes)?,
            "i" | "em" => self.element(1, closes)?,
            _ if PLAIN.contains(&name) => {}
            _ => {
                let level = level_of(name)?;
                let is_open = self.heading == Some(level);
                if closes != is_open {
                    return None;
                }
                self.heading = (!closes).then_some(level);
            }
        }
        Some(end + 1)
    }

    fn element(&mut self, kind: usize, closes: bool) -> Option<()> {
        let count = &mut self.elements[kind];
        *count = if closes { count.checked_sub(1)? } else { *count + 1 };
        Some(())
    }

    /// Takes a run of the same mark; returns its length.
    fn marks(&mut self, mark: char, before: char, text: &str) -> usize {
        let after_run = text.trim_start_matches(mark);
        let length = text.len() - after_run.len();
        let after = after_run.chars().next().unwrap_or(' ');
        let is_inside = mark == '_' && before.is_alphanumeric() && after.is_alphanumeric();
        let open = &mut self.marks[usize::from(mark == '_')];
        for (kind, is_meant) in [length > 1, length % 2 == 1].into_iter().enumerate() {
            let is_possible = if open[kind] { !before.is_whitespace() } else { !after.is_whitespace() };
            open[kind] ^= is_meant && is_possible && !is_inside;
        }
        length
    }
}

/// Returns the level of an element of HTML that is a heading, by its name.
fn level_of(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(level: Option<usize>, texts: &[&str]) {
        for text in texts {
            assert_eq!(likeness(text), level, "{text}");
        }
    }

    #[test]
    fn bold_paragraphs_are_headings() {
        check(
            Some(BOLD),
            &[
                "**X**",
                "__X__",
                "***X***",
                "**_X_**",
                "**X**:",
                "**X:**",
                "**X** :",
                "**Why**?",
                "**snake_case and `code_of`**",
                "🚀 **Install**",
                "**Step 1** – **Install**",
                "**[A link](to.md)**",
                "<b>X</b>",
                "<strong>X</strong>:",
                "<p><strong>X</strong></p>",
                "<p align=\"center\"><b>X</b><br></p>",
                "<mark style=\"color:blue;\">**X**</mark>",
                "**<mark style=\"color:blue;\">X</mark>**",
                "<a id=\"x\"></a> **X**",
                "![](icon.png) **X**",
                "> **X**",
                "**C\\***",
            ],
        );
        check(Some(ITALIC), &["_X_", "*X*", "<em>X</em>", "<i>What is it?</i>:"]);
    }

    #[test]
    fn elements_of_html_are_headings() {
        check(Some(2), &["<h2>X</h2>", "<h2 align=\"center\">\n  X\n</h2>", "<h2 id=\"x\"><b>X</b> and Y</h2>"]);
        check(Some(6), &["<div><h6>X</h6></div>"]);
        assert_eq!(opened("<h1 align=\"center\">"), Some("h1"));
        assert_eq!([opened("<h1>X</h1>"), opened("<h7>"), opened("<hr>"), opened("<h"), opened("<é>")], [None; 5]);
    }

    #[test]
    fn other_text_is_no_heading() {
        let long = format!("**{}**", "a ".repeat(600));
        check(
            None,
            &[
                "X",
                "",
                "**",
                "****",
                "** X **",
                "**X",
                "**X** and",
                "**X** and **Y**",
                "a **X**",
                "\\*\\*X\\*\\*",
                "_A remark about all that stands above it here_",
                "_A remark._",
                "`X`",
                "[X](y.md)",
                "<b>X",
                "X</b>",
                "<h2>X</h3>",
                "<h2>X</h2> and",
                "<td><b>X</b></td>",
                "<summary><b>X</b></summary>",
                "<a id=\"x\"></a>",
                "{% hint %} **X**",
                "**X** {% if a %}",
                "<",
                &long,
            ],
        );
    }

    #[test]
    fn levels() {
        let levels = ["# a", "###### a", "> ## a", "a\n===", "a\n---", "<h3>a</h3>", "<h1>\na\n</h1>", "**a**", "_a_"];
        assert_eq!(levels.map(level), [1, 6, 2, 1, 2, 3, 1, BOLD, ITALIC]);
    }
}
