//! One-time links by which people sign in. Only the hash of a secret is stored, and only once the link is given out.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::SignInLinkId;
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A link, or the wish for one.
    SignInLink {
        /// The link.
        id: SignInLinkId,
        /// Whose it is to be: perhaps nobody's.
        email: String,
        /// Where to go afterwards: a path of this server.
        next: String,
        /// Of the secret; none before the link is given out.
        hash: Option<Hash>,
        /// When it was asked for.
        requested_at: Timestamp,
        /// When it stops working, or is not worth sending any more.
        expires_at: Timestamp,
    }
}

statements! {
    BY_ID: Query<SignInLink> =
        "select id, email, next, hash, requested_at, expires_at from sign_in_links where id = ?1";
    BY_HASH: Query<SignInLink> =
        "select id, email, next, hash, requested_at, expires_at from sign_in_links where hash = ?1";
    INSERT: Execute =
        "insert into sign_in_links (id, email, next, hash, requested_at, expires_at) values (?1, ?2, ?3, ?4, ?5, ?6)";
    GIVE: Execute = "update sign_in_links set hash = ?2, expires_at = ?3 where id = ?1";
    DELETE: Execute = "delete from sign_in_links where id = ?1";
    DELETE_OF: Execute = "delete from sign_in_links where email = ?1";
    DELETE_EXPIRED: Execute = "delete from sign_in_links where expires_at <= ?1";
}

/// The link of this identifier.
pub fn get(tx: &mut Read<'_>, id: SignInLinkId) -> Result<Option<SignInLink>, Error> {
    tx.one(&BY_ID, params![id])
}

/// The link whose secret has this hash.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<SignInLink>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Adds a link.
pub fn insert(tx: &mut Write<'_>, link: &SignInLink) -> Result<(), Error> {
    let SignInLink { id, email, next, hash, requested_at, expires_at } = link;
    tx.execute(&INSERT, params![*id, *email, *next, *hash, *requested_at, *expires_at])?;
    Ok(())
}

/// The link works with this secret from now on, until `expires_at`.
pub fn give(tx: &mut Write<'_>, id: SignInLinkId, hash: Hash, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&GIVE, params![id, hash, expires_at])?;
    Ok(())
}

/// Removes a link; whether there was one.
pub fn delete(tx: &mut Write<'_>, id: SignInLinkId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![id])? > 0)
}

/// Removes every link of an address.
pub fn delete_of(tx: &mut Write<'_>, email: &str) -> Result<(), Error> {
    tx.execute(&DELETE_OF, params![email.to_owned()])?;
    Ok(())
}

/// Removes the links that don't work any more.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}
