//! Tests of the attribution of requests to callers, with a handler that decides which tokens are valid.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use quire_model::client_addresses::ClientAddress;
use tower::ServiceExt as _;

use super::caller::{Presented, Proof};
use super::{Options, apply};

/// The beginning of the `Authorization` headers of valid tokens.
const GOOD: &str = "Bearer good";

/// A server whose handler counts how often it verifies a token.
struct Server {
    router: Router,
    looked: Arc<AtomicU32>,
}

impl Server {
    fn new(change: impl FnOnce(&mut Options)) -> Self {
        let looked = Arc::new(AtomicU32::new(0));
        let count = looked.clone();
        let handler = async move |request: Request| {
            let client = request.extensions().get::<ClientAddress>().map(ToString::to_string).unwrap_or_default();
            let Some(presented) = request.extensions().get::<Presented>() else { return (StatusCode::OK, client) };
            count.fetch_add(1, Ordering::Relaxed);
            let token = request.headers().get("authorization").and_then(|it| it.to_str().ok()).unwrap_or_default();
            let good = token.starts_with(GOOD);
            presented.settle(if good { Proof::Good } else { Proof::Bad });
            (if good { StatusCode::OK } else { StatusCode::UNAUTHORIZED }, client)
        };
        let mut options = Options::new(Arc::new(|| 1_000_000), Arc::new(|| 7));
        change(&mut options);
        Self { router: apply(Router::new().route("/", get(handler)), options), looked }
    }

    async fn send(&self, peer: &str, headers: &[(&'static str, String)]) -> (u16, HeaderMap, String) {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(ConnectInfo(std::net::SocketAddr::new(peer.parse().unwrap(), 4711)));
        for (name, value) in headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        let (parts, body) = self.router.clone().oneshot(request).await.unwrap().into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        (parts.status.as_u16(), parts.headers, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn with(&self, peer: &str, token: &str) -> u16 {
        self.send(peer, &[("authorization", format!("Bearer {token}"))]).await.0
    }

    async fn without(&self, peer: &str) -> u16 {
        self.send(peer, &[]).await.0
    }

    fn looked(&self) -> u32 {
        self.looked.load(Ordering::Relaxed)
    }
}

const HERE: &str = "192.0.2.1";
const THERE: &str = "192.0.2.2";

#[tokio::test]
async fn made_up_tokens_and_cookies_count_for_the_address() {
    let server = Server::new(|options| {
        options.requests_per_minute = 30;
        options.bad_tokens_per_minute = 0;
    });
    assert_eq!(server.with(HERE, "good one").await, 200);
    let mut answers = Vec::new();
    for number in 0..60 {
        answers.push(server.with(HERE, &format!("made up {number}")).await);
        answers.push(server.send(HERE, &[("cookie", format!("quire_session=made-up-{number}"))]).await.0);
    }
    assert_eq!(answers.iter().filter(|status| **status == 401).count(), 29, "30 with the first one");
    assert!(answers[29..].iter().all(|status| *status == 429));
    assert_eq!(server.without(HERE).await, 429);
    // This affects neither known tokens nor other addresses.
    for _ in 0..30 {
        assert_eq!(server.with(HERE, "good one").await, 200);
    }
    assert_eq!(server.with(HERE, "good one").await, 429, "this is its own limit");
    assert_eq!(server.with(THERE, "made up").await, 401);
}

#[tokio::test]
async fn an_ipv6_network_is_one_caller() {
    let server = Server::new(|options| options.requests_per_minute = 2);
    let statuses = [server.without("2001:db8::1").await, server.without("2001:db8::ffff:2").await];
    assert_eq!(statuses, [200, 200]);
    assert_eq!(server.without("2001:db8::3").await, 429);
    assert_eq!(server.without("2001:db8:0:1::1").await, 200);
}

#[tokio::test]
async fn after_many_bad_tokens_further_ones_are_not_looked_for() {
    let server = Server::new(|options| options.bad_tokens_per_minute = 5);
    assert_eq!(server.with(HERE, "good one").await, 200);
    for number in 0..5 {
        assert_eq!(server.with(HERE, &format!("made up {number}")).await, 401);
    }
    let looked = server.looked();
    for number in 5..50 {
        let token = format!("Bearer made up {number}");
        let (status, headers, _) = server.send(HERE, &[("authorization", token)]).await;
        assert_eq!(status, 429);
        let seconds: u64 = headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&seconds));
    }
    assert_eq!(server.looked(), looked, "nothing was looked for");
    assert_eq!(server.with(HERE, "good one").await, 200, "who is known goes on");
    assert_eq!(server.without(HERE).await, 200, "so does who says nothing");
    assert_eq!(server.with(THERE, "made up").await, 401);
}

#[tokio::test]
async fn a_token_that_stops_working_is_not_known_any_more() {
    let server = Server::new(|options| options.requests_per_minute = 2);
    let session = |name: &str| [("authorization", format!("{GOOD} one")), ("x-ignored", name.to_owned())];
    for _ in 0..3 {
        server.send(HERE, &session("a")).await;
    }
    // The first request counted for the address, two for the token.
    assert_eq!(server.send(HERE, &session("a")).await.0, 429);
    assert_eq!(server.without(HERE).await, 200);
    assert_eq!(server.without(HERE).await, 429);
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_client_has_a_limit() {
    let server = Server::new(|options| {
        options.requests_per_minute = 1;
        options.trusted_proxies = ["10.0.0.0/8".parse().unwrap()].into_iter().collect();
    });
    let via = async |peer: &str, client: &str| {
        let (status, _, seen) = server.send(peer, &[("x-forwarded-for", client.to_owned())]).await;
        (status, seen)
    };
    assert_eq!(via("10.0.0.1", "1.1.1.1").await, (200, "1.1.1.1".to_owned()));
    assert_eq!(via("10.0.0.2", "1.1.1.1").await.0, 429);
    assert_eq!(via("10.0.0.1", "2.2.2.2").await, (200, "2.2.2.2".to_owned()));
    // Forged entries to the left of the proxy's do not change the client.
    assert_eq!(via("10.0.0.1", "9.9.9.9, 2.2.2.2").await.0, 429);
    // Other peers are not trusted.
    assert_eq!(via("192.0.2.9", "3.3.3.3").await, (200, "192.0.2.9".to_owned()));
    assert_eq!(via("192.0.2.9", "4.4.4.4").await.0, 429);
}
