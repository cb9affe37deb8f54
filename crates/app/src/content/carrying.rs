//! Page trees and paths in the caches that are carried over to changed content.
//!
//! Most changes are of texts, and leave the pages where they are. Then neither the page tree nor the paths are read
//! again, which would cost time in proportion to all pages.

use std::sync::Arc;

use quire_content::links::Entity;
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::record::{EntryKey, FileRecord, PageRecord, ReusableRecord};
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
        objects: &dyn Objects,
    ) -> Result<(), ObjectError> {
        let caches = &self.inner.caches.content;
        let from = Map::at(before.root);
        if let Some(outline) = caches.outlines.get(&before.root)
            && let Some(next) = outline.follow(&from, after, objects)?
        {
            caches.outlines.insert(after.root(), Arc::new(next));
            let is_own = line.is_some() && line == before.change_request;
            if is_own && before.root != after.root() {
                // Nobody asks for the tree that a change request had.
                caches.outlines.remove(&before.root);
            }
        }
        if let Some(paths) = caches.paths.get(&before.root)
            && has_same_paths(&from, after, objects)?
        {
            caches.paths.insert(after.root(), paths);
        }
        Ok(())
    }
}

/// Returns true if every page, file and reusable content is in both contents, with the same path. False also if many
/// entries differ.
fn has_same_paths(before: &Map, after: &Map, objects: &dyn Objects) -> Result<bool, ObjectError> {
    for (n, change) in before.diff(after, objects).enumerate() {
        let change = change?;
        let Some(entry) = EntryKey::parse(&change.key).as_ref().and_then(Entity::of) else { continue };
        let path = |record: &[u8]| {
            let git = match entry {
                Entity::Page(_) => PageRecord::decode(record).map(|page| page.git),
                Entity::File(_) => FileRecord::decode(record).map(|file| file.git),
                Entity::Reusable(_) => ReusableRecord::decode(record).map(|content| content.git),
            };
            git.map(|git| git.map(|git| git.path)).map_err(|error| error.in_map(after.root(), &entry.key()))
        };
        let is_same = match (change.before, change.after) {
            (Some(before), Some(after)) => path(&before)? == path(&after)?,
            _ => false,
        };
        if !is_same || n >= MOST_CHANGED {
            return Ok(false);
        }
    }
    Ok(true)
}
