//! The page tree while it is edited: the changed pages over an outline that is loaded when it is first needed.
//!
//! Invariant: parents exist and lead to the root, slugs of siblings differ. A page whose place and slug stay is read and
//! written without the outline.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::edit::family::Family;
use crate::id::PageId;
use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord};

/// Gives the outline of a map: from a cache, or by [`Outline::load`].
pub type LoadOutline<'a> = dyn FnMut(&Map, &dyn Objects) -> Result<Arc<Outline>, ObjectError> + 'a;

pub(super) struct Tree<'c> {
    base: Map,
    load: &'c mut LoadOutline<'c>,
    outline: Option<Arc<Outline>>,
    /// Pages that changed; none where one was deleted.
    pages: BTreeMap<PageId, Option<PageRecord>>,
    /// Families that were asked for, as they are now.
    families: HashMap<Option<PageId>, Family>,
    /// How many pages were made, and how many deleted, those that were both counted in both.
    made: usize,
    deleted: usize,
}

impl<'c> Tree<'c> {
    pub(super) fn new(base: Map, load: &'c mut LoadOutline<'c>) -> Self {
        Self { base, load, outline: None, pages: BTreeMap::new(), families: HashMap::new(), made: 0, deleted: 0 }
    }

    /// A page as it is now.
    pub(super) fn page(&self, objects: &dyn Objects, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
        if let Some(page) = self.pages.get(&id) {
            return Ok(page.clone());
        }
        match &self.outline {
            Some(outline) => Ok(outline.page(id).cloned()),
            None => stored(&self.base, objects, id),
        }
    }

    /// Makes sure of the outline: from now on pages are as it shows them.
    pub(super) fn settle(&mut self, objects: &dyn Objects) -> Result<(), ObjectError> {
        self.outline(objects).map(|_| ())
    }

    /// How many pages there are. Needs the outline.
    pub(super) fn len(&mut self, objects: &dyn Objects) -> Result<usize, ObjectError> {
        Ok((self.outline(objects)?.len() + self.made).saturating_sub(self.deleted))
    }

    /// The pages right below one, or at the root. Needs the outline.
    pub(super) fn family(&mut self, objects: &dyn Objects, parent: Option<PageId>) -> Result<&mut Family, ObjectError> {
        if !self.families.contains_key(&parent) {
            let outline = self.outline(objects)?;
            let ids = parent.map_or_else(|| outline.roots(), |parent| outline.children(parent));
            let mut family = Family::default();
            for id in ids {
                if let Some(page) = self.page(objects, *id)? {
                    family.push(*id, page.order, page.slug);
                }
            }
            self.families.insert(parent, family);
        }
        Ok(self.families.entry(parent).or_default())
    }

    /// The pages above a page, from its parent to the root. Needs the outline.
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

    /// A page and all below it, parents first.
    pub(super) fn subtree(&mut self, objects: &dyn Objects, id: PageId) -> Result<Vec<PageId>, ObjectError> {
        let mut all = vec![id];
        let mut next = 0;
        while let Some(parent) = all.get(next).copied() {
            all.extend(self.family(objects, Some(parent))?.ids());
            next += 1;
        }
        Ok(all)
    }

    /// Writes a page. Its place and slug are those that its family has.
    pub(super) fn write(&mut self, id: PageId, page: PageRecord) {
        // Pages are made with the outline at hand: without it, this one was there.
        let stored = || self.outline.as_ref().is_none_or(|outline| outline.page(id).is_some());
        let was_there = self.pages.get(&id).map_or_else(stored, Option::is_some);
        self.made += usize::from(!was_there);
        self.pages.insert(id, Some(page));
    }

    /// Gives pages of one family other places.
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

    /// Deletes a page that has none below it, or whose descendants are deleted too.
    pub(super) fn delete(&mut self, objects: &dyn Objects, id: PageId) -> Result<(), ObjectError> {
        if let Some(page) = self.page(objects, id)? {
            self.family(objects, page.parent)?.remove(id);
            self.pages.insert(id, None);
            self.deleted += 1;
        }
        Ok(())
    }

    /// The pages that changed.
    pub(super) fn into_pages(self) -> BTreeMap<PageId, Option<PageRecord>> {
        self.pages
    }

    fn outline(&mut self, objects: &dyn Objects) -> Result<Arc<Outline>, ObjectError> {
        if let Some(outline) = &self.outline {
            return Ok(outline.clone());
        }
        let outline = (self.load)(&self.base, objects)?;
        // What was written until now was read without the repairs of the outline.
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

/// A page of a map.
pub(super) fn stored(map: &Map, objects: &dyn Objects, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
    let key = EntryKey::Page(id);
    let Some(value) = map.get(objects, &key.to_bytes())? else { return Ok(None) };
    PageRecord::decode(&value).map(Some).map_err(|error| error.in_map(map.root(), &key))
}
