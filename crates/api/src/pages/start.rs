//! The start page of the server: sites to read, and the ways to the writers' app, the account and the reference of the API.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, VARY};
use axum::response::{IntoResponse as _, Response};
use maud::html;
use serde_json::json;

use super::layout::Page;
use super::{Failure, Visitor};
use crate::context::Context;

/// Handles `GET /`: a page for browsers, links for programs.
pub(super) async fn show(
    State(context): State<Context>,
    Visitor(visitor): Visitor,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let wants_page =
        headers.get_all(ACCEPT).iter().any(|accept| accept.to_str().is_ok_and(|it| it.contains("text/html")));
    if !wants_page {
        let links = json!({
            "api": context.url(format_args!("/v1")),
            "reference": context.url(format_args!("/docs/api")),
            "openapi": context.url(format_args!("/openapi.json")),
            "signIn": context.url(format_args!("/sign-in")),
        });
        let body = json!({ "name": "Quire", "version": env!("CARGO_PKG_VERSION"), "links": links });
        return Ok(([(VARY, "accept")], Json(body)).into_response());
    }
    let is_member = visitor.is_some();
    let sites = context.run(move |app| app.sites_to_read(visitor.as_deref())).await?;
    let shown = html! {
        h1 { "Documentation" }
        @if sites.is_empty() {
            p { "There is nothing published for everybody here." }
        } @else {
            ul.sites { @for site in &sites { li { a href=(site.address) { (site.title) } } } }
        }
        section {
            p {
                @if is_member { a href="/app" { "Write and review" } " · " a href="/account" { "Your account" } } @else { a href="/sign-in?next=%2Fapp" { "Sign in" } }
            }
            p { a href="/docs/api" { "Reference of the API" } }
        }
    };
    let mut response = Page::new("Documentation").show(&shown);
    response.headers_mut().insert(VARY, axum::http::HeaderValue::from_static("accept"));
    Ok(response)
}
