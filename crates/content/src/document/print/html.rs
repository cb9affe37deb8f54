//! Inline content printed as HTML, for places where Markdown is not parsed: cells, captions, summaries, aligned text.
//!
//! The output is one line: line breaks are `<br>`, and spaces that HTML would collapse are character references.

use super::Printer;
use super::atom::{button_end, emoji_text, title_of};
use super::line::{mark_close, mark_open, note_open, widest, with};
use super::tag::Tag;
use crate::document::html::text::encode;
use crate::document::model::{Inline, InlineKind, Leaf, Mark, Marks, Node};
use crate::document::resolve;

/// A line of HTML under construction.
#[derive(Default)]
struct Line {
    out: String,
    /// The byte offset of the last space, if nothing visible follows it yet.
    blank: Option<usize>,
    /// True if nothing visible was written since the beginning or a line break.
    fresh: bool,
}

impl Line {
    fn tag(&mut self, tag: &str) {
        self.out.push_str(tag);
    }

    /// Appends visible content that is not a space.
    fn atom(&mut self, html: &str) {
        self.out.push_str(html);
        self.blank = None;
        self.fresh = false;
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' => self.line_break(),
                ' ' if self.fresh || self.blank.is_some() => self.atom("&#x20;"),
                ' ' => {
                    self.blank = Some(self.out.len());
                    self.out.push(' ');
                }
                c if c.is_whitespace() || c == '\u{feff}' => self.atom(&format!("&#x{:X};", u32::from(c))),
                '&' => self.atom("&amp;"),
                // `{%` would begin a tag of the page.
                '%' if self.out.ends_with('{') => self.atom("&#x25;"),
                c => {
                    let mut encoded = String::new();
                    encode(c.encode_utf8(&mut [0; 4]), &mut encoded);
                    self.atom(if c == '"' { "\"" } else { &encoded });
                }
            }
        }
    }

    fn line_break(&mut self) {
        self.keep_blank();
        self.out.push_str("<br>");
        self.fresh = true;
    }

    /// Encodes a space at the end so that it is not collapsed.
    fn keep_blank(&mut self) {
        if let Some(at) = self.blank.take() {
            self.out.replace_range(at..=at, "&#x20;");
        }
    }
}

impl Printer<'_> {
    /// Prints the nodes of a line as HTML.
    pub(super) fn html_line(&mut self, nodes: &[Node]) -> String {
        let mut line = Line { fresh: true, ..Line::default() };
        self.html_nodes(nodes, Marks::NONE, &mut line);
        line.keep_blank();
        line.out
    }

    fn html_nodes(&mut self, nodes: &[Node], active: Marks, line: &mut Line) {
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let length = match widest(rest, active) {
                Some((tone, length)) => {
                    line.tag(&mark_open(tone, true));
                    self.html_nodes(&rest[..length], with(active, tone), line);
                    line.tag(mark_close(tone, true));
                    length
                }
                None => {
                    self.html_node(first, active, line);
                    1
                }
            };
            rest = &rest[length..];
        }
    }

    fn html_node(&mut self, node: &Node, active: Marks, line: &mut Line) {
        match node {
            Node::Leaf(leaf) => leaf_html(leaf, line),
            Node::Inline(inline) => self.html_inline(inline, active, line),
        }
    }

    fn html_inline(&mut self, inline: &Inline, active: Marks, line: &mut Line) {
        match &inline.kind {
            InlineKind::Link { target, nodes } => {
                let title = title_of(&inline.more);
                let tag = Tag::html("a").with("href", &resolve::write(target, self.resolve)).some("title", title);
                line.tag(&tag.done());
                self.html_nodes(nodes, active, line);
                line.tag("</a>");
            }
            InlineKind::Annotation { nodes, body } => {
                let label = self.note(body);
                line.tag(&note_open(&label));
                self.html_nodes(nodes, active, line);
                line.tag("</a>");
            }
            InlineKind::Mention { target } => {
                let target = resolve::write(target, self.resolve);
                let tag = Tag::html("a").bare("data-mention", true).with("href", &target).done();
                line.atom(&format!("{tag}{}</a>", encoded(&target)));
            }
            InlineKind::Emoji { code } => line.atom(&emoji_text(code, true)),
            InlineKind::Icon { icon } => {
                let tag = Tag::html("i").with("class", &format!("fa-{icon}")).more(&inline.more).done();
                line.atom(&format!("{tag}:{icon}:</i>"));
            }
            InlineKind::Math { formula } => {
                let formula = encoded(formula).replace('\n', "&#xA;");
                line.atom(&format!("<span class=\"math\">{formula}</span>"));
            }
            InlineKind::Image(image) => line.atom(&self.inline_image(image)),
            InlineKind::Button(button) => {
                let label = encoded(&button.label);
                line.atom(&format!("{}{label}{}", self.button_open(button), button_end(button)));
            }
            InlineKind::Expression { expression } => {
                line.atom(&format!("<code class=\"expression\">{}</code>", encoded(expression)));
            }
        }
    }
}

fn leaf_html(leaf: &Leaf, line: &mut Line) {
    if leaf.raw {
        line.tag(&leaf.text);
    } else if leaf.marks.has(Mark::Code) {
        line.tag("<code>");
        line.text(&leaf.text);
        line.tag("</code>");
    } else {
        line.text(&leaf.text);
    }
}

/// Encodes text so that it is parsed unchanged in every place.
fn encoded(text: &str) -> String {
    let mut line = Line { fresh: true, ..Line::default() };
    line.text(&text.replace('\n', " "));
    line.keep_blank();
    line.out
}
