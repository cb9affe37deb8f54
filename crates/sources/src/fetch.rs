//! The interface to other servers: conversions that read from servers get it as an argument.
//!
//! Addresses are checked, redirects followed and bytes counted by whoever implements it. A conversion that was interrupted
//! is begun again with the same answers, so it asks in the same order and keeps no state of its own.

use std::time::Duration;

use url::Url;

/// Access to files of other servers.
pub trait Fetch {
    /// Returns the file at an address, of at most `most` bytes.
    ///
    /// # Errors
    /// The file can't be had, for one of the reasons of [`Failure`].
    fn get(&mut self, address: &Url, most: u64) -> Result<Fetched, Failure>;

    /// Returns the answer of an API at an address, of at most `most` bytes, for a caller who proves who they are.
    /// Redirects are not followed.
    ///
    /// # Errors
    /// The answer can't be had, for one of the reasons of [`Failure`].
    fn ask(&mut self, address: &Url, most: u64) -> Result<Fetched, Failure>;

    /// Sets the least time between two requests.
    fn pace(&mut self, interval: Duration);

    /// Notes how far the conversion is: pages and files that were found, and those of them that are fetched.
    ///
    /// # Errors
    /// [`Failure::Stopped`] if nobody waits for the conversion any more.
    fn tell(&mut self, found: Found) -> Result<(), Failure>;
}

/// How much a conversion has found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of pages and files that were fetched.
    pub done: usize,
    /// The number of pages and files that are known.
    pub known: usize,
    /// The number of pages among those that were fetched.
    pub pages: usize,
    /// The number of files among those that were fetched.
    pub files: usize,
}

/// A file that was fetched.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The address after all redirects.
    pub address: Url,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A reason for which a file can't be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The server answered with this status, which is no success.
    #[error("the server answered {0}")]
    Status(u16),
    /// The address can't be fetched, or the file exceeds a bound: it will not be otherwise the next time.
    #[error("{0}")]
    Refused(String),
    /// The server can't be reached, or broke off: it may be otherwise the next time.
    #[error("{0}")]
    Unavailable(String),
    /// The time for the whole conversion is over.
    #[error("the time for fetching is over")]
    Late,
    /// Nobody waits for the conversion any more.
    #[error("stopped")]
    Stopped,
}

impl Failure {
    /// Returns true if the file is known not to be there.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Status(404 | 410))
    }
}
