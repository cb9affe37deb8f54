//! Text of other tools that the format would give a meaning: it is written so that it means itself.
//!
//! Tools that write Markdown know no tags such as `{% if … %}`: there these are text, often of code or of a template. In the
//! format they would be tags, and a condition hides what it is around. So [`marked`] replaces the `%` in what is read by a
//! character that no text has, and [`restored`] writes it as itself in code, and escaped elsewhere, when the page with the
//! tags that stand for constructs of the tool is complete. All pages of all sources pass through the latter.

use std::ops::Range;

use quire_markdown::tree::{Block, BlockKind, Code, Inline, InlineKind, LinkTarget, Tree};

/// A noncharacter, which stands for the `%` of `{%`.
const MARK: char = '\u{fdd0}';
/// The mark with the brace before it.
const MARKED: &str = "{\u{fdd0}";

/// Marks all tags of a text, which is not in the format.
pub(crate) fn marked(text: &str) -> String {
    if !text.contains("{%") && !text.contains(MARK) {
        return text.to_owned();
    }
    text.replace(MARK, "\u{fffd}").replace("{%", MARKED)
}

/// Returns a text that is no Markdown, such as a title, without marks.
pub(crate) fn plain(text: &str) -> String {
    text.replace(MARK, "%")
}

/// Returns the Markdown of a page in which all that was marked means itself.
pub(crate) fn restored(text: &str) -> String {
    if !text.contains(MARK) {
        return text.to_owned();
    }
    let tree = quire_markdown::parse(text);
    let mut places = Places { text, tree: &tree, found: Vec::new(), edits: Vec::new() };
    places.blocks(&tree.blocks);
    for footnote in &tree.footnotes {
        places.blocks(&footnote.blocks);
    }
    places.written()
}

/// The form in which a tag means itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Code: as it is.
    Code,
    /// HTML, and attributes of tags: a character reference.
    Html,
    /// Formulas: a blank, which means nothing there.
    Math,
    /// An address: percent-encoded.
    Address,
    /// Text: escaped.
    Text,
}

struct Places<'t> {
    text: &'t str,
    tree: &'t Tree<'t>,
    /// Ranges that are no text.
    found: Vec<(Range<usize>, Form)>,
    /// Replacements of whole ranges, in order.
    edits: Vec<(Range<usize>, String)>,
}

impl Places<'_> {
    fn note(&mut self, span: &Range<usize>, form: Form) {
        if self.text.get(span.clone()).is_some_and(|text| text.contains(MARK)) {
            self.found.push((span.clone(), form));
        }
    }

    fn blocks(&mut self, blocks: &[Block<'_>]) {
        for block in blocks {
            self.block(block);
        }
    }

    fn block(&mut self, block: &Block<'_>) {
        match &block.kind {
            BlockKind::Paragraph(content) | BlockKind::Heading { content, .. } => self.inlines(content),
            BlockKind::Code(code) => self.code(block, code),
            BlockKind::Html(_) => self.note(&block.span, Form::Html),
            BlockKind::Math(_) => self.note(&block.span, Form::Math),
            BlockKind::Quote(blocks) => self.blocks(blocks),
            BlockKind::List(list) => list.items.iter().for_each(|item| self.blocks(&item.blocks)),
            BlockKind::Table(table) => {
                for row in std::iter::once(&table.header).chain(&table.rows) {
                    row.cells.iter().for_each(|cell| self.inlines(&cell.content));
                }
            }
            BlockKind::Tag(tag) => {
                self.note(&tag.open, Form::Html);
                self.blocks(&tag.blocks);
            }
            BlockKind::Details(details) => {
                if let Some(summary) = &details.summary {
                    self.note(&summary.span, Form::Html);
                }
                self.blocks(&details.blocks);
            }
            BlockKind::Footnote(_) | BlockKind::Definition(_) | BlockKind::ThematicBreak | BlockKind::EndTag(_) => {}
        }
    }

    fn inlines(&mut self, inlines: &[Inline<'_>]) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Code(_) => self.note(&inline.span, Form::Code),
                InlineKind::Html(_) => self.note(&inline.span, Form::Html),
                InlineKind::Math(_) => self.note(&inline.span, Form::Math),
                InlineKind::Link(link) | InlineKind::Image(link) => match link.target {
                    LinkTarget::Address { .. } | LinkTarget::Bare { .. } => self.note(&inline.span, Form::Address),
                    LinkTarget::Inline { .. } | LinkTarget::Reference { .. } => self.inlines(&link.content),
                },
                InlineKind::Emphasis(inner) | InlineKind::Strong(inner) | InlineKind::Strikethrough(inner) => {
                    self.inlines(inner);
                }
                _ => {}
            }
        }
    }

    /// Notes code. Only closed fences are code wherever they stand, so indented code gets a fence, and open ones an end.
    fn code(&mut self, block: &Block<'_>, code: &Code<'_>) {
        let Some(source) = self.text.get(block.span.clone()).filter(|source| source.contains(MARK)) else { return };
        let prefix = self.prefix(block.span.start);
        match code.fence {
            Some(fence) if fence.is_closed => self.note(&block.span, Form::Code),
            Some(fence) => {
                let mut out = plain(source);
                if !out.ends_with('\n') {
                    out.push('\n');
                }
                let indent = source.len() - source.trim_start_matches(' ').len();
                out.push_str(&prefix);
                out.extend(std::iter::repeat_n(' ', indent));
                out.extend(std::iter::repeat_n(fence.character, fence.length));
                out.push('\n');
                self.edits.push((block.span.clone(), out));
            }
            None => {
                let literal = plain(&code.literal);
                let longest = literal.split(|c| c != '`').map(str::len).max().unwrap_or(0);
                let fence = "`".repeat((longest + 1).max(3));
                let mut out = format!("{fence}\n");
                for line in literal.lines() {
                    let line = format!("{prefix}{line}");
                    out.push_str(line.trim_end());
                    out.push('\n');
                }
                out.push_str(&format!("{prefix}{fence}\n"));
                self.edits.push((block.span.clone(), out));
            }
        }
    }

    /// Returns what further lines of a block begin with, whose first line begins at an offset.
    fn prefix(&self, start: usize) -> String {
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text[line..start].chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect()
    }

    fn form(&self, at: usize) -> Form {
        let end = self.found.partition_point(|(span, _)| span.start <= at);
        self.found[..end].iter().rev().find(|(span, _)| span.contains(&at)).map_or(Form::Text, |(_, form)| *form)
    }

    fn written(mut self) -> String {
        self.found.sort_by_key(|(span, _)| span.start);
        self.edits.sort_by_key(|(span, _)| span.start);
        let mut edits = std::mem::take(&mut self.edits).into_iter().peekable();
        let mut out = String::with_capacity(self.text.len() + 64);
        let mut at = 0;
        while at < self.text.len() {
            if let Some((span, new)) = edits.next_if(|(span, _)| span.start <= at) {
                out.push_str(&new);
                at = span.end;
                continue;
            }
            let until = edits.peek().map_or(self.text.len(), |(span, _)| span.start);
            let next = self.text[at..until].find(MARKED).map_or(until, |found| at + found);
            out.push_str(&self.text[at..next]);
            at = next;
            if next < until {
                out.push_str(match self.form(next) {
                    Form::Code => "{%",
                    Form::Html => "{&#x25;",
                    Form::Math => "{ %",
                    Form::Address => "%7B%25",
                    Form::Text => "{\\%",
                });
                at += MARKED.len();
            }
        }
        debug_assert!(self.tree.cut.is_some() || !out.contains(MARK), "a mark is left");
        plain(&out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let out = restored(&marked(text));
        assert_eq!(out, expected);
        let warnings = quire_content::warnings::of_body(&out);
        assert!(warnings.iter().all(|warning| !warning.message.contains("hidden")), "{out}: {warnings:?}");
    }

    #[test]
    fn tags_in_text_are_escaped() {
        check("A {% if x %} b {% endif %}\n", "A {\\% if x %} b {\\% endif %}\n");
        check("{% hint style=\"info\" %}\n\n# {%if x%}\n", "{\\% hint style=\"info\" %}\n\n# {\\%if x%}\n");
        check("| {% if x %} |\n| --- |\n| {% else %} |\n", "| {\\% if x %} |\n| --- |\n| {\\% else %} |\n");
        check("[a](b \"{% if x %}\") ![{% if x %}](c)\n", "[a](b \"{\\% if x %}\") ![{\\% if x %}](c)\n");
        check("> * {% if x %}\n", "> * {\\% if x %}\n");
        check("[^1]\n\n[^1]: {% if x %}\n", "[^1]\n\n[^1]: {\\% if x %}\n");
        check("[a]\n\n[a]: b \"{% if x %}\"\n", "[a]\n\n[a]: b \"{\\% if x %}\"\n");
    }

    #[test]
    fn code_is_as_it_was() {
        for text in ["`{% if x %}`\n", "```\n{% if x %}\n```\n", "* a\n\n  ~~~ html\n  {% if x %}\n  ~~~\n"] {
            check(text, text);
        }
        check("a\n\n    {% if x %}\n      b\n\nc\n", "a\n\n```\n{% if x %}\n  b\n```\n\nc\n");
        check("> a\n>\n>     {% if x %}\n>     ```\n", "> a\n>\n> ````\n> {% if x %}\n> ```\n> ````\n");
        check("```\n{% if x %}\n", "```\n{% if x %}\n```\n");
        check("* ```\n  {% if x %}", "* ```\n  {% if x %}\n  ```\n");
    }

    #[test]
    fn html_formulas_and_addresses_have_their_own_escapes() {
        check("<b title=\"{% if x %}\">c</b>\n", "<b title=\"{&#x25; if x %}\">c</b>\n");
        check("<div>\n{% if x %}\n</div>\n", "<div>\n{&#x25; if x %}\n</div>\n");
        check("$$\na {% if\n$$\n", "$$\na { % if\n$$\n");
        check("<https://a.b/{%if>\n", "<https://a.b/%7B%25if>\n");
    }

    #[test]
    fn a_mark_in_a_text_is_none() {
        check("a \u{fdd0} {% if x %}\n", "a \u{fffd} {\\% if x %}\n");
        assert_eq!(plain(&marked("{% if x %}")), "{% if x %}");
    }
}
