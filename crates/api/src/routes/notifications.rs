//! Notifications of the caller, and what waits for them.

use axum::extract::State;
use quire_app::notifications::NotificationFilter;
use quire_model::change_requests::Status;
use quire_model::ids::{NotificationId, OrganizationId, SpaceId};
use quire_model::notifications::NotificationReason;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{ChangeRequest, Notification, NotificationSettings};

const TAG: &str = "Notifications";

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get("/v1/user/notifications", list, op("listNotifications", TAG, "List your notifications, newest first."))
        .post(
            "/v1/user/notifications/read",
            mark_all,
            op("markNotificationsAsRead", TAG, "Mark all of your notifications as read, or some."),
        )
        .patch(
            "/v1/user/notifications/{notificationId}",
            mark,
            op("updateNotification", TAG, "Mark a notification as read, or as unread."),
        )
        .get(
            "/v1/user/notification-settings",
            settings,
            op("getNotificationSettings", TAG, "Get how often your unread notifications come by mail."),
        )
        .patch(
            "/v1/user/notification-settings",
            set,
            op("updateNotificationSettings", TAG, "Set how often your unread notifications come by mail, or never."),
        )
        .get(
            "/v1/user/change-requests",
            own,
            op("listOwnChangeRequests", TAG, "List the change requests that you created, in all spaces."),
        )
        .get(
            "/v1/user/requested-reviews",
            requested,
            op("listRequestedReviews", TAG, "List the change requests that wait for your review, in all spaces."),
        )
}

/// Filters for a list of notifications.
#[derive(Debug, Deserialize, JsonSchema)]
struct ListFilter {
    /// True for those that you have read, false for the others; all by default.
    #[serde(default)]
    read: Option<bool>,
    /// The reason for which you are notified; all by default.
    #[serde(default)]
    reason: Option<NotificationReason>,
    /// The organization; all of yours by default.
    #[serde(default)]
    organization: Option<Named<OrganizationId>>,
    /// The space; all that you can see by default.
    #[serde(default)]
    space: Option<Named<SpaceId>>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(ListFilter { read, reason, organization, space }): Query<ListFilter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Notification>, Problem> {
    let filter =
        NotificationFilter { read, reason, organization: organization.map(|it| it.0), space: space.map(|it| it.0) };
    let list = format!("notifications {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_notifications(&caller, &filter, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| Notification::of(shown, &context))))
}

/// The notification that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationPath {
    notification_id: Named<NotificationId>,
}

/// Changes to a notification.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateNotification {
    /// True to mark it as read, false as unread.
    read: bool,
}

async fn mark(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(NotificationPath { notification_id: Named(id) }): Path<NotificationPath>,
    Json(UpdateNotification { read }): Json<UpdateNotification>,
) -> Result<Json<Notification>, Problem> {
    let shown = context.run(move |app| app.mark_notification(&caller, id, read)).await?;
    Ok(Json(Notification::of(shown, &context)))
}

/// The notifications to mark as read.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MarkAll {
    /// The newest notification to mark: those that came later stay unread. All by default.
    #[serde(default)]
    up_to: Option<Reference<NotificationId>>,
    /// The space that they are about; all by default.
    #[serde(default)]
    space: Option<Reference<SpaceId>>,
}

async fn mark_all(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Json(MarkAll { up_to, space }): Json<MarkAll>,
) -> Result<NoContent, Problem> {
    let last = Reference::resolve(up_to, "notification")?;
    let filter = NotificationFilter { space: Reference::resolve(space, "space")?, ..NotificationFilter::default() };
    context.run(move |app| app.mark_notifications(&caller, &filter, last)).await?;
    Ok(NoContent)
}

async fn settings(
    State(context): State<Context>,
    Bearer(caller): Bearer,
) -> Result<Json<NotificationSettings>, Problem> {
    let mail = context.run(move |app| app.notification_mail(&caller)).await?;
    Ok(Json(NotificationSettings { mail }))
}

async fn set(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Json(NotificationSettings { mail }): Json<NotificationSettings>,
) -> Result<Json<NotificationSettings>, Problem> {
    context.run(move |app| app.set_notification_mail(&caller, mail)).await?;
    Ok(Json(NotificationSettings { mail }))
}

/// Filters for a list of your change requests.
#[derive(Debug, Deserialize, JsonSchema)]
struct OwnFilter {
    /// The status, such as `draft`; all by default.
    #[serde(default)]
    status: Option<Status>,
    /// The organization; all of yours by default.
    #[serde(default)]
    organization: Option<Named<OrganizationId>>,
}

async fn own(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(OwnFilter { status, organization }): Query<OwnFilter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ChangeRequest>, Problem> {
    let organization = organization.map(|it| it.0);
    let list = format!("own change requests {status:?} {organization:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_own_change_requests(&caller, status, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| ChangeRequest::of(&shown, &context))))
}

/// Filters for a list of requested reviews.
#[derive(Debug, Deserialize, JsonSchema)]
struct RequestedFilter {
    /// The organization; all of yours by default.
    #[serde(default)]
    organization: Option<Named<OrganizationId>>,
}

async fn requested(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(RequestedFilter { organization }): Query<RequestedFilter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ChangeRequest>, Problem> {
    let organization = organization.map(|it| it.0);
    let list = format!("requested reviews {organization:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_requested_reviews(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| ChangeRequest::of(&shown, &context))))
}
