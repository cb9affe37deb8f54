//! The representation of sessions: browsers in which a user is signed in.

use quire_model::browsers;
use quire_model::ids::SessionId;
use quire_model::people::Way;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::SessionObject;

/// A browser in which the caller is signed in.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    object: SessionObject,
    id: String,
    /// The browser and its system, as far as it says so itself, such as `Firefox on Linux`.
    device: String,
    /// The IP address that the session began at, or the first 64 bits of one of IPv6; absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<String>,
    way: SessionWay,
    /// True if a second factor was proved in the session, or a provider of single sign-on answers for it.
    second_factor: bool,
    /// True for the session that the request is made in.
    current: bool,
    created_at: Timestamp,
    /// The time of the last use, accurate to about a minute.
    last_used_at: Timestamp,
    /// The time at which the session ends if it is not used meanwhile.
    expires_at: Timestamp,
}

/// The way in which a session began.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SessionWay {
    Password,
    Link,
    Saml,
    Oidc,
    Passkey,
}

impl From<Way> for SessionWay {
    fn from(way: Way) -> Self {
        match way {
            Way::Password => Self::Password,
            Way::Link => Self::Link,
            Way::Saml => Self::Saml,
            Way::Oidc => Self::Oidc,
            Way::Passkey => Self::Passkey,
        }
    }
}

impl Session {
    /// Returns a session as its user sees it in `own`.
    pub(crate) fn of(session: quire_app::accounts::sessions::Session, own: Option<SessionId>) -> Self {
        Self {
            object: SessionObject::It,
            id: session.id.to_string(),
            device: browsers::name(&session.agent),
            network: Some(session.network).filter(|network| !network.is_empty()),
            way: session.way.into(),
            second_factor: session.factor,
            current: own == Some(session.id),
            created_at: session.created_at,
            last_used_at: session.last_used_at,
            expires_at: session.expires_at,
        }
    }
}
