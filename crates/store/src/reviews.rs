//! Reviews of change requests.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{ChangeRequestId, OrganizationId, ReviewId, RevisionId, SpaceId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::reviews::ReviewStatus;
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::record;
use crate::sql::sql;

record! {
    /// The row of a review of a change request.
    Review {
        /// The owner of the space.
        organization: OrganizationId,
        /// The space that the change request belongs to.
        space: SpaceId,
        /// The change request that was reviewed.
        change_request: ChangeRequestId,
        /// The identifier of the review.
        id: ReviewId,
        /// The reviewed revision of the change request.
        revision: RevisionId,
        /// The user who reviewed.
        reviewer: UserId,
        /// The user who requested the review, if anybody did.
        requested_by: Option<UserId>,
        /// The verdict: approval, or a request for changes.
        status: ReviewStatus,
        /// True if the review no longer counts.
        outdated: bool,
        /// The time of submission.
        created_at: Timestamp,
        /// The time of submission, or at which the review was superseded.
        updated_at: Timestamp,
    }
}

/// The columns of a review that are stored.
const STORED: &str =
    "r.organization, r.space, r.change_request, r.id, r.revision, r.reviewer, r.requested_by, r.status";

/// Equals 1 for a review that is outdated, and 0 for others.
///
/// A merged change request keeps the reviews that counted at the merge, although the merge may have moved its branch
/// once more. `cast`, since PostgreSQL would choose the expression's type otherwise.
const OUTDATED: &str = "cast(case when r.superseded = 1 or (r.revision <> b.revision and c.status <> 'merged')
    then 1 else 0 end as bigint)";

/// Restricts a statement to the reviews of a change request.
const OF_CHANGE_REQUEST: &str = " from reviews r
    join branches b on b.organization = r.organization and b.space = r.space and b.id = r.change_request
    join change_requests c on c.organization = r.organization and c.space = r.space and c.id = r.change_request
    where r.organization = ?1 and r.space = ?2 and r.change_request = ?3 ";

/// Selects the reviews of a change request.
const SELECT: &str =
    sql!("select ", STORED, ", ", OUTDATED, " as outdated, r.created_at, r.updated_at", OF_CHANGE_REQUEST);

/// Restricts a list to reviews that are outdated or not, if this is given.
const FILTER: &str = sql!("and (", OUTDATED, " = ?4 or ?4 is null) ");

statements! {
    BY_ID: Query<Review> = sql!(SELECT, "and r.id = ?4");
    AFTER: Query<Review> = sql!(SELECT, FILTER, "and r.id > ?5 order by r.id limit ?6");
    BEFORE: Query<Review> = sql!(SELECT, FILTER, "and r.id < ?5 order by r.id desc limit ?6");
    COUNT: Query<paging::Count> = sql!("select count(*) as count", OF_CHANGE_REQUEST, FILTER);
    THAT_COUNT: Query<Review> =
        sql!(SELECT, "and r.superseded = 0 and r.revision = b.revision order by r.id");
    INSERT: Execute =
        "insert into reviews (organization, space, change_request, id, revision, reviewer, requested_by, status,
         superseded, created_at, updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10)";
    SUPERSEDE: Execute =
        "update reviews set superseded = 1, updated_at = ?5
         where organization = ?1 and space = ?2 and change_request = ?3 and superseded = 0 and reviewer = ?4";
    SETTLE: Execute =
        "update reviews set superseded = 1, updated_at = ?5
         where organization = ?1 and space = ?2 and change_request = ?3 and superseded = 0 and revision <> ?4";
}

/// Returns the review with this identifier of the change request with this branch.
pub fn get(tx: &mut Read<'_>, of: Branch, id: ReviewId) -> Result<Option<Review>, Error> {
    tx.one(&BY_ID, params![of.organization, of.space, of.id, id])
}

/// Returns a page of the reviews of the change request with this branch, oldest first: all of them, or only those that
/// are outdated or not.
pub fn list(tx: &mut Read<'_>, of: Branch, outdated: Option<bool>, paging: &Paging) -> Result<Listing<Review>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![of.organization, of.space, of.id, outdated];
    paging::list(tx, &pages, of, paging, |review| review.id.0)
}

/// Returns the reviews that count, oldest first: at most one for each reviewer.
pub fn that_count(tx: &mut Read<'_>, of: Branch) -> Result<Vec<Review>, Error> {
    tx.all(&THAT_COUNT, params![of.organization, of.space, of.id])
}

/// Inserts a review that is not superseded.
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

/// Marks the earlier reviews by a user of the change request with this branch as superseded.
pub fn supersede(tx: &mut Write<'_>, of: Branch, reviewer: UserId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SUPERSEDE, params![of.organization, of.space, of.id, reviewer, at])?;
    Ok(())
}

/// Marks all reviews of revisions other than the given one as superseded, before the change request with this branch is
/// merged at that revision.
pub fn settle(tx: &mut Write<'_>, of: Branch, revision: RevisionId, at: Timestamp) -> Result<(), Error> {
    tx.execute(&SETTLE, params![of.organization, of.space, of.id, revision, at])?;
    Ok(())
}
