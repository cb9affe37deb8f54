//! The API itself.

use axum::Router;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::endpoint::{Endpoints, Json, op};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get("/v1", get, op("getApiInformation", "Server", "Tell the version of the server.").public())
}

/// The same under the address that the published client asks.
pub(super) fn alias() -> Router<Context> {
    Router::new().route("/v1/", axum::routing::get(get))
}

/// The version of the server.
#[derive(Debug, Serialize, JsonSchema)]
struct ApiInformation {
    version: &'static str,
    /// Which build of that version.
    build: &'static str,
}

async fn get() -> Json<ApiInformation> {
    let build = option_env!("QUIRE_BUILD").unwrap_or("source");
    Json(ApiInformation { version: env!("CARGO_PKG_VERSION"), build })
}
