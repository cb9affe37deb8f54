//! Who is in a team.

use std::collections::BTreeMap;

use axum::extract::State;
use quire_app::team_members::TeamMembersChanges;
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
        .get(MEMBERS, list, op("listTeamMembersInOrganizationById", TAG, "List who is in a team."))
        .put(MEMBERS, update, op("updateMembersInOrganizationTeam", TAG, "Change who is in a team, all or nothing."))
        .put(MEMBER, put, op("addMemberToOrganizationTeamById", TAG, "Put a member in a team, or change their role."))
        .delete(MEMBER, delete, op("deleteMemberFromOrganizationTeamById", TAG, "Take a member out of a team."))
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

/// Who is to come into a team and who is to go. Whoever is to do both goes.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateMembers {
    /// Identifiers or e-mail addresses of members of the organization.
    #[serde(default)]
    add: Vec<String>,
    /// Identifiers or e-mail addresses of members of the organization.
    #[serde(default)]
    remove: Vec<String>,
    /// Who is to be what in the team, by identifier.
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

/// Somebody in a team in a path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TeamMemberPath {
    organization_id: Named<OrganizationId>,
    team_id: Named<TeamId>,
    user_id: Named<UserId>,
}

/// What somebody is to be in a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct PutMember {
    /// What they are, or a member, without it.
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
