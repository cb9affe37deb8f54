//! Liveness and readiness of the server, for its operators.

use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::endpoint::{Endpoints, Json, op};
use crate::error::Problem;

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get("/healthz", live, op("getHealth", "Server", "Check liveness.").public()).get(
        "/readyz",
        ready,
        op("getReadiness", "Server", "Check readiness: the database answers.").public(),
    )
}

/// The state of the server.
#[derive(Debug, Serialize, JsonSchema)]
struct Health {
    status: Status,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "HealthStatus")]
enum Status {
    Ok,
}

async fn live() -> Json<Health> {
    Json(Health { status: Status::Ok })
}

async fn ready(State(context): State<Context>) -> Result<Json<Health>, Problem> {
    context.run(quire_app::App::ping).await?;
    Ok(Json(Health { status: Status::Ok }))
}
