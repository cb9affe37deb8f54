//! Signals for the thread that updates the index.

use std::collections::HashSet;

use quire_content::id::Uid;

/// Signals collected since the last update step.
#[derive(Debug, Default)]
pub(super) struct PendingChanges {
    /// The scopes touched by this process's own changes; some are event streams, others are not.
    pub(super) streams: HashSet<Uid>,
    /// True if another process may have changed anything.
    pub(super) all: bool,
    /// True if a wait must end without changes.
    pub(super) called: bool,
}

impl PendingChanges {
    /// Returns true if nothing is known to have changed.
    pub(super) fn is_empty(&self) -> bool {
        self.streams.is_empty() && !self.all
    }
}
