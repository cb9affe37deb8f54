//! Teams: groups of members that get roles together.

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::{Role, TeamRole};
use quire_model::text::{SearchText, TeamTitle};
use quire_store::team_members::TeamMember;
pub use quire_store::teams::Team;
use quire_store::{grants, members, scim_groups, sso_providers, team_members, teams};
use serde_json::json;

use crate::App;
use crate::access::{self, AdministrateOrganization, CurateTeam, ListPeople, Proof, RemoveTeam, ViewTeam};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The maximum number of members named in one call.
pub(crate) const MAX_NAMED: usize = 1000;

/// A team as one caller sees it.
pub struct ShownTeam {
    /// The team with proof that the caller may see it.
    pub team: Proof<Team, ViewTeam>,
    /// The number of spaces it has a grant on.
    pub spaces: u64,
}

/// The filter of a list of teams.
#[derive(Debug, Clone, Default)]
pub struct TeamFilter {
    /// The member who must be able to manage the teams: admins manage all, others those that they own.
    pub manager: Option<UserId>,
    /// The text that the title must contain.
    pub title: Option<SearchText>,
}

impl App {
    /// Lists the teams of an organization, in order of creation.
    pub fn list_teams(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        filter: &TeamFilter,
        paging: &Paging,
    ) -> Result<Listing<ShownTeam>, Error> {
        let part = filter.title.as_ref().map_or("", SearchText::as_str);
        let page = self.inner.db.read(|tx| {
            access::organization::<ListPeople>(tx, caller, organization)?;
            let manager = filter.manager.map(|user| Ok::<_, Error>((user, members::get(tx, organization, user)?)));
            let page = match manager.transpose()? {
                Some((user, member)) if member.as_ref().is_none_or(|member| member.role != Some(Role::Admin)) => {
                    let owned = teams::of_user(tx, organization, user, Some(TeamRole::Owner), part, paging)?;
                    owned.map(|joined| joined.team())
                }
                _ => teams::of_org(tx, organization, part, paging)?,
            };
            page.try_map(|team| access::on_team(tx, caller, team))
        })?;
        page.try_map(|team| self.show_team(team))
    }

    /// Returns one team of an organization.
    pub fn get_team(&self, caller: &Caller, organization: OrganizationId, id: TeamId) -> Result<ShownTeam, Error> {
        let team = self.inner.db.read(|tx| access::team(tx, caller, organization, id))?;
        self.show_team(team)
    }

    pub(crate) fn show_team(&self, team: Proof<Team, ViewTeam>) -> Result<ShownTeam, Error> {
        let spaces = self.rights(team.organization)?.count_granted(team.id.0);
        Ok(ShownTeam { team, spaces })
    }

    /// Creates a team with these members; `None` stands for text that is not an identifier.
    pub fn create_team(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        title: &TeamTitle,
        named: &[Option<UserId>],
    ) -> Result<ShownTeam, Error> {
        if named.len() > MAX_NAMED {
            return Err(Error::Invalid(format!("members: must be at most {MAX_NAMED}")));
        }
        let id = TeamId(self.fresh_id());
        let now = self.now();
        let team = self.write(caller, |change| {
            access::organization::<AdministrateOrganization>(change.tx, caller, organization)?;
            let title = title.as_str().to_owned();
            let team = Team { organization, id, title, created_at: now, members: 0 };
            teams::insert(change.tx, &team)?;
            for (at, user) in named.iter().enumerate() {
                let found = match user {
                    Some(user) => members::get(change.tx, organization, *user)?,
                    None => None,
                };
                let stranger = || Error::Invalid(format!("members[{at}]: must be a member of the organization"));
                let user_id = found.ok_or_else(stranger)?.user_id;
                let member = TeamMember { user_id, role: TeamRole::Member, joined_at: now };
                team_members::put(change.tx, organization, id, &member)?;
            }
            change.rights(organization)?;
            change.record(organization.0, EventKind::TeamCreated, id.0, &json!({ "title": team.title }))?;
            access::team(change.tx, caller, organization, id)
        })?;
        self.show_team(team)
    }

    /// Changes the title of a team.
    pub fn rename_team(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TeamId,
        title: &TeamTitle,
    ) -> Result<ShownTeam, Error> {
        let team = self.write(caller, |change| {
            let before = access::team::<CurateTeam>(change.tx, caller, organization, id)?;
            if before.title != title.as_str() {
                teams::rename(change.tx, organization, id, title.as_str())?;
                let detail = json!({ "before": { "title": before.title }, "after": { "title": title.as_str() } });
                change.record(organization.0, EventKind::TeamUpdated, id.0, &detail)?;
            }
            access::team(change.tx, caller, organization, id)
        })?;
        self.show_team(team)
    }

    /// Deletes a team and its grants. Does nothing if there is none.
    pub fn delete_team(&self, caller: &Caller, organization: OrganizationId, id: TeamId) -> Result<(), Error> {
        self.write(caller, |change| {
            let team = match access::team::<RemoveTeam>(change.tx, caller, organization, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            delete(change, &team)
        })
    }
}

/// Deletes a team with its grants.
pub(crate) fn delete(change: &mut Change<'_, '_>, team: &Team) -> Result<(), Error> {
    let (organization, id) = (team.organization, team.id);
    grants::delete_of_holder(change.tx, organization, id.0)?;
    team_members::delete_of_team(change.tx, organization, id)?;
    teams::delete(change.tx, organization, id)?;
    sso_providers::forget_team(change.tx, organization, id)?;
    scim_groups::delete(change.tx, organization, id)?;
    change.rights(organization)?;
    change.record(organization.0, EventKind::TeamDeleted, id.0, &json!({ "title": team.title }))
}
