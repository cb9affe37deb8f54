//! OpenAPI specifications of organizations, with the state of the work on them.

use quire_content::hash::Hash;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OpenApiSpecId, OpenApiVersionId, OrganizationId};
use quire_model::openapi_specs::{SpecErrorCode, SpecState, SpecVisibility};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a specification.
    OpenApiSpec in openapi_specs {
        /// The organization that owns it.
        organization: OrganizationId as key,
        /// The identifier of the specification.
        id: OpenApiSpecId as key,
        /// The name by which it is referred to.
        slug: String as fixed,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time of the last change of its settings, its source or its versions.
        updated_at: Timestamp,
        /// The readers of it.
        visibility: SpecVisibility,
        /// The address that it is fetched from; `None` if it was sent.
        source_url: Option<String>,
        /// The blob that was sent; `None` if it is fetched.
        source_blob: Option<Hash>,
        /// The number of times that the source was set.
        requests: i64,
        /// The state of the work on it.
        state: SpecState,
        /// The time when the source is read next, or may be taken over by another process.
        next_at: Option<Timestamp>,
        /// The entity tag of the source as it was read last, if it alone says whether the source changed.
        entity_tag: Option<String>,
        /// The latest version.
        last_version: Option<OpenApiVersionId>,
        /// The time when the source was read last.
        processed_at: Option<Timestamp>,
        /// The reason why the source can't be used.
        error_code: Option<SpecErrorCode>,
        /// The first problems of the source, as JSON.
        errors: String,
        /// The number of all problems.
        error_count: i64,
        /// The newest version up to which breaking changes were acknowledged.
        acknowledged: Option<OpenApiVersionId>,
        /// The blob with the notes of writers.
        notes: Option<Hash>,
        /// The blob with the addresses that pages of the specification have and had.
        addresses: Option<Hash>,
    }
}

record! {
    /// A version with breaking changes that nobody has acknowledged.
    BreakingVersion {
        /// The slug of its specification.
        slug: String,
        /// The identifier of the version.
        id: OpenApiVersionId,
        /// The readers of the specification.
        visibility: SpecVisibility,
    }
}

record! {
    /// The name of a specification with its readers.
    Named {
        /// The name by which it is referred to.
        slug: String,
        /// The readers of it.
        visibility: SpecVisibility,
    }
}

record! {
    /// The blobs of a specification itself.
    OwnBlobs {
        /// The bytes that were sent as the source.
        source_blob: Option<Hash>,
        /// The notes of writers.
        notes: Option<Hash>,
        /// The addresses of pages.
        addresses: Option<Hash>,
    }
}

statements! {
    BY_ID: Query<OpenApiSpec> = select!(OpenApiSpec, "where organization = ?1 and id = ?2");
    BY_SLUG: Query<OpenApiSpec> = select!(OpenApiSpec, "where organization = ?1 and slug = ?2");
    AFTER: Query<OpenApiSpec> =
        select!(OpenApiSpec, "where organization = ?1 and id > ?2 order by id limit ?3");
    BEFORE: Query<OpenApiSpec> =
        select!(OpenApiSpec, "where organization = ?1 and id < ?2 order by id desc limit ?3");
    COUNT: Query<paging::Count> = "select count(*) as count from openapi_specs where organization = ?1";
    DUE_SENT: Query<OpenApiSpec> = select!(
        OpenApiSpec,
        "where next_at <= ?1 and source_url is null
         and exists (select 1 from organizations o where o.id = openapi_specs.organization and o.deleted_at is null)
         order by next_at, id limit 1"
    );
    DUE_FETCHED: Query<OpenApiSpec> = select!(
        OpenApiSpec,
        "where next_at <= ?1 and source_url is not null
         and organization not in (
             select busy.organization from openapi_specs busy
             where busy.next_at > ?1 and busy.next_at <= ?2 and busy.state = 'progress' and busy.source_url is not null
             group by busy.organization having count(*) >= ?3
         )
         and exists (select 1 from organizations o where o.id = openapi_specs.organization and o.deleted_at is null)
         order by case when state <> 'pending' then 2 when error_code = 'FETCH_TIMEOUT' then 1 else 0 end, next_at, id
         limit 1"
    );
    RELEASE: Execute =
        "update openapi_specs set next_at = ?1 where state = 'progress' and next_at > ?1 and next_at <= ?2";
    UNACKNOWLEDGED: Query<BreakingVersion> =
        "select s.slug, v.id, s.visibility from openapi_specs s
         join openapi_versions v on v.organization = s.organization and v.specification = s.id
         where s.organization = ?1 and v.change = 'breaking' and (s.acknowledged is null or v.id > s.acknowledged)
         order by s.slug, v.id";
    NAMES: Query<Named> = "select slug, visibility from openapi_specs where organization = ?1 order by slug";
    BLOBS: Query<OwnBlobs> = "select source_blob, notes, addresses from openapi_specs where organization = ?1";
    INSERT: Execute = insert!(OpenApiSpec);
    UPDATE: Execute = update!(OpenApiSpec);
    DELETE: Execute = "delete from openapi_specs where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from openapi_specs where organization = ?1";
}

/// Returns a specification by its identifier.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: OpenApiSpecId) -> Result<Option<OpenApiSpec>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns a specification by its slug.
pub fn by_slug(tx: &mut Read<'_>, organization: OrganizationId, slug: &str) -> Result<Option<OpenApiSpec>, Error> {
    tx.one(&BY_SLUG, params![organization, slug.to_owned()])
}

/// Returns a page of the specifications of an organization, oldest first; it ends early where they have many problems.
pub fn list(tx: &mut Read<'_>, organization: OrganizationId, paging: &Paging) -> Result<Listing<OpenApiSpec>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let size = |spec: &OpenApiSpec| spec.errors.len() + spec.source_url.as_ref().map_or(0, String::len);
    let order = (Sorting::Id, Order::Ascending);
    paging::of_texts(tx, &pages, params![organization], paging, order, (|spec: &OpenApiSpec| spec.id.0, size))
}

/// Returns the number of specifications of an organization.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT, params![organization])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Returns the specification whose source was sent and has waited longest to be read, if one is due.
pub fn due_sent(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<OpenApiSpec>, Error> {
    tx.one(&DUE_SENT, params![now])
}

/// Returns the specification whose source is at an address and is to be read next, if one is due: one that was just set
/// before one that is read again, and one whose server took too long the last time after others that were just set. Of an
/// organization `most` such sources are read at a time; whoever reads one holds it until `held` at the latest.
pub fn due_fetched(
    tx: &mut Read<'_>,
    now: Timestamp,
    held: Timestamp,
    most: i64,
) -> Result<Option<OpenApiSpec>, Error> {
    tx.one(&DUE_FETCHED, params![now, held, most])
}

/// Makes the sources due that are held until `held` at the latest, and returns the number of them.
pub fn release(tx: &mut Write<'_>, now: Timestamp, held: Timestamp) -> Result<u64, Error> {
    tx.execute(&RELEASE, params![now, held])
}

/// Returns the first version of each specification of an organization with breaking changes that nobody has acknowledged,
/// in the order of their slugs.
pub fn unacknowledged(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<BreakingVersion>, Error> {
    let mut all = tx.all(&UNACKNOWLEDGED, params![organization])?;
    all.dedup_by(|later, first| later.slug == first.slug);
    Ok(all)
}

/// Returns the slugs of all specifications of an organization that everybody may read, in order.
pub fn public_slugs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<String>, Error> {
    let all = tx.all(&NAMES, params![organization])?;
    Ok(all.into_iter().filter(|it| it.visibility == SpecVisibility::Public).map(|it| it.slug).collect())
}

/// Returns the blobs of an organization's specifications without their versions: sources that were sent, notes, and addresses.
pub fn blobs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let found = tx.all(&BLOBS, params![organization])?;
    Ok(found.into_iter().flat_map(|row| [row.source_blob, row.notes, row.addresses]).flatten().collect())
}

/// Inserts a specification.
pub fn insert(tx: &mut Write<'_>, new: &OpenApiSpec) -> Result<(), Error> {
    tx.execute(&INSERT, &new.inserted())?;
    Ok(())
}

/// Updates a specification.
pub fn update(tx: &mut Write<'_>, spec: &OpenApiSpec) -> Result<(), Error> {
    tx.execute(&UPDATE, &spec.updated())?;
    Ok(())
}

/// Deletes a specification; its versions are left to [`crate::openapi_versions`].
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: OpenApiSpecId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}

/// Deletes every specification of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
