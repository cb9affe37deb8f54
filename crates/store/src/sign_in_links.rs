//! One-time sign-in links. Only the hash of a secret is stored, and only from when the link is issued.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::SignInLinkId;
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a sign-in link, or of a request for one.
    SignInLink in sign_in_links {
        /// The identifier of the link.
        id: SignInLinkId,
        /// The requested e-mail address, which need not belong to a user.
        email: String,
        /// The path on this server to continue at after signing in.
        next: String,
        /// The hash of the secret; none before the link is issued.
        hash: Option<Hash>,
        /// The time of the request.
        requested_at: Timestamp,
        /// The time at which the link stops working, or the request is dropped.
        expires_at: Timestamp,
    }
}

statements! {
    BY_ID: Query<SignInLink> = select!(SignInLink, "where id = ?1");
    BY_HASH: Query<SignInLink> = select!(SignInLink, "where hash = ?1");
    INSERT: Execute = insert!(SignInLink);
    GIVE: Execute = "update sign_in_links set hash = ?2, expires_at = ?3 where id = ?1";
    DELETE: Execute = "delete from sign_in_links where id = ?1";
    DELETE_OF: Execute = "delete from sign_in_links where email = ?1";
    DELETE_EXPIRED: Execute = "delete from sign_in_links where expires_at <= ?1";
}

/// Returns the link with this identifier.
pub fn get(tx: &mut Read<'_>, id: SignInLinkId) -> Result<Option<SignInLink>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the link whose secret has this hash.
pub fn by_hash(tx: &mut Read<'_>, hash: Hash) -> Result<Option<SignInLink>, Error> {
    tx.one(&BY_HASH, params![hash])
}

/// Inserts a link.
pub fn insert(tx: &mut Write<'_>, link: &SignInLink) -> Result<(), Error> {
    tx.execute(&INSERT, &link.inserted())?;
    Ok(())
}

/// Issues a link: it works with the secret that has this hash, until `expires_at`.
pub fn give(tx: &mut Write<'_>, id: SignInLinkId, hash: Hash, expires_at: Timestamp) -> Result<(), Error> {
    tx.execute(&GIVE, params![id, hash, expires_at])?;
    Ok(())
}

/// Deletes a link and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, id: SignInLinkId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![id])? > 0)
}

/// Deletes every link of an e-mail address.
pub fn delete_of(tx: &mut Write<'_>, email: &str) -> Result<(), Error> {
    tx.execute(&DELETE_OF, params![email.to_owned()])?;
    Ok(())
}

/// Deletes the links that expired.
pub fn delete_expired(tx: &mut Write<'_>, now: Timestamp) -> Result<(), Error> {
    tx.execute(&DELETE_EXPIRED, params![now])?;
    Ok(())
}
