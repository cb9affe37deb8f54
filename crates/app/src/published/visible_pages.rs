//! The pages of a space that one audience can see, in reading order.
//!
//! A page whose condition does not hold is invisible, and so is everything below it. A hidden page is accessible by its
//! address; navigation, search and all lists omit it and the pages below it. Groups and links to elsewhere are not
//! pages: they have no address.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_content::document::conditions;
use quire_content::id::PageId;
use quire_content::outline::Outline;
use quire_content::record::{PageKind, PageRecord};

use crate::openapi_specs::latest::Used;

/// The pages of a space as one audience sees them.
#[derive(Debug)]
pub struct VisiblePages {
    outline: Arc<Outline>,
    listing: Arc<PageListing>,
    /// Pages with a description that may contain a condition, without the description.
    undescribed: HashMap<PageId, PageRecord>,
    /// The specifications that pages were made of.
    used: Vec<Used>,
}

/// The pages of a space that one audience can see and finds in lists. Outlines with the same [`Outline::structure`] share
/// it, as most edits change nothing in it.
#[derive(Debug)]
pub(crate) struct PageListing {
    /// Pages with a description that may contain a condition.
    undescribed: Vec<PageId>,
    /// Pages, groups and links that the audience can't see.
    unseen: HashSet<PageId>,
    /// Visible entries that lists omit.
    unlisted: HashSet<PageId>,
    /// The listed pages, in order.
    order: Vec<PageId>,
    /// The index of each listed page in `order`.
    places: HashMap<PageId, usize>,
    first: Option<PageId>,
    /// Listed groups without listed entries in them, which lists do not show.
    bare: HashSet<PageId>,
    /// The number of pages, groups and links that lists show.
    shown: usize,
}

impl PageListing {
    /// Determines the visible pages of a tree, by evaluating conditions with `holds`.
    pub(crate) fn new(outline: &Outline, holds: impl Fn(&str, &PageRecord) -> bool) -> Self {
        let (mut unseen, mut unlisted) = (HashSet::new(), HashSet::new());
        let (mut order, mut undescribed) = (Vec::new(), Vec::new());
        for (id, page) in outline.walk().filter_map(|id| Some((id, outline.page(id)?))) {
            let below = |set: &HashSet<PageId>| page.parent.is_some_and(|parent| set.contains(&parent));
            if below(&unseen)
                || is_doubtful(page)
                || page.condition.as_deref().is_some_and(|condition| !holds(condition, page))
            {
                unseen.insert(id);
            } else if page.hidden || below(&unlisted) {
                unlisted.insert(id);
            } else if is_page(page) {
                order.push(id);
            }
            if page.description.as_deref().is_some_and(conditions::may_have) {
                undescribed.push(id);
            }
        }
        let places = order.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        let first = order.first().copied().or_else(|| {
            let there = |id: &PageId| !unseen.contains(id) && outline.page(*id).is_some_and(is_page);
            outline.walk().find(there)
        });
        let mut listing = Self { undescribed, unseen, unlisted, order, places, first, bare: HashSet::new(), shown: 0 };
        listing.count(outline);
        listing
    }

    /// Counts the entries that lists show: all that are listed, but groups only with something in them.
    fn count(&mut self, outline: &Outline) {
        let Self { unseen, unlisted, bare, shown, .. } = self;
        let is_listed = |id: &PageId| !unseen.contains(id) && !unlisted.contains(id);
        let entries = outline.walk().filter(is_listed).filter_map(|id| Some((id, outline.page(id)?)));
        let entries: Vec<_> = entries.collect();
        let mut filled = HashSet::new();
        // What is below an entry comes after it.
        for (id, entry) in entries.into_iter().rev() {
            if matches!(entry.kind, PageKind::Group) && !filled.contains(&id) {
                bare.insert(id);
            } else {
                *shown += 1;
                filled.extend(entry.parent);
            }
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        let id = size_of::<PageId>();
        let sets = self.unseen.len() + self.unlisted.len() + self.bare.len();
        size_of::<Self>() + sets * 2 * id + self.order.len() * 4 * id + self.undescribed.len() * id
    }
}

impl VisiblePages {
    /// Combines a tree with what an audience can see of it.
    pub(crate) fn new(outline: Arc<Outline>, listing: Arc<PageListing>) -> Self {
        let without = |id: &PageId| Some((*id, PageRecord { description: None, ..outline.page(*id)?.clone() }));
        let undescribed = listing.undescribed.iter().filter_map(without).collect();
        Self { outline, listing, undescribed, used: Vec::new() }
    }

    /// Returns the pages with the specifications that they were made of.
    pub(crate) fn made_of(self, used: Vec<Used>) -> Self {
        Self { used, ..self }
    }

    /// Returns the specifications that pages were made of, with the versions that were the latest ones.
    pub fn used(&self) -> &[Used] {
        &self.used
    }

    /// Returns the first page of the space, which has the space's own address.
    pub fn first(&self) -> Option<PageId> {
        self.listing.first
    }

    /// Returns a page, group or link, if it is visible.
    pub fn entry(&self, id: PageId) -> Option<&PageRecord> {
        let page = self.undescribed.get(&id).or_else(|| self.outline.page(id));
        page.filter(|_| !self.listing.unseen.contains(&id))
    }

    /// Returns a page, if it is visible.
    pub fn page(&self, id: PageId) -> Option<&PageRecord> {
        self.entry(id).filter(|page| is_page(page))
    }

    /// Returns true if lists include the entry.
    pub fn lists(&self, id: PageId) -> bool {
        self.entry(id).is_some() && !self.listing.unlisted.contains(&id)
    }

    /// Returns true if the site's own search can find the page.
    pub fn finds(&self, id: PageId) -> bool {
        self.listing.places.contains_key(&id) && self.page(id).is_some_and(|page| !page.no_index)
    }

    /// Returns the visible page or group at a path.
    pub fn find(&self, path: &str) -> Option<PageId> {
        if path.is_empty() {
            return self.listing.first;
        }
        self.outline.find(path).filter(|id| self.entry(*id).is_some())
    }

    /// Returns the path of a page within the space; empty for the first page.
    pub fn path(&self, id: PageId) -> Option<String> {
        if self.listing.first == Some(id) { Some(String::new()) } else { self.full_path(id) }
    }

    /// Returns the path of a page within the space, with all of its slugs.
    pub fn full_path(&self, id: PageId) -> Option<String> {
        self.entry(id).and_then(|_| self.outline.path(id))
    }

    /// Returns the listed entries at the top level, or below an entry, in order. Omits groups without entries in them.
    pub fn below(&self, parent: Option<PageId>) -> impl Iterator<Item = (PageId, &PageRecord)> {
        self.all_below(parent).iter().copied().filter_map(|id| Some((id, self.shown(id)?)))
    }

    /// Iterates over all listed entries, or all below an entry, each with the number of levels above it: parents before
    /// children, siblings in order. Omits groups without entries in them.
    pub fn walk_below(&self, parent: Option<PageId>) -> impl Iterator<Item = (usize, PageId, &PageRecord)> {
        let mut open: Vec<_> = self.all_below(parent).iter().rev().map(|id| (0, *id)).collect();
        std::iter::from_fn(move || {
            while let Some((depth, id)) = open.pop() {
                if let Some(entry) = self.shown(id) {
                    open.extend(self.all_below(Some(id)).iter().rev().map(|id| (depth + 1, *id)));
                    return Some((depth, id, entry));
                }
            }
            None
        })
    }

    /// Returns the entries at the top level, or below an entry, in order. Lists omit some of them: see
    /// [`VisiblePages::shown`].
    pub fn all_below(&self, parent: Option<PageId>) -> &[PageId] {
        parent.map_or(self.outline.roots(), |parent| self.outline.children(parent))
    }

    /// Returns an entry that lists show: one that is listed, and is no group without entries in it.
    pub fn shown(&self, id: PageId) -> Option<&PageRecord> {
        let PageListing { unlisted, bare, .. } = &*self.listing;
        self.entry(id).filter(|_| !unlisted.contains(&id) && !bare.contains(&id))
    }

    /// Returns the number of entries that lists show, at all levels.
    pub fn count_shown(&self) -> usize {
        self.listing.shown
    }

    /// Returns the first listed page below an entry.
    pub fn first_below(&self, id: PageId) -> Option<PageId> {
        self.walk_below(Some(id)).find(|(_, _, entry)| is_page(entry)).map(|(_, id, _)| id)
    }

    /// Returns the ancestors of an entry, from the top level to its parent.
    pub fn above(&self, id: PageId) -> Vec<PageId> {
        let mut above: Vec<_> = self.outline.ancestors(id).collect();
        above.reverse();
        above
    }

    /// Returns all listed pages, in order.
    pub fn order(&self) -> &[PageId] {
        &self.listing.order
    }

    /// Returns the pages before and after one in that order.
    pub fn neighbours(&self, id: PageId) -> (Option<PageId>, Option<PageId>) {
        let Some(&at) = self.listing.places.get(&id) else { return (None, None) };
        let before = at.checked_sub(1).map(|at| self.listing.order[at]);
        (before, self.listing.order.get(at + 1).copied())
    }

    /// Returns the approximate size in memory beside the page tree, in bytes, with what is shared.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Self>() + self.undescribed.len() * 2 * size_of::<PageRecord>() + self.listing.weight()
    }
}

/// Returns true if a title may contain a condition: lists would show what it hides, so the page is made invisible.
fn is_doubtful(page: &PageRecord) -> bool {
    conditions::may_have(&page.title) || page.nav_title.as_deref().is_some_and(conditions::may_have)
}

/// Returns true if an entry of the tree has an address of its own.
fn is_page(entry: &PageRecord) -> bool {
    matches!(entry.kind, PageKind::Document { .. } | PageKind::Computed { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quire_content::hash::Hash;
    use quire_content::id::Uid;

    /// An entry: number, parent, kind (`p`age, `g`roup, `l`ink), slug, flags (`h`idden, `c`ondition).
    type Entry = (u8, u8, char, &'static str, &'static str);

    fn id(number: u8) -> PageId {
        PageId(Uid([number; 16]))
    }

    fn record((number, parent, kind, slug, flags): Entry) -> (PageId, PageRecord) {
        let kind = match kind {
            'g' => PageKind::Group,
            'l' => PageKind::Link { href: "https://example.org".to_owned() },
            _ => PageKind::Document { source: Hash::of(b""), size: 0, body_at: 0 },
        };
        let page = PageRecord {
            parent: (parent > 0).then(|| id(parent)),
            order: format!("{number:03}"),
            kind,
            title: slug.to_owned(),
            nav_title: None,
            slug: slug.to_owned(),
            emoji: None,
            icon: None,
            description: None,
            layout: None,
            cover: None,
            variables: std::collections::BTreeMap::new(),
            hidden: flags.contains('h'),
            no_index: false,
            no_robots_index: false,
            condition: flags.contains('c').then(|| "visitor.claims.x".to_owned()),
            git: None,
            created_at: 0,
            updated_at: 0,
            imported: false,
            imported_at: 0,
            source_written_at: None,
        };
        (id(number), page)
    }

    fn visible_pages(entries: &[Entry], holds: bool) -> VisiblePages {
        let outline = Outline::of(entries.iter().map(|entry| record(*entry)));
        let listing = Arc::new(PageListing::new(&outline, |_, _| holds));
        VisiblePages::new(Arc::new(outline), listing)
    }

    const TREE: [Entry; 9] = [
        (1, 0, 'g', "start", ""),
        (2, 1, 'p', "secret", "c"),
        (3, 2, 'p', "below", ""),
        (4, 1, 'p', "intro", ""),
        (5, 0, 'p', "draft", "h"),
        (6, 5, 'p', "part", ""),
        (7, 0, 'l', "elsewhere", ""),
        (8, 0, 'g', "vip", "c"),
        (9, 8, 'p', "lounge", ""),
    ];

    fn numbers(ids: &[PageId]) -> Vec<u8> {
        ids.iter().map(|id| id.0.0[0]).collect()
    }

    #[test]
    fn what_is_not_for_the_audience_is_not_there() {
        let all = visible_pages(&TREE, true);
        assert_eq!(numbers(all.order()), [2, 3, 4, 9]);
        let some = visible_pages(&TREE, false);
        assert_eq!(numbers(some.order()), [4]);
        assert_eq!(some.find("start/secret/below"), None);
        assert!(some.page(id(3)).is_none() && some.path(id(9)).is_none());
        let roots: Vec<_> = some.below(None).map(|(id, _)| id.0.0[0]).collect();
        assert_eq!(roots, [1, 7]);
    }

    #[test]
    fn the_first_page_has_the_address_of_the_space() {
        let some = visible_pages(&TREE, false);
        assert_eq!((some.first(), some.path(id(4)).as_deref()), (Some(id(4)), Some("")));
        assert_eq!(some.find("").map(|id| id.0.0[0]), Some(4));
        assert_eq!(some.full_path(id(4)).as_deref(), Some("start/intro"));
        assert_eq!(visible_pages(&TREE[4..6], true).first(), Some(id(5)));
    }

    #[test]
    fn hidden_pages_are_there_but_not_listed() {
        let some = visible_pages(&TREE, false);
        assert_eq!(some.find("draft/part"), Some(id(6)));
        assert!(some.page(id(6)).is_some() && !some.lists(id(6)) && !some.finds(id(6)));
        assert_eq!(some.neighbours(id(6)), (None, None));
    }

    #[test]
    fn groups_without_pages_are_left_out() {
        let some = visible_pages(&[(1, 0, 'g', "a", ""), (2, 1, 'g', "b", ""), (3, 0, 'p', "c", "")], true);
        assert_eq!(some.below(None).map(|(id, _)| id.0.0[0]).collect::<Vec<_>>(), [3]);
        assert_eq!(some.count_shown(), 1);
        assert_eq!(visible_pages(&TREE, true).first_below(id(1)), Some(id(2)));
    }

    #[test]
    fn what_lists_show_is_counted_at_all_levels() {
        for holds in [true, false] {
            let some = visible_pages(&TREE, holds);
            let walked: Vec<_> = some.walk_below(None).map(|(depth, id, _)| (depth, id.0.0[0])).collect();
            let expected = [(0, 1), (1, 2), (2, 3), (1, 4), (0, 7), (0, 8), (1, 9)];
            assert_eq!(walked, if holds { expected.to_vec() } else { vec![(0, 1), (1, 4), (0, 7)] });
            assert_eq!(some.count_shown(), walked.len());
        }
    }
}
