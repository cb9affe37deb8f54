//! Parts of specifications: single operations and schemas with what they refer to.
//!
//! A document is read as a whole only to make its index, once for each version that a process shows. A part is read from
//! the places that the index gives, so its cost does not depend on the size of the document.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use quire_content::document::model::Kind;
use quire_content::hash::Hash;
use quire_openapi::{Call, Index};
use serde_json::Value;

use super::latest::{LatestVersion, LatestVersions};
use crate::App;
use crate::core::errors::Error;

/// A part of a specification.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Part {
    /// An operation or a webhook.
    Operation(Call),
    /// Schemas of these names.
    Schemas(Vec<String>),
}

impl Part {
    /// Returns the part that a block shows, with the reference to the specification; `None` for other blocks.
    pub fn of(kind: &Kind) -> Option<(&str, Self)> {
        match kind {
            Kind::Operation { spec, path, method } => Some((spec, Self::Operation(Call::new(false, path, method)))),
            Kind::Webhook { spec, name, method } => Some((spec, Self::Operation(Call::new(true, name, method)))),
            Kind::Schemas { spec, schemas, .. } => Some((spec, Self::Schemas(schemas.clone()))),
            _ => None,
        }
    }
}

impl App {
    /// Returns a document with a part of the specification that a reference names, for readers, with the notes of writers;
    /// without the part if the specification has none such. `None` if there is no such specification.
    pub fn specification_part(
        &self,
        latest: &LatestVersions,
        slug: &str,
        part: &Part,
    ) -> Result<Option<Arc<Value>>, Error> {
        let Some(version) = &self.version_shown(latest, slug)? else { return Ok(None) };
        let key = (version.bundled, version.notes, part.clone());
        let found = self.inner.caches.specifications.parts.get_or_insert_with(&key, || {
            let mut slice = self.slice_in(self.shown_document(latest, version)?, part)?;
            if let Some(notes) = self.placed_notes(version)? {
                let call = match part {
                    Part::Operation(call) => Some(call),
                    Part::Schemas(_) => None,
                };
                notes.add_to(&mut slice, call);
            }
            Ok::<_, Error>(Arc::new(slice))
        });
        found.map(Some)
    }

    /// Returns a document with a part of a version as it is; null without that part.
    pub(super) fn slice_of(&self, version: &LatestVersion, part: &Part) -> Result<Value, Error> {
        self.slice_in(version.bundled, part)
    }

    /// Returns a document with a part of a bundled document; null without that part.
    fn slice_in(&self, bundled: Hash, part: &Part) -> Result<Value, Error> {
        let index = self.bundle_index(bundled)?;
        let mut file = self.inner.blobs.open_file(bundled).map_err(unreadable)?;
        let mut load = |at: Range<usize>| {
            let mut bytes = vec![0; at.len()];
            file.seek(SeekFrom::Start(at.start as u64)).map_err(unreadable)?;
            file.read_exact(&mut bytes).map_err(unreadable)?;
            Ok::<_, Error>(bytes)
        };
        Ok(match part {
            Part::Operation(call) => index.operation_slice(call, &mut load)?.unwrap_or(Value::Null),
            Part::Schemas(names) => index.schemas_slice(names, &mut load)?,
        })
    }

    /// Returns the index of a version.
    pub(crate) fn specification_index(&self, version: &LatestVersion) -> Result<Arc<Index>, Error> {
        self.bundle_index(version.bundled)
    }

    /// Returns the index of a bundled document.
    pub(super) fn bundle_index(&self, bundled: Hash) -> Result<Arc<Index>, Error> {
        // Concurrent requests for the same index wait for one computation.
        self.inner.caches.specifications.indexes.get_or_insert_with(&bundled, || {
            let bytes = std::fs::read(self.inner.blobs.path(bundled)).map_err(unreadable)?;
            Ok(Arc::new(Index::of(&bytes)))
        })
    }
}

fn unreadable(error: std::io::Error) -> Error {
    Error::internal("reading an OpenAPI specification", error)
}
