//! The one middleware: what happens before and after every handler, in order.

use std::convert::Infallible;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::HttpBody as _;
use axum::extract::{MatchedPath, Request};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use tower::{Layer, Service};
use tracing::Instrument as _;

use super::caller::Caller;
use super::rates::{Rates, Standing};
use super::{Options, compression, cors, etag, guard};
use crate::endpoint::BodyLimit;
use crate::error::Problem;
use crate::session;

/// A response that says which origins may have it is not for scripts of others.
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Puts [`Edge`] around a service.
#[derive(Clone)]
pub(super) struct EdgeLayer(Arc<Shared>);

/// A service with everything around it that this module's parent promises.
#[derive(Clone)]
pub(super) struct Edge<S> {
    inner: S,
    shared: Arc<Shared>,
}

struct Shared {
    options: Options,
    rates: Option<Rates>,
}

/// What the response depends on of the request.
struct Facts {
    start: Instant,
    id: HeaderValue,
    method: Method,
    path: Option<MatchedPath>,
    standing: Option<Standing>,
    accepted: Option<HeaderValue>,
    known: Option<HeaderValue>,
    by_cookie: bool,
}

impl EdgeLayer {
    pub(super) fn new(options: Options) -> Self {
        let per_minute = NonZeroU32::new(options.requests_per_minute);
        let rates = per_minute.map(|per_minute| Rates::new(per_minute, options.clock.clone()));
        Self(Arc::new(Shared { options, rates }))
    }
}

impl<S> Layer<S> for EdgeLayer {
    type Service = Edge<S>;

    fn layer(&self, inner: S) -> Edge<S> {
        Edge { inner, shared: self.0.clone() }
    }
}

impl<S> Service<Request> for Edge<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let shared = self.shared.clone();
        let facts = shared.facts(&mut request);
        if let Some(response) = early(&facts, &request) {
            return Box::pin(async move { Ok(finish(facts, response).await) });
        }
        let span = tracing::info_span!("request", id = facts.id.to_str().unwrap_or_default());
        let handler = self.inner.call(request);
        Box::pin(async move {
            let response = guard::run(handler, || shared.limit(&facts)).instrument(span).await;
            Ok(finish(facts, response).await)
        })
    }
}

impl Shared {
    /// Reads what the response will depend on, and gives the request its id and its bound.
    fn facts(&self, request: &mut Request) -> Facts {
        let start = Instant::now();
        let standing = self.rates.as_ref().map(|rates| rates.count(Caller::of(request)));
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            request.extensions_mut().insert(BodyLimit(self.options.body_limit));
        }
        let path = request.extensions().get::<MatchedPath>().cloned();
        let method = request.method().clone();
        let headers = request.headers_mut();
        let id = headers.get(REQUEST_ID).filter(|id| is_sane(id)).cloned().unwrap_or_else(|| self.new_id());
        headers.insert(REQUEST_ID, id.clone());
        let accepted = headers.get(ACCEPT_ENCODING).cloned();
        let known = headers.get(IF_NONE_MATCH).filter(|_| matches!(method, Method::GET | Method::HEAD)).cloned();
        let by_cookie = session::secret(headers).is_some();
        Facts { start, id, method, path, standing, accepted, known, by_cookie }
    }

    fn new_id(&self) -> HeaderValue {
        let digits = format!("{:032x}", (self.options.entropy)());
        HeaderValue::from_str(&digits).expect("digits are visible ASCII")
    }

    fn limit(&self, facts: &Facts) -> Option<std::time::Duration> {
        let path = facts.path.as_ref().map_or("", MatchedPath::as_str);
        let untimed = self.options.untimed.contains(&facts.method, path);
        (!untimed).then_some(self.options.timeout)
    }
}

/// An id that someone before us gave the request is kept if it cannot confuse a log.
fn is_sane(id: &HeaderValue) -> bool {
    let bytes = id.as_bytes();
    (1..=64).contains(&bytes.len()) && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// The response to a request that no handler sees. A preflight is counted but never refused: the browser would report
/// a refusal as a failure of the network.
fn early(facts: &Facts, request: &Request) -> Option<Response> {
    cors::preflight(request).or_else(|| {
        let seconds = facts.standing?.retry_after?;
        Some(Problem::too_many_requests(seconds).into_response())
    })
}

async fn finish(facts: Facts, mut response: Response) -> Response {
    let Facts { start, id, method, path, standing, accepted, known, by_cookie } = facts;
    let id_text = id.to_str().unwrap_or_default();
    if response.status().is_client_error() || response.status().is_server_error() {
        response = as_problem(response, &method, id_text);
    }
    let compressible = compression::vary(&mut response);
    let unchanged = known.is_some_and(|known| etag::revalidate(&mut response, &known));
    if let Some(accepted) = accepted.filter(|_| compressible && !unchanged) {
        response = compression::compress(response, accepted).await;
    }
    tracing::info!(
        target: "quire::access",
        method = method.as_str(),
        path = path.as_ref().map_or("-", MatchedPath::as_str),
        status = response.status().as_u16(),
        ms = start.elapsed().as_secs_f64() * 1e3,
        id = id_text,
        "request"
    );
    let headers = response.headers_mut();
    if let Some(standing) = standing {
        standing.write(headers);
    }
    if by_cookie && !headers.contains_key(CACHE_CONTROL) {
        // A shared cache tells callers apart by their tokens, but not by their cookies.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if !headers.contains_key(CROSS_ORIGIN_RESOURCE_POLICY) {
        cors::allow(headers);
    }
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REQUEST_ID, id);
    response
}

/// The error as JSON with the request's id; a 5xx is logged here and nowhere else. Errors that are documents of their
/// own (HTML pages) stay what they are.
fn as_problem(mut response: Response, method: &Method, id: &str) -> Response {
    let status = response.status();
    if status == StatusCode::METHOD_NOT_ALLOWED && *method == Method::OPTIONS {
        // The router adds which methods are allowed.
        return StatusCode::NO_CONTENT.into_response();
    }
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if is_bare(&response) => Problem::new(status, status.canonical_reason().unwrap_or("the request failed")),
        None => return response,
    };
    if status.is_server_error() {
        let cause = problem.chain();
        tracing::error!(id, status = status.as_u16(), cause = cause.as_deref(), "{}", problem.message());
    }
    let body = problem.body(Some(id));
    *response.body_mut() = body;
    response.headers_mut().remove(CONTENT_LENGTH);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Whether an error was made by the framework and not by an endpoint: it has no content or a line of plain text.
fn is_bare(response: &Response) -> bool {
    let content_type = response.headers().get(CONTENT_TYPE);
    response.body().size_hint().exact() == Some(0)
        || content_type.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"))
}
