//! The middleware around every handler, with all steps in order.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::HttpBody as _;
use axum::extract::{ConnectInfo, MatchedPath, Request};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, IF_NONE_MATCH, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use quire_app::Error as AppError;
use quire_app::core::attempts::Attempts;
use quire_content::hash::Hash;
use quire_model::client_addresses::ClientAddress;
use quire_model::payer::Payer;
use quire_model::time::Timestamp;
use quire_workers::{Passage, Refusal};
use tower::{Layer, Service};
use tracing::Instrument as _;

use super::caller::{Identity, Known, Presented, Proof};
use super::rates::{Rates, Standing};
use super::unsent::Unsent;
use super::{Options, compression, cors, etag, guard};
use crate::asked::Asked;
use crate::endpoint::{Bodies, BodyLimit, Held, Unread};
use crate::error::Problem;
use crate::refusals::Refusals;
use crate::{clients, session};

/// The header of responses that restrict their origins; they get no CORS headers.
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The layer that wraps a service in an [`Edge`].
#[derive(Clone)]
pub(crate) struct EdgeLayer(Arc<Shared>);

/// A service wrapped in everything that the parent module promises.
#[derive(Clone)]
pub(crate) struct Edge<S> {
    inner: S,
    shared: Arc<Shared>,
}

struct Shared {
    options: Options,
    rates: Option<Rates>,
    /// The numbers of requests with invalid tokens, by address; none if they are not limited.
    bad_tokens: Option<Attempts>,
    known: Known,
    refusals: Refusals,
    /// The bounds on large bodies.
    bodies: Bodies,
    /// The bounds on large responses.
    unsent: Unsent,
    warned: AtomicBool,
}

/// The properties of a request that its response depends on.
pub(crate) struct Facts {
    start: Instant,
    identity: Identity,
    presented: Option<Presented>,
    /// The seconds until a retry, if the request is refused because its address sent too many invalid tokens.
    refused_for: Option<u64>,
    id: HeaderValue,
    method: Method,
    path: Option<MatchedPath>,
    standing: Option<Standing>,
    accepted: Option<HeaderValue>,
    known: Option<HeaderValue>,
    by_cookie: bool,
    is_looking: bool,
    /// The permits of the request, which it keeps until its response.
    held: Held,
}

impl EdgeLayer {
    /// Begins the response to a read that no handler has to answer; `secret` is the hash of its token. `None` if the token
    /// is not known to be valid, or the caller may not make another request now: then the routes answer.
    pub(crate) fn admit(&self, request: &Request, secret: Hash, route: Option<MatchedPath>) -> Option<Facts> {
        let shared = &self.0;
        let client = shared.client(request);
        let identity = shared.known.recognize(secret, client)?;
        let standing = shared.rates.as_ref().map(|rates| rates.count(identity.caller()));
        if standing.is_some_and(|standing| standing.retry_after.is_some()) {
            return None;
        }
        let headers = request.headers();
        Some(Facts {
            start: Instant::now(),
            identity,
            presented: None,
            refused_for: None,
            id: shared.id_of(headers),
            method: request.method().clone(),
            path: route,
            standing,
            accepted: headers.get(ACCEPT_ENCODING).cloned(),
            known: headers.get(IF_NONE_MATCH).cloned(),
            by_cookie: session::secret(headers, shared.options.session_cookie).is_some(),
            is_looking: false,
            held: Held::default(),
        })
    }

    /// Does what the layers do before a response is compressed. Returns also the codings that the client accepts, if it
    /// is to be.
    pub(crate) fn prepare(&self, facts: &mut Facts, response: Response) -> (Response, Option<HeaderValue>) {
        self.0.prepare(facts, response)
    }

    /// Does what the layers do after a response was compressed.
    pub(crate) fn complete(&self, facts: Facts, response: Response) -> Response {
        self.0.complete(facts, response)
    }

    pub(crate) fn new(options: Options) -> Self {
        let per_minute = NonZeroU32::new(options.requests_per_minute);
        let rates = per_minute.map(|per_minute| Rates::new(per_minute, options.clock.clone()));
        let most = Some(options.bad_tokens_per_minute).filter(|most| *most > 0);
        let key = *blake3::hash(&(options.entropy)().to_be_bytes()).as_bytes();
        let bad_tokens = most.map(|most| Attempts::new(key, most, Duration::from_mins(1)));
        let (known, refusals, warned) = (Known::new(), Refusals::default(), AtomicBool::new(false));
        let (bodies, unsent) = (Bodies::default(), Unsent::default());
        Self(Arc::new(Shared { options, rates, bad_tokens, known, refusals, bodies, unsent, warned }))
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
        if request.extensions().get() == Some(&Passage::Found) {
            return shared.onward(request, &mut self.inner);
        }
        let mut facts = shared.facts(&mut request);
        if let Some(response) = early(&facts, &request) {
            return Box::pin(async move { Ok(shared.finish(facts, response).await) });
        }
        let span = tracing::info_span!("request", id = facts.id.to_str().unwrap_or_default());
        let unread = Unread::of(request.uri());
        let handler = self.inner.call(request);
        Box::pin(async move {
            let payer = Payer::of(facts.identity.client.map(ClientAddress::network));
            let response = unread.during(guard::run(handler, || shared.limit(&facts))).instrument(span);
            let mut response = quire_workers::on_behalf_of(payer, response).await;
            unread.tell(response.headers_mut());
            shared.settle(&facts);
            // What is left of the request's body is not needed any more.
            drop(std::mem::take(&mut facts.held));
            Ok(shared.finish(facts, response).await)
        })
    }
}

impl Shared {
    /// Passes on a request that is already within these layers, with only the time-out of its own route.
    fn onward<S>(
        self: Arc<Self>,
        request: Request,
        inner: &mut S,
    ) -> Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>
    where
        S: Service<Request, Response = Response, Error = Infallible>,
        S::Future: Send + 'static,
    {
        let (method, path) = (request.method().clone(), request.extensions().get::<MatchedPath>().cloned());
        let handler = inner.call(request);
        Box::pin(async move {
            let mut response = guard::run(handler, || self.limit_of(&method, path.as_ref())).await;
            // The access log reads the path from the response.
            if let Some(path) = path {
                response.extensions_mut().insert(path);
            }
            Ok(response)
        })
    }

    /// Collects the facts of a request, counts it, and sets its id and the maximum size of its body.
    fn facts(&self, request: &mut Request) -> Facts {
        let start = Instant::now();
        let client = self.client(request);
        if let Some(client) = client {
            request.extensions_mut().insert(client);
        }
        let identity = self.known.identify(request.headers(), client, self.options.session_cookie);
        let standing = self.rates.as_ref().map(|rates| rates.count(identity.caller()));
        let presented = identity.secret.map(|_| Presented::default());
        if let Some(presented) = &presented {
            request.extensions_mut().insert(presented.clone());
        }
        let refused_for = self.refused_for(&identity);
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            request.extensions_mut().insert(BodyLimit(self.options.body_limit));
            request.extensions_mut().insert(self.bodies.clone());
        }
        let held = Held::default();
        request.extensions_mut().insert(held.clone());
        let path = request.extensions().get::<MatchedPath>().cloned();
        let method = request.method().clone();
        let headers = request.headers_mut();
        let id = self.id_of(headers);
        headers.insert(REQUEST_ID, id.clone());
        let accepted = headers.get(ACCEPT_ENCODING).cloned();
        let known = headers.get(IF_NONE_MATCH).filter(|_| matches!(method, Method::GET | Method::HEAD)).cloned();
        let by_cookie = session::secret(headers, self.options.session_cookie).is_some();
        let is_looking = request.extensions().get() == Some(&Passage::Looking);
        Facts {
            start,
            identity,
            presented,
            refused_for,
            id,
            method,
            path,
            standing,
            accepted,
            known,
            by_cookie,
            is_looking,
            held,
        }
    }

    /// Returns the address of the client; none if the connection's address is unknown.
    fn client(&self, request: &Request) -> Option<ClientAddress> {
        let ConnectInfo(peer) = *request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        let proxies = &self.options.trusted_proxies;
        if !self.warned.load(Ordering::Relaxed) && clients::is_unnamed_proxy(proxies, peer, request.headers()) {
            self.warned.store(true, Ordering::Relaxed);
            tracing::warn!(
                peer = %peer.ip(),
                "a proxy says for whom it asks and is not believed, so all its clients share one limit: name its \
                 network with --trusted-proxy if it is yours"
            );
        }
        Some(proxies.client(peer.ip(), request.headers()))
    }

    /// Returns the seconds for which unknown tokens from this address are refused without being verified, if it sent
    /// too many invalid ones.
    fn refused_for(&self, identity: &Identity) -> Option<u64> {
        let (attempts, client) = (self.bad_tokens.as_ref()?, identity.client?);
        if identity.known || identity.secret.is_none() {
            return None;
        }
        match attempts.check(&[&client.network().bytes()], self.now()) {
            Err(AppError::TooMany { seconds }) => Some(seconds),
            _ => None,
        }
    }

    /// Records whether the token or session of the request turned out to be valid.
    fn settle(&self, facts: &Facts) {
        let (Some(secret), Some(presented)) = (facts.identity.secret, &facts.presented) else { return };
        match presented.proof() {
            Some(Proof::Good) if !facts.identity.known => self.known.learn(secret),
            Some(Proof::Bad) => {
                self.known.forget(&secret);
                if let (Some(attempts), Some(client)) = (&self.bad_tokens, facts.identity.client) {
                    // Only the next request is refused: this one has its response.
                    let _ = attempts.count(&[&client.network().bytes()], self.now());
                }
            }
            _ => {}
        }
    }

    fn now(&self) -> Timestamp {
        Timestamp((self.options.clock)().saturating_mul(1000))
    }

    /// Returns the id of a request: its own if that is safe for logs, or a new one.
    fn id_of(&self, headers: &HeaderMap) -> HeaderValue {
        headers.get(REQUEST_ID).filter(|id| is_sane(id)).cloned().unwrap_or_else(|| self.new_id())
    }

    fn new_id(&self) -> HeaderValue {
        let number = (self.options.entropy)();
        let digit = |n: usize| b"0123456789abcdef"[(number >> (4 * (31 - n))) as usize & 15];
        let digits: [u8; 32] = std::array::from_fn(digit);
        HeaderValue::from_bytes(&digits).expect("digits are visible ASCII")
    }

    async fn finish(&self, mut facts: Facts, response: Response) -> Response {
        let (mut response, accepted) = self.prepare(&mut facts, response);
        if let Some(accepted) = accepted {
            response = compression::compress(response, accepted).await;
        }
        self.complete(facts, response)
    }

    /// Gives errors their body and answers conditional requests. Returns also the codings that the client accepts, if the
    /// response is to be compressed.
    fn prepare(&self, facts: &mut Facts, mut response: Response) -> (Response, Option<HeaderValue>) {
        facts.path = response.extensions_mut().remove::<MatchedPath>().or(facts.path.take());
        response = self.told(facts, response);
        let compressible = compression::vary(&mut response);
        let unchanged = facts.known.as_ref().is_some_and(|known| etag::revalidate(&mut response, known));
        // What is compressed is in memory until the client has read the last of it.
        match self.unsent.charge(response, facts.identity.client) {
            Ok(response) if compressible && !unchanged => {
                (response, facts.accepted.take().filter(compression::has_effect))
            }
            Ok(response) => (response, None),
            Err(problem) => (self.told(facts, problem.into_response()), None),
        }
    }

    /// Logs a refusal, and gives an error its body.
    fn told(&self, facts: &Facts, mut response: Response) -> Response {
        let refusal = response.extensions_mut().remove::<Refusal>();
        if let Some(Refusal(bound)) = refusal {
            let what = format_args!("{} {}", facts.method, facts.path.as_ref().map_or("-", MatchedPath::as_str));
            self.refusals.log((self.options.clock)(), bound, &facts.identity, &what);
        }
        let is_error = response.status().is_client_error() || response.status().is_server_error();
        if !is_error {
            return response;
        }
        as_problem(response, &facts.method, facts.id.to_str().unwrap_or_default(), refusal.is_some())
    }

    /// Logs the request, and adds the headers of every response.
    fn complete(&self, facts: Facts, mut response: Response) -> Response {
        let Facts { start, identity, id, method, path, standing, by_cookie, .. } = facts;
        tracing::info!(
            target: "quire::access",
            method = method.as_str(),
            path = path.as_ref().map_or("-", MatchedPath::as_str),
            status = response.status().as_u16(),
            ms = start.elapsed().as_secs_f64() * 1e3,
            client = identity.client.map(display),
            id = id.to_str().unwrap_or_default(),
            "request"
        );
        if let Some(asked) = response.extensions_mut().get_mut::<Asked>() {
            asked.route = path;
        }
        let headers = response.headers_mut();
        if let Some(standing) = standing {
            standing.write(headers);
        }
        if by_cookie && !headers.contains_key(CACHE_CONTROL) {
            // A shared cache distinguishes callers by their tokens, but not by their cookies.
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if !headers.contains_key(CROSS_ORIGIN_RESOURCE_POLICY) {
            cors::allow(headers);
        }
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REQUEST_ID, id);
        response
    }

    fn limit(&self, facts: &Facts) -> Option<std::time::Duration> {
        if facts.is_looking { None } else { self.limit_of(&facts.method, facts.path.as_ref()) }
    }

    fn limit_of(&self, method: &Method, path: Option<&MatchedPath>) -> Option<std::time::Duration> {
        let untimed = self.options.untimed.contains(method, path.map_or("", MatchedPath::as_str));
        (!untimed).then_some(self.options.timeout)
    }
}

/// Returns true if an id that a proxy or client set is safe for logs: 1 to 64 letters, digits, `-`, `_` or `.`.
fn is_sane(id: &HeaderValue) -> bool {
    let bytes = id.as_bytes();
    (1..=64).contains(&bytes.len()) && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// Returns the response to a request that does not reach a handler. A preflight is counted but never refused, because
/// browsers report a refusal as a network failure.
fn early(facts: &Facts, request: &Request) -> Option<Response> {
    cors::preflight(request).or_else(|| {
        if let Some(seconds) = facts.standing.and_then(|standing| standing.retry_after) {
            return Some(Problem::too_many_requests(seconds).refused_by("requests in a minute").into_response());
        }
        let seconds = facts.refused_for?;
        Some(Problem::too_many_requests(seconds).refused_by("unknown tokens in a minute").into_response())
    })
}

/// Converts an error response to JSON with the request's id; a 5xx is logged here and nowhere else, except a refusal,
/// which is logged with its bound. Errors with a document of their own, such as HTML pages, are left unchanged.
fn as_problem(mut response: Response, method: &Method, id: &str, is_refused: bool) -> Response {
    let status = response.status();
    if status == StatusCode::METHOD_NOT_ALLOWED && *method == Method::OPTIONS {
        // The router adds the `Allow` header.
        return StatusCode::NO_CONTENT.into_response();
    }
    let problem = match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem,
        None if is_bare(&response) && status == StatusCode::NOT_FOUND => Problem::no_address(),
        None if is_bare(&response) => Problem::new(status, status.canonical_reason().unwrap_or("the request failed")),
        None => return response,
    };
    if status.is_server_error() && !is_refused {
        let cause = problem.chain();
        tracing::error!(id, status = status.as_u16(), cause = cause.as_deref(), "{}", problem.message());
    }
    let body = problem.body(Some(id));
    *response.body_mut() = body;
    response.headers_mut().remove(CONTENT_LENGTH);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Returns true if an error comes from the framework, not from an endpoint: its body is empty or plain text.
fn is_bare(response: &Response) -> bool {
    let content_type = response.headers().get(CONTENT_TYPE);
    response.body().size_hint().exact() == Some(0)
        || content_type.is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"))
}
