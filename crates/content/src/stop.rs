//! Requests to end running work early.
//!
//! The caller that waits for a result passes a [`Stop`] to the work and requests the stop once the result is not
//! needed, or the work has taken too long. The work checks it between steps and returns early. There is no clock here:
//! the time limit is decided where the work is started.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is shared between work and its caller. Clones share it; once set it stays set.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests the work to end at its next step.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true once a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
