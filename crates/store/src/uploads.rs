//! Uploads: files that were announced, and what arrived of them.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, UploadId, UserId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A file that was announced.
    Upload {
        /// Whose storage it counts to.
        organization: OrganizationId,
        /// The upload.
        id: UploadId,
        /// Who announced it.
        user_id: Option<UserId>,
        /// The file's name.
        name: String,
        /// Its size in bytes, as announced.
        size: i64,
        /// Its media type, as announced.
        content_type: String,
        /// When it was announced.
        created_at: Timestamp,
        /// When it stops being usable.
        expires_at: Timestamp,
        /// The blob that arrived.
        hash: Option<Hash>,
    }
}

statements! {
    BY_ID: Query<Upload> =
        "select organization, id, user_id, name, size, content_type, created_at, expires_at, hash from uploads
         where id = ?1";
    LIVE_HASHES: Query<Arrived> = "select hash from uploads where organization = ?1 and hash is not null";
    INSERT: Execute =
        "insert into uploads (organization, id, user_id, name, size, content_type, created_at, expires_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    ARRIVE: Execute = "update uploads set hash = ?3 where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from uploads where organization = ?1";
    DELETE_EXPIRED: Execute = "delete from uploads where organization = ?1 and expires_at <= ?2";
}

record! {
    /// The blob of an upload.
    Arrived {
        /// Its name.
        hash: Hash,
    }
}

/// The upload of this identifier, expired or not.
pub fn get(tx: &mut Read<'_>, id: UploadId) -> Result<Option<Upload>, Error> {
    tx.one(&BY_ID, params![id])
}

/// The blobs of an organization's uploads.
pub fn hashes(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let arrived = tx.all(&LIVE_HASHES, params![organization])?;
    Ok(arrived.into_iter().map(|row| row.hash).collect())
}

/// Announces an upload.
pub fn insert(tx: &mut Write<'_>, upload: &Upload) -> Result<(), Error> {
    let values = params![
        upload.organization,
        upload.id,
        upload.user_id,
        upload.name,
        upload.size,
        upload.content_type,
        upload.created_at,
        upload.expires_at
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Notes the blob that arrived for an upload.
pub fn arrive(tx: &mut Write<'_>, organization: OrganizationId, id: UploadId, hash: Hash) -> Result<(), Error> {
    tx.execute(&ARRIVE, params![organization, id, hash])?;
    Ok(())
}

/// Forgets the uploads of an organization that expired by `now`; how many.
pub fn delete_expired(tx: &mut Write<'_>, organization: OrganizationId, now: Timestamp) -> Result<u64, Error> {
    tx.execute(&DELETE_EXPIRED, params![organization, now])
}

/// Forgets every upload of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
