//! References to content: what links, images, cards and mentions point at.
//!
//! Identifiers are opaque texts here; what they mean is for [`Resolve`](crate::document::Resolve) to know.

use serde::{Deserialize, Serialize};

/// What a reference points at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ContentRef {
    /// An address, or a target that could not be resolved, as it was written.
    Url {
        /// The address.
        url: String,
    },
    /// A file of the same space.
    File {
        /// Its identifier.
        file: String,
    },
    /// A page.
    Page {
        /// Its identifier.
        page: String,
        /// Its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// A place within a page.
    Anchor {
        /// The name of the place.
        anchor: String,
        /// Its page, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// Its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// A space.
    Space {
        /// Its identifier.
        space: String,
    },
    /// A user.
    User {
        /// Their identifier.
        user: String,
    },
    /// A collection.
    Collection {
        /// Its identifier.
        collection: String,
    },
    /// A piece of reusable content.
    #[serde(rename_all = "camelCase")]
    ReusableContent {
        /// Its identifier, or the path as it was written where that could not be resolved.
        reusable_content: String,
        /// Its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// An OpenAPI description.
    Openapi {
        /// Its slug.
        spec: String,
    },
}

impl ContentRef {
    /// An address.
    pub fn url(url: impl Into<String>) -> Self {
        Self::Url { url: url.into() }
    }
}
