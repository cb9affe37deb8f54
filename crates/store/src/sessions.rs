//! Sign-in sessions of users in browsers. Only the hash of a session's secret is stored.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SessionId, UserId};
use quire_model::people::Way;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a session.
    Session in sessions {
        /// The identifier of the session.
        id: SessionId,
        /// The user who signed in.
        user_id: UserId,
        /// The hash of the secret.
        hash: Hash,
        /// The method of the sign-in.
        way: Way,
        /// The `User-Agent` header of the browser.
        agent: String,
        /// The time of the sign-in.
        created_at: Timestamp,
        /// The time of the last use, to about a minute.
        last_used_at: Timestamp,
        /// The time of expiry, which use of the session extends.
        expires_at: Timestamp,
        /// The only organization that the session reaches; `None` for all of its user's.
        organization: Option<OrganizationId>,
        /// True if a second factor was proved, or a provider of single sign-on answers for it.
        factor: bool,
        /// The provider of single sign-on that says who the user is, if one does.
        provider: Option<Uid>,
        /// The time at which the provider wants the session to end, whatever its use.
        ends_at: Option<Timestamp>,
        /// The network that the session began in, as people read it; empty if it is not known.
        network: String,
    }
}

record! {
    /// The facts that a provider of single sign-on states about its own session, in which one of ours began.
    AtProvider {
        /// The hash of its name, if it has one.
        provider_session: Option<Hash>,
        /// The text by which the provider is told whom to sign out: a token of OpenID Connect, or the names of the person
        /// and of the session at a provider with SAML.
        sign_out_hint: Option<String>
    }
}

statements! {
    /// The sessions of disabled users are not found.
    BY_HASH: Query<Session> = select!(
        Session,
        "where hash = ?1
         and exists (select 1 from users u where u.id = sessions.user_id and u.disabled_at is null)"
    );
    BY_ID: Query<Session> = select!(Session, "where id = ?1");
    OF_USER: Query<Session> =
        select!(Session, "where user_id = ?1 and expires_at > ?2 order by last_used_at desc, id desc limit 100");
    INSERT: Execute = insert!(Session);
    TOUCH: Execute = "update sessions set last_used_at = ?2, expires_at = ?3 where id = ?1 and last_used_at < ?2";
    NOTE_FACTOR: Execute = "update sessions set factor = 1 where id = ?1";
    DELETE: Execute = "delete from sessions where user_id = ?1 and id = ?2";
    DELETE_OTHERS: Execute = "delete from sessions where user_id = ?1 and id <> ?2";
    DELETE_ALL: Execute = "delete from sessions where user_id = ?1";
    DELETE_OF_MEMBER: Execute = "delete from sessions where user_id = ?1 and organization = ?2";
    DELETE_OF_PROVIDER: Execute =
        "delete from sessions where organization = ?1 and (provider = ?2 or provider is null)";
    DELETE_OF_USER_AT: Execute = "delete from sessions where user_id = ?1 and provider = ?2 and id <> ?3";
    NOTE_PROVIDER: Execute = "update sessions set provider_session = ?2, sign_out_hint = ?3 where id = ?1";
    AT_PROVIDER: Query<AtProvider> = "select provider_session, sign_out_hint from sessions where id = ?1";
    DELETE_OF_PERSON: Execute = "delete from sessions where provider = ?1 and user_id = ?2";
    DELETE_OF_PERSON_IN: Execute =
        "delete from sessions where provider = ?1 and user_id = ?2 and provider_session = ?3";
    DELETE_OF_PROVIDER_SESSION: Execute = "delete from sessions where provider = ?1 and provider_session = ?2";
    DELETE_EXPIRED: Execute = "delete from sessions where expires_at <= ?1";
}

/// Returns the session whose secret has this hash, if its user is not disabled.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<Session>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Returns the session with this identifier.
pub fn get(tx: &mut Read<'_>, id: SessionId) -> Result<Option<Session>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the sessions of a user that have not expired, at most a hundred, the most recently used first.
pub fn of_user(tx: &mut Read<'_>, user: UserId, now: Timestamp) -> Result<Vec<Session>, Error> {
    tx.all(&OF_USER, params![user, now])
}

/// Inserts a session.
pub fn insert(tx: &mut Write<'_>, session: &Session) -> Result<(), Error> {
    tx.execute(&INSERT, &session.inserted())?;
    Ok(())
}

/// Records the use of a session and extends it until `expires_at`.
pub fn touch(tx: &mut Write<'_>, id: SessionId, at: Timestamp, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&TOUCH, params![id, at, expires_at])?;
    Ok(())
}

/// Deletes a session of this user and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, user: UserId, id: SessionId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![user, id])? > 0)
}

/// Deletes every session of this user but one, and returns how many were deleted.
pub fn delete_others(tx: &mut Write<'_>, user: UserId, kept: SessionId) -> Result<u64, Error> {
    tx.execute(&DELETE_OTHERS, params![user, kept])
}

/// Deletes every session of this user, and returns how many were deleted.
pub fn delete_all(tx: &mut Write<'_>, user: UserId) -> Result<u64, Error> {
    tx.execute(&DELETE_ALL, params![user])
}

/// Deletes the expired sessions of all users.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}

/// Deletes the sessions of a user that reach only this organization, and returns their number.
pub fn delete_of_member(tx: &mut Write<'_>, user: UserId, organization: OrganizationId) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_MEMBER, params![user, organization])
}

/// Deletes the sessions of an organization that rest on a provider, or of which nobody knows the provider.
pub fn delete_of_provider(tx: &mut Write<'_>, organization: OrganizationId, provider: Uid) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_PROVIDER, params![organization, provider])
}

/// Deletes the sessions of a user that rest on a provider, except one, and returns their number.
pub fn delete_of_user_at(tx: &mut Write<'_>, user: UserId, provider: Uid, kept: SessionId) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_USER_AT, params![user, provider, kept])
}

/// Records that a second factor was proved in a session.
pub fn note_factor(tx: &mut Write<'_>, id: SessionId) -> Result<(), Error> {
    tx.execute(&NOTE_FACTOR, params![id])?;
    Ok(())
}

/// Records the facts of a session at its provider.
pub fn note_provider(tx: &mut Write<'_>, id: SessionId, at: &AtProvider) -> Result<(), Error> {
    tx.execute(&NOTE_PROVIDER, params![id, at.provider_session, at.sign_out_hint])?;
    Ok(())
}

/// Returns the facts of a session at its provider.
pub fn at_provider(tx: &mut Read<'_>, id: SessionId) -> Result<Option<AtProvider>, Error> {
    tx.one(&AT_PROVIDER, params![id])
}

/// Deletes the sessions of a user that rest on a provider, or those that began in one session there, and returns their
/// number.
pub fn delete_of_person(
    tx: &mut Write<'_>,
    provider: Uid,
    user: UserId,
    provider_session: Option<Hash>,
) -> Result<u64, Error> {
    match provider_session {
        Some(session) => tx.execute(&DELETE_OF_PERSON_IN, params![provider, user, session]),
        None => tx.execute(&DELETE_OF_PERSON, params![provider, user]),
    }
}

/// Deletes the sessions that began in one session at a provider, and returns their number.
pub fn delete_of_provider_session(tx: &mut Write<'_>, provider: Uid, provider_session: Hash) -> Result<u64, Error> {
    tx.execute(&DELETE_OF_PROVIDER_SESSION, params![provider, provider_session])
}
