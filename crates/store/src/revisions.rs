//! Revisions: immutable states of a space's content, with author and time.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, OrganizationId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;

use crate::column::{Column, params};
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a revision.
    Revision in revisions {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space whose content it is.
        space: SpaceId,
        /// The identifier of the revision.
        id: RevisionId,
        /// The origin of the revision.
        kind: RevisionType,
        /// The hash of the content map's root.
        root: Hash,
        /// The hash of the link map's root, if that was computed.
        links: Option<Hash>,
        /// The parent revisions: none for the first revision, two for a merge, one otherwise.
        parents: Parents,
        /// The author; none if the operator of the server created it.
        author: Option<UserId>,
        /// The time of creation.
        created_at: Timestamp,
        /// The change request whose content it is; none for main content.
        change_request: Option<ChangeRequestId>,
        /// The change request that was merged, for a merge.
        merged_from: Option<ChangeRequestId>,
        /// The time of the first save of the run that the revision belongs to; none if the next save does not take its
        /// place in the history.
        run_began_at: Option<Timestamp>,
    }
}

record! {
    /// The roots of a revision's maps.
    Root {
        /// The hash of the content map's root.
        root: Hash,
        /// The hash of the link map's root, if that was computed.
        links: Option<Hash>,
    }
}

/// The parent revisions of a revision, stored as their concatenated identifiers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Parents(pub Vec<RevisionId>);

impl Column for Parents {
    fn store(&self) -> quire_db::Value {
        quire_db::Value::Blob(self.0.iter().flat_map(RevisionId::bytes).collect())
    }

    fn load(value: quire_db::Value) -> Option<Self> {
        let bytes = Vec::<u8>::load(value)?;
        let ids = bytes.chunks(16).map(|id| Uid::from_slice(id).map(RevisionId));
        ids.collect::<Result<_, _>>().ok().map(Self)
    }
}

statements! {
    BY_ID: Query<Revision> =
        select!(Revision, "where organization = ?1 and space = ?2 and id = ?3");
    OF_MAIN_AFTER: Query<Revision> = select!(
        Revision,
        "where organization = ?1 and space = ?2 and change_request is null and superseded_at is null and id > ?3
         order by id limit ?4"
    );
    OF_MAIN_BEFORE: Query<Revision> = select!(
        Revision,
        "where organization = ?1 and space = ?2 and change_request is null and superseded_at is null and id < ?3
         order by id desc limit ?4"
    );
    COUNT_OF_MAIN: Query<paging::Count> =
        "select count(*) as count from revisions
         where organization = ?1 and space = ?2 and change_request is null and superseded_at is null";
    ROOTS_OF_ORG: Query<Root> = "select distinct root, links from revisions where organization = ?1";
    ROOT_OF_MAIN: Query<Root> =
        "select r.root as root, r.links as links from branches b
         join revisions r on r.organization = b.organization and r.space = b.space and r.id = b.revision
         where b.organization = ?1 and b.space = ?2 and b.id = ?2";
    ROOTS_OF_SPACE: Query<Root> = "select distinct root, links from revisions where organization = ?1 and space = ?2";
    INSERT: Execute = insert!(Revision);
}

/// Returns the revision with this identifier in this space.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    id: RevisionId,
) -> Result<Option<Revision>, Error> {
    tx.one(&BY_ID, params![organization, space, id])
}

/// Returns a page of the revisions of a space's main content that are in the history, newest first.
pub fn of_main(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    space: SpaceId,
    paging: &Paging,
) -> Result<Listing<Revision>, Error> {
    let pages = Pages { after: &OF_MAIN_AFTER, before: &OF_MAIN_BEFORE, count: &COUNT_OF_MAIN };
    paging::ordered(tx, &pages, params![organization, space], paging, (Sorting::Id, Order::Descending), |r| r.id.0)
}

/// Returns the roots of every revision in the organization, for which objects must be kept.
pub fn roots_of_org(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let roots = tx.all(&ROOTS_OF_ORG, params![organization])?;
    Ok(both(roots))
}

/// Returns the roots of the current main content of a space.
pub fn root_of_main(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Option<Root>, Error> {
    tx.one(&ROOT_OF_MAIN, params![organization, space])
}

/// Returns the roots of content maps and of link maps in one list.
fn both(roots: Vec<Root>) -> Vec<Hash> {
    roots.into_iter().flat_map(|row| [Some(row.root), row.links]).flatten().collect()
}

/// Returns the roots of every revision of a space.
pub fn roots_of_space(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Vec<Hash>, Error> {
    let roots = tx.all(&ROOTS_OF_SPACE, params![organization, space])?;
    Ok(both(roots))
}

/// Inserts a revision.
pub fn insert(tx: &mut Write<'_>, revision: &Revision) -> Result<(), Error> {
    tx.execute(&INSERT, &revision.inserted())?;
    Ok(())
}
