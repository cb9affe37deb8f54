//! HTML pages: the start of the server, signing in, and the user's own account.
//!
//! Plain HTML that works without JavaScript, which passkeys alone need. Every page is private to one user and never
//! cached; its policy allows nothing but its own style, and the script of passkeys where they are asked for. A form is accepted only from a page of this server. These pages are not operations of
//! the API: programs use tokens.

mod account;
mod company;
mod factors;
mod form;
mod layout;
mod notifications;
mod oidc;
mod passkeys;
mod qr;
mod saml_logout;
mod sign_in;
mod sign_out;
mod start;
mod visitors;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::header::LOCATION;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use percent_encoding::{NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use quire_app::Caller;
use quire_model::locations::local;

use crate::bearer;
use crate::context::Context;
use crate::error::Problem;
use crate::pages::layout::Page;

/// Returns the routes of all pages.
pub(crate) fn routes() -> Router<Context> {
    Router::new()
        .route("/", get(start::show))
        .route("/sign-in", get(sign_in::show).post(sign_in::submit))
        .route("/sign-in/link", get(sign_in::show_link).post(sign_in::redeem))
        .route("/sign-in/factor", post(factors::answer))
        .route("/sign-in/passkey", get(passkeys::ask).post(passkeys::sign_in))
        .route("/sign-in/company", get(company::show))
        .route("/sign-in/saml/{id}/start", get(company::start))
        .route("/sign-in/saml/{id}/metadata", get(company::metadata))
        .route("/sign-in/saml/{id}/acs", post(company::answer))
        .route("/sign-in/saml/{id}/logout", get(saml_logout::by_address).post(saml_logout::by_form))
        .route("/sign-in/oidc/{id}/start", get(oidc::start))
        .route("/sign-in/oidc/{id}/callback", get(oidc::callback))
        .route("/sign-in/oidc/{id}/logout", post(sign_out::by_provider))
        .route("/sign-in/oidc/{id}/end", get(sign_out::at_provider))
        .route("/sign-in/visitor", get(visitors::start))
        .route("/sign-in/finish", get(company::finish).post(company::agree))
        .route("/sign-out", post(sign_out::here))
        .route("/account", get(account::show))
        .route("/account/name", post(account::rename))
        .route("/account/password", post(account::change_password))
        .route("/account/factor", post(factors::begin))
        .route("/account/factor/confirm", post(factors::confirm))
        .route("/account/factor/change", post(factors::change))
        .route("/account/passkeys", post(passkeys::begin))
        .route("/account/passkeys/add", post(passkeys::add))
        .route("/account/passkeys/remove", post(passkeys::remove))
        .route("/account/link", post(oidc::link))
        .route("/account/unlink", post(oidc::unlink))
        .route("/account/invitations", post(account::answer_invitation))
        .route("/account/notifications", post(notifications::set_mail))
        .route("/account/sessions", post(account::end_sessions))
}

/// The signed-in user, if there is one.
struct Visitor(Option<Arc<Caller>>);

impl FromRequestParts<Context> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Failure> {
        let Some(secret) = context.place().secret(&parts.headers) else { return Ok(Self(None)) };
        match bearer::by_session(secret, parts, context).await {
            Ok(caller) => Ok(Self(Some(caller))),
            Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => Ok(Self(None)),
            Err(problem) => Err(Failure(problem)),
        }
    }
}

/// The signed-in user; other visitors are redirected to the sign-in page, which leads back to the account page.
struct Member(Arc<Caller>);

impl FromRequestParts<Context> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Response> {
        match Visitor::from_request_parts(parts, context).await {
            Ok(Visitor(Some(caller))) => Ok(Self(caller)),
            Ok(Visitor(None)) => Err(see("/sign-in?next=/account")),
            Err(failure) => Err(failure.into_response()),
        }
    }
}

/// An error that is shown as a page. A 5xx stays a problem, so that the layers log it.
struct Failure(Problem);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        if self.0.status().is_server_error() {
            return self.0.into_response();
        }
        let words = self.0.message().to_owned();
        Page::new("This did not work").status(self.0.status()).show(&maud::html! {
            h1 { "This did not work" }
            p { (words) }
            p { a href="/sign-in" { "Go to the sign-in page" } }
        })
    }
}

/// Returns a 303 redirect to another page of this server.
fn see(path: &str) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static(HOME));
    (StatusCode::SEE_OTHER, [(LOCATION, location)]).into_response()
}

/// Returns a path as the value of a parameter in a query.
fn in_query(path: &str) -> PercentEncode<'_> {
    utf8_percent_encode(path, NON_ALPHANUMERIC)
}

/// The page shown after signing in if no other was requested.
const HOME: &str = "/account";

/// The maximum length in bytes of a path to return to after signing in.
const LONGEST_PATH: usize = 2000;

/// Returns the page to show after signing in: `next` if it is a path of this server in its one safe spelling, else
/// [`HOME`].
fn destination(next: &str) -> &str {
    if next.len() <= LONGEST_PATH && local(next) == next { next } else { HOME }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_server_are_destinations() {
        for path in ["/", "/account", "/a/b?c=d&e=//f#g", "/docs/api?q=http://x"] {
            assert_eq!(destination(path), path);
        }
        let long = format!("/{}", "x".repeat(LONGEST_PATH));
        for other in [
            "",
            "account",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "javascript:alert(1)",
            "/\t/evil.example",
            "/\n/evil.example",
            "\t//evil.example",
            " //evil.example",
            "/ /evil.example",
            "/é",
            "///evil.example",
            "/a\r\nSet-Cookie: x=y",
            "/..//evil.example",
            "/%2e%2e//evil.example",
            "/a/..\\evil.example",
            &long,
        ] {
            assert_eq!(destination(other), HOME, "{other:?}");
        }
    }
}
