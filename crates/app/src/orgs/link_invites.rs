//! Invite links to an organization, or to one collection or space of it as a guest.
//!
//! Using a link is implemented in [`crate::orgs::joining`].

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{CollectionId, LinkInviteId, OrganizationId, SpaceId};
use quire_model::paging::{Listing, Paging};
use quire_model::patch::Patch;
use quire_model::policy::Standing;
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use quire_store::collections::Collection;
pub use quire_store::link_invites::LinkInvite;
use quire_store::{Read, link_invites};
use serde_json::json;

use crate::App;
use crate::access::{
    self, AdministrateOrganization, ManageCollection, ManageSpace, Proof, ViewCollection, ViewOrganization, ViewSpace,
};
use crate::callers::Caller;
use crate::content::heads::{WithHead, with_head};
use crate::core::errors::Error;

/// The target of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InviteTarget {
    /// Membership in the organization.
    Organization,
    /// A role on a collection, as a guest.
    Collection(CollectionId),
    /// A role on a space, as a guest.
    Space(SpaceId),
}

/// A link to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewLink {
    /// The target of the link.
    pub target: InviteTarget,
    /// The role on the target; `None` for no role, or a guest of the organization.
    pub role: Option<Role>,
    /// The expiry; `None` if the link does not expire.
    pub expires_at: Option<Timestamp>,
}

/// Changes to a link; [`Patch::Keep`] leaves a field as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinkChanges {
    /// The role in the organization, for a link to it; cleared for guests.
    pub role: Patch<Role>,
    /// The role on the collection or space, for a link to one.
    pub level: Patch<Role>,
    /// The expiry; cleared if the link is not to expire.
    pub expires_at: Patch<Timestamp>,
}

/// A link as one caller sees it.
pub struct ShownLink {
    /// The link as it is stored.
    pub link: LinkInvite,
    /// The target as the caller sees it.
    pub target: ShownTarget,
    /// True if the link would give the caller nothing new.
    pub redundant: bool,
}

/// The target of a link, as one caller sees it.
pub enum ShownTarget {
    /// Membership in the organization.
    Organization,
    /// A collection that the caller can see.
    Collection(Proof<Collection, ViewCollection>),
    /// A space that the caller can see.
    Space(Box<WithHead<ViewSpace>>),
}

const NOT_FOUND: Error = Error::NotFound("invite");

impl InviteTarget {
    fn word(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::Collection(_) => "collection",
            Self::Space(_) => "space",
        }
    }

    /// Returns the target of a stored link; `None` if a newer version of Quire wrote it.
    pub(crate) fn of(link: &LinkInvite) -> Option<Self> {
        let id = link.target;
        let all = [Self::Organization, Self::Collection(CollectionId(id)), Self::Space(SpaceId(id))];
        all.into_iter().find(|target| target.word() == link.kind)
    }

    fn id(self, organization: OrganizationId) -> Uid {
        match self {
            Self::Organization => organization.0,
            Self::Collection(id) => id.0,
            Self::Space(id) => id.0,
        }
    }
}

impl App {
    /// Lists the links of an organization, oldest first.
    pub fn list_link_invites(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<ShownLink>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            link_invites::list(tx, organization, paging)?.try_filter_map(|link| show(tx, caller, link))
        })
    }

    /// Returns one link, for a member who can see its target.
    pub fn get_link_invite(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: LinkInviteId,
    ) -> Result<ShownLink, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let link = link_invites::get(tx, organization, id)?.ok_or(NOT_FOUND)?;
            show(tx, caller, link)?.ok_or(NOT_FOUND)
        })
    }

    /// Creates an invite link to an organization, a collection or a space.
    pub fn create_link_invite(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewLink,
    ) -> Result<ShownLink, Error> {
        let now = self.now();
        in_future(new.expires_at, now)?;
        // The identifier gives access to the organization, so all of it is random.
        let id = LinkInviteId(Uid(self.inner.ambient.random()));
        self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            belongs(change.tx, caller, organization, new.target)?;
            let link = LinkInvite {
                organization,
                id,
                target: new.target.id(organization),
                kind: new.target.word().to_owned(),
                role: new.role,
                created_by: caller.user(),
                created_at: now,
                expires_at: new.expires_at,
            };
            link_invites::insert(change.tx, &link)?;
            change.record(organization.0, EventKind::InviteCreated, link.target, &settings(&link))?;
            show(change.tx, caller, link)?.ok_or(NOT_FOUND)
        })
    }

    /// Changes the role and the expiry of a link.
    pub fn update_link_invite(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: LinkInviteId,
        changes: &LinkChanges,
    ) -> Result<ShownLink, Error> {
        let now = self.now();
        in_future(changes.expires_at.value(), now)?;
        self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let before = link_invites::get(change.tx, organization, id)?.ok_or(NOT_FOUND)?;
            let role = match (InviteTarget::of(&before), changes.role, changes.level) {
                (Some(InviteTarget::Organization), role, Patch::Keep) => role,
                (Some(InviteTarget::Collection(_) | InviteTarget::Space(_)), Patch::Keep, level) => level,
                (Some(InviteTarget::Organization), _, Patch::Clear | Patch::Set(_)) => {
                    return Err(Error::Invalid("level: a link to an organization has a role".to_owned()));
                }
                _ => return Err(Error::Invalid("role: a link to content has a level".to_owned())),
            };
            let after = LinkInvite {
                role: role.after(before.role),
                expires_at: changes.expires_at.after(before.expires_at),
                ..before.clone()
            };
            if after != before {
                link_invites::update(change.tx, &after)?;
                let detail = json!({ "before": settings(&before), "after": settings(&after) });
                change.record(organization.0, EventKind::InviteUpdated, after.target, &detail)?;
            }
            show(change.tx, caller, after)?.ok_or(NOT_FOUND)
        })
    }

    /// Deletes a link. Does nothing if there is none.
    pub fn delete_link_invite(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: LinkInviteId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            match access::organization::<AdministrateOrganization>(change.tx, caller, organization) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let Some(link) = link_invites::get(change.tx, organization, id)? else { return Ok(()) };
            link_invites::delete(change.tx, organization, id)?;
            change.record(organization.0, EventKind::InviteDeleted, link.target, &settings(&link))
        })
    }
}

fn in_future(end: Option<Timestamp>, now: Timestamp) -> Result<(), Error> {
    match end {
        Some(end) if end <= now => Err(Error::Invalid("expiresAt: must be in the future".to_owned())),
        _ => Ok(()),
    }
}

/// Returns an error unless the target belongs to the organization and the caller manages it.
fn belongs(
    tx: &mut Read<'_>,
    caller: &Caller,
    organization: OrganizationId,
    target: InviteTarget,
) -> Result<(), Error> {
    let (owner, noun) = match target {
        InviteTarget::Organization => return Ok(()),
        InviteTarget::Collection(id) => {
            (access::collection::<ManageCollection>(tx, caller, id)?.organization, "collection")
        }
        InviteTarget::Space(id) => (access::space::<ManageSpace>(tx, caller, id)?.organization, "space"),
    };
    if owner == organization { Ok(()) } else { Err(Error::NotFound(noun)) }
}

/// Returns the link as the caller sees it; `None` if its target is deleted, or the caller can't see it.
fn show(tx: &mut Read<'_>, caller: &Caller, link: LinkInvite) -> Result<Option<ShownLink>, Error> {
    let organization = link.organization;
    let (target, own) = match InviteTarget::of(&link) {
        Some(InviteTarget::Organization) => (ShownTarget::Organization, caller.role_in(organization)),
        Some(InviteTarget::Collection(id)) => match seen(access::collection::<ViewCollection>(tx, caller, id))? {
            Some(found) if found.organization == organization => {
                let own = found.grants().role;
                (ShownTarget::Collection(found), own)
            }
            _ => return Ok(None),
        },
        Some(InviteTarget::Space(id)) => match seen(access::space::<ViewSpace>(tx, caller, id))? {
            Some(found) if found.organization == organization => {
                let own = found.grants().role;
                (ShownTarget::Space(Box::new(with_head(tx, found)?)), own)
            }
            _ => return Ok(None),
        },
        None => return Ok(None),
    };
    let redundant = own >= Standing::from(link.role);
    Ok(Some(ShownLink { link, target, redundant }))
}

fn seen<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Err(Error::NotFound(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// Returns the event detail for a link, without its identifier, which gives access.
fn settings(link: &LinkInvite) -> serde_json::Value {
    json!({
        "kind": link.kind,
        "role": link.role.map(Role::as_str),
        "expiresAt": link.expires_at.map(|end| end.to_string()),
    })
}
