//! Invite links, by which users join organizations.

use axum::extract::State;
use quire_app::orgs::link_invites::{InviteTarget, LinkChanges, NewLink};
use quire_model::ids::{CollectionId, SpaceId};
use quire_model::roles::Role;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use super::invites::InvitePath;
use super::orgs::OrganizationPath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Invite;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Organization invites";
    const LINKS: &str = "/v1/orgs/{organizationId}/link-invites";
    const LINK: &str = "/v1/orgs/{organizationId}/link-invites/{inviteId}";
    Endpoints::new()
        .get(LINKS, list, op("listOrganizationInviteLinks", TAG, "List the invite links of an organization."))
        .post(LINKS, create, op("createOrganizationInvite", TAG, "Create an invite link."))
        .get(LINK, get, op("getOrganizationInviteLink", TAG, "Get an invite link."))
        .patch(LINK, update, op("updateOrganizationInviteById", TAG, "Change the role or expiry of an invite link."))
        .delete(LINK, delete, op("deleteOrganizationInviteById", TAG, "Revoke an invite link."))
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Invite>, Problem> {
    let list = format!("link invites of {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_link_invites(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|link| Invite::of(&link, &context))))
}

/// An invite link to create: with a role in the organization, or a level on a space or a collection of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateInvite {
    /// The role in the organization, of a link to it; null for guests.
    #[serde(default)]
    role: Patch<Role>,
    /// The role on the space or the collection, of a link to one; null for guests.
    #[serde(default)]
    level: Patch<Role>,
    #[serde(default)]
    space: Option<Reference<SpaceId>>,
    #[serde(default)]
    collection: Option<Reference<CollectionId>>,
    /// The time at which the link expires; never by default.
    #[serde(default)]
    expires_at: Option<Timestamp>,
}

impl CreateInvite {
    fn parse(self) -> Result<NewLink, Problem> {
        let space = Reference::resolve(self.space, "space")?;
        let collection = Reference::resolve(self.collection, "collection")?;
        let (target, role) = match (self.role, self.level, space, collection) {
            (Patch::Set(_) | Patch::Clear, Patch::Keep, None, None) => (InviteTarget::Organization, self.role.value()),
            (Patch::Keep, Patch::Set(_) | Patch::Clear, Some(space), None) => {
                (InviteTarget::Space(space), self.level.value())
            }
            (Patch::Keep, Patch::Set(_) | Patch::Clear, None, Some(collection)) => {
                (InviteTarget::Collection(collection), self.level.value())
            }
            _ => {
                let message = "the body must have either role, or level and space, or level and collection";
                return Err(Problem::bad_request(message));
            }
        };
        Ok(NewLink { target, role, expires_at: self.expires_at })
    }
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateInvite>,
) -> Result<Created<Invite>, Problem> {
    let new = body.parse()?;
    let made = context.run(move |app| app.create_link_invite(&caller, organization, &new)).await?;
    let location = context.url(format_args!("/v1/orgs/{organization}/link-invites/{}", made.link.id));
    Ok(Created { location, body: Invite::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<InvitePath>,
) -> Result<Json<Invite>, Problem> {
    let (organization, id) = path.parse();
    let link = context.run(move |app| app.get_link_invite(&caller, organization, id)).await?;
    Ok(Json(Invite::of(&link, &context)))
}

/// Changes to an invite link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateInvite {
    /// The role in the organization, of a link to it; null for guests.
    #[serde(default)]
    role: Patch<Role>,
    /// The role on the space or the collection, of a link to one; null for guests.
    #[serde(default)]
    level: Patch<Role>,
    /// The time at which the link expires; null for never.
    #[serde(default)]
    expires_at: Patch<Timestamp>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<InvitePath>,
    Json(body): Json<UpdateInvite>,
) -> Result<Json<Invite>, Problem> {
    let (organization, id) = path.parse();
    let changes = LinkChanges { role: body.role, level: body.level, expires_at: body.expires_at };
    let link = context.run(move |app| app.update_link_invite(&caller, organization, id, &changes)).await?;
    Ok(Json(Invite::of(&link, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<InvitePath>,
) -> Result<NoContent, Problem> {
    let id = path.invite_id.0;
    context.run(move |app| app.delete_link_invite(&caller, path.organization_id.0, id)).await?;
    Ok(NoContent)
}
