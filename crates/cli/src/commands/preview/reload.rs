//! Reloading in the browser: a script in each page of the preview, and an address that answers when the content has
//! changed.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Query, Request};
use axum::http::HeaderValue;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde::Deserialize;
use tokio::sync::watch;

/// The address of the script.
const SCRIPT: &str = "/~preview/reload.js";

/// The address that answers with the number of the present version.
const VERSION: &str = "/~preview/version";

/// The time after which the answer comes though nothing has changed.
const WAIT: Duration = Duration::from_secs(20);

/// The maximum size in bytes of a page that gets the script.
const LARGEST: usize = 64 << 20;

/// The number of the present version of the content. Cheap to clone.
#[derive(Clone)]
pub(super) struct Versions(Arc<watch::Sender<u64>>);

impl Default for Versions {
    fn default() -> Self {
        Self(Arc::new(watch::channel(0).0))
    }
}

#[derive(Deserialize)]
struct Known {
    /// The number that the browser has; without it, the answer comes at once.
    known: Option<u64>,
}

impl Versions {
    /// Tells all browsers that there is another version.
    pub(super) fn next(&self) {
        self.0.send_modify(|version| *version += 1);
    }

    /// Returns the routes of a server with those of the preview in front of them.
    pub(super) fn in_front_of(&self, router: Router) -> Router {
        let versions = self.clone();
        let version = move |Query(asked): Query<Known>| async move { versions.after(asked.known).await };
        let script =
            || async { ([(CONTENT_TYPE, "text/javascript"), (CACHE_CONTROL, "no-store")], include_str!("reload.js")) };
        let pages = Router::new().fallback_service(router).layer(from_fn(with_script));
        Router::new().route(VERSION, get(version)).route(SCRIPT, get(script)).fallback_service(pages)
    }

    /// Returns the number of the present version, once it is another one than the known one, or after a time.
    async fn after(&self, known: Option<u64>) -> Response {
        let mut versions = self.0.subscribe();
        if let Some(known) = known {
            let other = versions.wait_for(|version| *version != known);
            let _ = tokio::time::timeout(WAIT, other).await;
        }
        let version = *versions.borrow();
        ([(CACHE_CONTROL, "no-store")], version.to_string()).into_response()
    }
}

/// Adds the script to each page.
async fn with_script(mut request: Request, next: Next) -> Result<Response, Infallible> {
    // The page must come as it is, and whole.
    request.headers_mut().remove(ACCEPT_ENCODING);
    request.headers_mut().remove(IF_NONE_MATCH);
    let (mut parts, body) = next.run(request).await.into_parts();
    let is_page = |value: &HeaderValue| value.as_bytes().starts_with(b"text/html");
    if !parts.headers.get(CONTENT_TYPE).is_some_and(is_page) {
        return Ok(Response::from_parts(parts, body));
    }
    let Ok(page) = to_bytes(body, LARGEST).await else {
        return Ok(
            (axum::http::StatusCode::INTERNAL_SERVER_ERROR, "this page is too long for a preview").into_response()
        );
    };
    let script = format!("<script src=\"{SCRIPT}\" defer></script>");
    let end = page.windows(7).rposition(|tag| tag == b"</body>").unwrap_or(page.len());
    let page = [&page[..end], script.as_bytes(), &page[end..]].concat();
    parts.headers.remove(ETAG);
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(Response::from_parts(parts, Body::from(page)))
}
