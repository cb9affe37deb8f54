//! Page trees and paths in the caches that are carried over to changed content.
//!
//! The page tree follows the change. Most changes leave the paths of files as they are; then these are not read again,
//! which would cost time in proportion to all pages.

use std::sync::Arc;

use quire_content::links::Entity;
use quire_content::map::{Change, Map, Value};
use quire_content::objects::ObjectError;
use quire_content::record::EntryKey;
use quire_model::ids::ChangeRequestId;
use quire_store::revisions::Revision;

use crate::App;

/// The most changed entries that are looked at.
const MOST_CHANGED: usize = 256;

impl App {
    /// Makes what is cached of a revision the cache of content that follows it on a line, as far as it is the same.
    pub(super) fn carry_over(
        &self,
        before: &Revision,
        line: Option<ChangeRequestId>,
        after: &Map,
        changes: &[Change],
    ) -> Result<(), ObjectError> {
        let caches = &self.inner.caches.content;
        if let Some(outline) = caches.outlines.get(&before.root)
            && let Some(next) = outline.follow(changes, after)?
        {
            caches.outlines.insert(after.root(), Arc::new(next));
            let is_own = line.is_some() && line == before.change_request;
            if is_own && before.root != after.root() {
                // Nobody asks for the tree that a change request had.
                caches.outlines.remove(&before.root);
            }
        }
        if let Some(paths) = caches.paths.get(&before.root)
            && has_same_paths(changes, after)?
        {
            caches.paths.insert(after.root(), paths);
        }
        Ok(())
    }
}

/// Returns true if no page, file and reusable content gets a path, loses it or gets another one by changes that lead to
/// some content. False also if many entries differ.
fn has_same_paths(changes: &[Change], after: &Map) -> Result<bool, ObjectError> {
    if changes.len() > MOST_CHANGED {
        return Ok(false);
    }
    for change in changes {
        let Some(entry) = EntryKey::parse(&change.key).as_ref().and_then(Entity::of) else { continue };
        let path = |record: &Option<Value>| match record {
            Some(record) => entry.path(record).map_err(|error| error.in_map(after.root(), &entry.key())),
            None => Ok(None),
        };
        if path(&change.before)? != path(&change.after)? {
            return Ok(false);
        }
    }
    Ok(true)
}
