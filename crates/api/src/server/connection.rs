//! Serving and closing of a connection.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::ConnectInfo;
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Version};
use axum::response::{IntoResponse as _, Response};
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::Service;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use quire_model::client_addresses::ClientAddress;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::error::Problem;
use crate::server::activity::{Activity, Received, Watched};
use crate::server::endless;
use crate::server::places::{ConnectionPlace, Entered};
use crate::server::{Routes, Shared};

/// The paths that are served on a reserved place.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The maximum time for which a connection holds a reserved place before its request and after its response.
const HURRY: Duration = Duration::from_secs(2);

/// The time that a client has for its first request after the server was asked to shut down.
const LATE: Duration = Duration::from_millis(250);

/// The maximum idle time of a connection that was asked to end.
const CLOSING: Duration = Duration::from_secs(5);

/// The maximum size of the head of a request, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// The routes and the protocol settings for all connections. Cheap to clone.
#[derive(Clone)]
pub(super) struct Served<R> {
    routes: R,
    usual: Arc<Builder<TokioExecutor>>,
    reserved: Arc<Builder<TokioExecutor>>,
}

impl<R: Routes> Served<R> {
    pub(super) fn new(routes: R, shared: &Shared) -> Self {
        let usual = Arc::new(builder(shared.options.header_timeout));
        let mut reserved = builder(shared.options.header_timeout.min(HURRY));
        reserved.http1().keep_alive(false);
        reserved.http2().max_concurrent_streams(1);
        Self { routes, usual, reserved: Arc::new(reserved) }
    }
}

fn builder(header_timeout: Duration) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(HEAD_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(128)
        // Streams that are reset before they are looked at (CVE-2023-44487), and those that break the protocol.
        .max_pending_accept_reset_streams(20)
        .max_local_error_reset_streams(100)
        // This also bounds the number of CONTINUATION frames.
        .max_header_list_size(HEAD_BYTES as u32)
        .max_send_buf_size(64 * 1024)
        .initial_stream_window_size(256 * 1024)
        .initial_connection_window_size(1024 * 1024)
        .keep_alive_interval(Duration::from_secs(20))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// The signals to open connections.
pub(super) struct Signals {
    /// Signals that the server is shutting down.
    pub(super) stop: watch::Receiver<()>,
    /// Signals that all places are taken: idle connections have to end.
    pub(super) crowd: watch::Receiver<()>,
}

/// A connection that has a place.
pub(super) struct Connection {
    shared: Arc<Shared>,
    place: ConnectionPlace,
    _entered: Entered,
    stream: TcpStream,
    peer: SocketAddr,
}

impl Connection {
    pub(super) fn new(
        shared: Arc<Shared>,
        place: ConnectionPlace,
        entered: Entered,
        stream: TcpStream,
        peer: SocketAddr,
    ) -> Self {
        Self { shared, place, _entered: entered, stream, peer }
    }

    /// Serves the connection until it ends or is closed.
    pub(super) async fn serve<R: Routes>(self, served: Served<R>, mut signals: Signals) {
        let Self { shared, place, _entered, stream, peer } = self;
        // A socket on which this fails is about to fail anyway.
        let _ = stream.set_nodelay(true);
        let place = shared.places.improve(place, shared.options.wait_for_place).await;
        let reserved = place.is_reserved();
        let builder = if reserved { served.reserved } else { served.usual };
        let activity = Activity::new();
        let mut patience = Patience::new(&shared, reserved);
        let stop = signals.stop.clone();
        let requests = Requests { routes: served.routes, shared, peer, activity: activity.clone(), reserved, stop };
        let io = TokioIo::new(Watched::new(stream, activity.clone()));
        let mut connection = pin!(builder.serve_connection(io, requests));
        let mut stopped = false;
        loop {
            tokio::select! {
                ended = connection.as_mut() => {
                    if let Err(error) = ended {
                        tracing::debug!(error, "connection ended");
                    }
                    return;
                }
                _ = signals.stop.changed(), if !stopped => {
                    // The server decides how long to wait for running requests.
                    stopped = true;
                    if patience.stops(&activity) {
                        connection.as_mut().graceful_shutdown();
                    }
                }
                // The sender outlives the connections.
                _ = signals.crowd.changed() => {
                    if patience.spares(&activity) {
                        connection.as_mut().graceful_shutdown();
                    }
                }
                () = sleep_until(patience.next) => match patience.look(&activity) {
                    Verdict::Wait => {}
                    Verdict::End => connection.as_mut().graceful_shutdown(),
                    Verdict::Cut => return,
                },
            }
        }
    }
}

/// The deadlines of an idle connection.
struct Patience {
    /// The deadline for the first request.
    first: Instant,
    idle: Duration,
    spare_after: Duration,
    /// The time at which the client was asked to end the connection, if it was.
    ending: Option<Instant>,
    /// True if the server is shutting down: the connection ends after its first request.
    stopping: bool,
    /// The time of the next check.
    next: Instant,
}

/// The action to take on a connection.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Wait,
    /// Close the connection gracefully, after running requests.
    End,
    /// Close the connection immediately.
    Cut,
}

impl Patience {
    fn new(shared: &Shared, reserved: bool) -> Self {
        let options = &shared.options;
        let hurry = |time: Duration| if reserved { time.min(HURRY) } else { time };
        let first = Instant::now() + hurry(options.header_timeout);
        let (idle, spare_after) = (hurry(options.idle_timeout), options.spare_after);
        let next = first.min(Instant::now() + idle);
        Self { first, idle, spare_after, ending: None, stopping: false, next }
    }

    /// Checks a connection, sets the time of the next check and returns the action to take.
    fn look(&mut self, activity: &Activity) -> Verdict {
        let now = Instant::now();
        if !activity.has_started() {
            // The time-out for headers starts only when the protocol is known: without this deadline the server would
            // wait forever for a client that sends nothing, or only the beginning of an HTTP/2 preface.
            self.next = self.first;
            return if now < self.first { Verdict::Wait } else { Verdict::Cut };
        }
        if self.stopping && self.ending.is_none() {
            self.end(now);
            return Verdict::End;
        }
        let Some(since) = activity.idle_since() else {
            self.next = now + self.idle;
            return Verdict::Wait;
        };
        let (since, patience) = match self.ending {
            Some(asked) => (since.max(asked), self.idle.min(CLOSING)),
            None => (since, self.idle),
        };
        self.next = since + patience;
        if now < self.next {
            return Verdict::Wait;
        }
        match self.ending {
            Some(_) => Verdict::Cut,
            None => {
                self.end(now);
                Verdict::End
            }
        }
    }

    /// Returns true if the connection can be ended now that the server shuts down. A client that has not asked for
    /// anything yet may be about to: its connection is ended a little later.
    fn stops(&mut self, activity: &Activity) -> bool {
        if activity.has_started() {
            return true;
        }
        self.stopping = true;
        self.first = self.first.min(Instant::now() + LATE);
        self.next = self.first;
        false
    }

    /// Returns true if the connection is idle for long enough to be closed in favour of others, and starts its end.
    fn spares(&mut self, activity: &Activity) -> bool {
        let now = Instant::now();
        let idle = activity.idle_since().is_some_and(|since| now.duration_since(since) >= self.spare_after);
        if idle && self.ending.is_none() {
            self.end(now);
            return true;
        }
        false
    }

    fn end(&mut self, now: Instant) {
        self.ending = Some(now);
        self.next = now + self.idle.min(CLOSING);
    }
}

/// The service of one connection.
#[derive(Clone)]
struct Requests<R> {
    routes: R,
    shared: Arc<Shared>,
    peer: SocketAddr,
    activity: Activity,
    reserved: bool,
    /// Signals that the server is shutting down.
    stop: watch::Receiver<()>,
}

impl<R> Requests<R> {
    fn client(&self) -> ClientAddress {
        ClientAddress::new(self.peer.ip())
    }

    /// Returns the body of a request with a time-out for its sender.
    fn received(&self, body: Incoming) -> Body {
        if body.is_end_stream() {
            return Body::empty();
        }
        let (shared, client) = (self.shared.clone(), self.client());
        let on_timeout = move || shared.refuse("time to send a body", client, "the body of a request");
        Body::new(Received::new(body, self.activity.clone(), self.shared.options.body_timeout, on_timeout))
    }

    /// Returns the 503 for requests on a reserved place that are not health checks.
    fn full(&self, version: Version) -> Response {
        self.shared.refuse("connections at the same time", self.client(), "a request");
        let mut response =
            Problem::unavailable("the server has too many connections: try again in a second", 1).into_response();
        if version < Version::HTTP_2 {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl<R: Routes> Service<Request<Incoming>> for Requests<R> {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let working = self.activity.begin();
        if self.reserved && !HEALTH.contains(&request.uri().path()) {
            return Box::pin(std::future::ready(Ok(self.full(request.version()))));
        }
        let mut request = request.map(|body| self.received(body));
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let answer = self.routes.clone().call(request);
        let stop = self.stop.clone();
        Box::pin(async move { answer.await.map(|response| working.answered(endless::end_at(response, &stop))) })
    }
}
