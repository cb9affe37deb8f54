//! Building blocks of caches: facts, which expire when their scopes change, and immutable values, evicted by weight.

use std::hash::Hash;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

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

/// The approximate weight of an entry, in bytes. Caches of content have small and large ones; the number of entries that
/// were evicted a short while ago and are remembered depends on it.
const AVERAGE: u64 = 8 << 10;

/// Creates a cache of about `bytes`, in which each entry takes `entry` bytes beside its value. It is in one piece, since
/// the tree of a large space may take most of it.
pub(crate) fn weighted<K: Hash + Eq, V: Clone>(bytes: u64, entry: u64, value: fn(&V) -> usize) -> Weighted<K, V> {
    bounded(1, bytes, AVERAGE, ByWeight { entry, value })
}

/// Creates a cache of about `bytes` in so many shards, of which each has its part of the room, for entries of `average`
/// bytes.
///
/// A quarter of the room is for new entries, whatever is asked for often. A large value, such as the page tree of new
/// content, is evicted at once from a full cache if it is larger than that part. A value of more than three quarters is
/// never kept.
///
/// A new entry outlives that part if it is asked for again while it is there or remembered after its eviction. So the
/// cache has to know how many entries it holds: if it took them for few, content that is read in turns would never
/// displace what was read often before.
pub fn bounded<K: Hash + Eq, V: Clone, W: Weighter<K, V> + Clone>(
    shards: usize,
    bytes: u64,
    average: u64,
    weighter: W,
) -> Cache<K, V, W> {
    let entries = usize::try_from(bytes / average).unwrap_or(usize::MAX).max(shards * FEWEST);
    let mut options = OptionsBuilder::new();
    options.shards(shards).weight_capacity(bytes).estimated_items_capacity(entries).hot_allocation(OFTEN);
    let options = options.build().expect("both capacities are set");
    Cache::with_options(options, weighter, DefaultHashBuilder::default(), DefaultLifecycle::default())
}

/// The part of a cache that is for entries that were asked for more than once.
const OFTEN: f64 = 0.75;
/// The number of entries below which a shard would be merged with others.
const FEWEST: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_in_turns_displaces_what_was_read_often_before() {
        for shards in [1, 4] {
            let cache: Cache<u32, Vec<u8>, _> =
                bounded(shards, 1 << 20, 8 << 10, ByWeight { entry: 0, value: |value: &Vec<u8>| value.len() });
            let missed = |keys: std::ops::Range<u32>| {
                let mut missed = 0;
                for key in keys {
                    if cache.get(&key).is_none() {
                        missed += 1;
                        cache.insert(key, vec![0; 8 << 10]);
                    }
                }
                missed
            };
            for _ in 0..20 {
                missed(0..400);
            }
            let turns: Vec<u32> = (0..12).map(|_| missed(1_000..1_040)).collect();
            assert!(turns[11] < 4, "in {shards} shards: {turns:?}");
        }
    }

    #[test]
    fn a_large_value_that_follows_another_stays_in_a_full_cache() {
        let cache = weighted(1 << 20, 0, |value: &Vec<u8>| value.len());
        for n in 0..100 {
            assert!(n == 0 || cache.get(&(n - 1)).is_some(), "value {n} follows one that is not there");
            cache.insert(n, vec![0; 100 << 10]);
            for _ in 0..3 {
                assert!(cache.get(&n).is_some(), "value {n}");
            }
        }
    }
}
