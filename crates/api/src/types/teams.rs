//! The representation of teams and their members.

use quire_app::orgs::member_content::MemberTeam;
use quire_app::orgs::team_members::ShownTeamMember;
use quire_app::orgs::teams::ShownTeam;
use quire_model::policy::Action;
use quire_model::roles::TeamRole;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Member, TeamObject};
use crate::context::Context;

/// A team: a set of members of an organization to which roles can be granted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Team {
    object: TeamObject,
    id: String,
    title: String,
    /// The number of members of the team.
    members: u64,
    /// The number of spaces that the team has a role on.
    spaces: u64,
    created_at: Timestamp,
    permissions: TeamPermissions,
}

/// The permissions of the caller on a team.
#[derive(Debug, Serialize, JsonSchema)]
struct TeamPermissions {
    admin: bool,
    view: bool,
}

/// The membership of a user in a team.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TeamMembership {
    pub(crate) role: TeamRole,
}

/// A member of a team.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TeamMember {
    organization: Member,
    team: TeamMembership,
    permissions: TeamMemberPermissions,
}

/// The permissions of the caller on a member of a team.
#[derive(Debug, Serialize, JsonSchema)]
struct TeamMemberPermissions {
    view: bool,
}

/// A team that a member belongs to, with the membership.
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
    /// Returns the representation of a member for a caller who may view the team.
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
