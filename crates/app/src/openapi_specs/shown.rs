//! The documents that readers get: versions without what is not for readers.

use quire_content::hash::Hash;
use quire_store::blobs;
use quire_store::openapi_versions::{self as versions, OpenApiVersion};

use super::latest::{LatestVersion, LatestVersions};
use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

impl App {
    /// Returns the blob with the document of a version without what is not for readers; the one that came, if all of it is
    /// for them. Each process makes it once for each version that has marks: the one that was kept may be of a program that
    /// left in it what is hidden now.
    pub(super) fn public_document(&self, version: &OpenApiVersion) -> Result<Hash, Error> {
        self.inner.caches.specifications.public.get_or_insert_with(&version.id, || {
            let bytes = std::fs::read(self.inner.blobs.path(version.bundled)).map_err(unreadable)?;
            let public = quire_openapi::public_bytes(&bytes).map_err(|e| unreadable(e.into()))?;
            let stored = public.map(|public| self.keep_bytes(&public)).transpose()?;
            let public = stored.as_ref().map_or(version.raw, |stored| stored.hash);
            if version.public == Some(public) {
                return Ok(public);
            }
            self.write(&Caller::operator(), |change| {
                let known = versions::get(change.tx, version.organization, version.specification, version.id)?;
                let Some(known) = known else { return Ok::<_, Error>(()) };
                if let Some(stored) = &stored {
                    blobs::insert(change.tx, version.organization, stored.hash, stored.size)?;
                }
                Ok(versions::update(change.tx, &OpenApiVersion { public: Some(public), ..known })?)
            })?;
            Ok(public)
        })
    }

    /// Returns the blob with the JSON of a version without what is not for readers.
    pub(super) fn shown_document(&self, latest: &LatestVersions, version: &LatestVersion) -> Result<Hash, Error> {
        if !self.specification_index(version)?.has_marks() {
            return Ok(version.bundled);
        }
        let Some(organization) = latest.organization() else { return Err(super::NO_VERSION) };
        let (specification, id) = (version.specification, version.id);
        let found =
            self.inner.db.read_single(|tx| Ok::<_, Error>(versions::get(tx, organization, specification, id)?))?;
        let found = found.ok_or(super::NO_VERSION)?;
        let public = self.public_document(&found)?;
        // What came may be YAML.
        Ok(if public == found.raw { version.bundled } else { public })
    }
}

fn unreadable(error: std::io::Error) -> Error {
    Error::internal("reading an OpenAPI specification", error)
}
