//! Permanent removal of deleted spaces, and of content that no revision refers to.
//!
//! Marking reads everything reachable from the organization's revisions. Sweeping deletes in small transactions; each
//! reads the revisions again and marks new content, so that content committed during the sweep is never removed.

use std::collections::HashSet;

use quire_content::hash::Hash;
use quire_content::map::{Map, Visit};
use quire_content::record::References;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::spaces::restorable;
use quire_store::objects::{self, Stored};
use quire_store::spaces::Space;
use quire_store::{
    Read, blobs, grants, import_bases, import_fetches, imports, openapi_specs, openapi_versions, ownership, revisions,
    site_customizations, spaces, translations, uploads,
};
use serde_json::json;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::site_structure;

/// The number of objects examined in one transaction.
const BATCH: i64 = 500;

impl App {
    /// Removes a space whose restore period is over, and content that only it used. Does nothing for other spaces.
    pub fn purge_space(&self, id: SpaceId) -> Result<Collected, Error> {
        let now = self.now();
        let purged = self.write(&Caller::operator(), |change| {
            let due = |space: &Space| space.deleted_at.is_some_and(|deleted| !restorable(deleted, now));
            let Some(space) = spaces::get(change.tx, id)?.filter(due) else { return Ok(None) };
            let organization = space.organization;
            ownership::delete_space(change.tx, organization, id)?;
            translations::forget_space(change.tx, organization, id)?;
            site_structure::take_off(change, organization, id, now)?;
            grants::delete_of_subject(change.tx, organization, id.0)?;
            spaces::delete(change.tx, organization, id)?;
            change.record(organization.0, EventKind::SpacePurged, id.0, &json!({}))?;
            Ok(Some(organization))
        })?;
        purged.map_or_else(|| Ok(Collected::default()), |organization| self.collect(organization))
    }

    /// Removes the objects and blobs of an organization that are not reachable from its revisions.
    pub fn collect(&self, organization: OrganizationId) -> Result<Collected, Error> {
        let mut used = Used::default();
        self.inner.db.read(|tx| self.mark(tx, organization, &mut used))?;
        let mut objects = 0;
        let mut after = Hash([0; 32]);
        while let Some(swept) = self.sweep_objects(organization, &mut used, after)? {
            objects += swept.deleted;
            after = swept.last;
        }
        let blobs = self.sweep_blobs(organization, &mut used)?;
        tracing::info!(%organization, objects, blobs, "collected what nothing uses");
        Ok(Collected { objects, blobs })
    }

    /// Marks objects and blobs reachable from the organization's revisions, translations and states of imports, and the blobs of its uploads,
    /// imports, specifications and fonts of sites.
    fn mark(&self, tx: &mut Read<'_>, organization: OrganizationId, used: &mut Used) -> Result<(), Error> {
        let mut roots = revisions::roots_of_org(tx, organization)?;
        roots.extend(translations::roots(tx, organization)?);
        roots.extend(import_bases::roots(tx, organization)?);
        used.blobs.extend(uploads::hashes(tx, organization)?);
        used.blobs.extend(imports::blobs(tx, organization)?);
        used.blobs.extend(import_fetches::blobs(tx, organization)?);
        used.blobs.extend(openapi_specs::blobs(tx, organization)?);
        used.blobs.extend(openapi_versions::blobs(tx, organization)?);
        used.blobs.extend(site_customizations::blobs(tx, organization)?);
        self.walk(tx, organization, &roots, used)
    }

    /// Returns the objects and blobs reachable from these roots.
    pub(crate) fn reach(
        &self,
        tx: &mut Read<'_>,
        organization: OrganizationId,
        roots: &[Hash],
    ) -> Result<(HashSet<Hash>, HashSet<Hash>), Error> {
        let mut used = Used::default();
        self.walk(tx, organization, roots, &mut used)?;
        Ok((used.objects, used.blobs))
    }

    fn walk(
        &self,
        tx: &mut Read<'_>,
        organization: OrganizationId,
        roots: &[Hash],
        used: &mut Used,
    ) -> Result<(), Error> {
        let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
        for root in roots {
            let Used { objects, blobs } = used;
            Map::at(*root).walk(&stored, &mut |visit| match visit {
                Visit::Node(hash) => objects.insert(hash),
                Visit::Entry(key, value) => {
                    let refers = References::of(key, value);
                    objects.extend(refers.objects);
                    blobs.extend(refers.blobs);
                    true
                }
            })?;
        }
        Ok(())
    }

    /// Deletes unmarked objects in the batch that follows `after`; returns `None` if the batch is empty.
    fn sweep_objects(
        &self,
        organization: OrganizationId,
        used: &mut Used,
        after: Hash,
    ) -> Result<Option<Swept>, Error> {
        let names = self.inner.db.read_single(|tx| Ok::<_, Error>(objects::names(tx, organization, after, BATCH)?))?;
        let Some(last) = names.last().copied() else { return Ok(None) };
        if names.iter().all(|name| used.objects.contains(name)) {
            return Ok(Some(Swept { last, deleted: 0 }));
        }
        let deleted = self.write(&Caller::operator(), |change| {
            self.mark(change.tx, organization, used)?;
            let mut deleted = 0;
            for name in names.iter().filter(|name| !used.objects.contains(name)) {
                objects::delete(change.tx, organization, *name)?;
                deleted += 1;
            }
            Ok(deleted)
        })?;
        Ok(Some(Swept { last, deleted }))
    }

    fn sweep_blobs(&self, organization: OrganizationId, used: &mut Used) -> Result<usize, Error> {
        let now = self.now();
        let mut deleted = 0;
        let held = self.inner.db.read_single(|tx| Ok::<_, Error>(blobs::of_org(tx, organization)?))?;
        for blob in held {
            if used.blobs.contains(&blob.hash) || self.inner.blobs.recent(blob.hash, now) {
                continue;
            }
            let others = self.write(&Caller::operator(), |change| {
                self.mark(change.tx, organization, used)?;
                if used.blobs.contains(&blob.hash) {
                    return Ok(true);
                }
                blobs::delete(change.tx, organization, blob.hash)?;
                Ok(blobs::held(change.tx, blob.hash)?)
            })?;
            if !others {
                let removed = self.inner.blobs.remove(blob.hash, now);
                deleted += usize::from(removed.map_err(|e| Error::internal("removing a blob", e))?);
            }
        }
        Ok(deleted)
    }
}

/// The numbers of objects and blobs removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Collected {
    /// The number of objects removed from the database.
    pub objects: usize,
    /// The number of blob files removed from disk.
    pub blobs: usize,
}

/// The result of sweeping one batch of objects.
struct Swept {
    last: Hash,
    deleted: usize,
}

/// Objects and blobs reachable from revisions.
#[derive(Default)]
struct Used {
    objects: HashSet<Hash>,
    blobs: HashSet<Hash>,
}
