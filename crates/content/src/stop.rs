//! A request that running work ends before it is finished.
//!
//! Whoever waits for a result hands a [`Stop`] to the work and requests the stop once nobody waits any more, or once the
//! work has taken too long. The work looks at it between steps and returns early. There is no clock here: what counts as
//! too long is decided where the work is started.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is shared between work and those who wait for it. Clones share it; once set it stays set.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the work to end at its next step.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns true once somebody has asked the work to end.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
