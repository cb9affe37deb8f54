//! The changes that a revision or a change request made, in the terms of the editor.

use quire_content::changes;
pub use quire_content::changes::{Change, PageAttribute};
use quire_content::id::PageId;
use quire_content::map::Map;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::record::{EntryKey, PageRecord};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_store::objects::Stored;
use quire_store::{change_requests, revisions};

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;

/// A change with the path and the parents needed to describe it.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The change as the content engine reports it.
    pub change: Change,
    /// The path of the page, if the change is of one: its current path, or for a deleted page the path it had.
    pub path: Option<String>,
    /// The parent pages before and after a move; `None` at the top level and for other changes.
    pub parents: [Option<(PageId, PageRecord)>; 2],
}

impl Told {
    /// Returns true if the cover of a page changed.
    pub fn is_of_cover(&self) -> bool {
        matches!(&self.change, Change::PageEdited { attributes, .. } if attributes.contains(&PageAttribute::Cover))
    }
}

/// A bounded list of content changes.
pub struct Changes {
    /// A view of the content after the changes.
    pub view: View,
    /// The changes, up to the limit asked for.
    pub told: Vec<Told>,
    /// The number of changes beyond the limit.
    pub more: usize,
}

/// A revision, and the one that it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// The revision after the step.
    pub after: RevisionId,
    /// The revision before the step; by default the first parent of the one after it.
    pub before: Option<RevisionId>,
}

impl From<RevisionId> for Step {
    fn from(after: RevisionId) -> Self {
        Self { after, before: None }
    }
}

impl Step {
    /// Returns the revision before the step, if there is one; `view` is of the one after it.
    pub(crate) fn before(self, view: &View) -> Option<RevisionId> {
        self.before.or(view.revision.parents.0.first().copied())
    }
}

impl App {
    /// Returns the changes of a revision relative to the one before it.
    pub fn changes_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        step: impl Into<Step>,
        most: usize,
    ) -> Result<Changes, Error> {
        let step = step.into();
        let view = self.view(caller, space, Version::Revision(step.after))?;
        let before = step.before(&view);
        self.changes(view, before, most)
    }

    /// Returns the changes of a change request relative to the main content last pulled into it.
    pub fn changes_of_change_request(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        most: usize,
    ) -> Result<Changes, Error> {
        let (view, ancestor) = self.change_request_view(caller, space, name)?;
        self.changes(view, Some(ancestor), most)
    }

    /// Returns a view of a change request, and the revision of main that was last pulled into it.
    pub(super) fn change_request_view(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
    ) -> Result<(View, RevisionId), Error> {
        let view = self.view(caller, space, Version::ChangeRequest(name))?;
        let found = self.inner.db.read_single(|tx| {
            let found = change_requests::get(tx, view.space.organization, view.space.id, name)?;
            found.ok_or(Error::NotFound("change request"))
        })?;
        Ok((view, found.ancestor()))
    }

    fn changes(&self, view: View, before: Option<RevisionId>, most: usize) -> Result<Changes, Error> {
        let organization = view.space.organization;
        let (told, more) = self.inner.db.read(|tx| {
            let before = match before {
                Some(id) => revisions::get(tx, organization, view.space.id, id)?.map(|found| Map::at(found.root)),
                None => None,
            };
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            let mut draft = Draft::new(&stored);
            let before = before.unwrap_or_else(|| Map::empty(&mut draft));
            let after = Map::at(view.revision.root);
            let mut all = changes::changes(&before, &after, &draft)?;
            let more = all.len().saturating_sub(most);
            all.truncate(most);
            let told: Result<Vec<_>, ObjectError> =
                all.into_iter().map(|change| tell(change, [&before, &after], &draft)).collect();
            Ok::<_, Error>((told?, more))
        })?;
        Ok(Changes { view, told, more })
    }
}

fn tell(change: Change, [before, after]: [&Map; 2], objects: &dyn Objects) -> Result<Told, ObjectError> {
    let path = match &change {
        Change::PageCreated { page, .. } | Change::PageMoved { page, .. } => Some(path(page, after, objects)?),
        Change::PageEdited { after: page, .. } => Some(path(page, after, objects)?),
        Change::PageDeleted { page, .. } => Some(path(page, before, objects)?),
        _ => None,
    };
    let parents = match &change {
        Change::PageMoved { from, to, .. } => {
            [parent(from.parent, before, objects)?, parent(to.parent, after, objects)?]
        }
        _ => [None, None],
    };
    Ok(Told { change, path, parents })
}

/// Returns the path of a page: its slug below those of its ancestors.
pub(crate) fn path(page: &PageRecord, map: &Map, objects: &dyn Objects) -> Result<String, ObjectError> {
    /// A bound above the maximum depth of pages, which ends the climb if the parents form a cycle.
    const HIGHEST: usize = 1000;
    let mut slugs = vec![page.slug.clone()];
    let mut above = parent(page.parent, map, objects)?;
    while let Some((_, page)) = above.filter(|_| slugs.len() < HIGHEST) {
        above = parent(page.parent, map, objects)?;
        slugs.push(page.slug);
    }
    slugs.reverse();
    Ok(slugs.join("/"))
}

fn parent(id: Option<PageId>, map: &Map, objects: &dyn Objects) -> Result<Option<(PageId, PageRecord)>, ObjectError> {
    let Some(id) = id else { return Ok(None) };
    let found = map.get(objects, &EntryKey::Page(id).to_bytes())?;
    Ok(found.and_then(|bytes| PageRecord::decode(&bytes).ok()).map(|page| (id, page)))
}
