//! Dispatch by host name, in front of all routes: requests for a site's host name go to the route of sites.
//!
//! The path is rewritten before the router sees it, and the original request goes along as [`ByHost`]. An unknown host
//! name, or one with an unverified claim, counts as the server's own: machines may use it among themselves. Health
//! checks are answered by the server under every host name. A request with two host names is refused: a proxy in front
//! may have gone by the other one.
//!
//! A cached host name is dispatched at once. Another one is looked up by a handler of its own, so that the limits
//! and guards around all routes apply to the lookup too; its result is cached, even if no site has the name.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use quire_app::published::Name;
use quire_workers::Passage;
use tower::Service;

use crate::failures::{failed, nothing, plain};
use crate::site_request::{Door, SiteRequest};
use crate::{Failure, Sites};

/// The parsed request by a host name of sites; `None` if it names no site.
#[derive(Debug, Clone)]
pub(crate) struct ByHost(pub(crate) Option<SiteRequest>);

/// Routes with the dispatch to sites in front of them.
#[derive(Clone)]
pub struct Entrance<R> {
    sites: Sites,
    routes: R,
}

/// The paths of health checks, which the server answers under every host name.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The path to which requests for sites are rewritten.
const ROUTE: &str = "/sites/-";

/// The path of the route that looks up host names.
pub(crate) const LOOKUP: &str = "/sites/~";

/// The maximum time of a lookup.
const LOOKUP_TIME: Duration = Duration::from_secs(30);

impl<R> Service<Request> for Entrance<R>
where
    R: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>
        + Clone
        + Send
        + Sync
        + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        if HEALTH.contains(&request.uri().path()) {
            return Box::pin(self.routes.call(request));
        }
        if request.headers().get_all(HOST).iter().nth(1).is_some() {
            let refused = plain(StatusCode::BAD_REQUEST, "A request has one Host header.");
            return Box::pin(std::future::ready(Ok(refused)));
        }
        match self.sites.inner.host_router.find(request.headers(), request.uri().host()) {
            Door::Own => {}
            Door::Sites { host, organization } => {
                let host_router = &self.sites.inner.host_router;
                let site_request = host_router.by_name(&host, organization.as_deref(), request.uri().path());
                send_to_sites(&mut request, site_request);
            }
            Door::Other(host) => {
                // A request comes back to these routes from the lookup of its host name.
                let router = || Router::new().fallback_service(self.routes.clone());
                enter_by(&self.sites, host, &mut request, router);
            }
        }
        Box::pin(self.routes.call(request))
    }
}

impl<R> Entrance<R> {
    pub(crate) fn new(sites: Sites, routes: R) -> Self {
        Self { sites, routes }
    }
}

/// Dispatches a request by its host name if that is cached; else rewrites it to the route that looks up the name, from
/// where it goes to `router`.
fn enter_by(sites: &Sites, host: String, request: &mut Request, router: impl FnOnce() -> Router) {
    let Sites { inner } = sites;
    if inner.app.is_unused_host(&host) {
        return;
    }
    let name = Name::Host(host);
    let Name::Host(host) = &name else { return };
    if inner.app.recall_site(&name).is_some() {
        let site_request = inner.host_router.own_host(host, request.uri().path());
        return send_to_sites(request, Some(site_request));
    }
    let uri = std::mem::replace(request.uri_mut(), Uri::from_static(LOOKUP));
    let lookup = Lookup { host: host.clone(), uri, router: router() };
    request.extensions_mut().insert(Passage::Looking);
    request.extensions_mut().insert(lookup);
}

/// A request by a host name that is not cached, to be looked up.
#[derive(Clone)]
struct Lookup {
    host: String,
    /// The original address of the request.
    uri: Uri,
    router: Router,
}

/// Looks up the host name of a request, and passes the request on.
pub(crate) async fn look_up(State(sites): State<Sites>, mut request: Request) -> Response {
    let Some(Lookup { host, uri, mut router }) = request.extensions_mut().remove() else { return nothing() };
    let name = Name::Host(host.clone());
    let found = match tokio::time::timeout(LOOKUP_TIME, sites.site(&name)).await {
        Ok(Ok(found)) => found,
        Ok(Err(failure)) => return failed(&failure),
        Err(_) => return failed(&Failure::Work(quire_workers::Error::Busy)),
    };
    *request.uri_mut() = uri;
    request.extensions_mut().insert(Passage::Found);
    if found.is_some() {
        let site_request = sites.inner.host_router.own_host(&host, request.uri().path());
        send_to_sites(&mut request, Some(site_request));
    }
    let Ok(response) = router.call(request).await;
    response
}

fn send_to_sites(request: &mut Request, site_request: Option<SiteRequest>) {
    let query = request.uri().query().map(|query| format!("{ROUTE}?{query}"));
    let path = query.as_deref().unwrap_or(ROUTE).parse().unwrap_or(PathAndQuery::from_static(ROUTE));
    *request.uri_mut() = Uri::from(path);
    request.extensions_mut().insert(ByHost(site_request));
}
