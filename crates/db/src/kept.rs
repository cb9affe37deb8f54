//! The result of work in a transaction, kept aside while the transaction ends.
//!
//! So the drivers know neither the type of the result nor that of the caller's errors, and are compiled once and not for
//! every transaction of the product.

use crate::error::Error;

/// The reason why a transaction failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The work failed, with the error that was kept.
    Work,
    /// The database failed.
    Database(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

/// The result of the last run of some work.
pub(crate) struct Kept<T, E>(Option<Result<T, E>>);

impl<T, E> Default for Kept<T, E> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T, E: From<Error>> Kept<T, E> {
    /// Keeps the result of a run, and returns whether it succeeded.
    pub(crate) fn keep(&mut self, result: Result<T, E>) -> Result<(), Failure> {
        let outcome = if result.is_ok() { Ok(()) } else { Err(Failure::Work) };
        self.0 = Some(result);
        outcome
    }

    /// Returns the result of the work, or the error of its transaction.
    pub(crate) fn result(self, outcome: Result<(), Failure>) -> Result<T, E> {
        match (outcome, self.0) {
            (Err(Failure::Database(error)), _) => Err(error.into()),
            (_, Some(result)) => result,
            // Drivers don't end a transaction in another way without having run the work.
            (_, None) => {
                Err(Error::unavailable("running a transaction", std::io::Error::other("it was not run")).into())
            }
        }
    }
}
