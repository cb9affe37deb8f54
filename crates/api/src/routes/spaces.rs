//! Spaces: their settings, place in the organization, deletion and transfer.

use axum::extract::State;
use quire_app::spaces::{NewSpace, SpaceChanges};
use quire_model::ids::{CollectionId, SpaceId};
use quire_model::language::Language;
use quire_model::merge_rules::SpaceMergeRules;
use quire_model::repositories::RepositoryDirectory;
use quire_model::roles::Level;
use quire_model::spaces::{EditMode, FormerSpaceIds};
use quire_model::text::{SpaceEmoji, SpaceTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::collections::Transfer;
use super::orgs::OrganizationPath;
use super::places::MoveContent;
use super::sites::ShareKey;
use super::templates::ApplyTemplate;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, nullable, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Space;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Spaces";
    const OF_ORG: &str = "/v1/orgs/{organizationId}/spaces";
    const SPACE: &str = "/v1/spaces/{spaceId}";
    Endpoints::new()
        .get(OF_ORG, list, op("listSpacesInOrganizationById", TAG, "List the spaces of an organization."))
        .post(OF_ORG, create, op("createSpace", TAG, "Create a space."))
        .get(SPACE, get, op("getSpaceById", TAG, "Get a space; a deleted one only if the caller may restore it."))
        .patch(SPACE, update, op("updateSpaceById", TAG, "Change a space's settings."))
        .delete(SPACE, delete, op("deleteSpaceById", TAG, "Delete a space; it can be restored for seven days."))
        .post("/v1/spaces/{spaceId}/restore", restore, op("restoreSpace", TAG, "Restore a deleted space."))
        .post(
            "/v1/spaces/{spaceId}/duplicate",
            duplicate,
            op("duplicateSpace", TAG, "Create a space with the same content, last among its siblings."),
        )
        .post(
            "/v1/spaces/{spaceId}/move",
            move_,
            op("moveSpace", TAG, "Move a space among its siblings or to another parent."),
        )
        .post(
            "/v1/spaces/{spaceId}/transfer",
            transfer,
            op("transferSpace", TAG, "Transfer a space with its content and history to another organization."),
        )
}

/// The space that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SpacePath {
    pub(super) space_id: Named<SpaceId>,
}

fn list_of(organization: impl std::fmt::Display) -> String {
    format!("spaces of {organization}")
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Space>, Problem> {
    let list = list_of(organization);
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_spaces(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(|space| Space::of(&space, &context))))
}

/// A space to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateSpace {
    #[serde(default)]
    title: Option<SpaceTitle>,
    /// The parent collection; by default the space is at the top of the organization.
    #[serde(default)]
    parent: Option<Reference<CollectionId>>,
    #[serde(default)]
    emoji: Option<SpaceEmoji>,
    #[serde(default)]
    language: Option<Language>,
    /// The edit mode; `locked` by default.
    #[serde(default)]
    edit_mode: Option<EditMode>,
    /// The template of the initial content; none by default.
    #[serde(default)]
    template: Option<ApplyTemplate>,
    /// True for a space without content, as without a template; must not be true with one.
    #[serde(default)]
    empty: bool,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateSpace>,
) -> Result<Created<Space>, Problem> {
    if body.empty && body.template.is_some() {
        return Err(Problem::bad_request("body field \"empty\": must not be true with a template"));
    }
    let new = NewSpace {
        parent: Reference::resolve(body.parent, "collection")?,
        title: body.title,
        emoji: body.emoji,
        language: body.language,
        edit_mode: body.edit_mode,
        template: body.template.map(|template| template.id),
    };
    let made = context.run(move |app| app.create_space(&caller, organization, &new)).await?;
    let location = context.url(format_args!("/v1/spaces/{}", made.space.id));
    Ok(Created { location, body: Space::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
    Query(key): Query<ShareKey>,
) -> Result<Json<Space>, Problem> {
    let work = move |app: &quire_app::App| {
        let found = app.get_space(&caller, id)?;
        let address = app.published_space(&caller, &found.space, key.share_key.as_deref())?;
        Ok((found, address))
    };
    let (found, address) = context.run(work).await?;
    Ok(Json(Space::of(&found, &context).published_at(address)))
}

/// Changes to a space's settings.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateSpace {
    #[serde(default)]
    title: Change<SpaceTitle>,
    #[serde(default)]
    emoji: Change<SpaceEmoji>,
    #[serde(default)]
    language: Change<Language>,
    #[serde(default)]
    edit_mode: Change<EditMode>,
    /// True to offer the space as a template for other spaces.
    #[serde(default)]
    is_template: Change<bool>,
    /// The role of those without a direct grant; `inherit` for the parent's, null for access by admins and grants only.
    #[serde(default, deserialize_with = "nullable::deserialize")]
    #[schemars(with = "Level")]
    default_level: Option<Level>,
    /// The rules that must hold before change requests are merged.
    #[serde(default)]
    merge_rules: Change<SpaceMergeRules>,
    /// The identifiers that the space had on other servers, in place of those listed before. Links to these, such as
    /// `https://app.gitbook.com/s/{id}/guides`, lead to this space; each belongs to one space of the organization.
    #[serde(default)]
    former_ids: Change<FormerSpaceIds>,
    /// The directory in a repository that has the source of the space; null for none. Published pages lead to it if the
    /// customization of the site says so.
    #[serde(default)]
    git_sync: Patch<GitSource>,
}

/// A directory in a Git repository.
#[derive(Debug, Deserialize, JsonSchema)]
struct GitSource {
    /// The address of the directory, such as `https://github.com/owner/repository/tree/main/docs` or
    /// `https://gitlab.com/group/repository/-/tree/main`, also on other hosts with such addresses. A slash in the name
    /// of a branch is written `%2F`.
    url: RepositoryDirectory,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
    Json(body): Json<UpdateSpace>,
) -> Result<Json<Space>, Problem> {
    let changes = SpaceChanges {
        title: body.title.into_option(),
        emoji: body.emoji.into_option(),
        language: body.language.into_option(),
        edit_mode: body.edit_mode.into_option(),
        default_level: body.default_level,
        is_template: body.is_template.into_option(),
        merge_rules: body.merge_rules.into_option(),
        former_ids: body.former_ids.into_option(),
        git_sync: body.git_sync.map(|source| source.url),
    };
    let after = context.run(move |app| app.update_space(&caller, id, &changes)).await?;
    Ok(Json(Space::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_space(&caller, id)).await?;
    Ok(NoContent)
}

async fn restore(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
) -> Result<Json<Space>, Problem> {
    let back = context.run(move |app| app.restore_space(&caller, id)).await?;
    Ok(Json(Space::of(&back, &context)))
}

async fn duplicate(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
) -> Result<Created<Space>, Problem> {
    let made = context.run(move |app| app.duplicate_space(&caller, id)).await?;
    let location = context.url(format_args!("/v1/spaces/{}", made.space.id));
    Ok(Created { location, body: Space::of(&made, &context) })
}

async fn move_(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
    Json(body): Json<MoveContent>,
) -> Result<Json<Space>, Problem> {
    let to = body.resolve()?;
    let moved = context.run(move |app| app.move_space(&caller, id, &to)).await?;
    Ok(Json(Space::of(&moved, &context)))
}

async fn transfer(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(id) }): Path<SpacePath>,
    Json(body): Json<Transfer>,
) -> Result<Json<Space>, Problem> {
    let to = body.target()?;
    let moved = context.run_in(WorkKind::Long, move |app| app.transfer_space(&caller, id, to)).await?;
    Ok(Json(Space::of(&moved, &context)))
}
