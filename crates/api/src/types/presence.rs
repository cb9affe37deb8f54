//! The representation of people who are in spaces now.

use quire_app::presence::Present;
use quire_model::presence::Activity;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Person, PresenceObject};

/// A person who is in a space now, in one window.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Presence {
    object: PresenceObject,
    user: Person,
    /// The name of the window, which its client chose.
    client: String,
    space: String,
    /// The change request that the person looks at; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    /// The page that the person is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    activity: Activity,
    /// The time at which the presence ends unless it is renewed.
    expires_at: Timestamp,
}

/// The people who are present, as the stream of events sends them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PresenceSnapshot")]
pub(crate) struct PresenceList {
    /// At most 200 of them.
    items: Vec<Presence>,
    /// The number of all.
    count: usize,
}

impl From<Present> for Presence {
    fn from(present: Present) -> Self {
        Self {
            object: PresenceObject::It,
            user: Person::new(present.user, present.display_name, present.photo_url),
            client: present.client,
            space: present.space.to_string(),
            change_request: present.change_request.map(|id| id.to_string()),
            page: present.page.map(|id| id.to_string()),
            activity: present.activity,
            expires_at: present.expires_at,
        }
    }
}

impl PresenceList {
    const MOST: usize = 200;

    pub(crate) fn of(present: Vec<Present>) -> Self {
        let count = present.len();
        Self { items: present.into_iter().take(Self::MOST).map(Presence::from).collect(), count }
    }
}
