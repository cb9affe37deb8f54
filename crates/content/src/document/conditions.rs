//! Conditions of a text, decided in the source before it is parsed: the Markdown that one reader gets.
//!
//! A condition is a block `{% if … %}` … `{% endif %}` whose expression is valid and which is in a place of blocks,
//! or around whole tabs, steps, columns or updates. Everything else that looks like a part of a condition is *not
//! understood*, and everything that it may hold is hidden from every reader: from its beginning to the tag that ends
//! it, or to the end of the enclosing node or of the text. Only literal code (between closed fences, in code spans) and
//! escaped text may contain such tags without being conditions.
//!
//! Hidden ranges are removed from the source, so it makes no difference how they would have been parsed: as a
//! definition, a note, a cell, HTML. The outcome is analysed once more; if the removal changed the meaning of the rest,
//! only the text before the first condition is left. So nothing is ever shown by mistake, and at worst nothing is shown
//! at all.

mod analysis;
mod cut;
mod html;
mod lookalikes;
mod tokens;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use analysis::{Analysis, Literal, Pair};

/// A range of a text that is not understood as a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misunderstood {
    /// The bytes that are hidden from every reader.
    pub hidden: Range<usize>,
    /// The byte offset of the tag that is the reason.
    pub at: usize,
    /// A description of the problem for writers.
    pub message: String,
}

/// Returns true if a text may have conditions, or something that looks like a part of one.
pub fn may_have(text: &str) -> bool {
    tokens::has_some(text)
}

/// Returns the parts of a text that are not understood as conditions, in order.
pub fn misunderstood(text: &str) -> Vec<Misunderstood> {
    if !may_have(text) {
        return Vec::new();
    }
    let mut analysis = Analysis::of(text);
    if !analysis.bad.is_empty() {
        analysis.bad.sort_by_key(|it| it.at);
        return analysis.bad;
    }
    let first = analysis.pairs.iter().map(|pair| pair.open.start).min();
    let holds = |answer: bool| try_reduce(text, &analysis, &mut |_| Some(answer)).is_some();
    match first.filter(|_| !(holds(true) && holds(false))) {
        Some(at) => {
            let message = "without this condition the text around it would mean something else".to_owned();
            vec![Misunderstood { hidden: at..text.len(), at, message }]
        }
        None => Vec::new(),
    }
}

/// Returns where a text has what readers see as a part of a condition, and what is text: see [`misunderstood`] for what
/// is hidden.
pub fn lookalikes(text: &str) -> Vec<Range<usize>> {
    let mut found = lookalikes::lookalikes(text);
    if !found.is_empty() {
        let literal = Literal::of(text);
        found.retain(|it| !literal.has(it.start));
    }
    found
}

/// The text as a reader gets it for whom `decide` says which conditions hold. Those that it does not decide stay.
pub fn reduce<'t>(text: &'t str, decide: &mut dyn FnMut(&str) -> Option<bool>) -> Cow<'t, str> {
    if !may_have(text) {
        return Cow::Borrowed(text);
    }
    let analysis = Analysis::of(text);
    if analysis.is_plain() {
        return Cow::Borrowed(text);
    }
    match try_reduce(text, &analysis, decide) {
        Some(reduced) => Cow::Owned(reduced),
        None => Cow::Borrowed(before(text, &analysis)),
    }
}

/// Returns the text without its hidden ranges, or `None` if removing them would change the meaning of the rest.
fn try_reduce(text: &str, analysis: &Analysis<'_>, decide: &mut dyn FnMut(&str) -> Option<bool>) -> Option<String> {
    let mut known: HashMap<&str, Option<bool>> = HashMap::new();
    let mut out: Vec<Range<usize>> = analysis.bad.iter().map(|it| it.hidden.clone()).collect();
    let mut kept: Vec<&Pair<'_>> = Vec::new();
    for pair in &analysis.pairs {
        let holds = *known.entry(pair.condition).or_insert_with(|| decide(pair.condition));
        match holds {
            Some(true) => out.extend([pair.open.clone(), pair.end.clone()]),
            Some(false) => out.push(pair.all()),
            // An undecided condition that stays must contain everything that depends on its content.
            None if pair.reaches_out => out.push(pair.all()),
            None => kept.push(pair),
        }
    }
    let out = cut::merged(out);
    let is_left = |at: usize| !cut::covers(&out, at);
    let kept = kept.iter().filter(|pair| is_left(pair.open.start)).count();
    let literal = analysis.literal.iter().filter(|at| is_left(**at)).count();
    let reduced = cut::without(text, &out);
    let again = Analysis::of(&reduced);
    let is_same = again.bad.is_empty() && again.pairs.len() == kept && again.literal.len() == literal;
    is_same.then_some(reduced)
}

/// Returns the text before the block with the first condition, or nothing if that part has conditions too.
fn before<'t>(text: &'t str, analysis: &Analysis<'_>) -> &'t str {
    let head = &text[..analysis.first_block];
    let again = Analysis::of(head);
    let literal = analysis.literal.iter().filter(|at| **at < head.len()).count();
    if again.is_plain() && again.literal.len() == literal { head } else { "" }
}
