//! The pages for signing in and out.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::header::{SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use quire_app::accounts::sign_in::{Passed, SignedIn};
use quire_app::accounts::sign_in_bounds::Origin;
use quire_model::addresses::EmailAddress;
use quire_model::client_addresses::ClientAddress;
use quire_workers::Refusal;
use serde::Deserialize;

use super::factors;
use super::form::Form;
use super::layout::{Page, alert};
use super::{Failure, Visitor, destination, in_query, see};
use crate::context::{Context, WorkKind};
use crate::endpoint::Query;
use crate::error::Problem;
use crate::session;

/// The query with the page to show after signing in.
#[derive(Deserialize)]
pub(super) struct Wish {
    #[serde(default)]
    pub(super) next: String,
}

/// Handles `GET /sign-in`: shows the form, or redirects a signed-in user.
pub(super) async fn show(
    State(context): State<Context>,
    Visitor(visitor): Visitor,
    Query(Wish { next }): Query<Wish>,
) -> Response {
    let next = destination(&next);
    if visitor.is_some() { see(next) } else { Page::new(TITLE).show(&form(&context, "", next, None)) }
}

const TITLE: &str = "Sign in";

/// The fields of the sign-in form. The browser adds the value of the button that was pressed.
#[derive(Deserialize)]
pub(super) struct Credentials {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    next: String,
    #[serde(default)]
    way: Button,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum Button {
    #[default]
    Password,
    Link,
}

/// Handles `POST /sign-in`: signs in with a password, or sends a sign-in link.
pub(super) async fn submit(
    State(context): State<Context>,
    from: Asker,
    Form(Credentials { email, password, next, way }): Form<Credentials>,
) -> Result<Response, Failure> {
    let done = match way {
        Button::Password => with_password(&context, from, email.clone(), password, &next).await,
        Button::Link => ask_for_link(&context, from, &email, &next).await,
    };
    done.or_else(|problem| match problem.status() {
        StatusCode::UNAUTHORIZED | StatusCode::BAD_REQUEST => {
            let page = Page::new(TITLE).status(StatusCode::UNPROCESSABLE_ENTITY);
            Ok(page.show(&form(&context, &email, destination(&next), Some(problem.message()))))
        }
        StatusCode::TOO_MANY_REQUESTS => {
            let page = Page::new(TITLE).status(StatusCode::TOO_MANY_REQUESTS);
            let mut refused = page.show(&form(&context, &email, destination(&next), Some(problem.message())));
            refused.extensions_mut().insert(Refusal("attempts to sign in"));
            Ok(refused)
        }
        _ => Err(Failure(problem)),
    })
}

async fn with_password(
    context: &Context,
    Asker(from): Asker,
    email: String,
    password: String,
    next: &str,
) -> Result<Response, Problem> {
    let passed = context.run_in(WorkKind::Password, move |app| app.sign_in(&email, &password, &from)).await?;
    Ok(passed_first(context, &passed, next))
}

/// Returns the response to a first factor: a session, or the page that asks for the second one.
fn passed_first(context: &Context, passed: &Passed, next: &str) -> Response {
    match passed {
        Passed::SignedIn(signed_in) => welcome(context, signed_in, next),
        Passed::Challenged(challenge) => Page::new("One more step").show(&factors::ask(challenge, next, None)),
    }
}

async fn ask_for_link(context: &Context, Asker(from): Asker, email: &str, next: &str) -> Result<Response, Problem> {
    let email =
        EmailAddress::try_from(email.to_owned()).map_err(|e| Problem::bad_request(format!("The address {e}.")))?;
    let asked = email.clone();
    let next = destination(next).to_owned();
    context.run(move |app| app.request_sign_in_link(&asked, &next, &from)).await?;
    Ok(Page::new("Look into your mail").show(&html! {
        h1 { "Look into your mail" }
        p { "If " strong { (email.as_str()) } " has an account here, a link to sign in is on its way. It works once, within 15 minutes." }
        @if !context.app().options().sends_mail {
            p { "This server sends no mail: whoever runs it finds the link in its log." }
        }
        p { a href="/sign-in" { "Back" } }
    }))
}

/// The query of a sign-in link.
#[derive(Deserialize)]
pub(super) struct Link {
    #[serde(default)]
    token: String,
    #[serde(default)]
    next: String,
}

/// Handles `GET /sign-in/link`: shows a button that uses the link. Mail scanners follow links but press no buttons, so
/// they do not use it up.
pub(super) async fn show_link(Query(Link { token, next }): Query<Link>) -> Response {
    Page::new(TITLE).show(&html! {
        h1 { "Sign in to Quire" }
        p { "One more step: this link works once." }
        form method="post" action="/sign-in/link" {
            input type="hidden" name="token" value=(token);
            input type="hidden" name="next" value=(destination(&next));
            button.main { "Sign in" }
        }
    })
}

/// Handles `POST /sign-in/link`: uses the link and signs in.
pub(super) async fn redeem(
    State(context): State<Context>,
    Asker(from): Asker,
    Form(Link { token, next }): Form<Link>,
) -> Result<Response, Failure> {
    match context.run(move |app| app.redeem_sign_in_link(&token, &from)).await {
        Ok(passed) => Ok(passed_first(&context, &passed, &next)),
        Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => {
            let page = Page::new(TITLE).status(StatusCode::UNPROCESSABLE_ENTITY);
            Ok(page.show(&form(&context, "", destination(&next), Some(problem.message()))))
        }
        Err(problem) => Err(Failure(problem)),
    }
}

/// Returns the response that signs a browser in and leads to `next`.
pub(super) fn welcome(context: &Context, signed_in: &SignedIn, next: &str) -> Response {
    let cookie = context.place().cookie(&signed_in.secret);
    let mut response = ([(SET_COOKIE, cookie)], see(destination(next))).into_response();
    if let Some(device) = &signed_in.device {
        response.headers_mut().append(SET_COOKIE, context.place().device_cookie(device));
    }
    response
}

/// The origin of a sign-in request: the client's address, the device cookie and the `User-Agent` header.
pub(super) struct Asker(pub(super) Origin);

impl<S: Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let agent = parts.headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default().to_owned();
        let device = session::device(&parts.headers).map(str::to_owned);
        let client = parts.extensions.get::<ClientAddress>().copied();
        Ok(Self(Origin { client, device, agent }))
    }
}

/// Returns the sign-in form. The Enter key presses its first button.
fn form(context: &Context, email: &str, next: &str, problem: Option<&str>) -> Markup {
    html! {
        h1 { "Sign in to Quire" }
        @if let Some(words) = problem { (alert(words)) }
        form method="post" action="/sign-in" {
            input type="hidden" name="next" value=(next);
            label for="email" { "E-mail address" }
            input id="email" name="email" type="email" value=(email) autocomplete="username" autocapitalize="none"
                spellcheck="false" required maxlength="254" autofocus[email.is_empty()];
            label for="password" { "Password" }
            input id="password" name="password" type="password" autocomplete="current-password" autofocus[!email.is_empty()];
            button.main name="way" value="password" { "Sign in" }
            p.or { "or, without a password" }
            button name="way" value="link" { "E-mail me a link" }
        }
        @if context.app().has_passkeys() {
            p { a.button href={ "/sign-in/passkey?next=" (in_query(next)) } { "Sign in with a passkey" } }
        }
        @if let Some(way) = context.app().server_sign_in_way() {
            p { a.button href={ (way.start_url) "?next=" (in_query(next)) } { "Continue with " (way.label) } }
        }
        p { a href={ "/sign-in/company?next=" (in_query(next)) } { "Sign in with your company" } }
    }
}
