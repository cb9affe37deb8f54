//! A cache of drawings: when a page changes, most of its diagrams stay the same.

use std::sync::{Arc, Once};
use std::{panic, thread};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{Drawing, THREAD, draw};

/// A renderer with a cache. Failures are cached too.
pub struct Diagrams {
    drawn: Cache<String, Option<Arc<Drawing>>, Bytes>,
}

/// The approximate number of cached diagrams, for the initial size of the cache.
const EXPECTED: usize = 500;

impl Diagrams {
    /// Creates a cache of about `bytes` bytes.
    ///
    /// The first call installs a panic hook that hides panics of rendering threads: hostile input causes them.
    pub fn new(bytes: usize) -> Self {
        static QUIET: Once = Once::new();
        QUIET.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if thread::current().name() != Some(THREAD) {
                    before(info);
                }
            }));
        });
        Self { drawn: Cache::with_weighter(EXPECTED, bytes as u64, Bytes) }
    }

    /// Returns the drawing of a source; `None` if it cannot be drawn.
    pub fn get(&self, source: &str) -> Option<Arc<Drawing>> {
        if source.len() > crate::limits::MOST_SOURCE {
            return None;
        }
        if let Some(kept) = self.drawn.get(source) {
            return kept;
        }
        let drawn = draw(source).ok().map(Arc::new);
        self.drawn.insert(source.to_owned(), drawn.clone());
        drawn
    }
}

/// The weight of a cache entry, in bytes.
#[derive(Clone)]
struct Bytes;

impl Weighter<String, Option<Arc<Drawing>>> for Bytes {
    fn weight(&self, source: &String, drawn: &Option<Arc<Drawing>>) -> u64 {
        let svg = drawn.as_ref().map_or(0, |drawn| drawn.svg.len());
        (source.len() + svg + 200) as u64
    }
}
