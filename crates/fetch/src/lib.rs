//! Files and answers from other servers, at addresses that callers supply, and texts published under domain names.
//!
//! The invariant: no connection is made to an address that is not public, unless the installation allows it. A name is
//! resolved once and the connection goes to the address that was checked; every redirect is checked like the address
//! that a caller supplied, and no message reveals the results of a check. Responses are bounded in bytes and in time.
//! The use of a file, and the permission to fetch, are not known here.

mod blocking;
mod connect;
pub mod dns;
pub mod documents;
mod fetch;
pub mod names;
pub mod ranges;
mod target;
pub mod translators;

pub use connect::{Trust, trust};
pub use fetch::{Answer, Asked, Fetched, Fetcher, Options};

use std::fmt;
use std::net::IpAddr;

/// The reason for which a server can't be reached: for the operator's log, never for the caller.
#[derive(Debug)]
pub enum Reason {
    /// The host has only addresses that are not public; this is one of them.
    Private(IpAddr),
    /// The host has no address.
    Unknown,
    /// The connection failed with this message.
    Failed(String),
}

/// An error of fetching a file. Its message is for the caller that supplied the address.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address can't be fetched, for the given reason.
    #[error("{0}")]
    Address(&'static str),
    /// The server can't be reached, or has no address that is allowed. The message is the same in all cases: it must
    /// not reveal the addresses of a name, nor the services in the installation's own network.
    #[error("the server of `{host}` can't be reached from here, or is at no public address")]
    Unreachable {
        /// The host of the address, normalized as the URL standard defines.
        host: String,
        /// The reason, for the operator only.
        reason: Reason,
    },
    /// The server was reached, but no secure connection could be established.
    #[error("the server of `{host}` can't be reached securely: its certificate is not trusted, or it has none")]
    Insecure {
        /// The host of the address, normalized as the URL standard defines.
        host: String,
        /// The reason, for the operator only.
        reason: Reason,
    },
    /// The server responded with this status, which is not a success.
    #[error("the server answered {0}")]
    Status(u16),
    /// The server redirects more than the given number of times.
    #[error("the server redirects more than {0} times")]
    Redirects(usize),
    /// The file exceeds the maximum size, in bytes.
    #[error("the file is larger than {0} bytes")]
    TooLarge(u64),
    /// No name server responded to the query.
    #[error("no server answers the question")]
    NoAnswer,
    /// A name server refused the query with this code.
    #[error("the server refuses to answer, with the code {0}")]
    Refused(u8),
    /// The transfer failed before the end of the file, with this message.
    #[error("{0}")]
    Broken(String),
    /// The time limit was exceeded.
    #[error("the server takes too long")]
    TooSlow,
}

impl Error {
    /// Returns the reason that the message does not reveal, if there is one.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Unreachable { reason, .. } | Self::Insecure { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Private(address) => write!(f, "{address} is no public address"),
            Self::Unknown => f.write_str("the host is not found"),
            Self::Failed(reason) => f.write_str(reason),
        }
    }
}
