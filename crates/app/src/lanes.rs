//! Lanes in which those wait who lost a branch to somebody else's change, so that they don't lose it to each other
//! again and again. Whoever wins at once waits for nobody.

use std::sync::{Mutex, MutexGuard, PoisonError};

use quire_model::ids::SpaceId;

/// Spaces share lanes.
const COUNT: usize = 64;

/// The lanes of all spaces.
pub(crate) struct Lanes([Mutex<()>; COUNT]);

impl Default for Lanes {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl Lanes {
    /// Waits for the others of this space's lane who lost.
    pub(crate) fn enter(&self, space: SpaceId) -> MutexGuard<'_, ()> {
        // The last bytes of an identifier are the random ones.
        let lane = usize::from(space.bytes()[15]) % COUNT;
        self.0[lane].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
