//! Destinations of redirects: content of the site by its identifier, or an address.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::source::normal;
use crate::addresses::{InvalidAddress, WebAddress};
use crate::ids::{PageId, SiteSectionId, SiteSpaceId};
use crate::locations::dots;

/// The destination of a redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Destination {
    /// The first page of a section.
    SiteSection {
        /// The identifier of the section.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_section_id: SiteSectionId,
    },
    /// The first page of a space on the site.
    SiteSpace {
        /// The identifier of the site space.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_space_id: SiteSpaceId,
    },
    /// A page of a space on the site.
    SitePage {
        /// The identifier of the page's site space.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_space_id: SiteSpaceId,
        /// The identifier of the page.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        page_id: PageId,
    },
    /// An address on the web or on the same site.
    Url {
        /// An HTTP or HTTPS address, or a path of the same site.
        url: Address,
    },
}

/// An HTTP or HTTPS address, or a path of the same site with an optional query and fragment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

/// The location that a destination resolves to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RedirectLocation {
    /// A path of the site, with an optional query and fragment.
    Here(String),
    /// An absolute HTTP or HTTPS address.
    Elsewhere(String),
}

impl Destination {
    /// Returns true if a path can be appended to the destination.
    pub fn can_be_extended(&self) -> bool {
        match self {
            Self::Url { url } => !url.0.contains(['?', '#']),
            _ => true,
        }
    }

    /// Returns the JSON text for the database.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// Parses a stored text; `None` if it is invalid.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Address {
    /// Returns the address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the location: a path of the site, or an absolute address.
    pub fn place(&self) -> RedirectLocation {
        if self.0.starts_with('/') {
            RedirectLocation::Here(self.0.clone())
        } else {
            RedirectLocation::Elsewhere(self.0.clone())
        }
    }
}

impl TryFrom<String> for Address {
    type Error = InvalidAddress;

    fn try_from(text: String) -> Result<Self, InvalidAddress> {
        // Browsers read a second slash or a backslash after the first slash as the start of a host.
        let here = text.starts_with('/') && !text[1..].starts_with('/');
        let probe = if here { format!("https://site{text}") } else { text.clone() };
        WebAddress::try_from(probe).map(|_| Self(text))
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

impl JsonSchema for Address {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SiteRedirectAddress".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": 2048 })
    }
}

impl RedirectLocation {
    /// Appends a normalized path. Empty and dot segments are left out, so the result is never above the place.
    pub(super) fn join(self, rest: &str) -> Self {
        let stays = |segment: &&str| !segment.is_empty() && dots(segment).is_none();
        let rest = rest.split('/').filter(stays).collect::<Vec<_>>().join("/");
        let below = |base: String| match rest.as_str() {
            "" => base,
            rest => format!("{}/{rest}", base.trim_end_matches('/')),
        };
        match self {
            Self::Here(path) => Self::Here(below(path)),
            Self::Elsewhere(url) => Self::Elsewhere(below(url)),
        }
    }

    /// Returns the normalized path, if the place is on the site.
    pub(super) fn path(&self) -> Option<String> {
        match self {
            Self::Here(path) => Some(normal(path_of(path))),
            Self::Elsewhere(_) => None,
        }
    }
}

/// Returns the part before a query and a fragment.
pub(super) fn path_of(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

/// Serialization of identifiers as texts.
mod named {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<I: Display, S: Serializer>(id: &I, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    pub(super) fn deserialize<'de, I: FromStr, D: Deserializer<'de>>(deserializer: D) -> Result<I, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom(format!("there is no {text}")))
    }
}
