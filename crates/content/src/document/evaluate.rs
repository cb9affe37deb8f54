//! A document as one reader gets it: expressions replaced by their values, blocks under conditions decided.
//!
//! What fails at run time counts as false, and as no text. The result is in normal form.

use super::Resolve;
use super::model::{Block, Cell, Document, Inline, InlineKind, Kind, Leaf, Lines, Marks, Node};
use crate::expression::{Condition, Expression, Root, Scope};

/// Which expressions are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evaluate {
    /// Every one.
    All,
    /// Those whose value is the same for every visitor; the others stay as they are.
    Deterministic,
}

/// Replaces expressions by their values in `scope`, and conditional blocks by what is in them, or by nothing.
pub fn evaluate(document: &mut Document, scope: &Scope, which: Evaluate, resolve: &dyn Resolve) {
    Evaluator { scope, which }.blocks(&mut document.nodes);
    super::normalize(document, resolve);
}

struct Evaluator<'a> {
    scope: &'a Scope,
    which: Evaluate,
}

impl Evaluator<'_> {
    /// The expression, if it is to be evaluated now. One that is not valid is, and fails.
    fn now(&self, source: &str) -> Option<Option<Expression>> {
        let expression = Expression::parse(source).ok();
        let waits = expression.as_ref().is_some_and(|it| it.reads(Root::Visitor));
        (self.which == Evaluate::All || !waits).then_some(expression)
    }

    fn blocks(&self, blocks: &mut Vec<Block>) {
        let mut done = Vec::with_capacity(blocks.len());
        for mut block in blocks.drain(..) {
            if let Kind::If { expression, nodes } = &mut block.kind {
                self.blocks(nodes);
                if self.now(expression).is_some() {
                    let condition = Condition::parse(expression, &Root::OF_SITES);
                    if condition.is_ok_and(|condition| condition.decide(self.scope)) {
                        done.append(nodes);
                    }
                    continue;
                }
            } else {
                self.block(&mut block);
            }
            done.push(block);
        }
        *blocks = done;
    }

    fn block(&self, block: &mut Block) {
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => self.line(nodes),
            Kind::File { caption, .. } | Kind::Drawing { caption, .. } | Kind::Embed { caption, .. } => {
                self.line(caption);
            }
            Kind::Image(image) => self.line(&mut image.caption),
            Kind::Code(code) => self.code(&mut code.lines),
            Kind::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(nodes) = cell {
                        self.blocks(nodes);
                    }
                }
            }
            Kind::Expandable { title, body, .. } => {
                self.line(title);
                self.inside(body);
            }
            Kind::ListItem { nodes, .. }
            | Kind::Quote { nodes }
            | Kind::Hint { nodes, .. }
            | Kind::Tab { nodes, .. }
            | Kind::Step { nodes, .. }
            | Kind::Column { nodes, .. }
            | Kind::Update { nodes, .. }
            | Kind::Prompt { nodes, .. } => self.inside(nodes),
            _ => {
                for child in block.children_mut() {
                    self.block(child);
                }
            }
        }
    }

    /// The blocks of a container, of which one stays in any case.
    fn inside(&self, blocks: &mut Vec<Block>) {
        self.blocks(blocks);
        if blocks.is_empty() {
            blocks.push(Block::paragraph(Vec::new()));
        }
    }

    fn code(&self, lines: &mut Lines) {
        if let Lines::Rich(lines) = lines {
            for line in lines {
                self.line(&mut line.nodes);
            }
        }
    }

    fn line(&self, nodes: &mut [Node]) {
        for node in nodes {
            let Node::Inline(inline) = node else { continue };
            if let Some(leaf) = self.value(inline) {
                *node = Node::Leaf(leaf);
                continue;
            }
            match &mut inline.kind {
                InlineKind::Link { nodes, .. } => self.line(nodes),
                InlineKind::Annotation { nodes, body } => {
                    self.line(nodes);
                    self.inside(body);
                }
                _ => {}
            }
        }
    }

    /// The text of an expression.
    fn value(&self, inline: &Inline) -> Option<Leaf> {
        let InlineKind::Expression { expression } = &inline.kind else { return None };
        let expression = self.now(expression)?;
        let text = expression.and_then(|expression| {
            let value = expression.evaluate(self.scope).ok().filter(|value| !value.is_nullish());
            value.and_then(|_| expression.text(self.scope).ok())
        });
        Some(Leaf { text: text.unwrap_or_default(), marks: Marks::NONE, raw: false })
    }
}
