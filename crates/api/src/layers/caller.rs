//! The caller to which a request is attributed: a token or session known to be valid, else the client's address.
//!
//! Tokens are verified behind the layers. The handler reports the outcome through the [`Presented`] in the request,
//! and a valid token or session is known from then on. Requests with an unknown or invalid one are attributed to the
//! address, so that inventing tokens gives no further limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use quick_cache::sync::Cache;
use quire_app::callers;
use quire_content::hash::Hash;
use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use quire_model::credentials::bearer;

use crate::session;

/// The maximum number of tokens and sessions that are known at the same time.
const KNOWN: usize = 65_536;

/// The first half of the BLAKE3 hash of the secret of a token or session.
pub(super) type Secret = [u8; 16];

/// The caller to which a request is attributed, as a key of fixed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    /// A token or session that is known to be valid.
    Known(Secret),
    /// The network of the client's address; none if the address is unknown.
    At(Option<ClientNetwork>),
    /// One of 256 keys that addresses share when there are too many of them.
    Shared(u8),
}

impl Caller {
    /// Returns the key of this caller while there are too many callers. Known tokens and sessions keep their own.
    pub(super) fn crowded(self) -> Self {
        match self {
            Self::At(Some(network)) => Self::Shared(blake3::hash(&network.bytes()).as_bytes()[0]),
            _ => self,
        }
    }
}

/// The identity of a request's sender, as far as the head of the request shows it.
pub(super) struct Identity {
    /// The token or session that the request has, valid or not.
    pub(super) secret: Option<Secret>,
    /// The address of the client.
    pub(super) client: Option<ClientAddress>,
    /// True if the secret is known to be valid.
    pub(super) known: bool,
}

impl Identity {
    pub(super) fn caller(&self) -> Caller {
        match self.secret {
            Some(secret) if self.known => Caller::Known(secret),
            _ => Caller::At(self.client.map(ClientAddress::network)),
        }
    }
}

/// Formats the identity for logs: the first four bytes of the hash of a known secret, else the address.
impl std::fmt::Display for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.secret, self.client) {
            (Some([a, b, c, d, ..]), _) if self.known => write!(f, "token {a:02x}{b:02x}{c:02x}{d:02x}"),
            (_, Some(client)) => client.fmt(f),
            (_, None) => f.write_str("unknown"),
        }
    }
}

/// The tokens and sessions that were valid when they were last used.
pub(super) struct Known(Cache<Secret, ()>);

impl Known {
    pub(super) fn new() -> Self {
        Self(Cache::new(KNOWN))
    }

    /// Returns the identity of a request with these headers from this address; `session_cookie` is the cookie's name.
    pub(super) fn identify(
        &self,
        headers: &HeaderMap,
        client: Option<ClientAddress>,
        session_cookie: &str,
    ) -> Identity {
        let token = headers.get(AUTHORIZATION).and_then(|value| bearer(value.as_bytes()));
        let secret = token.or_else(|| session::secret(headers, session_cookie));
        let secret = secret.map(|secret| half(callers::hash(secret)));
        let known = secret.is_some_and(|secret| self.0.get(&secret).is_some());
        Identity { secret, client, known }
    }

    /// Returns the identity of a request with the token of this hash; `None` unless it is known to be valid.
    pub(super) fn recognize(&self, hash: Hash, client: Option<ClientAddress>) -> Option<Identity> {
        let secret = half(hash);
        self.0.get(&secret).map(|()| Identity { secret: Some(secret), client, known: true })
    }

    pub(super) fn learn(&self, secret: Secret) {
        self.0.insert(secret, ());
    }

    pub(super) fn forget(&self, secret: &Secret) {
        self.0.remove(secret);
    }
}

fn half(hash: Hash) -> Secret {
    let (half, _) = hash.0.split_first_chunk().expect("a hash has 32 bytes");
    *half
}

/// The outcome of verifying the token or session of a request, set by the handler that does. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presented(Arc<AtomicU8>);

/// The outcome of verifying a token or session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The token or session is valid.
    Good = 1,
    /// The token or session is unknown, expired or revoked.
    Bad = 2,
}

impl Presented {
    pub(crate) fn settle(&self, proof: Proof) {
        self.0.store(proof as u8, Ordering::Relaxed);
    }

    pub(super) fn proof(&self) -> Option<Proof> {
        match self.0.load(Ordering::Relaxed) {
            1 => Some(Proof::Good),
            2 => Some(Proof::Bad),
            _ => None,
        }
    }
}
