//! Roles, and levels of content.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A role of a user; each includes the rights of those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reads content, without comments or changes.
    Read,
    /// Reads content and comments on it.
    Comment,
    /// Edits content directly or in change requests.
    Edit,
    /// Reviews and merges change requests.
    Review,
    /// Creates, deletes and moves content.
    Create,
    /// Administrates the whole organization.
    Admin,
}

impl Role {
    /// Every role, in ascending order.
    pub const ALL: [Self; 6] = [Self::Read, Self::Comment, Self::Edit, Self::Review, Self::Create, Self::Admin];

    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Comment => "comment",
            Self::Edit => "edit",
            Self::Review => "review",
            Self::Create => "create",
            Self::Admin => "admin",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }
}

/// The role of a user in a team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TeamRole {
    /// Manages the team's members.
    Owner,
    /// Belongs to the team.
    Member,
}

impl TeamRole {
    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Member => "member",
        }
    }

    /// Parses the word of the API.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Owner, Self::Member].into_iter().find(|role| role.as_str() == word)
    }
}

/// The level that content gives to members without a grant of their own on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The level of the parent, ultimately the role in the organization.
    Inherit,
    /// A fixed role for all members.
    Role(Role),
    /// No access except for administrators and holders of grants.
    Hidden,
}

const INHERIT: &str = "inherit";

impl Level {
    /// Returns the word that is stored and shown; hidden content has none.
    pub fn as_word(self) -> Option<&'static str> {
        match self {
            Self::Inherit => Some(INHERIT),
            Self::Role(role) => Some(role.as_str()),
            Self::Hidden => None,
        }
    }

    /// Parses the word of a level; `None` if the word is unknown.
    pub fn parse(word: Option<&str>) -> Option<Self> {
        match word {
            None => Some(Self::Hidden),
            Some(INHERIT) => Some(Self::Inherit),
            Some(word) => Role::parse(word).map(Self::Role),
        }
    }
}

impl Serialize for Level {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_word().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = Option::<String>::deserialize(deserializer)?;
        Self::parse(word.as_deref()).ok_or_else(|| {
            serde::de::Error::custom("must be one of read, comment, edit, review, create, admin, inherit, or null")
        })
    }
}

impl JsonSchema for Level {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "DefaultLevel".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words = Role::ALL.into_iter().map(|role| Some(role.as_str()));
        let values: Vec<_> = words.chain([Some(INHERIT), None]).collect();
        schemars::json_schema!({
            "description": "A role, `inherit`, or null for no access but by admins and own grants.",
            "enum": values,
        })
    }
}
