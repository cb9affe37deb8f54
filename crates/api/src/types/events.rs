//! The representation of events.

use quire_app::events::Concerned;
use quire_model::events::EventType;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{EventObject, Person};

/// Something that happened in an organization or a space. It names what changed and has nothing of its text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Event {
    object: EventObject,
    #[serde(rename = "type")]
    kind: EventType,
    at: Timestamp,
    /// The user who caused it; absent for the server itself and its operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<Person>,
    /// The collection that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<String>,
    /// The space that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<String>,
    /// The change request; absent for what concerns main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    /// The new revision, for a change of content.
    #[serde(skip_serializing_if = "Option::is_none")]
    revision: Option<String>,
    /// The pages that changed, or the page of a comment. Absent for a change if there are more than 100, or if they are
    /// not known any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment_reply: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<String>,
}

impl Event {
    pub(crate) fn of(event: &quire_app::events::Event) -> Self {
        let actor = event.actor.as_ref();
        let (collection, space) = match event.concerns {
            Concerned::Organization => (None, None),
            Concerned::Collection(id) => (Some(id.to_string()), None),
            Concerned::Space(id) => (None, Some(id.to_string())),
        };
        Self {
            object: EventObject::It,
            kind: event.kind,
            at: event.at,
            actor: actor.map(|user| Person::new(user.id, user.display_name.clone(), user.photo_url.clone())),
            collection,
            space,
            change_request: event.change_request.map(|id| id.to_string()),
            revision: event.revision.map(|id| id.to_string()),
            pages: event.pages.as_ref().map(|pages| pages.iter().map(ToString::to_string).collect()),
            comment: event.comment.map(|id| id.to_string()),
            comment_reply: event.reply.map(|id| id.to_string()),
            review: event.review.map(|id| id.to_string()),
        }
    }
}
