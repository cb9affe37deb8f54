//! What every response has, and what no request escapes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::sample::{Caller, options};

#[tokio::test]
async fn unknown_routes_and_methods_are_json_errors() {
    let caller = Caller::new();
    assert_eq!(caller.get("/nowhere").await.error(), (404, "address not found".into()));
    let reply = caller.send("PUT", "/v1/spaces/x", &[], "").await;
    assert_eq!(reply.error().0, 405);
    assert_eq!(reply.header("allow"), "DELETE, GET, HEAD, OPTIONS, PATCH");
    let reply = caller.send("POST", "/openapi.json", &[], "").await;
    assert_eq!((reply.error().0, reply.header("allow")), (405, "GET,HEAD"));
}

#[tokio::test]
async fn options_tells_the_methods() {
    let caller = Caller::new();
    let reply = caller.send("OPTIONS", "/v1/spaces", &[], "").await;
    assert_eq!((reply.status, reply.header("allow")), (204, "GET, HEAD, OPTIONS, POST"));
    let reply = caller.send("OPTIONS", "/openapi.json", &[], "").await;
    assert_eq!((reply.status, reply.header("allow")), (204, "GET,HEAD"));
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let caller = Caller::new();
    let path = caller.space("a").await;
    let (get, head) = (caller.get(&path).await, caller.send("HEAD", &path, &[], "").await);
    assert_eq!(head.status, 200);
    assert!(head.body.is_empty());
    assert_eq!(head.header("content-length"), get.body.len().to_string());
    assert_eq!(head.header("etag"), get.header("etag"));
}

#[tokio::test]
async fn a_request_keeps_a_sane_id_and_gets_one_else() {
    let caller = Caller::new();
    let id = async |sent: &str| {
        let reply = caller.send("GET", "/nowhere", &[("x-request-id", sent)], "").await;
        reply.error();
        reply.header("x-request-id").to_owned()
    };
    assert_eq!(id("trace-1.2_3").await, "trace-1.2_3");
    for insane in ["a b", "", "<b>", &"x".repeat(65)] {
        let given = id(insane).await;
        assert!(given.len() == 32 && given != insane);
    }
    assert_ne!(id("").await, id("").await);
}

#[tokio::test]
async fn failures_inside_tell_nothing() {
    let caller = Caller::new();
    for path in ["/v1/panics", "/v1/fails"] {
        let reply = caller.get(path).await;
        assert_eq!(reply.error(), (500, "the server failed to answer this request".into()));
        assert!(!String::from_utf8_lossy(&reply.body).contains("secret"));
    }
    assert_eq!(caller.get("/v1/spaces").await.status, 200);
}

#[tokio::test]
async fn slow_requests_end_unless_their_route_may_take_its_time() {
    let mut options = options();
    options.timeout = Duration::ZERO;
    let caller = Caller::with(options);
    let reply = caller.get("/v1/hangs").await;
    assert_eq!(reply.error().0, 503);
    assert_eq!(reply.header("retry-after"), "5");
    assert_eq!(caller.get("/v1/waits").await.status, 204);
}

#[tokio::test]
async fn browsers_of_any_origin_may_call() {
    let caller = Caller::new();
    let asks = [
        ("origin", "https://a.example"),
        ("access-control-request-method", "PATCH"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    let reply = caller.send("OPTIONS", "/v1/spaces/x", &asks, "").await;
    assert_eq!(reply.status, 204);
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    assert!(reply.header("access-control-allow-methods").contains("PATCH"));
    assert_eq!(reply.header("access-control-allow-headers"), "authorization,content-type");
    for path in ["/v1/spaces", "/nowhere", "/v1/panics"] {
        let reply = caller.get(path).await;
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert!(reply.header("access-control-allow-credentials").is_empty());
        let exposed = reply.header("access-control-expose-headers").to_lowercase();
        for name in ["etag", "location", "x-request-id", "x-ratelimit-limit", "x-ratelimit-reset"] {
            assert!(exposed.contains(name), "{name}");
        }
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
    }
}

#[tokio::test]
async fn callers_whom_nobody_knows_share_a_limit() {
    let mut options = options();
    options.requests_per_minute = 2;
    let caller = Caller::with(options);
    let get = async |token: &str| {
        let reply = caller.send("GET", "/v1/spaces", &[("authorization", token)], "").await;
        let standing =
            ["limit", "remaining", "reset"].map(|name| reply.header(&format!("x-ratelimit-{name}")).to_owned());
        (reply, standing.join(" "))
    };
    assert_eq!(get("Bearer a").await.1, "2 1 1000030");
    assert_eq!(get("bearer  a").await.1, "2 0 1000060");
    let (reply, standing) = get("Bearer a").await;
    assert_eq!((reply.error().0, standing.as_str()), (429, "2 0 1000060"));
    let wait: u32 = reply.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&wait));
    // Another token that nobody has looked for is another word for the same caller.
    assert_eq!(get("Bearer b").await.0.error().0, 429);
    let reply = caller.get("/nowhere").await;
    assert_eq!((reply.error().0, reply.header("x-ratelimit-limit")), (429, "2"));
    let preflight = [("access-control-request-method", "GET")];
    let reply = caller.send("OPTIONS", "/v1/spaces", &preflight, "").await;
    assert_eq!((reply.status, reply.header("x-ratelimit-remaining")), (204, "0"));
}

#[tokio::test]
async fn the_reset_follows_the_clock() {
    let now = Arc::new(AtomicU32::new(50));
    let mut options = options();
    options.requests_per_minute = 60;
    let clock = now.clone();
    options.clock = Arc::new(move || i64::from(clock.load(Ordering::Relaxed)));
    let caller = Caller::with(options);
    now.store(7000, Ordering::Relaxed);
    assert_eq!(caller.get("/v1/spaces").await.header("x-ratelimit-reset"), "7001");
}

#[tokio::test]
async fn without_a_limit_there_are_no_headers_of_one() {
    assert!(Caller::new().get("/v1/spaces").await.header("x-ratelimit-limit").is_empty());
}
