//! The OpenAPI document as JSON and YAML (`/openapi.json`, `/openapi.yaml`) and as an HTML reference (`/docs/api`), with a
//! page for each group of operations and for each type.
//!
//! Everything is rendered from the document alone: files and pages when they are first asked for, and a search without
//! JavaScript each time. Pages load nothing from other servers, and their policy allows only their own style and script.

mod example;
mod groups;
mod operation;
mod page;
mod schema;
mod trial;
mod yaml;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
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

/// Returns the routes, none of which needs a token. `document` is called once, by the first request.
pub fn routes<S: Clone + Send + Sync + 'static>(document: impl FnOnce() -> Value + Send + 'static) -> Router<S> {
    let document = LazyLock::new(Box::new(document) as MakeDocument);
    Router::new()
        .route("/openapi.json", get(json))
        .route("/openapi.yaml", get(yaml))
        .route("/docs/api", get(index))
        .route("/docs/api/{group}", get(group))
        .route("/docs/api/types/{name}", get(one_type))
        .with_state(Arc::new(Reference { document, policy: policy(), made: Mutex::default() }))
}

type Shared = State<Arc<Reference>>;
type MakeDocument = Box<dyn FnOnce() -> Value + Send>;

async fn json(State(reference): Shared) -> Response {
    reference.file(Part::Json, "application/json", to_json)
}

async fn yaml(State(reference): Shared) -> Response {
    reference.file(Part::Yaml, "application/yaml", to_yaml)
}

async fn index(State(reference): Shared, Query(Search { q }): Query<Search>) -> Result<Response, Problem> {
    match q.trim() {
        "" => reference.page(Part::Index, |document| Some(page::index(document, ""))),
        q => Ok(reference.html(&page::index(&reference.document, q)).respond()),
    }
}

async fn group(State(reference): Shared, Path(slug): Path<String>) -> Result<Response, Problem> {
    reference.page(Part::Group(slug.clone()), |document| page::group(document, &slug))
}

async fn one_type(State(reference): Shared, Path(name): Path<String>) -> Result<Response, Problem> {
    reference.page(Part::Type(name.clone()), |document| page::one_type(document, &name))
}

fn to_json(document: &Value) -> String {
    serde_json::to_string(document).expect("a document is JSON")
}

/// The document and what was made of it, each when it was first asked for.
struct Reference {
    document: LazyLock<Value, MakeDocument>,
    policy: HeaderValue,
    /// Only what the document has is kept.
    made: Mutex<HashMap<Part, Fixed>>,
}

/// A file or a page of the reference. Names of groups and types come from requests.
#[derive(PartialEq, Eq, Hash)]
enum Part {
    Json,
    Yaml,
    Index,
    Group(String),
    Type(String),
}

impl Reference {
    /// Returns the document as a file.
    fn file(&self, part: Part, content_type: &'static str, write: fn(&Value) -> String) -> Response {
        let made = self.kept(part, || Some(Fixed::new(content_type, write(&self.document).into_bytes())));
        made.expect("it is always made").respond()
    }

    /// Returns a page, which `render` makes if it is there.
    fn page(&self, part: Part, render: impl FnOnce(&Value) -> Option<String>) -> Result<Response, Problem> {
        let made = self.kept(part, || Some(self.html(&render(&self.document)?)));
        made.map(|page| page.respond()).ok_or_else(Problem::no_address)
    }

    fn html(&self, page: &str) -> Fixed {
        let mut fixed = Fixed::new("text/html; charset=utf-8", page.as_bytes().to_vec());
        fixed.headers.push((CONTENT_SECURITY_POLICY, self.policy.clone()));
        fixed
    }

    fn kept(&self, part: Part, make: impl FnOnce() -> Option<Fixed>) -> Option<Fixed> {
        if let Some(known) = self.made().get(&part) {
            return Some(known.clone());
        }
        let made = make()?;
        self.made().insert(part, made.clone());
        Some(made)
    }

    fn made(&self) -> MutexGuard<'_, HashMap<Part, Fixed>> {
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
