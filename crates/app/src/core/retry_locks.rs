//! Locks for changes that lost a branch to another change, so that they don't lose it to each other again and again.
//! A change that wins at its first attempt takes no lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quire_model::ids::SpaceId;

/// The number of locks, which spaces share.
const COUNT: usize = 64;

/// The locks of all spaces.
pub(crate) struct RetryLocks([Mutex<()>; COUNT]);

impl Default for RetryLocks {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl RetryLocks {
    /// Waits for the other losing changes of this space.
    pub(crate) fn enter(&self, space: SpaceId) -> MutexGuard<'_, ()> {
        // The last byte of an identifier is random.
        let lane = usize::from(space.bytes()[15]) % COUNT;
        self.0[lane].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
