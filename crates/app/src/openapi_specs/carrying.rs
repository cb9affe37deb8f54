//! Notes of writers and addresses of pages, which stay with a specification when it gets a new version.
//!
//! Both belong to operations, whatever becomes of their identifiers, paths and tags. They are computed before the version
//! is recorded, and count only if the notes are still those that were read.

use quire_content::hash::Hash;
use quire_model::ids::OpenApiVersionId;
use quire_store::blobs::Stored;
use quire_store::openapi_specs::{self as specs, OpenApiSpec};
use quire_store::openapi_versions as versions;

use super::addresses::Addresses;
use crate::App;
use crate::core::errors::Error;

/// The notes and the addresses of a specification after a version.
pub(super) struct Carried {
    /// The version before, and the notes on it.
    base: (Option<OpenApiVersionId>, Option<Hash>),
    /// The notes, if they differ now.
    pub(super) notes: Option<Stored>,
    /// The addresses.
    pub(super) addresses: Stored,
}

impl Carried {
    /// Returns true if it was made of a specification as it is.
    pub(super) fn is_of(&self, spec: &OpenApiSpec) -> bool {
        self.base == (spec.last_version, spec.notes)
    }
}

impl App {
    /// Returns the notes and the addresses of a specification for the case that a bundled document becomes its next version.
    pub(super) fn carried(&self, spec: &OpenApiSpec, bundled: Hash) -> Result<Carried, Error> {
        let (organization, id) = (spec.organization, spec.id);
        let found = self.inner.db.read(|tx| {
            let spec = specs::get(tx, organization, id)?;
            let version = match spec.as_ref().and_then(|spec| spec.last_version) {
                Some(version) => versions::get(tx, organization, id, version)?,
                None => None,
            };
            Ok::<_, Error>((spec, version))
        })?;
        let spec = found.0.as_ref().unwrap_or(spec);
        let after = self.bundle_index(bundled)?;
        let before = found.1.map(|version| self.bundle_index(version.bundled)).transpose()?;
        let nothing = quire_openapi::Index::default();
        let step = (before.as_deref().unwrap_or(&nothing), &*after);
        let addresses = match (spec.addresses, &before) {
            (Some(known), _) => self.read_addresses(known)?.after(step),
            // The version may be from before addresses were kept.
            (None, Some(before)) => Addresses::first(before).after(step),
            (None, None) => Addresses::first(&after),
        };
        let addresses = serde_json::to_vec(&addresses).map_err(|e| Error::internal("writing addresses", e))?;
        Ok(Carried {
            base: (spec.last_version, spec.notes),
            notes: self.carried_notes(spec, step)?,
            addresses: self.keep_bytes(&addresses)?,
        })
    }

    /// Returns addresses that are kept.
    pub(super) fn read_addresses(&self, hash: Hash) -> Result<Addresses, Error> {
        let bytes = std::fs::read(self.inner.blobs.path(hash)).map_err(|e| Error::internal("reading addresses", e))?;
        serde_json::from_slice(&bytes).map_err(|e| Error::internal("reading addresses", e))
    }
}
