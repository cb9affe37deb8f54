//! Who a request counts for: a token or session that is known to be somebody's, else the address that it comes from.
//!
//! A token proves itself only when it is looked for, which happens behind the layers. So what comes with a token or a
//! session is told by the [`Presented`] in its request what came of it, and is known from then on. Until then, and for
//! whatever is made up, requests count for the address: who invents tokens has no more limits than who sends none.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use quick_cache::sync::Cache;
use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use quire_model::credentials::bearer;

use crate::session;

/// So many tokens and sessions are known at one time.
const KNOWN: usize = 65_536;

/// A token or session by the first half of the hash of its secret.
pub(super) type Secret = [u8; 16];

/// Whom a request counts for, as a key of fixed size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Caller {
    /// A token or session that is somebody's.
    Known(Secret),
    /// An address, or none where it is not known.
    At(Option<ClientNetwork>),
    /// One of a fixed number of keys that addresses share when there are too many of them.
    Shared(u8),
}

impl Caller {
    /// The key that this caller falls under when there are too many. Who is known keeps their own.
    pub(super) fn crowded(self) -> Self {
        match self {
            Self::At(Some(network)) => Self::Shared(blake3::hash(&network.bytes()).as_bytes()[0]),
            _ => self,
        }
    }
}

/// Who makes a request, as far as its head says.
pub(super) struct Identity {
    /// The token or session that it carries, somebody's or not.
    pub(super) secret: Option<Secret>,
    /// The address of the client.
    pub(super) client: Option<ClientAddress>,
    /// True if the secret is known to be somebody's.
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

/// For logs: the beginning of the hash of a known secret, else the address.
impl std::fmt::Display for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.secret, self.client) {
            (Some([a, b, c, d, ..]), _) if self.known => write!(f, "token {a:02x}{b:02x}{c:02x}{d:02x}"),
            (_, Some(client)) => client.fmt(f),
            (_, None) => f.write_str("unknown"),
        }
    }
}

/// The tokens and sessions that were somebody's when they were last used.
pub(super) struct Known(Cache<Secret, ()>);

impl Known {
    pub(super) fn new() -> Self {
        Self(Cache::new(KNOWN))
    }

    /// Whoever makes a request with these headers from this address, where sessions have a cookie of this name.
    pub(super) fn identify(
        &self,
        headers: &HeaderMap,
        client: Option<ClientAddress>,
        session_cookie: &str,
    ) -> Identity {
        let token = headers.get(AUTHORIZATION).and_then(|value| bearer(value.as_bytes()));
        let secret = token.or_else(|| session::secret(headers, session_cookie)).map(|secret| {
            let hash = blake3::hash(secret.as_bytes());
            let (half, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
            *half
        });
        let known = secret.is_some_and(|secret| self.0.get(&secret).is_some());
        Identity { secret, client, known }
    }

    pub(super) fn learn(&self, secret: Secret) {
        self.0.insert(secret, ());
    }

    pub(super) fn forget(&self, secret: &Secret) {
        self.0.remove(secret);
    }
}

/// The outcome of looking for the token or session of a request, which whoever looks for it sets. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presented(Arc<AtomicU8>);

/// The outcome of looking for a token or session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// It is somebody's.
    Good = 1,
    /// It is nobody's, or not any more.
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
