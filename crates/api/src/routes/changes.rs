//! The semantic changes of revisions and change requests, and the contributors to change requests.

use axum::extract::State;
use quire_app::Error;
use quire_app::content::changes::{Changes, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use super::change_requests::ChangeRequestPath;
use super::revisions::RevisionPath;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::{Limit, Paging};
use crate::types::{ChangeRequest, Contributor, SemanticChanges, Showing, Teller};

pub(super) fn endpoints() -> Endpoints<Context> {
    const ONE: &str = "/v1/spaces/{spaceId}/change-requests/{changeRequestId}";
    Endpoints::new()
        .get(
            "/v1/spaces/{spaceId}/revisions/{revisionId}/changes",
            of_revision,
            op("getRevisionSemanticChanges", "Space content", "Get the changes of a revision to the one before it."),
        )
        .get(
            &format!("{ONE}/changes"),
            of_change_request,
            op(
                "getChangeRequestChanges",
                "Change requests",
                "Get the changes of a change request to the main content.",
            ),
        )
        .get(
            &format!("{ONE}/contributors"),
            contributors,
            op(
                "getContributorsByChangeRequestId",
                "Change requests",
                "List the users who changed its content, latest first.",
            ),
        )
}

/// The limit of a list of changes.
#[derive(Debug, Deserialize, JsonSchema)]
struct ChangesQuery {
    /// The most changes to return; `more` counts those that are left out.
    #[serde(default)]
    limit: Limit,
}

async fn of_revision(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(RevisionPath { space_id: Named(space), revision_id: Named(id) }): Path<RevisionPath>,
    Query(asked): Query<ChangesQuery>,
) -> Result<Json<SemanticChanges>, Problem> {
    let most = asked.limit.get();
    let telling = context.clone();
    let told = context.run(move |app| telling.tell(app.changes_of_revision(&caller, space, id, most)?)).await?;
    Ok(Json(told))
}

async fn of_change_request(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(asked): Query<ChangesQuery>,
) -> Result<Json<SemanticChanges>, Problem> {
    let most = asked.limit.get();
    let telling = context.clone();
    let told = context.run(move |app| telling.tell(app.changes_of_change_request(&caller, space, name, most)?)).await?;
    Ok(Json(told))
}

/// The bytes of text after which an answer only counts further changes: 4 MiB.
const MOST_BYTES: usize = 4 << 20;

impl Context {
    /// Returns changes until their texts reach [`MOST_BYTES`] together; the others are counted in `more`.
    pub(super) fn tell(&self, changes: Changes) -> Result<SemanticChanges, Error> {
        let Changes { view, told, mut more } = changes;
        let origin = self.app().origin(&view)?;
        let showing = Showing { metadata: true, computed: false, passes_expire: self.app().passes_expire() };
        let mut left = MOST_BYTES;
        // Paths take reading the whole content, so they are read only if a cover needs them.
        let paths = told.iter().any(Told::is_of_cover).then(|| self.app().paths(&view)).transpose()?;
        let teller = Teller { context: self, view: &view, paths: paths.as_deref(), showing };
        let mut changes = Vec::with_capacity(told.len());
        for told in told {
            if left == 0 {
                more += 1;
                continue;
            }
            let change = teller.tell(told)?;
            left = left.saturating_sub(change.weight());
            changes.push(change);
        }
        let merged_from = origin.merged_from.as_ref().map(|shown| ChangeRequest::of(shown, self));
        Ok(SemanticChanges { merged_from, changes, more: (more > 0).then_some(more) })
    }
}

async fn contributors(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(ChangeRequestPath { space_id: Named(space), change_request_id: Named(name) }): Path<ChangeRequestPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Contributor>, Problem> {
    let list = format!("contributors of {name:?} in {space}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_contributors(&caller, space, name, &paging)).await?;
    Ok(context.listing(&list, page.map(|(found, user)| Contributor::of(&found, user, &context))))
}
