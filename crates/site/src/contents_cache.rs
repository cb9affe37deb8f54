//! The tables of contents of spaces, kept for all readers who see the same pages at the same address.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_app::Error;
use quire_app::core::caches::bounded;
use quire_app::published::ListingKey;
use quire_render::page::{Contents, Entry};

/// The cache key of a table: the visible pages, and the prefix of addresses.
pub(crate) type Key = (ListingKey, String);

/// A cache of tables of contents.
pub(crate) struct ContentsCache {
    cache: Cache<Key, Arc<Contents>, ByBytes>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Arc<Contents>> for ByBytes {
    fn weight(&self, (_, href): &Key, table: &Arc<Contents>) -> u64 {
        (table.len() * ENTRY + href.len() + 256) as u64
    }
}

/// The approximate size of an entry in bytes: itself, its title and its address.
const ENTRY: usize = size_of::<Entry>() + 100;
/// The approximate size of all tables together, in bytes: the table of the largest space fits, as they are in one piece.
const BYTES: u64 = 32 << 20;
/// The approximate size of a table, in bytes.
const AVERAGE: u64 = 64 << 10;

impl Default for ContentsCache {
    fn default() -> Self {
        Self { cache: bounded(1, BYTES, AVERAGE, ByBytes) }
    }
}

impl ContentsCache {
    /// Returns a table. Concurrent requests for the same one wait for one computation.
    pub(crate) fn get_or_make(
        &self,
        key: &Key,
        make: impl FnOnce() -> Result<Contents, Error>,
    ) -> Result<Arc<Contents>, Error> {
        self.cache.get_or_insert_with(key, || make().map(Arc::new))
    }
}
