//! The browsers in which the caller is signed in.

use axum::extract::State;
use quire_model::ids::SessionId;
use quire_model::paging::{Listing as Page, Order};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::Session;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Users";
    Endpoints::new()
        .get("/v1/user/sessions", list, op("listSessions", TAG, "List the browsers in which the caller is signed in."))
        .delete("/v1/user/sessions/{sessionId}", delete, op("deleteSession", TAG, "Sign the caller out of a browser."))
}

const LIST: &str = "user-sessions";

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(paging): Query<Paging>,
) -> Result<Listing<Session>, Problem> {
    let paging = context.paging(LIST, &paging)?;
    let own = caller.session();
    let page = context
        .run(move |app| {
            let sessions = app.list_sessions(&caller)?;
            let mark = |session: &quire_app::accounts::sessions::Session| (session.last_used_at.0, session.id.0);
            Ok(Page::slice(&sessions, &paging, Order::Descending, mark))
        })
        .await?;
    Ok(context.listing(LIST, page.map(|session| Session::of(session, own))))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SessionPath {
    session_id: Named<SessionId>,
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(SessionPath { session_id: Named(id) }): Path<SessionPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.end_session(&caller, id)).await?;
    Ok(NoContent)
}
