//! Real connections on loopback.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::routing::get;
use quire_api::server::{Options, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

pub(crate) struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    server: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start(router: Router, options: Options) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let server = tokio::spawn(serve(listener, router, options, async {
            let _ = stopped.await;
        }));
        Self { address, stop: Some(stop), server }
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    pub(crate) fn stop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
    }

    /// Waits until the server has ended.
    pub(crate) async fn ended(self) {
        self.server.await.unwrap();
    }
}

pub(crate) async fn ask(stream: &mut TcpStream, path: &str) {
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes()).await.unwrap();
}

/// Everything until the server closes.
pub(crate) async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A reset is a way to close, too.
    let _ = stream.read_to_end(&mut text).await;
    String::from_utf8_lossy(&text).into_owned()
}

fn patient(header_timeout: Duration) -> Options {
    Options { header_timeout, ..Options::default() }
}

#[tokio::test]
async fn clients_that_do_not_finish_their_headers_are_closed() {
    let router = Router::new().route("/", get(async || "hello"));
    let running = Running::start(router, patient(Duration::from_millis(50))).await;
    for beginning in ["", "P", "PRI * HTTP/2.0\r\n\r\nSM", "GET / HTTP/1.1\r\nhost:"] {
        let mut stream = running.connect().await;
        stream.write_all(beginning.as_bytes()).await.unwrap();
        assert!(!rest(stream).await.contains("200 OK"), "{beginning}");
    }
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    assert!(rest(stream).await.ends_with("hello"));
}

#[tokio::test]
async fn a_request_longer_than_the_patience_for_headers_is_finished() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let running = Running::start(slow(&entered, &leave), patient(Duration::from_millis(30))).await;
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    entered.notified().await;
    // A second connection that says nothing is closed after the patience: by then the first one has passed it.
    rest(running.connect().await).await;
    leave.notify_one();
    assert!(rest(stream).await.ends_with("done"));
}

/// A route that tells when it is entered and waits to be let go.
pub(crate) fn slow(entered: &Arc<Notify>, leave: &Arc<Notify>) -> Router {
    let (entered, leave) = (entered.clone(), leave.clone());
    let handler = move || {
        let (entered, leave) = (entered.clone(), leave.clone());
        async move {
            entered.notify_one();
            leave.notified().await;
            "done"
        }
    };
    Router::new().route("/", get(handler))
}

#[tokio::test]
async fn shutdown_finishes_what_runs_and_takes_nothing_new() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let mut running = Running::start(slow(&entered, &leave), Options::default()).await;
    let idle = running.connect().await;
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    entered.notified().await;
    running.stop();
    assert_eq!(rest(idle).await, "");
    assert!(TcpStream::connect(running.address).await.is_err());
    leave.notify_one();
    assert!(rest(stream).await.ends_with("done"));
    running.server.await.unwrap();
}

#[tokio::test]
async fn who_connected_before_the_shutdown_is_answered() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut waiting = Vec::new();
    for _ in 0..40 {
        // Nobody accepts these yet.
        let mut stream = TcpStream::connect(address).await.unwrap();
        ask(&mut stream, "/").await;
        waiting.push(stream);
    }
    let router = Router::new().route("/", get(async || "hello"));
    let server = tokio::spawn(serve(listener, router, Options::default(), async {}));
    for stream in waiting {
        assert!(rest(stream).await.ends_with("hello"));
    }
    server.await.unwrap();
}

#[tokio::test]
async fn a_request_that_comes_with_the_shutdown_is_answered() {
    let router = Router::new().route("/", get(async || "hello"));
    let mut running = Running::start(router, Options::default()).await;
    let mut first = running.connect().await;
    let mut kept = running.connect().await;
    kept.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut piece = [0; 8];
    kept.read_exact(&mut piece).await.unwrap();
    running.stop();
    ask(&mut first, "/").await;
    assert!(rest(first).await.ends_with("hello"));
    // What was asked before and is idle is closed.
    assert!(rest(kept).await.ends_with("hello"));
    running.server.await.unwrap();
}

#[tokio::test]
async fn shutdown_does_not_wait_for_ever() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let options = Options { grace: Duration::from_millis(20), ..Options::default() };
    let mut running = Running::start(slow(&entered, &leave), options).await;
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    entered.notified().await;
    running.stop();
    running.server.await.unwrap();
    assert_eq!(rest(stream).await, "");
}

#[tokio::test]
async fn connections_over_the_bound_wait() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let options = Options { max_connections: 1, reserved_connections: 0, ..Options::default() };
    let running = Running::start(slow(&entered, &leave), options).await;
    let mut first = running.connect().await;
    let mut second = running.connect().await;
    ask(&mut first, "/").await;
    ask(&mut second, "/").await;
    entered.notified().await;
    leave.notify_one();
    drop(first);
    entered.notified().await;
    leave.notify_one();
    let mut text = [0; 15];
    second.read_exact(&mut text).await.unwrap();
    assert_eq!(&text, b"HTTP/1.1 200 OK");
}

#[tokio::test]
async fn handlers_know_the_peer() {
    let handler = async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string();
    let running = Running::start(Router::new().route("/", get(handler)), Options::default()).await;
    let mut stream = running.connect().await;
    let own = stream.local_addr().unwrap().to_string();
    ask(&mut stream, "/").await;
    assert!(rest(stream).await.ends_with(&own));
}

#[tokio::test]
async fn empty_responses_have_no_length() {
    let router = crate::sample::router(crate::sample::options());
    let mut running = Running::start(router, Options::default()).await;
    let mut stream = running.connect().await;
    let request = "GET /openapi.json HTTP/1.1\r\nhost: x\r\nif-none-match: *\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    let text = rest(stream).await;
    assert!(text.starts_with("HTTP/1.1 304"), "{text}");
    assert!(!text.contains("content-length"), "{text}");
    running.stop();
    running.server.await.unwrap();
}
