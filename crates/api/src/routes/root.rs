//! Information about the API: its version and build.

use axum::Router;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::endpoint::{Endpoints, Json, op};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get("/v1", get, op("getApiInformation", "Server", "Get the version of the server.").public())
}

/// Returns a route with the same answer at `/v1/`, the address that the published client requests.
pub(super) fn alias() -> Router<Context> {
    Router::new().route("/v1/", axum::routing::get(get))
}

/// The version of the server.
#[derive(Debug, Serialize, JsonSchema)]
struct ApiInformation {
    version: &'static str,
    /// The build of that version; `source` if it was built without a label.
    build: &'static str,
}

async fn get() -> Json<ApiInformation> {
    let build = option_env!("QUIRE_BUILD").unwrap_or("source");
    Json(ApiInformation { version: env!("CARGO_PKG_VERSION"), build })
}
