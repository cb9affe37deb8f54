//! Single logout with SAML: the messages that browsers bring from a provider, by address or by form.
//!
//! A request ends sessions by the names in it, not by the cookies of the browser that brings it, which a form from another
//! site does not have. Its signature is the whole proof. An answer to a request of ours changes nothing: the session ended
//! before the provider was asked.

use axum::body::to_bytes;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use quire_app::accounts::sign_in_bounds::Origin;
use quire_app::sso::people::Refused;
use quire_model::ids::SamlProviderId;
use quire_sso::saml::{Brought, claims_success};
use serde::Deserialize;

use super::Failure;
use super::company::provider;
use super::layout::{Page, alert};
use super::sign_in::Asker;
use crate::context::{Context, WorkKind};
use crate::error::Problem;

/// The maximum size of a form with a message, in bytes.
const MOST_BYTES: usize = 512 << 10;

/// The parameters that say what a message is.
#[derive(Deserialize)]
struct Brings {
    #[serde(rename = "SAMLRequest")]
    request: Option<String>,
    #[serde(rename = "SAMLResponse")]
    response: Option<String>,
    #[serde(rename = "RelayState")]
    relay_state: Option<String>,
}

impl Brings {
    fn read(text: &str) -> Result<Self, Problem> {
        serde_urlencoded::from_str(text).map_err(|e| Problem::bad_request(format!("the message can't be read: {e}")))
    }
}

/// Handles `GET /sign-in/saml/{id}/logout` (HTTP-Redirect).
pub(super) async fn by_address(
    State(context): State<Context>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let id: SamlProviderId = provider(&id)?;
    let query = query.unwrap_or_default();
    let Brings { request, response, .. } = Brings::read(&query)?;
    match (request, response) {
        (Some(_), None) => {
            let work = move |app: &quire_app::App| app.answer_saml_logout(id, Brought::Query(&query), &from);
            Ok(answered(context.run_in(WorkKind::Password, work).await?)?)
        }
        (None, Some(_)) => Ok(told(Brought::Query(&query))),
        _ => Err(neither()),
    }
}

/// Handles `POST /sign-in/saml/{id}/logout` (HTTP-POST).
pub(super) async fn by_form(
    State(context): State<Context>,
    Path(id): Path<String>,
    Asker(from): Asker,
    request: Request,
) -> Result<Response, Failure> {
    let id: SamlProviderId = provider(&id)?;
    let bytes = to_bytes(request.into_body(), MOST_BYTES).await.map_err(|_| Problem::too_large(MOST_BYTES))?;
    let form = String::from_utf8(bytes.into()).map_err(|_| Problem::bad_request("the form is not in UTF-8"))?;
    match Brings::read(&form)? {
        Brings { request: Some(value), response: None, relay_state } => {
            Ok(asked(&context, id, value, relay_state, from).await?)
        }
        Brings { request: None, response: Some(value), .. } => Ok(told(Brought::Form(&value, None))),
        _ => Err(neither()),
    }
}

async fn asked(
    context: &Context,
    id: SamlProviderId,
    value: String,
    relay_state: Option<String>,
    from: Origin,
) -> Result<Response, Problem> {
    let work =
        move |app: &quire_app::App| app.answer_saml_logout(id, Brought::Form(&value, relay_state.as_deref()), &from);
    answered(context.run_in(WorkKind::Password, work).await?)
}

fn neither() -> Failure {
    Failure(Problem::bad_request("a sign-out needs either SAMLRequest or SAMLResponse"))
}

/// Leads the browser back to the provider with the answer, or says that the request was refused.
fn answered(outcome: Result<Option<String>, Refused>) -> Result<Response, Problem> {
    match outcome {
        Ok(Some(address)) => {
            let location = HeaderValue::try_from(address)
                .map_err(|_| Problem::bad_request("the address of the identity provider can't be used"))?;
            Ok((StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response())
        }
        Ok(None) => Ok(Page::new(TITLE).show(&html! {
            h1 { (TITLE) }
            p { "Your identity provider has signed you out here." }
        })),
        Err(refused) => Ok(Page::new("This sign-out was refused").status(StatusCode::FORBIDDEN).show(&html! {
            h1 { "This sign-out was refused" }
            (alert("The message of the identity provider does not count here. Sign out on the page of your account."))
            p { "For your admin: " code { (refused.code) } ": " (refused.log) "." }
            p { a href="/account" { "Your account" } }
        })),
    }
}

const TITLE: &str = "You are signed out";

/// Returns the page after the answer of a provider to a request of ours, in words of our own.
fn told(brought: Brought<'_>) -> Response {
    let content: Markup = match claims_success(brought) {
        Ok(true) => html! {
            h1 { (TITLE) }
            p { "Your identity provider says that it has signed you out." }
        },
        Ok(false) => html! {
            h1 { "Back from the identity provider" }
            (alert("Your identity provider says that it did not sign you out everywhere. Sign out there, and close the browser."))
        },
        Err(_) => {
            return Page::new("This did not work").status(StatusCode::BAD_REQUEST).show(&html! {
                h1 { "This did not work" }
                p { "The answer of the identity provider can't be read." }
            });
        }
    };
    Page::new(TITLE).show(&html! { (content) p { a href="/sign-in" { "Go to the sign-in page" } } })
}
