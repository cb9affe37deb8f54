//! The data on this machine: operations of the API run in this process, as the operator.

use anyhow::Context as _;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request};
use quire_app::App;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt as _;

/// The operations on an application.
pub(crate) struct Local {
    app: App,
    router: Router,
    runtime: Runtime,
}

/// The maximum size of an answer, in bytes.
const MOST_BYTES: usize = 256 << 20;

impl Local {
    pub(super) fn new(app: App) -> anyhow::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build().context("starting threads")?;
        let router = runtime.block_on(async { quire_api::for_operator(app.clone()) });
        Ok(Self { app, router, runtime })
    }

    pub(super) fn app(&self) -> &App {
        &self.app
    }

    pub(super) fn first_organization(&self) -> anyhow::Result<String> {
        let first = self.app.first_org()?.context("there is no organization yet: start `quire serve` once")?;
        Ok(first.to_string())
    }

    /// Returns the status and the body of the answer.
    pub(super) fn call(&self, method: Method, path: &str, body: Option<&Value>) -> anyhow::Result<(u16, Value)> {
        let request = Request::builder().method(method).uri(path).header(CONTENT_TYPE, "application/json");
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.body(body).with_context(|| format!("the path {path:?}"))?;
        self.runtime.block_on(async {
            let answer = self.router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
            let status = answer.status().as_u16();
            let bytes = to_bytes(answer.into_body(), MOST_BYTES).await.context("reading the answer")?;
            Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
        })
    }
}
