//! Sessions: the browsers in which people are signed in.
//!
//! A session is proved by a secret of 256 bits in a cookie. It ends thirty days after its last use, when its owner
//! ends it, and when the password changes elsewhere. How one begins is in [`sign_in`](crate::sign_in).

use std::time::Duration;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{SessionId, UserId};
use quire_model::people::Way;
use quire_model::scopes::Scope;
use quire_model::time::Timestamp;
use quire_store::sessions;
pub use quire_store::sessions::Session;
use serde_json::json;

use crate::callers::{self, Caller};
use crate::errors::Error;
use crate::writing::Change;
use crate::{App, access};

/// How long a session that nobody uses lasts.
pub const LIFETIME: Duration = Duration::from_hours(30 * 24);

/// What is kept of a browser's description of itself, in characters.
const AGENT: usize = 200;

/// The name under which a session's secret is stored. It differs from a token's of the same secret: neither works as
/// the other.
pub fn hash(secret: &str) -> Hash {
    Hash::of(format!("session\0{secret}").as_bytes())
}

impl App {
    /// The caller's sessions, the one that was used last first.
    pub fn list_sessions(&self, caller: &Caller) -> Result<Vec<Session>, Error> {
        let user = access::own_account(caller, Scope::Read)?;
        let now = self.now();
        self.inner.db.glance(|tx| Ok(sessions::of_user(tx, user, now)?))
    }

    /// Ends the session that the caller uses, if it is one.
    pub fn sign_out(&self, caller: &Caller) -> Result<(), Error> {
        caller.session().map_or(Ok(()), |id| self.end_session(caller, id))
    }

    /// Ends a session of the caller's; nothing happens where there is none.
    pub fn end_session(&self, caller: &Caller, id: SessionId) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        self.write(caller, |change| {
            let ended = sessions::delete(change.tx, user, id)?;
            record_end(change, user, u64::from(ended))
        })
    }

    /// Ends every session of the caller's but the one in use.
    pub fn end_other_sessions(&self, caller: &Caller) -> Result<(), Error> {
        let user = access::own_account(caller, Scope::Admin)?;
        self.write(caller, |change| end_others(change, user, caller.session()))
    }

    /// A session that begins now.
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
            expires_at: now.plus(LIFETIME),
        }
    }
}

/// Writes a session and its event, and removes those of all users that have ended.
pub(crate) fn insert(change: &mut Change<'_, '_>, session: &Session, now: Timestamp) -> Result<(), Error> {
    sessions::delete_expired(change.tx, now)?;
    sessions::insert(change.tx, session)?;
    change.touch(callers::scope(session.hash));
    let detail = json!({ "way": session.way.as_str() });
    change.record(session.user_id.0, EventKind::SessionStarted, session.id.0, &detail)
}

/// Ends every session of a user but `kept`.
pub(crate) fn end_others(change: &mut Change<'_, '_>, user: UserId, kept: Option<SessionId>) -> Result<(), Error> {
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
