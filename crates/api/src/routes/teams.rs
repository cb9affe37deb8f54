//! Teams of organizations: their titles and who can manage them. `team_members` has their members.

use axum::extract::State;
use quire_app::orgs::teams::TeamFilter;
use quire_model::ids::{OrganizationId, TeamId, UserId};
use quire_model::text::{SearchText, TeamTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::orgs::OrganizationPath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Team;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Teams";
    const TEAMS: &str = "/v1/orgs/{organizationId}/teams";
    const TEAM: &str = "/v1/orgs/{organizationId}/teams/{teamId}";
    Endpoints::new()
        .get(TEAMS, list, op("listTeamsInOrganizationById", TAG, "List the teams of an organization."))
        .put(TEAMS, create, op("createOrganizationTeam", TAG, "Create a team."))
        .get(TEAM, get, op("getTeamInOrganizationById", TAG, "Get a team."))
        .patch(TEAM, update, op("updateTeamInOrganizationById", TAG, "Rename a team."))
        .delete(TEAM, delete, op("removeTeamFromOrganizationById", TAG, "Delete a team and the roles granted to it."))
}

/// The organization and the team that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TeamPath {
    organization_id: Named<OrganizationId>,
    team_id: Named<TeamId>,
}

impl TeamPath {
    pub(super) fn parse(self) -> (OrganizationId, TeamId) {
        let team = self.team_id.0;
        (self.organization_id.0, team)
    }
}

/// Filters for a list of teams.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    /// Only teams that the member with this identifier can manage: all teams for admins.
    #[serde(default)]
    owner: Option<Reference<UserId>>,
    /// Only teams whose title contains this text, ignoring case.
    #[serde(default)]
    title: Option<SearchText>,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(filter): Query<Filter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Team>, Problem> {
    let manager = match filter.owner {
        Some(Reference(None)) => return Err(Problem::bad_request("query parameter \"owner\": must be a member's id")),
        Some(Reference(owner)) => owner,
        None => None,
    };
    let filter = TeamFilter { manager, title: filter.title };
    let list = format!("teams of {organization}, {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_teams(&caller, organization, &filter, &paging)).await?;
    Ok(context.listing(&list, page.map(|team| Team::of(&team))))
}

/// A team to create.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateTeam {
    title: TeamTitle,
    /// The identifiers of the first members, at most 1000.
    #[serde(default)]
    members: Vec<Reference<UserId>>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateTeam>,
) -> Result<Created<Team>, Problem> {
    let named: Vec<_> = body.members.into_iter().map(|member| member.0).collect();
    let made = context.run(move |app| app.create_team(&caller, organization, &body.title, &named)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/teams/{}", made.team.id));
    Ok(Created { location, body: Team::of(&made) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamPath>,
) -> Result<Json<Team>, Problem> {
    let (organization, id) = path.parse();
    let team = context.run(move |app| app.get_team(&caller, organization, id)).await?;
    Ok(Json(Team::of(&team)))
}

/// Changes to a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateTeam {
    title: TeamTitle,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamPath>,
    Json(body): Json<UpdateTeam>,
) -> Result<Json<Team>, Problem> {
    let (organization, id) = path.parse();
    let team = context.run(move |app| app.rename_team(&caller, organization, id, &body.title)).await?;
    Ok(Json(Team::of(&team)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<TeamPath>,
) -> Result<NoContent, Problem> {
    let id = path.team_id.0;
    context.run(move |app| app.delete_team(&caller, path.organization_id.0, id)).await?;
    Ok(NoContent)
}
