//! Operations on pages: insertion, change, move, deletion.

use std::sync::Arc;

use crate::edit::Editing;
use crate::edit::bounds::{self, MOST_DEPTH, MOST_PAGES};
use crate::edit::error::{Fault, Problem};
use crate::edit::family::Seat;
use crate::edit::operation::{Attributes, Body, InsertPage, NewPage, Patch, Target, UpdatePage};
use crate::edit::page_text;
use crate::hash::Hash;
use crate::id::PageId;
use crate::objects::Objects as _;
use crate::record::{PageKind, PageRecord};
use crate::slug::slug;
use crate::title::one_line;

/// The title of a page that has none.
pub const UNTITLED: &str = "Untitled";

impl Editing<'_, '_> {
    pub(super) fn insert_page(&mut self, page: &InsertPage<'_>) -> Result<(), Fault> {
        let id = page.id.unwrap_or_else(|| PageId((self.ids)()));
        if self.tree.page(self.draft, id)?.is_some() {
            return Err(Fault::taken("id", "the identifier"));
        }
        self.check_room()?;
        if let Some(name) = &page.name
            && self.names.insert(name.clone(), id).is_some()
        {
            return Err(Fault::taken("ref", format!("{name:?}")));
        }
        let parent = page.into.as_ref().map(|into| self.target("into", into)).transpose()?;
        let record = self.new_record(page)?;
        let record = PageRecord { parent, ..record };
        let slug = self.chosen_slug(parent, &page.attributes, &record)?;
        self.seat(id, page.at, &slug, record)?;
        self.check_depth(id)?;
        self.outcome.created(id, page.name.as_deref());
        Ok(())
    }

    fn new_record(&mut self, page: &InsertPage<'_>) -> Result<PageRecord, Fault> {
        let mut record = PageRecord::new(PageKind::Group, UNTITLED, self.now);
        match &page.kind {
            NewPage::Document(body) => self.write_text(&mut record, &[], &page.attributes, Some(body))?,
            other => {
                record.kind = match other {
                    NewPage::Link { href } => PageKind::Link { href: href.clone() },
                    NewPage::Computed { yaml } => PageKind::Computed { yaml: yaml.clone() },
                    NewPage::Group | NewPage::Document(_) => PageKind::Group,
                };
                attribute(&mut record, &page.attributes);
            }
        }
        bounds::condition(&page.attributes)?;
        bounds::page(None, &record)?;
        Ok(record)
    }

    pub(super) fn update_page(&mut self, change: &UpdatePage<'_>) -> Result<(), Fault> {
        let id = self.target("page", &change.page)?;
        let before = self.existing("page", id)?;
        let mut after = before.clone();
        match &before.kind {
            PageKind::Document { source, .. } => {
                if change.body.is_some() || page_text::concerns(&change.attributes) {
                    let old = self.bytes(source)?;
                    self.write_text(&mut after, &old, &change.attributes, change.body.as_ref())?;
                }
            }
            _ if change.body.is_some() => {
                return Err(Fault::invalid("document", "only a page of text has a document"));
            }
            _ => attribute(&mut after, &change.attributes),
        }
        if let Some(href) = &change.href {
            after.kind = match before.kind {
                PageKind::Link { .. } => PageKind::Link { href: href.clone() },
                _ => return Err(Fault::invalid("href", "only a page that is a link has an address")),
            };
        }
        bounds::condition(&change.attributes)?;
        bounds::page(Some(&before), &after)?;
        self.write(id, &before, after);
        self.place(id, change)?;
        self.outcome.updated(id);
        Ok(())
    }

    /// Moves and renames a page, as far as the change asks for it.
    fn place(&mut self, id: PageId, change: &UpdatePage<'_>) -> Result<(), Fault> {
        let attributes = &change.attributes;
        if change.into == Patch::Keep && change.at.is_none() {
            if attributes.slug != Patch::Keep {
                self.rename(id, attributes)?;
            }
            return Ok(());
        }
        let below = match &change.into {
            Patch::Keep => None,
            Patch::Clear => Some(None),
            Patch::Set(target) => Some(Some(self.target("into", target)?)),
        };
        // The page is read afterwards: only the outline has its effective place.
        self.tree.settle(self.draft)?;
        let before = self.existing("page", id)?;
        let parent = below.unwrap_or(before.parent);
        if parent == before.parent && self.stays(id, parent, change.at)? {
            return if attributes.slug == Patch::Keep { Ok(()) } else { self.rename(id, attributes) };
        }
        self.check_circle(id, parent)?;
        self.tree.family(self.draft, before.parent)?.remove(id);
        let after = PageRecord { parent, updated_at: self.now, ..before };
        let slug = match attributes.slug {
            Patch::Keep => after.slug.clone(),
            _ => self.chosen_slug(parent, attributes, &after)?,
        };
        self.seat(id, change.at, &slug, after)?;
        self.check_depth(id)
    }

    /// Refuses to move a page below itself.
    fn check_circle(&mut self, id: PageId, parent: Option<PageId>) -> Result<(), Fault> {
        match parent {
            Some(parent) if parent == id || self.tree.ancestors(self.draft, parent)?.contains(&id) => {
                Err(Fault::Field("into".into(), Problem::Circular))
            }
            _ => Ok(()),
        }
    }

    /// Returns true if a page is at this index already.
    fn stays(&mut self, id: PageId, parent: Option<PageId>, at: Option<usize>) -> Result<bool, Fault> {
        let Some(at) = at else { return Ok(true) };
        let family = self.tree.family(self.draft, parent)?;
        Ok(family.position(id) == Some(at.min(family.len().saturating_sub(1))))
    }

    fn rename(&mut self, id: PageId, attributes: &Attributes) -> Result<(), Fault> {
        self.tree.settle(self.draft)?;
        let before = self.existing("page", id)?;
        if attributes.slug == Patch::Set(before.slug.clone()) {
            return Ok(());
        }
        let slug = self.chosen_slug(before.parent, attributes, &before)?;
        let slug = self.tree.family(self.draft, before.parent)?.rename(id, &slug);
        let after = PageRecord { slug, ..before.clone() };
        self.write(id, &before, after);
        Ok(())
    }

    /// Returns the chosen slug, which must be free, or else the one of the title, which may be taken.
    fn chosen_slug(
        &mut self,
        parent: Option<PageId>,
        attributes: &Attributes,
        page: &PageRecord,
    ) -> Result<String, Fault> {
        let Patch::Set(chosen) = &attributes.slug else { return Ok(slug(&page.title)) };
        bounds::slug(chosen)?;
        if self.tree.family(self.draft, parent)?.is_taken(chosen) {
            return Err(Fault::taken("slug", format!("{chosen:?}")));
        }
        Ok(chosen.clone())
    }

    /// Inserts a page among the children of its parent.
    fn seat(&mut self, id: PageId, at: Option<usize>, slug: &str, page: PageRecord) -> Result<(), Fault> {
        let seat = self.tree.family(self.draft, page.parent)?.insert(id, at, slug);
        self.take(id, seat, page)
    }

    /// Writes a page at the position that it got, and the siblings that were reordered.
    pub(super) fn take(&mut self, id: PageId, seat: Seat, page: PageRecord) -> Result<(), Fault> {
        self.tree.reorder(self.draft, seat.others, self.now)?;
        self.tree.write(id, PageRecord { order: seat.order, slug: seat.slug, ..page });
        Ok(())
    }

    pub(super) fn delete_page(&mut self, page: &Target) -> Result<(), Fault> {
        let id = self.target("page", page)?;
        self.existing("page", id)?;
        for below in self.tree.subtree(self.draft, id)?.into_iter().rev() {
            self.tree.delete(self.draft, below)?;
            self.outcome.deleted(below);
        }
        Ok(())
    }

    /// Returns the identifier of a target; fails if there is no such page.
    pub(super) fn target(&self, field: &'static str, target: &Target) -> Result<PageId, Fault> {
        let id = match target {
            Target::Page(id) => *id,
            Target::Name(name) => *self.names.get(name).ok_or(Fault::unknown(field, "page"))?,
        };
        self.existing(field, id).map(|_| id)
    }

    fn existing(&self, field: &'static str, id: PageId) -> Result<PageRecord, Fault> {
        self.tree.page(self.draft, id)?.ok_or(Fault::unknown(field, "page"))
    }

    /// Writes a page if it changed.
    pub(super) fn write(&mut self, id: PageId, before: &PageRecord, after: PageRecord) {
        if *before != after {
            self.tree.write(id, PageRecord { updated_at: self.now, ..after });
        }
    }

    fn write_text(
        &mut self,
        record: &mut PageRecord,
        old: &[u8],
        attributes: &Attributes,
        body: Option<&Body<'_>>,
    ) -> Result<(), Fault> {
        let source = page_text::edit(record, old, attributes, body)?;
        bounds::source(&source)?;
        if source != old || old.is_empty() {
            match record.kind {
                PageKind::Document { source: hash, .. } => self.draft.put_hashed(hash, source),
                _ => drop(self.draft.put(source)),
            }
        }
        Ok(())
    }

    fn bytes(&self, hash: &Hash) -> Result<Arc<[u8]>, Fault> {
        Ok(self.draft.get(hash)?)
    }

    /// Returns the height of the subtree of a page, 1 for a page without children.
    fn height(&mut self, id: PageId) -> Result<usize, Fault> {
        let mut level = vec![id];
        let mut height = 0;
        while !level.is_empty() {
            height += 1;
            let mut below = Vec::new();
            for id in level {
                below.extend(self.tree.family(self.draft, Some(id))?.ids());
            }
            level = below;
        }
        Ok(height)
    }

    /// Refuses a page if the space has the maximum number.
    pub(super) fn check_room(&mut self) -> Result<(), Fault> {
        if self.tree.len(self.draft)? < MOST_PAGES {
            return Ok(());
        }
        Err(Fault::invalid("operation", format!("a space has at most {MOST_PAGES} pages")))
    }

    /// Refuses a page that is too deep, or has descendants that are.
    pub(super) fn check_depth(&mut self, id: PageId) -> Result<(), Fault> {
        let depth = self.tree.ancestors(self.draft, id)?.len() + self.height(id)?;
        if depth > MOST_DEPTH {
            return Err(Fault::invalid("into", format!("pages are at most {MOST_DEPTH} levels deep, not {depth}")));
        }
        Ok(())
    }
}

/// Writes attributes into the record of a page without a file.
fn attribute(record: &mut PageRecord, attributes: &Attributes) {
    page_text::attribute(record, attributes);
    if let Some(title) = &attributes.title {
        record.title = one_line(title);
    }
}
