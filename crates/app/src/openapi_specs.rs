//! OpenAPI specifications of organizations: sources, versions, and who reads them.
//!
//! Setting a source only records it; [`processing`] reads it later. What it finds becomes a version, which stays as it
//! is. The invariant: the last version that could be used stays the latest one, whatever becomes of the source.

mod addresses;
pub mod bodies;
pub(crate) mod caches;
mod carrying;
mod change_pages;
pub mod changes;
mod computed;
pub mod expansion;
mod holding;
pub mod latest;
pub mod markdown;
pub mod notes;
pub mod parts;
pub mod processing;
mod shown;
mod texts;
mod titles;
pub mod warnings;

use std::fs::File;
use std::path::PathBuf;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{OpenApiSpecId, OpenApiVersionId, OrganizationId};
use quire_model::openapi_specs::{SpecError, SpecFormat, SpecState, SpecVisibility};
use quire_model::paging::{Listing, Paging};
use quire_model::text::OpenApiSlug;
use quire_model::time::Timestamp;
pub use quire_store::openapi_specs::OpenApiSpec;
use quire_store::openapi_versions as versions;
pub use quire_store::openapi_versions::OpenApiVersion;
use quire_store::{Read, blobs, openapi_specs as specs, orgs};
use serde_json::json;
use url::Url;

use crate::App;
use crate::access::{self, CreateContent, ManageSpecification, Proof, ViewOrganization, ViewSpecification};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::superseding::collect_later;
use crate::content::uploads::Ticket;
use crate::core::errors::Error;

/// The maximum number of specifications of an organization.
const MOST_SPECS: u64 = 1_000;
/// The maximum length of a source's address, in bytes.
const MOST_ADDRESS_BYTES: usize = 2_048;
/// The maximum size of a source, in bytes.
const MOST_BYTES: u64 = 64 << 20;

const UNKNOWN: Error = Error::NotFound("OpenAPI specification");
const NO_VERSION: Error = Error::NotFound("version of the OpenAPI specification");

/// The source of a specification, as a caller sets it.
#[derive(Debug, Clone)]
pub enum Source {
    /// The address that it is fetched from, now and from time to time.
    Address(String),
    /// The text itself.
    Text(String),
    /// A file that was uploaded.
    Upload(Ticket),
}

/// A specification as one caller sees it.
pub type ShownSpec = Proof<OpenApiSpec, ViewSpecification>;

/// A version with the specification that it belongs to.
pub struct ShownVersion {
    /// The specification.
    pub spec: ShownSpec,
    /// The version.
    pub version: OpenApiVersion,
}

/// The name of one version of a specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VersionName {
    /// The latest version.
    Latest,
    /// The version with this identifier.
    Id(OpenApiVersionId),
}

/// The bytes of a version, as they came.
#[derive(Debug)]
pub struct Raw {
    /// The path of the file in the blob store.
    pub path: PathBuf,
    /// The hash of the bytes.
    pub hash: Hash,
    /// The notation of the document.
    pub format: SpecFormat,
    /// True if everybody may read them.
    pub is_public: bool,
}

/// A source that is ready to be recorded.
#[derive(Clone)]
enum Ready {
    Address(String),
    Blob(Hash, u64),
}

/// Returns the problems of the source, in order of importance.
pub fn errors(spec: &OpenApiSpec) -> Vec<SpecError> {
    serde_json::from_str(&spec.errors).unwrap_or_default()
}

impl App {
    /// Lists the specifications of an organization, in order of creation: none for guests.
    pub fn list_openapi_specs(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<ShownSpec>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            if !access::may_view_specifications(caller, organization) {
                return Ok(Listing { items: Vec::new(), count: Some(0), next: None, previous: None });
            }
            specs::list(tx, organization, paging)?.try_map(|spec| access::on_openapi_spec(caller, spec))
        })
    }

    /// Returns a specification of an organization.
    pub fn get_openapi_spec(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
    ) -> Result<ShownSpec, Error> {
        self.inner.db.read(|tx| access::openapi_spec(tx, caller, organization, slug))
    }

    /// Creates a specification, whose source is read later.
    ///
    /// # Errors
    /// [`Error::Conflict`] if there is one with this slug.
    pub fn create_openapi_spec(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &OpenApiSlug,
        source: &Source,
    ) -> Result<ShownSpec, Error> {
        self.inner.db.read(|tx| access::organization::<CreateContent>(tx, caller, organization).map(drop))?;
        let ready = self.ready(organization, source)?;
        self.write(caller, |change| {
            access::organization::<CreateContent>(change.tx, caller, organization)?;
            if specs::by_slug(change.tx, organization, slug.as_str())?.is_some() {
                let message =
                    format!("slug: {} is the slug of another specification of the organization", slug.as_str());
                return Err(Error::Conflict(message));
            }
            self.insert_openapi_spec(change, organization, slug, &ready)?;
            access::openapi_spec(change.tx, caller, organization, slug.as_str())
        })
    }

    /// Sets the source of a specification and has it read anew; creates the specification if there is none. Returns
    /// true with it if it was created.
    pub fn put_openapi_spec(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &OpenApiSlug,
        source: &Source,
    ) -> Result<(ShownSpec, bool), Error> {
        self.inner.db.read(|tx| may_put(tx, caller, organization, slug).map(drop))?;
        let ready = self.ready(organization, source)?;
        self.write(caller, |change| {
            let before = may_put(change.tx, caller, organization, slug)?;
            let created = before.is_none();
            match before {
                None => self.insert_openapi_spec(change, organization, slug, &ready)?,
                Some(before) => self.set_source(change, before.into_inner(), &ready)?,
            }
            Ok((access::openapi_spec(change.tx, caller, organization, slug.as_str())?, created))
        })
    }

    /// Changes who may read a specification.
    pub fn update_openapi_spec(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        visibility: SpecVisibility,
    ) -> Result<ShownSpec, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let before = access::openapi_spec::<ManageSpecification>(change.tx, caller, organization, slug)?;
            if before.visibility != visibility {
                let detail =
                    json!({ "before": { "visibility": before.visibility }, "after": { "visibility": visibility } });
                let after = OpenApiSpec { visibility, updated_at: now, ..before.into_inner() };
                specs::update(change.tx, &after)?;
                change.record(organization.0, EventKind::OpenApiSpecUpdated, after.id.0, &detail)?;
            }
            access::openapi_spec(change.tx, caller, organization, slug)
        })
    }

    /// Deletes a specification with its versions. Does nothing if there is none.
    pub fn delete_openapi_spec(&self, caller: &Caller, organization: OrganizationId, slug: &str) -> Result<(), Error> {
        let now = self.now();
        self.write(caller, |change| {
            let spec = match access::openapi_spec::<ManageSpecification>(change.tx, caller, organization, slug) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            versions::delete(change.tx, organization, spec.id)?;
            specs::delete(change.tx, organization, spec.id)?;
            collect_later(change.tx, organization, now)?;
            let detail = json!({ "slug": spec.slug });
            change.record(organization.0, EventKind::OpenApiSpecDeleted, spec.id.0, &detail)
        })
    }

    /// Lists the versions of a specification, newest first.
    pub fn list_openapi_versions(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        paging: &Paging,
    ) -> Result<(ShownSpec, Listing<OpenApiVersion>), Error> {
        self.inner.db.read(|tx| {
            let spec = access::openapi_spec(tx, caller, organization, slug)?;
            let page = versions::list(tx, organization, spec.id, paging)?;
            Ok((spec, page))
        })
    }

    /// Returns a version of a specification.
    pub fn get_openapi_version(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        slug: &str,
        name: VersionName,
    ) -> Result<ShownVersion, Error> {
        self.inner.db.read(|tx| {
            let spec = access::openapi_spec(tx, caller, organization, slug)?;
            let version = version(tx, &spec, name)?;
            Ok(ShownVersion { spec, version })
        })
    }

    /// Opens the JSON of a version with all that it refers to.
    pub fn open_openapi_bundle(&self, shown: &ShownVersion) -> Result<File, Error> {
        let file = self.inner.blobs.open_file(shown.version.bundled);
        file.map_err(|e| Error::internal("opening an OpenAPI specification", e))
    }

    /// Returns the bytes of a version as they came for those who may view the specification, and for everybody else, if it is
    /// public, those of the document without what is not for readers.
    pub fn get_openapi_document(
        &self,
        caller: Option<&Caller>,
        organization: OrganizationId,
        slug: &str,
        name: VersionName,
    ) -> Result<Raw, Error> {
        let (version, is_member, is_public) = self.inner.db.read(|tx| {
            let public = public_spec(tx, organization, slug)?;
            let is_public = public.is_some();
            let viewed = caller.map(|caller| access::openapi_spec::<ViewSpecification>(tx, caller, organization, slug));
            let (spec, is_member) = match (viewed, public) {
                (Some(Ok(spec)), _) => (spec.into_inner(), true),
                (Some(Err(Error::NotFound(_) | Error::Forbidden(_))) | None, Some(spec)) => (spec, false),
                (Some(Err(error)), _) => return Err(error),
                (None, None) => return Err(UNKNOWN),
            };
            Ok((version(tx, &spec, name)?, is_member, is_public))
        })?;
        let hash = if is_member { version.raw } else { self.public_document(&version)? };
        let format = if hash == version.raw { version.format } else { SpecFormat::Json };
        // Caches may keep what everybody gets.
        let is_public = is_public && (!is_member || self.public_document(&version)? == version.raw);
        Ok(Raw { path: self.inner.blobs.path(hash), hash, format, is_public })
    }

    /// Prepares a source to be recorded: bytes are stored as a blob first.
    fn ready(&self, organization: OrganizationId, source: &Source) -> Result<Ready, Error> {
        match source {
            Source::Address(address) => Ok(Ready::Address(checked(address)?)),
            Source::Text(text) if text.trim().is_empty() => {
                Err(Error::Invalid("source.text: must not be empty".to_owned()))
            }
            Source::Text(text) => self.keep(&mut text.as_bytes()),
            Source::Upload(ticket) => {
                let mut arrived = self.open_upload(ticket, organization)?;
                self.keep(&mut arrived.file)
            }
        }
    }

    fn keep(&self, bytes: &mut dyn std::io::Read) -> Result<Ready, Error> {
        let stored = self.inner.blobs.put(bytes, MOST_BYTES, self.now()).map_err(|e| match e {
            blobs::PutError::TooLarge { bound } => {
                Error::TooLarge(format!("source: the document is larger than {bound} bytes"))
            }
            other => Error::internal("storing an OpenAPI specification", other),
        })?;
        Ok(Ready::Blob(stored.hash, stored.size))
    }

    fn insert_openapi_spec(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        slug: &OpenApiSlug,
        ready: &Ready,
    ) -> Result<(), Error> {
        if specs::count(change.tx, organization)? >= MOST_SPECS {
            return Err(Error::Conflict(format!("the organization has {MOST_SPECS} specifications already")));
        }
        let now = self.now();
        let new = OpenApiSpec {
            organization,
            id: OpenApiSpecId(self.fresh_id()),
            slug: slug.as_str().to_owned(),
            created_at: now,
            updated_at: now,
            visibility: SpecVisibility::Private,
            source_url: None,
            source_blob: None,
            requests: 0,
            state: SpecState::Pending,
            next_at: None,
            entity_tag: None,
            last_version: None,
            processed_at: None,
            error_code: None,
            errors: "[]".to_owned(),
            error_count: 0,
            acknowledged: None,
            notes: None,
            addresses: None,
        };
        let new = pointed_at(new, ready, now);
        hold(change, &new, ready)?;
        specs::insert(change.tx, &new)?;
        let detail = json!({ "slug": new.slug, "source": new.source_url });
        change.record(organization.0, EventKind::OpenApiSpecCreated, new.id.0, &detail)
    }

    fn set_source(&self, change: &mut Change<'_, '_>, before: OpenApiSpec, ready: &Ready) -> Result<(), Error> {
        let now = self.now();
        let detail = json!({ "before": { "source": before.source_url } });
        let replaced = before.source_blob;
        let after = OpenApiSpec { updated_at: now, ..pointed_at(before, ready, now) };
        hold(change, &after, ready)?;
        if replaced.is_some() && replaced != after.source_blob {
            collect_later(change.tx, after.organization, now)?;
        }
        specs::update(change.tx, &after)?;
        change.record(after.organization.0, EventKind::OpenApiSpecUpdated, after.id.0, &detail)
    }
}

/// Returns the specification with this slug, if there is one, with proof that its source may be set.
fn may_put(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    slug: &OpenApiSlug,
) -> Result<Option<Proof<OpenApiSpec, ManageSpecification>>, Error> {
    access::organization::<CreateContent>(tx, caller, organization)?;
    match access::openapi_spec::<ManageSpecification>(tx, caller, organization, slug.as_str()) {
        Err(Error::NotFound(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// Returns a specification with another source, which is read as soon as possible.
fn pointed_at(spec: OpenApiSpec, ready: &Ready, now: Timestamp) -> OpenApiSpec {
    let (source_url, source_blob) = match ready {
        Ready::Address(address) => (Some(address.clone()), None),
        Ready::Blob(hash, _) => (None, Some(*hash)),
    };
    let entity_tag = spec.entity_tag.filter(|_| source_url == spec.source_url);
    let (requests, state) = (spec.requests + 1, SpecState::Pending);
    OpenApiSpec { source_url, source_blob, requests, state, next_at: Some(now), entity_tag, ..spec }
}

/// Records the blob of a source for the organization.
fn hold(change: &mut Change<'_, '_>, spec: &OpenApiSpec, ready: &Ready) -> Result<(), Error> {
    if let Ready::Blob(hash, size) = ready {
        blobs::insert(change.tx, spec.organization, *hash, *size)?;
    }
    Ok(())
}

/// Returns a specification that everybody may read, if it is one.
fn public_spec(tx: &mut Read<'_>, organization: OrganizationId, slug: &str) -> Result<Option<OpenApiSpec>, Error> {
    let found = specs::by_slug(tx, organization, slug)?.filter(|spec| spec.visibility == SpecVisibility::Public);
    Ok(if found.is_some() && orgs::get(tx, organization)?.is_some() { found } else { None })
}

fn version(tx: &mut Read<'_>, spec: &OpenApiSpec, name: VersionName) -> Result<OpenApiVersion, Error> {
    let id = match name {
        VersionName::Id(id) => id,
        VersionName::Latest => spec.last_version.ok_or(NO_VERSION)?,
    };
    versions::get(tx, spec.organization, spec.id, id)?.ok_or(NO_VERSION)
}

/// Checks the address of a source; where it leads is checked when it is fetched.
fn checked(address: &str) -> Result<String, Error> {
    let refused = |message: &str| Error::Invalid(format!("source.url: {message}"));
    if address.len() > MOST_ADDRESS_BYTES {
        return Err(refused(&format!("must be at most {MOST_ADDRESS_BYTES} bytes long")));
    }
    let url = Url::parse(address).map_err(|_| refused("must be an absolute address"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("must begin with https:// or http://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(refused("must have no user name and no password"));
    }
    Ok(url.into())
}
