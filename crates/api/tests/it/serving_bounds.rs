//! Connections that do nothing, take nothing or are too many, on loopback.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::{get, post};
use futures_util::StreamExt as _;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use quire_api::server::Options;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Notify, mpsc};

use crate::serving::{Running, ask, rest, slow};

const SHORT: Duration = Duration::from_millis(50);
const NEVER: Duration = Duration::from_secs(3600);

fn hello() -> Router {
    Router::new().route("/", get(async || "hello"))
}

/// Asks for a page and keeps the connection.
async fn ask_and_stay(stream: &mut TcpStream) {
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    while !answer.ends_with(b"hello") {
        let mut piece = [0; 512];
        let read = stream.read(&mut piece).await.unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&piece[..read]);
    }
}

#[tokio::test]
async fn an_idle_http2_connection_that_answers_pings_is_ended() {
    let options = Options { idle_timeout: SHORT, header_timeout: NEVER, ..Options::default() };
    let running = Running::start(hello(), options).await;
    let stream = running.connect().await;
    let client = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_millis(5))
        .keep_alive_while_idle(true)
        .handshake::<_, Body>(TokioIo::new(stream));
    let (mut sender, connection) = client.await.unwrap();
    let connection = tokio::spawn(connection);
    let request = axum::http::Request::get("http://x/").body(Body::empty()).unwrap();
    assert_eq!(sender.send_request(request).await.unwrap().status(), 200);
    // The sender is kept: it is the server that ends the connection.
    assert!(connection.await.is_ok());
    assert!(sender.is_closed());
}

#[tokio::test]
async fn an_idle_http1_connection_is_ended() {
    let options = Options { idle_timeout: SHORT, header_timeout: NEVER, ..Options::default() };
    let running = Running::start(hello(), options).await;
    let mut stream = running.connect().await;
    ask_and_stay(&mut stream).await;
    assert_eq!(rest(stream).await, "");
}

#[tokio::test]
async fn an_answer_that_takes_its_time_is_not_idle() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let options = Options { idle_timeout: SHORT, header_timeout: SHORT, ..Options::default() };
    let running = Running::start(slow(&entered, &leave), options).await;
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    entered.notified().await;
    // Others are closed meanwhile, twice.
    for _ in 0..2 {
        rest(running.connect().await).await;
    }
    leave.notify_one();
    assert!(rest(stream).await.ends_with("done"));
}

/// An answer without end, which says when it is dropped.
fn endless(dropped: &mpsc::UnboundedSender<()>) -> Router {
    struct Dropped(mpsc::UnboundedSender<()>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let dropped = dropped.clone();
    let handler = move || {
        let guard = Dropped(dropped.clone());
        let piece = Bytes::from(vec![b'x'; 64 * 1024]);
        async move {
            Body::from_stream(futures_util::stream::repeat(piece).map(move |piece| {
                let _held = &guard;
                Ok::<_, Infallible>(piece)
            }))
        }
    };
    Router::new().route("/", get(handler))
}

#[tokio::test]
async fn a_client_that_never_reads_its_answer_is_cut() {
    let options = Options { idle_timeout: SHORT, ..Options::default() };
    let (sender, mut dropped) = mpsc::unbounded_channel();
    let running = Running::start(endless(&sender), options).await;
    let mut stream = running.connect().await;
    ask(&mut stream, "/").await;
    dropped.recv().await.unwrap();
    drop(stream);
}

#[tokio::test]
async fn an_http2_client_that_takes_nothing_of_its_answer_is_cut() {
    let options = Options { idle_timeout: SHORT, ..Options::default() };
    let (sender, mut dropped) = mpsc::unbounded_channel();
    let running = Running::start(endless(&sender), options).await;
    let client = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(Duration::from_millis(5))
        .handshake::<_, Body>(TokioIo::new(running.connect().await));
    let (mut sender, connection) = client.await.unwrap();
    let connection = tokio::spawn(connection);
    let request = axum::http::Request::get("http://x/").body(Body::empty()).unwrap();
    let answer = sender.send_request(request).await.unwrap();
    // The window of the answer is used up, and pings are answered.
    dropped.recv().await.unwrap();
    assert!(connection.await.is_ok());
    drop(answer);
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let options = Options { body_timeout: SHORT, idle_timeout: NEVER, ..Options::default() };
    let (sender, mut outcomes) = mpsc::unbounded_channel();
    let handler = async move |body: Body| {
        let read = axum::body::to_bytes(body, usize::MAX).await;
        sender.send(read.map(|bytes| bytes.len()).map_err(|e| e.to_string())).unwrap();
    };
    let running = Running::start(Router::new().route("/", post(handler)), options).await;
    let mut stream = running.connect().await;
    stream.write_all(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf").await.unwrap();
    let refused = outcomes.recv().await.unwrap().unwrap_err();
    assert!(refused.contains("too slowly"), "{refused}");
    let mut stream = running.connect().await;
    stream.write_all(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nhalf").await.unwrap();
    assert_eq!(outcomes.recv().await.unwrap(), Ok(4));
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let options = Options { max_connections_per_address: 2, idle_timeout: NEVER, ..Options::default() };
    let running = Running::start(hello(), options).await;
    let (mut first, mut second) = (running.connect().await, running.connect().await);
    ask_and_stay(&mut first).await;
    ask_and_stay(&mut second).await;
    let mut third = running.connect().await;
    // It may be closed before it has asked.
    let _ = third.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert_eq!(rest(third).await, "");
    drop(first);
    // Its place is free as soon as the server has seen that.
    loop {
        let mut stream = running.connect().await;
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
        if rest(stream).await.ends_with("hello") {
            break;
        }
    }
}

#[tokio::test]
async fn the_bound_of_an_address_is_not_for_proxies() {
    let trusted_proxies = ["127.0.0.0/8".parse().unwrap()].into_iter().collect();
    let options = Options { max_connections_per_address: 1, trusted_proxies, ..Options::default() };
    let running = Running::start(hello(), options).await;
    let (mut first, mut second) = (running.connect().await, running.connect().await);
    ask_and_stay(&mut first).await;
    ask_and_stay(&mut second).await;
}

#[tokio::test]
async fn health_is_told_when_all_places_are_taken() {
    let (entered, leave) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let router = slow(&entered, &leave).route("/healthz", get(async || "alive"));
    let options = Options {
        max_connections: 1,
        reserved_connections: 1,
        wait_for_place: Duration::from_millis(5),
        ..Options::default()
    };
    let running = Running::start(router, options).await;
    let mut busy = running.connect().await;
    ask(&mut busy, "/").await;
    entered.notified().await;
    for _ in 0..3 {
        let mut check = running.connect().await;
        ask(&mut check, "/healthz").await;
        assert!(rest(check).await.ends_with("alive"));
        let mut other = running.connect().await;
        other.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
        let answer = rest(other).await;
        assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("retry-after: 1"), "{answer}");
    }
    leave.notify_one();
    assert!(rest(busy).await.ends_with("done"));
}

#[tokio::test]
async fn connections_that_do_nothing_make_place_for_others() {
    let options = Options {
        max_connections: 3,
        reserved_connections: 1,
        idle_timeout: NEVER,
        header_timeout: NEVER,
        spare_after: Duration::ZERO,
        wait_for_place: NEVER,
        ..Options::default()
    };
    let running = Running::start(hello(), options).await;
    let mut idle = Vec::new();
    for _ in 0..20 {
        let mut stream = running.connect().await;
        ask_and_stay(&mut stream).await;
        idle.push(stream);
    }
}
