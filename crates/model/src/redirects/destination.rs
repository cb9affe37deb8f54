//! Destinations of redirects: content of the site by its identifier, or an address.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::source::normal;
use crate::addresses::{InvalidAddress, WebAddress};
use crate::ids::{PageId, SiteSectionId, SiteSpaceId};
use crate::locations::dots;

/// Where a redirect leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Destination {
    /// The start of a section.
    SiteSection {
        /// The section.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_section_id: SiteSectionId,
    },
    /// The start of a space on the site.
    SiteSpace {
        /// The site space.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_space_id: SiteSpaceId,
    },
    /// A page.
    SitePage {
        /// The site space of the page.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        site_space_id: SiteSpaceId,
        /// The page.
        #[serde(with = "named")]
        #[schemars(with = "String")]
        page_id: PageId,
    },
    /// An address.
    Url {
        /// On the web, or a path of the same site.
        url: Address,
    },
}

/// An address on the web, or a path of the same site that may have a query and an anchor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Address(String);

/// Where a destination is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// At this path of the site, which may have a query and an anchor.
    Here(String),
    /// At this address.
    Elsewhere(String),
}

impl Destination {
    /// Whether more can be added to where it leads.
    pub fn can_be_extended(&self) -> bool {
        match self {
            Self::Url { url } => !url.0.contains(['?', '#']),
            _ => true,
        }
    }

    /// As the database keeps it.
    pub fn to_stored(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// What was stored; `None` where it is something else.
    pub fn from_stored(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Address {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Where it is.
    pub fn place(&self) -> Place {
        if self.0.starts_with('/') { Place::Here(self.0.clone()) } else { Place::Elsewhere(self.0.clone()) }
    }
}

impl TryFrom<String> for Address {
    type Error = InvalidAddress;

    fn try_from(text: String) -> Result<Self, InvalidAddress> {
        // Browsers read a second slash or a backslash there as the beginning of a host.
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

impl Place {
    /// With a path below it, which is in its one spelling. Segments that would lead out of the place are left out.
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

    /// The path on the site, in its one spelling.
    pub(super) fn path(&self) -> Option<String> {
        match self {
            Self::Here(path) => Some(normal(path_of(path))),
            Self::Elsewhere(_) => None,
        }
    }
}

/// What comes before a query and an anchor.
pub(super) fn path_of(target: &str) -> &str {
    target.split(['?', '#']).next().unwrap_or_default()
}

/// Identifiers as texts.
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
