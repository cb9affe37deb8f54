//! The tree of the pages of a site: its navigation, then what pages say of the page above them, then their paths.
//!
//! Every page is in the tree once, no page is below itself, and the order depends on the site alone.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::crawl::{Crawled, plain};
use crate::html::NavItem;

/// The deepest level of an entry; what is deeper stands beside its parent.
const MOST_LEVELS: usize = 30;

/// An entry of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// The title in the navigation; empty if the page's own counts.
    pub(super) title: String,
    /// The index of the page; `None` for a heading.
    pub(super) page: Option<usize>,
    pub(super) entries: Vec<Entry>,
}

/// Returns the tree of the pages, whose files are at these paths.
pub(super) fn tree(crawled: &Crawled, paths: &[String]) -> Vec<Entry> {
    let mut placed = HashSet::new();
    let mut top = Vec::new();
    if !crawled.pages.is_empty() {
        // The page where the crawl began is what readers see first.
        placed.insert(0);
        top.push(Entry { page: Some(0), ..Entry::default() });
    }
    let mut found = navigation(crawled, &crawled.navigation, &mut placed, 0);
    // A heading over everything tells nothing apart.
    if let [Entry { page: None, entries, .. }] = &mut found[..] {
        found = std::mem::take(entries);
    }
    top.append(&mut found);
    let order = reading_order(crawled);
    let mut rest: Vec<usize> = (0..crawled.pages.len()).filter(|page| !placed.contains(page)).collect();
    rest.sort_by_key(|page| order[*page]);
    let parents = parents(crawled, paths, &rest);
    let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
    for page in rest {
        children.entry(parents[&page].filter(|parent| *parent != 0)).or_default().push(page);
    }
    for entry in &mut top {
        adopt(entry, &mut children, 0);
    }
    let mut roots = children.remove(&None).unwrap_or_default();
    // What is left hangs below pages that are in a circle; it stands at the top.
    while !roots.is_empty() || !children.is_empty() {
        if roots.is_empty() {
            let Some(key) = children.keys().copied().min() else { break };
            roots = children.remove(&key).unwrap_or_default();
        }
        for page in std::mem::take(&mut roots) {
            let mut entry = Entry { page: Some(page), ..Entry::default() };
            adopt(&mut entry, &mut children, 0);
            top.push(entry);
        }
    }
    top
}

/// Returns the entries of a navigation that lead to pages, each page once, and headings with such below them.
fn navigation(crawled: &Crawled, items: &[NavItem], placed: &mut HashSet<usize>, level: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    for item in items {
        let target = item.href.as_ref().and_then(|href| Url::parse(href).ok()).map(plain);
        let page = target.and_then(|target| crawled.index.get(&target).copied()).filter(|page| placed.insert(*page));
        let below = if level < MOST_LEVELS { navigation(crawled, &item.items, placed, level + 1) } else { Vec::new() };
        match page {
            Some(page) => entries.push(Entry { title: item.title.clone(), page: Some(page), entries: below }),
            None if below.is_empty() => {}
            // Only a heading at the top is one in a table of contents.
            None if level == 0 && item.href.is_none() && !item.title.is_empty() && !names_all(&item.title) => {
                entries.push(Entry { title: item.title.clone(), page: None, entries: below });
            }
            None => entries.extend(below),
        }
    }
    entries
}

/// Returns true for the heading of a navigation itself, which is no heading of a part of the pages.
fn names_all(title: &str) -> bool {
    let title = title.trim().trim_end_matches(':').to_lowercase();
    [
        "table of contents",
        "contents",
        "navigation",
        "menu",
        "main menu",
        "pages",
        "sitemap",
        "site navigation",
        "documentation",
        "docs",
        "toc",
        "inhalt",
        "inhaltsverzeichnis",
        "sommaire",
        "table des matières",
        "índice",
        "contenido",
        "indice",
        "目次",
        "目录",
    ]
    .contains(&title.as_str())
}

/// Puts pages below those of an entry and of the entries in it.
fn adopt(entry: &mut Entry, children: &mut HashMap<Option<usize>, Vec<usize>>, level: usize) {
    for below in &mut entry.entries {
        adopt(below, children, level + 1);
    }
    let own = entry.page.and_then(|page| children.remove(&Some(page))).unwrap_or_default();
    for page in own {
        let mut below = Entry { page: Some(page), ..Entry::default() };
        if level < MOST_LEVELS {
            adopt(&mut below, children, level + 1);
        }
        entry.entries.push(below);
    }
}

/// Returns the place of each page in the order of reading, as pages say which one follows them; others keep the order in
/// which they were found.
fn reading_order(crawled: &Crawled) -> Vec<usize> {
    let count = crawled.pages.len();
    let mut order: Vec<usize> = (0..count).map(|page| count + page).collect();
    let (mut at, mut place) = (0, 0);
    while at < count && order[at] >= count {
        order[at] = place;
        place += 1;
        let next = crawled.pages[at].next.as_ref().and_then(|next| crawled.index.get(next));
        at = next.copied().unwrap_or(count);
    }
    order
}

/// Returns the page above each of these pages: the one that the page names, else the one of the folder that it is in.
fn parents(crawled: &Crawled, paths: &[String], pages: &[usize]) -> HashMap<usize, Option<usize>> {
    let by_path: HashMap<&str, usize> = paths.iter().enumerate().map(|(page, path)| (path.as_str(), page)).collect();
    let named = |page: usize| {
        let up = crawled.pages[page].up.as_ref().and_then(|up| crawled.index.get(up)).copied();
        up.filter(|up| *up != page)
    };
    let by_folder = |page: usize| {
        let mut folder = paths[page].rsplit_once('/').map(|(folder, _)| folder);
        while let Some(path) = folder {
            let candidates = [format!("{path}/README.md"), format!("{path}.md")];
            let found = candidates.iter().find_map(|it| by_path.get(it.as_str())).copied();
            if let Some(found) = found.filter(|found| *found != page) {
                return Some(found);
            }
            folder = path.rsplit_once('/').map(|(folder, _)| folder);
        }
        None
    };
    pages.iter().map(|page| (*page, named(*page).or_else(|| by_folder(*page)))).collect()
}
