//! The members of teams, and their roles in them.

use std::collections::BTreeMap;

use axum::extract::State;
use quire_app::orgs::team_members::TeamMembersChanges;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::roles::TeamRole;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::teams::TeamPath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{TeamMember, TeamMembership};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Team members";
    const MEMBERS: &str = "/v1/orgs/{organizationId}/teams/{teamId}/members";
    const MEMBER: &str = "/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}";
    Endpoints::new()
        .get(MEMBERS, list, op("listTeamMembersInOrganizationById", TAG, "List the members of a team."))
        .put(
            MEMBERS,
            update,
            op("updateMembersInOrganizationTeam", TAG, "Add and remove members of a team, all or nothing."),
        )
        .put(MEMBER, put, op("addMemberToOrganizationTeamById", TAG, "Add a member to a team, or change their role."))
        .delete(MEMBER, delete, op("deleteMemberFromOrganizationTeamById", TAG, "Remove a member from a team."))
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<TeamMember>, Problem> {
    let (organization, id) = path.parse();
    let list = format!("members by joining of {id} of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_team_members(&caller, organization, id, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| TeamMember::of(&found, &context))))
}

/// Changes to the members of a team, at most 1000 together. A member in `remove` and in another field is removed.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateMembers {
    /// Members of the organization to add, by identifier or e-mail address.
    #[serde(default)]
    add: Vec<String>,
    /// Members of the organization to remove from the team, by identifier or e-mail address.
    #[serde(default)]
    remove: Vec<String>,
    /// Members to add with a role, or whose role to change, by identifier or e-mail address.
    #[serde(default)]
    memberships: BTreeMap<String, TeamMembership>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamPath>,
    Json(body): Json<UpdateMembers>,
) -> Result<NoContent, Problem> {
    let (organization, id) = path.parse();
    let memberships = body.memberships.into_iter().map(|(name, member)| (name, member.role)).collect();
    let changes = TeamMembersChanges { add: body.add, remove: body.remove, memberships };
    context.run(move |app| app.update_team_members(&caller, organization, id, &changes)).await?;
    Ok(NoContent)
}

/// The organization, the team and the user that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TeamMemberPath {
    organization_id: Named<OrganizationId>,
    team_id: Named<TeamId>,
    user_id: Named<UserId>,
}

/// The role of a member in a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct PutMember {
    /// The role; without it, a member of the team keeps their role, and a new one becomes `member`.
    #[serde(default)]
    role: Option<TeamRole>,
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamMemberPath>,
    Json(body): Json<PutMember>,
) -> Result<NoContent, Problem> {
    let team = path.team_id.0;
    let user = path.user_id.0;
    context.run(move |app| app.put_team_member(&caller, path.organization_id.0, team, user, body.role)).await?;
    Ok(NoContent)
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamMemberPath>,
) -> Result<NoContent, Problem> {
    let (team, user) = (path.team_id.0, path.user_id.0);
    context.run(move |app| app.delete_team_member(&caller, path.organization_id.0, team, user)).await?;
    Ok(NoContent)
}
