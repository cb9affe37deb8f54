//! The depth of page trees in content that was merged.
//!
//! Each edit is checked by itself. Of two sides, each may move pages below what the other one moved, so that both
//! together are deeper than either.

use quire_content::edit::bounds::MOST_DEPTH;
use quire_content::id::PageId;
use quire_content::map::{Change, Map};
use quire_content::objects::Objects;
use quire_content::record::{EntryKey, PageRecord};

use super::damaged;
use crate::App;
use crate::core::errors::Error;

impl App {
    /// Refuses merged content in which pages that came, or have another parent than before, are too deep. `base` is what
    /// the sides have in common: if `before` is that, the content is that of the other side, which was checked.
    ///
    /// # Errors
    /// [`Error::Conflict`], with the title of the page.
    pub(crate) fn check_depth(
        &self,
        base: &Map,
        before: &Map,
        merged: &Map,
        objects: &dyn Objects,
    ) -> Result<(), Error> {
        if base == before {
            return Ok(());
        }
        let mut placed = Vec::new();
        for change in before.diff(merged, objects) {
            placed.extend(newly_placed(&change?)?);
        }
        if placed.is_empty() {
            return Ok(());
        }
        let outline = self.outline_of(merged, objects)?;
        for (id, title) in placed {
            let levels = outline.ancestors(id).count() + outline.height(id);
            if levels > MOST_DEPTH {
                let message = format!(
                    "with the changes of both sides, the page {title:?} and the pages below it would be {levels} levels \
                     deep, and pages are at most {MOST_DEPTH} levels deep: move it up on one of the sides"
                );
                return Err(Error::Conflict(message));
            }
        }
        Ok(())
    }
}

/// Returns the page of a change that gives it a parent, with its title.
fn newly_placed(change: &Change) -> Result<Option<(PageId, String)>, Error> {
    let Some(EntryKey::Page(id)) = EntryKey::parse(&change.key) else { return Ok(None) };
    let page = |value: &Option<Vec<u8>>| value.as_deref().map(PageRecord::decode).transpose().map_err(damaged);
    let (was, is) = (page(&change.before)?, page(&change.after)?);
    let placed = is.filter(|is| was.is_none_or(|was| was.parent != is.parent));
    Ok(placed.map(|page| (id, page.title)))
}
