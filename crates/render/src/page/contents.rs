//! The table of contents of a space, whose HTML is bounded however many pages the space has.
//!
//! A small table is drawn as a whole, with branches folded by `<details>`. A large one shows the branch of the page,
//! and of a long list of siblings a window around it; other branches are links to their first page, which a script
//! opens in place by fetching that page. So the size of a page is bounded by [`MOST`] and [`LEVELS`], and hardly an entry
//! is read from the tree but those that are drawn.

mod entry_tree;

use std::ops::Range;

use maud::{Markup, html};
use quire_content::id::PageId;

use super::{glyphs, sign};
use crate::safe;
use crate::words::{Words, fill};

pub use entry_tree::{Branch, EntryTree};

/// The most entries of a table that is drawn as a whole.
const MOST: usize = 250;
/// The most siblings of a larger table that are drawn.
const WINDOW: usize = 120;
/// The most levels of a table that are drawn.
const LEVELS: usize = 100;

/// The page tree of a space, as visible to one visitor.
pub trait Tree {
    /// Returns the number of entries in the table, at all levels.
    fn count(&self) -> usize;

    /// Returns what is below an entry, or at the top level, in order. It may contain more than the entries of the table.
    fn below(&self, parent: Option<PageId>) -> &[PageId];

    /// Returns true if the table has an entry for a page, group or link.
    fn has(&self, id: PageId) -> bool;

    /// Returns the entry for a page, group or link, if the table has one.
    fn entry(&self, id: PageId) -> Option<Entry>;
}

/// A page, a group of pages, or a link in the table of contents.
#[derive(Debug, Clone, Default)]
pub struct Entry {
    /// The title, as plain text.
    pub title: String,
    /// The address; a group has none.
    pub href: Option<String>,
    /// The emoji before its title, as text.
    pub emoji: Option<String>,
    /// The name of the icon before its title.
    pub icon: Option<String>,
    /// True if the entry links to another site.
    pub external: bool,
}

/// Returns true if the table of a tree has entries.
pub(super) fn shows_some(tree: &dyn Tree) -> bool {
    tree.count() > 0
}

/// Draws the table for a page, to which `way` leads; `None` if it has no entries.
pub(super) fn draw(tree: &dyn Tree, way: &[PageId], words: &Words) -> Option<Markup> {
    let table = Table { whole: tree.count() <= MOST, tree, words };
    shows_some(tree).then(|| {
        html! {
            nav.tree aria-label=(words.contents) data-below=(words.below) { (table.list(None, way, 1)) }
        }
    })
}

struct Table<'a> {
    whole: bool,
    tree: &'a dyn Tree,
    words: &'a Words,
}

impl Table<'_> {
    /// Draws the entries below one, or at the top level, which are at a level from 1; `way` is the rest of the way to the
    /// page if it leads on from there.
    fn list(&self, parent: Option<PageId>, way: &[PageId], level: usize) -> Markup {
        let siblings = self.tree.below(parent);
        let here = way.first().copied();
        let shown = if self.whole { 0..siblings.len() } else { self.window(siblings, here) };
        let before = siblings[..shown.start].iter().rev().find_map(|id| self.first(*id));
        let after = siblings[shown.end..].iter().find_map(|id| self.first(*id));
        html! {
            ul {
                @if let Some(href) = before { li.elsewhere { a href=(href) { "… " (self.words.earlier_pages) } } }
                @for id in &siblings[shown] {
                    @if let Some(entry) = self.tree.entry(*id) {
                        (self.item(*id, &entry, (here == Some(*id)).then(|| &way[1..]), level))
                    }
                }
                @if let Some(href) = after { li.elsewhere { a href=(href) { "… " (self.words.later_pages) } } }
            }
        }
    }

    /// Draws an entry at a level; `way` is the rest of the way to the page if the page is this entry or below it.
    fn item(&self, id: PageId, entry: &Entry, way: Option<&[PageId]>, level: usize) -> Markup {
        let below = way.unwrap_or(&[]);
        let open = way.is_some();
        let current = open && below.is_empty();
        if !self.tree.below(Some(id)).iter().any(|child| self.tree.has(*child)) {
            return html! { @if entry.href.is_some() { li { (link(entry, current)) } } @else { li { (heading(entry)) } } };
        }
        if level == LEVELS || !self.whole && !open {
            return self.closed(id, entry);
        }
        html! {
            @if entry.href.is_none() {
                li.group { (heading(entry)) (self.list(Some(id), below, level + 1)) }
            } @else {
                li.branch {
                    (link(entry, current))
                    details open[open] {
                        summary aria-label=(fill(self.words.below, &entry.title)) { (glyphs::CHEVRON) }
                        (self.list(Some(id), below, level + 1))
                    }
                }
            }
        }
    }

    /// Draws a folded branch as a link to its first page.
    fn closed(&self, id: PageId, entry: &Entry) -> Markup {
        let kind = if entry.href.is_some() { "page" } else { "group" };
        html! {
            li.branch data-more=(kind) {
                @if let Some(href) = entry.href.clone().or_else(|| self.first(id)) {
                    a href=(href) { (sign(entry.emoji.as_deref(), entry.icon.as_deref())) span { (breakable(&entry.title)) } (glyphs::CHEVRON) }
                } @else {
                    (heading(entry))
                }
            }
        }
    }

    /// Returns the address of an entry or, for a group, of its first page.
    fn first(&self, id: PageId) -> Option<String> {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.tree.entry(id) {
                Some(Entry { href: Some(href), .. }) => return Some(href),
                Some(_) => open.extend(self.tree.below(Some(id)).iter().rev()),
                None => {}
            }
        }
        None
    }

    /// Returns the range of the siblings that are shown: [`WINDOW`] entries around `here`, or the first ones.
    fn window(&self, siblings: &[PageId], here: Option<PageId>) -> Range<usize> {
        let here = here.and_then(|here| siblings.iter().position(|id| *id == here)).unwrap_or(0);
        let is_there = |at: &usize| self.tree.has(siblings[*at]);
        let left: Vec<usize> = (0..here).rev().filter(is_there).take(WINDOW).collect();
        let right: Vec<usize> = (here..siblings.len()).filter(is_there).take(WINDOW).collect();
        let before = left.len().min((WINDOW / 2).max(WINDOW - right.len()));
        let after = right.len().min(WINDOW - before);
        let start = before.checked_sub(1).map_or(here, |last| left[last]);
        start..after.checked_sub(1).map_or(here, |last| right[last] + 1)
    }
}

fn link(entry: &Entry, current: bool) -> Markup {
    html! {
        a href=[entry.href.as_deref().and_then(safe::href)] aria-current=[current.then_some("page")]
            rel=[entry.external.then_some("noopener noreferrer")] {
            (sign(entry.emoji.as_deref(), entry.icon.as_deref()))
            span { (breakable(&entry.title)) }
            @if entry.external { (glyphs::EXTERNAL) }
        }
    }
}

/// Returns a title whose paths have places for line breaks: browsers break them within words otherwise.
fn breakable(title: &str) -> Markup {
    html! { @for part in title.split_inclusive('/') { (part) @if part.ends_with('/') { wbr; } } }
}

fn heading(entry: &Entry) -> Markup {
    html! { span.group-title { (sign(entry.emoji.as_deref(), entry.icon.as_deref())) (entry.title) } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quire_content::id::{PageId, Uid};
    use quire_model::language::Language;

    use super::{Branch, Entry, EntryTree, LEVELS, Table, Tree, WINDOW, draw};
    use crate::words::Words;

    fn tree(width: usize, depth: usize, prefix: &str) -> Vec<Branch> {
        let pages = (0..if depth == 0 { 0 } else { width }).map(|at| {
            let href = format!("{prefix}/{at}");
            let children = tree(width, depth - 1, &href);
            Branch { entry: Entry { title: format!("Page {at}"), href: Some(href), ..Entry::default() }, children }
        });
        pages.collect()
    }

    fn drawn(branches: Vec<Branch>, path: &[usize]) -> String {
        let tree = EntryTree::new(branches);
        draw(&tree, &tree.way(path), Words::of(Language::En)).unwrap().into_string()
    }

    #[test]
    fn a_small_table_is_there_as_a_whole() {
        let drawn = drawn(tree(6, 2, ""), &[0]);
        assert_eq!(drawn.matches("<a href=\"/").count(), 6 + 36);
    }

    #[test]
    fn a_large_table_shows_the_branch_of_the_page() {
        let drawn = drawn(tree(16, 3, ""), &[3, 2, 1]);
        assert_eq!(drawn.matches("<a href=\"/").count(), 3 * 16);
        assert_eq!(drawn.matches("aria-current").count(), 1);
        assert!(drawn.len() < 16 * 1024, "{} bytes", drawn.len());
    }

    #[test]
    fn a_long_list_leads_to_what_it_leaves_out() {
        let drawn = drawn(tree(4_000, 1, ""), &[2_000]);
        assert_eq!(drawn.matches("<a href=\"/").count(), WINDOW + 2);
        assert!(drawn.contains("href=\"/1939\"") && drawn.contains("href=\"/2060\""), "{drawn}");
    }

    #[test]
    fn a_tree_of_very_many_levels_is_drawn_to_a_bounded_depth() {
        let chain = |levels: usize, is_group: bool| {
            let href = |at| (!is_group || at == 0).then(|| format!("/{at}"));
            (0..levels).fold(Vec::new(), |children, at| {
                let entry = Entry { title: format!("Page {at}"), href: href(at), ..Entry::default() };
                vec![Branch { entry, children }]
            })
        };
        for is_group in [false, true] {
            for levels in [LEVELS - 1, LEVELS, LEVELS + 1, 600] {
                let way = vec![0; levels];
                let drawn = drawn(chain(levels, is_group), &way);
                assert_eq!(drawn.matches("<ul>").count(), levels.min(LEVELS), "{levels}");
                assert!(drawn.contains("href=\"/0\"") == (is_group || levels <= LEVELS), "{levels}");
            }
        }
    }

    /// Siblings, some of which are no entries of the table.
    struct Siblings(Vec<PageId>, Vec<bool>);

    impl Tree for Siblings {
        fn count(&self) -> usize {
            self.1.iter().filter(|has| **has).count()
        }

        fn below(&self, parent: Option<PageId>) -> &[PageId] {
            if parent.is_none() { &self.0 } else { &[] }
        }

        fn has(&self, id: PageId) -> bool {
            self.0.iter().position(|other| *other == id).is_some_and(|at| self.1[at])
        }

        fn entry(&self, id: PageId) -> Option<Entry> {
            self.has(id).then(Entry::default)
        }
    }

    proptest! {
        /// A window holds the page, as many entries as there are up to its size, and as many before the page as after it
        /// where there are enough.
        #[test]
        fn a_window_is_around_the_page(
            has in prop::collection::vec(prop::bool::weighted(0.8), 1..500),
            here: prop::sample::Index,
        ) {
            let here = here.index(has.len());
            let has: Vec<bool> = has.iter().enumerate().map(|(at, has)| *has || at == here).collect();
            let ids = (0..has.len()).map(|at| PageId(Uid((at as u128).to_be_bytes()))).collect();
            let tree = Siblings(ids, has);
            let table = Table { whole: false, tree: &tree, words: Words::of(Language::En) };
            let shown = table.window(&tree.0, Some(tree.0[here]));
            prop_assert!(shown.contains(&here));
            let count = |range: std::ops::Range<usize>| tree.1[range].iter().filter(|has| **has).count();
            prop_assert_eq!(count(shown.clone()), tree.count().min(WINDOW));
            let (before, after) = (count(0..here), count(here + 1..tree.1.len()));
            if before >= WINDOW / 2 && after >= WINDOW / 2 {
                prop_assert_eq!(count(shown.start..here), WINDOW / 2);
            }
        }
    }
}
