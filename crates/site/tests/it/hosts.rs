//! Host names that no site has: looked up once, within the limits, and found as soon as a site has them.

use quire_testkit::on_each_database;
use serde_json::json;

use crate::world::{World, fetch, text};

const HOST: &str = "docs.operated.example";

/// More statements than any request runs.
const MANY: u64 = 1000;

#[test]
fn an_unknown_host_name_is_looked_up_once_until_a_site_has_it() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", "# Harbour\n")]);
        let ask = |path: &str| {
            test.app.fail_statement(MANY);
            let answer = fetch(test, path, &[("host", HOST)]);
            let ran = MANY - test.app.statements_until_failure();
            test.app.fail_statement(0);
            (answer.status.as_u16(), ran, text(&answer))
        };
        let (status, ran, _) = ask("/v1");
        assert!(status == 200 && ran > 0, "{status} after {ran} statements");
        assert_eq!((ask("/v1").0, ask("/v1").1), (200, 0));
        world.patch(&json!({ "hostname": HOST }));
        let (status, _, page) = ask("/");
        assert!(status == 200 && page.contains("Harbour"), "{status} {page}");
        test.admin().delete(&format!("/v1/custom-hostnames/{HOST}")).expect(204);
        assert_eq!(ask("/v1").0, 200);
        assert_eq!(ask("/v1").1, 0);
    });
}

#[test]
fn a_failed_look_up_is_a_failure_and_not_remembered() {
    on_each_database(|test| {
        test.app.fail_statement(1);
        let answer = fetch(test, "/v1", &[("host", HOST)]);
        assert_eq!(answer.status, 503);
        assert!(!answer.header("x-request-id").is_empty(), "it passes the layers of all routes");
        assert_eq!(fetch(test, "/v1", &[("host", HOST)]).status, 200);
    });
}
