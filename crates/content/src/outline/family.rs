//! The pages below one page, or at the root: their order, and their slugs, which are made valid and distinct.

use crate::id::PageId;
use crate::outline::pages::Pages;
use crate::slug::{self, Siblings};

/// The number of pages up to which each is put into its place. More are sorted with the others.
const FEW: usize = 16;

/// The children of a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Family {
    /// The identifiers, in order.
    pub(super) ids: Vec<PageId>,
    /// The identifiers, sorted by slug.
    by_slug: Vec<PageId>,
    /// True if a slug is not the one that the content has.
    is_repaired: bool,
}

impl Family {
    /// Makes a family of pages whose effective parent is `parent`, and gives them their effective slugs.
    pub(super) fn link(pages: &mut Pages, parent: Option<PageId>, ids: Vec<PageId>) -> Self {
        let ids = sorted(ids.into_iter().map(|id| (order(pages, id), id)).collect());
        let mut stored: Vec<_> = ids.iter().map(|id| (stored_slug(pages, *id), *id)).collect();
        stored.sort_unstable();
        let is_repaired = !(stored.is_sorted_by(|a, b| a.0 < b.0) && stored.iter().all(|(slug, _)| is_usable(slug)));
        if !is_repaired {
            let by_slug = stored.into_iter().map(|(_, id)| id).collect();
            for id in &ids {
                settle(pages, *id, parent, None);
            }
            return Self { ids, by_slug, is_repaired };
        }
        let mut taken = Siblings::default();
        for id in &ids {
            let stored = stored_slug(pages, *id);
            let slug = if is_usable(stored) { taken.claim(stored) } else { taken.claim(&slug::slug(stored)) };
            settle(pages, *id, parent, Some(&slug));
        }
        let by_slug = sorted(ids.iter().map(|id| (slug(pages, *id), *id)).collect());
        Self { ids, by_slug, is_repaired }
    }

    /// Returns the family without some pages and with others, which have their records.
    pub(super) fn changed(
        &self,
        pages: &mut Pages,
        parent: Option<PageId>,
        mut gone: Vec<PageId>,
        come: &[PageId],
    ) -> Self {
        gone.sort_unstable();
        let stays = |id: &PageId| gone.binary_search(id).is_err();
        let kept = |ids: &[PageId]| ids.iter().copied().filter(stays).collect::<Vec<_>>();
        if !self.is_repaired && come.len() <= FEW {
            let mut next = Self { ids: kept(&self.ids), by_slug: kept(&self.by_slug), is_repaired: false };
            if come.iter().all(|id| next.seat(pages, *id)) {
                return next;
            }
        }
        let mut ids = kept(&self.ids);
        ids.extend(come);
        Self::link(pages, parent, ids)
    }

    /// Inserts a page whose slug needs no repair; returns false if it does.
    fn seat(&mut self, pages: &Pages, id: PageId) -> bool {
        let own = slug(pages, id);
        let Err(among_slugs) = self.by_slug.binary_search_by(|other| slug(pages, *other).cmp(own)) else {
            return false;
        };
        if !is_usable(own) {
            return false;
        }
        self.by_slug.insert(among_slugs, id);
        let place = (order(pages, id), id);
        let at = self.ids.partition_point(|other| (order(pages, *other), *other) < place);
        self.ids.insert(at, id);
        true
    }

    /// Returns the page with a slug.
    pub(super) fn find(&self, pages: &Pages, wanted: &str) -> Option<PageId> {
        let at = self.by_slug.binary_search_by(|id| slug(pages, *id).cmp(wanted)).ok()?;
        self.by_slug.get(at).copied()
    }
}

/// Returns identifiers by what they are sorted by; of equal ones, the smaller comes first.
fn sorted(mut ids: Vec<(&str, PageId)>) -> Vec<PageId> {
    ids.sort_unstable();
    ids.into_iter().map(|(_, id)| id).collect()
}

fn order(pages: &Pages, id: PageId) -> &str {
    pages.get(&id).map_or("", |page| &page.record.order)
}

fn slug(pages: &Pages, id: PageId) -> &str {
    pages.get(&id).map_or("", |page| &page.record.slug)
}

fn stored_slug(pages: &Pages, id: PageId) -> &str {
    pages.get(&id).map_or("", |page| page.stored_slug())
}

/// Gives a page its effective place, with the stored slug if there is no other.
fn settle(pages: &mut Pages, id: PageId, parent: Option<PageId>, slug: Option<&str>) {
    let is_settled = pages.get(&id).is_none_or(|page| {
        (page.record.parent, &*page.record.slug) == (parent, slug.unwrap_or_else(|| page.stored_slug()))
    });
    if !is_settled && let Some(page) = pages.get_mut(&id) {
        let slug = slug.map_or_else(|| page.stored_slug().to_owned(), str::to_owned);
        page.settle(parent, &slug);
    }
}

/// Returns true if a slug is valid as a segment of a path.
fn is_usable(slug: &str) -> bool {
    !slug.is_empty() && !slug.contains('/')
}
