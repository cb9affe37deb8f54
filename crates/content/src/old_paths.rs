//! Former paths of pages after a change of content: by a move, a new slug, or a deletion.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::id::PageId;
use crate::map::{Change, Map};
use crate::objects::ObjectError;
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord, RecordError};

/// Returns the distinct paths that a page had in `before` and does not have in `after`, with that page; the contents
/// differ by these changes. Another page may have the path now. Outlines are only loaded if a page has another place or
/// slug.
pub fn left(
    changes: &[Change],
    (before, after): (&Map, &Map),
    outline: &mut dyn FnMut(&Map) -> Result<Arc<Outline>, ObjectError>,
) -> Result<Vec<(String, PageId)>, ObjectError> {
    let mut elsewhere = Vec::new();
    for change in changes {
        if let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) {
            let leaves = leaves(change).map_err(|error| error.in_map(after.root(), &EntryKey::Page(id)))?;
            elsewhere.extend(leaves.then_some(id));
        }
    }
    if elsewhere.is_empty() {
        return Ok(Vec::new());
    }
    let (before, after) = (outline(before)?, outline(after)?);
    let mut left = Vec::new();
    let mut seen = BTreeSet::new();
    while let Some(id) = elsewhere.pop() {
        if !seen.insert(id) {
            continue;
        }
        elsewhere.extend(before.children(id));
        let path = before.path(id);
        left.extend(path.filter(|path| after.path(id).as_ref() != Some(path)).map(|path| (path, id)));
    }
    Ok(left)
}

/// Returns true if a page was deleted, or has another place or slug.
fn leaves(change: &Change) -> Result<bool, RecordError> {
    let Some(before) = &change.before else { return Ok(false) };
    let Some(after) = &change.after else { return Ok(true) };
    let (before, after) = (PageRecord::decode(before)?, PageRecord::decode(after)?);
    Ok((before.parent, before.slug) != (after.parent, after.slug))
}
