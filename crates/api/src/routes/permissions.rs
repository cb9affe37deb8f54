//! Permissions on spaces, collections and sites: the same operations under each.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use quire_app::spaces::permissions::{Holder, Subject};
use quire_model::ids::{CollectionId, OrganizationId, SiteId, SpaceId, TeamId, UserId};
use quire_model::roles::Role;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{
    Endpoints, Input, Json, Listing, NoContent, OperationDescription, Patch, Path, Query, Schemas, op,
};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Explanation, TeamPermission, UserPermission};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .merge(under(
            [
                "/v1/spaces/{spaceId}/permissions",
                "/v1/spaces/{spaceId}/permissions/users",
                "/v1/spaces/{spaceId}/permissions/users/{userId}",
                "/v1/spaces/{spaceId}/permissions/teams",
                "/v1/spaces/{spaceId}/permissions/teams/{teamId}",
                "/v1/spaces/{spaceId}/permissions/aggregate",
                "/v1/spaces/{spaceId}/permissions/explain",
            ],
            &SPACE,
        ))
        .merge(under(
            [
                "/v1/collections/{collectionId}/permissions",
                "/v1/collections/{collectionId}/permissions/users",
                "/v1/collections/{collectionId}/permissions/users/{userId}",
                "/v1/collections/{collectionId}/permissions/teams",
                "/v1/collections/{collectionId}/permissions/teams/{teamId}",
                "/v1/collections/{collectionId}/permissions/aggregate",
                "/v1/collections/{collectionId}/permissions/explain",
            ],
            &COLLECTION,
        ))
        .merge(under(
            [
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/users",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/users/{userId}",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/teams/{teamId}",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/aggregate",
                "/v1/orgs/{organizationId}/sites/{siteId}/permissions/explain",
            ],
            &SITE,
        ))
}

/// The tag and the operation identifiers for one kind of subject.
struct Names {
    tag: &'static str,
    invite: &'static str,
    list_users: &'static str,
    user: [&'static str; 3],
    list_teams: &'static str,
    team: [&'static str; 3],
    aggregate: &'static str,
    explain: &'static str,
}

const SPACE: Names = Names {
    tag: "Spaces",
    invite: "inviteToSpace",
    list_users: "listUserPermissionsInSpace",
    user: ["getUserPermissionInSpace", "updateUserPermissionInSpace", "removeUserFromSpace"],
    list_teams: "listTeamPermissionsInSpace",
    team: ["getTeamPermissionInSpace", "updateTeamPermissionInSpace", "removeTeamFromSpace"],
    aggregate: "listPermissionsAggregateInSpace",
    explain: "explainPermissionInSpace",
};

const COLLECTION: Names = Names {
    tag: "Collections",
    invite: "inviteToCollection",
    list_users: "listUserPermissionsInCollection",
    user: ["getUserPermissionInCollection", "updateUserPermissionInCollection", "removeUserFromCollection"],
    list_teams: "listTeamPermissionsInCollection",
    team: ["getTeamPermissionInCollection", "updateTeamPermissionInCollection", "removeTeamFromCollection"],
    aggregate: "listPermissionsAggregateInCollection",
    explain: "explainPermissionInCollection",
};

const SITE: Names = Names {
    tag: "Sites",
    invite: "inviteToSite",
    list_users: "listUserPermissionsInSite",
    user: ["getUserPermissionInSite", "updateUserPermissionInSite", "removeUserFromSite"],
    list_teams: "listTeamPermissionsInSite",
    team: ["getTeamPermissionInSite", "updateTeamPermissionInSite", "removeTeamFromSite"],
    aggregate: "listPermissionsAggregateInSite",
    explain: "explainPermissionInSite",
};

fn under([all, users, user, teams, team, aggregate, explain]: [&'static str; 7], names: &Names) -> Endpoints<Context> {
    let op = |id, summary| op(id, names.tag, summary);
    Endpoints::new()
        .post(all, invite, op(names.invite, "Grant a role to users and teams."))
        .get(users, list_users, op(names.list_users, "List the users with a direct role."))
        .get(user, get_user, op(names.user[0], "Get the direct role of a user."))
        .patch(user, update_user, op(names.user[1], "Change the direct role of a user; null revokes it."))
        .delete(user, remove_user, op(names.user[2], "Revoke the direct role of a user."))
        .get(teams, list_teams, op(names.list_teams, "List the teams with a role."))
        .get(team, get_team, op(names.team[0], "Get the role of a team."))
        .patch(team, update_team, op(names.team[1], "Change the role of a team; null revokes it."))
        .delete(team, remove_team, op(names.team[2], "Revoke the role of a team."))
        .get(aggregate, list_all, op(names.aggregate, "List the members who have access, with their effective roles."))
        .get(explain, why, op(names.explain, "Explain which rule gives a member their role."))
}

/// The space, collection or site that a path names.
struct Of(Subject);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubjectPath {
    #[serde(default)]
    space_id: Option<Named<SpaceId>>,
    #[serde(default)]
    collection_id: Option<Named<CollectionId>>,
    #[serde(default)]
    organization_id: Option<Named<OrganizationId>>,
    #[serde(default)]
    site_id: Option<Named<SiteId>>,
}

impl FromRequestParts<Context> for Of {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let path = Path::<SubjectPath>::from_request_parts(parts, context).await?.0;
        let space = path.space_id.map(|Named(id)| Subject::Space(id));
        let collection = path.collection_id.map(|Named(id)| Subject::Collection(id));
        let site = path.organization_id.zip(path.site_id).map(|(org, site)| Subject::Site(org.0, site.0));
        let subject = space.or(collection).or(site);
        subject.map(Self).ok_or_else(Problem::no_address)
    }
}

impl Input for Of {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        for name in ["spaceId", "collectionId", "organizationId", "siteId"] {
            if operation.has_path_parameter(name) {
                operation.path_parameter(name, json!({ "type": "string" }));
            }
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UserPath {
    user_id: Named<UserId>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TeamPath {
    team_id: Named<TeamId>,
}

/// A role to grant to users and teams, 1 to 1,000 together.
#[derive(Debug, Deserialize, JsonSchema)]
struct Invite {
    /// Members, by identifier or e-mail address.
    #[serde(default)]
    users: Vec<String>,
    /// Teams of the organization, by identifier.
    #[serde(default)]
    teams: Vec<String>,
    /// The role to grant.
    role: Role,
}

/// The most users and teams in one request.
const MOST_HOLDERS: usize = 1_000;

async fn invite(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Json(body): Json<Invite>,
) -> Result<NoContent, Problem> {
    let named = |kind| move |name| quire_app::spaces::permissions::Named { kind, name };
    let users = body.users.into_iter().map(named(Holder::User));
    let to: Vec<_> = users.chain(body.teams.into_iter().map(named(Holder::Team))).collect();
    if to.is_empty() || to.len() > MOST_HOLDERS {
        let message = format!("fields \"users\" and \"teams\": 1 to {MOST_HOLDERS} are needed together");
        return Err(Problem::bad_request(message));
    }
    context.run(move |app| app.grant(&caller, subject, &to, body.role)).await?;
    Ok(NoContent)
}

/// The new role of a user or a team.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateRole {
    /// The role; null revokes it.
    #[serde(default)]
    role: Patch<Role>,
}

async fn update(
    context: Context,
    Bearer(caller): Bearer,
    subject: Subject,
    (kind, holder): (Holder, quire_content::id::Uid),
    role: UpdateRole,
) -> Result<NoContent, Problem> {
    let change = move |app: &quire_app::App| match role.role {
        Patch::Set(role) => app.regrant(&caller, subject, kind, holder, role),
        Patch::Clear => app.revoke(&caller, subject, kind, holder),
        Patch::Keep => app.check_grants(&caller, subject),
    };
    context.run(change).await?;
    Ok(NoContent)
}

async fn list_users(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Query(paging): Query<Paging>,
) -> Result<Listing<UserPermission>, Problem> {
    let list = format!("users by joining on {}", subject.id());
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_user_permissions(&caller, subject, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| UserPermission::of(found, &context))))
}

async fn get_user(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Path(UserPath { user_id: Named(user) }): Path<UserPath>,
) -> Result<Json<UserPermission>, Problem> {
    let found = context.run(move |app| app.get_user_permission(&caller, subject, user)).await?;
    Ok(Json(UserPermission::of(found, &context)))
}

async fn update_user(
    State(context): State<Context>,
    bearer: Bearer,
    Of(subject): Of,
    Path(UserPath { user_id: Named(user) }): Path<UserPath>,
    Json(body): Json<UpdateRole>,
) -> Result<NoContent, Problem> {
    update(context, bearer, subject, (Holder::User, user.0), body).await
}

async fn remove_user(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Path(UserPath { user_id: Named(user) }): Path<UserPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.revoke(&caller, subject, Holder::User, user.0)).await?;
    Ok(NoContent)
}

async fn list_teams(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Query(paging): Query<Paging>,
) -> Result<Listing<TeamPermission>, Problem> {
    let list = format!("teams on {}", subject.id());
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_team_permissions(&caller, subject, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| TeamPermission::of(&found))))
}

async fn get_team(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Path(TeamPath { team_id: Named(team) }): Path<TeamPath>,
) -> Result<Json<TeamPermission>, Problem> {
    let found = context.run(move |app| app.get_team_permission(&caller, subject, team.0)).await?;
    Ok(Json(TeamPermission::of(&found)))
}

async fn update_team(
    State(context): State<Context>,
    bearer: Bearer,
    Of(subject): Of,
    Path(TeamPath { team_id: Named(team) }): Path<TeamPath>,
    Json(body): Json<UpdateRole>,
) -> Result<NoContent, Problem> {
    update(context, bearer, subject, (Holder::Team, team.0), body).await
}

async fn remove_team(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Path(TeamPath { team_id: Named(team) }): Path<TeamPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.revoke(&caller, subject, Holder::Team, team.0)).await?;
    Ok(NoContent)
}

/// Filters for a list of members.
#[derive(Debug, Deserialize, JsonSchema)]
struct Having {
    /// Only members with exactly this effective role.
    #[serde(default)]
    role: Option<Role>,
}

async fn list_all(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Query(having): Query<Having>,
    Query(paging): Query<Paging>,
) -> Result<Listing<UserPermission>, Problem> {
    let list = format!("everybody by joining on {}, {:?}", subject.id(), having.role);
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_effective_permissions(&caller, subject, having.role, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| UserPermission::of(found, &context))))
}

/// The member whose role to explain.
#[derive(Debug, Deserialize, JsonSchema)]
struct About {
    /// The identifier of the member; the caller by default.
    #[serde(default)]
    user: Option<Reference<UserId>>,
}

async fn why(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Of(subject): Of,
    Query(about): Query<About>,
) -> Result<Json<Explanation>, Problem> {
    let user = Reference::resolve(about.user, "member")?.or(caller.user());
    let user = user.ok_or_else(|| Problem::bad_request("query parameter \"user\": is required"))?;
    let found = context.run(move |app| app.explain_permission(&caller, subject, user)).await?;
    Ok(Json(Explanation::of(found, &context)))
}
