//! The caller's API tokens.

use axum::extract::State;
use quire_model::ids::TokenId;
use quire_model::scopes::{Scope, Scopes};
use quire_model::text::TokenName;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use super::Named;
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{NewToken, Token};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .get("/v1/user/tokens", list, op("listApiTokens", "Users", "List the caller's API tokens."))
        .post(
            "/v1/user/tokens",
            create,
            op("createApiToken", "Users", "Create an API token; its secret is shown once."),
        )
        .delete("/v1/user/tokens/{tokenId}", delete, op("deleteApiToken", "Users", "Revoke an API token."))
}

const LIST: &str = "user-tokens";

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Query(paging): Query<Paging>,
) -> Result<Listing<Token>, Problem> {
    let paging = context.paging(LIST, &paging)?;
    let page = context.run(move |app| app.list_tokens(&caller, &paging)).await?;
    Ok(context.listing(LIST, page.map(Token::from)))
}

/// A token to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CreateToken {
    /// The name of the token, such as its purpose.
    name: TokenName,
    /// The time at which the token expires; by default never, or with the token that the request is made with.
    #[serde(default)]
    expires_at: Option<Timestamp>,
    /// The scopes of the token besides reading; by default all those of the request's own credentials.
    #[serde(default)]
    scopes: Option<Vec<Scope>>,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Json(body): Json<CreateToken>,
) -> Result<Created<NewToken>, Problem> {
    let scopes = body.scopes.map_or(caller.scopes(), |scopes| Scopes::of(&scopes));
    let new = quire_app::accounts::tokens::NewToken { name: body.name, scopes, expires_at: body.expires_at };
    let issued = context.run(move |app| app.create_token(&caller, &new)).await?;
    let location = context.url(format_args!("/v1/user/tokens/{}", issued.token.id));
    Ok(Created { location, body: issued.into() })
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TokenPath {
    token_id: Named<TokenId>,
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(TokenPath { token_id: Named(id) }): Path<TokenPath>,
) -> Result<NoContent, Problem> {
    context.run(move |app| app.delete_token(&caller, id)).await?;
    Ok(NoContent)
}
