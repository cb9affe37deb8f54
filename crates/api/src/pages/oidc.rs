//! Signing in by OpenID Connect: to the provider, and back from it.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use maud::html;
use quire_app::App;
use quire_app::sso::oidc::{ActiveOidc, OidcName};
use quire_app::sso::sign_in::{GONE, Goal};
use quire_sso::oidc::Discovery;
use serde::Deserialize;

use super::account::again;
use super::company::{attempt, go_on, provider, refusal, send_off};
use super::form::{Current, Form};
use super::layout::Page;
use super::sign_in::{Asker, Wish};
use super::{Failure, Member, destination, see};
use crate::context::{Context, WorkKind};
use crate::endpoint::Query;
use crate::error::Problem;

/// Handles `GET /sign-in/oidc/{id}/start`: sends the browser to the provider.
pub(super) async fn start(
    State(context): State<Context>,
    Path(id): Path<String>,
    Query(Wish { next }): Query<Wish>,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let name: OidcName = provider(&id)?;
    let active = context.run(move |app| app.oidc_to_begin(name, &from)).await?;
    let discovery = description(&context, &active).await?;
    let next = destination(&next).to_owned();
    let begun = context.run(move |app| app.begin_oidc(&active, &discovery, Goal::Page(&next), None)).await?;
    Ok(send_off(&context, &begun)?)
}

/// Handles `POST /account/link`: shows the way to the provider, whose name the account is to be known by. It needs the
/// current password, as a new one does: both give access for good. A redirect of a form to another site would break the
/// policy of these pages.
pub(super) async fn link(
    State(context): State<Context>,
    Member(caller): Member,
    Asker(from): Asker,
    Form(Current { current }): Form<Current>,
) -> Result<Response, Failure> {
    let asking = caller.clone();
    let proved = context.run_in(WorkKind::Password, move |app| app.prove_current_password(&asking, &current)).await;
    if let Err(problem) = proved {
        return again(&context, caller, problem, "link-current").await;
    }
    let active = context.run(move |app| app.oidc_to_begin(OidcName::Server, &from)).await?;
    let discovery = description(&context, &active).await?;
    let begin = move |app: &App| app.begin_oidc(&active, &discovery, Goal::Page("/account?done=link"), Some(&caller));
    let begun = context.run(begin).await?;
    let label = context.app().server_sign_in_way().map(|way| way.label).unwrap_or_default();
    let page = Page::new("Link your account").show(&html! {
        h1 { "Link your account" }
        p { "Sign in there as the person who you are here. From then on you can sign in either way." }
        p { a.button.main href=(begun.location) { "Continue with " (label) } }
        p { a href="/account" { "Back to your account" } }
    });
    Ok(([(SET_COOKIE, attempt(&context, &begun))], page).into_response())
}

/// Handles `POST /account/unlink`: the provider of the server does not sign the user in any more.
pub(super) async fn unlink(
    State(context): State<Context>,
    Member(caller): Member,
    Form(()): Form<()>,
) -> Result<Response, Failure> {
    context.run(move |app| app.unlink_server_identity(&caller)).await?;
    Ok(see("/account?done=unlink"))
}

/// The part of a returning browser's query by which its attempt is found.
#[derive(Deserialize)]
pub(super) struct Returned {
    #[serde(default)]
    state: String,
}

/// Handles `GET /sign-in/oidc/{id}/callback`: takes the browser that the provider sent back.
pub(super) async fn callback(
    State(context): State<Context>,
    Path(id): Path<String>,
    Query(Returned { state }): Query<Returned>,
    RawQuery(query): RawQuery,
    Asker(from): Asker,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let name: OidcName = provider(&id)?;
    // Without the cookie this would be a sign-in of somebody else's choice.
    let secret = context.place().attempt(&headers, &App::oidc_attempt(&state)).ok_or(GONE).map_err(Problem::from)?;
    let secret = secret.to_owned();
    let awaited = context.run(move |app| app.await_oidc(name, &state, &secret, &from)).await?;
    let claims = context.providers().claims(context.app(), &awaited, query.as_deref().unwrap_or_default()).await;
    match context.run(move |app| app.answer_oidc(&awaited, claims)).await? {
        Ok(answered) => Ok(go_on(&answered)),
        Err(refused) => Ok(refusal(&refused)),
    }
}

/// Returns what a provider says of itself.
pub(super) async fn description(context: &Context, provider: &ActiveOidc) -> Result<Arc<Discovery>, Problem> {
    let described = context.providers().description(context.app(), &provider.issuer).await;
    described.map_err(|reason| Problem::bad_request(format!("The identity provider can't be used now: {reason}.")))
}
