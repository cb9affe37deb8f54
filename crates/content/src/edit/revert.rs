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
            (Some(_), None) => self.delete_alone(id),
            (Some(now), Some(then)) if same_place(&now, &then) => {
                let after = PageRecord { updated_at: now.updated_at, ..then };
                self.write(id, &now, after);
                self.outcome.updated(id);
                Ok(())
            }
            (now, Some(then)) => self.put_back(id, now.is_some(), then),
        }
    }

    /// Deletes a page that did not exist. Pages below it, which others may have put there since, are not reverted: they
    /// take its place among its siblings.
    fn delete_alone(&mut self, id: PageId) -> Result<(), Fault> {
        self.tree.settle(self.draft)?;
        let parent = self.tree.page(self.draft, id)?.and_then(|page| page.parent);
        let at = self.tree.family(self.draft, parent)?.position(id).unwrap_or(usize::MAX);
        let children: Vec<PageId> = self.tree.family(self.draft, Some(id))?.ids().collect();
        self.tree.delete(self.draft, id)?;
        self.outcome.deleted(id);
        for (n, child) in children.into_iter().enumerate() {
            let Some(page) = self.tree.page(self.draft, child)? else { continue };
            self.tree.family(self.draft, Some(id))?.remove(child);
            let seat = self.tree.family(self.draft, parent)?.insert(child, Some(at.saturating_add(n)), &page.slug);
            self.take(child, seat, PageRecord { parent, updated_at: self.now, ..page })?;
            self.outcome.updated(child);
        }
        Ok(())
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
