//! The pages of an outline by identifier.

use std::sync::Arc;

use crate::id::PageId;
use crate::outline::family::Family;
use crate::record::PageRecord;
use crate::table::Table;

/// Pages by identifier. The tree of the pages is defined elsewhere.
pub(super) type Pages = Table<PageId, Page>;

/// A page of an outline.
#[derive(Debug, Clone)]
pub(super) struct Page {
    /// The record, with the effective parent and slug.
    pub(super) record: Arc<PageRecord>,
    /// The place that the content has, where the effective one is another.
    stored: Option<Arc<Stored>>,
    /// The pages below; `None` if there are none.
    pub(super) children: Option<Arc<Family>>,
}

/// The place of a page as the content has it.
#[derive(Debug, Clone)]
struct Stored {
    parent: Option<PageId>,
    slug: String,
}

impl Page {
    /// Creates a page with the place that its record has.
    pub(super) fn new(record: PageRecord) -> Self {
        Self { record: Arc::new(record), stored: None, children: None }
    }

    /// Returns the page with these pages below it.
    pub(super) fn above(self, children: Option<Arc<Family>>) -> Self {
        Self { children, ..self }
    }

    /// Returns the parent that the content has.
    pub(super) fn stored_parent(&self) -> Option<PageId> {
        self.stored.as_ref().map_or(self.record.parent, |stored| stored.parent)
    }

    /// Returns the slug that the content has.
    pub(super) fn stored_slug(&self) -> &str {
        self.stored.as_ref().map_or(&self.record.slug, |stored| &stored.slug)
    }

    /// Returns the page with another record whose stored place is the same.
    pub(super) fn with(&self, record: PageRecord) -> Self {
        let Self { record: shown, stored, children } = self;
        let record = PageRecord { parent: shown.parent, slug: shown.slug.clone(), ..record };
        Self { record: Arc::new(record), stored: stored.clone(), children: children.clone() }
    }

    /// Returns the page with the place that the content has, without pages below it.
    pub(super) fn as_stored(&self) -> Self {
        let mut record = self.record.clone();
        if let Some(stored) = &self.stored {
            let shown = Arc::make_mut(&mut record);
            (shown.parent, shown.slug) = (stored.parent, stored.slug.clone());
        }
        Self { record, stored: None, children: None }
    }

    /// Gives the page an effective place.
    pub(super) fn settle(&mut self, parent: Option<PageId>, slug: &str) {
        if (self.record.parent, &*self.record.slug) == (parent, slug) {
            return;
        }
        let stored = Stored { parent: self.stored_parent(), slug: self.stored_slug().to_owned() };
        let is_repaired = (stored.parent, &*stored.slug) != (parent, slug);
        self.stored = is_repaired.then(|| Arc::new(stored));
        let record = Arc::make_mut(&mut self.record);
        record.parent = parent;
        slug.clone_into(&mut record.slug);
    }
}
