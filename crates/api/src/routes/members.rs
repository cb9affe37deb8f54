//! Members of organizations.

use axum::extract::State;
use quire_app::orgs::members::{By, MemberChanges, MemberFilter, Only};
use quire_model::ids::{OrganizationId, UserId};
use quire_model::paging::Order;
use quire_model::roles::Role;
use quire_model::text::SearchText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{JoinedTeam, Member, MemberSpace};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organization members";
    const MEMBERS: &str = "/v1/orgs/{organizationId}/members";
    const MEMBER: &str = "/v1/orgs/{organizationId}/members/{userId}";
    Endpoints::new()
        .get(MEMBERS, list, op("listMembersInOrganizationById", TAG, "List the members of an organization."))
        .get(MEMBER, get, op("getMemberInOrganizationById", TAG, "Get a member."))
        .patch(MEMBER, update, op("updateMemberInOrganizationById", TAG, "Change a member's role or access."))
        .delete(
            MEMBER,
            delete,
            op("removeMemberFromOrganizationById", TAG, "Remove a member; members may remove themselves."),
        )
        .post(
            "/v1/orgs/{organizationId}/members/{userId}/sso",
            set_sso,
            op("setUserAsSsoMemberForOrganization", TAG, "Mark a member as signing in by single sign-on."),
        )
        .get(
            "/v1/orgs/{organizationId}/members/{userId}/spaces",
            spaces,
            op("listSpacesForOrganizationMember", TAG, "List the spaces that a member has access to."),
        )
        .get(
            "/v1/orgs/{organizationId}/members/{userId}/teams",
            teams,
            op("listTeamsForOrganizationMember", TAG, "List the teams that a member is in."),
        )
        .post(
            "/v1/orgs/{organizationId}/ping",
            ping,
            op("updateOrganizationMemberLastSeenAt", TAG, "Record the caller's activity, and get claims about them."),
        )
}

/// The organization and the member that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct MemberPath {
    organization_id: Named<OrganizationId>,
    user_id: Named<UserId>,
}

impl MemberPath {
    fn parse(self) -> (OrganizationId, UserId) {
        let user = self.user_id.0;
        (self.organization_id.0, user)
    }
}

/// The sort direction of a list.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    /// Ascending, the earliest first.
    Asc,
    /// Descending, the latest first.
    #[default]
    Desc,
}

impl From<Direction> for Order {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Asc => Self::Ascending,
            Direction::Desc => Self::Descending,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum SortBy {
    /// The time at which the members joined.
    #[default]
    JoinedAt,
    /// The time at which the members were last seen; those never seen are left out.
    LastSeenAt,
}

/// A role in the organization, or `guest` for none.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum RoleOrGuest {
    Admin,
    Create,
    Review,
    Edit,
    Comment,
    Read,
    Guest,
}

impl From<RoleOrGuest> for Only {
    fn from(role: RoleOrGuest) -> Self {
        match role {
            RoleOrGuest::Admin => Self::Role(Role::Admin),
            RoleOrGuest::Create => Self::Role(Role::Create),
            RoleOrGuest::Review => Self::Role(Role::Review),
            RoleOrGuest::Edit => Self::Role(Role::Edit),
            RoleOrGuest::Comment => Self::Role(Role::Comment),
            RoleOrGuest::Read => Self::Role(Role::Read),
            RoleOrGuest::Guest => Self::Guests,
        }
    }
}

/// The filter and order of a list of members.
#[derive(Debug, Deserialize, JsonSchema)]
struct Filter {
    #[serde(default)]
    order: Direction,
    #[serde(default)]
    sort: SortBy,
    /// Only members with exactly this role, or only guests.
    #[serde(default)]
    role: Option<RoleOrGuest>,
    /// Only members whose name or e-mail address contains this text, ignoring case.
    #[serde(default)]
    search: Option<SearchText>,
}

impl From<Filter> for MemberFilter {
    fn from(filter: Filter) -> Self {
        Self {
            only: filter.role.map_or(Only::All, Only::from),
            search: filter.search,
            by: match filter.sort {
                SortBy::JoinedAt => By::Joining,
                SortBy::LastSeenAt => By::Sight,
            },
            order: filter.order.into(),
        }
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(filter): Query<Filter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Member>, Problem> {
    let filter = MemberFilter::from(filter);
    let list = format!("members of {organization}, {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_members(&caller, organization, &filter, &paging)).await?;
    Ok(context.listing(&list, page.map(|member| Member::of(&member, &context))))
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
) -> Result<Json<Member>, Problem> {
    let (organization, user) = path.parse();
    let member = context.run(move |app| app.get_member(&caller, organization, user)).await?;
    Ok(Json(Member::of(&member, &context)))
}

/// Changes to a member.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateMember {
    /// The role in the organization; null for a guest.
    #[serde(default)]
    role: Patch<Role>,
    /// True to suspend the member's access.
    #[serde(default)]
    disabled: Change<bool>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
    Json(body): Json<UpdateMember>,
) -> Result<Json<Member>, Problem> {
    let (organization, user) = path.parse();
    let changes = MemberChanges { role: body.role, disabled: body.disabled.into_option(), sso: None };
    let member = context.run(move |app| app.update_member(&caller, organization, user, &changes)).await?;
    Ok(Json(Member::of(&member, &context)))
}

async fn set_sso(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
) -> Result<Json<Member>, Problem> {
    let (organization, user) = path.parse();
    let changes = MemberChanges { sso: Some(true), ..MemberChanges::default() };
    let member = context.run(move |app| app.update_member(&caller, organization, user, &changes)).await?;
    Ok(Json(Member::of(&member, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
) -> Result<NoContent, Problem> {
    let user = path.user_id.0;
    context.run(move |app| app.remove_member(&caller, path.organization_id.0, user)).await?;
    Ok(NoContent)
}

/// The order of a list.
#[derive(Debug, Deserialize, JsonSchema)]
struct Ordering {
    #[serde(default)]
    order: Direction,
}

async fn spaces(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
    Query(Ordering { order }): Query<Ordering>,
    Query(paging): Query<Paging>,
) -> Result<Listing<MemberSpace>, Problem> {
    let (organization, user) = path.parse();
    let list = format!("spaces of {user} in {organization}, {order:?}");
    let paging = context.paging(&list, &paging)?;
    let order = order.into();
    let page = context.run(move |app| app.list_spaces_of_member(&caller, organization, user, order, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| MemberSpace::of(&found, &context))))
}

/// Filters for a list of teams.
#[derive(Debug, Deserialize, JsonSchema)]
struct Titled {
    /// Only teams whose title contains this text, ignoring case.
    #[serde(default)]
    title: Option<SearchText>,
}

async fn teams(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<MemberPath>,
    Query(Titled { title }): Query<Titled>,
    Query(paging): Query<Paging>,
) -> Result<Listing<JoinedTeam>, Problem> {
    let (organization, user) = path.parse();
    let list = format!("teams of {user} in {organization}, {title:?}");
    let paging = context.paging(&list, &paging)?;
    let page =
        context.run(move |app| app.list_teams_of_member(&caller, organization, user, title.as_ref(), &paging)).await?;
    Ok(context.listing(&list, page.map(JoinedTeam::from)))
}

/// Claims about the caller.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Pong {
    /// A JSON Web Token with the claims, valid for one hour at most.
    service_visitor_claims: String,
}

async fn ping(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
) -> Result<Json<Pong>, Problem> {
    let service_visitor_claims = context.run(move |app| app.ping_org(&caller, organization)).await?;
    Ok(Json(Pong { service_visitor_claims }))
}
