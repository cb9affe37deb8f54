//! Conditions within a block: for whom its words are.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::merge::text::decided;
use crate::merge::text::groups::Group;

/// Returns true if one side changed words, and the other one the conditions that they are inside of.
pub(super) fn are_changed_around(groups: &[Group], texts: [&[&str]; 3]) -> bool {
    if !texts.iter().any(|words| words.iter().any(|word| word.starts_with("{%"))) {
        return false;
    }
    let conditions = texts.map(conditions);
    groups.iter().any(|group| {
        let ranges = [&group.base, &group.main, &group.change];
        let text = |side: usize| texts[side][ranges[side].clone()].concat();
        let at = |side: usize| conditions[side][ranges[side].start];
        let [base, main, change] = [0, 1, 2].map(text);
        let is_written_by = |side: usize| match side {
            1 => main != base && !main.trim().is_empty(),
            _ => change != base && !change.trim().is_empty(),
        };
        let is_exposed = |[by, other]: [usize; 2]| is_written_by(by) && at(other) != at(0) && at(other) != at(by);
        decided(&base, &main, &change).is_some() && [[1, 2], [2, 1]].into_iter().any(is_exposed)
    })
}

/// Returns the hash of all conditions before each word and at the end.
fn conditions(words: &[&str]) -> Vec<u64> {
    let mut open = vec![0];
    let mut before = vec![0];
    for word in words {
        let inner = word.strip_prefix("{%").unwrap_or_default().trim_start_matches(['-', ' ']);
        let name = inner.split([' ', '%', '-']).next().unwrap_or_default();
        if matches!(name, "endif" | "else" | "elseif" | "elif") && open.len() > 1 {
            open.pop();
        }
        let last = open.last().copied().unwrap_or_default();
        if matches!(name, "if" | "else" | "elseif" | "elif") {
            let mut hasher = DefaultHasher::new();
            (last, inner).hash(&mut hasher);
            open.push(hasher.finish());
        }
        before.push(open.last().copied().unwrap_or_default());
    }
    before
}
