//! Positions of pages after an import: imported ones, and existing ones that stay.

use std::collections::{BTreeMap, HashSet};

use crate::id::PageId;
use crate::import::flat::IncomingEntry;
use crate::import::page_record::{self, PagePosition};
use crate::import::place::place;
use crate::import::{Absent, Change, Counts};
use crate::order;
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord};
use crate::slug::{Siblings, slug};

/// The positions of all pages after an import.
pub(super) struct Plan<'a> {
    outline: &'a Outline,
    arrivals: &'a [IncomingEntry<'a>],
    /// The identifiers of the incoming entries, existing or new.
    pub(super) ids: Vec<PageId>,
    /// For each incoming entry, true if it is recognised and stays in place, whatever the incoming outline says.
    in_place: Vec<bool>,
    /// The existing pages that were recognised.
    known: HashSet<PageId>,
    /// The pages that are deleted, in order of the outline.
    pub(super) gone: Vec<PageId>,
}

/// The children of one page after the import.
#[derive(Default)]
pub(super) struct Family {
    /// The indices of incoming entries, in their order.
    arrivals: Vec<usize>,
    /// The indices of incoming entries that stay in place.
    in_place: Vec<usize>,
    /// The pages that are not in the import and stay in place.
    staying: Vec<PageId>,
    /// The pages that are not in the import and whose parent is deleted.
    stranded: Vec<PageId>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        change: &mut Change<'_, '_>,
        outline: &'a Outline,
        arrivals: &'a [IncomingEntry<'a>],
        matched: &[Option<PageId>],
    ) -> Self {
        let known: HashSet<PageId> = matched.iter().flatten().copied().collect();
        let absent = change.options.absent;
        let in_place = matched.iter().map(|found| absent == Absent::Keep && found.is_some()).collect();
        let gone = outline.walk().filter(|id| {
            let imported = outline.page(*id).is_some_and(PageRecord::came_from_import);
            absent == Absent::Delete && imported && !known.contains(id)
        });
        let gone = gone.collect();
        let ids = matched.iter().map(|found| found.unwrap_or_else(|| PageId((change.ids)()))).collect();
        Self { outline, arrivals, ids, in_place, known, gone }
    }

    /// Groups all pages by their parent after the import.
    pub(super) fn families(&self) -> BTreeMap<Option<PageId>, Family> {
        let mut families: BTreeMap<Option<PageId>, Family> = BTreeMap::new();
        for (at, arrival) in self.arrivals.iter().enumerate() {
            if self.in_place[at] {
                families.entry(self.before(at).and_then(|page| page.parent)).or_default().in_place.push(at);
            } else {
                families.entry(arrival.parent.map(|above| self.ids[above])).or_default().arrivals.push(at);
            }
        }
        let gone: HashSet<&PageId> = self.gone.iter().collect();
        for id in self.outline.walk().filter(|id| !self.known.contains(id) && !gone.contains(id)) {
            let parent = self.outline.ancestors(id).next();
            let left = self.outline.ancestors(id).find(|above| !gone.contains(above));
            if left == parent {
                families.entry(left).or_default().staying.push(id);
            } else {
                families.entry(left).or_default().stranded.push(id);
            }
        }
        families
    }

    /// Returns the record that an incoming entry had before.
    fn before(&self, at: usize) -> Option<&'a PageRecord> {
        self.outline.page(self.ids[at])
    }

    /// Writes the changes in a family.
    pub(super) fn settle(
        &self,
        change: &mut Change<'_, '_>,
        parent: Option<PageId>,
        family: &Family,
        counts: &mut Counts,
    ) {
        let (places, stranded_places) = self.places(parent, family);
        let (slugs, stranded_slugs) = self.slugs(family);
        let arrivals = family.arrivals.iter().chain(&family.in_place);
        for ((&at, order), slug) in arrivals.zip(places).zip(slugs) {
            let before = self.before(at);
            let place = PagePosition { parent, order, slug };
            let after = page_record::arrived(&self.arrivals[at], before, place, change.options.now);
            write(change, self.ids[at], before, after, counts);
        }
        for ((&id, order), slug) in family.stranded.iter().zip(stranded_places).zip(stranded_slugs) {
            if let Some(before) = self.outline.page(id) {
                let after = PageRecord { parent, order, slug, ..before.clone() };
                write(change, id, Some(before), after, counts);
            }
        }
    }

    /// Returns the order keys of incoming entries, followed by those in place, and the order keys of stranded pages.
    fn places(&self, parent: Option<PageId>, family: &Family) -> (Vec<String>, Vec<String>) {
        let order = |at: &usize| self.before(*at).map(|page| page.order.as_str());
        let at_home = |at: &usize| self.before(*at).is_some_and(|page| page.parent == parent);
        let current: Vec<_> = family.arrivals.iter().map(|at| order(at).filter(|_| at_home(at))).collect();
        let staying = family.staying.iter().filter_map(|id| self.outline.page(*id)).map(|page| page.order.as_str());
        let others: Vec<_> = staying.chain(family.in_place.iter().filter_map(order)).collect();
        let new = place(&current, &others);
        let placed = new.into_iter().zip(current).map(|(new, old)| new.or(old.map(str::to_owned)).unwrap_or_default());
        let placed: Vec<String> = placed.chain(family.in_place.iter().filter_map(order).map(str::to_owned)).collect();
        let last = placed.iter().map(String::as_str).chain(others).filter(|key| order::is_key(key)).max();
        let stranded = order::spread_between(last, None, family.stranded.len());
        (placed, stranded)
    }

    /// Returns the slugs of incoming entries, followed by those in place, and the slugs of stranded pages. Pages whose
    /// title is unchanged choose first.
    fn slugs(&self, family: &Family) -> (Vec<String>, Vec<String>) {
        let mut siblings = Siblings::default();
        for page in family.staying.iter().filter_map(|id| self.outline.page(*id)) {
            siblings.claim(&page.slug);
        }
        let arrivals = || family.arrivals.iter().chain(&family.in_place).copied();
        let kept = |at: usize| self.before(at).filter(|page| page.title == self.arrivals[at].title);
        let first: Vec<_> = arrivals().map(|at| kept(at).map(|page| siblings.claim(&page.slug))).collect();
        let new = |(claimed, at): (Option<String>, usize)| {
            claimed.unwrap_or_else(|| siblings.claim(&slug(&self.arrivals[at].title)))
        };
        let slugs = first.into_iter().zip(arrivals()).map(new).collect();
        let stranded = family.stranded.iter().filter_map(|id| self.outline.page(*id));
        (slugs, stranded.map(|page| siblings.claim(&page.slug)).collect())
    }
}

/// Writes a record if it changed, and counts the effect.
fn write(
    change: &mut Change<'_, '_>,
    id: PageId,
    before: Option<&PageRecord>,
    mut after: PageRecord,
    counts: &mut Counts,
) {
    match before {
        Some(before) if *before == after => {
            counts.unchanged += 1;
            return;
        }
        Some(before) if page_record::same_but_elsewhere(before, &after) => counts.moved += 1,
        Some(_) => counts.updated += 1,
        None => counts.created += 1,
    }
    after.updated_at = change.options.now;
    after.imported_at = change.options.now;
    change.set(&EntryKey::Page(id), after.encode());
}
