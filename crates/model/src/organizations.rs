//! What an organization says of itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enumeration with its words in the API and in the database.
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
            /// The word of the specification.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$value => $word,)+ }
            }

            /// The value of this word.
            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }
        }
    )+};
}

pub(crate) use words;

words! {
    /// Whose organization it is.
    OrganizationType {
        /// A company's.
        Business = "business",
        /// A community's.
        Community = "community",
    }

    /// What it is for.
    UseCase {
        /// Documentation for its own people.
        InternalDocs = "internalDocs",
        /// A site of documentation.
        DocsSite = "docsSite",
        /// A site for some people only.
        AudienceControlledSite = "audienceControlledSite",
        /// Documentation of a product.
        ProductDocs = "productDocs",
        /// What a team knows.
        TeamKnowledgeBase = "teamKnowledgeBase",
        /// A system of design.
        DesignSystem = "designSystem",
        /// Documentation of open source.
        OpenSourceDocs = "openSourceDocs",
        /// Notes.
        Notes = "notes",
        /// Anything else.
        Other = "other",
    }

    /// What kind of community.
    CommunityType {
        /// One that works without profit.
        NonProfit = "nonProfit",
        /// One around open source.
        OpenSource = "openSource",
        /// One for learning.
        Education = "education",
    }
}
