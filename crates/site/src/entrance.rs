//! In front of all routes: requests for a host name of a site are sent to the route of sites.
//!
//! The path is rewritten before the router sees it, and what it was goes along as [`ByHost`]. A host name that nobody
//! knows, or that is claimed and not proven, is the server's own: it may be how machines call it among themselves. Who
//! watches the server's health gets an answer of the server under every host name.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::response::Response;
use quire_app::published::Name;
use tower::Service;

use crate::Sites;
use crate::arrival::{Arrival, Door};

/// A request that came by a host name of sites, read as it was made; none if it names no site.
#[derive(Debug, Clone)]
pub(crate) struct ByHost(pub(crate) Option<Arrival>);

/// The server with sites in front of it.
#[derive(Clone)]
pub(crate) struct Entrance {
    pub(crate) sites: Sites,
    pub(crate) router: Router,
}

/// The paths at which the server reports its health, under every host name.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// A path of the route of sites.
const ROUTE: &str = "/sites/-";

impl Service<Request> for Entrance {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let mut router = self.router.clone();
        if HEALTH.contains(&request.uri().path()) {
            return Box::pin(router.call(request));
        }
        match self.sites.inner.doors.find(request.headers(), request.uri().host()) {
            Door::Own => {}
            Door::Sites { host, organization } => {
                let doors = &self.sites.inner.doors;
                let arrival = doors.by_name(&host, organization.as_deref(), request.uri().path());
                send_to_sites(&mut request, arrival);
            }
            Door::Other(host) => {
                let sites = self.sites.clone();
                return Box::pin(async move {
                    if sites.is_of_a_site(&host).await {
                        let arrival = sites.inner.doors.own_host(&host, request.uri().path());
                        send_to_sites(&mut request, Some(arrival));
                    }
                    router.call(request).await
                });
            }
        }
        Box::pin(router.call(request))
    }
}

impl Sites {
    /// Whether a site has this host name. A failure is told where the site is read again.
    async fn is_of_a_site(&self, host: &str) -> bool {
        let name = Name::Host(host.to_owned());
        matches!(self.site(&name).await, Ok(Some(_)) | Err(_))
    }
}

fn send_to_sites(request: &mut Request, arrival: Option<Arrival>) {
    let query = request.uri().query().map(|query| format!("{ROUTE}?{query}"));
    let path = query.as_deref().unwrap_or(ROUTE).parse().unwrap_or(PathAndQuery::from_static(ROUTE));
    *request.uri_mut() = Uri::from(path);
    request.extensions_mut().insert(ByHost(arrival));
}
