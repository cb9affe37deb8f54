//! Sections gathered into pages, and the best of these.
//!
//! The entries of a page are neighbours in one segment, so a page is complete as soon as another one begins.

use std::cmp::Ordering;

use tantivy::DocId;

/// How much the other sections of a page add to the best one.
const OTHERS: f32 = 0.1;

/// An entry that fits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) segment: u32,
    pub(super) doc: DocId,
    /// The number of its page in the segment.
    pub(super) page: u64,
    pub(super) score: f32,
}

/// A page with the entries that fit best, best first.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    pub(super) score: f32,
    pub(super) hits: Vec<Hit>,
}

/// Pages as they are found.
#[derive(Debug)]
pub(super) struct Pages {
    /// The best so far, and some that are not.
    pub(super) best: Vec<Ranked>,
    pub(super) total: usize,
    open: Vec<Hit>,
    most: usize,
    sections: usize,
}

impl Pages {
    pub(super) fn new(most: usize, sections: usize) -> Self {
        Self { best: Vec::new(), total: 0, open: Vec::new(), most, sections }
    }

    pub(super) fn add(&mut self, hit: Hit) {
        if self.open.first().is_some_and(|first| (first.segment, first.page) != (hit.segment, hit.page)) {
            self.close();
        }
        self.open.push(hit);
    }

    /// No more are found.
    pub(super) fn finish(&mut self) {
        self.close();
        self.best.sort_unstable_by(Ranked::order);
        self.best.truncate(self.most);
    }

    fn close(&mut self) {
        if self.open.is_empty() {
            return;
        }
        let mut hits = std::mem::take(&mut self.open);
        hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.doc.cmp(&b.doc)));
        let others: f32 = hits.iter().skip(1).take(4).map(|hit| hit.score).sum();
        let score = hits[0].score + OTHERS * others;
        // An entry is a part of a section, so some may turn out to be of the same one.
        hits.truncate(self.sections.saturating_mul(2));
        self.total += 1;
        self.best.push(Ranked { score, hits });
        if self.best.len() >= self.most.saturating_mul(2).saturating_add(64) {
            self.best.select_nth_unstable_by(self.most, Ranked::order);
            self.best.truncate(self.most);
        }
    }
}

impl Ranked {
    /// Best first; of equally good ones, as they stand in the index.
    fn order(a: &Self, b: &Self) -> Ordering {
        let place = |it: &Self| it.hits.first().map(|hit| (hit.segment, hit.doc));
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    }
}
