//! The OpenAPI document as JSON and YAML (`/openapi.json`, `/openapi.yaml`) and as an HTML reference (`/docs/api`).
//!
//! Everything is rendered once, at the start, from the document alone; only a search without JavaScript renders a page
//! of its own. The page loads nothing from other servers, and its policy allows only its own style and script.

mod example;
mod operation;
mod page;
mod schema;
mod yaml;

use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::endpoint::Query;
use crate::error::Problem;

// The command line prints the document as YAML.
pub use yaml::to_yaml;

const STYLE: &str = include_str!("reference/page.css");
const SCRIPT: &str = include_str!("reference/page.js");

/// Returns the three routes, none of which needs a token.
pub fn routes<S: Clone + Send + Sync + 'static>(document: Value) -> Router<S> {
    let json = Fixed::new("application/json", serde_json::to_vec(&document).expect("a document is JSON"));
    let yaml = Fixed::new("application/yaml", to_yaml(&document).into_bytes());
    let policy = policy();
    let whole = page_response(&page::render(&document, ""), &policy);
    let document = Arc::new(document);
    let docs = move |Query(Search { q }): Query<Search>| {
        let response = match q.trim() {
            "" => whole.respond(),
            q => page_response(&page::render(&document, q), &policy).respond(),
        };
        std::future::ready(Ok::<_, Problem>(response))
    };
    Router::new()
        .route("/openapi.json", get(move || std::future::ready(json.respond())))
        .route("/openapi.yaml", get(move || std::future::ready(yaml.respond())))
        .route("/docs/api", get(docs))
}

#[derive(Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
}

/// A response with fixed content and its entity tag.
#[derive(Clone)]
struct Fixed {
    body: Bytes,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Fixed {
    fn new(content_type: &'static str, body: Vec<u8>) -> Self {
        let tag = format!("\"{}\"", blake3::hash(&body).to_hex());
        let headers = vec![
            (CONTENT_TYPE, HeaderValue::from_static(content_type)),
            (ETAG, HeaderValue::try_from(tag).expect("digits are visible ASCII")),
            (CACHE_CONTROL, HeaderValue::from_static("public, no-cache")),
        ];
        Self { body: body.into(), headers }
    }

    fn respond(&self) -> Response {
        let mut response = self.body.clone().into_response();
        for (name, value) in &self.headers {
            response.headers_mut().insert(name, value.clone());
        }
        response
    }
}

fn page_response(page: &str, policy: &HeaderValue) -> Fixed {
    let mut fixed = Fixed::new("text/html; charset=utf-8", page.as_bytes().to_vec());
    fixed.headers.push((CONTENT_SECURITY_POLICY, policy.clone()));
    fixed
}

/// Returns the content security policy: only the page's own style and script, named by their hashes, and requests of
/// the script only to this server.
fn policy() -> HeaderValue {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'",
        hash(STYLE),
        hash(SCRIPT)
    );
    HeaderValue::try_from(policy).expect("base64 is visible ASCII")
}
