//! Code: lines with the colours of their tokens, which wrap, and their numbers.

use quire_content::document::code_text;
use quire_content::document::model::{Code, InlineKind, Line, Lines, Mark as TextMark, Marks, Node};

use crate::boxes::{CODE_LOOK, boxed, inner};
use crate::composer::Composer;
use crate::inline::marked;
use crate::rows::{Item, Mark, Row, shift};
use crate::spans::{Alignment, Setting, Span};
use crate::structure::PartKind as Kind;
use crate::style::{self, CODE, INK, MUTED, Rgb, Style};

/// The background of marked lines.
const MARKED: Rgb = Rgb(255, 243, 205);

impl Composer<'_, '_> {
    pub(crate) fn code(&mut self, code: &Code, width: f32) -> Vec<Item> {
        let syntax = code.syntax.as_deref().unwrap_or_default();
        let title = code.title.as_deref().filter(|title| !title.trim().is_empty());
        let numbered = code.line_numbers == Some(true);
        let lines: Vec<(String, Option<&Line>)> = match &code.lines {
            Lines::Plain(text) => text.split('\n').map(|line| (line.trim_end_matches('\r').to_owned(), None)).collect(),
            Lines::Rich(lines) => lines.iter().map(|line| (code_text::line_text(&line.nodes), Some(line))).collect(),
        };
        self.code_lines(syntax, title, &lines, numbered, width)
    }

    /// Lays out a text as code.
    pub(crate) fn verbatim(&mut self, syntax: &str, text: &str, title: Option<&str>, width: f32) -> Vec<Item> {
        let lines: Vec<_> = text.split('\n').map(|line| (line.trim_end_matches('\r').to_owned(), None)).collect();
        self.code_lines(syntax, title, &lines, false, width)
    }

    fn code_lines(
        &mut self,
        syntax: &str,
        title: Option<&str>,
        lines: &[(String, Option<&Line>)],
        numbered: bool,
        width: f32,
    ) -> Vec<Item> {
        let tokens = self.tokens(syntax, lines);
        let left = if numbered { 8.0 + 5.2 * (lines.len().to_string().len() as f32) } else { 0.0 };
        let room = inner(width, CODE_LOOK.pad_x + left, CODE_LOOK.pad_x);
        let mut head = Vec::new();
        if let Some(title) = title {
            let style = Style::bold(8.5).colored(MUTED);
            head = self.plain(title, style, Setting::new(inner(width, 10.0, 10.0), 8.5), Kind::P);
            head.push(Item::Row(Row::space(3.0)));
            for item in &mut head {
                if let Item::Row(row) = item {
                    row.keep = true;
                }
            }
        }
        let body = self.within(Kind::P, |it, _| {
            it.within(Kind::Code, |it, tag| {
                let setting = Setting {
                    leading: 1.42,
                    align: Alignment::Left,
                    hanging: CODE * 1.2,
                    verbatim: true,
                    ..Setting::new(room, CODE)
                };
                let mut all = Vec::new();
                for (n, (text, line)) in lines.iter().enumerate() {
                    if !it.spend(1) {
                        break;
                    }
                    let spans = match line {
                        Some(line) => it.rich_spans(&line.nodes, tokens.get(n)),
                        None => colored(text, 0, tokens.get(n), Style::code(CODE)),
                    };
                    let mut rows = it.paragraph(&spans, setting, Some(tag));
                    if rows.is_empty() {
                        rows.push(Item::Row(Row::space(CODE * 1.42)));
                    }
                    shift(&mut rows, left);
                    if numbered && let Some(Item::Row(row)) = rows.first_mut() {
                        let style = Style::code(CODE - 1.0).colored(MUTED);
                        let right = Setting {
                            align: Alignment::Right,
                            hanging: 0.0,
                            leading: 1.42 * CODE / (CODE - 1.0),
                            ..Setting::new(left - 8.0, CODE - 1.0)
                        };
                        for item in it.ornament(&(n + 1).to_string(), style, right) {
                            if let Item::Row(label) = item {
                                row.marks.extend(label.marks);
                            }
                        }
                    }
                    if line.is_some_and(|line| line.highlighted) {
                        for item in &mut rows {
                            if let Item::Row(row) = item {
                                let back = Mark::fill(-6.0, 0.0, room + left + 12.0, row.height + 0.3, MARKED);
                                row.marks.insert(0, back);
                            }
                        }
                    }
                    all.extend(rows);
                }
                keep_ends(&mut all);
                all
            })
        });
        head.extend(body);
        boxed(head, width, CODE_LOOK)
    }

    fn tokens(&mut self, syntax: &str, lines: &[(String, Option<&Line>)]) -> Vec<Vec<quire_highlight::Span>> {
        let size: usize = lines.iter().map(|(line, _)| line.len() + 1).sum();
        let Some(left) = self.colored_left.checked_sub(size) else { return Vec::new() };
        let text: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
        let found = quire_highlight::tokens(syntax, &text.join("\n"));
        if found.is_some() {
            self.colored_left = left;
        }
        found.unwrap_or_default()
    }

    /// Returns the spans of a line with marks and notes.
    fn rich_spans(&mut self, nodes: &[Node], tokens: Option<&Vec<quire_highlight::Span>>) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut at = 0;
        self.add_rich(nodes, tokens, &mut at, &mut spans, 0);
        spans
    }

    fn add_rich(
        &mut self,
        nodes: &[Node],
        tokens: Option<&Vec<quire_highlight::Span>>,
        at: &mut usize,
        spans: &mut Vec<Span>,
        depth: usize,
    ) {
        if depth > 4 {
            return;
        }
        for node in nodes {
            match node {
                Node::Leaf(leaf) => {
                    let marks: Marks = leaf.marks.without(TextMark::Code);
                    let style = Style { size: CODE, mono: true, ..marked(marks, Style::code(CODE)) };
                    spans.extend(colored(&code_text::leaf_text(&leaf.text), *at, tokens, style));
                    *at += leaf.text.len();
                }
                Node::Inline(inline) => match &inline.kind {
                    InlineKind::Annotation { nodes, body } => {
                        self.add_rich(nodes, tokens, at, spans, depth + 1);
                        let note = Node::inline(InlineKind::Annotation { nodes: Vec::new(), body: body.clone() });
                        spans.extend(self.spans(&[note], Style::plain(CODE), 100.0));
                    }
                    InlineKind::Link { nodes, .. } => self.add_rich(nodes, tokens, at, spans, depth + 1),
                    _ => {}
                },
            }
        }
    }
}

/// Keeps the first and the last lines of code together.
fn keep_ends(items: &mut [Item]) {
    let count = items.len();
    for (n, item) in items.iter_mut().enumerate() {
        if let Item::Row(row) = item {
            row.keep = count <= 12 && n + 1 < count || n < 2 && count > 2 || n + 3 >= count && n + 1 < count;
        }
    }
}

/// Returns a part of a line, which begins at byte offset `at` of it, in the colours of its tokens.
fn colored(text: &str, at: usize, tokens: Option<&Vec<quire_highlight::Span>>, style: Style) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut done = 0;
    let mut push = |part: Option<&str>, color: Rgb| {
        if let Some(part) = part.filter(|part| !part.is_empty()) {
            let color = if style.color == INK { color } else { style.color };
            spans.push(Span::new(part, style.colored(color)));
        }
    };
    for token in tokens.into_iter().flatten() {
        let (Some(start), end) =
            (token.end.checked_sub(at).map(|_| token.start.saturating_sub(at)), token.end.saturating_sub(at))
        else {
            continue;
        };
        let (start, end) = (start.min(text.len()).max(done), end.min(text.len()));
        if end <= start {
            continue;
        }
        push(text.get(done..start), INK);
        push(text.get(start..end), style::token(token.class));
        done = end;
    }
    push(text.get(done..), INK);
    spans
}
