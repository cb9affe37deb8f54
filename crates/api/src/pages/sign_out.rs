//! Signing out: here, at the provider by which the session began, and by the word of a provider of OpenID Connect.

use axum::Json;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::html;
use quire_app::sso::oidc::OidcName;
use quire_app::sso::sign_out::ProviderSignOut;
use quire_sso::oidc::{TokenRefusal, end_session_url};
use serde::Deserialize;
use serde_json::json;

use super::company::provider;
use super::form::Form;
use super::layout::Page;
use super::oidc::description;
use super::sign_in::Asker;
use super::{Failure, Visitor, see};
use crate::context::Context;
use crate::error::Problem;
use crate::identity_providers::KeysAge;

/// The maximum size of the form with a token, in bytes.
const MOST_BYTES: usize = 256 << 10;

/// Handles `POST /sign-out`: ends the session and removes its cookie. A session that began at a provider may be ended
/// there too: by a link, since a redirect of a form to another site would break the policy of these pages.
pub(super) async fn here(
    State(context): State<Context>,
    Visitor(visitor): Visitor,
    Form(()): Form<()>,
) -> Result<Response, Failure> {
    let mut end = None;
    if let Some(caller) = visitor {
        let asking = caller.clone();
        let begun = context.run(move |app| app.provider_sign_out(&asking)).await?;
        context.run(move |app| app.sign_out(&caller)).await?;
        end = match begun {
            // The session is over, whatever the provider answers.
            Some(ProviderSignOut::Oidc { name, id_token }) => {
                address(&context, name, id_token.as_deref()).await.unwrap_or_default()
            }
            Some(ProviderSignOut::Saml(address)) => Some(address),
            None => None,
        };
    }
    let shown = match end {
        None => see("/sign-in"),
        Some(address) => Page::new("You are signed out").show(&html! {
            h1 { "You are signed out" }
            p { "Whoever uses this browser may sign in again without a password while it is signed in at the identity \
                 provider." }
            p { a.button.main href=(address) { "Sign out at the identity provider too" } }
            p { a href="/sign-in" { "Back to the sign-in page" } }
        }),
    };
    Ok(([(SET_COOKIE, context.place().no_cookie())], shown).into_response())
}

/// Returns the address at which a browser signs out at a provider, if it has one.
async fn address(context: &Context, name: OidcName, id_token: Option<&str>) -> Result<Option<String>, Problem> {
    let active = context.run(move |app| app.oidc_to_end(name)).await?;
    let discovery = description(context, &active).await?;
    Ok(end_session_url(&discovery, &active.client.id, id_token))
}

/// Handles `GET /sign-in/oidc/{id}/end`: leads a visitor of a site to the sign-out at a provider, which asks whom.
pub(super) async fn at_provider(
    State(context): State<Context>,
    Path(id): Path<String>,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let name: OidcName = provider(&id)?;
    context.run(move |app| app.oidc_to_begin(name, &from)).await?;
    if let Some(address) = address(&context, name, None).await? {
        let location = HeaderValue::try_from(address)
            .map_err(|_| Problem::bad_request("the address of the identity provider can't be used"))?;
        return Ok((StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response());
    }
    Ok(Page::new("Sign out at the identity provider").show(&html! {
        h1 { "Sign out at the identity provider" }
        p { "This identity provider does not say where to sign out: open it, and sign out there." }
    }))
}

/// The form of a provider that says that somebody has signed out there.
#[derive(Deserialize)]
struct Told {
    logout_token: String,
}

/// Handles `POST /sign-in/oidc/{id}/logout`: ends the sessions that began in what the provider has signed out (OpenID
/// Connect Back-Channel Logout 1.0). The provider itself sends it, so there are no cookies and no origin.
pub(super) async fn by_provider(
    State(context): State<Context>,
    Path(id): Path<String>,
    Asker(from): Asker,
    request: Request,
) -> Result<Response, Failure> {
    let name: OidcName = provider(&id)?;
    let bytes = to_bytes(request.into_body(), MOST_BYTES).await.map_err(|_| Problem::too_large(MOST_BYTES))?;
    let active = context.run(move |app| app.oidc_to_end(name)).await?;
    let Ok(Told { logout_token }) = serde_urlencoded::from_bytes(&bytes) else {
        return Ok(refused("the form has no field logout_token"));
    };
    let (app, providers) = (context.app(), context.providers());
    let verified = match providers.logout(app, &active, &logout_token, KeysAge::Kept).await {
        // Anybody can name a key that is not known, so it is counted before the provider is asked for new ones. A provider
        // whose keys are known may sign out everybody at once.
        Ok(Err(TokenRefusal::UnknownKey(_) | TokenRefusal::Signature(_))) => {
            context.run(move |app| app.oidc_to_begin(name, &from)).await?;
            providers.logout(app, &active, &logout_token, KeysAge::Newest).await
        }
        verified => verified,
    };
    match verified {
        Ok(Ok(token)) => {
            context.run(move |app| app.end_by_provider(&active, &token)).await?;
            Ok((StatusCode::OK, [(CACHE_CONTROL, "no-store")]).into_response())
        }
        Ok(Err(refusal)) => Ok(refused(&refusal.to_string())),
        Err(reason) => Ok(refused(&reason)),
    }
}

/// Returns the answer to a token that does not count, as the standard has it.
fn refused(reason: &str) -> Response {
    tracing::warn!(reason, "a sign-out by a provider was refused");
    let body = json!({ "error": "invalid_request", "error_description": reason });
    (StatusCode::BAD_REQUEST, [(CACHE_CONTROL, "no-store")], Json(body)).into_response()
}
