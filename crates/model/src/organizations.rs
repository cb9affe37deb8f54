//! Values of organizations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enum with the words that the API and the database use.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub enum $name {$(
            $(#[$value_doc])*
            #[serde(rename = $word)]
            $value,
        )+}

        impl $name {
            /// Returns the word of the API.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }

            /// Parses the word of the API.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+};
}

pub(crate) use words;

words! {
    /// The type of an organization.
    OrganizationType {
        /// A company.
        Business = "business",
        /// A community.
        Community = "community",
    }

    /// The purpose of an organization.
    UseCase {
        /// Internal documentation.
        InternalDocs = "internalDocs",
        /// A documentation site.
        DocsSite = "docsSite",
        /// A site for a restricted audience.
        AudienceControlledSite = "audienceControlledSite",
        /// Product documentation.
        ProductDocs = "productDocs",
        /// The knowledge base of a team.
        TeamKnowledgeBase = "teamKnowledgeBase",
        /// A design system.
        DesignSystem = "designSystem",
        /// Documentation of an open-source project.
        OpenSourceDocs = "openSourceDocs",
        /// A collection of notes.
        Notes = "notes",
        /// Any other purpose.
        Other = "other",
    }

    /// The type of a community.
    CommunityType {
        /// A non-profit organization.
        NonProfit = "nonProfit",
        /// An open-source project.
        OpenSource = "openSource",
        /// An educational institution or course.
        Education = "education",
    }
}
