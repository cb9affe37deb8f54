//! Versions of OpenAPI specifications: the blobs with their bytes, and numbers of what they describe.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OpenApiSpecId, OpenApiVersionId, OrganizationId};
use quire_model::openapi_specs::{SpecChange, SpecFormat, SpecVisibility};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a version.
    OpenApiVersion in openapi_versions {
        /// The organization that owns the specification.
        organization: OrganizationId as key,
        /// The specification that it is a version of.
        specification: OpenApiSpecId as key,
        /// The identifier of the version.
        id: OpenApiVersionId as key,
        /// The time of creation.
        created_at: Timestamp,
        /// The blob with the bytes of the source.
        raw: Hash,
        /// The notation of the source.
        format: SpecFormat,
        /// The blob with the JSON of the document and all that it refers to.
        bundled: Hash,
        /// The number of operations.
        operations: i64,
        /// The number of schemas.
        schemas: i64,
        /// The version that was the latest one before.
        base: Option<OpenApiVersionId>,
        /// The class of the changes against that version; `None` if they are not known.
        change: Option<SpecChange>,
        /// The number of breaking changes.
        breaking: i64,
        /// The number of compatible changes.
        compatible: i64,
        /// The number of changes of texts.
        documentation: i64,
        /// The blob with the list of changes.
        changes: Option<Hash>,
        /// The blob with the document without what is not for readers, or the bytes of the source; `None` where that is not
        /// known yet.
        public: Option<Hash>,
    }
}

record! {
    /// The blobs of a version.
    Blobs {
        /// The bytes of the source.
        raw: Hash,
        /// The JSON of the document and all that it refers to.
        bundled: Hash,
        /// The list of changes.
        changes: Option<Hash>,
        /// The document for readers.
        public: Option<Hash>,
    }
}

record! {
    /// The latest version of a specification.
    Latest {
        /// The name of the specification.
        slug: String,
        /// The identifier of the specification.
        specification: OpenApiSpecId,
        /// The identifier of the version.
        id: OpenApiVersionId,
        /// The time of creation.
        created_at: Timestamp,
        /// The blob with the JSON of the document and all that it refers to.
        bundled: Hash,
        /// The blob with the list of changes.
        changes: Option<Hash>,
        /// The blob with the notes of writers.
        notes: Option<Hash>,
        /// The blob with the addresses of its pages.
        addresses: Option<Hash>,
        /// The readers of the specification.
        visibility: SpecVisibility,
    }
}

statements! {
    ONE: Query<OpenApiVersion> =
        select!(OpenApiVersion, "where organization = ?1 and specification = ?2 and id = ?3");
    AFTER: Query<OpenApiVersion> = select!(
        OpenApiVersion,
        "where organization = ?1 and specification = ?2 and id > ?3 order by id limit ?4"
    );
    PREDECESSOR: Query<OpenApiVersion> = select!(
        OpenApiVersion,
        "where organization = ?1 and specification = ?2 and id < ?3 order by id desc limit 1"
    );
    CHANGED: Query<OpenApiVersion> = select!(
        OpenApiVersion,
        "where organization = ?1 and specification = ?2 and changes is not null order by id desc limit ?3"
    );
    BEFORE: Query<OpenApiVersion> = select!(
        OpenApiVersion,
        "where organization = ?1 and specification = ?2 and id < ?3 order by id desc limit ?4"
    );
    COUNT: Query<paging::Count> =
        "select count(*) as count from openapi_versions where organization = ?1 and specification = ?2";
    BLOBS: Query<Blobs> = "select raw, bundled, changes, public from openapi_versions where organization = ?1";
    LATEST: Query<Latest> =
        "select s.slug, v.specification, v.id, v.created_at, v.bundled, v.changes, s.notes, s.addresses,
         s.visibility from openapi_specs s
         join openapi_versions v on v.organization = s.organization and v.specification = s.id and v.id = s.last_version
         where s.organization = ?1 order by s.slug";
    INSERT: Execute = insert!(OpenApiVersion);
    UPDATE: Execute = update!(OpenApiVersion);
    PRUNE: Execute =
        "delete from openapi_versions where organization = ?1 and specification = ?2 and id not in (
             select id from openapi_versions where organization = ?1 and specification = ?2 order by id desc limit ?3
         ) and id not in (
             select v.id from openapi_versions v
             join openapi_specs s on s.organization = v.organization and s.id = v.specification
             where v.organization = ?1 and v.specification = ?2 and v.change = 'breaking'
             and (s.acknowledged is null or v.id > s.acknowledged) order by v.id desc limit 1
         )";
    DELETE: Execute = "delete from openapi_versions where organization = ?1 and specification = ?2";
    DELETE_OF_ORG: Execute = "delete from openapi_versions where organization = ?1";
}

/// Returns a version of a specification.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    specification: OpenApiSpecId,
    id: OpenApiVersionId,
) -> Result<Option<OpenApiVersion>, Error> {
    tx.one(&ONE, params![organization, specification, id])
}

/// Returns the version before another one.
pub fn predecessor(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    specification: OpenApiSpecId,
    of: OpenApiVersionId,
) -> Result<Option<OpenApiVersion>, Error> {
    tx.one(&PREDECESSOR, params![organization, specification, of])
}

/// Returns the newest versions whose changes are known, at most `most`.
pub fn changed(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    specification: OpenApiSpecId,
    most: i64,
) -> Result<Vec<OpenApiVersion>, Error> {
    tx.all(&CHANGED, params![organization, specification, most])
}

/// Returns a page of the versions of a specification, newest first.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    specification: OpenApiSpecId,
    paging: &Paging,
) -> Result<Listing<OpenApiVersion>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let order = (Sorting::Id, Order::Descending);
    paging::ordered(tx, &pages, params![organization, specification], paging, order, |version| version.id.0)
}

/// Returns the latest version of each specification of an organization that has one, in order of slugs.
pub fn latest(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Latest>, Error> {
    tx.all(&LATEST, params![organization])
}

/// Returns the blobs of all versions of an organization's specifications.
pub fn blobs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let found = tx.all(&BLOBS, params![organization])?;
    Ok(found
        .into_iter()
        .flat_map(|row| [Some(row.raw), Some(row.bundled), row.changes, row.public])
        .flatten()
        .collect())
}

/// Inserts a version.
pub fn insert(tx: &mut Write<'_>, new: &OpenApiVersion) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates a version.
pub fn update(tx: &mut Write<'_>, version: &OpenApiVersion) -> Result<(), Error> {
    tx.execute(&UPDATE, &version.updated())?;
    Ok(())
}

/// Deletes all but the newest `kept` versions of a specification and the last one with breaking changes that nobody has
/// acknowledged, and returns the number of those deleted.
pub fn prune(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    specification: OpenApiSpecId,
    kept: i64,
) -> Result<u64, Error> {
    tx.execute(&PRUNE, params![organization, specification, kept])
}

/// Deletes the versions of a specification.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, specification: OpenApiSpecId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, specification])?;
    Ok(())
}

/// Deletes the versions of every specification of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
