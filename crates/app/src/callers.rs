//! Who is calling.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use quire_content::hash::Hash;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;
use quire_store::members::Membership;
use quire_store::{members, tokens};

use crate::App;
use crate::caches::Stamped;
use crate::errors::Error;

/// Somebody who asks for something: the owner of a token, or the operator at the server's own command line.
pub struct Caller {
    identity: Identity,
    scopes: Scopes,
}

enum Identity {
    User { user: UserId, expires_at: Option<Timestamp>, used_at: AtomicI64, memberships: Vec<Membership> },
    Operator,
}

const UNKNOWN: Error = Error::Unauthenticated("the token is unknown, expired or revoked");

/// How stale the time of a token's last use may become before it is written.
const USE_PRECISION_MS: i64 = 60_000;

impl Caller {
    /// Whoever may run commands beside the database: may do everything.
    pub fn operator() -> Self {
        Self { identity: Identity::Operator, scopes: Scopes::ALL }
    }

    /// The user, if it is one.
    pub fn user(&self) -> Option<UserId> {
        match &self.identity {
            Identity::User { user, .. } => Some(*user),
            Identity::Operator => None,
        }
    }

    /// What the token is good for.
    pub fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// The role in an organization: `None` for none at all, `Some(None)` for a guest.
    pub(crate) fn role_in(&self, organization: OrganizationId) -> Option<Option<Role>> {
        match &self.identity {
            Identity::User { memberships, .. } => {
                memberships.iter().find(|m| m.organization == organization).map(|m| m.role)
            }
            Identity::Operator => Some(Some(Role::Admin)),
        }
    }

    fn live(&self, now: Timestamp) -> bool {
        match &self.identity {
            Identity::User { expires_at, .. } => expires_at.is_none_or(|end| now < end),
            Identity::Operator => true,
        }
    }
}

/// The name under which a secret is stored.
pub fn hash(secret: &str) -> Hash {
    Hash::of(secret.as_bytes())
}

impl App {
    /// The caller with this secret, if that is known without asking the database.
    pub fn recall(&self, secret: Hash) -> Option<Result<Arc<Caller>, Error>> {
        let known = self.inner.caches.callers.get(&secret)?;
        let caller = &known.fact;
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        let Identity::User { user, used_at, .. } = &caller.identity else { return None };
        if !fresh(user.0) {
            return None;
        }
        let now = self.now();
        if !caller.live(now) {
            return Some(Err(UNKNOWN));
        }
        if now.0 - used_at.load(Ordering::Relaxed) >= USE_PRECISION_MS {
            // The slow way notes the use.
            return None;
        }
        Some(Ok(caller.clone()))
    }

    /// The caller with this secret.
    pub fn authenticate(&self, secret: Hash) -> Result<Arc<Caller>, Error> {
        let stamp = self.inner.epochs.stamp();
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            let Some(token) = tokens::by_hash(tx, secret)? else { return Ok::<_, Error>(None) };
            let memberships = members::of_user(tx, token.user_id)?;
            Ok(Some((token, memberships)))
        })?;
        let (token, memberships) = found.ok_or(UNKNOWN)?;
        let caller = Arc::new(Caller {
            scopes: token.scopes,
            identity: Identity::User {
                user: token.user_id,
                expires_at: token.expires_at,
                used_at: AtomicI64::new(now.0),
                memberships,
            },
        });
        if !caller.live(now) {
            return Err(UNKNOWN);
        }
        if token.last_used_at.is_none_or(|used| now.0 - used.0 >= USE_PRECISION_MS) {
            self.inner.db.write(|tx| tokens::touch(tx, token.id, now))?;
        }
        self.inner.caches.callers.insert(secret, Arc::new(Stamped { stamp, fact: caller.clone() }));
        Ok(caller)
    }
}
