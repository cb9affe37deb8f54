//! Conditions of a text, decided before the text is read: what one reader gets of it, as Markdown.
//!
//! A condition is a block `{% if … %}` … `{% endif %}` whose expression is valid and which stands where blocks stand, or
//! around whole tabs, steps, columns or updates. Everything else that looks like a part of a condition is *not
//! understood*, and what it may hold is hidden from every reader: from where it begins to the tag that ends it, or as far
//! as what encloses it, or the text, goes on. Only literal code (between closed fences, in code spans) and escaped text
//! say such tags without being any.
//!
//! What is hidden is taken out of the source, so it makes no difference what else it would have been: a definition, a
//! note, a cell, HTML. The outcome is analysed once more; if taking something out changed what the rest is, only what
//! comes before the first condition is left. So nothing is ever shown by mistake, and at worst nothing is shown at all.

mod analysis;
mod cut;
mod html;
mod lookalikes;
mod tokens;

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use analysis::{Analysis, Literal, Pair};

/// A place of a text that is not understood as a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misunderstood {
    /// The range that is hidden.
    pub hidden: Range<usize>,
    /// The tag that is the reason.
    pub at: usize,
    /// The mistake, for people.
    pub message: String,
}

/// Returns whether a text may have conditions, or something that looks like a part of one.
pub fn may_have(text: &str) -> bool {
    tokens::has_some(text)
}

/// Returns what is not understood as a condition in a text, in order.
pub fn misunderstood(text: &str) -> Vec<Misunderstood> {
    if !may_have(text) {
        return Vec::new();
    }
    let analysis = Analysis::of(text);
    let mut found = analysis.bad.clone();
    let first = analysis.pairs.iter().map(|pair| pair.open.start).min();
    let holds = |answer: bool| try_reduce(text, &analysis, &mut |_| Some(answer)).is_some();
    if let Some(at) = first.filter(|_| found.is_empty() && !(holds(true) && holds(false))) {
        let message = "without this condition the text around it would mean something else".to_owned();
        found.push(Misunderstood { hidden: at..text.len(), at, message });
    }
    found.sort_by_key(|it| it.at);
    found
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

/// The text without what is hidden; none if that would change what the rest of it is.
fn try_reduce(text: &str, analysis: &Analysis<'_>, decide: &mut dyn FnMut(&str) -> Option<bool>) -> Option<String> {
    let mut known: HashMap<&str, Option<bool>> = HashMap::new();
    let mut out: Vec<Range<usize>> = analysis.bad.iter().map(|it| it.hidden.clone()).collect();
    let mut kept: Vec<&Pair<'_>> = Vec::new();
    for pair in &analysis.pairs {
        let holds = *known.entry(pair.condition).or_insert_with(|| decide(pair.condition));
        match holds {
            Some(true) => out.extend([pair.open.clone(), pair.end.clone()]),
            Some(false) => out.push(pair.all()),
            // What stays undecided must hold everything that follows from what is in it.
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

/// Returns what comes before the block with the first condition, if there is none in it.
fn before<'t>(text: &'t str, analysis: &Analysis<'_>) -> &'t str {
    let head = &text[..analysis.first_block];
    let again = Analysis::of(head);
    let literal = analysis.literal.iter().filter(|at| **at < head.len()).count();
    if again.is_plain() && again.literal.len() == literal { head } else { "" }
}
