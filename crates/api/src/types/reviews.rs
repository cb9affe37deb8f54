//! The representation of reviews of change requests, and of requests for reviews.

use quire_app::change_requests::requested_reviewers::ShownRequest;
use quire_app::change_requests::reviews::ShownReview;
use quire_model::reviews::ReviewStatus;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{RequestedReviewerObject, ReviewObject, User};
use crate::context::Context;

/// A review of a change request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangeRequestReview")]
pub(crate) struct Review {
    object: ReviewObject,
    id: String,
    /// The revision of the change request that was reviewed.
    revision: String,
    reviewer: User,
    /// The user who requested the review; absent if it was not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_by: Option<User>,
    status: ReviewStatus,
    /// True if the review does not count any more, because the reviewer submitted a newer one or was asked again, or
    /// because the change request changed.
    outdated: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Review {
    pub(crate) fn of(shown: ShownReview, context: &Context) -> Self {
        let ShownReview { review, reviewer, requested_by } = shown;
        Self {
            object: ReviewObject::It,
            id: review.id.to_string(),
            revision: review.revision.to_string(),
            reviewer: User::of(reviewer, context),
            requested_by: requested_by.map(|user| User::of(user, context)),
            status: review.status,
            outdated: review.outdated,
            created_at: review.created_at,
            updated_at: review.updated_at,
        }
    }
}

/// A request for a review that the reviewer has not answered yet.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangeRequestRequestedReviewer")]
pub(crate) struct RequestedReviewer {
    object: RequestedReviewerObject,
    kind: ReviewerKind,
    user: User,
    /// The revision of the change request at the time of the request.
    revision: String,
    requested_by: User,
    created_at: Timestamp,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ReviewerKind {
    User,
}

impl RequestedReviewer {
    pub(crate) fn of(shown: ShownRequest, context: &Context) -> Self {
        let ShownRequest { request, user, requested_by } = shown;
        Self {
            object: RequestedReviewerObject::It,
            kind: ReviewerKind::User,
            user: User::of(user, context),
            revision: request.revision.to_string(),
            requested_by: User::of(requested_by, context),
            created_at: request.created_at,
        }
    }
}
