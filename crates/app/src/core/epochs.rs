//! Invalidation of cached facts.
//!
//! To cache a fact, a stamp is taken *before* the fact is read from the database, and kept beside it. A change touches
//! the scopes that it concerns (organizations, users) after its commit and before it is acknowledged. A fact is fresh
//! while none of its scopes was touched since its stamp.

use std::sync::atomic::{AtomicU64, Ordering};

use quire_content::id::Uid;

/// The number of slots that scopes share: sharing one costs an extra read of a fact, never a stale fact.
const SLOTS: usize = 1024;

pub(crate) struct Epochs {
    now: AtomicU64,
    all: AtomicU64,
    touched: Box<[AtomicU64]>,
}

impl Default for Epochs {
    fn default() -> Self {
        let touched = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self { now: AtomicU64::new(0), all: AtomicU64::new(0), touched }
    }
}

impl Epochs {
    /// Returns a stamp, to be taken before a fact is read.
    pub(crate) fn stamp(&self) -> u64 {
        self.now.load(Ordering::SeqCst)
    }

    /// Returns true if a fact of this scope, read after `stamp` was taken, is still valid.
    pub(crate) fn fresh(&self, scope: Uid, stamp: u64) -> bool {
        self.slot(scope).load(Ordering::SeqCst) <= stamp && self.all.load(Ordering::SeqCst) <= stamp
    }

    /// Invalidates the facts of a scope.
    pub(crate) fn touch(&self, scope: Uid) {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.slot(scope).fetch_max(now, Ordering::SeqCst);
    }

    /// Invalidates the facts of all scopes.
    pub(crate) fn touch_all(&self) {
        let now = self.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.all.fetch_max(now, Ordering::SeqCst);
    }

    fn slot(&self, scope: Uid) -> &AtomicU64 {
        // The end of an identifier is random.
        let [.., high, low] = scope.0;
        &self.touched[usize::from(u16::from_be_bytes([high, low])) % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_fresh_until_its_scope_is_touched() {
        let epochs = Epochs::default();
        let scope = Uid([1; 16]);
        let stamp = epochs.stamp();
        assert!(epochs.fresh(scope, stamp));
        epochs.touch(scope);
        assert!(!epochs.fresh(scope, stamp));
        let stamp = epochs.stamp();
        assert!(epochs.fresh(scope, stamp));
        epochs.touch_all();
        assert!(!epochs.fresh(scope, stamp));
    }
}
