//! What a site is made of: its structure as people see and change it.
//!
//! A structure is changed as one value in the transaction that read it. Spaces that are deleted stay in it and are not
//! shown: they come back where they were when they are restored.

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::site_structure::Refusal;
use quire_model::time::Timestamp;
use quire_store::spaces::Space;
use quire_store::{Read, sites};
use serde_json::json;

use crate::access::{self, ManageSpace, Proof};
use crate::callers::Caller;
use crate::errors::Error;
use crate::writing::Change;

/// A space that the caller may put on a site: that publishes what is in it, so they have to manage it.
pub(crate) fn publishable(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    id: SpaceId,
) -> Result<Proof<Space, ManageSpace>, Error> {
    let space = access::space::<ManageSpace>(tx, caller, id)?;
    if space.organization == organization { Ok(space) } else { Err(Error::NotFound("space")) }
}

/// Takes a space that the organization loses off its sites for good.
pub(crate) fn take_off(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    space: SpaceId,
    now: Timestamp,
) -> Result<(), Error> {
    for id in sites::of_space(change.tx, organization, space)? {
        let Some(mut site) = sites::get(change.tx, organization, id)? else { continue };
        let found = site.structure.site_spaces().find(|(_, it)| it.space == space).map(|(_, it)| it.id);
        if found.is_some_and(|it| site.structure.remove_space(it)) {
            site.updated_at = now;
            sites::update(change.tx, &site)?;
            let detail = json!({ "removed": space.to_string() });
            change.record(organization.0, EventKind::SiteRestructured, id.0, &detail)?;
        }
    }
    Ok(())
}

/// What a caller is told of a change that can't be made, for which a field is to blame.
pub(crate) fn refused(field: &str, refusal: &Refusal) -> Error {
    match refusal {
        Refusal::Missing(noun) => Error::NotFound(noun),
        Refusal::Neighbour(_) | Refusal::Elsewhere => Error::Invalid(format!("{field}: {refusal}")),
        Refusal::PathTaken(_) | Refusal::SpaceThere | Refusal::EmptyDefault | Refusal::Full => {
            Error::Conflict(format!("{field}: {refusal}"))
        }
    }
}
