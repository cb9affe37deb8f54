//! Grouping of matching sections into pages, and selection of the best pages.
//!
//! The entries of a page may be in several segments and apart from each other, since a change of a page writes the
//! sections that changed and no others. So pages are complete when all segments have been processed.

use std::cmp::Ordering;
use std::ops::Range;

use foldhash::HashMap;
use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::DocId;

/// The share that the next best sections of a page add to the score of its best section.
const OTHERS: f32 = 0.1;

/// A matching entry of the index with its score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) segment: u32,
    pub(super) doc: DocId,
    pub(super) score: f32,
    /// The number of the page.
    page: u32,
}

/// A page with its best matching entries, best first.
#[derive(Debug, Clone)]
pub(super) struct Ranked {
    pub(super) space: SpaceId,
    pub(super) page: PageId,
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
    hits: Vec<Hit>,
    /// The pages by their number.
    pages: Vec<(SpaceId, PageId)>,
    numbers: HashMap<(SpaceId, PageId), u32>,
    keep: Keep,
}

/// A group of pages that are ranked together.
#[derive(Debug)]
pub(super) struct Group {
    /// The space of the pages; `None` for a group of all spaces.
    pub(super) space: Option<SpaceId>,
    /// The best pages, in order; at least one unless none is kept.
    pub(super) best: Vec<Ranked>,
    /// The number of all matching pages.
    pub(super) total: usize,
}

/// A page before its entries are taken over.
struct Scored {
    page: u32,
    score: f32,
    /// The places of its entries among all hits.
    hits: Range<usize>,
}

impl Pages {
    pub(super) fn new(keep: Keep) -> Self {
        Self { hits: Vec::new(), pages: Vec::new(), numbers: HashMap::default(), keep }
    }

    /// Returns the number of matching pages.
    pub(super) fn total(&self) -> usize {
        self.pages.len()
    }

    /// Returns the number of a page, for [`Self::add`].
    pub(super) fn number(&mut self, space: SpaceId, page: PageId) -> u32 {
        let Self { pages, numbers, .. } = self;
        *numbers.entry((space, page)).or_insert_with(|| {
            pages.push((space, page));
            (pages.len() - 1) as u32
        })
    }

    /// Adds a matching entry of a page with a number.
    pub(super) fn add(&mut self, page: u32, segment: u32, doc: DocId, score: f32) {
        self.hits.push(Hit { segment, doc, score, page });
    }

    /// Returns the groups with their best pages, the group with the best page first.
    pub(super) fn into_groups(self) -> Vec<Group> {
        let mut hits = sorted_by_page(&self.hits, self.pages.len());
        let mut groups: HashMap<Option<SpaceId>, Vec<Scored>> = HashMap::default();
        let mut start = 0;
        for (page, (space, _)) in self.pages.iter().enumerate() {
            let count = hits[start..].iter().take_while(|hit| hit.page as usize == page).count();
            let range = start..start + count;
            start = range.end;
            let space = (self.keep.by == Gather::BySpace).then_some(*space);
            groups.entry(space).or_default().extend(Scored::of(page as u32, &mut hits[range.clone()], range));
        }
        let groups = groups.into_iter().map(|(space, scored)| self.group(space, scored, &hits));
        let mut groups: Vec<Group> = groups.collect();
        groups.sort_unstable_by(|a, b| match (a.best.first(), b.best.first()) {
            (Some(a), Some(b)) => order((a.score, (a.space, a.page)), (b.score, (b.space, b.page))),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        groups
    }

    /// Makes a group of pages: takes over the entries of the best.
    fn group(&self, space: Option<SpaceId>, mut scored: Vec<Scored>, hits: &[Hit]) -> Group {
        let (total, most) = (scored.len(), self.keep.most);
        // Pages of equal score are in the order in which they were created: that of their entries changes with each merge.
        let page = |it: &Scored| self.pages[it.page as usize];
        let by_order = |a: &Scored, b: &Scored| order((a.score, page(a)), (b.score, page(b)));
        if most < total {
            scored.select_nth_unstable_by(most, by_order);
            scored.truncate(most);
        }
        scored.sort_unstable_by(by_order);
        // An entry is a part of a section, so several hits may belong to the same section.
        let entries = self.keep.sections.saturating_mul(2).max(1);
        let ranked = scored.into_iter().map(|it| {
            let (space, page) = self.pages[it.page as usize];
            let hits = hits[it.hits].iter().take(entries).copied().collect();
            Ranked { space, page, score: it.score, hits }
        });
        Group { space, best: ranked.collect(), total }
    }
}

impl Scored {
    /// Sorts the entries of a page, the best first, and scores it; `None` if there are none.
    fn of(page: u32, hits: &mut [Hit], range: Range<usize>) -> Option<Self> {
        hits.sort_unstable_by(|a, b| order((a.score, (a.segment, a.doc)), (b.score, (b.segment, b.doc))));
        let best = hits.first()?;
        let others: f32 = hits.iter().skip(1).take(4).map(|hit| hit.score).sum();
        Some(Self { page, score: best.score + OTHERS * others, hits: range })
    }
}

/// Compares by descending score, then by something that decides between equal ones.
fn order<T: Copy + Ord>(a: (f32, T), b: (f32, T)) -> Ordering {
    b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1))
}

/// Returns hits in the order of the numbers of their pages.
fn sorted_by_page(hits: &[Hit], pages: usize) -> Vec<Hit> {
    if hits.is_sorted_by_key(|hit| hit.page) {
        return hits.to_vec();
    }
    let mut starts = vec![0; pages + 1];
    hits.iter().for_each(|hit| starts[hit.page as usize + 1] += 1);
    for page in 0..pages {
        starts[page + 1] += starts[page];
    }
    let mut sorted = hits.to_vec();
    for hit in hits {
        let place = &mut starts[hit.page as usize];
        sorted[*place] = *hit;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use quire_content::id::Uid;

    use super::*;

    const SPACES: [SpaceId; 2] = [SpaceId(Uid([1; 16])), SpaceId(Uid([2; 16]))];

    fn page(n: u8) -> PageId {
        PageId(Uid([n; 16]))
    }

    /// Three pages of two spaces, whose entries are apart from each other.
    fn pages(by: Gather, most: usize) -> Vec<Group> {
        let mut pages = Pages::new(Keep { by, most, sections: 1 });
        for (space, id, doc, score) in [(0, 1, 0, 2.0), (0, 2, 1, 4.0), (1, 1, 2, 3.0), (0, 1, 3, 5.0), (0, 1, 4, 1.0)]
        {
            let number = pages.number(SPACES[space], page(id));
            pages.add(number, doc / 3, doc % 3, score);
        }
        assert_eq!(pages.total(), 3);
        pages.into_groups()
    }

    fn best(group: &Group) -> Vec<(SpaceId, PageId, f32)> {
        group.best.iter().map(|it| (it.space, it.page, it.score)).collect()
    }

    #[test]
    fn entries_that_are_apart_are_one_page() {
        let groups = pages(Gather::All, 2);
        assert_eq!(groups.len(), 1);
        assert_eq!((groups[0].space, groups[0].total), (None, 3));
        assert_eq!(best(&groups[0]), [(SPACES[0], page(1), 5.0 + 0.1 * 3.0), (SPACES[0], page(2), 4.0)]);
        let scores: Vec<f32> = groups[0].best[0].hits.iter().map(|hit| hit.score).collect();
        assert_eq!(scores, [5.0, 2.0], "twice as many as sections");
    }

    #[test]
    fn groups_are_in_the_order_of_their_best_pages() {
        let groups = pages(Gather::BySpace, 1);
        let of = |group: &Group| (group.space, group.total, best(group));
        assert_eq!(of(&groups[0]), (Some(SPACES[0]), 2, vec![(SPACES[0], page(1), 5.3)]));
        assert_eq!(of(&groups[1]), (Some(SPACES[1]), 1, vec![(SPACES[1], page(1), 3.0)]));
    }
}
