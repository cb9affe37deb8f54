//! The page tree after a merge: every parent exists, there are no cycles, and siblings have distinct slugs.
//!
//! Each side is a tree, so every problem involves a change of main and a change of the
//! change request: only pages that differ from the base are examined, and their ancestors.

mod decidable;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Entry, Merge};
use crate::id::PageId;
use crate::objects::ObjectError;
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord, Placement};
use crate::slug::Siblings;

/// Repairs the page tree of the outcome.
pub(super) fn repair(merge: &mut Merge<'_, '_>) -> Result<(), ObjectError> {
    let changed = changed_pages(merge);
    let mut pages: BTreeSet<PageId> = changed.iter().copied().collect();
    pages.extend(keep_parents(merge, &changed)?);
    undo_circles(merge, &changed)?;
    decidable::complete(merge)?;
    separate_slugs(merge, &pages)
}

fn changed_pages(merge: &Merge<'_, '_>) -> Vec<PageId> {
    let page = |key: &Vec<u8>| match EntryKey::parse(key) {
        Some(EntryKey::Page(id)) => Some(id),
        _ => None,
    };
    merge.entries.keys().filter_map(page).collect()
}

impl Merge<'_, '_> {
    fn page(&self, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
        let key = EntryKey::Page(id).to_bytes();
        self.get(&key)?.map(|value| self.decode_page(&key, &value)).transpose()
    }

    fn decode_page(&self, key: &[u8], value: &[u8]) -> Result<PageRecord, ObjectError> {
        PageRecord::decode(value).map_err(|error| self.damaged(key, &error))
    }

    fn set_page(&mut self, id: PageId, page: &PageRecord) {
        self.outcome.insert(EntryKey::Page(id).to_bytes(), Some(page.encode()));
    }

    /// Returns a page as it is on one side, or in the base.
    fn side(&self, id: PageId, of: impl Fn(&Entry) -> &Option<Vec<u8>>) -> Result<Option<PageRecord>, ObjectError> {
        let key = EntryKey::Page(id).to_bytes();
        match self.entries.get(&key) {
            Some(entry) => of(entry).as_ref().map(|value| self.decode_page(&key, value)).transpose(),
            None => self.page(id),
        }
    }
}

/// Restores pages that one side deleted and below which the other side moved or changed a page. Returns the restored
/// ones.
fn keep_parents(merge: &mut Merge<'_, '_>, changed: &[PageId]) -> Result<Vec<PageId>, ObjectError> {
    let mut back = Vec::new();
    let mut open: Vec<PageId> = changed.to_vec();
    while let Some(id) = open.pop() {
        let Some(parent) = merge.page(id)?.and_then(|page| page.parent) else { continue };
        let key = EntryKey::Page(parent).to_bytes();
        if merge.get(&key)?.is_some() {
            continue;
        }
        // A side that has a page without its parent was not a tree before.
        let Some(entry) = merge.entries.get(&key).cloned() else { continue };
        let (Some(_), Some(left)) = (&entry.base, entry.main.clone().or(entry.change.clone())) else { continue };
        merge.whole_conflict(&key, [entry.base.as_deref(), entry.main.as_deref(), entry.change.as_deref()]);
        merge.outcome.insert(key, Some(left));
        back.push(parent);
        open.push(parent);
    }
    Ok(back)
}

/// Moves pages that the two sides moved into a cycle back to main's places.
fn undo_circles(merge: &mut Merge<'_, '_>, changed: &[PageId]) -> Result<(), ObjectError> {
    for &start in changed {
        while let Some(circle) = circle(merge, start)? {
            if !undo(merge, &circle)? {
                break;
            }
        }
    }
    Ok(())
}

/// Returns the cycle that the path up from a page ends in, if there is one.
fn circle(merge: &Merge<'_, '_>, start: PageId) -> Result<Option<Vec<PageId>>, ObjectError> {
    let (mut way, mut seen) = (Vec::new(), HashSet::new());
    let mut at = Some(start);
    while let Some(id) = at {
        if !seen.insert(id) {
            let first = way.iter().position(|&other| other == id).unwrap_or(0);
            return Ok(Some(way.split_off(first)));
        }
        way.push(id);
        at = merge.page(id)?.and_then(|page| page.parent);
    }
    Ok(None)
}

/// Moves the pages of a cycle to main's places; returns true if anything changed.
fn undo(merge: &mut Merge<'_, '_>, circle: &[PageId]) -> Result<bool, ObjectError> {
    let mut sides = [Vec::new(), Vec::new(), Vec::new()];
    let mut changed = false;
    let mut circle = circle.to_vec();
    circle.sort_unstable();
    for id in circle {
        let base = merge.side(id, |entry| &entry.base)?;
        let main = merge.side(id, |entry| &entry.main)?;
        let change = merge.side(id, |entry| &entry.change)?;
        let moved = |side: &Option<PageRecord>| {
            base.as_ref().zip(side.as_ref()).is_some_and(|(base, side)| base.parent != side.parent)
        };
        if !(moved(&main) || moved(&change)) {
            continue;
        }
        if let (Some(mut page), Some(main)) = (merge.page(id)?, &main)
            && page.parent != main.parent
        {
            (page.parent, page.order) = (main.parent, main.order.clone());
            page.updated_at = merge.now;
            merge.set_page(id, &page);
            changed = true;
        }
        let key = EntryKey::Page(id).to_bytes();
        for (list, side) in sides.iter_mut().zip([&base, &main, &change]) {
            list.extend(side.as_ref().and_then(|page| Placement::of(&key, page)));
        }
    }
    if changed {
        merge.tree_conflict(sides);
    }
    Ok(changed)
}

/// Appends numbers to the slugs of pages that would have the path of another: those that the change request put there.
/// A page with one side's parent and the other's slug may have the path of a page that neither side changed.
fn separate_slugs(merge: &mut Merge<'_, '_>, pages: &BTreeSet<PageId>) -> Result<(), ObjectError> {
    let mut at: BTreeMap<(Option<PageId>, String), Vec<PageId>> = BTreeMap::new();
    let mut mixed = HashSet::new();
    for &id in pages {
        if let Some(page) = merge.page(id)? {
            if is_mixed(merge, id, &page)? {
                mixed.insert(id);
            }
            at.entry((page.parent, page.slug)).or_default().push(id);
        }
    }
    let may_clash = |pages: &[PageId]| pages.len() > 1 || pages.iter().any(|id| mixed.contains(id));
    let clashes: Vec<_> = at.into_iter().filter(|(_, pages)| may_clash(pages)).collect();
    if clashes.is_empty() {
        return Ok(());
    }
    let outline = whole_outline(merge)?;
    for ((parent, _), pages) in clashes {
        let siblings = parent.map_or(outline.roots(), |parent| outline.children(parent));
        let mut taken = Siblings::default();
        let newcomers = newcomers(merge, &pages)?;
        for sibling in siblings.iter().filter(|id| !newcomers.contains(id)) {
            if let Some(page) = merge.page(*sibling)? {
                taken.claim(&page.slug);
            }
        }
        for id in siblings.iter().filter(|id| newcomers.contains(id)) {
            if let Some(page) = merge.page(*id)? {
                let slug = taken.claim(&page.slug);
                if slug != page.slug {
                    merge.set_page(*id, &PageRecord { slug, updated_at: merge.now, ..page });
                }
            }
        }
    }
    Ok(())
}

/// Returns true if neither side has a page at this path.
fn is_mixed(merge: &Merge<'_, '_>, id: PageId, page: &PageRecord) -> Result<bool, ObjectError> {
    let is_at = |side: Option<PageRecord>| side.is_some_and(|it| (it.parent, &it.slug) == (page.parent, &page.slug));
    Ok(!is_at(merge.side(id, |entry| &entry.main)?) && !is_at(merge.side(id, |entry| &entry.change)?))
}

/// Returns the pages that main does not have at this path.
fn newcomers(merge: &Merge<'_, '_>, pages: &[PageId]) -> Result<HashSet<PageId>, ObjectError> {
    let mut newcomers = HashSet::new();
    for &id in pages {
        let main = merge.side(id, |entry| &entry.main)?;
        let here = merge.page(id)?;
        let same = main.zip(here).is_some_and(|(main, here)| (main.parent, main.slug) == (here.parent, here.slug));
        if !same {
            newcomers.insert(id);
        }
    }
    Ok(newcomers)
}

/// Returns the page tree of the outcome.
fn whole_outline(merge: &Merge<'_, '_>) -> Result<Outline, ObjectError> {
    let mut pages = BTreeMap::new();
    for entry in merge.base.scan(merge.draft, EntryKey::PAGES) {
        let (key, value) = entry?;
        if let Some(EntryKey::Page(id)) = EntryKey::parse(&key)
            && !merge.outcome.contains_key(&key)
        {
            pages.insert(id, merge.decode_page(&key, &value)?);
        }
    }
    for (key, value) in &merge.outcome {
        if let (Some(EntryKey::Page(id)), Some(value)) = (EntryKey::parse(key), value) {
            pages.insert(id, merge.decode_page(key, value)?);
        }
    }
    Ok(Outline::of(pages))
}
