//! Wikitext as HTML, line by line: headings, lists, tables, paragraphs. What means itself is set aside first.

use std::collections::HashMap;

use super::inline;
use super::pairs::Pairs;
use crate::report::PageReport;

/// The marks around the number of a text that was set aside; the characters are for private use and removed from input.
pub(super) const OPEN: char = '\u{e000}';
pub(super) const CLOSE: char = '\u{e001}';

/// The texts that were set aside, as HTML.
#[derive(Default)]
pub(super) struct Aside {
    texts: Vec<String>,
    /// The texts of notes, in the order of the first references to them.
    notes: Vec<String>,
    /// The number of captions that are being read, one in the other.
    pub(super) depth: usize,
    /// The numbers of notes that have a name.
    named: HashMap<String, usize>,
}

impl Aside {
    pub(super) fn put(&mut self, html: String) -> String {
        self.texts.push(html);
        format!("{OPEN}{}{CLOSE}", self.texts.len() - 1)
    }

    /// Puts the texts back in their places; those in them, too, to a bounded depth.
    fn back(&self, text: &str, depth: usize) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(OPEN) {
            out.push_str(&rest[..at]);
            rest = &rest[at + OPEN.len_utf8()..];
            let Some(end) = rest.find(CLOSE) else { break };
            let found = rest[..end].parse::<usize>().ok().and_then(|number| self.texts.get(number));
            if let Some(found) = found.filter(|_| depth < 8) {
                out.push_str(&self.back(found, depth + 1));
            }
            rest = &rest[end + CLOSE.len_utf8()..];
        }
        out.push_str(rest);
        out
    }
}

/// Converts wikitext.
pub(crate) fn to_html(source: &str, report: &mut PageReport) -> String {
    let source: String = source.chars().filter(|c| !matches!(*c, OPEN | CLOSE | '\r')).collect();
    let mut aside = Aside::default();
    let text = set_aside(&source, &mut aside, report, 0);
    let text = templates(&text, &mut aside, report);
    let mut html = lines(&text, &mut aside, report);
    if !aside.notes.is_empty() {
        html.push_str("<ol class=\"references\">");
        for at in 0..aside.notes.len() {
            let note = aside.notes[at].clone();
            let note = inline::to_html(&note, &mut aside, report);
            html.push_str(&format!("<li id=\"cite_note-{at}\">{note}</li>"));
        }
        html.push_str("</ol>");
    }
    aside.back(&html, 0)
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The elements whose text is no wikitext.
const TAGS: [&str; 9] = ["nowiki", "pre", "syntaxhighlight", "source", "math", "ref", "references", "gallery", "code"];

/// An element whose text is no wikitext.
struct Element<'t> {
    /// The name in small letters.
    name: &'t str,
    attributes: &'t str,
    content: &'t str,
}

/// Sets aside comments and elements whose text is no wikitext.
fn set_aside(source: &str, aside: &mut Aside, report: &mut PageReport, depth: usize) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let name_end = rest[1..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let name = rest[1..name_end].to_ascii_lowercase();
        if !TAGS.contains(&name.as_str()) {
            out.push('<');
            rest = &rest[1..];
            continue;
        }
        // Without an end there is no tag from here on.
        let Some(tag_end) = rest.find('>') else { break };
        let attributes = &rest[name_end..tag_end];
        let after = &rest[tag_end + 1..];
        let (content, next) = if attributes.ends_with('/') {
            ("", after)
        } else {
            let close = format!("</{name}");
            match after.to_ascii_lowercase_find(&close) {
                Some(end) => (&after[..end], after[end..].find('>').map_or("", |close| &after[end + close + 1..])),
                None => (after, ""),
            }
        };
        rest = next;
        let html = html_of(&Element { name: &name, attributes, content }, aside, report, depth);
        out.push_str(&aside.put(html));
    }
    out.push_str(rest);
    out
}

/// Returns an element as HTML.
fn html_of(element: &Element<'_>, aside: &mut Aside, report: &mut PageReport, depth: usize) -> String {
    let &Element { name, attributes, content } = element;
    match name {
        "nowiki" => escaped(content),
        "pre" => format!("\n<pre>{}</pre>\n", escaped(content)),
        "code" => {
            let inner = inner(content, aside, report, depth);
            format!("<code>{}</code>", inline::to_html(&inner, aside, report))
        }
        "syntaxhighlight" | "source" if attributes.contains("inline") => format!("<code>{}</code>", escaped(content)),
        "syntaxhighlight" | "source" => {
            let lang = escaped(&attribute(attributes, "lang").unwrap_or_default()).replace('"', "");
            format!("\n<pre class=\"language-{lang}\">{}</pre>\n", escaped(content.trim_matches('\n')))
        }
        "math" => {
            let display = attribute(attributes, "display").is_some_and(|display| display == "block");
            let kind = if display { "math/tex; mode=display" } else { "math/tex" };
            format!("<script type=\"{kind}\">{}</script>", content.replace("</", "<\\/"))
        }
        "ref" => {
            let label = attribute(attributes, "name").unwrap_or_default();
            let number = note(label, content, aside, report, depth);
            format!("<sup class=\"reference\"><a href=\"#cite_note-{number}\">{}</a></sup>", number + 1)
        }
        "gallery" => {
            let images = content.lines().filter(|line| !line.trim().is_empty()).map(|line| {
                let (name, caption) = line.split_once('|').unwrap_or((line, ""));
                inline::image(name.split_once(':').map_or(name, |(_, name)| name).trim(), caption)
            });
            images.collect()
        }
        _ => String::new(),
    }
}

/// Returns the number of a note, which a name can refer to again.
fn note(label: String, content: &str, aside: &mut Aside, report: &mut PageReport, depth: usize) -> usize {
    let known = aside.named.get(&label).copied();
    let number = known.unwrap_or(aside.notes.len());
    if known.is_none() {
        // Its place comes before those of notes in it.
        aside.notes.push(String::new());
        if !label.is_empty() {
            aside.named.insert(label, number);
        }
    }
    if !content.trim().is_empty() && aside.notes[number].trim().is_empty() {
        let content = inner(content, aside, report, depth);
        aside.notes[number] = templates(&content, aside, report);
    }
    number
}

/// Returns the text of an element with what is set aside in it, unless it is too deep.
fn inner(content: &str, aside: &mut Aside, report: &mut PageReport, depth: usize) -> String {
    if depth < 4 { set_aside(content, aside, report, depth + 1) } else { content.to_owned() }
}

trait FindFolded {
    fn to_ascii_lowercase_find(&self, pattern: &str) -> Option<usize>;
}

impl FindFolded for str {
    /// Finds a pattern of small ASCII letters, whatever the case of the text.
    fn to_ascii_lowercase_find(&self, pattern: &str) -> Option<usize> {
        let (text, pattern) = (self.as_bytes(), pattern.as_bytes());
        let first = pattern.first()?;
        let mut at = 0;
        while let Some(next) = text[at..].iter().position(|byte| byte == first) {
            at += next;
            let fits = text.get(at..at + pattern.len()).is_some_and(|found| found.eq_ignore_ascii_case(pattern));
            if fits {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

fn attribute(attributes: &str, name: &str) -> Option<String> {
    let at = attributes.find(&format!("{name}="))? + name.len() + 1;
    let rest = &attributes[at..];
    let value = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].split(quote).next(),
        _ => rest.split(|c: char| c.is_whitespace() || c == '/').next(),
    };
    value.map(str::to_owned)
}

/// The longest template that is read, in bytes.
const MOST_TEMPLATE: usize = 50_000;

/// Sets aside templates as their text: what they would say is not known here.
fn templates(text: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    let pairs = Pairs::of(text, *b"{{", *b"}}", MOST_TEMPLATE);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(end) = pairs.length(text.len() - rest.len()) else {
            out.push_str("{{");
            rest = &rest[2..];
            continue;
        };
        let whole = &rest[..end];
        if whole == "{{!}}" {
            out.push('|');
        } else {
            let name = whole.trim_start_matches('{').split(['|', '}', '\n']).next().unwrap_or_default();
            report.keep("a template, as its text", name);
            let html = if whole.contains('\n') {
                format!("\n<pre>{}</pre>\n", escaped(&aside.back_source(whole)))
            } else {
                escaped(&aside.back_source(whole))
            };
            out.push_str(&aside.put(html));
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

impl Aside {
    /// Returns a text without the marks of what was set aside in it.
    fn back_source(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(OPEN) {
            out.push_str(&rest[..at]);
            rest = rest[at..].find(CLOSE).map_or("", |end| &rest[at + end + CLOSE.len_utf8()..]);
            out.push('…');
        }
        out.push_str(rest);
        out
    }
}

/// Converts the lines of a text.
fn lines(text: &str, aside: &mut Aside, report: &mut PageReport) -> String {
    let mut writer = Writer { out: String::new(), lists: String::new(), paragraph: Vec::new(), code: Vec::new() };
    let all: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < all.len() {
        let line = all[at];
        let trimmed = line.trim();
        at += 1;
        if trimmed.starts_with("{|") {
            writer.end(aside, report);
            let end = table_end(&all, at);
            table(&all[at - 1..end], aside, report, &mut writer.out, 0);
            at = end;
            continue;
        }
        if line.starts_with(['*', '#', ':', ';']) {
            writer.item(line, aside, report);
        } else if let Some((level, title)) = heading(trimmed) {
            writer.end(aside, report);
            let title = inline::to_html(title, aside, report);
            writer.out.push_str(&format!("<h{level}>{title}</h{level}>"));
        } else if trimmed.starts_with("----") {
            writer.end(aside, report);
            writer.out.push_str("<hr>");
        } else if trimmed.is_empty() {
            writer.end(aside, report);
        } else if is_switch(trimmed) {
            report.drop("a switch of the page", trimmed);
        } else if line.starts_with(' ') && !trimmed.starts_with(['<', OPEN]) {
            writer.end_lists();
            writer.end_paragraph(aside, report);
            writer.code.push(line[1..].to_owned());
        } else {
            writer.end_lists();
            writer.end_code(aside, report);
            writer.paragraph.push(line.to_owned());
        }
    }
    writer.end(aside, report);
    writer.out
}

fn is_switch(line: &str) -> bool {
    line.len() > 4
        && line.starts_with("__")
        && line.ends_with("__")
        && line[2..line.len() - 2].bytes().all(|byte| byte.is_ascii_uppercase())
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let open = line.bytes().take_while(|byte| *byte == b'=').count();
    let close = line.bytes().rev().take_while(|byte| *byte == b'=').count();
    let level = open.min(close).min(6);
    (level > 0 && line.len() > 2 * level).then(|| (level, line[level..line.len() - level].trim()))
}

struct Writer {
    out: String,
    /// The marks of the lists that are open.
    lists: String,
    paragraph: Vec<String>,
    code: Vec<String>,
}

impl Writer {
    fn end(&mut self, aside: &mut Aside, report: &mut PageReport) {
        self.end_lists();
        self.end_paragraph(aside, report);
        self.end_code(aside, report);
    }

    fn end_paragraph(&mut self, aside: &mut Aside, report: &mut PageReport) {
        if !self.paragraph.is_empty() {
            let text = std::mem::take(&mut self.paragraph).join("\n");
            let html = inline::to_html(&text, aside, report);
            self.out.push_str(&format!("<div>{html}</div>"));
        }
    }

    fn end_code(&mut self, aside: &mut Aside, report: &mut PageReport) {
        if !self.code.is_empty() {
            let text = std::mem::take(&mut self.code).join("\n");
            let html = inline::to_html(&text, aside, report);
            self.out.push_str(&format!("<pre>{html}</pre>"));
        }
    }

    fn end_lists(&mut self) {
        while let Some(mark) = self.lists.pop() {
            self.out.push_str(ends(mark));
        }
    }

    fn item(&mut self, line: &str, aside: &mut Aside, report: &mut PageReport) {
        self.end_paragraph(aside, report);
        self.end_code(aside, report);
        let length = line.bytes().take_while(|byte| b"*#:;".contains(byte)).count().min(20);
        let marks = &line[..length];
        let same = |a: char, b: char| a == b || matches!((a, b), (';', ':') | (':', ';'));
        let shared = self.lists.chars().zip(marks.chars()).take_while(|(a, b)| same(*a, *b)).count();
        while self.lists.len() > shared {
            if let Some(mark) = self.lists.pop() {
                self.out.push_str(ends(mark));
            }
        }
        let last = marks.chars().last().unwrap_or('*');
        if shared == marks.len() {
            self.out.push_str(match last {
                ';' => "</dd><dt>",
                ':' => "</dd><dd>",
                _ => "</li><li>",
            });
            self.lists.pop();
            self.lists.push(last);
        }
        for mark in marks.chars().skip(shared) {
            self.out.push_str(match mark {
                '*' => "<ul><li>",
                '#' => "<ol><li>",
                ';' => "<dl><dt>",
                _ => "<dl><dd>",
            });
            self.lists.push(mark);
        }
        let content = line[length..].trim();
        let (term, said) = match content
            .split_once(" : ")
            .or_else(|| content.split_once(": ").filter(|(term, _)| !term.contains("[[")))
        {
            Some((term, said)) if last == ';' => (term, Some(said)),
            _ => (content, None),
        };
        let html = inline::to_html(term, aside, report);
        self.out.push_str(&html);
        if let Some(said) = said {
            let html = inline::to_html(said, aside, report);
            self.out.push_str(&format!("</dt><dd>{html}"));
        }
    }
}

fn ends(mark: char) -> &'static str {
    match mark {
        '*' => "</li></ul>",
        '#' => "</li></ol>",
        _ => "</dd></dl>",
    }
}

/// Returns the number of the line after a table that begins before `from`.
fn table_end(lines: &[&str], from: usize) -> usize {
    let mut depth = 1;
    for (at, line) in lines.iter().enumerate().skip(from) {
        let line = line.trim_start_matches([' ', '\t', ':']);
        if line.starts_with("{|") {
            depth += 1;
        } else if line.starts_with("|}") {
            depth -= 1;
            if depth == 0 {
                return at + 1;
            }
        }
    }
    lines.len()
}

/// Converts a table; one in a cell is its content.
fn table(lines: &[&str], aside: &mut Aside, report: &mut PageReport, out: &mut String, depth: usize) {
    out.push_str("<table>");
    let mut cell: Option<(&'static str, String, Vec<String>)> = None;
    let mut row_open = false;
    let mut at = 1;
    let end_cell = |cell: &mut Option<(&'static str, String, Vec<String>)>,
                    out: &mut String,
                    aside: &mut Aside,
                    report: &mut PageReport| {
        if let Some((name, attributes, content)) = cell.take() {
            let content = self::lines(&content.join("\n"), aside, report);
            let content = content
                .strip_prefix("<div>")
                .and_then(|inner| inner.strip_suffix("</div>").filter(|inner| !inner.contains("<div>")))
                .unwrap_or(&content)
                .to_owned();
            out.push_str(&format!("<{name}{attributes}>{content}</{name}>"));
        }
    };
    while at < lines.len() {
        let line = lines[at].trim_start();
        at += 1;
        if line.starts_with("{|") && depth < 4 {
            let end = table_end(lines, at);
            let mut inner = String::new();
            table(&lines[at - 1..end], aside, report, &mut inner, depth + 1);
            let mark = aside.put(inner);
            if let Some((_, _, content)) = &mut cell {
                content.push(mark);
            }
            at = end;
        } else if line.starts_with("|}") {
            break;
        } else if let Some(caption) = line.strip_prefix("|+") {
            let html = inline::to_html(caption.trim(), aside, report);
            out.push_str(&format!("<caption>{html}</caption>"));
        } else if line.starts_with("|-") {
            end_cell(&mut cell, out, aside, report);
            out.push_str(if row_open { "</tr><tr>" } else { "<tr>" });
            row_open = true;
        } else if let Some(rest) = line.strip_prefix('|').or_else(|| line.strip_prefix('!')) {
            let is_head = line.starts_with('!');
            if !row_open {
                out.push_str("<tr>");
                row_open = true;
            }
            for part in cells(rest, is_head) {
                end_cell(&mut cell, out, aside, report);
                let (attributes, content) = attributes_of(part);
                cell = Some((if is_head { "th" } else { "td" }, attributes, vec![content.trim().to_owned()]));
            }
        } else if let Some((_, _, content)) = &mut cell {
            content.push(lines[at - 1].to_owned());
        }
    }
    end_cell(&mut cell, out, aside, report);
    out.push_str(if row_open { "</tr></table>" } else { "</table>" });
}

/// Splits a line into its cells.
fn cells(line: &str, is_head: bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let bytes = line.as_bytes();
    let mut at = 0;
    let mut inside = 0_usize;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"[[" => inside += 1,
            b"]]" => inside = inside.saturating_sub(1),
            b"||" if inside == 0 => {
                parts.push(&line[start..at]);
                start = at + 2;
                at += 1;
            }
            b"!!" if is_head && inside == 0 => {
                parts.push(&line[start..at]);
                start = at + 2;
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&line[start.min(line.len())..]);
    parts
}

/// Splits a cell into its spans and its content.
fn attributes_of(cell: &str) -> (String, &str) {
    let Some((before, content)) =
        cell.split_once('|').filter(|(before, _)| before.contains('=') && !before.contains(['[', OPEN]))
    else {
        return (String::new(), cell);
    };
    let mut attributes = String::new();
    for name in ["colspan", "rowspan"] {
        if let Some(value) = attribute(before, name).filter(|value| value.bytes().all(|byte| byte.is_ascii_digit())) {
            attributes.push_str(&format!(" {name}=\"{value}\""));
        }
    }
    (attributes, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(wikitext: &str, html: &str) {
        assert_eq!(to_html(wikitext, &mut PageReport::default()), html, "{wikitext}");
    }

    #[test]
    fn wikitext_is_html() {
        check(
            "== H ==\n'''b''' ''i'' [[A b|c]] [http://x.y z]",
            "<h2>H</h2><div><b>b</b> <i>i</i> <a href=\"wiki:A%20b\">c</a> <a href=\"http://x.y\">z</a></div>",
        );
        check("* a\n** b\n* c\n# d", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li></ol>");
        check("; t : d\n: e", "<dl><dt>t</dt><dd>d</dd><dd>e</dd></dl>");
        check(
            "{|\n! A !! B\n|-\n| x || colspan=2 | [[y|z]]\n|}",
            "<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td colspan=\"2\"><a href=\"wiki:y\">z</a></td></tr></table>",
        );
        check("<nowiki>''[[x]]''</nowiki> {{T|a}} <!-- c -->", "<div>''[[x]]'' {{T|a}} </div>");
        check(
            "<syntaxhighlight lang=\"py\">\na < b\n</syntaxhighlight>",
            "<div>\n<pre class=\"language-py\">a &lt; b</pre>\n</div>",
        );
        check(
            "a<ref name=x>''n''</ref> b<ref name=x />",
            "<div>a<sup class=\"reference\"><a href=\"#cite_note-0\">1</a></sup> b<sup class=\"reference\"><a href=\"#cite_note-0\">1</a></sup></div><ol class=\"references\"><li id=\"cite_note-0\"><i>n</i></li></ol>",
        );
    }
}
