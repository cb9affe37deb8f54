//! A person who is present, and the form in which processes tell each other of them.

use quire_content::hash::Hash;
use quire_content::id::{PageId, Uid};
use quire_model::ids::{ChangeRequestId, OrganizationId, SpaceId, UserId};
use quire_model::paging::SortKey;
use quire_model::presence::Activity;
use quire_model::time::Timestamp;
use serde::{Deserialize, Serialize};

/// The time for which somebody is present after they last said so.
pub const LIFETIME: std::time::Duration = std::time::Duration::from_secs(30);

/// A person in a space, in one window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Present {
    /// The space.
    #[serde(with = "text")]
    pub space: SpaceId,
    /// The user.
    #[serde(with = "text")]
    pub user: UserId,
    /// The name that other users see.
    pub display_name: String,
    /// The address of a picture of the user.
    pub photo_url: Option<String>,
    /// The name of the window.
    pub client: String,
    /// The change request that the person looks at; `None` for main content.
    #[serde(with = "optional_text")]
    pub change_request: Option<ChangeRequestId>,
    /// The page that the person is on.
    #[serde(with = "optional_text")]
    pub page: Option<PageId>,
    /// The activity of the person.
    pub activity: Activity,
    /// The time at which the presence ends unless it is renewed.
    #[serde(with = "time")]
    pub expires_at: Timestamp,
}

impl Present {
    /// Returns the position in lists: by name, then by user and window.
    pub(super) fn mark(&self) -> SortKey {
        let hash = Hash::of(format!("{} {}", self.user, self.client).as_bytes());
        let mut id = Uid([0; 16]);
        id.0.copy_from_slice(&hash.0[..16]);
        (self.display_name.as_str(), id).into()
    }
}

/// Returns the scope that listeners to commits are told of when presence in an organization changes.
pub fn scope(organization: OrganizationId) -> Uid {
    let mut bytes = organization.0.0;
    for byte in &mut bytes {
        *byte ^= 0x3c;
    }
    Uid(bytes)
}

/// Identifiers as texts.
pub(super) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(id: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(id)
    }

    pub(crate) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(|_| D::Error::custom("not an identifier"))
    }
}

/// Identifiers that may be absent, as texts.
pub(super) mod optional_text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    #[expect(clippy::ref_option, reason = "the form that serde calls")]
    pub(crate) fn serialize<T: Display, S: Serializer>(id: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        id.as_ref().map(ToString::to_string).serialize(to)
    }

    pub(crate) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(|_| D::Error::custom("not an identifier"))).transpose()
    }
}

/// Times in milliseconds.
pub(super) mod time {
    use quire_model::time::Timestamp;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i64(time.0)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        i64::deserialize(from).map(Timestamp)
    }
}
