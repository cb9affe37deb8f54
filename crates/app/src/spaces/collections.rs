//! Collections of spaces and of other collections.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{CollectionId, JobId, OrganizationId, SpaceId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::roles::Level;
use quire_model::text::{CollectionDescription, CollectionTitle};
use quire_model::time::Timestamp;
pub use quire_store::collections::Collection;
use quire_store::spaces::Space;
use quire_store::{collections, grants, spaces};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageCollection, Proof, ViewCollection};
use crate::callers::Caller;
use crate::callers::rights::Visible;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::spaces::discard;
use crate::spaces::places::{self, Move};

/// The maximum nesting depth of collections.
const MAX_DEPTH: usize = 1_000;

/// Changes to a collection; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct CollectionChanges {
    /// The new title of the collection.
    pub title: Option<CollectionTitle>,
    /// The description; cleared to remove it.
    pub description: Patch<CollectionDescription>,
    /// The level of access for members without a grant of their own.
    pub default_level: Option<Level>,
}

/// The collections that a list includes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Only collections at the top level.
    Top,
    /// Collections inside other collections too.
    Nested,
}

impl App {
    /// Lists the collections of an organization that the caller can see, in order.
    pub fn list_collections(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        depth: Depth,
        paging: &Paging,
    ) -> Result<Listing<Proof<Collection, ViewCollection>>, Error> {
        self.get_org(caller, organization)?;
        let sight = self.sight_of(caller, organization)?;
        let page = match depth {
            Depth::Nested => Listing::slice(&sight.collections, paging, Order::Ascending, Visible::mark),
            Depth::Top => {
                let at_top = |seen: &&_| is_in(*seen, organization.0);
                let top: Vec<_> = sight.collections.iter().filter(at_top).cloned().collect();
                Listing::slice(&top, paging, Order::Ascending, Visible::mark)
            }
        };
        self.inner.db.read(|tx| {
            page.clone().try_filter_map(|seen| {
                let found = collections::get(tx, seen.id)?;
                found.map(|found| access::listed_collection(found, caller, seen.role)).transpose()
            })
        })
    }

    /// Returns one collection that the caller can see.
    pub fn get_collection(
        &self,
        caller: &Caller,
        id: CollectionId,
    ) -> Result<Proof<Collection, ViewCollection>, Error> {
        self.inner.db.read(|tx| access::collection(tx, caller, id))
    }

    /// Creates a collection, as the last child of its parent.
    pub fn create_collection(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        title: Option<&CollectionTitle>,
        parent: Option<CollectionId>,
    ) -> Result<Proof<Collection, ViewCollection>, Error> {
        let id = CollectionId(self.fresh_id());
        let created_at = self.now();
        self.write(caller, |change| {
            let parent = access::folder(change.tx, caller, organization, parent)?;
            within_depth(change, organization, parent, 1)?;
            let made = Collection {
                organization,
                id,
                parent,
                position: places::last(change.tx, organization, parent)?,
                title: title.map(|title| title.as_str().to_owned()).unwrap_or_default(),
                description: None,
                default_level: Level::Inherit,
                created_at,
            };
            collections::insert(change.tx, &made)?;
            change.rights(organization)?;
            change.record(organization.0, EventKind::CollectionCreated, id.0, &json!({ "title": made.title }))?;
            access::on_collection(change.tx, caller, made)
        })
    }

    /// Changes the title, description or default level of a collection.
    pub fn update_collection(
        &self,
        caller: &Caller,
        id: CollectionId,
        changes: &CollectionChanges,
    ) -> Result<Proof<Collection, ViewCollection>, Error> {
        self.write(caller, |change| {
            let before = access::collection::<ManageCollection>(change.tx, caller, id)?;
            let mut after = before.clone();
            apply(changes, &mut after);
            if after != *before {
                collections::update(change.tx, &after)?;
                if after.default_level != before.default_level {
                    change.rights(after.organization)?;
                }
                let detail = json!({ "before": settings(&before), "after": settings(&after) });
                change.record(after.organization.0, EventKind::CollectionUpdated, id.0, &detail)?;
            }
            access::on_collection(change.tx, caller, after)
        })
    }

    /// Moves a collection among its siblings or to another parent.
    pub fn move_collection(
        &self,
        caller: &Caller,
        id: CollectionId,
        to: &Move,
    ) -> Result<Proof<Collection, ViewCollection>, Error> {
        self.write(caller, |change| {
            let before = access::collection::<ManageCollection>(change.tx, caller, id)?;
            let organization = before.organization;
            let mut after = before.clone();
            if !to.parent.is_keep() {
                let parent = to.parent.value();
                let folder = parent.map_or(organization.0, Uid::from);
                if folder != before.parent {
                    refuse_cycle(change, &before, folder)?;
                    after.parent = access::folder(change.tx, caller, organization, parent)?;
                }
            }
            after.position = places::find(change.tx, organization, after.parent, id.0, to.beside)?;
            collections::update(change.tx, &after)?;
            change.rights(organization)?;
            change.record(organization.0, EventKind::CollectionMoved, id.0, &json!({}))?;
            access::on_collection(change.tx, caller, after)
        })
    }

    /// Deletes a collection with those inside it. Their spaces are deleted too, and for seven days can be restored
    /// to the collection's parent. Does nothing if there is no such collection.
    pub fn delete_collection(&self, caller: &Caller, id: CollectionId) -> Result<(), Error> {
        let now = self.now();
        self.write(caller, |change| {
            let top = match access::collection::<ManageCollection>(change.tx, caller, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let organization = top.organization;
            for below in collections::under(change.tx, organization, id)?.into_iter().rev() {
                for space in spaces::in_collection(change.tx, organization, below.id)? {
                    self.take_out(change, space, top.parent, now)?;
                }
                grants::delete_of_subject(change.tx, organization, below.id.0)?;
                collections::delete(change.tx, organization, below.id)?;
            }
            change.rights(organization)?;
            change.record(organization.0, EventKind::CollectionDeleted, id.0, &json!({ "title": top.title }))
        })
    }

    /// Moves a space of a deleted collection to `parent`, and deletes it.
    fn take_out(&self, change: &mut Change<'_, '_>, id: SpaceId, parent: Uid, now: Timestamp) -> Result<(), Error> {
        let Some(space) = spaces::get(change.tx, id)? else { return Ok(()) };
        let position = places::last(change.tx, space.organization, parent)?;
        let moved = Space { parent, position, ..space };
        match moved.deleted_at {
            None => discard(change, &moved, now, JobId(self.fresh_id())),
            Some(_) => Ok(spaces::update(change.tx, &moved)?),
        }
    }
}

/// Returns an error if a collection would be moved into itself, or would be nested too deeply.
fn refuse_cycle(change: &mut Change<'_, '_>, moved: &Collection, folder: Uid) -> Result<(), Error> {
    let under = collections::under(change.tx, moved.organization, moved.id)?;
    if under.iter().any(|below| below.id.0 == folder) {
        return Err(Error::Conflict("parent: a collection can't be moved into itself or what is in it".to_owned()));
    }
    let height = under.iter().map(|below| below.depth).max().unwrap_or(0).unsigned_abs();
    within_depth(change, moved.organization, folder, usize::try_from(height).unwrap_or(MAX_DEPTH) + 1)
}

fn within_depth(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    parent: Uid,
    height: usize,
) -> Result<(), Error> {
    let above = collections::count_above(change.tx, organization, parent)?;
    if above + height > MAX_DEPTH {
        return Err(Error::Conflict(format!("parent: collections may stand {MAX_DEPTH} deep in each other")));
    }
    Ok(())
}

fn is_in<I>(seen: &Visible<I>, parent: Uid) -> bool {
    seen.parent == parent
}

fn apply(changes: &CollectionChanges, collection: &mut Collection) {
    if let Some(title) = &changes.title {
        title.as_str().clone_into(&mut collection.title);
    }
    let description = changes.description.as_ref().map(|text| text.as_str().to_owned());
    collection.description = description.after(collection.description.take());
    collection.default_level = changes.default_level.unwrap_or(collection.default_level);
}

fn settings(collection: &Collection) -> serde_json::Value {
    json!({
        "title": collection.title,
        "description": collection.description,
        "defaultLevel": collection.default_level.as_word(),
    })
}
