//! A document as one reader gets it: expressions replaced by their values, blocks under conditions decided.
//!
//! What fails at run time counts as false, and as no text. The result is in normal form. Where the steps or bytes of the
//! budget end, the document ends too: what stands under a condition that was not decided is shown to nobody.

use std::collections::HashMap;

use super::Resolve;
use super::model::{Block, Cell, Document, Inline, InlineKind, Kind, Leaf, Lines, Marks, Node};
use crate::budget::{Bound, Budget};
use crate::expression::{Condition, Cost, Expression, Failure, MOST_CHARACTERS, Root, Scope};

/// Which expressions are evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Evaluate {
    /// Every one.
    All,
    /// Those whose value is the same for every visitor; the others stay as they are.
    Deterministic,
}

/// Replaces expressions by their values in `scope`, and conditional blocks by what is in them, or by nothing,
/// within the budget of a page.
pub fn evaluate(document: &mut Document, scope: &Scope, which: Evaluate, resolve: &dyn Resolve) {
    evaluate_within(document, scope, which, resolve, &Budget::page());
}

/// Replaces expressions and conditional blocks like [`evaluate`], as far as the budget goes.
pub fn evaluate_within(
    document: &mut Document,
    scope: &Scope,
    which: Evaluate,
    resolve: &dyn Resolve,
    budget: &Budget,
) {
    let mut evaluator = Evaluator { scope, which, budget, parsed: HashMap::new(), over: None };
    evaluator.blocks(&mut document.nodes);
    document.cut = document.cut.or(evaluator.over);
    super::normalize(document, resolve);
}

/// Decides a condition. It does not hold if it fails, or if the budget is too small for it.
pub fn decide_within(condition: &Condition, scope: &Scope, budget: &Budget) -> bool {
    decide(condition, scope, budget).unwrap_or(false)
}

/// Decides a condition, unless the budget is too small for it.
fn decide(condition: &Condition, scope: &Scope, budget: &Budget) -> Result<bool, Bound> {
    let most = most(budget);
    let (value, cost) = condition.expression().evaluate_within(scope, most);
    spend(budget, most, &value, cost)?;
    Ok(value.is_ok_and(|value| value.is_truthy()))
}

/// Returns what one expression may cost.
fn most(budget: &Budget) -> Cost {
    let (steps, bytes) = (budget.steps_left(), budget.values_left());
    Cost { steps: steps.min(Cost::MOST.steps), bytes: bytes.min(Cost::MOST.bytes) }
}

/// Takes what an evaluation took: all that is left, if it failed because less than the most of an expression is left.
fn spend<T>(budget: &Budget, most: Cost, outcome: &Result<T, Failure>, cost: Cost) -> Result<(), Bound> {
    let fewer = most != Cost::MOST;
    let steps = if fewer && matches!(outcome, Err(Failure::Steps)) { usize::MAX } else { cost.steps };
    let bytes = if fewer && matches!(outcome, Err(Failure::Memory)) { usize::MAX } else { cost.bytes };
    if !budget.steps(steps) {
        return Err(budget.blamed(Bound::Steps));
    }
    if !budget.values(bytes) {
        return Err(budget.blamed(Bound::Values));
    }
    Ok(())
}

struct Evaluator<'a> {
    scope: &'a Scope,
    which: Evaluate,
    budget: &'a Budget,
    /// Expressions by their text.
    parsed: HashMap<String, Option<Expression>>,
    /// The bound that was exceeded.
    over: Option<Bound>,
}

/// The characters of an expression that are parsed in one step.
const CHARACTERS_A_STEP: usize = 4;

impl Evaluator<'_> {
    /// Returns the outcome, unless the document ends here because the budget is too small for it.
    fn within<T>(&mut self, outcome: Result<T, Bound>) -> Option<T> {
        if let Err(bound) = outcome {
            self.over.get_or_insert(bound);
        }
        outcome.ok().filter(|_| self.over.is_none())
    }

    fn decide(&mut self, condition: &Condition) -> bool {
        let holds = decide(condition, self.scope, self.budget);
        self.within(holds).unwrap_or(false)
    }

    /// The expression, if it is to be evaluated now. One that is not valid is, and fails.
    fn now(&mut self, source: &str) -> Option<Option<Expression>> {
        let expression = match self.parsed.get(source) {
            Some(known) => known.clone(),
            None => {
                let length = source.len().min(4 * MOST_CHARACTERS);
                if !self.budget.steps(1 + length / CHARACTERS_A_STEP) {
                    self.over.get_or_insert(self.budget.blamed(Bound::Steps));
                    return Some(None);
                }
                let expression = Expression::parse(source).ok();
                self.parsed.insert(source.to_owned(), expression.clone());
                expression
            }
        };
        let waits = expression.as_ref().is_some_and(|it| it.reads(Root::Visitor));
        (self.which == Evaluate::All || !waits).then_some(expression)
    }

    fn blocks(&mut self, blocks: &mut Vec<Block>) {
        let mut done = Vec::with_capacity(blocks.len());
        for mut block in blocks.drain(..) {
            if self.over.is_some() {
                break;
            }
            if let Kind::If { expression, nodes } = &mut block.kind {
                if let Some(parsed) = self.now(expression) {
                    // An expression that is no condition holds for nobody.
                    let condition = parsed.and_then(|parsed| Condition::of(parsed, &Root::OF_SITES));
                    if condition.is_some_and(|condition| self.decide(&condition)) {
                        // Only blocks that are shown are evaluated and paid for.
                        self.blocks(nodes);
                        done.append(nodes);
                    }
                    continue;
                }
                self.blocks(nodes);
            } else {
                self.block(&mut block);
            }
            done.push(block);
        }
        *blocks = done;
    }

    fn block(&mut self, block: &mut Block) {
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
    fn inside(&mut self, blocks: &mut Vec<Block>) {
        self.blocks(blocks);
        if blocks.is_empty() {
            blocks.push(Block::paragraph(Vec::new()));
        }
    }

    fn code(&mut self, lines: &mut Lines) {
        if let Lines::Rich(lines) = lines {
            for line in lines {
                self.line(&mut line.nodes);
            }
        }
    }

    fn line(&mut self, nodes: &mut [Node]) {
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
    fn value(&mut self, inline: &Inline) -> Option<Leaf> {
        let InlineKind::Expression { expression } = &inline.kind else { return None };
        let expression = self.now(expression)?;
        let text = expression.and_then(|expression| {
            let most = most(self.budget);
            let (text, cost) = expression.text_within(self.scope, most);
            let spent = spend(self.budget, most, &text, cost);
            self.within(spent)?;
            text.ok().flatten()
        });
        Some(Leaf { text: text.unwrap_or_default(), marks: Marks::NONE, raw: false })
    }
}
