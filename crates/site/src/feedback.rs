//! Feedback on pages: a form that a reader sends, and the page that thanks for it.
//!
//! A form counts only from a page of the same origin, as browsers say by headers that scripts cannot set, and only for a
//! page that its reader sees. A form that is refused for its origin is answered like an address that does not exist.

use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, ORIGIN, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use quire_app::Error;
use quire_app::sites::page_feedback::GivenFeedback;
use quire_content::id::PageId;
use quire_model::ids::SiteSpaceId;
use quire_model::payer::Payer;
use quire_render::page::{LinkedPage, feedback_page};
use serde::Deserialize;

use crate::answers::Answer;
use crate::drawing::HTML;
use crate::failures::{nothing, plain, redirect};
use crate::frame::Surround;
use crate::headers::{self, CacheVisibility};
use crate::location::Location;
use crate::request_context::RequestContext;
use crate::route::{self, Part};
use crate::{Failure, Sites, appearance};

/// The maximum size of a form, in bytes: a text of 1,000 characters, each of which may take twelve.
const MOST_BYTES: usize = 16 << 10;
const FORM: &str = "application/x-www-form-urlencoded";

/// A form, as its reader sent it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Form {
    page: String,
    helpful: Helpful,
    #[serde(default)]
    comment: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Helpful {
    Yes,
    No,
}

/// Returns true if a page of this origin sent the request.
pub(crate) fn comes_from(headers: &HeaderMap, origin: &str) -> bool {
    let says = |name: &str, value: &str| headers.get(name).is_some_and(|it| it.as_bytes() == value.as_bytes());
    says("sec-fetch-site", "same-origin") || says(ORIGIN.as_str(), origin)
}

/// Receives a form.
pub(crate) async fn receive(sites: &Sites, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let site_request = sites.requested(&parts);
    if !parts.headers.get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(FORM.as_bytes())) {
        return plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "This is not a form.");
    }
    let Ok(body) = to_bytes(body, MOST_BYTES).await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE, "This form is too large.");
    };
    match serde_urlencoded::from_bytes(&body) {
        Ok(form) => sites.answered(site_request, parts, Some(form)).await,
        Err(_) => plain(StatusCode::BAD_REQUEST, "This form is not complete."),
    }
}

/// The outcome of a request.
enum Outcome {
    Stored(Location),
    Page(StatusCode, String),
    Missing,
    Invalid,
}

/// Stores what a form says, or thanks for it where there is no form.
pub(crate) async fn answer(
    sites: &Sites,
    mut context: RequestContext,
    form: Option<Form>,
    part: &Part,
) -> Result<Response, Failure> {
    let named = form.as_ref().map(|form| form.page.clone()).or_else(|| part.page.clone()).unwrap_or_default();
    let (client, secret) = (quire_workers::payer(), context.secret);
    let outcome = sites.run(move |app| {
        context.app = app.clone();
        let outcome = outcome(&context, &named, form, client)?;
        context.whole(outcome)
    });
    Ok(match outcome.await? {
        Outcome::Stored(location) => redirect(&location, StatusCode::SEE_OTHER),
        Outcome::Page(status, html) => page(status, html, secret),
        Outcome::Missing => nothing(),
        Outcome::Invalid => plain(StatusCode::BAD_REQUEST, "This text is too long."),
    })
}

fn outcome(context: &RequestContext, named: &str, form: Option<Form>, client: Payer) -> Result<Outcome, Error> {
    let Some((space, page)) = route::read_page_name(named) else { return Ok(Outcome::Missing) };
    let Some(about) = about(context, space, page)? else { return Ok(Outcome::Missing) };
    let shown = |stored| {
        let surround = Surround::new(context, None, &|_| None)?;
        Ok::<_, Error>(feedback_page(&surround.frame(&context.site_view), &about, stored))
    };
    let Some(form) = form else { return Ok(Outcome::Page(StatusCode::OK, shown(true)?)) };
    // Browsers send line breaks as two characters, and count them as one.
    let Ok(comment) = form.comment.replace("\r\n", "\n").trim().to_owned().try_into() else {
        return Ok(Outcome::Invalid);
    };
    let given = GivenFeedback { site_space: space, page, helpful: form.helpful == Helpful::Yes, comment };
    let site = context.site();
    match context.app.give_feedback(site.organization.id, site.site.id, &given, client) {
        Ok(()) => Ok(Outcome::Stored(Location::here(&context.href(&format!("{}?page={named}", route::FEEDBACK))))),
        Err(Error::TooMany { .. }) => Ok(Outcome::Page(StatusCode::TOO_MANY_REQUESTS, shown(false)?)),
        Err(error) => Err(error),
    }
}

/// Returns the page that feedback is about, if its reader sees it and is asked.
fn about(context: &RequestContext, space: SiteSpaceId, page: PageId) -> Result<Option<LinkedPage>, Error> {
    let (space, visible_pages) = match context.space(space) {
        Err(Error::NotFound(_)) => return Ok(None),
        found => found?,
    };
    let (Some(record), Some(href)) = (visible_pages.page(page), context.page_href(space, &visible_pages, page)) else {
        return Ok(None);
    };
    let about = || LinkedPage { title: record.title.clone(), href, breadcrumbs: Vec::new() };
    Ok(appearance::asks_for_feedback(context, space).then(about))
}

fn page(status: StatusCode, html: String, secret: bool) -> Response {
    let mut all = headers::document(HTML, CacheVisibility::Private, secret, "");
    headers::unindexed(&mut all);
    let mut response = Arc::new(Answer::new(status, all, html.into_bytes(), None)).respond(None);
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3600"));
    }
    response
}
