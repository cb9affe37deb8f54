//! Files from other servers, by the addresses that callers name, and texts that are published under names.
//!
//! The invariant: no connection is made to an address that is not public, unless the installation allows it. A name is
//! resolved once and the connection goes to the address that was checked; every redirect is checked like the address
//! that a caller gave, and no message tells what was found out about an address. What comes is bounded in bytes and in time. What becomes of a file, and whether a caller may
//! fetch at all, is not known here.

mod connect;
pub mod dns;
mod fetch;
pub mod names;
pub mod ranges;
mod target;

pub use connect::{Trust, trust};
pub use fetch::{Fetched, Fetcher, Options};

use std::fmt;
use std::net::IpAddr;

/// Why a server can't be reached: for the operator's log, never for whoever gave the address.
#[derive(Debug)]
pub enum Reason {
    /// The host has only addresses that are not public; this is one of them.
    Private(IpAddr),
    /// The host has no address.
    Unknown,
    /// The connection failed.
    Failed(String),
}

/// A file can't be fetched. The message is for whoever gave the address.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no address that could be fetched.
    #[error("{0}")]
    Address(&'static str),
    /// There is no way to the server, or none that may be taken. The message is the same whatever the reason is: it must
    /// not tell what a name resolves to, nor what listens in the server's own network.
    #[error("the server of `{host}` can't be reached from here, or is at no public address")]
    Unreachable {
        /// The host as it stands in the address.
        host: String,
        /// The cause, for the operator alone.
        reason: Reason,
    },
    /// The server was reached, and no secure connection to it came about.
    #[error("the server of `{host}` can't be reached securely: its certificate is not trusted, or it has none")]
    Insecure {
        /// The host as it stands in the address.
        host: String,
        /// The cause, for the operator alone.
        reason: Reason,
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

impl Error {
    /// Returns what happened, where the message does not say it.
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
