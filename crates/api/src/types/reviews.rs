//! Reviews of change requests, and requests for them.

use quire_app::requested_reviewers::ShownRequest;
use quire_app::reviews::ShownReview;
use quire_model::reviews::ReviewStatus;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{RequestedReviewerObject, ReviewObject, User};
use crate::context::Context;

/// What somebody said of a change request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangeRequestReview")]
pub(crate) struct Review {
    object: ReviewObject,
    id: String,
    /// The revision of the change request that it is about.
    revision: String,
    reviewer: User,
    /// Who asked for it, if anybody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    requested_by: Option<User>,
    status: ReviewStatus,
    /// Whether it does not count any more: the reviewer said something newer or was asked again, or the change request
    /// has moved on.
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

/// Somebody who is asked for a review and has not answered yet.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ChangeRequestRequestedReviewer")]
pub(crate) struct RequestedReviewer {
    object: RequestedReviewerObject,
    kind: ReviewerKind,
    user: User,
    /// The revision that the change request was at.
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
