//! The API itself.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::endpoint::{Endpoints, Json, op};

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get("/v1", get, op("getApiInformation", "Server", "Tell the version of the server.").public())
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
