//! Teams and who is in them.

use quire_app::member_content::MemberTeam;
use quire_app::team_members::ShownTeamMember;
use quire_app::teams::ShownTeam;
use quire_model::policy::Action;
use quire_model::roles::TeamRole;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Member, TeamObject};
use crate::context::Context;

/// A team: members of an organization who get roles together.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Team {
    object: TeamObject,
    id: String,
    title: String,
    /// How many are in it.
    members: u64,
    /// How many spaces it has a role on.
    spaces: u64,
    created_at: Timestamp,
    permissions: TeamPermissions,
}

/// What the caller may do with a team.
#[derive(Debug, Serialize, JsonSchema)]
struct TeamPermissions {
    admin: bool,
    view: bool,
}

/// What somebody is in a team.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TeamMembership {
    pub(crate) role: TeamRole,
}

/// Somebody in a team.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TeamMember {
    organization: Member,
    team: TeamMembership,
    permissions: TeamMemberPermissions,
}

/// What the caller may do with somebody in a team.
#[derive(Debug, Serialize, JsonSchema)]
struct TeamMemberPermissions {
    view: bool,
}

/// A team that a member is in.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JoinedTeam {
    team: Team,
    member: TeamMembership,
}

impl Team {
    pub(crate) fn of(shown: &ShownTeam) -> Self {
        let ShownTeam { team, spaces } = shown;
        Self {
            object: TeamObject::It,
            id: team.id.to_string(),
            title: team.title.clone(),
            members: team.members.unsigned_abs(),
            spaces: *spaces,
            created_at: team.created_at,
            permissions: TeamPermissions { admin: team.may(Action::CurateTeam), view: team.may(Action::ViewTeam) },
        }
    }
}

impl TeamMember {
    /// Whoever is shown this sees the team.
    pub(crate) fn of(shown: &ShownTeamMember, context: &Context) -> Self {
        Self {
            organization: Member::of(&shown.member, context),
            team: TeamMembership { role: shown.role },
            permissions: TeamMemberPermissions { view: true },
        }
    }
}

impl From<MemberTeam> for JoinedTeam {
    fn from(joined: MemberTeam) -> Self {
        Self { team: Team::of(&joined.team), member: TeamMembership { role: joined.role } }
    }
}
