//! Conditions within a block: for whom its words are.

use crate::merge::text::decided;
use crate::merge::text::enclosures::Enclosures;
use crate::merge::text::groups::Group;
use crate::merge::text::tags::{Tag, each_tag};

/// Returns true if one side changed words, and the other one the conditions that they are inside of.
pub(super) fn are_changed_around(groups: &[Group], texts: [&[&str]; 3]) -> bool {
    if !texts.iter().any(|words| words.iter().any(|word| word.starts_with("{%"))) {
        return false;
    }
    let enclosures = texts.map(enclosures);
    groups.iter().any(|group| {
        let ranges = [&group.base, &group.main, &group.change];
        let text = |side: usize| texts[side][ranges[side].clone()].concat();
        let at = |side: usize| enclosures[side].conditions(ranges[side].start);
        let [base, main, change] = [0, 1, 2].map(text);
        let is_written_by = |side: usize| match side {
            1 => main != base && !main.trim().is_empty(),
            _ => change != base && !change.trim().is_empty(),
        };
        let is_exposed = |[by, other]: [usize; 2]| is_written_by(by) && at(other) != at(0) && at(other) != at(by);
        decided(&base, &main, &change).is_some() && [[1, 2], [2, 1]].into_iter().any(is_exposed)
    })
}

/// Returns what words are inside of, with the index of each as its line.
fn enclosures(words: &[&str]) -> Enclosures {
    let mut enclosures = Enclosures::default();
    for (at, word) in words.iter().enumerate().filter(|(_, word)| word.starts_with("{%")) {
        each_tag(word, |tag| match tag {
            Tag::Open { name, inner, .. } => enclosures.opened(name, inner, at),
            Tag::Close(name) => enclosures.closed(name),
        });
        enclosures.end_line(at);
    }
    enclosures
}
