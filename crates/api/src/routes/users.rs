//! The caller's account, and users who share an organization with the caller.

use axum::extract::State;
use quire_app::accounts::Profile;
use quire_model::addresses::WebAddress;
use quire_model::ids::UserId;
use quire_model::text::DisplayName;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Change, Endpoints, Json, Patch, Path, op};
use crate::error::Problem;
use crate::types::User;

pub(super) fn endpoints() -> Endpoints<Context> {
    const TAG: &str = "Users";
    Endpoints::new()
        .get("/v1/user", current, op("getAuthenticatedUser", TAG, "Get the authenticated user."))
        .get(
            "/v1/users/{userId}",
            get,
            op("getUserById", TAG, "Get a user who shares an organization with the caller."),
        )
        .patch("/v1/users/{userId}", update, op("updateUserById", TAG, "Change the caller's profile."))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UserPath {
    user_id: Named<UserId>,
}

async fn current(State(context): State<Context>, Bearer(caller): Bearer) -> Result<Json<User>, Problem> {
    let user = context.run(move |app| app.current_user(&caller)).await?;
    Ok(Json(User::of(user, &context)))
}

async fn get(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(UserPath { user_id: Named(id) }): Path<UserPath>,
) -> Result<Json<User>, Problem> {
    let user = context.run(move |app| app.get_user(&caller, id)).await?;
    Ok(Json(User::of(user, &context)))
}

/// Changes to the caller's profile.
#[derive(Debug, Deserialize, JsonSchema)]
struct UpdateUser {
    /// The name that other users see.
    #[serde(default, rename = "displayName")]
    display_name: Change<DisplayName>,
    /// The address of a picture; null for none.
    #[serde(default, rename = "photoURL")]
    photo_url: Patch<WebAddress>,
}

async fn update(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(UserPath { user_id: Named(id) }): Path<UserPath>,
    Json(body): Json<UpdateUser>,
) -> Result<Json<User>, Problem> {
    let profile = Profile { display_name: body.display_name.into_option(), photo_url: body.photo_url };
    let user = context.run(move |app| app.update_user(&caller, id, &profile)).await?;
    Ok(Json(User::of(user, &context)))
}
