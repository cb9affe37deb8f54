//! Rules that the providers of an organization share, whatever the protocol.

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, TeamId};
use quire_model::patch::Patch;
use quire_model::sso::GroupTeams;
use quire_store::{Read, orgs, sessions, sso_attempts, sso_identities, sso_providers, teams, tokens, visitor_sessions};

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

/// Returns an error for a team of new settings that the organization has not.
pub(super) fn check_teams(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    default_team: Patch<TeamId>,
    group_teams: Option<&GroupTeams>,
) -> Result<(), Error> {
    if let Some(team) = default_team.value()
        && teams::get(tx, organization, team)?.is_none()
    {
        return Err(Error::Missing("defaultTeam: there is no such team in this organization".to_owned()));
    }
    group_teams.map_or(Ok(()), |mapping| groups::check(tx, organization, mapping))
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
