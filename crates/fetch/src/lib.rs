//! Files from other servers, by the addresses that callers name, and texts that are published under names.
//!
//! The invariant: no connection is made to an address that is not public, unless the installation allows it. A name is
//! resolved once and the connection goes to the address that was checked; every redirect is checked like the address
//! that a caller gave. What comes is bounded in bytes and in time. What becomes of a file, and whether a caller may
//! fetch at all, is not known here.

mod connect;
pub mod dns;
mod fetch;
pub mod names;
pub mod ranges;
mod target;

pub use connect::{Trust, trust};
pub use fetch::{Fetched, Fetcher, Options};

use std::net::IpAddr;

/// A file can't be fetched. The message is for whoever gave the address.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no address that could be fetched.
    #[error("{0}")]
    Address(&'static str),
    /// The host has only addresses that are not public.
    #[error("`{host}` is {address}, which is no public address")]
    Private {
        /// The host as it stands in the address.
        host: String,
        /// One of its addresses.
        address: IpAddr,
    },
    /// The host has no address.
    #[error("the host `{0}` is not found")]
    Unknown(String),
    /// The server can't be reached, or breaks off.
    #[error("the server of `{host}` can't be reached: {reason}")]
    Unreachable {
        /// The host as it stands in the address.
        host: String,
        /// What happened.
        reason: String,
    },
    /// The server answers with something else than the file.
    #[error("the server answered {0}")]
    Status(u16),
    /// One redirect after the other.
    #[error("the server redirects more than {0} times")]
    Redirects(usize),
    /// The file is larger than it may be.
    #[error("the file is larger than {0} bytes")]
    TooLarge(u64),
    /// A server of the domain name system does not answer the question.
    #[error("no server answers the question")]
    NoAnswer,
    /// A server of the domain name system refuses to answer.
    #[error("the server refuses to answer, with the code {0}")]
    Refused(u8),
    /// The bytes end before the file does.
    #[error("{0}")]
    Broken(String),
    /// It takes too long.
    #[error("the server takes too long")]
    TooSlow,
}
