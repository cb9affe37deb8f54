//! The caller.

use axum::extract::State;

use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Json, op};
use crate::error::Problem;
use crate::types::User;

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get("/v1/user", current, op("getAuthenticatedUser", "Users", "Get the caller."))
}

async fn current(State(context): State<Context>, Bearer(caller): Bearer) -> Result<Json<User>, Problem> {
    let user = context.run(move |app| app.current_user(&caller)).await?;
    Ok(Json(User::of(user, &context)))
}
