//! Drawings that are kept: a page that changed is drawn again, its diagrams mostly are what they were.

use std::sync::{Arc, Once};
use std::{panic, thread};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{Drawing, THREAD, draw};

/// Draws, and keeps what it drew. What can't be drawn is kept too.
pub struct Diagrams {
    drawn: Cache<String, Option<Arc<Drawing>>, Bytes>,
}

/// About how many diagrams are kept, for the tables of the cache.
const EXPECTED: usize = 500;

impl Diagrams {
    /// Keeps about so many bytes of drawings.
    ///
    /// From the first time on, panics of threads that draw are not printed: they are what hostile input looks like.
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

    /// A drawing of a source; none if it can't be drawn.
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

/// What an entry takes.
#[derive(Clone)]
struct Bytes;

impl Weighter<String, Option<Arc<Drawing>>> for Bytes {
    fn weight(&self, source: &String, drawn: &Option<Arc<Drawing>>) -> u64 {
        let svg = drawn.as_ref().map_or(0, |drawn| drawn.svg.len());
        (source.len() + svg + 200) as u64
    }
}
