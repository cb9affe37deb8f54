//! Who a request counts for: the token or session that it carries, else the address that it comes from.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::header::AUTHORIZATION;

use crate::session;

/// A caller as a key of fixed size. Tokens are kept as hashes only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    Token([u8; 16]),
    V4(Ipv4Addr),
    /// The network of an IPv6 address: one customer commonly has all 2^64 addresses of it.
    V6([u8; 8]),
    /// One of a fixed number of keys that callers share when there are too many of them.
    Shared(u8),
}

impl Caller {
    pub(super) fn of(request: &Request) -> Self {
        let cookie = || session::secret(request.headers()).map(str::as_bytes);
        if let Some(token) = bearer(request).or_else(cookie) {
            let hash = blake3::hash(token);
            let (half, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
            return Self::Token(*half);
        }
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        match peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip().to_canonical()) {
            IpAddr::V4(address) => Self::V4(address),
            IpAddr::V6(address) => {
                let octets = address.octets();
                let (network, _) = octets.split_first_chunk().expect("an address has 16 bytes");
                Self::V6(*network)
            }
        }
    }

    /// The shared key that this caller falls under.
    pub(super) fn shared(self) -> Self {
        match self {
            Self::Token([first, ..]) => Self::Shared(first),
            Self::V4(address) => Self::Shared(address.octets()[3]),
            Self::V6(network) => Self::Shared(network[7]),
            Self::Shared(_) => self,
        }
    }
}

fn bearer(request: &Request) -> Option<&[u8]> {
    let (scheme, token) = request.headers().get(AUTHORIZATION)?.as_bytes().split_at_checked(7)?;
    scheme.eq_ignore_ascii_case(b"bearer ").then(|| token.trim_ascii())
}
