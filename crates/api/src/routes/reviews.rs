//! Reviews of change requests, and requests for reviews.

use axum::extract::State;
use quire_app::change_requests::ChangeRequestChanges;
use quire_app::change_requests::reviews::NewReview;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{ReviewId, SpaceId, UserId};
use quire_model::reviews::ReviewStatus;
use quire_model::text::ChangeRequestSubject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change_requests::{ChangeRequestPath, description};
use super::comments::PostComment;
use super::{Named, Reference, comments};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Prose, RequestedReviewer, Review};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Reviews";
    const REVIEWS: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews";
    const REQUESTED: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers";
    Endpoints::new()
        .get(
            REVIEWS,
            list,
            op("getReviewsByChangeRequestId", TAG, "List the reviews of a change request, oldest first."),
        )
        .post(
            REVIEWS,
            submit,
            op("submitChangeRequestReview", TAG, "Approve a change request as it is now, or request changes."),
        )
        .get(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}",
            get,
            op("getChangeRequestReviewById", TAG, "Get a review."),
        )
        .get(
            REQUESTED,
            requested,
            op("getRequestedReviewersByChangeRequestId", TAG, "List the requested reviewers who have not answered."),
        )
        .post(
            REQUESTED,
            request,
            op("requestReviewersForChangeRequest", TAG, "Request reviews from users, which opens a draft."),
        )
        .delete(
            "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}",
            remove,
            op("removeRequestedReviewerFromChangeRequest", TAG, "Withdraw a request for a review."),
        )
}

/// Filters for a list of reviews.
#[derive(Debug, Deserialize, JsonSchema)]
struct ListFilter {
    /// True for outdated reviews only, false for the others only; all by default.
    #[serde(default)]
    outdated: Option<bool>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(ListFilter { outdated }): Query<ListFilter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Review>, Problem> {
    let list = format!("reviews of {name:?} in {space}, {outdated:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_reviews(&caller, space, name, outdated, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| Review::of(shown, &context))))
}

/// A review to submit.
#[derive(Debug, Deserialize, JsonSchema)]
struct SubmitReview {
    status: ReviewStatus,
    /// The reasons for the review, posted as a comment on the change request.
    #[serde(default)]
    comment: Option<Prose>,
    /// Comments on pages and blocks of the change request, at most 100. They are posted with the review: all or none.
    #[serde(default)]
    #[schemars(length(max = 100))]
    comments: Vec<PostComment>,
}

async fn submit(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Json(SubmitReview { status, comment, comments }): Json<SubmitReview>,
) -> Result<Created<Review>, Problem> {
    let comment = comment.map(|prose| comments::text("comment", prose)).transpose()?;
    let comments = comments.into_iter().enumerate();
    let comments = comments.map(|(at, new)| new.read(&format!("comments.{at}."))).collect::<Result<_, _>>()?;
    let new = NewReview { status, comment, comments };
    let made = context.run(move |app| app.submit_review(&caller, space, name, &new)).await?;
    let of = &made.review;
    let path = format_args!("/v1/spaces/{}/change-requests/{}/reviews/{}", of.space, of.change_request, of.id);
    let location = context.url(path);
    Ok(Created { location, body: Review::of(made, &context) })
}

/// The space, the change request and the review that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReviewPath {
    space_id: Named<SpaceId>,
    change_request_id: Named<ChangeRequestName>,
    review_id: Named<ReviewId>,
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<ReviewPath>,
) -> Result<Json<Review>, Problem> {
    let ReviewPath { space_id: Named(space), change_request_id: Named(name), review_id: Named(id) } = path;
    let found = context.run(move |app| app.get_review(&caller, space, name, id)).await?;
    Ok(Json(Review::of(found, &context)))
}

async fn requested(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<RequestedReviewer>, Problem> {
    let list = format!("requested reviewers of {name:?} in {space}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_requested_reviewers(&caller, space, name, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| RequestedReviewer::of(shown, &context))))
}

/// Users to request reviews from, and changes to the change request.
#[derive(Debug, Deserialize, JsonSchema)]
struct RequestReviewers {
    /// The identifiers of 1 to 50 users.
    #[schemars(length(min = 1, max = 50))]
    users: Vec<Reference<UserId>>,
    /// The new subject of the change request; unchanged by default.
    #[serde(default)]
    subject: Option<ChangeRequestSubject>,
    /// The new description of the change request, null for none; unchanged by default.
    #[serde(default)]
    description: Patch<Prose>,
}

/// The reviewers who were requested.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ReviewRequests")]
struct Requested {
    users: Vec<RequestedReviewer>,
}

async fn request(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Json(body): Json<RequestReviewers>,
) -> Result<Json<Requested>, Problem> {
    let changes =
        ChangeRequestChanges { subject: body.subject, description: description(body.description)?, status: None };
    let named = |(at, user): (usize, Reference<UserId>)| {
        user.0.ok_or_else(|| Problem::bad_request(format!("users.{at}: must be the identifier of a user")))
    };
    let users = body.users.into_iter().enumerate().map(named).collect::<Result<Vec<_>, _>>()?;
    let made = context.run(move |app| app.request_reviewers(&caller, space, name, &users, &changes)).await?;
    Ok(Json(Requested { users: made.into_iter().map(|shown| RequestedReviewer::of(shown, &context)).collect() }))
}

/// The change request and the requested reviewer that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RequestedPath {
    space_id: Named<SpaceId>,
    change_request_id: Named<ChangeRequestName>,
    user_id: Named<UserId>,
}

async fn remove(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<RequestedPath>,
) -> Result<NoContent, Problem> {
    let RequestedPath { space_id: Named(space), change_request_id: Named(name), user_id } = path;
    let user = user_id.0;
    context.run(move |app| app.remove_requested_reviewer(&caller, space, name, user)).await?;
    Ok(NoContent)
}
