//! Code blocks written as HTML: `<pre><code>` with marked, highlighted and annotated lines.

use super::BlockReader;
use super::html_block::only;
use super::markup::marked;
use crate::document::html::element::{Element, Html};
use crate::document::html::text::decode;
use crate::document::model::{Code, InlineKind, Key, Leaf, Line, Marks, Node, Overflow, Word};
use crate::document::normal;

/// Lines of code under construction.
struct Text {
    lines: Vec<Line>,
    highlighted: bool,
}

impl Text {
    fn push(&mut self, text: &str, marks: Marks) {
        for (at, part) in text.split('\n').enumerate() {
            if at > 0 {
                self.lines.push(empty(self.highlighted));
            }
            let line = self.last();
            normal::push_leaf(&mut line.nodes, Leaf { text: part.to_owned(), marks, raw: false });
        }
    }

    fn last(&mut self) -> &mut Line {
        if self.lines.is_empty() {
            self.lines.push(empty(self.highlighted));
        }
        let at = self.lines.len() - 1;
        &mut self.lines[at]
    }
}

fn empty(highlighted: bool) -> Line {
    Line { key: Key::default(), highlighted, nodes: Vec::new() }
}

impl BlockReader<'_> {
    /// Converts `<pre>` to a code block; `None` if it is not understood.
    pub(super) fn pre(&mut self, element: &Element<'_>) -> Option<Code> {
        let names = ["class", "data-info", "data-title", "data-overflow", "data-line-numbers", "data-full-width"];
        only(&element.tag, &names)?;
        let (class, children) = match element.children.as_slice() {
            [Html::Element(code)] if code.name() == "code" && !code.tag.has_class("expression") => {
                only(&code.tag, &["class"])?;
                (code.tag.attribute("class"), code.children.as_slice())
            }
            children => (None, children),
        };
        let mut text = Text { lines: vec![empty(false)], highlighted: false };
        self.pre_nodes(children, Marks::NONE, &mut text)?;
        if text.lines.len() > 1 && text.lines.last().is_some_and(|line| line.nodes.is_empty()) {
            text.lines.pop();
        }
        self.options(element, class, text.lines)
    }

    fn options(&self, element: &Element<'_>, class: Option<&str>, lines: Vec<Line>) -> Option<Code> {
        let tag = &element.tag;
        let outer = tag.attribute("class").and_then(|class| class.strip_prefix("language-"));
        let inner = class.and_then(|class| class.strip_prefix("lang-").or_else(|| class.strip_prefix("language-")));
        let syntax = outer.or(inner).map(normal::words).filter(|syntax| !syntax.is_empty() && !syntax.contains(' '));
        let some = |name| tag.attribute(name).map(normal::one_line).filter(|text| !text.is_empty());
        let overflow = match tag.attribute("data-overflow") {
            Some(word) => Some(Overflow::of(word)?),
            None => None,
        };
        Some(Code {
            info: tag.attribute("data-info").map(normal::words).filter(|info| !info.is_empty() && syntax.is_some()),
            syntax,
            title: some("data-title"),
            overflow,
            line_numbers: tag.attribute("data-line-numbers").map(|value| value != "false"),
            full_width: tag.flag("data-full-width"),
            lines: normal::lines(lines),
        })
    }

    fn pre_nodes(&mut self, pieces: &[Html<'_>], marks: Marks, text: &mut Text) -> Option<()> {
        for piece in pieces {
            match piece {
                Html::Text(written) => text.push(&normal::clean(&decode(written)), marks),
                Html::Element(element) => self.pre_element(element, marks, text)?,
            }
        }
        Some(())
    }

    fn pre_element(&mut self, element: &Element<'_>, marks: Marks, text: &mut Text) -> Option<()> {
        let tag = &element.tag;
        if element.name() == "strong" && tag.attributes.is_empty() && ends_line(&element.children) {
            return self.highlighted(element, marks, text);
        }
        if let Some(marks) = marked(tag, marks) {
            return self.pre_nodes(&element.children, marks, text);
        }
        let kind = match element.name() {
            "code" if tag.has_class("expression") => {
                let expression = decode(super::html_line::only_text(&element.children)?).into_owned();
                InlineKind::Expression { expression: normal::one_line(&expression).trim().to_owned() }
            }
            "a" => {
                let body = self.note_of(tag)?;
                let mut inner = Text { lines: vec![empty(false)], highlighted: false };
                self.pre_nodes(&element.children, marks, &mut inner)?;
                let [line] = <[Line; 1]>::try_from(inner.lines).ok()?;
                if line.nodes.iter().any(|node| matches!(node, Node::Inline(_))) {
                    return None;
                }
                InlineKind::Annotation { nodes: line.nodes, body }
            }
            _ => return None,
        };
        text.last().nodes.push(Node::inline(kind));
        Some(())
    }

    /// Converts `<strong>` around whole lines to highlighted lines.
    fn highlighted(&mut self, element: &Element<'_>, marks: Marks, text: &mut Text) -> Option<()> {
        if text.highlighted || !text.last().nodes.is_empty() {
            return self.pre_nodes(&element.children, marks.with(crate::document::model::Mark::Bold), text);
        }
        text.highlighted = true;
        text.last().highlighted = true;
        self.pre_nodes(&element.children, marks, text)?;
        text.highlighted = false;
        text.last().highlighted = false;
        Some(())
    }
}

/// Returns true if the text of these nodes ends with a line break.
fn ends_line(pieces: &[Html<'_>]) -> bool {
    match pieces.last() {
        Some(Html::Text(text)) => decode(text).ends_with('\n'),
        Some(Html::Element(element)) => ends_line(&element.children),
        None => false,
    }
}
