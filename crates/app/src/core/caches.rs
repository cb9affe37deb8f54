//! Building blocks of caches: facts, which expire when their scopes change, and immutable values, evicted by weight.

use std::hash::Hash;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// A cached fact with the stamp taken before it was read.
pub(crate) struct Stamped<T> {
    pub(crate) stamp: u64,
    pub(crate) fact: T,
}

/// A cache whose values have a bounded weight together.
pub(crate) type Weighted<K, V> = Cache<K, V, ByWeight<V>>;

/// The weight of a cache's entries.
pub(crate) struct ByWeight<V> {
    /// The memory for an entry without its value, in bytes.
    entry: u64,
    /// Returns the approximate size of a value, in bytes.
    value: fn(&V) -> usize,
}

impl<V> Clone for ByWeight<V> {
    fn clone(&self) -> Self {
        Self { entry: self.entry, value: self.value }
    }
}

impl<K, V> Weighter<K, V> for ByWeight<V> {
    fn weight(&self, _: &K, value: &V) -> u64 {
        (self.value)(value) as u64 + self.entry
    }
}

/// The expected number of items that keeps a cache in one shard. With several, it would refuse the tree of a large
/// space, which may be larger than a shard.
const ONE_SHARD: usize = 32;

/// Creates a cache of about `bytes`, in which each entry takes `entry` bytes beside its value.
pub(crate) fn weighted<K: Hash + Eq, V: Clone>(bytes: u64, entry: u64, value: fn(&V) -> usize) -> Weighted<K, V> {
    Cache::with_weighter(ONE_SHARD, bytes, ByWeight { entry, value })
}
