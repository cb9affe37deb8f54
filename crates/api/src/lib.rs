//! The HTTP API: endpoints described by their own types, the layers around them, and the server.
//!
//! [`endpoint::Endpoints`] collects routes and their OpenAPI document from the same handler types, so that the
//! document always matches the server. [`layers`] adds to every response what the wire conventions require (JSON
//! errors, request id, rate limits, CORS, compression), [`server`] runs the connections, [`reference`](mod@reference)
//! shows the document to users, `pages` has the HTML pages for signing in, and `writing`
//! serves the writers' app. SQL and authorization are not here.

mod asked;
mod bearer;
pub mod clients;
mod context;
pub mod endpoint;
mod entity_tags;
pub mod error;
mod followers;
mod identity_providers;
mod importing;
pub mod layers;
mod missing;
mod pages;
pub mod paging;
mod problems;
mod receiving;
mod recollection;
pub mod reference;
mod refusals;
mod rendering;
mod routes;
mod scim;
pub mod server;
mod session;
mod types;
mod writing;

use axum::{Extension, Router};
use quire_app::App;
use serde_json::Value;

use crate::context::Context;
use crate::endpoint::Api;
pub use crate::recollection::Recollection;

/// Returns the routes of the whole server with all layers. `further` routes are served beside those of the API.
pub fn routes(app: App, mut layers: layers::Options, further: Router) -> Recollection {
    let Api { router, description, untimed } = routes::api(&app.options().public_url);
    layers.untimed = untimed;
    layers.session_cookie = quire_model::credentials::session_cookie(&app.options().public_url);
    let app_page = writing::routes(layers.entropy.clone());
    let (context, layers) = (Context::new(app), layers::EdgeLayer::new(layers));
    let router = router.merge(pages::routes()).merge(scim::routes()).with_state(context.clone());
    let router = router
        .merge(reference::routes(move || description.document()))
        .merge(app_page)
        .merge(further)
        .fallback(missing::answer);
    Recollection::new(router.layer(layers.clone()), context, layers)
}

/// Returns the operations of the API without layers. Every request is the operator's: this is for commands on the
/// machine that has the data, and no connection may reach it.
pub fn for_operator(app: App) -> Router {
    let Api { router, .. } = routes::api(&app.options().public_url);
    router.with_state(Context::new(app)).layer(Extension(bearer::Operator))
}

/// Returns the OpenAPI document for a server at this address; without an address if `server` is empty.
pub fn document(server: &str) -> Value {
    routes::api(server).description.document()
}
