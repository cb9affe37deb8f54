//! Where answers lead: whatever is asked for, to the same origin, or to an address that an author configured.

use proptest::prelude::*;
use proptest::string::string_regex;
use proptest::test_runner::{Config, TestCaseError, TestRunner, contextualize_config};
use quire_testkit::{Answer, TestApp, on_each_database};
use serde_json::json;
use url::Url;

use crate::world::{Tree, World, fetch};

const FILES: Tree<'_> = &[("README.md", "# Start\n"), ("guides/install.md", "# Install\n"), ("x.png", "\u{89}PNG")];

const HOST: &str = "docs.example.com";

/// Where wildcards of the site lead.
const AWAY: &str = "https://away.example/base";

/// A site that is read by a host name of its own and below the server's address, and what paths began with there before.
fn world<'a>(test: &'a TestApp, visibility: &str) -> (World<'a>, String) {
    let mut world = World::of(test, &[("Docs", FILES)], visibility);
    world.patch(&json!({ "hostname": HOST }));
    let claim = format!("/v1/custom-hostnames/{HOST}");
    test.publish_proof(&test.admin().get(&claim).ok());
    test.admin().patch(&claim, &json!({})).expect(204);
    let lead = |source: &str, url: &str| {
        let destination = json!({ "kind": "url", "url": url });
        let body = json!({ "source": source, "destination": destination, "captureWildcard": true });
        test.admin().post(&format!("{}/redirects", world.site), &body).created();
    };
    lead("/away/*", AWAY);
    lead("/here/*", "/guides");
    let auth = json!({ "backend": "custom", "fallbackURL": "https://away.example/base/login" });
    test.admin().patch(&format!("{}/publishing/auth", world.site), &auth).ok();
    world.patch(&json!({ "basename": "handbook" }));
    let former = world.base.clone();
    world.base = format!("{}/handbook", former.rsplit_once('/').unwrap().0);
    (world, former)
}

/// What is wrong with where an answer leads, if anything is.
fn wrong(answer: &Answer, origin: &Url) -> Option<String> {
    if !answer.status.is_redirection() || answer.status == 304 {
        return None;
    }
    let location = answer.header("location");
    let led = origin.join(location).map_err(|e| e.to_string());
    let fine = match (&led, location.strip_prefix('/')) {
        (Err(_), _) => false,
        (Ok(led), Some(rest)) => led.origin() == origin.origin() && !rest.starts_with(['/', '\\']),
        (Ok(led), None) => {
            location.starts_with("http://quire.test/sign-in?next=%2F")
                || led.as_str() == AWAY
                || led.as_str().starts_with("https://away.example/base/")
        }
    };
    (!fine).then(|| format!("{} {location:?} is {led:?}", answer.status))
}

#[test]
fn nothing_that_is_asked_for_leads_to_another_host() {
    on_each_database(|test| {
        let origin = Url::parse("http://docs.example.com/").unwrap();
        let (world, _) = world(test, "public");
        for asked in [
            "//evil.example/?jwt_token=x",
            "//evil.example/guides/install/",
            "/\\evil.example?jwt_token=x",
            "/\\\\evil.example/?visitor.a=b&jwt_token=x",
            "/%5Cevil.example?jwt_token=x",
            "/%5c%5cevil.example/?jwt_token=x",
            "/%2F%2Fevil.example?jwt_token=x",
            "/%09/evil.example?jwt_token=x",
            "/..//evil.example?jwt_token=x",
            "/%2e%2e//evil.example?jwt_token=x",
            "/x/..//..//evil.example?jwt_token=x",
            "/away/../../evil",
            "/away/%2e%2e/%2E%2E/evil",
            "/away/..%2f..%2fevil",
            "/away/..%5Cevil",
            "/away//evil.example",
            "/away/@evil.example",
            "/here/..//evil.example",
            "/here/%5Cevil.example",
            "/~/revisions/x//evil.example",
            "/~/changes/1//evil.example",
            "/~/changes/1/..//..//..//evil.example",
        ] {
            let answer = fetch(test, asked, &[("host", HOST)]);
            assert_eq!(wrong(&answer, &origin), None, "{asked}");
        }
        let kept = fetch(test, "//evil.example/?jwt_token=x", &[("host", HOST)]);
        assert_eq!((kept.status.as_u16(), kept.header("location")), (303, "/evil.example/"));
        assert_eq!(fetch(test, "/away/a/b", &[("host", HOST)]).header("location"), format!("{AWAY}/a/b"));
        // Below the server's address a path does not lead out of the site.
        let climbing = world.get("/../../../account?jwt_token=x");
        assert_eq!(climbing.header("location"), format!("{}/account", world.base));
    });
}

#[test]
fn no_path_and_no_query_leads_to_another_host() {
    const PIECES: &str = "(/|//|\\\\|%2[fF]|%5[cC]|%09|%0[dD]%0[aA]|%2[eE]|\\.|\\.\\.|@|:|evil\\.example|https:|away|here|guides|install|~/changes/1|~s|~/revisions|README\\.md|index\\.html|~print|%FF|%00)";
    const QUERIES: &str = "(|\\?jwt_token=(x|//evil\\.example|)|\\?visitor\\.a=b|\\?q=//evil\\.example)";
    on_each_database(|test| {
        for visibility in ["public", "visitor-auth"] {
            let (world, before) = world(test, visibility);
            let path = string_regex(&format!("/{PIECES}{{0,8}}")).unwrap();
            let query = string_regex(QUERIES).unwrap();
            let (own, below) =
                (Url::parse("http://docs.example.com/").unwrap(), Url::parse(quire_testkit::URL).unwrap());
            let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
            let mut runner = TestRunner::new(contextualize_config(config));
            let outcome = runner.run(&(path, query), |(path, query)| {
                let answer = fetch(test, &format!("{path}{query}"), &[("host", HOST)]);
                prop_assert_eq!(wrong(&answer, &own), None::<String>);
                let answer = world.get(&format!("{path}{query}"));
                prop_assert_eq!(wrong(&answer, &below), None::<String>);
                let former = fetch(test, &format!("{before}{path}{query}"), &[]);
                wrong(&former, &below).map_or(Ok(()), |wrong| Err(TestCaseError::fail(wrong)))
            });
            outcome.unwrap();
            test.admin().delete(&world.site).expect(204);
        }
    });
}
