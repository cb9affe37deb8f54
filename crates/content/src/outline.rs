//! The page tree of a revision.
//!
//! An outline is always a tree, whatever the records are: a page whose parent is missing is at the root, as is the page
//! with the smallest identifier of each cycle, and of siblings with the same slug all but the first get a number. The
//! records that it returns have the effective parents and slugs. It is built by one scan, and never changes. The outline
//! of other content follows from it by the difference, and shares all that is the same: `outline/follow`.

mod family;
mod follow;
mod pages;

use std::sync::Arc;

use foldhash::HashMap;

use crate::hash::Hash;
use crate::id::PageId;
use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use crate::record::{EntryKey, PageKind, PageRecord};
use family::Family;
use pages::{Page, Pages};

/// The page tree of a revision, with records and an index by path.
#[derive(Debug, Clone)]
pub struct Outline {
    pages: Pages,
    roots: Arc<Family>,
    conditional: Arc<Vec<PageId>>,
    computed: Arc<Vec<PageId>>,
    /// The number of pages with a cover.
    covers: usize,
    /// True if every page is below the parent that the content has.
    has_stored_parents: bool,
    weight: usize,
    /// The content maps whose outlines are alike in some way; `None` if the pages are of none.
    alike: Option<Alike>,
}

/// The roots of content maps whose outlines show the same.
#[derive(Debug, Clone, Copy)]
struct Alike {
    /// The root of one with the same [`Outline::listing`].
    listing: Hash,
    /// The root of one with the same [`Outline::structure`].
    structure: Hash,
}

impl Alike {
    /// Only outlines of the same content are alike.
    fn alone(root: Hash) -> Self {
        Self { listing: root, structure: root }
    }
}

impl Outline {
    /// Loads the page tree of a content map.
    pub fn load(map: &Map, objects: &dyn Objects) -> Result<Self, ObjectError> {
        let mut pages = Vec::new();
        for entry in map.scan(objects, EntryKey::PAGES) {
            let (key, value) = entry?;
            if let Some(EntryKey::Page(id)) = EntryKey::parse(&key) {
                pages.push((id, Page::new(decode(map.root(), id, &value)?)));
            }
        }
        Ok(Self::build(pages, Some(Alike::alone(map.root()))))
    }

    /// Builds the tree of these pages.
    pub fn of(pages: impl IntoIterator<Item = (PageId, PageRecord)>) -> Self {
        Self::build(pages.into_iter().map(|(id, record)| (id, Page::new(record))).collect(), None)
    }

    /// Builds the tree of pages that have the places of the content.
    fn build(pages: Vec<(PageId, Page)>, alike: Option<Alike>) -> Self {
        let parents = parents(&pages);
        let has_stored_parents = pages.iter().zip(&parents).all(|((_, page), parent)| page.record.parent == *parent);
        let listed = |is: fn(&PageRecord) -> bool| {
            let listed = pages.iter().filter(|(_, page)| is(&page.record)).map(|(id, _)| *id);
            Arc::new(listed.collect())
        };
        let (conditional, computed) = (listed(is_conditional), listed(is_computed));
        let covers = pages.iter().filter(|(_, page)| page.record.cover.is_some()).count();
        let weight = pages.iter().map(|(_, page)| weight(page)).sum();
        let mut families: HashMap<Option<PageId>, Vec<PageId>> = HashMap::default();
        for ((id, _), parent) in pages.iter().zip(parents) {
            families.entry(parent).or_default().push(*id);
        }
        let mut pages: Pages = pages.into_iter().collect();
        let mut roots = Arc::default();
        for (parent, ids) in families {
            let family = Arc::new(Family::link(&mut pages, parent, ids));
            match parent.and_then(|parent| pages.get_mut(&parent)) {
                Some(page) => page.children = Some(family),
                None => roots = family,
            }
        }
        Self { pages, roots, conditional, computed, covers, has_stored_parents, weight, alike }
    }

    /// Returns a hash by which lists of the pages can be cached: outlines with the same hash have the same pages in the
    /// same places, with the same slugs, kinds, links, titles, emoji, icons, descriptions, conditions and variables, of
    /// which the same are hidden and the same are found by searches. `None` if the outline is not that of a content map.
    pub fn listing(&self) -> Option<Hash> {
        self.alike.map(|alike| alike.listing)
    }

    /// Returns a hash like [`Outline::listing`] that stays the same where titles, descriptions, emoji, icons and addresses
    /// of links alone change: outlines with the same hash have the same pages in the same places, with the same slugs,
    /// kinds, conditions and variables, of which the same are hidden, the same are found by searches, and the same have
    /// titles or descriptions that may contain conditions. `None` if the outline is not that of a content map.
    pub fn structure(&self) -> Option<Hash> {
        self.alike.map(|alike| alike.structure)
    }

    /// Returns the pages at the root, in order.
    pub fn roots(&self) -> &[PageId] {
        &self.roots.ids
    }

    /// Returns the children of a page, in order.
    pub fn children(&self, id: PageId) -> &[PageId] {
        self.pages.get(&id).and_then(|page| page.children.as_ref()).map_or(&[], |children| &children.ids)
    }

    /// Returns the record of a page, with its effective parent and slug.
    pub fn page(&self, id: PageId) -> Option<&PageRecord> {
        self.pages.get(&id).map(|page| &*page.record)
    }

    /// Returns the path of a page: the slugs of its ancestors and its own, joined with `/`.
    pub fn path(&self, id: PageId) -> Option<String> {
        let own = self.page(id)?;
        let mut slugs: Vec<&str> = self.ancestors(id).filter_map(|id| self.page(id)).map(|page| &*page.slug).collect();
        slugs.reverse();
        slugs.push(&own.slug);
        Some(slugs.join("/"))
    }

    /// Returns the page at a path.
    pub fn find(&self, path: &str) -> Option<PageId> {
        let mut slugs = path.split('/');
        let mut found = self.roots.find(&self.pages, slugs.next()?)?;
        for slug in slugs {
            found = self.pages.get(&found)?.children.as_ref()?.find(&self.pages, slug)?;
        }
        Some(found)
    }

    /// Returns the ancestors of a page, from its parent to the root.
    pub fn ancestors(&self, id: PageId) -> impl Iterator<Item = PageId> + '_ {
        let parent = |id| self.page(id).and_then(|page| page.parent);
        std::iter::successors(parent(id), move |id| parent(*id))
    }

    /// Returns the number of levels of a page and the pages below it: 1 if there are none below it.
    pub fn height(&self, id: PageId) -> usize {
        let mut level = vec![id];
        let mut height = 0;
        while !level.is_empty() {
            height += 1;
            level = level.iter().flat_map(|id| self.children(*id)).copied().collect();
        }
        height
    }

    /// Iterates over all pages: parents before children, siblings in order.
    pub fn walk(&self) -> impl Iterator<Item = PageId> + '_ {
        let mut open: Vec<PageId> = self.roots().iter().rev().copied().collect();
        std::iter::from_fn(move || {
            let id = open.pop()?;
            open.extend(self.children(id).iter().rev());
            Some(id)
        })
    }

    /// Iterates over the conditions of pages. Pages with conditions are few, and listed when the outline is built.
    pub fn conditions(&self) -> impl Iterator<Item = &str> {
        self.conditional.iter().filter_map(|id| self.page(*id)?.condition.as_deref())
    }

    /// Returns true if a page has a cover.
    pub fn has_covers(&self) -> bool {
        self.covers > 0
    }

    /// Returns the computed pages, in order of their identifiers where the tree was loaded.
    pub fn computed(&self) -> &[PageId] {
        &self.computed
    }

    /// Returns the number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns true if there are no pages.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns the approximate size in memory in bytes, with that of all that is shared with others.
    pub fn weight(&self) -> usize {
        size_of::<Self>() + self.weight
    }
}

fn decode(root: Hash, id: PageId, value: &[u8]) -> Result<PageRecord, ObjectError> {
    PageRecord::decode(value)
        .map_err(|error| ObjectError::Damaged { hash: root, reason: format!("as a map, the page {id} is {error}") })
}

fn is_computed(page: &PageRecord) -> bool {
    matches!(page.kind, PageKind::Computed { .. })
}

fn is_conditional(page: &PageRecord) -> bool {
    page.condition.is_some()
}

/// Returns the effective parents of pages: none where the parent is missing, and for one page of each cycle.
fn parents(pages: &[(PageId, Page)]) -> Vec<Option<PageId>> {
    let by_id: HashMap<_, _> = pages.iter().enumerate().map(|(at, (id, _))| (*id, at)).collect();
    let parent = |page: &Page| page.record.parent.and_then(|parent| by_id.get(&parent).copied());
    let mut parents: Vec<Option<usize>> = pages.iter().map(|(_, page)| parent(page)).collect();
    // For each page, the walk towards the root that visited it first. A walk that meets itself has found a cycle.
    let mut walked: Vec<Option<usize>> = vec![None; pages.len()];
    for start in 0..pages.len() {
        let mut at = Some(start);
        while let Some(here) = at.filter(|&here| walked[here].is_none()) {
            walked[here] = Some(start);
            at = parents[here];
        }
        if let Some(met) = at.filter(|&met| walked[met] == Some(start)) {
            let first = circle(met, &parents).min_by_key(|&member| pages[member].0).unwrap_or(met);
            parents[first] = None;
        }
    }
    parents.into_iter().map(|parent| parent.map(|at| pages[at].0)).collect()
}

fn circle(start: usize, parents: &[Option<usize>]) -> impl Iterator<Item = usize> + '_ {
    let mut next = Some(start);
    std::iter::from_fn(move || {
        let here = next?;
        next = parents[here].filter(|&parent| parent != start);
        Some(here)
    })
}

/// Returns the approximate size of a page in memory in bytes: it is in the table by identifier, and among its siblings in
/// order and by slug. It does not depend on other pages.
fn weight(page: &Page) -> usize {
    let slug = page.stored_slug().len();
    size_of::<Page>() + size_of::<PageRecord>() + 6 * size_of::<PageId>() + texts(&page.record) + slug
}

/// Returns the number of bytes of the texts of a record, without its slug.
fn texts(page: &PageRecord) -> usize {
    let optional = [&page.nav_title, &page.emoji, &page.icon, &page.description, &page.condition];
    let optional: usize = optional.into_iter().flatten().map(String::len).sum();
    let kind = match &page.kind {
        PageKind::Link { href: text } | PageKind::Computed { yaml: text } => text.len(),
        PageKind::Document { .. } | PageKind::Group => 0,
    };
    let variables: usize = page.variables.keys().map(|name| name.len() + 128).sum();
    let cover = page.cover.as_ref().map_or(0, |cover| cover.r#ref.len());
    let git = page.git.as_ref().map_or(0, |git| git.path.len());
    page.order.len() + page.title.len() + optional + kind + variables + cover + git
}
