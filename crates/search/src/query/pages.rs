//! Sections gathered into pages, and the best of these.
//!
//! The entries of a page are neighbours in one segment, so a page is complete as soon as another one begins.

use std::cmp::Ordering;
use std::collections::HashMap;

use quire_model::ids::SpaceId;
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
    pub(super) space: SpaceId,
    pub(super) score: f32,
}

/// A page with the entries that fit best, best first.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    pub(super) score: f32,
    pub(super) hits: Vec<Hit>,
}

/// Which pages compete with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gather {
    All,
    /// Those of one space.
    BySpace,
}

/// What is kept of what is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keep {
    pub(super) by: Gather,
    /// So many pages of those that compete.
    pub(super) most: usize,
    /// So many sections of a page.
    pub(super) sections: usize,
}

/// Pages as they are found.
#[derive(Debug)]
pub(super) struct Pages {
    /// By space, where only those of one compete.
    groups: HashMap<Option<SpaceId>, Group>,
    open: Vec<Hit>,
    keep: Keep,
}

/// Pages that compete with each other.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The best so far, and some that are not.
    pub(super) best: Vec<Ranked>,
    /// How many there were.
    pub(super) total: usize,
}

impl Pages {
    pub(super) fn new(keep: Keep) -> Self {
        Self { groups: HashMap::new(), open: Vec::new(), keep }
    }

    /// How many pages were found.
    pub(super) fn total(&self) -> usize {
        self.groups.values().map(|group| group.total).sum()
    }

    /// The groups, the one with the best page first.
    pub(super) fn into_groups(self) -> Vec<(Option<SpaceId>, Group)> {
        let mut groups: Vec<_> = self.groups.into_iter().collect();
        groups.sort_unstable_by(|(_, a), (_, b)| match (a.best.first(), b.best.first()) {
            (Some(a), Some(b)) => Ranked::order(a, b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        groups
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
        for group in self.groups.values_mut() {
            group.best.sort_unstable_by(Ranked::order);
            group.best.truncate(self.keep.most);
        }
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
        let space = (self.keep.by == Gather::BySpace).then_some(hits[0].space);
        hits.truncate(self.keep.sections.saturating_mul(2).max(1));
        let (group, most) = (self.groups.entry(space).or_default(), self.keep.most);
        group.total += 1;
        group.best.push(Ranked { score, hits });
        if group.best.len() >= most.saturating_mul(2).saturating_add(64) {
            group.best.select_nth_unstable_by(most, Ranked::order);
            group.best.truncate(most);
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
