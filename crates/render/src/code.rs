//! Code blocks: title, language, line numbers, marked lines, syntax highlighting and a copy button.
//!
//! A line is an element of its own only where lines are numbered or marked. The button is hidden
//! until a script shows it.

use maud::{Markup, PreEscaped, html};
use quire_content::document::code_text;
use quire_content::document::model::{Code, InlineKind, Line, Lines, Marks, Node, Overflow};

use crate::html_renderer::HtmlRenderer;
use crate::inline::marked;
use crate::text::escape;
pub(crate) use quire_highlight::Span;

/// The most lines of a code block that is kept on one page in print.
const LONG: usize = 25;

impl HtmlRenderer<'_> {
    pub(crate) fn code(&mut self, code: &Code) -> Markup {
        let syntax = code.syntax.as_deref().unwrap_or_default();
        if syntax.eq_ignore_ascii_case("mermaid")
            && let Lines::Plain(source) = &code.lines
        {
            return self.diagram(source);
        }
        let content = match &code.lines {
            Lines::Plain(text) => self.plain_code(syntax, text, code.line_numbers == Some(true)),
            Lines::Rich(lines) => self.rich_code(syntax, lines),
        };
        self.widen(code.full_width);
        self.body.uses.code = true;
        let title = code.title.as_deref().filter(|title| !title.trim().is_empty());
        let head = Head { title, language: quire_highlight::name(syntax) };
        let class = format!(
            "q-code{}{}{}",
            if code.overflow == Some(Overflow::Wrap) { " q-wrap" } else { "" },
            if code.line_numbers == Some(true) { " q-numbered" } else { "" },
            if code.full_width { " q-wide" } else { "" },
        );
        self.code_figure(&class, &head, &content)
    }

    /// Draws the source of a diagram as a code block.
    pub(crate) fn diagram_source(&mut self, source: &str) -> Markup {
        self.body.uses.code = true;
        let content = self.plain_code("mermaid", source, false);
        let head = Head { title: Some(self.labels.diagram), language: Some("Mermaid".into()) };
        self.code_figure("q-code", &head, &content)
    }

    /// Draws a sample of code with a title, while the page's bound on samples is not reached.
    pub(crate) fn sample(&mut self, title: &str, syntax: &str, text: &str) -> Markup {
        let Some(left) = self.samples_left.checked_sub(text.len()) else { return Markup::default() };
        self.samples_left = left;
        self.body.uses.code = true;
        let content = self.plain_code(syntax, text, false);
        let title = Some(title).filter(|title| !title.is_empty());
        self.code_figure("q-code", &Head { title, language: quire_highlight::name(syntax) }, &content)
    }

    fn code_figure(&self, class: &str, head: &Head<'_>, content: &Markup) -> Markup {
        let labels = self.labels;
        let long = self.printed && content.0.lines().nth(LONG).is_some();
        html! {
            figure class={ (class) @if long { " q-long" } } {
                figcaption.q-code-head {
                    @if let Some(title) = head.title { span.q-code-title { (title) } }
                    @if let Some(language) = &head.language { span.q-code-lang { (language) } }
                    button.q-copy type="button" hidden data-copied=(labels.copied) { (labels.copy) }
                }
                pre.q-pre tabindex="0" role="group" aria-label=(head.title.unwrap_or(labels.code)) { code { (content) } }
            }
        }
    }

    fn spans(&mut self, syntax: &str, text: &str) -> Option<Vec<Vec<Span>>> {
        if text.len() > self.coloured_left {
            return None;
        }
        let spans = quire_highlight::tokens(syntax, text)?;
        self.coloured_left -= text.len();
        Some(spans)
    }

    fn plain_code(&mut self, syntax: &str, text: &str, numbered: bool) -> Markup {
        let text = text.replace('\r', "");
        let spans = self.spans(syntax, &text);
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        let before = self.spent();
        for (n, line) in text.split('\n').enumerate() {
            self.spend(before, out.len());
            if !self.goes_on() || !self.text_fits(line) {
                break;
            }
            if n > 0 {
                out.push('\n');
            }
            let spans = spans.as_ref().and_then(|spans| spans.get(n)).map_or(&[][..], Vec::as_slice);
            if numbered {
                out.push_str("<span class=\"q-line\">");
            }
            coloured(line, 0, spans, &mut out);
            if numbered {
                out.push_str("</span>");
            }
        }
        PreEscaped(out)
    }

    fn rich_code(&mut self, syntax: &str, lines: &[Line]) -> Markup {
        let texts: Vec<String> = lines.iter().map(|line| code_text::line_text(&line.nodes)).collect();
        let spans = self.spans(syntax, &texts.join("\n"));
        let mut out = String::new();
        let before = self.spent();
        for (n, line) in lines.iter().enumerate() {
            self.spend(before, out.len());
            if !self.goes_on() {
                break;
            }
            if n > 0 {
                out.push('\n');
            }
            let spans = spans.as_ref().and_then(|spans| spans.get(n)).map_or(&[][..], Vec::as_slice);
            out.push_str(if line.highlighted {
                "<mark class=\"q-line q-line-marked\">"
            } else {
                "<span class=\"q-line\">"
            });
            self.code_nodes(&line.nodes, &mut 0, spans, &mut out);
            out.push_str(if line.highlighted { "</mark>" } else { "</span>" });
        }
        PreEscaped(out)
    }

    fn code_nodes(&mut self, nodes: &[Node], at: &mut usize, spans: &[Span], out: &mut String) {
        for node in nodes {
            match node {
                Node::Leaf(leaf) => {
                    marked(without_code(leaf.marks), out, |out| {
                        coloured(&code_text::leaf_text(&leaf.text), *at, spans, out);
                    });
                    *at += leaf.text.len();
                }
                Node::Inline(inline) => match &inline.kind {
                    InlineKind::Annotation { nodes, body } => {
                        let mut text = String::new();
                        self.code_nodes(nodes, at, spans, &mut text);
                        let text = PreEscaped(text);
                        let drawn = if self.aside { text } else { self.note(&text, body) };
                        out.push_str(&drawn.0);
                    }
                    InlineKind::Link { nodes, .. } => self.code_nodes(nodes, at, spans, out),
                    _ => {}
                },
            }
        }
    }
}

/// The header of a code block.
struct Head<'a> {
    title: Option<&'a str>,
    language: Option<std::borrow::Cow<'a, str>>,
}

fn without_code(marks: Marks) -> Marks {
    marks.without(quire_content::document::model::Mark::Code)
}

/// Writes a part of a line, which begins at byte offset `at` of it, with syntax highlighting.
fn coloured(text: &str, at: usize, spans: &[Span], out: &mut String) {
    let end = at + text.len();
    let mut done = at;
    // Spans are sorted and do not overlap.
    let first = spans.partition_point(|span| span.end <= at);
    for span in spans[first..].iter().take_while(|span| span.start < end) {
        let (start, stop) = (span.start.max(at), span.end.min(end));
        let (Some(before), Some(inside)) = (text.get(done - at..start - at), text.get(start - at..stop - at)) else {
            continue;
        };
        escape(before, out);
        out.push_str("<span class=\"");
        out.push_str(span.class);
        out.push_str("\">");
        escape(inside, out);
        out.push_str("</span>");
        done = stop;
    }
    escape(text.get(done - at..).unwrap_or_default(), out);
}
