//! Changes of both sides that are too close to each other to be merged.
//!
//! Words that stand together mean something together: with fewer than two unchanged words between them, changes are in
//! conflict. So are numbers, units and negations that both sides changed in one clause, however far apart.

use std::ops::Range;

use super::{Count, says_something};
use crate::merge::text::decided;
use crate::merge::text::groups::Group;

/// The minimum number of unchanged words between changes of both sides.
const FEWEST_BETWEEN: usize = 2;

/// Words that negate, with those that lift a negation.
const NEGATIONS: [&str; 30] = [
    "not", "no", "never", "none", "nothing", "nobody", "neither", "nor", "without", "cannot", "hardly", "always",
    "only", "except", "unless", "nicht", "kein", "keine", "nie", "ohne", "ne", "pas", "jamais", "sans", "sin", "nunca",
    "não", "non", "senza", "нет",
];

/// Units of time, size, length, mass, and currencies.
const UNITS: [&str; 64] = [
    "ms", "s", "sec", "second", "seconds", "min", "minute", "minutes", "h", "hour", "hours", "day", "days", "week",
    "weeks", "month", "months", "year", "years", "b", "byte", "bytes", "kb", "kib", "mb", "mib", "gb", "gib", "tb",
    "tib", "bit", "bits", "bps", "kbps", "mbps", "gbps", "hz", "khz", "mhz", "ghz", "mm", "cm", "m", "km", "g", "kg",
    "mg", "px", "em", "rem", "pt", "%", "percent", "€", "$", "£", "¥", "eur", "usd", "gbp", "jpy", "cents", "dollars",
    "euros",
];

/// The words of a base and of both sides.
pub(super) struct Close<'w> {
    texts: [&'w [&'w str]; 3],
    said: Count,
}

/// A change of one side.
struct Change {
    base: Range<usize>,
    by_main: bool,
    /// True if it is about a number, unit or negation.
    is_sensitive: bool,
}

impl<'w> Close<'w> {
    pub(super) fn new(texts: [&'w [&'w str]; 3]) -> Self {
        Self { said: Count::new(texts[0]), texts }
    }

    /// Returns true if a change of main is too close to one of the change request.
    pub(super) fn are_too_close(&self, groups: &[Group]) -> bool {
        let changes: Vec<Change> = groups.iter().filter_map(|group| self.change(group)).collect();
        let by_both = |one: &Change, other: &Change| one.by_main != other.by_main;
        let touch = changes.windows(2).any(|pair| {
            let between = self.said.of(&(pair[0].base.end..pair[1].base.start));
            by_both(&pair[0], &pair[1]) && (between < FEWEST_BETWEEN || self.are_of_one_link(&pair[0], &pair[1]))
        });
        touch || {
            let sensitive: Vec<&Change> = changes.iter().filter(|change| change.is_sensitive).collect();
            let mixed =
                |pair: &[&Change]| by_both(pair[0], pair[1]) && !self.ends_clause(pair[0].base.end..pair[1].base.start);
            sensitive.windows(2).any(mixed)
        }
    }

    /// Returns true if one change is in the text of a link or in the words of a picture, and the other one is about the
    /// target of it.
    fn are_of_one_link(&self, one: &Change, other: &Change) -> bool {
        let words = self.texts[0];
        let has_target = words[other.base.clone()].iter().any(|word| word.starts_with("]("));
        has_target
            && !words[one.base.end..other.base.start].iter().any(|word| word.ends_with('[') || word.starts_with("]("))
    }

    /// Returns the change of a group; `None` if it is the same on both sides, or only of white space.
    fn change(&self, group: &Group) -> Option<Change> {
        let ranges = [&group.base, &group.main, &group.change];
        let [base, main, change] = [0, 1, 2].map(|side| self.texts[side][ranges[side].clone()].concat());
        let by_main = change == base;
        let is_of_one = decided(&base, &main, &change).is_some() && main != change;
        let side = usize::from(!by_main) + 1;
        let words = || self.texts[0][group.base.clone()].iter().chain(&self.texts[side][ranges[side].clone()]);
        let is_visible = words().any(|word| !word.trim().is_empty());
        let is_sensitive = words().any(|word| is_sensitive(word));
        (is_of_one && is_visible).then(|| Change { base: group.base.clone(), by_main, is_sensitive })
    }

    /// Returns true if a clause ends in a range of the base.
    fn ends_clause(&self, range: Range<usize>) -> bool {
        let words = self.texts[0];
        let is_end = |at: usize| {
            let spaced = words.get(at + 1).is_none_or(|next| next.starts_with(char::is_whitespace));
            words[at].starts_with(['。', '、', '，', '；', '！', '？', '—', '–'])
                || spaced && words[at].starts_with([',', '.', ';', ':', '!', '?'])
        };
        range.into_iter().any(is_end)
    }
}

fn is_sensitive(word: &str) -> bool {
    let is_word = says_something(word) && word.starts_with(char::is_alphanumeric);
    if word.starts_with(|c: char| c.is_numeric()) {
        return true;
    }
    let lower = word.to_lowercase();
    let negates = is_word && (NEGATIONS.contains(&lower.as_str()) || lower.ends_with("n't") || lower.ends_with("n’t"));
    negates || UNITS.contains(&lower.as_str())
}
