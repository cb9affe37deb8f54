//! Reviews of change requests; each is of one revision.
//!
//! A review counts until its reviewer submits another or is asked again, or the change request changes. The effects
//! of reviews on merging are in [`crate::change_requests::merge_rules`].

use quire_model::change_requests::ChangeRequestName;
use quire_model::events::EventKind;
use quire_model::ids::{ReviewId, SpaceId};
use quire_model::notifications::NotificationReason;
use quire_model::paging::{Listing, Paging};
use quire_model::reviews::ReviewStatus;
use quire_model::scopes::Scope;
use quire_model::text::CommentBody;
pub use quire_store::reviews::Review;
use quire_store::users::User;
use quire_store::{Read, requested_reviewers, reviews};
use serde_json::json;

use crate::App;
use crate::access::{self, MergeSpace, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::comments::{self, CommentPlace, NewComment};
use crate::content::commit::{Target, active};
use crate::core::errors::Error;
use crate::notifications::{About, Told};

/// A review with the users involved.
pub struct ShownReview {
    /// The review itself, with its revision and verdict.
    pub review: Review,
    /// The user who submitted the review.
    pub reviewer: User,
    /// The user who asked for it, if anyone did.
    pub requested_by: Option<User>,
}

/// A review to submit.
#[derive(Debug, Clone)]
pub struct NewReview {
    /// The verdict.
    pub status: ReviewStatus,
    /// A comment on the change request as a whole.
    pub comment: Option<CommentBody>,
    /// Comments on pages and blocks of it.
    pub comments: Vec<NewComment>,
}

impl NewReview {
    /// The maximum number of comments on parts.
    pub const MOST_COMMENTS: usize = 100;
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

    /// Submits the caller's review of the current revision of a change request, with an optional comment on the whole and
    /// comments on its parts: all of it or nothing. It replaces the caller's earlier review, and answers the request if
    /// they were asked. The creator of the change request gets one notification of it.
    pub fn submit_review(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        new: &NewReview,
    ) -> Result<ShownReview, Error> {
        let reviewer = access::own_account(caller, Scope::Read)?;
        let NewReview { status, comment, comments } = new;
        let said = comment.as_ref().map(|body| NewComment { body: body.clone(), page: None, node: None, cell: None });
        let all: Vec<_> = said.into_iter().chain(comments.iter().cloned()).collect();
        if comments.len() > NewReview::MOST_COMMENTS {
            let most = NewReview::MOST_COMMENTS;
            return Err(Error::Invalid(format!("comments: must be at most {most}, not {}", comments.len())));
        }
        if !all.is_empty() {
            access::own_account(caller, Scope::Write)?;
        }
        let place = CommentPlace { space, target: Target::ChangeRequest(name) };
        let drafts = self.draft_comments(caller, place, &all)?;
        let (id, now) = (ReviewId(self.fresh_id()), self.now());
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
                status: *status,
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
            let about = About { review: Some(id), ..About::change_request(&found) };
            let mut told = Told::default();
            let concerned = found.created_by.into_iter().chain(review.requested_by);
            change.notify(&about, NotificationReason::Review, concerned, &mut told)?;
            for draft in &drafts {
                let comment = draft.by(reviewer, found.branch(), Some(id), now);
                comments::post(change, &comment, &draft.mentioned, &mut told)?;
            }
            show(change.tx, review, &mut People::default())
        })
    }
}

pub(crate) fn show(tx: &mut Read<'_>, review: Review, people: &mut People) -> Result<ShownReview, Error> {
    let reviewer = people.known(tx, review.reviewer)?;
    let requested_by = people.find(tx, review.requested_by)?;
    Ok(ShownReview { review, reviewer, requested_by })
}
