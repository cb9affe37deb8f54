//! The page tree of a revision.
//!
//! An outline is always a tree, whatever the records are: a page whose parent is missing is at the root, as is the page
//! with the smallest identifier of each cycle, and of siblings with the same slug all but the first get a number. The
//! records that it returns have the effective parents and slugs. It is built by one scan, and never changes. The outline
//! of content in which only texts and attributes of pages differ shares that tree, and has the records of those pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use foldhash::HashMap;

use crate::hash::Hash;
use crate::id::PageId;
use crate::map::{Change, Map};
use crate::objects::{ObjectError, Objects};
use crate::record::{EntryKey, PageKind, PageRecord};
use crate::slug::{self, Siblings};

/// The page tree of a revision, with records and an index by path.
#[derive(Debug, Clone)]
pub struct Outline {
    tree: Arc<Tree>,
    /// The records of pages that differ from those of the tree, in neither place nor slug.
    changed: BTreeMap<PageId, Arc<PageRecord>>,
    /// The root of a content map whose outline lists the same; `None` if the pages are of none.
    listing: Option<Hash>,
}

/// The most records in which an outline differs from its tree. With more, the tree is worth loading.
const MOST_CHANGED: usize = 256;

/// The pages of an outline, with their places.
#[derive(Debug)]
struct Tree {
    pages: Vec<Page>,
    by_id: HashMap<PageId, usize>,
    roots: Children,
    conditional: Vec<PageId>,
    computed: Vec<PageId>,
    weight: usize,
}

#[derive(Debug, Clone)]
struct Page {
    id: PageId,
    /// The record, boxed because it is large and sorting accesses the list of pages at random.
    record: Box<PageRecord>,
    children: Children,
}

/// The children of a page.
#[derive(Debug, Clone, Default)]
struct Children {
    /// The identifiers, in order.
    ids: Vec<PageId>,
    /// The indices in the list of pages, sorted by slug.
    by_slug: Vec<usize>,
}

impl Page {
    fn new(id: PageId, record: PageRecord) -> Self {
        Self { id, record: Box::new(record), children: Children::default() }
    }
}

impl Outline {
    /// Loads the page tree of a content map.
    pub fn load(map: &Map, objects: &dyn Objects) -> Result<Self, ObjectError> {
        let mut pages = Vec::new();
        for entry in map.scan(objects, EntryKey::PAGES) {
            let (key, value) = entry?;
            if let Some(EntryKey::Page(id)) = EntryKey::parse(&key) {
                pages.push(Page::new(id, decode(map.root(), id, &value)?));
            }
        }
        Ok(Self::of_tree(Tree::new(pages), Some(map.root())))
    }

    /// Builds the tree of these pages.
    pub fn of(pages: impl IntoIterator<Item = (PageId, PageRecord)>) -> Self {
        Self::of_tree(Tree::new(pages.into_iter().map(|(id, record)| Page::new(id, record)).collect()), None)
    }

    fn of_tree(tree: Tree, listing: Option<Hash>) -> Self {
        Self { tree: Arc::new(tree), changed: BTreeMap::new(), listing }
    }

    /// Returns the outline of `after` if this is the outline of `before`, at a cost that depends on the difference only;
    /// `None` if a page was added, removed or moved, has another slug, begins or ceases to be conditional or computed, or
    /// if too many pages differ.
    pub fn follow(&self, before: &Map, after: &Map, objects: &dyn Objects) -> Result<Option<Self>, ObjectError> {
        let mut changed = self.changed.clone();
        let mut listing = self.listing;
        for change in before.diff(after, objects) {
            let Change { key, before, after: now } = change?;
            let Some(EntryKey::Page(id)) = EntryKey::parse(&key) else { continue };
            let (Some(before), Some(now), Some(shown)) = (before, now, self.page(id)) else { return Ok(None) };
            let (before, now) = (decode(after.root(), id, &before)?, decode(after.root(), id, &now)?);
            if !has_same_place(&before, &now) || changed.len() >= MOST_CHANGED {
                return Ok(None);
            }
            if !is_listed_alike(&before, &now) {
                listing = Some(after.root());
            }
            let page = PageRecord { parent: shown.parent, slug: shown.slug.clone(), ..now };
            changed.insert(id, Arc::new(page));
        }
        Ok(Some(Self { tree: self.tree.clone(), changed, listing }))
    }

    /// Returns a hash by which lists of the pages can be cached: outlines with the same hash have the same pages in the
    /// same places, with the same slugs, kinds, links, titles, emoji, icons, descriptions, conditions and variables, of
    /// which the same are hidden. `None` if the outline is not that of a content map.
    pub fn listing(&self) -> Option<Hash> {
        self.listing
    }

    /// Returns the pages at the root, in order.
    pub fn roots(&self) -> &[PageId] {
        &self.tree.roots.ids
    }

    /// Returns the children of a page, in order.
    pub fn children(&self, id: PageId) -> &[PageId] {
        self.tree.at(id).map_or(&[], |page| &page.children.ids)
    }

    /// Returns the record of a page, with its effective parent and slug.
    pub fn page(&self, id: PageId) -> Option<&PageRecord> {
        self.changed.get(&id).map(|page| &**page).or_else(|| self.tree.at(id).map(|page| &*page.record))
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
        let tree = &*self.tree;
        let mut level = &tree.roots;
        let mut found = None;
        for slug in path.split('/') {
            let at = level.by_slug.binary_search_by(|&at| tree.slug(at).cmp(slug)).ok()?;
            let page = &tree.pages[level.by_slug[at]];
            found = Some(page.id);
            level = &page.children;
        }
        found
    }

    /// Returns the ancestors of a page, from its parent to the root.
    pub fn ancestors(&self, id: PageId) -> impl Iterator<Item = PageId> + '_ {
        let parent = |id| self.page(id).and_then(|page| page.parent);
        std::iter::successors(parent(id), move |id| parent(*id))
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
        self.tree.conditional.iter().filter_map(|id| self.page(*id)?.condition.as_deref())
    }

    /// Returns the computed pages, in order of their identifiers where the tree was loaded.
    pub fn computed(&self) -> &[PageId] {
        &self.tree.computed
    }

    /// Returns the number of pages.
    pub fn len(&self) -> usize {
        self.tree.pages.len()
    }

    /// Returns true if there are no pages.
    pub fn is_empty(&self) -> bool {
        self.tree.pages.is_empty()
    }

    /// Returns the approximate size in memory in bytes, with that of a tree that is shared.
    pub fn weight(&self) -> usize {
        let changed: usize = self.changed.values().map(|page| size_of::<PageRecord>() + texts(page)).sum();
        size_of::<Self>() + self.tree.weight + changed
    }
}

impl Tree {
    fn new(mut pages: Vec<Page>) -> Self {
        let by_id: HashMap<_, _> = pages.iter().enumerate().map(|(at, page)| (page.id, at)).collect();
        cut_loose_ends(&mut pages, &by_id);
        let conditional = pages.iter().filter(|page| page.record.condition.is_some()).map(|page| page.id).collect();
        let computed = pages.iter().filter(|page| is_computed(&page.record)).map(|page| page.id).collect();
        let mut tree = Self { pages, by_id, roots: Children::default(), conditional, computed, weight: 0 };
        tree.link();
        tree.weight = tree.measure();
        tree
    }

    fn at(&self, id: PageId) -> Option<&Page> {
        self.by_id.get(&id).map(|&at| &self.pages[at])
    }

    /// Assigns every page to its parent, in order.
    fn link(&mut self) {
        let place = |at: usize| (self.pages[at].record.parent, &*self.pages[at].record.order, self.pages[at].id, at);
        let mut order: Vec<_> = (0..self.pages.len()).map(place).collect();
        order.sort_unstable();
        let order: Vec<_> = order.into_iter().map(|(parent, _, _, at)| (parent, at)).collect();
        for family in order.chunk_by(|a, b| a.0 == b.0) {
            let mut children = Children {
                ids: family.iter().map(|&(_, at)| self.pages[at].id).collect(),
                by_slug: family.iter().map(|&(_, at)| at).collect(),
            };
            self.repair_slugs(&mut children.by_slug);
            let parent = family.first().and_then(|(parent, _)| self.by_id.get(parent.as_ref()?));
            match parent {
                Some(&at) => self.pages[at].children = children,
                None => self.roots = children,
            }
        }
    }

    /// Makes the slugs of siblings valid and distinct, and sorts the siblings by slug.
    fn repair_slugs(&mut self, siblings: &mut [usize]) {
        let in_order = siblings.to_vec();
        siblings.sort_unstable_by(|&a, &b| self.slug(a).cmp(self.slug(b)));
        let different = siblings.is_sorted_by(|&a, &b| self.slug(a) < self.slug(b));
        if different && siblings.iter().all(|&at| is_usable(self.slug(at))) {
            return;
        }
        let mut taken = Siblings::default();
        for at in in_order {
            let slug = &mut self.pages[at].record.slug;
            *slug = if is_usable(slug) { taken.claim(slug) } else { taken.claim(&slug::slug(slug)) };
        }
        siblings.sort_unstable_by(|&a, &b| self.slug(a).cmp(self.slug(b)));
    }

    fn slug(&self, at: usize) -> &str {
        &self.pages[at].record.slug
    }

    fn measure(&self) -> usize {
        // A page is in the list of pages, in the table by identifier, and among its siblings in order and by slug.
        let fixed = size_of::<Page>() + size_of::<PageRecord>() + 3 * (size_of::<PageId>() + size_of::<usize>());
        let texts: usize = self.pages.iter().map(|page| texts(&page.record)).sum();
        size_of::<Self>() + self.pages.len() * fixed + texts
    }
}

fn decode(root: Hash, id: PageId, value: &[u8]) -> Result<PageRecord, ObjectError> {
    PageRecord::decode(value)
        .map_err(|error| ObjectError::Damaged { hash: root, reason: format!("as a map, the page {id} is {error}") })
}

/// Returns true if a page has the same place in the tree after a change of its record, and in the lists of an outline.
fn has_same_place(before: &PageRecord, after: &PageRecord) -> bool {
    let place = |page: &PageRecord| (page.parent, page.condition.is_some(), is_computed(page));
    place(before) == place(after) && (&before.order, &before.slug) == (&after.order, &after.slug)
}

/// Returns true if lists of pages show a page in the same way after a change of its record.
fn is_listed_alike(before: &PageRecord, after: &PageRecord) -> bool {
    let kind = match (&before.kind, &after.kind) {
        (PageKind::Document { .. }, PageKind::Document { .. }) => true,
        (before, after) => before == after,
    };
    let texts = listed_texts(before) == listed_texts(after);
    kind && texts && before.hidden == after.hidden && before.variables == after.variables
}

/// Returns the texts of a record that lists show or depend on.
fn listed_texts(page: &PageRecord) -> [Option<&str>; 6] {
    let PageRecord { nav_title, emoji, icon, description, condition, .. } = page;
    let [nav_title, emoji, icon, description, condition] =
        [nav_title, emoji, icon, description, condition].map(Option::as_deref);
    [Some(&page.title), nav_title, emoji, icon, description, condition]
}

fn is_computed(page: &PageRecord) -> bool {
    matches!(page.kind, PageKind::Computed { .. })
}

/// Returns true if a slug is valid as a segment of a path.
fn is_usable(slug: &str) -> bool {
    !slug.is_empty() && !slug.contains('/')
}

/// Removes parents that are missing, and one parent of each cycle.
fn cut_loose_ends(pages: &mut [Page], by_id: &HashMap<PageId, usize>) {
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(pages.len());
    for page in &mut *pages {
        page.record.parent = page.record.parent.filter(|id| by_id.contains_key(id));
        parents.push(page.record.parent.map(|id| by_id[&id]));
    }
    // For each page, the walk towards the root that visited it first. A walk that meets itself has found a cycle.
    let mut walked: Vec<Option<usize>> = vec![None; pages.len()];
    for start in 0..pages.len() {
        let mut at = Some(start);
        while let Some(here) = at.filter(|&here| walked[here].is_none()) {
            walked[here] = Some(start);
            at = parents[here];
        }
        if let Some(met) = at.filter(|&met| walked[met] == Some(start)) {
            let first = circle(met, &parents).min_by_key(|&member| pages[member].id).unwrap_or(met);
            parents[first] = None;
            pages[first].record.parent = None;
        }
    }
}

fn circle(start: usize, parents: &[Option<usize>]) -> impl Iterator<Item = usize> + '_ {
    let mut next = Some(start);
    std::iter::from_fn(move || {
        let here = next?;
        next = parents[here].filter(|&parent| parent != start);
        Some(here)
    })
}

/// Returns the number of bytes of the texts of a record.
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
    page.order.len() + page.title.len() + page.slug.len() + optional + kind + variables + cover + git
}
