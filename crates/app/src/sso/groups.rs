//! Teams that people join and leave with their groups at a provider.

use std::collections::BTreeMap;

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::roles::TeamRole;
use quire_model::sso::GroupTeams;
use quire_model::time::Timestamp;
use quire_store::team_members::{self, TeamMember};
use quire_store::{Read, teams};
use serde_json::json;

use crate::callers::writing::Change;
use crate::core::errors::Error;

/// Puts a member into the teams of their groups and takes them out of the other teams that the mapping names. Teams
/// that it does not name are left alone, and a member keeps the role that they have in a team.
pub(super) fn follow(
    change: &mut Change<'_, '_>,
    (organization, user): (OrganizationId, UserId),
    mapping: &GroupTeams,
    groups: &[String],
    now: Timestamp,
) -> Result<(), Error> {
    let mut belongs: BTreeMap<TeamId, bool> = BTreeMap::new();
    for (group, team) in mapping.iter() {
        *belongs.entry(team).or_default() |= groups.iter().any(|it| it == group);
    }
    let mut has_changed = false;
    for (team, belongs) in belongs {
        let is_in = team_members::get(change.tx, organization, team, user)?.is_some();
        if is_in == belongs || teams::get(change.tx, organization, team)?.is_none() {
            continue;
        }
        let detail = if belongs {
            let member = TeamMember { user_id: user, role: TeamRole::Member, joined_at: now };
            team_members::put(change.tx, organization, team, &member)?;
            json!({ "put": { user.to_string(): TeamRole::Member.as_str() }, "by": "group" })
        } else {
            team_members::delete(change.tx, organization, team, user)?;
            json!({ "removed": [user.to_string()], "by": "group" })
        };
        change.record(organization.0, EventKind::TeamUpdated, team.0, &detail)?;
        has_changed = true;
    }
    if has_changed { change.rights(organization) } else { Ok(()) }
}

/// Returns an error if a mapping names a team that the organization has not.
pub(super) fn check(tx: &mut Read<'_>, organization: OrganizationId, mapping: &GroupTeams) -> Result<(), Error> {
    for (group, team) in mapping.iter() {
        if teams::get(tx, organization, team)?.is_none() {
            let message = format!("groupTeams.{group}: there is no such team in this organization");
            return Err(Error::Missing(message));
        }
    }
    Ok(())
}
