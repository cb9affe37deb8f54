//! The connections: HTTP/1.1 and HTTP/2 without TLS on one listener, bounded in number and in patience.
//!
//! A connection has a place while it lives, and one client address has only so many. When all places are taken,
//! connections on which nothing runs are closed first; a few places are kept for health checks, which are answered even
//! when every other place is busy. What a connection may do, and when it is closed, is in `connection`; what counts as
//! something going on is in `activity`.
//!
//! On shutdown no connection is accepted any more, requests that run are finished, and what is left after the grace
//! period is cut. Time-outs of requests are not here: the layers know the routes.

mod activity;
mod connection;
mod places;

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use quire_model::client_addresses::ClientAddress;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::clients::TrustedProxies;
use crate::refusals::Refusals;
use crate::server::connection::{Connection, Served, Signals};
use crate::server::places::{Place, Places};

/// How the server behaves.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long a client may take to send the head of a request, and how long an HTTP/1.1 connection is kept between
    /// two requests.
    pub header_timeout: Duration,
    /// How long a connection is kept on which no request runs and no bytes of an answer are taken.
    pub idle_timeout: Duration,
    /// How long the server waits, all pauses together, for 16 KiB of a request's body, or for its end.
    pub body_timeout: Duration,
    /// So many connections at one time.
    pub max_connections: usize,
    /// So many further ones, which are told at once that the server is full unless they ask for its health. With none,
    /// connections over the bound wait.
    pub reserved_connections: usize,
    /// So many connections of one client address, or of the network of 64 bits of an IPv6 address; 0 is no bound. It does
    /// not hold for trusted proxies.
    pub max_connections_per_address: usize,
    /// How long a connection must have been idle to be closed when there is no place for others.
    pub spare_after: Duration,
    /// How long a connection waits for a place that becomes free before it is told that the server is full.
    pub wait_for_place: Duration,
    /// The proxies that are trusted.
    pub trusted_proxies: TrustedProxies,
    /// How long running requests may take to finish on shutdown.
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

/// How long no connection is accepted when the operating system can give none, unless another one ends before.
const BREATH: Duration = Duration::from_millis(50);

/// What all connections share.
pub(crate) struct Shared {
    options: Options,
    places: Places,
    refusals: Refusals,
    begun: Instant,
}

impl Shared {
    /// Logs that a client was refused something for reasons of cost or safety.
    fn refuse(&self, bound: &'static str, client: ClientAddress, what: &str) {
        self.refusals.log(self.begun.elapsed().as_secs().cast_signed(), bound, &client, &what);
    }
}

/// Serves the router on the listener until `shutdown` is there, then until the last request is finished or the grace
/// period is over. Handlers find the client's address as `ConnectInfo<SocketAddr>`.
pub async fn serve(listener: TcpListener, router: Router, options: Options, shutdown: impl Future<Output = ()>) {
    let grace = options.grace;
    let places = Places::new(&options);
    let shared = Arc::new(Shared { options, places, refusals: Refusals::default(), begun: Instant::now() });
    let served = Served::new(router, &shared);
    let (stop, _) = watch::channel(());
    let (crowd, _) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
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
            // The client is gone already.
            Err(error) if is_of_the_client(&error) => continue,
            Err(error) => {
                // No descriptor is free, most likely: connections on which nothing runs give theirs back.
                crowd.send_replace(());
                shared.refuse("descriptors", ClientAddress::new([0, 0, 0, 0].into()), &error.to_string());
                tokio::select! {
                    _ = connections.join_next(), if !connections.is_empty() => {}
                    () = sleep(BREATH) => {}
                }
                continue;
            }
        };
        // It was taken before anybody came.
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

/// The connection, unless its client has too many already.
fn admit(shared: &Arc<Shared>, place: Place, stream: TcpStream, peer: SocketAddr) -> Option<Connection> {
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
