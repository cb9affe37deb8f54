//! The OpenAPI document as JSON and YAML (`/openapi.json`, `/openapi.yaml`) and as an HTML reference (`/docs/api`), with a
//! page for each group of operations and for each type.
//!
//! Everything is rendered from the document alone: a page when it is first asked for, and a search without JavaScript
//! each time. Pages load nothing from other servers, and their policy allows only their own style and script.

mod example;
mod groups;
mod operation;
mod page;
mod schema;
mod trial;
mod yaml;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::Path;
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

/// Returns the routes, none of which needs a token.
pub fn routes<S: Clone + Send + Sync + 'static>(document: Value) -> Router<S> {
    let json = Fixed::new("application/json", serde_json::to_vec(&document).expect("a document is JSON"));
    let yaml = Fixed::new("application/yaml", to_yaml(&document).into_bytes());
    let policy = policy();
    let pages = Arc::new(Pages { document, policy, made: Mutex::default() });
    let (groups, types) = (pages.clone(), pages.clone());
    let index = move |Query(Search { q }): Query<Search>| {
        let response = match q.trim() {
            "" => pages.page("", |document| Some(page::index(document, ""))),
            q => Ok(page_response(&page::index(&pages.document, q), &pages.policy).respond()),
        };
        std::future::ready(response)
    };
    let group =
        move |Path(slug): Path<String>| std::future::ready(groups.page(&slug, |document| page::group(document, &slug)));
    let one_type = move |Path(name): Path<String>| {
        std::future::ready(types.page(&page::type_address(&name), |document| page::one_type(document, &name)))
    };
    Router::new()
        .route("/openapi.json", get(move || std::future::ready(json.respond())))
        .route("/openapi.yaml", get(move || std::future::ready(yaml.respond())))
        .route("/docs/api", get(index))
        .route("/docs/api/{group}", get(group))
        .route("/docs/api/types/{name}", get(one_type))
}

/// The pages, each of which is rendered once.
struct Pages {
    document: Value,
    policy: HeaderValue,
    /// The pages that were rendered. Only those that the document has are kept.
    made: Mutex<HashMap<String, Fixed>>,
}

impl Pages {
    /// Returns the page with this name, which `render` makes if it is there.
    fn page(&self, name: &str, render: impl FnOnce(&Value) -> Option<String>) -> Result<Response, Problem> {
        if let Some(known) = self.made().get(name) {
            return Ok(known.respond());
        }
        let page = render(&self.document).ok_or_else(Problem::no_address)?;
        let page = page_response(&page, &self.policy);
        let response = page.respond();
        self.made().insert(name.to_owned(), page);
        Ok(response)
    }

    fn made(&self) -> MutexGuard<'_, HashMap<String, Fixed>> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
