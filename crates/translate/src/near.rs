//! Near matches: texts that were translated before and are like another one.
//!
//! The likeness of two texts is the part of their words that both have in the same order, in percent of the words of both:
//! twice the length of their longest common subsequence over the sum of their lengths. Texts count up to a number of
//! words, and only those that share most words with a text are compared with it.

use std::collections::{BTreeSet, HashMap};

use crate::glossary::without_tags;
use crate::segments::is_glyph;

/// The likeness from which on a text is near, in percent.
pub const LEAST: usize = 60;
/// The number of words of a text that count.
const MOST_WORDS: usize = 200;
/// The number of texts that are looked at because they share words with another one.
const MOST_SHARING: usize = 20_000;
/// The number of texts that are compared with another one.
const MOST_COMPARED: usize = 20;

/// Texts, by their words.
#[derive(Debug, Default)]
pub struct Index {
    texts: Vec<Vec<u32>>,
    numbers: HashMap<String, u32>,
    /// The texts that have a word, by its number.
    having: Vec<Vec<u32>>,
}

impl Index {
    /// Returns an index of texts with placeholders, which are known by their number from 0.
    pub fn new<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut index = Self::default();
        for (number, text) in (0u32..).zip(texts) {
            let words: Vec<u32> = words(text).into_iter().map(|word| index.number(word)).collect();
            for word in words.iter().collect::<BTreeSet<_>>() {
                index.having[*word as usize].push(number);
            }
            index.texts.push(words);
        }
        index
    }

    fn number(&mut self, word: String) -> u32 {
        let next = u32::try_from(self.having.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(word).or_insert(next);
        if number == next {
            self.having.push(Vec::new());
        }
        number
    }

    /// Returns up to `most` texts that are near another one, with their likeness in percent, the likest first.
    pub fn near(&self, text: &str, most: usize) -> Vec<(usize, usize)> {
        // Words that no text has are like nothing, and count.
        let own: Vec<u32> =
            words(text).iter().map(|word| self.numbers.get(word).copied().unwrap_or(u32::MAX)).collect();
        let mut compared: Vec<(usize, usize)> = self
            .sharing(&own)
            .into_iter()
            .map(|at| (at, likeness(&own, &self.texts[at])))
            .filter(|(_, likeness)| *likeness >= LEAST)
            .collect();
        compared.sort_by_key(|(at, likeness)| (usize::MAX - likeness, *at));
        compared.truncate(most);
        compared
    }

    /// Returns the texts that share most words with another one. Rare words count first.
    fn sharing(&self, own: &[u32]) -> Vec<usize> {
        let distinct: BTreeSet<u32> = own.iter().copied().collect();
        let mut lists: Vec<&Vec<u32>> = distinct.iter().filter_map(|word| self.having.get(*word as usize)).collect();
        lists.sort_by_key(|list| list.len());
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for at in lists.into_iter().flatten().take(MOST_SHARING) {
            *shared.entry(*at).or_default() += 1;
        }
        let mut all: Vec<(u32, usize)> = shared.into_iter().collect();
        all.sort_by_key(|(at, count)| (usize::MAX - count, *at));
        all.into_iter().take(MOST_COMPARED).map(|(at, _)| at as usize).collect()
    }
}

/// Returns the words of a text with placeholders in lower case. A glyph of a script without spaces is a word.
fn words(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut is_open = false;
    for c in without_tags(text).chars() {
        if all.len() == MOST_WORDS && !(is_open && c.is_alphanumeric()) {
            break;
        }
        if is_glyph(c) {
            all.push(c.to_string());
            is_open = false;
        } else if c.is_alphanumeric() {
            if !is_open {
                all.push(String::new());
            }
            if let Some(last) = all.last_mut() {
                last.extend(c.to_lowercase());
            }
            is_open = true;
        } else {
            is_open = false;
        }
    }
    all
}

/// Returns the likeness of two texts in percent.
fn likeness(a: &[u32], b: &[u32]) -> usize {
    let mut row = vec![0usize; b.len() + 1];
    for word in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if word == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    (row[b.len()] * 200).checked_div(a.len() + b.len()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_most_words_in_order_are_near() {
        let texts = [
            "Open the <x id=\"1\">settings</x> of the space.",
            "Space the of settings open.",
            "Open the settings of a site now.",
            "Something else.",
            "打开空间的设置",
        ];
        let index = Index::new(texts.into_iter());
        assert_eq!(index.near("Open the settings of the space.", 3), [(0, 100), (2, 61)]);
        assert_eq!(index.near("打开空间设置", 3), [(4, 92)]);
        assert!(index.near("Nothing of that is here", 3).is_empty());
        assert!(index.near("", 3).is_empty() && Index::new([].into_iter()).near("a", 3).is_empty());
    }

    #[test]
    fn long_texts_and_many_texts_are_bounded() {
        let long = "word ".repeat(100_000);
        let index = Index::new((0..30_000).map(|_| "word word"));
        assert_eq!(index.near("word word", 3).len(), 3);
        assert!(index.near(&long, 3).is_empty());
        assert_eq!(words(&long).len(), MOST_WORDS);
    }
}
