//! Memberships in teams.

use std::collections::{BTreeMap, BTreeSet};

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::paging::{Listing, Paging};
use quire_model::roles::TeamRole;
use quire_store::team_members::{self, TeamMember};
use quire_store::{Read, members, users};
use serde_json::json;

use crate::App;
use crate::access::{self, CurateTeam, ViewTeam};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::members::ShownMember;
use crate::orgs::teams::MAX_NAMED;

/// A member of a team.
pub struct ShownTeamMember {
    /// The membership in the organization.
    pub member: ShownMember,
    /// The role in the team.
    pub role: TeamRole,
}

/// Changes to the members of a team, named by identifier or address. Removal takes precedence.
#[derive(Debug, Clone, Default)]
pub struct TeamMembersChanges {
    /// Members to add; they keep a role that they have, and otherwise become ordinary members.
    pub add: Vec<String>,
    /// Members to remove from the team.
    pub remove: Vec<String>,
    /// Members to add or change, with their role.
    pub memberships: BTreeMap<String, TeamRole>,
}

impl App {
    /// Lists the members of a team.
    pub fn list_team_members(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TeamId,
        paging: &Paging,
    ) -> Result<Listing<ShownTeamMember>, Error> {
        let page = self.inner.db.read(|tx| {
            access::team::<ViewTeam>(tx, caller, organization, id)?;
            team_members::list(tx, organization, id, paging)?.try_filter_map(|found| {
                let member = members::get(tx, organization, found.user_id)?;
                Ok::<_, Error>(member.map(|member| (member, found.role)))
            })
        })?;
        page.try_map(|(member, role)| Ok(ShownTeamMember { member: self.show_member(organization, member)?, role }))
    }

    /// Changes the members of a team, all or nothing.
    pub fn update_team_members(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TeamId,
        changes: &TeamMembersChanges,
    ) -> Result<(), Error> {
        let named = changes.add.len() + changes.remove.len() + changes.memberships.len();
        if named > MAX_NAMED {
            let message = format!("add, remove, memberships: must be at most {MAX_NAMED} together");
            return Err(Error::Invalid(message));
        }
        self.write(caller, |change| {
            access::team::<CurateTeam>(change.tx, caller, organization, id)?;
            let mut roles: BTreeMap<UserId, Option<TeamRole>> = BTreeMap::new();
            for (at, name) in changes.add.iter().enumerate() {
                let user = resolve(change.tx, organization, name, || format!("add[{at}]"))?;
                roles.insert(user, None);
            }
            for (name, role) in &changes.memberships {
                let user = resolve(change.tx, organization, name, || format!("memberships.{name}"))?;
                roles.insert(user, Some(*role));
            }
            let mut gone = BTreeSet::new();
            for (at, name) in changes.remove.iter().enumerate() {
                gone.insert(resolve(change.tx, organization, name, || format!("remove[{at}]"))?);
            }
            roles.retain(|user, _| !gone.contains(user));
            self.settle_team(change, organization, id, &roles, &gone)
        })
    }

    /// Adds a member to a team, or changes their role in it.
    pub fn put_team_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TeamId,
        user: UserId,
        role: Option<TeamRole>,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            access::team::<CurateTeam>(change.tx, caller, organization, id)?;
            members::get(change.tx, organization, user)?.ok_or(Error::NotFound("member"))?;
            self.settle_team(change, organization, id, &BTreeMap::from([(user, role)]), &BTreeSet::new())
        })
    }

    /// Removes a member from a team. Does nothing if they are not in it.
    pub fn delete_team_member(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TeamId,
        user: UserId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            match access::team::<CurateTeam>(change.tx, caller, organization, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            self.settle_team(change, organization, id, &BTreeMap::new(), &BTreeSet::from([user]))
        })
    }

    /// Writes changes of team members. Without a role, a present member keeps theirs.
    pub(crate) fn settle_team(
        &self,
        change: &mut Change<'_, '_>,
        organization: OrganizationId,
        id: TeamId,
        roles: &BTreeMap<UserId, Option<TeamRole>>,
        gone: &BTreeSet<UserId>,
    ) -> Result<(), Error> {
        let joined_at = self.now();
        let (mut put, mut removed) = (BTreeMap::new(), Vec::new());
        for (user_id, role) in roles {
            let before = team_members::get(change.tx, organization, id, *user_id)?;
            let role = role.or(before).unwrap_or(TeamRole::Member);
            if before != Some(role) {
                team_members::put(change.tx, organization, id, &TeamMember { user_id: *user_id, role, joined_at })?;
                put.insert(user_id.to_string(), role.as_str());
            }
        }
        for user in gone {
            if team_members::delete(change.tx, organization, id, *user)? {
                removed.push(user.to_string());
            }
        }
        if put.is_empty() && removed.is_empty() {
            return Ok(());
        }
        change.rights(organization)?;
        change.record(organization.0, EventKind::TeamUpdated, id.0, &json!({ "put": put, "removed": removed }))
    }
}

/// Returns the member with this identifier or address. The error is the same for users outside the organization.
fn resolve(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    name: &str,
    field: impl FnOnce() -> String,
) -> Result<UserId, Error> {
    let user = match name.parse() {
        Ok(id) => Some(id),
        Err(_) if name.contains('@') && !name.contains('\0') => users::by_email(tx, name.trim())?.map(|user| user.id),
        Err(_) => None,
    };
    let member = match user {
        Some(user) => members::get(tx, organization, user)?,
        None => None,
    };
    let found = member.map(|member| member.user_id);
    found.ok_or_else(|| Error::Invalid(format!("{}: must be a member of the organization", field())))
}
