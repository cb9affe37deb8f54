//! The HTTP API: endpoints described by their own types, the layers around them, and the server.
//!
//! [`endpoint::Endpoints`] collects routes and their OpenAPI document from the same handler types, so that the
//! document cannot say something else than the server does. [`layers`] gives every response what the wire conventions
//! promise (JSON errors, request id, rate limits, CORS, compression), [`server`] runs the connections, and
//! [`reference`](mod@reference) shows the document to people. `pages` is where they sign in. There is no SQL here and no decision about who may do what.

mod bearer;
pub mod clients;
mod context;
pub mod endpoint;
pub mod error;
pub mod layers;
mod pages;
pub mod paging;
mod problems;
pub mod reference;
mod refusals;
mod rendering;
mod routes;
pub mod server;
mod session;
mod types;

use axum::Router;
use quire_app::App;
use serde_json::Value;

use crate::context::Context;
use crate::endpoint::Api;

/// Everything that the server answers, with what surrounds every request. `further` routes are answered beside our own.
pub fn router(app: App, mut layers: layers::Options, further: Router) -> Router {
    let Api { router, document, untimed } = routes::api(&app.options().public_url);
    layers.untimed = untimed;
    layers.session_cookie = quire_model::credentials::session_cookie(&app.options().public_url);
    let router = router.merge(pages::routes()).with_state(Context::new(app));
    layers::apply(router.merge(reference::routes(document)).merge(further), layers)
}

/// The OpenAPI document of a server at this address; of none in particular, if it is empty.
pub fn document(server: &str) -> Value {
    routes::api(server).document
}
