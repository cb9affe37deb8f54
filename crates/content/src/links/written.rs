//! The places of links in a text as it is written.

use crate::document::{Relation, WrittenTarget, targets_of};
use crate::links::target::included;
use crate::links::{Link, LinkTarget};

/// A link as it is written in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenLink {
    /// The line of the text, from 1.
    pub line: u32,
    /// The target as it is written.
    pub written: String,
    /// The target without relative paths.
    pub target: LinkTarget,
    /// The anchor within the target.
    pub anchor: Option<String>,
}

/// Returns the links of a text to pages, files, reusable contents and addresses, in order. `folder` is that of its file.
pub fn written(text: &str, folder: &str) -> Vec<WrittenLink> {
    let (mut line, mut from) = (1, 0);
    let mut found = Vec::new();
    for WrittenTarget { at, target: written, is_inclusion } in targets_of(text) {
        line += u32::try_from(text[from..at].matches('\n').count()).unwrap_or(u32::MAX);
        from = at;
        let link = match is_inclusion {
            true => Some((included(&written, folder), None)),
            false => Link::written(&written, Relation::Reference, folder).map(|link| (link.target, link.anchor)),
        };
        found.extend(link.map(|(target, anchor)| WrittenLink { line, written, target, anchor }));
    }
    found
}
