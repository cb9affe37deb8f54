//! The paths that pages leave when content changes: by a move, by another slug, or by going away.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::id::PageId;
use crate::map::{Change, Map};
use crate::objects::{ObjectError, Objects};
use crate::outline::Outline;
use crate::record::{EntryKey, PageRecord, RecordError};

/// The paths that were a page's in `before` and are not in `after`, each once. Whether another page is there now does
/// not matter. Outlines are asked for only where a page has another place or slug.
pub fn left(
    before: &Map,
    after: &Map,
    objects: &dyn Objects,
    outline: &mut dyn FnMut(&Map) -> Result<Arc<Outline>, ObjectError>,
) -> Result<Vec<(String, PageId)>, ObjectError> {
    let mut elsewhere = Vec::new();
    for change in before.diff(after, objects) {
        let change = change?;
        if let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) {
            let leaves = leaves(&change).map_err(|error| error.in_map(after.root(), &EntryKey::Page(id)))?;
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

/// Whether a page has another place or slug.
fn leaves(change: &Change) -> Result<bool, RecordError> {
    let Some(before) = &change.before else { return Ok(false) };
    let Some(after) = &change.after else { return Ok(true) };
    let (before, after) = (PageRecord::decode(before)?, PageRecord::decode(after)?);
    Ok((before.parent, before.slug) != (after.parent, after.slug))
}
