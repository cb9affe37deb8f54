//! References to content: the targets of links, images, cards and mentions.
//!
//! Identifiers are opaque texts here; [`Resolve`](crate::document::Resolve) maps them to paths and back.

use serde::{Deserialize, Serialize};

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ContentRef {
    /// An address, or a target that could not be resolved, as it was written.
    Url {
        /// The address, or the target as written.
        url: String,
    },
    /// A file of the same space.
    File {
        /// The identifier of the file.
        file: String,
    },
    /// A page of this or another space.
    Page {
        /// The identifier of the page.
        page: String,
        /// The identifier of its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// An anchor within a page.
    Anchor {
        /// The anchor, without `#`.
        anchor: String,
        /// The identifier of its page, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// The identifier of its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// A space as a whole.
    Space {
        /// The identifier of the space.
        space: String,
    },
    /// A user, as in mentions.
    User {
        /// The identifier of the user.
        user: String,
    },
    /// A collection of spaces.
    Collection {
        /// The identifier of the collection.
        collection: String,
    },
    /// Reusable content of this or another space.
    #[serde(rename_all = "camelCase")]
    ReusableContent {
        /// The identifier of the reusable content, or its path as written if that could not be resolved.
        reusable_content: String,
        /// The identifier of its space, if that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        space: Option<String>,
    },
    /// An OpenAPI description of the organization.
    Openapi {
        /// The slug of the description.
        spec: String,
    },
}

impl ContentRef {
    /// Creates a reference to an address.
    pub fn url(url: impl Into<String>) -> Self {
        Self::Url { url: url.into() }
    }
}
