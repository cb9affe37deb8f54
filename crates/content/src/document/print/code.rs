//! Code blocks: a fence, within `{% code %}` if there are options, or `<pre>` if lines have marks.

use super::Printer;
use super::tag::Tag;
use crate::document::model::{Code, Inline, InlineKind, Line, Lines, Marks, More, Node, Word};

impl Printer<'_> {
    pub(super) fn code(&mut self, code: &Code, more: &More) -> String {
        let Lines::Plain(text) = &code.lines else { return self.pre(code) };
        let fence = fenced(code, text);
        let options = code.title.is_some()
            || code.overflow.is_some()
            || code.line_numbers.is_some()
            || code.full_width
            || more.0.is_some();
        if !options {
            return fence;
        }
        Tag::block("code")
            .some("title", code.title.as_ref())
            .some("overflow", code.overflow.map(Word::word))
            .some("lineNumbers", code.line_numbers.map(|on| on.to_string()))
            .flag("fullWidth", code.full_width)
            .more(more)
            .around("code", &fence)
    }

    /// Prints code as HTML.
    pub(super) fn pre(&mut self, code: &Code) -> String {
        let pre = Tag::html("pre")
            .some("class", code.syntax.as_ref().map(|syntax| format!("language-{syntax}")))
            .some("data-info", code.info.as_ref())
            .some("data-title", code.title.as_ref())
            .some("data-overflow", code.overflow.map(Word::word))
            .some("data-line-numbers", code.line_numbers.map(|on| on.to_string()))
            .flag("data-full-width", code.full_width)
            .done();
        let inner = Tag::html("code").some("class", code.syntax.as_ref().map(|syntax| format!("lang-{syntax}"))).done();
        let mut out = pre + &inner;
        match &code.lines {
            Lines::Plain(text) => {
                literal(text, &mut out);
                out.push('\n');
            }
            Lines::Rich(lines) => {
                for line in lines {
                    self.rich_line(line, &mut out);
                }
            }
        }
        out + "</code></pre>"
    }

    fn rich_line(&mut self, line: &Line, out: &mut String) {
        if line.highlighted {
            out.push_str("<strong>");
        }
        self.code_nodes(&line.nodes, Marks::NONE, out);
        out.push('\n');
        if line.highlighted {
            out.push_str("</strong>");
        }
    }

    fn code_nodes(&mut self, nodes: &[Node], active: Marks, out: &mut String) {
        let mut rest = nodes;
        while let Some(first) = rest.first() {
            let mut length = 1;
            match super::line::widest(rest, active) {
                Some((tone, wide)) => {
                    length = wide;
                    out.push_str(&super::line::mark_open(tone, true));
                    self.code_nodes(&rest[..length], super::line::with(active, tone), out);
                    out.push_str(super::line::mark_close(tone, true));
                }
                None => self.code_node(first, active, out),
            }
            rest = &rest[length..];
        }
    }

    fn code_node(&mut self, node: &Node, active: Marks, out: &mut String) {
        match node {
            Node::Leaf(leaf) if leaf.raw => out.push_str(&leaf.text),
            Node::Leaf(leaf) if leaf.marks.has(crate::document::model::Mark::Code) => {
                out.push_str("<code>");
                literal(&leaf.text, out);
                out.push_str("</code>");
            }
            Node::Leaf(leaf) => literal(&leaf.text, out),
            Node::Inline(inline) => self.code_inline(inline, active, out),
        }
    }

    fn code_inline(&mut self, inline: &Inline, active: Marks, out: &mut String) {
        match &inline.kind {
            InlineKind::Annotation { nodes, body } => {
                let label = self.note(body);
                out.push_str(&super::line::note_open(&label));
                self.code_nodes(nodes, active, out);
                out.push_str("</a>");
            }
            InlineKind::Expression { expression } => {
                out.push_str("<code class=\"expression\">");
                literal(expression, out);
                out.push_str("</code>");
            }
            _ => {}
        }
    }
}

fn fenced(code: &Code, text: &str) -> String {
    let mut longest = 2;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let mut info = String::new();
    for part in [&code.syntax, &code.info].into_iter().flatten() {
        if !info.is_empty() {
            info.push(' ');
        }
        info_part(part, &mut info);
    }
    format!("{fence}{info}\n{text}\n{fence}")
}

fn info_part(part: &str, info: &mut String) {
    for c in part.chars() {
        match c {
            '`' => info.push_str("&#x60;"),
            '\\' | '&' => {
                info.push('\\');
                info.push(c);
            }
            '{' => info.push(c),
            '%' if info.ends_with('{') => info.push_str("\\%"),
            c => info.push(c),
        }
    }
}

/// Appends text within `<pre>`, where white space is significant.
fn literal(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '%' if out.ends_with('{') => out.push_str("&#x25;"),
            c => out.push(c),
        }
    }
}
