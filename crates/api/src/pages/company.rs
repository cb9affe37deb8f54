//! Signing in by the identity provider of an organization: the ways there are, SAML, and the end of every sign-in.
//!
//! The provider posts its response from another site, so the post has neither the session nor the cookie of the attempt;
//! it leads to a page of this site, to which the browser sends that cookie.

use std::str::FromStr;
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};
use quire_app::accounts::sign_in_bounds::Origin;
use quire_app::sso::people::Refused;
use quire_app::sso::sign_in::{Answered, Begun, Consent, Finished, GONE, Goal};
use quire_app::sso::ways::SignInWay;
use quire_app::{App, Caller};
use quire_model::ids::SamlProviderId;
use serde::Deserialize;

use super::form::Form;
use super::layout::{Page, alert};
use super::sign_in::{Asker, Wish, welcome};
use super::{Failure, Visitor, destination, in_query, see};
use crate::context::{Context, WorkKind};
use crate::endpoint::Query;
use crate::error::Problem;

const TITLE: &str = "Sign in";
/// The maximum size of a response in bytes.
const MOST_BYTES: usize = 512 << 10;

/// The query of the page that offers an organization's ways to sign in.
#[derive(Deserialize)]
pub(super) struct CompanyQuery {
    /// An e-mail address, or the host name of an organization.
    #[serde(default)]
    of: String,
    #[serde(default)]
    next: String,
}

/// Handles `GET /sign-in/company`: shows the ways to sign in for an address or a host name.
pub(super) async fn show(
    State(context): State<Context>,
    Query(CompanyQuery { of, next }): Query<CompanyQuery>,
) -> Result<Response, Failure> {
    let asked = of.clone();
    let ways = context.run(move |app| app.sign_in_ways_for(&asked)).await?;
    Ok(Page::new(TITLE).show(&choice(&of, &ways, destination(&next))))
}

fn choice(of: &str, ways: &[SignInWay], next: &str) -> Markup {
    html! {
        h1 { "Sign in with your company" }
        @if ways.is_empty() && !of.is_empty() {
            (alert("No organization here offers a sign-in of its own for this address. Sign in with a password or by \
                    a link, or ask your admin."))
        }
        @for way in ways {
            p { a.button.main href={ (way.start_url) "?next=" (in_query(next)) } { "Continue with " (way.label) } }
        }
        form method="get" action="/sign-in/company" {
            input type="hidden" name="next" value=(next);
            label for="of" { "E-mail address, or the name of your organization in its addresses" }
            input id="of" name="of" value=(of) autocomplete="username" autocapitalize="none" spellcheck="false" required
                maxlength="254" autofocus[ways.is_empty()];
            button { "Look for a way" }
        }
        p { a href="/sign-in" { "Sign in another way" } }
    }
}

/// Handles `GET /sign-in/saml/{id}/start`: sends the browser to the provider.
pub(super) async fn start(
    State(context): State<Context>,
    Path(id): Path<String>,
    Query(Wish { next }): Query<Wish>,
    Asker(from): Asker,
) -> Result<Response, Failure> {
    let id: SamlProviderId = provider(&id)?;
    let next = destination(&next).to_owned();
    let begun = context.run(move |app| app.begin_saml(id, Goal::Page(&next), &from)).await?;
    Ok(send_off(&context, &begun)?)
}

/// Sends a browser to the provider at which its sign-in has begun.
pub(super) fn send_off(context: &Context, begun: &Begun) -> Result<Response, Problem> {
    let location = HeaderValue::try_from(&begun.location)
        .map_err(|_| Problem::bad_request("the address of the identity provider can't be used"))?;
    Ok((StatusCode::SEE_OTHER, [(LOCATION, location), (SET_COOKIE, attempt(context, begun))]).into_response())
}

/// Returns the cookie by which a browser proves that it began a sign-in.
pub(super) fn attempt(context: &Context, begun: &Begun) -> HeaderValue {
    context.place().attempt_cookie(&begun.attempt, &begun.browser)
}

/// Leads a browser on from the provider's answer, with its own cookies.
pub(super) fn go_on(answered: &Answered) -> Response {
    see(&format!("/sign-in/finish?code={}&attempt={}", answered.code, answered.attempt))
}

/// Handles `GET /sign-in/saml/{id}/metadata`: what the provider has to know of us.
pub(super) async fn metadata(State(context): State<Context>, Path(id): Path<String>) -> Result<Response, Failure> {
    let id: SamlProviderId = provider(&id)?;
    let xml = context.run(move |app| app.saml_metadata(id)).await?;
    Ok(([(CONTENT_TYPE, "application/samlmetadata+xml")], xml).into_response())
}

/// The fields of a provider's post. The path to show afterwards is never one of them.
#[derive(Deserialize)]
struct Posted {
    #[serde(rename = "SAMLResponse", default)]
    response: String,
}

/// Handles `POST /sign-in/saml/{id}/acs`: takes the provider's response.
pub(super) async fn answer(
    State(context): State<Context>,
    Path(id): Path<String>,
    Asker(from): Asker,
    request: Request,
) -> Result<Response, Failure> {
    let id: SamlProviderId = provider(&id)?;
    let bytes = to_bytes(request.into_body(), MOST_BYTES).await.map_err(|_| Problem::too_large(MOST_BYTES))?;
    let posted: Posted = serde_urlencoded::from_bytes(&bytes)
        .map_err(|e| Problem::bad_request(format!("the form can't be read: {e}")))?;
    let work = move |app: &quire_app::App| app.answer_saml(id, &posted.response, &from);
    match context.run_in(WorkKind::Password, work).await? {
        Ok(answered) if answered.is_unasked => Ok(Page::new(TITLE).show(&agreement(&answered))),
        Ok(answered) => Ok(go_on(&answered)),
        Err(refused) => Ok(refusal(&refused)),
    }
}

/// Returns the page that asks before a sign-in which the browser did not begin.
fn agreement(answered: &Answered) -> Markup {
    html! {
        h1 { "Sign in to Quire" }
        p { "Your identity provider signs you in as " strong { (answered.person) } "." }
        form method="post" action="/sign-in/finish" {
            input type="hidden" name="code" value=(answered.code);
            input type="hidden" name="attempt" value=(answered.attempt);
            button.main { "Sign in" }
        }
        p { a href="/sign-in" { "This is not me" } }
    }
}

/// The fields by which a sign-in is finished.
#[derive(Deserialize)]
pub(super) struct Finish {
    #[serde(default)]
    code: String,
    #[serde(default)]
    attempt: String,
}

/// Handles `GET /sign-in/finish`: signs in the browser that began.
pub(super) async fn finish(
    State(context): State<Context>,
    Query(fields): Query<Finish>,
    Asker(from): Asker,
    Visitor(visitor): Visitor,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    // Without the cookie this would be a sign-in of somebody else's choice.
    let secret = context.place().attempt(&headers, &fields.attempt).ok_or(GONE).map_err(Problem::from)?;
    let consent = Consent::Began(secret.to_owned());
    finished(&context, fields, consent, visitor, from).await
}

/// Handles `POST /sign-in/finish`: signs in after the user agreed.
pub(super) async fn agree(
    State(context): State<Context>,
    Asker(from): Asker,
    Form(fields): Form<Finish>,
) -> Result<Response, Failure> {
    finished(&context, fields, Consent::Agreed, None, from).await
}

async fn finished(
    context: &Context,
    Finish { code, attempt }: Finish,
    consent: Consent,
    visitor: Option<Arc<Caller>>,
    from: Origin,
) -> Result<Response, Failure> {
    let finish = move |app: &App| app.finish_sso(&code, &consent, visitor.as_deref(), &from);
    let mut response = match context.run(finish).await? {
        Ok(Finished::SignedIn(signed_in, next)) => welcome(context, &signed_in, &next),
        Ok(Finished::Linked(next) | Finished::Visitor(next)) => see(&next),
        Err(refused) => return Ok(refusal(&refused)),
    };
    response.headers_mut().append(SET_COOKIE, context.place().no_attempt_cookie(&attempt));
    Ok(response)
}

/// Returns the page of a refused sign-in, which says what can be done.
pub(super) fn refusal(refused: &Refused) -> Response {
    Page::new("This sign-in was refused").status(StatusCode::FORBIDDEN).show(&html! {
        h1 { "This sign-in was refused" }
        (alert(&refused.advice))
        p { "For your admin: " code { (refused.code) } ": " (refused.log) "." }
        @match &refused.back {
            Some(address) => p { a href=(address) { "Back to the site" } },
            None => p { a href="/sign-in" { "Back to the sign-in page" } },
        }
    })
}

/// Returns the name of a provider in a path; a text of another form names nothing.
pub(super) fn provider<T: FromStr>(id: &str) -> Result<T, Problem> {
    id.parse().map_err(|_| Problem::from(quire_app::Error::NotFound("identity provider")))
}
