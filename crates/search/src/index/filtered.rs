//! Answers of filters about the pages of a segment, kept for later searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use parking_lot::Mutex;
use quire_content::hash::Hash;

/// The number of filters whose answers are kept: those that searched last.
const FILTERS: usize = 4;
const ACCEPTED: u8 = 1;
const REFUSED: u8 = 2;

/// The answers of the filters that were last used on a segment.
#[derive(Debug, Default)]
pub(crate) struct Filtered(Mutex<Vec<(Hash, Arc<Answers>)>>);

/// The answers of a filter about the pages of a segment, by their ordinal, as far as it was asked.
#[derive(Debug)]
pub(crate) struct Answers(Box<[AtomicU8]>);

impl Filtered {
    /// Returns the answers of a filter about the pages of a segment, which has this many.
    pub(crate) fn answers(&self, name: Hash, pages: usize) -> Arc<Answers> {
        let mut filters = self.0.lock();
        let known = filters.iter().position(|(known, _)| *known == name);
        let found = match known {
            Some(at) => filters.remove(at),
            None => (name, Arc::new(Answers((0..pages).map(|_| AtomicU8::new(0)).collect()))),
        };
        filters.truncate(FILTERS - 1);
        let answers = Arc::clone(&found.1);
        filters.insert(0, found);
        answers
    }
}

impl Answers {
    /// Returns what the filter answered about a page; `None` if it was not asked.
    pub(crate) fn get(&self, page: u32) -> Option<bool> {
        match self.0.get(page as usize)?.load(Ordering::Relaxed) {
            ACCEPTED => Some(true),
            REFUSED => Some(false),
            _ => None,
        }
    }

    /// Keeps what the filter answered about a page.
    pub(crate) fn keep(&self, page: u32, accepts: bool) {
        if let Some(answer) = self.0.get(page as usize) {
            answer.store(if accepts { ACCEPTED } else { REFUSED }, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_by_filter() {
        let filtered = Filtered::default();
        let name = |n: usize| Hash::of(&n.to_be_bytes());
        filtered.answers(name(0), 3).keep(1, true);
        filtered.answers(name(0), 3).keep(2, false);
        assert_eq!(
            [0, 1, 2, 3].map(|page| filtered.answers(name(0), 3).get(page)),
            [None, Some(true), Some(false), None]
        );
        assert_eq!(filtered.answers(name(1), 3).get(1), None);
        (0..=FILTERS).for_each(|n| drop(filtered.answers(name(n + 2), 3)));
        assert_eq!(filtered.answers(name(0), 3).get(1), None, "only the last filters are remembered");
    }
}
