//! Storage of files before they become part of content, and the metadata derived from their bytes.

use std::io;

use quire_content::edit::FileBytes;
use quire_content::hash::Hash;
use quire_model::ids::OrganizationId;
use quire_model::text::MediaType;
use quire_store::blobs::{PutError, Stored};

use crate::App;
use crate::content::dimensions::dimensions;
use crate::content::uploads::Ticket;
use crate::core::errors::Error;

/// The number of leading bytes kept to detect the media type.
const ENOUGH: usize = 64;

/// Stored bytes of a file. Until content refers to them, they may be removed after an hour.
#[derive(Debug, Clone)]
pub struct StoredFile {
    hash: Hash,
    size: u64,
    oid: [u8; 20],
    dimensions: Option<(u32, u32)>,
    /// The first bytes of the file.
    head: Vec<u8>,
    /// The media type that the sender declared.
    declared: Option<String>,
}

impl App {
    /// Stores the bytes of a file for an upcoming change of content; at most `most` bytes.
    pub fn take_file(&self, source: &mut dyn io::Read, most: u64, declared: Option<&str>) -> Result<StoredFile, Error> {
        let stored = self.inner.blobs.put(source, most, self.now()).map_err(|e| match e {
            PutError::TooLarge { bound } => Error::Invalid(format!("the file is larger than {bound} bytes")),
            PutError::Source(source) => Error::Invalid(source.to_string()),
            PutError::Target(source) => Error::storing("storing a file", source),
        })?;
        let Stored { hash, size, oid, mut head } = stored;
        let dimensions = dimensions(&head);
        head.truncate(ENOUGH);
        head.shrink_to_fit();
        Ok(StoredFile { hash, size, oid, dimensions, head, declared: declared.map(str::to_owned) })
    }

    /// Returns the uploaded bytes of a ticket, for content of this organization.
    pub fn take_upload(&self, ticket: &Ticket, organization: OrganizationId) -> Result<StoredFile, Error> {
        let arrived = self.open_upload(ticket, organization)?;
        // The bytes are stored already: this keeps them for another hour, and reads their metadata again.
        self.take_file(&mut io::BufReader::new(arrived.file), u64::MAX, Some(&arrived.content_type))
    }
}

impl StoredFile {
    /// Returns the file's metadata under a name; `declared` outranks the media type declared with the bytes.
    pub(crate) fn describe(&self, name: &str, declared: Option<&MediaType>) -> FileBytes {
        let declared = declared.map(MediaType::as_str).or(self.declared.as_deref()).unwrap_or_default();
        FileBytes {
            blob: self.hash,
            size: self.size,
            content_type: quire_convert::declared_media_type(name, &self.head, declared),
            dimensions: self.dimensions,
            oid: self.oid,
        }
    }

    /// Returns the first bytes of the file.
    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    pub(crate) fn blob(&self) -> (Hash, u64) {
        (self.hash, self.size)
    }
}
