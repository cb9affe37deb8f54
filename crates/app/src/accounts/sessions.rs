//! Sessions: the browsers in which users are signed in.
//!
//! A session is authenticated by a secret of 256 bits in a cookie. It ends thirty days after its last use, when its
//! user ends it, and when the password is changed elsewhere. Sessions are started by
//! [`sign_in`](crate::accounts::sign_in).

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SessionId, UserId};
use quire_model::people::Way;
use quire_model::scopes::Scope;
use quire_model::time::Timestamp;
pub use quire_store::sessions::Session;
use quire_store::{sessions, users};
use serde_json::json;

use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::{App, access};

/// The maximum length of a stored user agent, in characters.
const AGENT: usize = 200;

/// Returns the hash under which a session's secret is stored. A token with the same secret has another hash, so neither
/// works as the other.
pub fn hash(secret: &str) -> Hash {
    Hash::of(format!("session\0{secret}").as_bytes())
}

impl App {
    /// Lists the caller's sessions, at most 100, most recently used first.
    pub fn list_sessions(&self, caller: &Caller) -> Result<Vec<Session>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let now = self.now();
        let mut found = self.inner.db.read_single(|tx| sessions::of_user(tx, user, now))?;
        found.retain(|session| within_reach(caller, session.organization));
        Ok(found)
    }

    /// Ends the session that the caller uses, if it is one.
    pub fn sign_out(&self, caller: &Caller) -> Result<(), Error> {
        caller.session().map_or(Ok(()), |id| self.end_session(caller, id))
    }

    /// Ends a session of the caller. Does nothing if there is none.
    pub fn end_session(&self, caller: &Caller, id: SessionId) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            let is_hidden = |it: Session| !within_reach(caller, it.organization);
            if sessions::get(change.tx, id)?.is_some_and(is_hidden) {
                return Ok(());
            }
            let ended = sessions::delete(change.tx, user, id)?;
            record_end(change, user, u64::from(ended))
        })
    }

    /// Ends all sessions of the caller except the one in use.
    pub fn end_other_sessions(&self, caller: &Caller) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        let now = self.now();
        self.write(caller, |change| {
            if caller.only().is_none() {
                return end_others(change, user, caller.session());
            }
            let mut ended = 0;
            for session in sessions::of_user(change.tx, user, now)? {
                if Some(session.id) != caller.session() && within_reach(caller, session.organization) {
                    ended += u64::from(sessions::delete(change.tx, user, session.id)?);
                }
            }
            record_end(change, user, ended)
        })
    }

    /// Creates a session that begins now.
    pub(crate) fn session_of(&self, user: UserId, way: Way, agent: &str, secret: &str) -> Session {
        let now = self.now();
        Session {
            id: SessionId(self.fresh_id()),
            user_id: user,
            hash: hash(secret),
            way,
            agent: agent.chars().filter(|c| !c.is_control()).take(AGENT).collect(),
            created_at: now,
            last_used_at: now,
            expires_at: callers::end_of(now, None),
            organization: None,
            factor: false,
            provider: None,
            ends_at: None,
            network: String::new(),
        }
    }
}

/// Returns true if a caller may know of a session or a token of their own that reaches this organization only, or all: a
/// credential of one organization knows only of others of that.
pub(crate) fn within_reach(caller: &Caller, organization: Option<OrganizationId>) -> bool {
    caller.only().is_none_or(|only| organization == Some(only))
}

/// Inserts a session with its event, and deletes expired sessions of all users.
pub(crate) fn insert(change: &mut Change<'_, '_>, session: &Session, now: Timestamp) -> Result<(), Error> {
    sessions::delete_expired(change.tx, now)?;
    sessions::insert(change.tx, session)?;
    change.touch(callers::scope(session.hash));
    let detail = json!({ "way": session.way.as_str() });
    change.record(session.user_id.0, EventKind::SessionStarted, session.id.0, &detail)
}

/// Ends all sessions of a user except `kept`, and the sign-ins that wait for a second factor.
pub(crate) fn end_others(change: &mut Change<'_, '_>, user: UserId, kept: Option<SessionId>) -> Result<(), Error> {
    users::count_sign_out(change.tx, user)?;
    let ended = match kept {
        Some(kept) => sessions::delete_others(change.tx, user, kept)?,
        None => sessions::delete_all(change.tx, user)?,
    };
    record_end(change, user, ended)
}

fn record_end(change: &mut Change<'_, '_>, user: UserId, ended: u64) -> Result<(), Error> {
    if ended == 0 {
        return Ok(());
    }
    change.record(user.0, EventKind::SessionEnded, user.0, &json!({ "sessions": ended }))
}
