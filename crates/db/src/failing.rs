//! Statements that fail on purpose, for tests of what a failure leads to.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;

/// Which of the next statements of a database fails. Not armed, it costs a look at a number for each transaction.
#[derive(Debug, Clone, Default)]
pub(crate) struct Failing(Arc<AtomicU64>);

impl Failing {
    /// Has the `n`-th statement from now on fail, where the next one is the first; none for 0.
    pub(crate) fn arm(&self, n: u64) {
        self.0.store(n, Ordering::SeqCst);
    }

    /// Returns how many statements have yet to run until one fails; 0 where none will.
    pub(crate) fn left(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Counts a statement.
    ///
    /// # Errors
    /// [`Error::Busy`], which no driver tries again, for the one that fails.
    pub(crate) fn count(&self) -> Result<(), Error> {
        let counted = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if counted == Ok(1) { Err(Error::Busy) } else { Ok(()) }
    }
}
