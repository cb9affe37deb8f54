//! Change requests, except for their content.

use axum::extract::State;
use quire_app::change_requests::{ChangeRequestChanges, Filter};
use quire_model::change_requests::{ChangeRequestName, Status};
use quire_model::ids::{SpaceId, UserId};
use quire_model::text::{ChangeRequestDescription, ChangeRequestSubject};
use schemars::JsonSchema;
use serde::Deserialize;

use super::spaces::SpacePath;
use super::{Named, Reference};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Created, Endpoints, Json, Listing, Patch, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{ChangeRequest, Prose};

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Change requests";
    const OF_SPACE: &str = "/v1/spaces/{spaceId}/change-requests";
    const ONE: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}";
    Endpoints::new()
        .get(
            OF_SPACE,
            list,
            op("listChangeRequestsForSpace", TAG, "List the change requests of a space, newest first."),
        )
        .post(
            OF_SPACE,
            create,
            op("createChangeRequest", TAG, "Create a change request from the current main content."),
        )
        .get(ONE, get, op("getChangeRequestById", TAG, "Get a change request by its identifier or its number."))
        .patch(
            ONE,
            update,
            op("updateChangeRequestById", TAG, "Change a change request's subject, description or status."),
        )
}

/// The change request in a path, by its identifier or its number in the space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeRequestPath {
    pub(super) space_id: Named<SpaceId>,
    pub(super) change_request_id: Named<ChangeRequestName>,
}

/// Filters for a list of change requests.
#[derive(Debug, Deserialize, JsonSchema)]
struct ListFilter {
    /// Only change requests with this status, or `all`; `open` by default.
    #[serde(default)]
    status: ListedStatus,
    /// Only change requests that this user created.
    #[serde(default)]
    creator: Option<Reference<UserId>>,
    /// Only change requests whose content this user changed.
    #[serde(default)]
    contributor: Option<Reference<UserId>>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ListedChangeRequestStatus")]
enum ListedStatus {
    Draft,
    #[default]
    Open,
    Archived,
    Merged,
    All,
}

impl ListedStatus {
    fn status(self) -> Option<Status> {
        match self {
            Self::Draft => Some(Status::Draft),
            Self::Open => Some(Status::Open),
            Self::Archived => Some(Status::Archived),
            Self::Merged => Some(Status::Merged),
            Self::All => None,
        }
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Query(asked): Query<ListFilter>,
    Query(paging): Query<Paging>,
) -> Result<Listing<ChangeRequest>, Problem> {
    let filter = Filter {
        status: asked.status.status(),
        creator: Reference::resolve(asked.creator, "user")?,
        contributor: Reference::resolve(asked.contributor, "user")?,
    };
    let list = format!("change requests of {space}, {filter:?}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_change_requests(&caller, space, filter, &paging)).await?;
    Ok(context.listing(&list, page.map(|shown| ChangeRequest::of(&shown, &context))))
}

/// A change request to create.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateChangeRequest {
    /// The subject; without it, the change request is a draft.
    #[serde(default)]
    subject: Option<ChangeRequestSubject>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SpacePath { space_id: Named(space) }): Path<SpacePath>,
    Json(body): Json<CreateChangeRequest>,
) -> Result<Created<ChangeRequest>, Problem> {
    let made = context.run(move |app| app.create_change_request(&caller, space, body.subject.as_ref())).await?;
    let location = context.url(crate::types::location(&made.change_request));
    Ok(Created { location, body: ChangeRequest::of(&made, &context) })
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
) -> Result<Json<ChangeRequest>, Problem> {
    let found = context.run(move |app| app.get_change_request(&caller, space, name)).await?;
    Ok(Json(ChangeRequest::of(&found, &context)))
}

/// Changes to a change request.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateChangeRequest {
    #[serde(default)]
    subject: Change<ChangeRequestSubject>,
    #[serde(default)]
    description: Patch<Prose>,
    #[serde(default)]
    status: Change<NextStatus>,
}

/// A status that a change request can get without being merged.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum NextStatus {
    Draft,
    Open,
    Archived,
}

impl From<NextStatus> for Status {
    fn from(next: NextStatus) -> Self {
        match next {
            NextStatus::Draft => Self::Draft,
            NextStatus::Open => Self::Open,
            NextStatus::Archived => Self::Archived,
        }
    }
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Json(body): Json<UpdateChangeRequest>,
) -> Result<Json<ChangeRequest>, Problem> {
    let changes = ChangeRequestChanges {
        subject: body.subject.into_option(),
        description: description(body.description)?,
        status: body.status.into_option().map(Status::from),
    };
    let after = context.run(move |app| app.update_change_request(&caller, space, name, &changes)).await?;
    Ok(Json(ChangeRequest::of(&after, &context)))
}

pub(super) fn description(given: Patch<Prose>) -> Result<Patch<ChangeRequestDescription>, Problem> {
    let checked = |prose: Prose| ChangeRequestDescription::try_from(prose.into_markdown());
    given.try_map(checked).map_err(|e| Problem::bad_request(format!("description: {e}")))
}
