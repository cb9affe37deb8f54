//! Grouping of matching sections into pages, and selection of the best pages.
//!
//! The entries of a page are adjacent in one segment, so a page is complete as soon as another one begins.

use std::cmp::Ordering;
use std::collections::HashMap;

use quire_model::ids::SpaceId;
use tantivy::DocId;

/// The share that the next best sections of a page add to the score of its best section.
const OTHERS: f32 = 0.1;

/// A matching entry of the index with its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) segment: u32,
    pub(super) doc: DocId,
    /// The ordinal of the entry's page in the segment.
    pub(super) page: u64,
    pub(super) space: SpaceId,
    pub(super) score: f32,
}

/// A page with its best matching entries, best first.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    pub(super) score: f32,
    pub(super) hits: Vec<Hit>,
}

/// The grouping of pages for ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gather {
    All,
    /// The pages of each space are ranked separately.
    BySpace,
}

/// The bounds on the results that are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct Keep {
    pub(super) by: Gather,
    /// The most pages of each group.
    pub(super) most: usize,
    /// The most sections of each page.
    pub(super) sections: usize,
}

/// The accumulated results of an evaluation.
#[derive(Debug)]
pub(super) struct Pages {
    /// The groups by space, or a single one under `None`.
    groups: HashMap<Option<SpaceId>, Group>,
    open: Vec<Hit>,
    keep: Keep,
}

/// A group of pages that are ranked together.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The best pages so far; until the end, with some that are not among the best.
    pub(super) best: Vec<Ranked>,
    /// The number of all matching pages.
    pub(super) total: usize,
}

impl Pages {
    pub(super) fn new(keep: Keep) -> Self {
        Self { groups: HashMap::new(), open: Vec::new(), keep }
    }

    /// Returns the number of matching pages.
    pub(super) fn total(&self) -> usize {
        self.groups.values().map(|group| group.total).sum()
    }

    /// Returns the groups, the one with the best page first.
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

    /// Completes the last page, sorts the groups and truncates them.
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
        // An entry is a part of a section, so several hits may belong to the same section.
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
    /// Compares by descending score, then by position in the index.
    fn order(a: &Self, b: &Self) -> Ordering {
        let place = |it: &Self| it.hits.first().map(|hit| (hit.segment, hit.doc));
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    }
}
