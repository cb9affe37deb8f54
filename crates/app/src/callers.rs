//! Authentication: callers are owners of a token or of a session, or the operator.
//!
//! The modules below compute what callers see of an organization, and run their changes as transactions with events.

pub(crate) mod caches;
pub(crate) mod first_uses;
pub(crate) mod renewal;
pub mod rights;
pub(crate) mod writing;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::credentials::Proved;
use quire_model::ids::{OrganizationId, SessionId, TokenId, UserId};
use quire_model::payer::Payer;
use quire_model::policy::Standing;
use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::time::Timestamp;
use quire_store::members::Membership;
use quire_store::sessions::Session;
use quire_store::{Read, members, sessions, tokens, totp_factors, users};

use crate::App;
use crate::callers::first_uses::FirstUses;
use crate::core::caches::Stamped;
use crate::core::errors::Error;

/// The author of a request: the owner of a token or of a session, or the operator at the server's own command line.
pub struct Caller {
    identity: Identity,
    scopes: Scopes,
}

enum Identity {
    User {
        user: UserId,
        by: Proved,
        expires_at: Option<Timestamp>,
        used_at: AtomicI64,
        memberships: Vec<Membership>,
        /// The only organization that the credential reaches; `None` for all of the user's.
        only: Option<OrganizationId>,
        first_uses: Arc<FirstUses>,
    },
    Operator,
}

/// The identity of a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    /// The owner of a token or of a session.
    User(UserId),
    /// The operator at the server's own command line, who may do everything.
    Operator,
}

const UNKNOWN: Error = Error::Unauthenticated("the token is unknown, expired or revoked");

const WITHDRAWN: &str = "the token by which this was asked for is expired or revoked";

const SIGNED_OUT: Error = Error::Unauthenticated("you are not signed in any more: sign in again");

/// The time for which an invalid secret is not looked up again, unless it is invalidated earlier.
const UNKNOWN_FOR: Duration = Duration::from_secs(10);

/// The time after its last use at which a session expires.
pub(crate) const SESSION_LIFETIME: Duration = Duration::from_hours(30 * 24);

/// The cache scope of all secrets, touched when invalid secrets may have become valid.
pub(crate) const SECRETS: Uid = Uid(*b"callers: secrets");

/// The cache scope of all callers, touched when an organization insists on single sign-on
/// or on a second factor, or does not any more.
pub(crate) const EVERYBODY: Uid = Uid(*b"callers: present");

/// The age of a token's last use, in milliseconds, from which it is updated.
const USE_PRECISION_MS: i64 = 60_000;

impl Caller {
    /// Returns the operator, who runs commands on the server and may do everything.
    pub fn operator() -> Self {
        Self { identity: Identity::Operator, scopes: Scopes::ALL }
    }

    /// Returns the user of a new session, without memberships: only for recording the event.
    pub(crate) fn of_session(session: &Session) -> Self {
        let (user, now) = (session.user_id, session.created_at);
        Self::of(user, Credential::of(session), Scopes::ALL, None, now, Vec::new(), Arc::default())
    }

    fn of(
        user: UserId,
        credential: Credential,
        scopes: Scopes,
        expires_at: Option<Timestamp>,
        now: Timestamp,
        mut memberships: Vec<Membership>,
        first_uses: Arc<FirstUses>,
    ) -> Self {
        memberships.retain(|membership| is_reached(membership, credential));
        let Credential { by, only, .. } = credential;
        let used_at = AtomicI64::new(now.0);
        Self { identity: Identity::User { user, by, expires_at, used_at, memberships, only, first_uses }, scopes }
    }

    /// Returns the user, or `None` for the operator.
    pub fn user(&self) -> Option<UserId> {
        match &self.identity {
            Identity::User { user, .. } => Some(*user),
            Identity::Operator => None,
        }
    }

    /// Returns the session, if the caller authenticated by one.
    pub fn session(&self) -> Option<SessionId> {
        match &self.identity {
            Identity::User { by: Proved::Session(session), .. } => Some(*session),
            Identity::User { by: Proved::Token(_), .. } | Identity::Operator => None,
        }
    }

    /// Returns the token, if the caller authenticated by one.
    pub(crate) fn token(&self) -> Option<TokenId> {
        match &self.identity {
            Identity::User { by: Proved::Token(token), .. } => Some(*token),
            Identity::User { by: Proved::Session(_), .. } | Identity::Operator => None,
        }
    }

    /// Returns the expiry of the caller's token. `None` for a session, which each use extends.
    pub(crate) fn token_expires_at(&self) -> Option<Timestamp> {
        match &self.identity {
            Identity::User { by: Proved::Token(_), expires_at, .. } => *expires_at,
            Identity::User { by: Proved::Session(_), .. } | Identity::Operator => None,
        }
    }

    /// Bounds the expiry of something that the caller creates: `end`, or that of the caller's token if it is earlier.
    pub(crate) fn bound(&self, end: Timestamp) -> Timestamp {
        self.token_expires_at().map_or(end, |own| own.min(end))
    }

    /// Returns the credential that authenticated the caller; `None` for the operator.
    pub(crate) fn proved(&self) -> Option<Proved> {
        match &self.identity {
            Identity::User { by, .. } => Some(*by),
            Identity::Operator => None,
        }
    }

    /// Returns the scopes of the token; a session has all.
    pub fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// Returns the identity of the caller, for decisions about permissions. They must match every case, so that a new
    /// kind of caller has no rights by default.
    pub(crate) fn who(&self) -> Who {
        match &self.identity {
            Identity::User { user, .. } => Who::User(*user),
            Identity::Operator => Who::Operator,
        }
    }

    /// Returns the party on whose behalf the caller's requests are served: the user, whatever the credential.
    pub fn payer(&self) -> Payer {
        match &self.identity {
            Identity::User { user, .. } => Payer::of(user.0),
            Identity::Operator => Payer::of("operator"),
        }
    }

    /// Returns the only organization that the caller's credential reaches; `None` if it reaches all of the user's.
    pub fn only(&self) -> Option<OrganizationId> {
        match &self.identity {
            Identity::User { only, .. } => *only,
            Identity::Operator => None,
        }
    }

    /// Returns the caller's standing in an organization. An organization that the credential does not reach is one that
    /// the caller has nothing to do with.
    pub(crate) fn role_in(&self, organization: OrganizationId) -> Standing {
        match &self.identity {
            Identity::User { memberships, .. } => {
                let membership = memberships.iter().find(|m| m.organization == organization);
                membership.map_or(Standing::Stranger, |membership| membership.role.into())
            }
            Identity::Operator => Standing::Role(Role::Admin),
        }
    }

    /// Notes that the caller uses an organization, if they never did before. A credential that rests on the word of the
    /// organization's own provider is no use by the person: an admin could have it made.
    pub(crate) fn uses(&self, organization: OrganizationId) {
        let Identity::User { user, memberships, first_uses, only: None, .. } = &self.identity else { return };
        let here = memberships.iter().find(|m| m.organization == organization);
        if here.is_some_and(|membership| membership.first_used_at.is_none()) {
            first_uses.note(organization, *user);
        }
    }

    fn live(&self, now: Timestamp) -> bool {
        match &self.identity {
            Identity::User { expires_at, .. } => expires_at.is_none_or(|end| now < end),
            Identity::Operator => true,
        }
    }
}

/// A credential, and how far it reaches.
#[derive(Debug, Clone, Copy)]
struct Credential {
    by: Proved,
    /// The only organization that it reaches; `None` for all of the user's.
    only: Option<OrganizationId>,
    /// True if it reaches organizations that want a second factor.
    factor: bool,
}

impl Credential {
    fn of(session: &Session) -> Self {
        Self { by: Proved::Session(session.id), only: session.organization, factor: session.factor }
    }
}

/// Returns true if a credential that reaches only this organization, or all of its user's, reaches that of a membership:
/// one that insists on single sign-on is reached by its own sign-in only, except by its admins.
///
/// One that wants a second factor is reached only by a credential that has one, also by its admins.
fn is_reached(membership: &Membership, credential: Credential) -> bool {
    if membership.requires_factor && !credential.factor {
        return false;
    }
    match credential.only {
        Some(only) => membership.organization == only,
        None => !membership.requires_sso || membership.role == Some(Role::Admin),
    }
}

/// Returns the provider of single sign-on that the credential of a caller rests on, if it reaches one organization.
pub(crate) fn provider_of(tx: &mut Read<'_>, caller: &Caller) -> Result<Option<Uid>, Error> {
    if caller.only().is_none() {
        return Ok(None);
    }
    Ok(match caller.proved() {
        Some(Proved::Session(id)) => sessions::get(tx, id)?.and_then(|session| session.provider),
        Some(Proved::Token(id)) => tokens::get(tx, id)?.and_then(|token| token.provider),
        None => None,
    })
}

/// A user who asked for work that goes on later, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asker {
    /// The user; `None` for the operator.
    pub(crate) user: Option<UserId>,
    /// The token or session by which they asked.
    pub(crate) by: Option<Proved>,
    /// The scopes that they asked with.
    pub(crate) scopes: Scopes,
    /// The organization that the work is for, and the only one that it reaches.
    pub(crate) organization: OrganizationId,
}

/// Returns the cache scope of one secret, touched when the secret is created.
pub(crate) fn scope(secret: Hash) -> Uid {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&secret.0[..16]);
    Uid(bytes)
}

/// Returns the time at which a session that is used now expires: before the end that its provider wants.
pub(crate) fn end_of(now: Timestamp, ends_at: Option<Timestamp>) -> Timestamp {
    let end = now.plus(SESSION_LIFETIME);
    ends_at.map_or(end, |wanted| wanted.min(end))
}

/// Returns the hash under which a secret is stored.
pub fn hash(secret: &str) -> Hash {
    Hash::of(secret.as_bytes())
}

impl App {
    /// Returns the caller with a token of this hash, if it is cached.
    pub fn recall(&self, secret: Hash) -> Option<Result<Arc<Caller>, Error>> {
        if self.is_unknown(secret) { Some(Err(UNKNOWN)) } else { self.recall_known(secret) }
    }

    /// Returns the caller with a session of this hash, if it is cached.
    pub fn recall_session(&self, secret: Hash) -> Option<Result<Arc<Caller>, Error>> {
        if self.is_unknown(secret) { Some(Err(SIGNED_OUT)) } else { self.recall_known(secret) }
    }

    fn is_unknown(&self, secret: Hash) -> bool {
        let Some(known) = self.inner.caches.callers.unknown.get(&secret) else { return false };
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        fresh(scope(secret)) && fresh(SECRETS) && self.now() < known.fact
    }

    /// Remembers a secret as invalid since `stamp` was taken, and returns the given error.
    fn note_unknown(&self, secret: Hash, stamp: u64, error: Error) -> Error {
        let until = self.now().plus(UNKNOWN_FOR);
        self.inner.caches.callers.unknown.insert(secret, Arc::new(Stamped { stamp, fact: until }));
        error
    }

    fn recall_known(&self, secret: Hash) -> Option<Result<Arc<Caller>, Error>> {
        let known = self.inner.caches.callers.callers.get(&secret)?;
        let caller = &known.fact;
        let fresh = |scope| self.inner.epochs.fresh(scope, known.stamp);
        let Identity::User { user, by, used_at, .. } = &caller.identity else { return None };
        if !fresh(user.0) || !fresh(EVERYBODY) {
            return None;
        }
        let now = self.now();
        if !caller.live(now) {
            return Some(Err(if matches!(by, Proved::Session(_)) { SIGNED_OUT } else { UNKNOWN }));
        }
        if now.0 - used_at.load(Ordering::Relaxed) >= USE_PRECISION_MS {
            // The uncached lookup records the use.
            return None;
        }
        Some(Ok(caller.clone()))
    }

    /// Authenticates the caller with a token of this hash.
    pub fn authenticate(&self, secret: Hash) -> Result<Arc<Caller>, Error> {
        let stamp = self.inner.epochs.stamp();
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            let Some(token) = tokens::by_hash(tx, secret)? else { return Ok::<_, Error>(None) };
            let memberships = members::of_user(tx, token.user_id)?;
            // A token has no factors of its own: it counts as one of a user who has a second one.
            let wants = memberships.iter().any(|membership| membership.requires_factor);
            let factor =
                token.organization.is_some() || (wants && totp_factors::confirmed(tx, token.user_id)?.is_some());
            Ok(Some((token, memberships, factor)))
        })?;
        let (token, memberships, factor) = found.ok_or_else(|| self.note_unknown(secret, stamp, UNKNOWN))?;
        let credential = Credential { by: Proved::Token(token.id), only: token.organization, factor };
        let (user, expires_at) = (token.user_id, token.expires_at);
        let first_uses = self.inner.first_uses.clone();
        let caller = Arc::new(Caller::of(user, credential, token.scopes, expires_at, now, memberships, first_uses));
        if !caller.live(now) {
            return Err(UNKNOWN);
        }
        if token.last_used_at.is_none_or(|used| now.0 - used.0 >= USE_PRECISION_MS) {
            self.inner.db.write(|tx| tokens::touch(tx, token.id, now))?;
        }
        self.inner.caches.callers.callers.insert(secret, Arc::new(Stamped { stamp, fact: caller.clone() }));
        Ok(caller)
    }

    /// Authenticates the caller with a session of this hash, and extends the session.
    pub fn authenticate_session(&self, secret: Hash) -> Result<Arc<Caller>, Error> {
        let stamp = self.inner.epochs.stamp();
        let now = self.now();
        let found = self.inner.db.read(|tx| {
            let Some(session) = sessions::by_hash(tx, secret)? else { return Ok::<_, Error>(None) };
            let memberships = members::of_user(tx, session.user_id)?;
            Ok(Some((session, memberships)))
        })?;
        let (mut session, memberships) = found.ok_or_else(|| self.note_unknown(secret, stamp, SIGNED_OUT))?;
        if now >= session.expires_at || self.rests_on_former_provider(&session) {
            return Err(SIGNED_OUT);
        }
        if now.0 - session.last_used_at.0 >= USE_PRECISION_MS {
            session.expires_at = end_of(now, session.ends_at);
            self.inner.db.write(|tx| sessions::touch(tx, session.id, now, session.expires_at))?;
        }
        let credential = Credential::of(&session);
        let (user, expires_at) = (session.user_id, Some(session.expires_at));
        let first_uses = self.inner.first_uses.clone();
        let caller = Arc::new(Caller::of(user, credential, Scopes::ALL, expires_at, now, memberships, first_uses));
        self.inner.caches.callers.callers.insert(secret, Arc::new(Stamped { stamp, fact: caller.clone() }));
        Ok(caller)
    }

    /// Returns true if a session rests on a provider of the whole server that is not the one of now, which may give the
    /// same names to other people.
    fn rests_on_former_provider(&self, session: &Session) -> bool {
        let by_server = session.provider.filter(|_| session.organization.is_none());
        by_server.is_some_and(|provider| Some(provider) != self.inner.server_provider)
    }

    /// Returns the caller for work that somebody asked for earlier, with the rights that they have now.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] if the user is disabled, or the token does not work any more. The end of a session ends
    /// nothing that was asked for in it.
    pub(crate) fn on_behalf_of(&self, asker: Asker) -> Result<Caller, Error> {
        let (Some(user), Some(by)) = (asker.user, asker.by) else { return Ok(Caller::operator()) };
        let now = self.now();
        self.inner.db.read(|tx| {
            if users::get(tx, user)?.is_none_or(|user| user.disabled_at.is_some()) {
                return Err(Error::Unauthenticated("the user who asked for this is disabled or deleted"));
            }
            let mut scopes = asker.scopes;
            if let Proved::Token(token) = by {
                let found = tokens::get(tx, token)?;
                let live = found.filter(|it| it.user_id == user && it.expires_at.is_none_or(|end| now < end));
                scopes = live.ok_or(Error::Unauthenticated(WITHDRAWN))?.scopes;
            }
            let memberships = members::of_user(tx, user)?;
            // What the organization wants of those who sign in was proved when they asked.
            let credential = Credential { by, only: Some(asker.organization), factor: true };
            Ok(Caller::of(user, credential, scopes, None, now, memberships, self.inner.first_uses.clone()))
        })
    }
}
