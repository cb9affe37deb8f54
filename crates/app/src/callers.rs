//! Who is calling: the owner of a token or of a session, or the operator.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use quire_content::hash::Hash;
use quire_model::ids::{OrganizationId, SessionId, TokenId, UserId};
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;
use quire_store::members::Membership;
use quire_store::sessions::Session;
use quire_store::{members, sessions as stored_sessions, tokens};

use crate::App;
use crate::caches::Stamped;
use crate::errors::Error;
use crate::sessions;

/// Somebody who asks for something: the owner of a token or of a session, or the operator at the server's own command line.
pub struct Caller {
    identity: Identity,
    scopes: Scopes,
}

enum Identity {
    User { user: UserId, by: Proved, expires_at: Option<Timestamp>, used_at: AtomicI64, memberships: Vec<Membership> },
    Operator,
}

/// What proves who a user is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proved {
    Session(SessionId),
    Token(TokenId),
}

const UNKNOWN: Error = Error::Unauthenticated("the token is unknown, expired or revoked");

const SIGNED_OUT: Error = Error::Unauthenticated("you are not signed in any more: sign in again");

/// How stale the time of a token's last use may become before it is written.
const USE_PRECISION_MS: i64 = 60_000;

impl Caller {
    /// Whoever may run commands beside the database: may do everything.
    pub fn operator() -> Self {
        Self { identity: Identity::Operator, scopes: Scopes::ALL }
    }

    /// Whoever begins a session. They hold no memberships yet: this is for the event only.
    pub(crate) fn of_session(session: &Session) -> Self {
        let (by, user, now) = (Proved::Session(session.id), session.user_id, session.created_at);
        Self::of(user, by, Scopes::ALL, None, now, Vec::new())
    }

    fn of(
        user: UserId,
        by: Proved,
        scopes: Scopes,
        expires_at: Option<Timestamp>,
        now: Timestamp,
        memberships: Vec<Membership>,
    ) -> Self {
        let used_at = AtomicI64::new(now.0);
        Self { identity: Identity::User { user, by, expires_at, used_at, memberships }, scopes }
    }

    /// The user, if it is one.
    pub fn user(&self) -> Option<UserId> {
        match &self.identity {
            Identity::User { user, .. } => Some(*user),
            Identity::Operator => None,
        }
    }

    /// The session, if the caller is signed in.
    pub fn session(&self) -> Option<SessionId> {
        match &self.identity {
            Identity::User { by: Proved::Session(session), .. } => Some(*session),
            Identity::User { by: Proved::Token(_), .. } | Identity::Operator => None,
        }
    }

    /// The token that the caller uses, if it is one.
    pub(crate) fn token(&self) -> Option<TokenId> {
        match &self.identity {
            Identity::User { by: Proved::Token(token), .. } => Some(*token),
            Identity::User { by: Proved::Session(_), .. } | Identity::Operator => None,
        }
    }

    /// When the token that the caller uses stops working. A session has no such end: it lasts longer with each use.
    pub(crate) fn token_expires_at(&self) -> Option<Timestamp> {
        match &self.identity {
            Identity::User { by: Proved::Token(_), expires_at, .. } => *expires_at,
            Identity::User { by: Proved::Session(_), .. } | Identity::Operator => None,
        }
    }

    /// The end of something that the caller makes and that would end at `end` by itself: nothing outlives the token that
    /// made it.
    pub(crate) fn bound(&self, end: Timestamp) -> Timestamp {
        self.token_expires_at().map_or(end, |own| own.min(end))
    }

    /// What the token is good for; a session is good for everything.
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
    /// The caller with a token or session of this hash, if that is known without asking the database.
    pub fn recall(&self, secret: Hash) -> Option<Result<Arc<Caller>, Error>> {
        let known = self.inner.caches.callers.get(&secret)?;
        let caller = &known.fact;
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        let Identity::User { user, by, used_at, .. } = &caller.identity else { return None };
        if !fresh(user.0) {
            return None;
        }
        let now = self.now();
        if !caller.live(now) {
            return Some(Err(if matches!(by, Proved::Session(_)) { SIGNED_OUT } else { UNKNOWN }));
        }
        if now.0 - used_at.load(Ordering::Relaxed) >= USE_PRECISION_MS {
            // The slow way notes the use.
            return None;
        }
        Some(Ok(caller.clone()))
    }

    /// The caller with a token of this hash.
    pub fn authenticate(&self, secret: Hash) -> Result<Arc<Caller>, Error> {
        let stamp = self.inner.epochs.stamp();
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            let Some(token) = tokens::by_hash(tx, secret)? else { return Ok::<_, Error>(None) };
            let memberships = members::of_user(tx, token.user_id)?;
            Ok(Some((token, memberships)))
        })?;
        let (token, memberships) = found.ok_or(UNKNOWN)?;
        let caller = Arc::new(Caller::of(
            token.user_id,
            Proved::Token(token.id),
            token.scopes,
            token.expires_at,
            now,
            memberships,
        ));
        if !caller.live(now) {
            return Err(UNKNOWN);
        }
        if token.last_used_at.is_none_or(|used| now.0 - used.0 >= USE_PRECISION_MS) {
            self.inner.db.write(|tx| tokens::touch(tx, token.id, now))?;
        }
        self.inner.caches.callers.insert(secret, Arc::new(Stamped { stamp, fact: caller.clone() }));
        Ok(caller)
    }
    /// The caller with a session of this hash, which lasts longer with each use.
    pub fn authenticate_session(&self, secret: Hash) -> Result<Arc<Caller>, Error> {
        let stamp = self.inner.epochs.stamp();
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            let Some(session) = stored_sessions::by_hash(tx, secret)? else { return Ok::<_, Error>(None) };
            let memberships = members::of_user(tx, session.user_id)?;
            Ok(Some((session, memberships)))
        })?;
        let (mut session, memberships) = found.filter(|(it, _)| now < it.expires_at).ok_or(SIGNED_OUT)?;
        if now.0 - session.last_used_at.0 >= USE_PRECISION_MS {
            session.expires_at = now.plus(sessions::LIFETIME);
            self.inner.db.write(|tx| stored_sessions::touch(tx, session.id, now, session.expires_at))?;
        }
        let (by, user, expires_at) = (Proved::Session(session.id), session.user_id, Some(session.expires_at));
        let caller = Arc::new(Caller::of(user, by, Scopes::ALL, expires_at, now, memberships));
        self.inner.caches.callers.insert(secret, Arc::new(Stamped { stamp, fact: caller.clone() }));
        Ok(caller)
    }
}
