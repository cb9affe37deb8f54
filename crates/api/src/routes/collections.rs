//! Collections, which hold spaces and other collections of an organization.

use axum::extract::State;
use quire_app::spaces::collections::{CollectionChanges, Depth};
use quire_model::ids::{CollectionId, OrganizationId};
use quire_model::roles::Level;
use quire_model::text::{CollectionDescription, CollectionTitle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::orgs::OrganizationPath;
use super::places::MoveContent;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, NoContent, Patch, Path, Query, nullable, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Collection, Space};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Collections";
    const OF_ORG: &str = "/v1/orgs/{organizationId}/collections";
    const COLLECTION: &str = "/v1/collections/{collectionId}";
    Endpoints::new()
        .get(OF_ORG, list, op("listCollectionsInOrganizationById", TAG, "List the collections of an organization."))
        .post(OF_ORG, create, op("createCollection", TAG, "Create a collection."))
        .get(COLLECTION, get, op("getCollectionById", TAG, "Get a collection."))
        .patch(COLLECTION, update, op("updateCollectionById", TAG, "Change a collection's settings."))
        .delete(
            COLLECTION,
            delete,
            op("deleteCollectionById", TAG, "Delete a collection and everything in it; its spaces can be restored."),
        )
        .get(
            "/v1/collections/{collectionId}/spaces",
            spaces,
            op("listSpacesInCollectionById", TAG, "List the spaces directly in a collection."),
        )
        .post(
            "/v1/collections/{collectionId}/move",
            move_,
            op("moveCollection", TAG, "Move a collection among its siblings or to another parent."),
        )
        .post(
            "/v1/collections/{collectionId}/transfer",
            transfer,
            op("transferCollection", TAG, "Transfer a collection with everything in it to another organization."),
        )
}

/// The collection that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CollectionPath {
    pub(super) collection_id: Named<CollectionId>,
}

/// The depth of a list of collections.
#[derive(Debug, Deserialize, JsonSchema)]
struct Nesting {
    /// True, as by default, to include collections inside other collections.
    #[serde(default = "yes")]
    nested: bool,
}

fn yes() -> bool {
    true
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(nesting): Query<Nesting>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Collection>, Problem> {
    let depth = if nesting.nested { Depth::Nested } else { Depth::Top };
    let list = format!("collections of {organization}, {depth:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_collections(&caller, organization, depth, &paging)).await?;
    Ok(context.listing(&list, page.map(|found| Collection::of(&found, &context))))
}

/// A collection to create.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateCollection {
    #[serde(default)]
    title: Option<CollectionTitle>,
    /// The parent collection; by default the new one is at the top of the organization.
    #[serde(default)]
    parent: Option<Reference<CollectionId>>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(body): Json<CreateCollection>,
) -> Result<Created<Collection>, Problem> {
    let parent = Reference::resolve(body.parent, "collection")?;
    let made =
        context.run(move |app| app.create_collection(&caller, organization, body.title.as_ref(), parent)).await?;
    let location = context.url(format_args!("/v1/collections/{}", made.id));
    Ok(Created { location, body: Collection::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
) -> Result<Json<Collection>, Problem> {
    let found = context.run(move |app| app.get_collection(&caller, id)).await?;
    Ok(Json(Collection::of(&found, &context)))
}

/// Changes to a collection's settings.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateCollection {
    #[serde(default)]
    title: Change<CollectionTitle>,
    #[serde(default)]
    description: Patch<CollectionDescription>,
    /// The role of those without a direct grant; `inherit` for the parent's, null for access by admins and grants only.
    #[serde(default, deserialize_with = "nullable::deserialize")]
    #[schemars(with = "Level")]
    default_level: Option<Level>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
    Json(body): Json<UpdateCollection>,
) -> Result<Json<Collection>, Problem> {
    let changes = CollectionChanges {
        title: body.title.into_option(),
        description: body.description,
        default_level: body.default_level,
    };
    let after = context.run(move |app| app.update_collection(&caller, id, &changes)).await?;
    Ok(Json(Collection::of(&after, &context)))
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_collection(&caller, id)).await?;
    Ok(NoContent)
}

async fn spaces(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Space>, Problem> {
    let list = format!("spaces in {id}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_spaces_in_collection(&caller, id, &paging)).await?;
    Ok(context.listing(&list, page.map(|space| Space::of(&space, &context))))
}

async fn move_(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
    Json(body): Json<MoveContent>,
) -> Result<Json<Collection>, Problem> {
    let to = body.resolve()?;
    let moved = context.run(move |app| app.move_collection(&caller, id, &to)).await?;
    Ok(Json(Collection::of(&moved, &context)))
}

/// The target of a transfer.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Transfer {
    /// The organization that receives the space or collection.
    organization: Reference<OrganizationId>,
}

impl Transfer {
    /// Returns the organization. A text that is not an identifier fails with the status of one that may not be used.
    pub(super) fn target(self) -> Result<OrganizationId, Problem> {
        let problem = quire_app::Error::Precondition("organization: there is none like this".to_owned());
        self.organization.0.ok_or_else(|| problem.into())
    }
}

async fn transfer(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(CollectionPath { collection_id: Named(id) }): Path<CollectionPath>,
    Json(body): Json<Transfer>,
) -> Result<Json<Collection>, Problem> {
    let to = body.target()?;
    let moved = context.run_in(WorkKind::Long, move |app| app.transfer_collection(&caller, id, to)).await?;
    Ok(Json(Collection::of(&moved, &context)))
}
