//! The table of contents of a space, whose HTML is bounded however many pages the space has.
//!
//! A small table is drawn as a whole, with branches folded by `<details>`. A large one shows the branch of the page,
//! and of a long list of siblings a window around it; other branches are links to their first page, which a script
//! opens in place by fetching that page. So the size of a page is bounded by [`MOST`] and by the depth of the tree.

use maud::{Markup, html};

use super::{glyphs, sign};
use crate::safe;
use crate::words::{Words, fill};

/// The most entries of a table that is drawn as a whole.
const MOST: usize = 250;
/// The most siblings of a larger table that are drawn.
const WINDOW: usize = 120;

/// The page tree of a space, as visible to one visitor.
#[derive(Debug, Default)]
pub struct Contents {
    entries: Vec<Entry>,
    count: usize,
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
    /// The entries below this one.
    pub children: Vec<Entry>,
}

impl Entry {
    fn count(&self) -> usize {
        1 + self.children.iter().map(Self::count).sum::<usize>()
    }

    /// Returns the address of the entry or, for a group, of its first page.
    fn first(&self) -> Option<&str> {
        self.href.as_deref().or_else(|| self.children.iter().find_map(Self::first))
    }
}

impl Contents {
    /// Creates a table of contents from its top-level entries.
    pub fn new(entries: Vec<Entry>) -> Self {
        let count = entries.iter().map(Entry::count).sum();
        Self { entries, count }
    }

    /// Returns the number of entries at all levels.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no entries.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Draws the table for the page at `path`; `None` if there are no pages.
    pub(super) fn draw(&self, path: &[usize], words: &Words) -> Option<Markup> {
        let table = Table { whole: self.count <= MOST, words };
        (!self.entries.is_empty()).then(|| {
            html! {
                nav.tree aria-label=(words.contents) data-below=(words.below) { (table.list(&self.entries, path)) }
            }
        })
    }
}

struct Table<'a> {
    whole: bool,
    words: &'a Words,
}

impl Table<'_> {
    fn list(&self, entries: &[Entry], path: &[usize]) -> Markup {
        let here = path.first().copied();
        let shown = if self.whole { 0..entries.len() } else { window(entries.len(), here.unwrap_or(0)) };
        let before = entries[..shown.start].iter().rev().find_map(Entry::first);
        let after = entries[shown.end..].iter().find_map(Entry::first);
        let first = shown.start;
        html! {
            ul {
                @if let Some(href) = before { li.elsewhere { a href=(href) { "… " (self.words.earlier_pages) } } }
                @for (at, entry) in entries[shown].iter().enumerate() {
                    (self.item(entry, (here == Some(first + at)).then(|| &path[1..])))
                }
                @if let Some(href) = after { li.elsewhere { a href=(href) { "… " (self.words.later_pages) } } }
            }
        }
    }

    /// Draws an entry; `path` is the rest of the page's path if the page is this entry or below it.
    fn item(&self, entry: &Entry, path: Option<&[usize]>) -> Markup {
        let below = path.unwrap_or(&[]);
        let open = path.is_some();
        let current = open && below.is_empty();
        if entry.children.is_empty() {
            return html! { @if entry.href.is_some() { li { (link(entry, current)) } } @else { li { (heading(entry)) } } };
        }
        if !self.whole && !open {
            return closed(entry);
        }
        html! {
            @if entry.href.is_none() {
                li.group { (heading(entry)) (self.list(&entry.children, below)) }
            } @else {
                li.branch {
                    (link(entry, current))
                    details open[open] {
                        summary aria-label=(fill(self.words.below, &entry.title)) { (glyphs::CHEVRON) }
                        (self.list(&entry.children, below))
                    }
                }
            }
        }
    }
}

/// Draws a folded branch as a link to its first page.
fn closed(entry: &Entry) -> Markup {
    let kind = if entry.href.is_some() { "page" } else { "group" };
    html! {
        li.branch data-more=(kind) {
            @if let Some(href) = entry.first() {
                a href=(href) { (sign(entry.emoji.as_deref(), entry.icon.as_deref())) span { (breakable(&entry.title)) } (glyphs::CHEVRON) }
            } @else {
                (heading(entry))
            }
        }
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

/// Returns the range of the siblings that are shown around the one at `here`, out of `count`.
fn window(count: usize, here: usize) -> std::ops::Range<usize> {
    let start = here.saturating_sub(WINDOW / 2).min(count.saturating_sub(WINDOW));
    start..count.min(start + WINDOW)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quire_model::language::Language;

    use super::{Contents, Entry, WINDOW, window};
    use crate::words::Words;

    fn tree(width: usize, depth: usize, prefix: &str) -> Vec<Entry> {
        let pages = (0..if depth == 0 { 0 } else { width }).map(|at| {
            let href = format!("{prefix}/{at}");
            let children = tree(width, depth - 1, &href);
            Entry { title: format!("Page {at}"), href: Some(href), children, ..Entry::default() }
        });
        pages.collect()
    }

    #[test]
    fn a_small_table_is_there_as_a_whole() {
        let drawn = Contents::new(tree(6, 2, "")).draw(&[0], Words::of(Language::En)).unwrap().into_string();
        assert_eq!(drawn.matches("<a href=\"/").count(), 6 + 36);
    }

    #[test]
    fn a_large_table_shows_the_branch_of_the_page() {
        let contents = Contents::new(tree(16, 3, ""));
        let drawn = contents.draw(&[3, 2, 1], Words::of(Language::En)).unwrap().into_string();
        assert_eq!(drawn.matches("<a href=\"/").count(), 3 * 16);
        assert_eq!(drawn.matches("aria-current").count(), 1);
        assert!(drawn.len() < 16 * 1024, "{} bytes", drawn.len());
    }

    #[test]
    fn a_long_list_leads_to_what_it_leaves_out() {
        let contents = Contents::new(tree(4_000, 1, ""));
        let drawn = contents.draw(&[2_000], Words::of(Language::En)).unwrap().into_string();
        assert_eq!(drawn.matches("<a href=\"/").count(), WINDOW + 2);
        assert!(drawn.contains("href=\"/1939\"") && drawn.contains("href=\"/2060\""), "{drawn}");
    }

    proptest! {
        #[test]
        fn a_window_holds_the_page(count in 1_usize..5_000, here: prop::sample::Index) {
            let here = here.index(count);
            let shown = window(count, here);
            prop_assert!(shown.contains(&here) && shown.end <= count && shown.len() == count.min(WINDOW));
        }
    }
}
