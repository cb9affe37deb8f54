//! The limits of requests hold for looking up whose a host name is, too.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use axum::http::Request;
use quire_api::layers::Options;
use quire_testkit::on_each_database;
use tower::ServiceExt as _;

/// More statements than any request runs.
const MANY: u64 = 1000;

#[test]
fn host_names_are_looked_up_within_the_limits() {
    on_each_database(|test| {
        let numbers = AtomicU64::new(0);
        let mut layers =
            Options::new(Arc::new(|| 0), Arc::new(move || u128::from(numbers.fetch_add(1, Ordering::Relaxed))));
        layers.requests_per_minute = 2;
        let router = test.sites.in_front_of(quire_api::routes(test.app.clone(), layers, test.sites.routes()));
        let ask = |host: &str| {
            let request = Request::builder().uri("/v1").header("host", host).body(Body::empty()).unwrap();
            test.app.fail_statement(MANY);
            let response = test.on_runtime(async |_| router.clone().oneshot(request).await.unwrap());
            let ran = MANY - test.app.statements_until_failure();
            test.app.fail_statement(0);
            let left = response.headers()["x-ratelimit-remaining"].to_str().unwrap().to_owned();
            (response.status().as_u16(), left, ran > 0)
        };
        assert_eq!(ask("a.example.com"), (200, "1".to_owned(), true));
        assert_eq!(ask("b.example.com"), (200, "0".to_owned(), true));
        assert_eq!(ask("c.example.com"), (429, "0".to_owned(), false));
    });
}
