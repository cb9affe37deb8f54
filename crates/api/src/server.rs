//! The connections: HTTP/1.1 and HTTP/2 without TLS on one listener, bounded in number and in patience.
//!
//! On shutdown no connection is accepted any more, requests that run are finished, and what is left after the grace
//! period is cut. Time-outs of requests are not here: the layers know the routes.

use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::{Request, service::Service};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How the server behaves.
#[derive(Debug, Clone)]
pub struct Options {
    /// How long a client may take to send the head of a request, and how long an idle connection is kept.
    pub header_timeout: Duration,
    /// So many connections at one time; further ones wait.
    pub max_connections: usize,
    /// How long running requests may take to finish on shutdown.
    pub grace: Duration,
}

impl Default for Options {
    fn default() -> Self {
        let header_timeout = Duration::from_secs(10);
        Self { header_timeout, max_connections: 10_000, grace: Duration::from_secs(30) }
    }
}

/// Serves the router on the listener until `shutdown` is there, then until the last request is finished or the grace
/// period is over. Handlers find the client's address as `ConnectInfo<SocketAddr>`.
pub async fn serve(listener: TcpListener, router: Router, options: Options, shutdown: impl Future<Output = ()>) {
    let builder = Arc::new(builder(options.header_timeout));
    let slots = Arc::new(Semaphore::new(options.max_connections));
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = async {
            let slot = slots.clone().acquire_owned().await.expect("the semaphore is never closed");
            (slot, accept(&listener).await)
        };
        let (slot, (stream, peer)) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut shutdown => break,
        };
        while connections.try_join_next().is_some() {}
        let (builder, watcher) = (builder.clone(), graceful.watcher());
        let service = Requests { router: router.clone(), peer, started: Arc::default() };
        let patience = options.header_timeout;
        connections.spawn(async move {
            connection(&builder, stream, service, watcher, patience).await;
            drop(slot);
        });
    }
    drop(listener);
    if timeout(options.grace, graceful.shutdown()).await.is_err() {
        tracing::warn!(connections = connections.len(), "requests were cut: they took longer than the grace period");
    }
    connections.shutdown().await;
}

fn builder(header_timeout: Duration) -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(header_timeout);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(128)
        .keep_alive_interval(Duration::from_secs(20))
        .keep_alive_timeout(Duration::from_secs(20));
    builder
}

/// The next connection. Failures are the client's (it is gone already) or pass (no file descriptor is free).
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept connections");
                sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(
    builder: &Builder<TokioExecutor>,
    stream: TcpStream,
    service: Requests,
    watcher: Watcher,
    patience: Duration,
) {
    // A socket that cannot be told so is about to fail anyway.
    let _ = stream.set_nodelay(true);
    let started = service.started.clone();
    let served = watcher.watch(builder.serve_connection(TokioIo::new(stream), service).into_owned());
    // The time-out for headers starts only when the protocol is known: a client that sends nothing, or the beginning
    // of an HTTP/2 preface, would be waited for without end.
    let silence = async {
        sleep(patience).await;
        if started.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    };
    tokio::select! {
        result = served => {
            if let Err(error) = result {
                tracing::debug!(error, "connection ended");
            }
        }
        () = silence => {}
    }
}

/// The service of one connection.
#[derive(Clone)]
struct Requests {
    router: Router,
    peer: SocketAddr,
    started: Arc<AtomicBool>,
}

impl Service<Request<Incoming>> for Requests {
    type Response = axum::response::Response;
    type Error = std::convert::Infallible;
    type Future = axum::routing::future::RouteFuture<Self::Error>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        self.started.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        tower::Service::call(&mut self.router.clone(), request)
    }
}
