//! The server: HTTP/1.1 and HTTP/2 without TLS on one listener, with bounds on the number and duration of connections.
//!
//! Each connection holds a place, and the number of places per client address is bounded. When all places are taken,
//! idle connections are closed first; a few places are reserved for health checks, which are answered even when every
//! other place is busy. `connection` serves and closes connections; `activity` defines when one is idle.
//!
//! On shutdown, connections that came before it are accepted and no more, running requests are finished, responses
//! without an end are ended, and connections that remain after the grace period are closed. Time-outs of requests are not here: the layers know the routes.

mod activity;
mod connection;
mod endless;
mod places;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::Response;
use quire_model::client_addresses::ClientAddress;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use tower::Service;

use crate::clients::TrustedProxies;
use crate::refusals::Refusals;
use crate::server::connection::{Connection, Served, Signals};
pub(crate) use crate::server::endless::Endless;
use crate::server::places::{ConnectionPlace, Places};

/// The options of the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The maximum time for a client to send the head of a request, and for which an HTTP/1.1 connection is kept open
    /// between two requests.
    pub header_timeout: Duration,
    /// The time after which a connection is closed on which no request runs and no bytes of a response are read.
    pub idle_timeout: Duration,
    /// The maximum total time that the server waits for each 16 KiB of a request's body, or for its end.
    pub body_timeout: Duration,
    /// The maximum number of connections at the same time.
    pub max_connections: usize,
    /// The number of further connections, which serve only health checks and respond to other requests that the server
    /// is full. If it is 0, connections over the maximum wait.
    pub reserved_connections: usize,
    /// The maximum number of connections of one client address, or of the /64 network of an IPv6 address; 0 is no
    /// bound. It does not apply to trusted proxies.
    pub max_connections_per_address: usize,
    /// The time for which a connection must have been idle to be closed when all places are taken.
    pub spare_after: Duration,
    /// The time for which a connection waits for a free place before it responds that the server is full.
    pub wait_for_place: Duration,
    /// The trusted proxies, which the bound per address does not apply to.
    pub trusted_proxies: TrustedProxies,
    /// The maximum time for running requests to finish on shutdown.
    pub grace: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(60),
            body_timeout: Duration::from_secs(30),
            max_connections: 10_000,
            reserved_connections: 16,
            max_connections_per_address: 2_500,
            spare_after: Duration::from_secs(1),
            wait_for_place: Duration::from_millis(250),
            trusted_proxies: TrustedProxies::default(),
            grace: Duration::from_secs(30),
        }
    }
}

/// The pause after a failed accept, which the end of another connection cuts short.
const BREATH: Duration = Duration::from_millis(50);

/// The time for which connections are accepted after the signal to shut down: those that the operating system has
/// already made would be reset by the end of the listener.
const ACCEPTING: Duration = Duration::from_millis(50);

/// The state that all connections share.
pub(crate) struct Shared {
    options: Options,
    places: Places,
    refusals: Refusals,
    begun: Instant,
}

impl Shared {
    /// Logs that a bound refused something to a client for reasons of cost or safety.
    fn refuse(&self, bound: &'static str, client: ClientAddress, what: &str) {
        self.refusals.log(self.begun.elapsed().as_secs().cast_signed(), bound, &client, &what);
    }
}

/// The service that answers the requests of a server, such as a router.
pub trait Routes:
    Service<Request, Response = Response, Error = Infallible, Future: Send + 'static> + Clone + Send + Sync + 'static
{
}

impl<S> Routes for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>
        + Clone
        + Send
        + Sync
        + 'static
{
}

/// Serves the routes on the listener until `shutdown` completes, then until the last request is finished or the grace
/// period is over. Handlers get the peer's address as `ConnectInfo<SocketAddr>`.
pub async fn serve(listener: TcpListener, routes: impl Routes, options: Options, shutdown: impl Future<Output = ()>) {
    let grace = options.grace;
    let places = Places::new(&options);
    let shared = Arc::new(Shared { options, places, refusals: Refusals::default(), begun: Instant::now() });
    let served = Served::new(routes, &shared);
    let (stop, _) = watch::channel(());
    let (crowd, _) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(async {
        shutdown.await;
        sleep(ACCEPTING).await;
    });
    loop {
        let arrived = async {
            let place = shared.places.take().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            arrived = arrived => arrived,
            () = &mut shutdown => break,
        };
        while connections.try_join_next().is_some() {}
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // The client has already closed the connection.
            Err(error) if is_of_the_client(&error) => continue,
            Err(error) => {
                // Most likely no descriptor is free: closing idle connections frees some.
                crowd.send_replace(());
                shared.refuse("descriptors", ClientAddress::new([0, 0, 0, 0].into()), &error.to_string());
                tokio::select! {
                    _ = connections.join_next(), if !connections.is_empty() => {}
                    () = sleep(BREATH) => {}
                }
                continue;
            }
        };
        // The place was taken before the connection arrived.
        let place = shared.places.upgrade(place);
        if place.is_reserved() {
            crowd.send_replace(());
        }
        let signals = Signals { stop: stop.subscribe(), crowd: crowd.subscribe() };
        if let Some(connection) = admit(&shared, place, stream, peer) {
            connections.spawn(connection.serve(served.clone(), signals));
        }
    }
    drop(listener);
    stop.send_replace(());
    let finished = async { while connections.join_next().await.is_some() {} };
    if timeout(grace, finished).await.is_err() {
        tracing::warn!(connections = connections.len(), "requests were cut: they took longer than the grace period");
    }
    connections.shutdown().await;
}

/// Returns the connection, unless its client already has too many.
fn admit(shared: &Arc<Shared>, place: ConnectionPlace, stream: TcpStream, peer: SocketAddr) -> Option<Connection> {
    let client = ClientAddress::new(peer.ip());
    match shared.places.enter(client) {
        Some(entered) => Some(Connection::new(shared.clone(), place, entered, stream, peer)),
        None => {
            shared.refuse("connections of one address", client, "a connection");
            None
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
