//! Reversion of a page to its state in another content.

use crate::edit::Editing;
use crate::edit::error::Fault;
use crate::edit::operation::{RevertPage, Target};
use crate::edit::tree::stored;
use crate::id::PageId;
use crate::record::PageRecord;

impl Editing<'_, '_> {
    pub(super) fn revert_page(&mut self, revert: &RevertPage) -> Result<(), Fault> {
        let id = match &revert.page {
            Target::Page(id) => *id,
            target @ Target::Name(_) => self.target("page", target)?,
        };
        let now = self.tree.page(self.draft, id)?;
        match (now, stored(&revert.to, self.draft, id)?) {
            (None, None) => Err(Fault::unknown("page", "page")),
            (Some(_), None) => self.delete_page(&Target::Page(id)),
            (Some(now), Some(then)) if same_place(&now, &then) => {
                let after = PageRecord { updated_at: now.updated_at, ..then };
                self.write(id, &now, after);
                self.outcome.updated(id);
                Ok(())
            }
            (now, Some(then)) => self.put_back(id, now.is_some(), then),
        }
    }

    /// Restores a page below its former parent, if that exists and is not its descendant, else at the root.
    fn put_back(&mut self, id: PageId, is_there: bool, then: PageRecord) -> Result<(), Fault> {
        self.tree.settle(self.draft)?;
        let mut parent = None;
        if let Some(above) = then.parent
            && above != id
            && self.tree.page(self.draft, above)?.is_some()
            && !self.tree.ancestors(self.draft, above)?.contains(&id)
        {
            parent = Some(above);
        }
        if is_there && let Some(now) = self.tree.page(self.draft, id)? {
            self.tree.family(self.draft, now.parent)?.remove(id);
            self.outcome.updated(id);
        } else {
            self.check_room()?;
            self.outcome.created(id, None);
        }
        let seat = self.tree.family(self.draft, parent)?.restore(id, &then.order, &then.slug);
        self.take(id, seat, PageRecord { parent, updated_at: self.now, ..then })?;
        self.check_depth(id)
    }
}

/// Returns true if a page has the same place and slug in both.
fn same_place(now: &PageRecord, then: &PageRecord) -> bool {
    (now.parent, &now.order, &now.slug) == (then.parent, &then.order, &then.slug)
}
