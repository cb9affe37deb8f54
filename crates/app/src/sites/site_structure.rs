//! Changes to the structure of a site.
//!
//! A structure is changed as one value in the transaction that read it. Deleted spaces stay in it but are not
//! shown, so a restored space returns to its place.

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId, SpaceId};
use quire_model::site_structure::{Refusal, SiteSpace, Structure};
use quire_model::time::Timestamp;
use quire_store::sites::Site;
use quire_store::spaces::Space;
use quire_store::{Read, site_customizations, sites};
use serde_json::{Value, json};

use crate::App;
use crate::access::{self, ManageSite, ManageSpace, Proof};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::sites::shown::ShownSite;

/// The field named in errors about a neighbour that does not exist.
pub(crate) const POSITION: &str = "position";

impl App {
    /// Changes the structure of a site by `work`, which also gets the spaces that are not deleted. `work` may run more
    /// than once, so it must have no other effect. `detail` goes to the event log. Fails if visitors could then see
    /// spaces that they could not see before and that the caller does not manage.
    pub(crate) fn restructure(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        detail: &Value,
        mut work: impl FnMut(&mut Change<'_, '_>, &mut Structure, &[SpaceId]) -> Result<(), Error>,
    ) -> Result<ShownSite, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let mut site = access::site::<ManageSite>(change.tx, caller, organization, id)?.into_inner();
            let live = sites::live_spaces(change.tx, organization, id)?;
            let before = site.structure.clone();
            work(change, &mut site.structure, &live)?;
            if site.structure != before {
                access::publishing_spaces(change.tx, caller, &site.structure.widened_since(&before))?;
                site.updated_at = now;
                sites::update(change.tx, &site)?;
                forget_removed(change, &site, &before)?;
                change.record(organization.0, EventKind::SiteRestructured, id.0, detail)?;
            }
            let site = access::on_site(change.tx, caller, site)?;
            self.show_site(change.tx, site, None)
        })
    }

    /// Changes the structure of a site like [`Self::restructure`]; does nothing if an entity is not found.
    pub(crate) fn restructure_if_there(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        detail: &Value,
        mut work: impl FnMut(&mut Structure),
    ) -> Result<(), Error> {
        let changed = self.restructure(caller, organization, id, detail, |_, structure, _| {
            work(structure);
            Ok(())
        });
        match changed {
            Ok(_) | Err(Error::NotFound(_)) => Ok(()),
            Err(other) => Err(other),
        }
    }
}

/// Returns a space on the site that is not deleted.
pub(crate) fn shown_there<'a>(
    structure: &'a Structure,
    live: &[SpaceId],
    id: SiteSpaceId,
) -> Result<&'a SiteSpace, Error> {
    let found = structure.site_space(id).map(|(_, it)| it).filter(|it| live.contains(&it.space));
    found.ok_or(Error::NotFound("site space"))
}

/// Returns a space that the caller may add to a site: this publishes its content, so it needs the right to manage it.
pub(crate) fn publishable(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    id: SpaceId,
) -> Result<Proof<Space, ManageSpace>, Error> {
    let space = access::space::<ManageSpace>(tx, caller, id)?;
    if space.organization == organization { Ok(space) } else { Err(Error::NotFound("space")) }
}

/// Removes a space that leaves its organization from all sites there.
pub(crate) fn take_off(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    space: SpaceId,
    now: Timestamp,
) -> Result<(), Error> {
    for id in sites::of_space(change.tx, organization, space)? {
        let Some(mut site) = sites::get(change.tx, organization, id)? else { continue };
        let before = site.structure.clone();
        let found = site.structure.site_spaces().find(|(_, it)| it.space == space).map(|(_, it)| it.id);
        if found.is_some_and(|it| site.structure.remove_space(it)) {
            site.updated_at = now;
            sites::update(change.tx, &site)?;
            forget_removed(change, &site, &before)?;
            let detail = json!({ "removed": space.to_string() });
            change.record(organization.0, EventKind::SiteRestructured, id.0, &detail)?;
        }
    }
    Ok(())
}

/// Removes the customizations of spaces that are no longer on the site.
fn forget_removed(change: &mut Change<'_, '_>, site: &Site, before: &Structure) -> Result<(), Error> {
    for (_, gone) in before.site_spaces().filter(|(_, it)| site.structure.site_space(it.id).is_none()) {
        site_customizations::delete(change.tx, site.organization, site.id, gone.id.0)?;
    }
    Ok(())
}

/// Converts a refused change to the error for a caller, about a field of the request.
pub(crate) fn refused(field: &str, refusal: &Refusal) -> Error {
    match refusal {
        Refusal::Missing(noun) => Error::NotFound(noun),
        Refusal::Neighbour(_) | Refusal::Elsewhere => Error::Invalid(format!("{field}: {refusal}")),
        Refusal::PathTaken(_) | Refusal::SpaceThere | Refusal::EmptyDefault | Refusal::Full => {
            Error::Conflict(format!("{field}: {refusal}"))
        }
    }
}
