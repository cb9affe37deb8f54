//! The page tree during an edit: the changed pages over an outline that is loaded on first use.
//!
//! Invariant: parents exist and lead to the root, slugs of siblings are distinct. A page whose place and slug stay is
//! read and written without the outline.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::edit::family::Family;
use crate::id::PageId;
use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord};

/// A function that returns the outline of a map: from a cache, or by [`Outline::load`].
pub type LoadOutline<'a> = dyn FnMut(&Map, &dyn Objects) -> Result<Arc<Outline>, ObjectError> + 'a;

pub(super) struct Tree<'c> {
    base: Map,
    load: &'c mut LoadOutline<'c>,
    outline: Option<Arc<Outline>>,
    /// The changed pages; `None` for a deleted one.
    pages: BTreeMap<PageId, Option<PageRecord>>,
    /// The families that were used, in their current state.
    families: HashMap<Option<PageId>, Family>,
    /// The numbers of pages that were created and deleted; a page that was both counts in both.
    made: usize,
    deleted: usize,
}

impl<'c> Tree<'c> {
    pub(super) fn new(base: Map, load: &'c mut LoadOutline<'c>) -> Self {
        Self { base, load, outline: None, pages: BTreeMap::new(), families: HashMap::new(), made: 0, deleted: 0 }
    }

    /// Returns the current state of a page.
    pub(super) fn page(&self, objects: &dyn Objects, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
        if let Some(page) = self.pages.get(&id) {
            return Ok(page.clone());
        }
        match &self.outline {
            Some(outline) => Ok(outline.page(id).cloned()),
            None => stored(&self.base, objects, id),
        }
    }

    /// Loads the outline: from now on pages have its effective places and slugs.
    pub(super) fn settle(&mut self, objects: &dyn Objects) -> Result<(), ObjectError> {
        self.outline(objects).map(|_| ())
    }

    /// Returns the number of pages. Needs the outline.
    pub(super) fn len(&mut self, objects: &dyn Objects) -> Result<usize, ObjectError> {
        Ok((self.outline(objects)?.len() + self.made).saturating_sub(self.deleted))
    }

    /// Returns the children of a page, or the pages at the root. Needs the outline.
    pub(super) fn family(&mut self, objects: &dyn Objects, parent: Option<PageId>) -> Result<&mut Family, ObjectError> {
        if !self.families.contains_key(&parent) {
            let outline = self.outline(objects)?;
            let ids = parent.map_or_else(|| outline.roots(), |parent| outline.children(parent));
            let mut family = Family::default();
            for id in ids {
                let page = self.pages.get(id).map_or_else(|| outline.page(*id), Option::as_ref);
                if let Some(page) = page {
                    family.push(*id, page.order.clone(), page.slug.clone());
                }
            }
            self.families.insert(parent, family);
        }
        Ok(self.families.entry(parent).or_default())
    }

    /// Returns the ancestors of a page, from its parent to the root. Needs the outline.
    pub(super) fn ancestors(&mut self, objects: &dyn Objects, id: PageId) -> Result<Vec<PageId>, ObjectError> {
        self.settle(objects)?;
        let mut above = Vec::new();
        let mut next = self.page(objects, id)?.and_then(|page| page.parent);
        while let Some(parent) = next {
            above.push(parent);
            next = self.page(objects, parent)?.and_then(|page| page.parent);
        }
        Ok(above)
    }

    /// Returns a page and its descendants, parents first.
    pub(super) fn subtree(&mut self, objects: &dyn Objects, id: PageId) -> Result<Vec<PageId>, ObjectError> {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(parent) = all.get(next).copied() {
            all.extend(self.family(objects, Some(parent))?.ids());
            next += 1;
        }
        Ok(all)
    }

    /// Writes a page. Its place and slug must be those in its family.
    pub(super) fn write(&mut self, id: PageId, page: PageRecord) {
        // Pages are only created after the outline was loaded: without it, this one existed.
        let stored = || self.outline.as_ref().is_none_or(|outline| outline.page(id).is_some());
        let was_there = self.pages.get(&id).map_or_else(stored, Option::is_some);
        self.made += usize::from(!was_there);
        self.pages.insert(id, Some(page));
    }

    /// Changes the order keys of pages of one family.
    pub(super) fn reorder(
        &mut self,
        objects: &dyn Objects,
        places: Vec<(PageId, String)>,
        now: i64,
    ) -> Result<(), ObjectError> {
        for (id, order) in places {
            if let Some(page) = self.page(objects, id)? {
                self.write(id, PageRecord { order, updated_at: now, ..page });
            }
        }
        Ok(())
    }

    /// Deletes a page without children, or whose descendants are deleted too.
    pub(super) fn delete(&mut self, objects: &dyn Objects, id: PageId) -> Result<(), ObjectError> {
        if let Some(page) = self.page(objects, id)? {
            self.family(objects, page.parent)?.remove(id);
            self.pages.insert(id, None);
            self.deleted += 1;
        }
        Ok(())
    }

    /// Returns the changed pages; `None` for a deleted one.
    pub(super) fn into_pages(self) -> BTreeMap<PageId, Option<PageRecord>> {
        self.pages
    }

    fn outline(&mut self, objects: &dyn Objects) -> Result<Arc<Outline>, ObjectError> {
        if let Some(outline) = &self.outline {
            return Ok(outline.clone());
        }
        let outline = (self.load)(&self.base, objects)?;
        // Pages written until now were read without the repairs of the outline.
        for (id, page) in &mut self.pages {
            if let Some((page, shown)) = page.as_mut().zip(outline.page(*id)) {
                page.parent = shown.parent;
                page.slug.clone_from(&shown.slug);
            }
        }
        self.outline = Some(outline.clone());
        Ok(outline)
    }
}

/// Reads a page from a map.
pub(super) fn stored(map: &Map, objects: &dyn Objects, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
    let key = EntryKey::Page(id);
    let Some(value) = map.get(objects, &key.to_bytes())? else { return Ok(None) };
    PageRecord::decode(&value).map(Some).map_err(|error| error.in_map(map.root(), &key))
}
