//! The representation of users.

use schemars::JsonSchema;
use serde::Serialize;

use super::UserObject;
use crate::context::Context;

/// A user of this server.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct User {
    object: UserObject,
    id: String,
    /// The name that other users see.
    display_name: String,
    email: String,
    /// The address of a picture of the user.
    #[serde(rename = "photoURL", skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
    urls: UserUrls,
}

#[derive(Debug, Serialize, JsonSchema)]
struct UserUrls {
    /// The address of the user in this API.
    location: String,
}

impl User {
    pub(crate) fn of(user: quire_app::accounts::users::User, context: &Context) -> Self {
        Self {
            object: UserObject::It,
            id: user.id.to_string(),
            display_name: user.display_name,
            email: user.email,
            photo_url: user.photo_url,
            urls: UserUrls { location: context.url(format_args!("/v1/users/{}", user.id)) },
        }
    }
}

/// A person, as others see them in passing: without their e-mail address.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Person {
    object: UserObject,
    id: String,
    /// The name that other users see.
    display_name: String,
    /// The address of a picture of the person.
    #[serde(rename = "photoURL", skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
}

impl Person {
    pub(crate) fn new(id: quire_model::ids::UserId, display_name: String, photo_url: Option<String>) -> Self {
        Self { object: UserObject::It, id: id.to_string(), display_name, photo_url }
    }
}
