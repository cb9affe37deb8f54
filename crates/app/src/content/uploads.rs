//! Uploads: a file is announced, its bytes are sent to a signed address, and that address is then used in other calls.

use std::fs::File;
use std::io;
use std::time::Duration;

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, UploadId};
use quire_model::text::{FileName, MediaType};
use quire_model::time::Timestamp;
use quire_store::blobs::{self, PutError};
use quire_store::uploads::{self, Upload};
use serde_json::json;

use crate::App;
use crate::access::{self, UploadFile};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The time for which an upload can be used.
const LIFETIME: Duration = Duration::from_hours(24);

const PURPOSE: &str = "upload";

/// The announcement of an upload.
#[derive(Debug, Clone)]
pub struct NewUpload {
    /// The display name of the file.
    pub name: FileName,
    /// The file's media type.
    pub content_type: MediaType,
    /// The file's size in bytes.
    pub size: u64,
}

/// The right to send or use one upload, as encoded in a signed address.
#[derive(Debug, Clone)]
pub struct Ticket {
    /// The identifier of the announced upload.
    pub id: UploadId,
    /// The time from which the ticket is invalid.
    pub expires: Timestamp,
    /// The signature over both.
    pub signature: String,
}

/// An upload with its received bytes.
pub(crate) struct Arrived {
    pub(crate) content_type: String,
    pub(crate) file: File,
}

impl App {
    /// Announces an upload and returns the ticket for it.
    pub fn create_upload(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewUpload,
    ) -> Result<Ticket, Error> {
        let bound = self.options().max_upload_bytes;
        if new.size > bound {
            return Err(Error::Invalid(format!("file.size: must be at most {bound} bytes")));
        }
        let now = self.now();
        let upload = Upload {
            organization,
            id: UploadId(self.fresh_id()),
            user_id: caller.user(),
            name: new.name.as_str().to_owned(),
            size: i64::try_from(new.size).unwrap_or(i64::MAX),
            content_type: new.content_type.as_str().to_owned(),
            created_at: now,
            expires_at: now.plus(LIFETIME),
            hash: None,
        };
        self.write(caller, |change| {
            access::organization::<UploadFile>(change.tx, caller, organization)?;
            uploads::delete_expired(change.tx, organization, now)?;
            uploads::insert(change.tx, &upload)?;
            let detail = json!({ "name": upload.name, "size": upload.size });
            change.record(organization.0, EventKind::UploadCreated, upload.id.0, &detail)
        })?;
        let signature = self.inner.signer.sign(PURPOSE, &[&upload.id.to_string()], upload.expires_at);
        Ok(Ticket { id: upload.id, expires: upload.expires_at, signature })
    }

    /// Returns the upload that a ticket is for, or [`Error::NotFound`] if the ticket is not valid.
    pub fn redeem(&self, ticket: &Ticket) -> Result<Upload, Error> {
        let id = ticket.id.to_string();
        if !self.inner.signer.verify(PURPOSE, &[&id], ticket.expires, &ticket.signature, self.now()) {
            return Err(Error::NotFound("upload"));
        }
        self.inner.db.read_single(|tx| uploads::get(tx, ticket.id)?.ok_or(Error::NotFound("upload")))
    }

    /// Receives the bytes of an upload; their number must equal the announced size.
    pub fn receive(&self, upload: &Upload, source: &mut dyn io::Read) -> Result<(), Error> {
        let announced = upload.size.unsigned_abs();
        let now = self.now();
        let stored = self.inner.blobs.put(source, announced, now).map_err(|e| match e {
            PutError::TooLarge { bound } => {
                Error::TooLarge(format!("the file is larger than the {bound} bytes announced"))
            }
            PutError::Source(_) => Error::Invalid("the upload broke off".to_owned()),
            PutError::Target(source) => Error::storing("storing an upload", source),
        })?;
        if stored.size != announced {
            let message = format!("the file has {} bytes, not the {announced} announced", stored.size);
            return Err(Error::Invalid(message));
        }
        self.write(&Caller::operator(), |change| {
            blobs::insert(change.tx, upload.organization, stored.hash, stored.size)?;
            Ok(uploads::arrive(change.tx, upload.organization, upload.id, stored.hash)?)
        })
    }

    /// Opens the bytes of a ticket's upload, for use in its organization.
    pub(crate) fn open_upload(&self, ticket: &Ticket, organization: OrganizationId) -> Result<Arrived, Error> {
        let upload = self.redeem(ticket)?;
        if upload.organization != organization {
            return Err(Error::NotFound("upload"));
        }
        let hash = upload.hash.ok_or_else(|| Error::Invalid("url: nothing was uploaded there yet".to_owned()))?;
        let file = self.inner.blobs.open_file(hash).map_err(|e| Error::internal("opening an upload", e))?;
        Ok(Arrived { content_type: upload.content_type, file })
    }
}
