//! People who are in spaces now.

use axum::extract::State;
use quire_app::presence::NewPresence;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::PageId;
use quire_model::presence::Activity;
use quire_model::text::PresenceClient;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Reference;
use super::orgs::OrganizationPath;
use super::spaces::SpacePath;
use super::{Named, events::TAG};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Presence;

pub(super) fn endpoints() -> Endpoints<Context> {
    const OF_SPACE: &str = "/v1/spaces/{spaceId}/presence";
    Endpoints::new()
        .get(OF_SPACE, list, op("listPresenceInSpace", TAG, "List who is in a space now, by name."))
        .post(
            OF_SPACE,
            note,
            op("updatePresenceInSpace", TAG, "Say where you are in a space, for the next 30 seconds.").details(
                "To stay present, say so again every 10 seconds or so, and at once when you go to another page. It is \
                 shown to those who may read the space, in lists and in streams of events.",
            ),
        )
        .delete(
            OF_SPACE,
            end,
            op("deletePresenceInSpace", TAG, "Say that you are not in a space any more, in one window or in all."),
        )
        .get(
            "/v1/orgs/{organizationId}/presence",
            list_in_org,
            op("listPresenceInOrganization", TAG, "List who is in the spaces that you can see now, by name."),
        )
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Presence>, Problem> {
    let list = format!("presence in {space}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_presence(&caller, space, &paging)).await?;
    Ok(context.listing(&list, page.map(Presence::from)))
}

async fn list_in_org(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Presence>, Problem> {
    let list = format!("presence in {organization}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_presence_in_org(&caller, organization, &paging)).await?;
    Ok(context.listing(&list, page.map(Presence::from)))
}

/// The place where the caller is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdatePresence {
    /// A name for the window, which tells it from others of the same user; the client chooses it at random.
    client: PresenceClient,
    /// The identifier or the number of the change request; absent for main content.
    #[serde(default)]
    change_request: Option<Reference<ChangeRequestName>>,
    /// The page; absent for none.
    #[serde(default)]
    page: Option<Reference<PageId>>,
    activity: Activity,
}

async fn note(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Json(body): Json<UpdatePresence>,
) -> Result<Json<Presence>, Problem> {
    let malformed = || Problem::bad_request("body field \"page\": must be the identifier of a page");
    let page = body.page.map(|page| page.0.ok_or_else(malformed)).transpose()?;
    let change_request = Reference::resolve(body.change_request, "change request")?;
    let new = NewPresence { client: body.client, change_request, page, activity: body.activity };
    let noted = context.run(move |app| app.note_presence(&caller, space, &new)).await?;
    Ok(Json(noted.into()))
}

/// The window that a request is about.
#[derive(Debug, Deserialize, JsonSchema)]
struct Window {
    /// The name of the window; all windows of the caller if absent.
    #[serde(default)]
    client: Option<PresenceClient>,
}

async fn end(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(Window { client }): Query<Window>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.end_presence(&caller, space, client.as_ref())).await?;
    Ok(NoContent)
}
