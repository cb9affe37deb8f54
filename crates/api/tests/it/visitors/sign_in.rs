//! The way of a visitor to the provider and back to the page.

use std::time::Duration;

use axum::http::Method;
use quire_testkit::{on_each_database_with, on_each_database_within_reach};
use serde_json::json;

use super::world::{Site, Visitor, text};
use crate::oidc::provider::Provider;
use crate::saml::provider::{Provider as SamlProvider, Response};

#[test]
fn a_visitor_signs_in_and_comes_back_to_the_page() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let members = || test.admin().get(&format!("{}/members", test.org())).ok()["count"].clone();
        let before = members();
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/guide?x=1"));
        let (page, at) = visitor.follow(&provider.idp.agree(&asked, &json!({})));
        assert_eq!((page.status.as_u16(), &*at), (200, &*site.at("/guide?x=1")), "{}", text(&page));
        assert!(text(&page).contains("How to do it."));
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert!(text(&page).contains(&format!("{}/~sign-out", site.base)), "readers can sign out");
        // The provider is not asked for the next page, nor for one of another form.
        assert_eq!((visitor.open(&site.at("/")).status.as_u16(), provider.idp.asked("/token")), (200, 1));
        assert_eq!(visitor.open(&site.at("/guide.md")).status, 200);
        assert_eq!(visitor.open(&site.at("/llms.txt")).status, 200);
        // A visitor is nobody's user.
        assert_eq!(members(), before);
        assert_eq!(visitor.open("http://quire.test/v1/user").status, 401);
        assert!(visitor.cookie("quire_session").is_none());
        // Opening the address of the return again does no harm.
        assert_eq!(visitor.open(&site.at("/~sign-in?code=made-up")).status, 303);
        // The provider decides again after some hours.
        test.clock.pass(Duration::from_hours(8));
        assert_eq!(visitor.open(&site.at("/guide")).status, 303);
    });
}

#[test]
fn a_visitor_signs_in_with_saml() {
    on_each_database_within_reach(|test| {
        let provider = SamlProvider::of(test, &test.org(), None);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/guide"));
        let request = SamlProvider::request_of(&asked);
        let response = Response { request: Some(&request), ..Response::default() };
        let answered = provider.post(test, &response);
        assert_eq!(answered.status, 303, "{}", text(&answered));
        let (page, at) = visitor.follow(&format!("http://quire.test{}", answered.header("location")));
        assert_eq!((page.status.as_u16(), &*at), (200, &*site.at("/guide")));
        // A response and a request are used once.
        assert_eq!(provider.post(test, &response).status, 403);
        let again = Response { request: Some(&request), id: "_a2", ..Response::default() };
        assert_eq!(provider.post(test, &again).status, 403);
    });
}

#[test]
fn the_end_that_the_provider_sets_is_kept() {
    on_each_database_within_reach(|test| {
        let provider = SamlProvider::of(test, &test.org(), None);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/"));
        let request = SamlProvider::request_of(&asked);
        let session_ends = Some("2027-01-15T08:10:00Z");
        let answered = provider.post(test, &Response { request: Some(&request), session_ends, ..Response::default() });
        visitor.follow(&format!("http://quire.test{}", answered.header("location")));
        assert_eq!(visitor.open(&site.at("/")).status, 200);
        test.clock.pass(Duration::from_mins(10));
        assert_eq!(visitor.open(&site.at("/")).status, 303);
    });
}

#[test]
fn sites_under_host_names_of_their_own_work_too() {
    let adjust = |options: &mut quire_app::Options| {
        options.allow_private_addresses = true;
        options.site_hosts = vec!["*.docs.test".parse().unwrap(), "pages.test".parse().unwrap()];
    };
    on_each_database_with(adjust, |test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        for base in [
            format!("http://{}.docs.test/{}", site.label, site.basename),
            format!("http://pages.test/{}/{}", site.label, site.basename),
        ] {
            let visitor = Visitor::new(test);
            let (_, asked) = visitor.follow(&format!("{base}/guide"));
            let (page, at) = visitor.follow(&provider.idp.agree(&asked, &json!({})));
            assert_eq!((page.status.as_u16(), &*at), (200, &*format!("{base}/guide")));
            assert_eq!(visitor.open(&site.at("/guide")).status, 303, "the session is of that host alone");
        }
    });
}

#[test]
fn the_site_may_be_told_where_to_come_back_to_but_never_leads_away() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        for (location, end) in [
            ("%2Fguide", "/guide"),
            ("%2F%2Fevil.example%2Fguide", "/evil.example/guide"),
            ("https%3A%2F%2Fevil.example", "/https:/evil.example"),
            ("%2F%5Cevil.example", "/evil.example"),
            ("%2F..%2F..%2Faccount", "/account"),
            ("", "/"),
        ] {
            let visitor = Visitor::new(test);
            let (_, asked) = visitor.follow(&site.at(&format!("/~sign-in?location={location}")));
            let (_, at) = visitor.follow(&provider.idp.agree(&asked, &json!({})));
            assert_eq!(at, site.at(end), "{location}");
        }
        // A path that is too long to be kept leads to the start.
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at(&format!("/{}", "x".repeat(2001))));
        let (page, at) = visitor.follow(&provider.idp.agree(&asked, &json!({})));
        assert_eq!((page.status.as_u16(), at), (200, site.at("/")));
    });
}

#[test]
fn only_pages_lead_to_the_provider() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let ask = |dest| visitor.send(&Method::GET, &site.at("/"), &[("sec-fetch-dest", dest)], "");
        for dest in ["image", "iframe", "empty", "script"] {
            assert_eq!(ask(dest).status, 403, "{dest}");
        }
        assert_eq!(ask("document").status, 303);
        // Programs are told where.
        let url = json!({ "url": site.at("/guide") });
        let resolved = test.admin().post("/v1/urls/published", &url).ok();
        assert_eq!(resolved["target"], "external", "{resolved}");
        assert!(resolved["redirect"].as_str().unwrap().ends_with("/~sign-in?location=/guide"), "{resolved}");
    });
}

#[test]
fn two_windows_sign_in_at_once() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let visitor = Visitor::new(test);
        let (_, one) = visitor.follow(&site.at("/guide"));
        let (_, other) = visitor.follow(&site.at("/"));
        let (_, at) = visitor.follow(&provider.idp.agree(&one, &json!({})));
        assert_eq!(at, site.at("/guide"));
        let (page, at) = visitor.follow(&provider.idp.agree(&other, &json!({})));
        assert_eq!((page.status.as_u16(), at), (200, site.at("/")));
    });
}

#[test]
fn settings_name_a_provider_of_the_organization() {
    on_each_database_within_reach(|test| {
        let (oidc, saml) = (Provider::of(test), SamlProvider::of(test, &test.org(), None));
        let site = Site::new(test, "Docs", &oidc.shown);
        let path = format!("{}/publishing/auth", site.path);
        let shown = test.admin().get(&path).ok();
        assert_eq!((&shown["backend"], &shown["provider"]), (&"provider".into(), &oidc.shown["id"]));
        let shown = site.auth(&json!({ "backend": "provider", "provider": saml.shown["id"] }));
        assert_eq!(shown["provider"], saml.shown["id"]);
        let names = json!({ "plan": "https://acme.example/plan" });
        assert_eq!(site.auth(&json!({ "claimNames": names }))["claimNames"], names);
        // A provider of another organization is none.
        let (_, token) = test.new_user("owner@elsewhere.example");
        let owner = test.caller(Some(&token));
        let org = owner.post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
        let elsewhere = format!("/v1/orgs/{}", org["id"].as_str().unwrap());
        let other = SamlProvider::of(test, &elsewhere, Some(&token));
        for provider in [other.shown["id"].clone(), json!("AAAAAAAAAAAAAAAAAAAAAA"), json!("no identifier")] {
            test.admin().patch(&path, &json!({ "backend": "provider", "provider": provider })).refused(404);
        }
        for (body, field) in [
            (json!({ "backend": "provider" }), "provider"),
            (json!({ "provider": saml.shown["id"] }), "provider"),
            (json!({ "backend": "custom", "provider": saml.shown["id"] }), "provider"),
            (json!({ "backend": "provider", "provider": saml.shown["id"], "integration": "x" }), "integration"),
            (json!({ "claimNames": { "": "x" } }), "claimNames"),
            (json!({ "claimNames": { "plan": "x".repeat(257) } }), "claimNames"),
        ] {
            let message = test.admin().patch(&path, &body).refused(400);
            assert!(message.contains(field), "{body}: {message}");
        }
        let shown = site.auth(&json!({ "backend": "custom" }));
        assert_eq!((&shown["backend"], shown.get("provider")), (&"custom".into(), None));
        assert_eq!(Visitor::new(test).open(&site.at("/~sign-in")).status, 404);
    });
}
