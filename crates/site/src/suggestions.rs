//! Search for the pages of a space most similar to a path that does not exist.
//!
//! A [`PageSuggestions`] is an index of the letter bigrams of all slugs, titles and paths of a space. It is built once for a page
//! tree as an audience sees it, and used for any path: clients choose paths, so nothing is cached by path. The cost of
//! a lookup is bounded by the letters of the path and the pages in the index.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::core::caches::bounded;
use quire_app::published::{ListingKey, VisiblePages};
use quire_content::id::PageId;

/// The minimum similarity of a suggested page, where 1 is an equal text.
pub(crate) const LEAST: f64 = 0.3;

/// The maximum number of pages of a site to compare.
pub(crate) const COMPARED: usize = 5_000;

/// The number of letters of a text that are compared.
const LETTERS: usize = 120;

/// A bigram: two neighbouring letters.
type Pair = (char, char);

/// The number of texts compared per page: its slug, its title, its path.
const TEXTS: usize = 3;
const PATH: usize = 2;

/// A cache of bigram indexes by page tree.
pub(crate) struct SuggestionCache {
    cache: Cache<ListingKey, Arc<PageSuggestions>, ByBytes>,
    /// The number of indexes built, for tests.
    pub(crate) made: AtomicU64,
}

/// A bigram index of the pages of a space.
pub(crate) struct PageSuggestions {
    pages: Vec<PageId>,
    /// The number of bigrams of each text of each page.
    sizes: Vec<[u8; TEXTS]>,
    /// The range of each bigram in `texts`.
    pairs: HashMap<Pair, (u32, u32)>,
    /// The numbers of the texts that contain a bigram; a page has [`TEXTS`] consecutive numbers.
    texts: Vec<u16>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<ListingKey, Arc<PageSuggestions>> for ByBytes {
    fn weight(&self, _: &ListingKey, page_suggestions: &Arc<PageSuggestions>) -> u64 {
        let PageSuggestions { pages, sizes, pairs, texts } = &**page_suggestions;
        (size_of_val(&**pages) + size_of_val(&**sizes) + pairs.len() * 32 + size_of_val(&**texts) + 256) as u64
    }
}

/// The size of the cache, which is in one piece so that it has room for the index of a large space.
const BYTES: u64 = 16 << 20;
/// The approximate size of the index of a space, in bytes.
const AVERAGE: u64 = 64 << 10;

impl Default for SuggestionCache {
    fn default() -> Self {
        Self { cache: bounded(1, BYTES, AVERAGE, ByBytes), made: AtomicU64::new(0) }
    }
}

impl SuggestionCache {
    /// Returns the index of a page tree. Concurrent requests for the same one wait for one computation.
    pub(crate) fn of(&self, key: ListingKey, visible_pages: &VisiblePages) -> Arc<PageSuggestions> {
        let made = self.cache.get_or_insert_with(&key, || {
            self.made.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::convert::Infallible>(Arc::new(PageSuggestions::new(visible_pages)))
        });
        match made {
            Ok(page_suggestions) => page_suggestions,
        }
    }
}

impl PageSuggestions {
    fn new(visible_pages: &VisiblePages) -> Self {
        let mut page_suggestions =
            Self { pages: Vec::new(), sizes: Vec::new(), pairs: HashMap::new(), texts: Vec::new() };
        let mut lists: HashMap<Pair, Vec<u16>> = HashMap::new();
        for id in visible_pages.order().iter().take(COMPARED) {
            let (Some(page), Some(path)) = (visible_pages.page(*id), visible_pages.full_path(*id)) else { continue };
            let first = (page_suggestions.pages.len() * TEXTS) as u16;
            let shapes = [&page.slug, &page.title, &path].map(|text| pairs(text));
            for (number, shape) in shapes.iter().enumerate() {
                shape.iter().for_each(|pair| lists.entry(*pair).or_default().push(first + number as u16));
            }
            page_suggestions.sizes.push(shapes.map(|shape| shape.len() as u8));
            page_suggestions.pages.push(*id);
        }
        for (pair, texts) in lists {
            let from = page_suggestions.texts.len() as u32;
            page_suggestions.texts.extend(texts);
            page_suggestions.pairs.insert(pair, (from, page_suggestions.texts.len() as u32));
        }
        page_suggestions
    }

    /// Returns the number of pages in the index.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns at most `most` pages, most similar first, with their Sørensen–Dice coefficient by shared bigrams. Slugs
    /// and titles are compared with the last segment of the path.
    pub(crate) fn alike(&self, path: &str, most: usize) -> Vec<(f64, PageId)> {
        let (last, whole) = (pairs(path.rsplit('/').next().unwrap_or(path)), pairs(path));
        let mut shared = vec![0_u8; self.pages.len() * TEXTS];
        self.count(&last, |text| text % TEXTS != PATH, &mut shared);
        self.count(&whole, |text| text % TEXTS == PATH, &mut shared);
        let mut best: Vec<(f64, PageId)> = Vec::with_capacity(most + 1);
        for ((page, sizes), shared) in self.pages.iter().zip(&self.sizes).zip(shared.chunks_exact(TEXTS)) {
            let likeness = (0..TEXTS).map(|n| {
                let asked = if n == PATH { whole.len() } else { last.len() };
                let all = usize::from(sizes[n]) + asked;
                if all == 0 { 0.0 } else { 2.0 * f64::from(shared[n]) / all as f64 }
            });
            let likeness = likeness.fold(0.0, f64::max);
            let at = best.partition_point(|(other, _)| *other >= likeness);
            if likeness >= LEAST && at < most {
                best.insert(at, (likeness, *page));
                best.truncate(most);
            }
        }
        best
    }

    fn count(&self, asked: &HashSet<Pair>, counts: impl Fn(usize) -> bool, shared: &mut [u8]) {
        for (from, to) in asked.iter().filter_map(|pair| self.pairs.get(pair)) {
            for text in &self.texts[*from as usize..*to as usize] {
                let text = usize::from(*text);
                shared[text] += u8::from(counts(text));
            }
        }
    }
}

/// Returns the bigrams of a text: fewer than [`LETTERS`].
fn pairs(text: &str) -> HashSet<Pair> {
    let letters: Vec<char> =
        text.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).take(LETTERS).collect();
    letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page_suggestions(texts: &[&str]) -> PageSuggestions {
        let mut page_suggestions =
            PageSuggestions { pages: vec![], sizes: vec![], pairs: HashMap::new(), texts: vec![] };
        let mut lists: HashMap<Pair, Vec<u16>> = HashMap::new();
        for (n, text) in texts.iter().enumerate() {
            for number in 0..TEXTS {
                pairs(text).iter().for_each(|pair| lists.entry(*pair).or_default().push((n * TEXTS + number) as u16));
            }
            page_suggestions.sizes.push([pairs(text).len() as u8; TEXTS]);
            page_suggestions.pages.push(PageId(quire_content::id::Uid([n as u8; 16])));
        }
        for (pair, texts) in lists {
            let from = page_suggestions.texts.len() as u32;
            page_suggestions.texts.extend(texts);
            page_suggestions.pairs.insert(pair, (from, page_suggestions.texts.len() as u32));
        }
        page_suggestions
    }

    fn found(texts: &[&str], path: &str, most: usize) -> Vec<u8> {
        page_suggestions(texts).alike(path, most).iter().map(|(_, page)| page.0.0[0]).collect()
    }

    #[test]
    fn a_slip_of_the_pen_is_close() {
        assert!(page_suggestions(&["Installation"]).alike("instalation", 1)[0].0 > 0.8);
        assert_eq!(found(&["webhooks", ""], "install", 5), [0; 0]);
        assert_eq!(found(&["webhooks", ""], "", 5), [0; 0]);
        assert_eq!(found(&["installing", "install", "uninstall", "x"], "install", 2), [1, 0]);
    }

    #[test]
    fn the_last_segment_counts_for_names_and_all_of_it_for_paths() {
        assert_eq!(found(&["suggestions", "install"], "suggestions/install", 1), [1]);
        let long = "a-long-name-".repeat(100);
        assert_eq!(found(&[&long, "b"], &long, 5), [0]);
    }
}
