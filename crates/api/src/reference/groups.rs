//! Groups of operations: those with the same tag, in the order of the document's tags.

use serde_json::Value;

use super::operation::Operation;

/// The operations with a tag.
pub(super) struct Group<'a, 'd> {
    /// The tag.
    pub(super) title: &'d str,
    /// The last part of the address of its page.
    pub(super) slug: String,
    pub(super) operations: Vec<&'a Operation<'d>>,
}

impl Group<'_, '_> {
    /// Returns the address of its page.
    pub(super) fn address(&self) -> String {
        format!("/docs/api/{}", self.slug)
    }
}

/// Returns the groups that have operations.
pub(super) fn groups<'a, 'd>(document: &'d Value, operations: &'a [Operation<'d>]) -> Vec<Group<'a, 'd>> {
    let tags = document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str());
    let group = |title: &'d str| Group {
        title,
        slug: slug(title),
        operations: operations.iter().filter(|operation| operation.tag() == title).collect(),
    };
    tags.map(group).filter(|group| !group.operations.is_empty()).collect()
}

fn slug(title: &str) -> String {
    title.to_lowercase().replace(|char: char| !char.is_ascii_alphanumeric(), "-")
}
