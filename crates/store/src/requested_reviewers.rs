//! Pending requests to users to review change requests.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{RevisionId, UserId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::branches::Branch;
use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::record;

record! {
    /// A pending request for a review.
    RequestedReviewer {
        /// The user whose review is requested.
        user_id: UserId,
        /// The user who requested the review.
        requested_by: UserId,
        /// The revision of the change request at that time.
        revision: RevisionId,
        /// The time of the request.
        created_at: Timestamp,
    }
}

statements! {
    ONE: Query<RequestedReviewer> =
        "select user_id, requested_by, revision, created_at from requested_reviewers
         where organization = ?1 and space = ?2 and change_request = ?3 and user_id = ?4";
    AFTER: Query<RequestedReviewer> =
        "select user_id, requested_by, revision, created_at from requested_reviewers
         where organization = ?1 and space = ?2 and change_request = ?3 and (created_at, user_id) > (?4, ?5)
         order by created_at, user_id limit ?6";
    BEFORE: Query<RequestedReviewer> =
        "select user_id, requested_by, revision, created_at from requested_reviewers
         where organization = ?1 and space = ?2 and change_request = ?3 and (created_at, user_id) < (?4, ?5)
         order by created_at desc, user_id desc limit ?6";
    COUNT: Query<paging::Count> =
        "select count(*) as count from requested_reviewers
         where organization = ?1 and space = ?2 and change_request = ?3";
    PUT: Execute =
        "insert into requested_reviewers (organization, space, change_request, user_id, requested_by, revision,
         created_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (organization, space, change_request, user_id)
         do update set requested_by = ?5, revision = ?6, created_at = ?7";
    DELETE: Execute =
        "delete from requested_reviewers
         where organization = ?1 and space = ?2 and change_request = ?3 and user_id = ?4";
}

/// Returns the pending request to a user to review the change request with this branch.
pub fn get(tx: &mut Read<'_>, of: Branch, user: UserId) -> Result<Option<RequestedReviewer>, Error> {
    tx.one(&ONE, params![of.organization, of.space, of.id, user])
}

/// Returns a page of the pending requests to review the change request with this branch, oldest first.
pub fn list(tx: &mut Read<'_>, of: Branch, paging: &Paging) -> Result<Listing<RequestedReviewer>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let of = params![of.organization, of.space, of.id];
    paging::ordered(tx, &pages, of, paging, (Sorting::Number, Order::Ascending), |it| (it.created_at.0, it.user_id.0))
}

/// Inserts a request to review the change request with this branch, or replaces one that is pending.
pub fn put(tx: &mut Write<'_>, of: Branch, new: &RequestedReviewer) -> Result<(), Error> {
    let RequestedReviewer { user_id, requested_by, revision, created_at } = *new;
    tx.execute(&PUT, params![of.organization, of.space, of.id, user_id, requested_by, revision, created_at])?;
    Ok(())
}

/// Deletes a request and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, of: Branch, user: UserId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![of.organization, of.space, of.id, user])? > 0)
}
