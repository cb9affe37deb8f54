//! Transfer of spaces and collections to another organization, with their content and history.

use std::collections::HashSet;

use quire_content::hash::Hash;
use quire_model::events::EventKind;
use quire_model::ids::{CollectionId, JobId, OrganizationId, SpaceId};
use quire_model::jobs::JobKind;
use quire_store::spaces::Space;
use quire_store::{
    blobs, collections, grants, import_bases, jobs, objects, ownership, revisions, spaces, translations,
};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageCollection, ManageSpace, Proof, ViewCollection, ViewSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::former_ids;
use crate::content::heads::{WithHead, with_head};
use crate::core::errors::Error;
use crate::sites::site_structure;
use crate::spaces::collections::Collection;
use crate::spaces::places;

impl App {
    /// Transfers a space to another organization, to the end of its top level.
    pub fn transfer_space(
        &self,
        caller: &Caller,
        id: SpaceId,
        to: OrganizationId,
    ) -> Result<WithHead<ViewSpace>, Error> {
        let sweep = JobId(self.fresh_id());
        self.write(caller, |change| {
            let space = access::space::<ManageSpace>(change.tx, caller, id)?.into_inner();
            let from = space.organization;
            if from != to {
                welcome(change, caller, to)?;
                let position = places::last(change.tx, to, to.0)?;
                self.hand_over(change, &Space { parent: to.0, position, ..space }, to)?;
                self.settle(change, from, to, sweep)?;
                tell(change, EventKind::SpaceTransferred, id.0, from, to)?;
            }
            let shown = access::space::<ViewSpace>(change.tx, caller, id)?;
            with_head(change.tx, shown)
        })
    }

    /// Transfers a collection with everything in it to another organization, to the end of its top level.
    pub fn transfer_collection(
        &self,
        caller: &Caller,
        id: CollectionId,
        to: OrganizationId,
    ) -> Result<Proof<Collection, ViewCollection>, Error> {
        let sweep = JobId(self.fresh_id());
        self.write(caller, |change| {
            let top = access::collection::<ManageCollection>(change.tx, caller, id)?.into_inner();
            let from = top.organization;
            if from != to {
                welcome(change, caller, to)?;
                let position = places::last(change.tx, to, to.0)?;
                for below in collections::under(change.tx, from, id)? {
                    self.hand_over_collection(change, from, below.id, to)?;
                }
                let top = Collection { organization: to, parent: to.0, position, ..top };
                collections::update(change.tx, &top)?;
                self.settle(change, from, to, sweep)?;
                tell(change, EventKind::CollectionTransferred, id.0, from, to)?;
            }
            access::collection(change.tx, caller, id)
        })
    }

    fn hand_over_collection(
        &self,
        change: &mut Change<'_, '_>,
        from: OrganizationId,
        id: CollectionId,
        to: OrganizationId,
    ) -> Result<(), Error> {
        for space in spaces::in_collection(change.tx, from, id)? {
            let space = spaces::get(change.tx, space)?.ok_or(Error::NotFound("space"))?;
            self.hand_over(change, &space, to)?;
        }
        grants::transfer(change.tx, from, id.0, to)?;
        collections::transfer(change.tx, from, id, to)?;
        Ok(())
    }

    /// Transfers one space, deleted or not: its content, history, and the grants that are valid there. `space` has its
    /// new parent and position.
    fn hand_over(&self, change: &mut Change<'_, '_>, space: &Space, to: OrganizationId) -> Result<(), Error> {
        let from = space.organization;
        let (held, blobs) = self.reached(change.tx, from, space.id)?;
        objects::copy(change.tx, from, to, held.into_iter())?;
        blobs::copy(change.tx, from, to, blobs.into_iter())?;
        ownership::transfer_space(change.tx, from, space.id, to)?;
        grants::transfer(change.tx, from, space.id.0, to)?;
        translations::forget_space(change.tx, from, space.id)?;
        site_structure::take_off(change, from, space.id, self.now())?;
        spaces::transfer(change.tx, from, space.id, to)?;
        let handed = Space { organization: to, updated_at: self.now(), ..space.clone() };
        former_ids::check(change.tx, &handed)?;
        spaces::update(change.tx, &handed)?;
        Ok(())
    }

    /// Invalidates the rights of both organizations, and schedules removal of content that the old one no longer uses.
    fn settle(
        &self,
        change: &mut Change<'_, '_>,
        from: OrganizationId,
        to: OrganizationId,
        sweep: JobId,
    ) -> Result<(), Error> {
        change.rights(from)?;
        change.rights(to)?;
        jobs::enqueue(change.tx, sweep, JobKind::Collect.as_str(), from, from.0, self.now())?;
        Ok(())
    }

    /// Returns the objects and blobs reachable from the revisions of a space and the states of its imports.
    fn reached(
        &self,
        tx: &mut quire_store::Read<'_>,
        organization: OrganizationId,
        space: SpaceId,
    ) -> Result<(HashSet<Hash>, HashSet<Hash>), Error> {
        let mut roots = revisions::roots_of_space(tx, organization, space)?;
        roots.extend(import_bases::roots_of_space(tx, organization, space)?);
        self.reach(tx, organization, &roots)
    }
}

/// Returns an error unless the caller may create content in the target organization.
fn welcome(change: &mut Change<'_, '_>, caller: &Caller, to: OrganizationId) -> Result<(), Error> {
    match access::folder(change.tx, caller, to, None) {
        Err(Error::NotFound(_) | Error::Forbidden(_)) => {
            let message =
                "organization: must be one in which you have the role create, with a token with the scope write";
            Err(Error::Precondition(message.to_owned()))
        }
        other => other.map(|_| ()),
    }
}

fn tell(
    change: &mut Change<'_, '_>,
    kind: EventKind,
    subject: quire_content::id::Uid,
    from: OrganizationId,
    to: OrganizationId,
) -> Result<(), Error> {
    let detail = json!({ "from": from.to_string(), "to": to.to_string() });
    change.record(from.0, kind, subject, &detail)?;
    change.record(to.0, kind, subject, &detail)
}
