//! Files on their way into content: their bytes are stored, and what is known of them follows from the bytes.

use std::io;

use quire_content::edit::FileBytes;
use quire_content::hash::Hash;
use quire_model::ids::OrganizationId;
use quire_model::text::MediaType;
use quire_store::blobs::{PutError, Stored};

use crate::App;
use crate::dimensions::dimensions;
use crate::errors::Error;
use crate::uploads::Ticket;

/// Bytes that tell a media type.
const ENOUGH: usize = 64;

/// Bytes that are stored. Until content has them, they may be gone after an hour.
#[derive(Debug, Clone)]
pub struct Taken {
    hash: Hash,
    size: u64,
    oid: [u8; 20],
    dimensions: Option<(u32, u32)>,
    /// Their beginning.
    head: Vec<u8>,
    /// The media type that its sender said.
    declared: Option<String>,
}

impl App {
    /// Stores the bytes of a file for a change of content that is about to be made; at most `most` of them.
    pub fn take_file(&self, source: &mut dyn io::Read, most: u64, declared: Option<&str>) -> Result<Taken, Error> {
        let stored = self.inner.blobs.put(source, most, self.now()).map_err(|e| match e {
            PutError::TooLarge { bound } => Error::Invalid(format!("the file is larger than {bound} bytes")),
            PutError::Source(source) => Error::Invalid(source.to_string()),
            PutError::Target(source) => Error::internal("storing a file", source),
        })?;
        let Stored { hash, size, oid, mut head } = stored;
        let dimensions = dimensions(&head);
        head.truncate(ENOUGH);
        head.shrink_to_fit();
        Ok(Taken { hash, size, oid, dimensions, head, declared: declared.map(str::to_owned) })
    }

    /// The bytes behind a ticket, for content of this organization.
    pub fn take_upload(&self, ticket: &Ticket, organization: OrganizationId) -> Result<Taken, Error> {
        let arrived = self.open_upload(ticket, organization)?;
        // They are stored already: this only keeps them for another hour, and looks at them again.
        self.take_file(&mut io::BufReader::new(arrived.file), u64::MAX, Some(&arrived.content_type))
    }
}

impl Taken {
    /// What is said of them in content, as a file of this name; `declared` outranks what was said with the bytes.
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

    pub(crate) fn blob(&self) -> (Hash, u64) {
        (self.hash, self.size)
    }
}
