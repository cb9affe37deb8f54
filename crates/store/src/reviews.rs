//! Reviews of change requests.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, OrganizationId, ReviewId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::reviews::ReviewStatus;
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// What somebody said of a change request.
    Review {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space.
        space: SpaceId,
        /// The change request.
        change_request: ChangeRequestId,
        /// The review.
        id: ReviewId,
        /// The revision of the change request that it is about.
        revision: RevisionId,
        /// Who reviewed.
        reviewer: UserId,
        /// Who asked for it, if anybody did.
        requested_by: Option<UserId>,
        /// What they said.
        status: ReviewStatus,
        /// Whether it does not count any more.
        outdated: bool,
        /// When it was made.
        created_at: Timestamp,
        /// When it was made, or something newer of the same person took its place.
        updated_at: Timestamp,
    }
}

// What was merged keeps the reviews that counted then, although merging may have moved it once more. `cast`, since an expression's type is otherwise PostgreSQL's choice.
statements! {
    BY_ID: Query<Review> =
        "select r.organization as organization, r.space as space, r.change_request as change_request, r.id as id,
         r.revision as revision, r.reviewer as reviewer, r.requested_by as requested_by, r.status as status,
         cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) as outdated,
         r.created_at as created_at, r.updated_at as updated_at
         from reviews r
         join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
         join change_requests c on c.organization = r.organization and c.space = r.space and c.id = r.change_request
         where r.organization = ?1 and r.space = ?2 and r.change_request = ?3 and r.id = ?4";
    AFTER: Query<Review> =
        "select r.organization as organization, r.space as space, r.change_request as change_request, r.id as id,
         r.revision as revision, r.reviewer as reviewer, r.requested_by as requested_by, r.status as status,
         cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) as outdated,
         r.created_at as created_at, r.updated_at as updated_at
         from reviews r
         join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
         join change_requests c on c.organization = r.organization and c.space = r.space and c.id = r.change_request
         where r.organization = ?1 and r.space = ?2 and r.change_request = ?3
         and (cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) = ?4 or ?4 is null) and r.id > ?5 order by r.id limit ?6";
    BEFORE: Query<Review> =
        "select r.organization as organization, r.space as space, r.change_request as change_request, r.id as id,
         r.revision as revision, r.reviewer as reviewer, r.requested_by as requested_by, r.status as status,
         cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) as outdated,
         r.created_at as created_at, r.updated_at as updated_at
         from reviews r
         join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
         join change_requests c on c.organization = r.organization and c.space = r.space and c.id = r.change_request
         where r.organization = ?1 and r.space = ?2 and r.change_request = ?3
         and (cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) = ?4 or ?4 is null) and r.id < ?5 order by r.id desc limit ?6";
    COUNT: Query<paging::Count> =
        "select count(*) as count from reviews r
         join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
         join change_requests c on c.organization = r.organization and c.space = r.space and c.id = r.change_request
         where r.organization = ?1 and r.space = ?2 and r.change_request = ?3
         and (cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged') then 1 else 0 end
         as bigint) = ?4 or ?4 is null)";
    THAT_COUNT: Query<Review> =
        "select r.organization as organization, r.space as space, r.change_request as change_request, r.id as id,
         r.revision as revision, r.reviewer as reviewer, r.requested_by as requested_by, r.status as status,
         cast(0 as bigint) as outdated, r.created_at as created_at, r.updated_at as updated_at
         from reviews r
         join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
         where r.organization = ?1 and r.space = ?2 and r.change_request = ?3 and r.superseded = 0
         and r.revision = b.revision order by r.id";
    INSERT: Execute =
        "insert into reviews (organization, space, change_request, id, revision, reviewer, requested_by, status,
         superseded, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10)";
    SUPERSEDE: Execute =
        "update reviews set superseded = 1, updated_at = ?5
         where organization = ?1 and space = ?2 and change_request = ?3 and superseded = 0 and reviewer = ?4";
    SETTLE: Execute =
        "update reviews set superseded = 1, updated_at = ?5
         where organization = ?1 and space = ?2 and change_request = ?3 and superseded = 0 and revision <> ?4";
    TRANSFER: Execute = "update reviews set organization = ?3 where organization = ?1 and space = ?2";
    DELETE_OF_SPACE: Execute = "delete from reviews where organization = ?1 and space = ?2";
}

/// The review of this identifier of the change request that has this branch.
pub fn get(tx: &mut Read<'_>, of: Branch, id: ReviewId) -> Result<Option<Review>, Error> {
    tx.one(&BY_ID, params![of.organization, of.space, of.id, id])
}

/// The reviews of the change request that has this branch, the first one first: all of them, or those that are outdated
/// or not.
pub fn list(tx: &mut Read<'_>, of: Branch, outdated: Option<bool>, paging: &Paging) -> Result<Listing<Review>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![of.organization, of.space, of.id, outdated];
    paging::list(tx, &pages, of, paging, |review| review.id.0)
}

/// The reviews that count, the first one first: one of each reviewer at most.
pub fn that_count(tx: &mut Read<'_>, of: Branch) -> Result<Vec<Review>, Error> {
    tx.all(&THAT_COUNT, params![of.organization, of.space, of.id])
}

/// Adds a review, which counts.
pub fn insert(tx: &mut Write<'_>, new: &Review) -> Result<(), Error> {
    let values = params![
        new.organization,
        new.space,
        new.change_request,
        new.id,
        new.revision,
        new.reviewer,
        new.requested_by,
        new.status,
        new.created_at,
        new.updated_at
    ];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Notes that what somebody said of the change request that has this branch does not count any more.
pub fn supersede(tx: &mut Write<'_>, of: Branch, reviewer: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SUPERSEDE, params![of.organization, of.space, of.id, reviewer, at])?;
    Ok(())
}

/// Before the change request that has this branch is merged as it is at a revision: only reviews of that one go on
/// counting.
pub fn settle(tx: &mut Write<'_>, of: Branch, revision: RevisionId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SETTLE, params![of.organization, of.space, of.id, revision, at])?;
    Ok(())
}

/// Hands the reviews of a space to another organization.
pub fn transfer(tx: &mut Write<'_>, from: OrganizationId, space: SpaceId, to: OrganizationId) -> Result<(), Error> {
    tx.execute(&TRANSFER, params![from, space, to])?;
    Ok(())
}

/// Removes the reviews of a space.
pub fn delete_all(tx: &mut Write<'_>, organization: OrganizationId, space: SpaceId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SPACE, params![organization, space])?;
    Ok(())
}
