//! Rules that the providers of an organization share, whatever the protocol.

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, TeamId};
use quire_model::patch::Patch;
use quire_model::roles::Role;
use quire_model::sso::GroupTeams;
use quire_store::{
    Read, orgs, publishing_auth, sessions, sso_attempts, sso_identities, sso_providers, teams, tokens, visitor_sessions,
};

use super::groups;
use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::writing::Change;
use crate::callers::{self, Caller};
use crate::core::errors::Error;
use crate::orgs::teams::ShownTeam;

impl App {
    /// Returns an error unless the caller may change an organization's settings.
    pub fn may_administrate(&self, caller: &Caller, organization: OrganizationId) -> Result<(), Error> {
        self.inner.db.read(|tx| access::organization::<AdministrateOrganization>(tx, caller, organization).map(drop))
    }

    /// Returns the team that new members join, if it is still there.
    pub(super) fn show_default_team(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        team: Option<TeamId>,
    ) -> Result<Option<ShownTeam>, Error> {
        match team.map(|id| self.get_team(caller, organization, id)) {
            Some(Err(Error::NotFound(_))) | None => Ok(None),
            Some(found) => found.map(Some),
        }
    }
}

/// Changes to the role and the teams of people who sign in; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct JoiningChanges {
    /// The team that new members join.
    pub default_team: Patch<TeamId>,
    /// The role of new members; cleared for guests.
    pub default_role: Patch<Role>,
    /// The teams that people join and leave with their groups at the provider.
    pub group_teams: Option<GroupTeams>,
}

/// The fields of a provider for the role and the teams of people who sign in.
pub(super) struct Joining<'a> {
    pub(super) default_team: &'a mut Option<TeamId>,
    pub(super) default_role: &'a mut Option<Role>,
    pub(super) group_teams: &'a mut GroupTeams,
}

impl JoiningChanges {
    /// Changes the fields of a provider. Teams that the organization does not have are refused.
    pub(super) fn apply(
        &self,
        tx: &mut Read<'_>,
        organization: OrganizationId,
        to: &mut Joining<'_>,
    ) -> Result<(), Error> {
        if let Some(team) = self.default_team.value()
            && teams::get(tx, organization, team)?.is_none()
        {
            return Err(Error::Missing("defaultTeam: there is no such team in this organization".to_owned()));
        }
        *to.default_role = self.default_role.after(*to.default_role);
        *to.default_team = self.default_team.after(*to.default_team);
        if let Some(mapping) = &self.group_teams {
            groups::check(tx, organization, mapping)?;
            to.group_teams.clone_from(mapping);
        }
        Ok(())
    }
}

/// Returns true if the caller may administrate the organization, false where it does not exist for them, as its providers are
/// deleted already then, and an error otherwise.
pub(super) fn may_delete(tx: &mut Read<'_>, caller: &Caller, organization: OrganizationId) -> Result<bool, Error> {
    match access::organization::<AdministrateOrganization>(tx, caller, organization) {
        Err(Error::NotFound(_)) => Ok(false),
        found => found.map(|_| true),
    }
}

/// Removes the sessions, tokens and settings that rest on a provider that was deleted.
pub(super) fn settle_deleted(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    provider: Uid,
) -> Result<(), Error> {
    publishing_auth::forget_provider(change.tx, organization, provider)?;
    forget_people(change, organization, provider)?;
    keep_a_way(change, organization)
}

/// Deletes what is known of people by a provider of an organization, and ends the sign-ins that wait for it, its sessions
/// and the tokens that were made in them: another one may give the same names to other people.
pub(super) fn forget_people(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    provider: Uid,
) -> Result<(), Error> {
    sso_identities::delete_of_provider(change.tx, provider)?;
    visitor_sessions::delete_of_provider(change.tx, provider)?;
    sessions::delete_of_provider(change.tx, organization, provider)?;
    tokens::delete_of_provider(change.tx, organization, provider)?;
    change.touch(callers::EVERYBODY);
    Ok(sso_attempts::delete_of_provider(change.tx, provider)?)
}

/// Returns an error if an organization insists on single sign-on and has no provider for it any more.
pub(super) fn keep_a_way(change: &mut Change<'_, '_>, organization: OrganizationId) -> Result<(), Error> {
    let insists = orgs::get(change.tx, organization)?.is_some_and(|org| org.sso);
    if insists && !sso_providers::can_be_used(change.tx, organization)? {
        let message = "members sign in by this provider alone: set `sso` of the organization to false first";
        return Err(Error::Conflict(message.to_owned()));
    }
    Ok(())
}
