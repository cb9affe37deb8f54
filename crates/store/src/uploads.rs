//! Uploads: announced files, and the blobs that arrived for them.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UploadId, UserId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of an announced file.
    Upload in uploads {
        /// The organization whose storage it counts towards.
        organization: OrganizationId,
        /// The identifier of the upload.
        id: UploadId,
        /// The user who announced it.
        user_id: Option<UserId>,
        /// The announced name of the file.
        name: String,
        /// The announced size in bytes.
        size: i64,
        /// The announced media type.
        content_type: String,
        /// The time of the announcement.
        created_at: Timestamp,
        /// The time of expiry.
        expires_at: Timestamp,
        /// The blob, once it has arrived.
        hash: Option<Hash>,
    }
}

statements! {
    BY_ID: Query<Upload> = select!(Upload, "where id = ?1");
    LIVE_HASHES: Query<Arrived> = "select hash from uploads where organization = ?1 and hash is not null";
    INSERT: Execute = insert!(Upload);
    ARRIVE: Execute = "update uploads set hash = ?3 where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from uploads where organization = ?1";
    DELETE_EXPIRED: Execute = "delete from uploads where organization = ?1 and expires_at <= ?2";
}

record! {
    /// The blob of an upload.
    Arrived {
        /// The hash of its content.
        hash: Hash,
    }
}

/// Returns an upload by its identifier, expired or not.
pub fn get(tx: &mut Read<'_>, id: UploadId) -> Result<Option<Upload>, Error> {
    tx.one(&BY_ID, params![id])
}

/// Returns the blobs that arrived for an organization's uploads.
pub fn hashes(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let arrived = tx.all(&LIVE_HASHES, params![organization])?;
    Ok(arrived.into_iter().map(|row| row.hash).collect())
}

/// Inserts an announced upload.
pub fn insert(tx: &mut Write<'_>, upload: &Upload) -> Result<(), Error> {
    tx.execute(&INSERT, &upload.inserted())?;
    Ok(())
}

/// Records the blob that arrived for an upload.
pub fn arrive(tx: &mut Write<'_>, organization: OrganizationId, id: UploadId, hash: Hash) -> Result<(), Error> {
    tx.execute(&ARRIVE, params![organization, id, hash])?;
    Ok(())
}

/// Deletes the uploads of an organization that expired by `now`, and returns how many.
pub fn delete_expired(tx: &mut Write<'_>, organization: OrganizationId, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![organization, now])
}

/// Deletes every upload of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
