//! Page trees and paths in the caches that are carried over to changed content.
//!
//! Both follow the change. To read them again would cost time in proportion to all pages.

use std::sync::Arc;

use quire_content::map::{Change, Map};
use quire_content::objects::ObjectError;
use quire_model::ids::ChangeRequestId;
use quire_store::revisions::Revision;

use crate::App;

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
            && let Some(next) = paths.follow(changes, after)?
        {
            caches.paths.insert(after.root(), next);
        }
        Ok(())
    }
}
