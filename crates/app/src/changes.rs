//! What a revision or a change request changed, in the words of those who edit.

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
use crate::errors::Error;

/// A change with what it takes to tell it.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// The change.
    pub change: Change,
    /// Of a change of a page, its path: where it is, or where it was deleted.
    pub path: Option<String>,
    /// Of a move, the pages that it was below and is below.
    pub parents: [Option<(PageId, PageRecord)>; 2],
}

impl Told {
    /// Whether a page has another cover.
    pub fn is_of_cover(&self) -> bool {
        matches!(&self.change, Change::PageEdited { attributes, .. } if attributes.contains(&PageAttribute::Cover))
    }
}

/// Changes of content.
pub struct Changes {
    /// The content after them.
    pub view: View,
    /// The changes.
    pub told: Vec<Told>,
    /// How many more there are.
    pub more: usize,
}

impl App {
    /// What a revision changed of the one that it followed on its line.
    pub fn changes_of_revision(
        &self,
        caller: &Caller,
        space: SpaceId,
        id: RevisionId,
        most: usize,
    ) -> Result<Changes, Error> {
        let view = self.view(caller, space, Version::Revision(id))?;
        let before = view.revision.parents.0.first().copied();
        self.changes(view, before, most)
    }

    /// What a change request changes of the main content that was last pulled into it.
    pub fn changes_of_change_request(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        most: usize,
    ) -> Result<Changes, Error> {
        let view = self.view(caller, space, Version::ChangeRequest(name))?;
        let found = self.inner.db.glance(|tx| {
            let found = change_requests::get(tx, view.space.organization, view.space.id, name)?;
            found.ok_or(Error::NotFound("change request"))
        })?;
        self.changes(view, Some(found.ancestor()), most)
    }

    fn changes(&self, view: View, before: Option<RevisionId>, most: usize) -> Result<Changes, Error> {
        let organization = view.space.organization;
        let (told, more) = self.inner.db.read(|tx| {
            let before = match before {
                Some(id) => revisions::get(tx, organization, view.space.id, id)?.map(|found| Map::at(found.root)),
                None => None,
            };
            let stored = Stored::new(tx, organization, &self.inner.caches.objects);
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

/// A page's slug under those of its ancestors.
pub(crate) fn path(page: &PageRecord, map: &Map, objects: &dyn Objects) -> Result<String, ObjectError> {
    /// More than pages can be deep: whoever climbs so high goes in a circle.
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
