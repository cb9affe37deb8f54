//! Texts as multisets of words.

use std::collections::HashMap;

use super::super::pair::{self, ByHash};

/// The words of a text in lower case, as hashes with their counts.
#[derive(Debug, Default)]
pub(super) struct Words {
    counts: HashMap<u64, u32, ByHash>,
    total: u32,
}

impl Words {
    pub(super) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut words = Self::default();
        for text in texts {
            each(text, &mut |word| {
                *words.counts.entry(word).or_default() += 1;
                words.total += 1;
            });
        }
        words
    }

    /// Returns the number of words that another text shares, and true if one of them is `telling`.
    pub(super) fn shared(&self, with: &Self, telling: impl Fn(u64) -> bool) -> (u32, bool) {
        let mut outcome = (0, false);
        for (word, count) in &self.counts {
            if let Some(other) = with.counts.get(word) {
                outcome.0 += count.min(other);
                outcome.1 |= telling(*word);
            }
        }
        outcome
    }

    /// Iterates over the distinct words.
    pub(super) fn distinct(&self) -> impl Iterator<Item = u64> {
        self.counts.keys().copied()
    }

    pub(super) fn total(&self) -> u32 {
        self.total
    }

    /// Returns the part, 0 to 1, of these words that another text contains; an empty text is contained only in an empty
    /// one.
    pub(super) fn part_in(&self, other: &Self) -> f32 {
        if self.total == 0 {
            return if other.total == 0 { 1.0 } else { 0.0 };
        }
        self.shared(other, |_| false).0 as f32 / self.total as f32
    }
}

/// Calls `found` for each word. A word is a run of letters and digits; in a script without spaces, each letter; in a
/// text that has neither, a run of other characters between white space.
fn each(text: &str, found: &mut dyn FnMut(u64)) {
    let mut any = false;
    for run in text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty()) {
        any = true;
        let mut rest = run;
        while let Some(at) = rest.find(stands_alone) {
            let (word, tail) = rest.split_at(at);
            let length = tail.chars().next().map_or(0, char::len_utf8);
            if !word.is_empty() {
                found(fold(word));
            }
            found(fold(&tail[..length]));
            rest = &tail[length..];
        }
        if !rest.is_empty() {
            found(fold(rest));
        }
    }
    if !any {
        text.split_whitespace().for_each(|word| found(fold(word)));
    }
}

fn fold(word: &str) -> u64 {
    pair::hash(word.to_lowercase().as_str())
}

/// Returns true if a letter is of a script without spaces between words: Thai to Khmer, Chinese and Japanese.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}
