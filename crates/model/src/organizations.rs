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
        /// A company or other business.
        Business = "business",
        /// A community, such as an open-source project.
        Community = "community",
    }

    /// The purpose of an organization.
    UseCase {
        /// Documentation for the organization's own members.
        InternalDocs = "internalDocs",
        /// A public documentation site.
        DocsSite = "docsSite",
        /// A site for a restricted audience.
        AudienceControlledSite = "audienceControlledSite",
        /// Documentation of a product.
        ProductDocs = "productDocs",
        /// The knowledge base of a team.
        TeamKnowledgeBase = "teamKnowledgeBase",
        /// Documentation of a design system.
        DesignSystem = "designSystem",
        /// Documentation of an open-source project.
        OpenSourceDocs = "openSourceDocs",
        /// A collection of notes.
        Notes = "notes",
        /// A purpose that is not listed.
        Other = "other",
    }

    /// The type of a community.
    CommunityType {
        /// The community of a non-profit organization.
        NonProfit = "nonProfit",
        /// The community of an open-source project.
        OpenSource = "openSource",
        /// A community for education.
        Education = "education",
    }
}
