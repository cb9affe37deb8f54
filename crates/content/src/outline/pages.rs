//! The pages of an outline by identifier, as a table that shares what it has in common with the one before.
//!
//! It is a hash array mapped trie (Bagwell, 2001): a change copies the nodes on the way to one page, a few dozen
//! references, so the cost does not depend on the number of pages. The tree of the pages is defined elsewhere.

use std::hash::BuildHasher as _;
use std::sync::Arc;

use foldhash::fast::RandomState;

use crate::id::PageId;
use crate::outline::family::Family;
use crate::record::PageRecord;

/// The number of bits of a hash that choose among the nodes below one.
const BITS: u32 = 4;
/// The number of nodes below one.
const WIDTH: usize = 1 << BITS;
/// The most pages of a leaf that can be divided.
const MOST_IN_LEAF: usize = 16;

/// A page of an outline.
#[derive(Debug, Clone)]
pub(super) struct Page {
    /// The record, with the effective parent and slug.
    pub(super) record: Arc<PageRecord>,
    /// The place that the content has, where the effective one is another.
    stored: Option<Arc<Stored>>,
    /// The pages below; `None` if there are none.
    pub(super) children: Option<Arc<Family>>,
}

/// The place of a page as the content has it.
#[derive(Debug, Clone)]
struct Stored {
    parent: Option<PageId>,
    slug: String,
}

impl Page {
    /// Creates a page with the place that its record has.
    pub(super) fn new(record: PageRecord) -> Self {
        Self { record: Arc::new(record), stored: None, children: None }
    }

    /// Returns the page with these pages below it.
    pub(super) fn above(self, children: Option<Arc<Family>>) -> Self {
        Self { children, ..self }
    }

    /// Returns the parent that the content has.
    pub(super) fn stored_parent(&self) -> Option<PageId> {
        self.stored.as_ref().map_or(self.record.parent, |stored| stored.parent)
    }

    /// Returns the slug that the content has.
    pub(super) fn stored_slug(&self) -> &str {
        self.stored.as_ref().map_or(&self.record.slug, |stored| &stored.slug)
    }

    /// Returns the page with another record whose stored place is the same.
    pub(super) fn with(&self, record: PageRecord) -> Self {
        let Self { record: shown, stored, children } = self;
        let record = PageRecord { parent: shown.parent, slug: shown.slug.clone(), ..record };
        Self { record: Arc::new(record), stored: stored.clone(), children: children.clone() }
    }

    /// Returns the page with the place that the content has, without pages below it.
    pub(super) fn as_stored(&self) -> Self {
        let mut record = self.record.clone();
        if let Some(stored) = &self.stored {
            let shown = Arc::make_mut(&mut record);
            (shown.parent, shown.slug) = (stored.parent, stored.slug.clone());
        }
        Self { record, stored: None, children: None }
    }

    /// Gives the page an effective place.
    pub(super) fn settle(&mut self, parent: Option<PageId>, slug: &str) {
        if (self.record.parent, &*self.record.slug) == (parent, slug) {
            return;
        }
        let stored = Stored { parent: self.stored_parent(), slug: self.stored_slug().to_owned() };
        let is_repaired = (stored.parent, &*stored.slug) != (parent, slug);
        self.stored = is_repaired.then(|| Arc::new(stored));
        let record = Arc::make_mut(&mut self.record);
        record.parent = parent;
        slug.clone_into(&mut record.slug);
    }
}

/// Pages by identifier.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    root: Arc<Node>,
    len: usize,
    state: RandomState,
}

#[derive(Debug, Clone)]
enum Node {
    Leaf(Vec<(PageId, Page)>),
    Inner([Arc<Node>; WIDTH]),
}

impl Default for Pages {
    fn default() -> Self {
        Self { root: Arc::new(Node::Leaf(Vec::new())), len: 0, state: RandomState::default() }
    }
}

impl FromIterator<(PageId, Page)> for Pages {
    fn from_iter<I: IntoIterator<Item = (PageId, Page)>>(all: I) -> Self {
        let mut pages = Self::default();
        for (id, page) in all {
            pages.insert(id, page);
        }
        pages
    }
}

impl Pages {
    /// Returns the number of pages.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns a page.
    pub(super) fn get(&self, id: PageId) -> Option<&Page> {
        self.leaf(id).iter().find(|(other, _)| *other == id).map(|(_, page)| page)
    }

    /// Returns a page to change it.
    pub(super) fn get_mut(&mut self, id: PageId) -> Option<&mut Page> {
        let at = self.leaf(id).iter().position(|(other, _)| *other == id)?;
        let mut hash = self.state.hash_one(id);
        let mut node = Arc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(pages) => return pages.get_mut(at).map(|(_, page)| page),
                Node::Inner(below) => node = Arc::make_mut(&mut below[branch(hash)]),
            }
            hash >>= BITS;
        }
    }

    /// Inserts or replaces a page.
    pub(super) fn insert(&mut self, id: PageId, page: Page) {
        if let Some(there) = self.get_mut(id) {
            *there = page;
            return;
        }
        self.len += 1;
        let mut hash = self.state.hash_one(id);
        let (mut node, mut bits) = (Arc::make_mut(&mut self.root), u64::BITS);
        loop {
            if let Node::Leaf(pages) = node {
                if pages.len() < MOST_IN_LEAF || bits == 0 {
                    return pages.push((id, page));
                }
                *node = divided(std::mem::take(pages), |id| self.state.hash_one(id) >> (u64::BITS - bits));
            }
            if let Node::Inner(below) = node {
                node = Arc::make_mut(&mut below[branch(hash)]);
                (hash, bits) = (hash >> BITS, bits - BITS);
            }
        }
    }

    /// Removes a page.
    pub(super) fn remove(&mut self, id: PageId) {
        let Some(at) = self.leaf(id).iter().position(|(other, _)| *other == id) else { return };
        self.len -= 1;
        let mut hash = self.state.hash_one(id);
        let mut node = Arc::make_mut(&mut self.root);
        loop {
            match node {
                Node::Leaf(pages) => {
                    pages.swap_remove(at);
                    return;
                }
                Node::Inner(below) => node = Arc::make_mut(&mut below[branch(hash)]),
            }
            hash >>= BITS;
        }
    }

    /// Iterates over all pages, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (PageId, &Page)> {
        let mut open = vec![&*self.root];
        let mut leaf = [].iter();
        std::iter::from_fn(move || {
            loop {
                if let Some((id, page)) = leaf.next() {
                    return Some((*id, page));
                }
                match open.pop()? {
                    Node::Leaf(pages) => leaf = pages.iter(),
                    Node::Inner(below) => open.extend(below.iter().map(|node| &**node)),
                }
            }
        })
    }

    /// Returns the pages of the leaf in which a page is, if it is there.
    fn leaf(&self, id: PageId) -> &[(PageId, Page)] {
        let mut hash = self.state.hash_one(id);
        let mut node = &*self.root;
        loop {
            match node {
                Node::Leaf(pages) => return pages,
                Node::Inner(below) => node = &below[branch(hash)],
            }
            hash >>= BITS;
        }
    }
}

/// Returns the index of the node below another one by the lowest bits of what is left of a hash.
fn branch(hash: u64) -> usize {
    (hash % WIDTH as u64) as usize
}

/// Divides the pages of a leaf among new ones by what is left of their hashes.
fn divided(pages: Vec<(PageId, Page)>, hash: impl Fn(PageId) -> u64) -> Node {
    let mut leaves: [Vec<(PageId, Page)>; WIDTH] = Default::default();
    for (id, page) in pages {
        leaves[branch(hash(id))].push((id, page));
    }
    Node::Inner(leaves.map(|pages| Arc::new(Node::Leaf(pages))))
}
