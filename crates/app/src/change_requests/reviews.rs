//! Reviews of change requests; each is of one revision.
//!
//! A review counts until its reviewer submits another or is asked again, or the change request changes. The effects
//! of reviews on merging are in [`crate::change_requests::merge_rules`].

use quire_model::change_requests::ChangeRequestName;
use quire_model::comments::Status;
use quire_model::events::EventKind;
use quire_model::ids::{CommentId, ReviewId, SpaceId};
use quire_model::paging::{Listing, Paging};
use quire_model::reviews::ReviewStatus;
use quire_model::scopes::Scope;
use quire_model::text::CommentBody;
use quire_store::comments::Comment;
pub use quire_store::reviews::Review;
use quire_store::users::User;
use quire_store::{Read, requested_reviewers, reviews};
use serde_json::json;

use crate::App;
use crate::access::{self, MergeSpace, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::comments;
use crate::content::commit::active;
use crate::core::errors::Error;

/// A review with the users involved.
pub struct ShownReview {
    /// The review itself, with its revision and verdict.
    pub review: Review,
    /// The user who submitted the review.
    pub reviewer: User,
    /// The user who asked for it, if anyone did.
    pub requested_by: Option<User>,
}

impl App {
    /// Lists the reviews of a change request, oldest first: all of them, or only outdated or current ones.
    pub fn list_reviews(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        outdated: Option<bool>,
        paging: &Paging,
    ) -> Result<Listing<ShownReview>, Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<ViewSpace>(tx, caller, space, name)?;
            let mut people = People::default();
            reviews::list(tx, found.branch(), outdated, paging)?.try_map(|review| show(tx, review, &mut people))
        })
    }

    /// Returns one review of a change request.
    pub fn get_review(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        id: ReviewId,
    ) -> Result<ShownReview, Error> {
        self.inner.db.read(|tx| {
            let found = access::change_request::<ViewSpace>(tx, caller, space, name)?;
            let review = reviews::get(tx, found.branch(), id)?.ok_or(Error::NotFound("review"))?;
            show(tx, review, &mut People::default())
        })
    }

    /// Submits the caller's review of the current revision of a change request, with an optional comment. It replaces
    /// the caller's earlier review, and answers the request if they were asked.
    pub fn submit_review(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        status: ReviewStatus,
        comment: Option<&CommentBody>,
    ) -> Result<ShownReview, Error> {
        let reviewer = access::own_account(caller, Scope::Read)?;
        let (id, said, now) = (ReviewId(self.fresh_id()), CommentId(self.fresh_id()), self.now());
        self.write(caller, |change| {
            let found = access::change_request::<MergeSpace>(change.tx, caller, space, name)?;
            active(&found)?;
            if found.created_by == Some(reviewer) {
                return Err(Error::Forbidden("nobody reviews their own change request".to_owned()));
            }
            let asked = requested_reviewers::get(change.tx, found.branch(), reviewer)?;
            let review = Review {
                organization: found.organization,
                space: found.space,
                change_request: found.id,
                id,
                revision: found.revision,
                reviewer,
                requested_by: asked.map(|asked| asked.requested_by),
                status,
                outdated: false,
                created_at: now,
                updated_at: now,
            };
            requested_reviewers::delete(change.tx, found.branch(), reviewer)?;
            reviews::supersede(change.tx, found.branch(), reviewer, now)?;
            reviews::insert(change.tx, &review)?;
            let detail = json!({
                "space": found.space.to_string(), "review": id.to_string(), "status": status.as_str(),
                "revision": found.revision.to_string(),
            });
            change.record(found.organization.0, EventKind::ReviewSubmitted, found.id.0, &detail)?;
            if let Some(body) = comment {
                comments::post(change, &remark(&review, said, body))?;
            }
            show(change.tx, review, &mut People::default())
        })
    }
}

/// Creates the comment submitted with a review.
fn remark(review: &Review, id: CommentId, body: &CommentBody) -> Comment {
    Comment {
        organization: review.organization,
        space: review.space,
        id,
        branch: review.change_request.into(),
        author: review.reviewer,
        body: body.as_str().to_owned(),
        page: None,
        passage: None,
        revision: review.revision,
        status: Status::Open,
        resolved_at: None,
        resolved_by: None,
        posted_at: review.created_at,
        edited_at: None,
        replies: 0,
        review: Some(review.id),
    }
}

pub(crate) fn show(tx: &mut Read<'_>, review: Review, people: &mut People) -> Result<ShownReview, Error> {
    let reviewer = people.known(tx, review.reviewer)?;
    let requested_by = people.find(tx, review.requested_by)?;
    Ok(ShownReview { review, reviewer, requested_by })
}
