//! The representation of notifications.

use quire_app::notifications::ShownNotification;
use quire_model::notifications::{MailFrequency, NotificationReason};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{NotificationObject, Person};
use crate::context::Context;

/// Something that others did and that concerns the caller.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Notification {
    object: NotificationObject,
    id: String,
    reason: NotificationReason,
    /// The user who caused it; absent for the operator of the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<Person>,
    organization: String,
    space: SpaceName,
    /// The change request that it is about; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<ChangeRequestName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<String>,
    created_at: Timestamp,
    read: bool,
    /// The time at which it was marked as read.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_at: Option<Timestamp>,
    urls: Urls,
}

/// The space that a notification is about.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NotificationSpace")]
struct SpaceName {
    id: String,
    title: String,
}

/// The change request that a notification is about.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NotificationChangeRequest")]
struct ChangeRequestName {
    id: String,
    number: i64,
    subject: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NotificationUrls")]
struct Urls {
    /// The address to show to users: that of what it is about, in the writers' app.
    app: String,
}

impl Notification {
    pub(crate) fn of(shown: ShownNotification, context: &Context) -> Self {
        let ShownNotification { notification: one, actor, space, change_request } = shown;
        let app = match &change_request {
            Some(found) => context.app_url(format_args!("/spaces/{}/change-requests/{}", space.id, found.id)),
            None => context.app_url(format_args!("/spaces/{}", space.id)),
        };
        Self {
            object: NotificationObject::It,
            id: one.id.to_string(),
            reason: one.reason,
            actor: actor.map(|user| Person::new(user.id, user.display_name, user.photo_url)),
            organization: one.organization.to_string(),
            space: SpaceName { id: space.id.to_string(), title: space.title },
            change_request: change_request.map(|found| ChangeRequestName {
                id: found.id.to_string(),
                number: found.number,
                subject: found.subject,
            }),
            comment: one.comment.map(|id| id.to_string()),
            comment_reply: one.reply.map(|id| id.to_string()),
            review: one.review.map(|id| id.to_string()),
            created_at: one.created_at,
            read: one.read_at.is_some(),
            read_at: one.read_at,
            urls: Urls { app },
        }
    }
}

/// The settings of the caller's notifications.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct NotificationSettings {
    /// The frequency of mails with unread notifications; `hourly` by default.
    pub(crate) mail: MailFrequency,
}
