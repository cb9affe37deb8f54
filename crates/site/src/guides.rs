//! Which pages of a space are most like a path at which nothing is.
//!
//! A [`Guide`] has the pairs of neighbouring letters of all slugs, titles and paths of a space, each pair with the texts
//! that have it. It is made once for a page tree as an audience sees it, whatever is asked for then: paths are chosen by
//! whoever asks, so nothing is kept by path. What a question costs is bounded by its letters and the pages in the guide.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::published::{Shelf, ShelfKey};
use quire_content::id::PageId;

/// A page is suggested from this likeness on, of 1 for the same text.
pub(crate) const LEAST: f64 = 0.3;

/// So many pages of a site are compared at most.
pub(crate) const COMPARED: usize = 5_000;

/// Letters of a text that count.
const LETTERS: usize = 120;

/// Two neighbouring letters.
type Pair = (char, char);

/// Texts of a page that are compared: its slug, its title, its path.
const TEXTS: usize = 3;
const PATH: usize = 2;

/// The guides of page trees.
pub(crate) struct Guides {
    cache: Cache<ShelfKey, Arc<Guide>, ByBytes>,
    /// Guides that were made.
    pub(crate) made: AtomicU64,
}

/// The pages of a space, ready to be compared with a path.
pub(crate) struct Guide {
    pages: Vec<PageId>,
    /// How many pairs each text of each page has.
    sizes: Vec<[u8; TEXTS]>,
    /// The range of each pair's texts in `texts`.
    pairs: HashMap<Pair, (u32, u32)>,
    /// Numbers of texts: [`TEXTS`] for each page.
    texts: Vec<u16>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<ShelfKey, Arc<Guide>> for ByBytes {
    fn weight(&self, _: &ShelfKey, guide: &Arc<Guide>) -> u64 {
        let Guide { pages, sizes, pairs, texts } = &**guide;
        (size_of_val(&**pages) + size_of_val(&**sizes) + pairs.len() * 32 + size_of_val(&**texts) + 256) as u64
    }
}

/// So few items make the cache one piece, which has room for the guide of a large space.
const ONE_SHARD: usize = 32;
const BYTES: u64 = 16 << 20;

impl Default for Guides {
    fn default() -> Self {
        Self { cache: Cache::with_weighter(ONE_SHARD, BYTES, ByBytes), made: AtomicU64::new(0) }
    }
}

impl Guides {
    /// The guide of a page tree. Whoever wants the same one meanwhile waits for it.
    pub(crate) fn of(&self, key: ShelfKey, shelf: &Shelf) -> Arc<Guide> {
        let made = self.cache.get_or_insert_with(&key, || {
            self.made.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::convert::Infallible>(Arc::new(Guide::new(shelf)))
        });
        match made {
            Ok(guide) => guide,
        }
    }
}

impl Guide {
    fn new(shelf: &Shelf) -> Self {
        let mut guide = Self { pages: Vec::new(), sizes: Vec::new(), pairs: HashMap::new(), texts: Vec::new() };
        let mut lists: HashMap<Pair, Vec<u16>> = HashMap::new();
        for id in shelf.order().iter().take(COMPARED) {
            let (Some(page), Some(path)) = (shelf.page(*id), shelf.full_path(*id)) else { continue };
            let first = (guide.pages.len() * TEXTS) as u16;
            let shapes = [&page.slug, &page.title, &path].map(|text| pairs(text));
            for (number, shape) in shapes.iter().enumerate() {
                shape.iter().for_each(|pair| lists.entry(*pair).or_default().push(first + number as u16));
            }
            guide.sizes.push(shapes.map(|shape| shape.len() as u8));
            guide.pages.push(*id);
        }
        for (pair, texts) in lists {
            let from = guide.texts.len() as u32;
            guide.texts.extend(texts);
            guide.pairs.insert(pair, (from, guide.texts.len() as u32));
        }
        guide
    }

    /// How many pages are compared.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The pages that are most like a path, at most so many, the most alike first: by the pairs that they share with it
    /// (the Sørensen–Dice coefficient). Slugs and titles are compared with its last segment.
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

/// The pairs of neighbouring letters of a text: fewer than [`LETTERS`].
fn pairs(text: &str) -> HashSet<Pair> {
    let letters: Vec<char> =
        text.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).take(LETTERS).collect();
    letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guide(texts: &[&str]) -> Guide {
        let mut guide = Guide { pages: vec![], sizes: vec![], pairs: HashMap::new(), texts: vec![] };
        let mut lists: HashMap<Pair, Vec<u16>> = HashMap::new();
        for (n, text) in texts.iter().enumerate() {
            for number in 0..TEXTS {
                pairs(text).iter().for_each(|pair| lists.entry(*pair).or_default().push((n * TEXTS + number) as u16));
            }
            guide.sizes.push([pairs(text).len() as u8; TEXTS]);
            guide.pages.push(PageId(quire_content::id::Uid([n as u8; 16])));
        }
        for (pair, texts) in lists {
            let from = guide.texts.len() as u32;
            guide.texts.extend(texts);
            guide.pairs.insert(pair, (from, guide.texts.len() as u32));
        }
        guide
    }

    fn found(texts: &[&str], path: &str, most: usize) -> Vec<u8> {
        guide(texts).alike(path, most).iter().map(|(_, page)| page.0.0[0]).collect()
    }

    #[test]
    fn a_slip_of_the_pen_is_close() {
        assert!(guide(&["Installation"]).alike("instalation", 1)[0].0 > 0.8);
        assert_eq!(found(&["webhooks", ""], "install", 5), [0; 0]);
        assert_eq!(found(&["webhooks", ""], "", 5), [0; 0]);
        assert_eq!(found(&["installing", "install", "uninstall", "x"], "install", 2), [1, 0]);
    }

    #[test]
    fn the_last_segment_counts_for_names_and_all_of_it_for_paths() {
        assert_eq!(found(&["guides", "install"], "guides/install", 1), [1]);
        let long = "a-long-name-".repeat(100);
        assert_eq!(found(&[&long, "b"], &long, 5), [0]);
    }
}
