//! What sites learn of visitors: what their schema declares, in its shape, and nothing that nobody verified.

use quire_testkit::{TestApp, on_each_database_within_reach};
use serde_json::{Value, json};

use super::world::{Site, Visitor, text};
use crate::oidc::provider::Provider;
use crate::saml::provider::{Provider as SamlProvider, Response};

fn schema() -> Value {
    json!({
        "plan": { "type": "string", "enum": ["free", "pro"] },
        "email": { "type": "string" },
        "groups": { "type": "array", "items": { "type": "string", "enum": ["staff", "guests"] } },
    })
}

/// The first page for a visitor of whom a provider says this.
fn read(test: &TestApp, provider: &Provider, site: &Site<'_>, claims: &Value) -> String {
    let visitor = Visitor::new(test);
    let (_, asked) = visitor.follow(&site.at("/"));
    let (page, _) = visitor.follow(&provider.idp.agree(&asked, claims));
    assert_eq!(page.status, 200, "{}", text(&page));
    text(&page)
}

#[test]
fn claims_of_openid_connect_reach_conditions() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        let all =
            json!({ "plan": "pro", "email": "ada@example.com", "email_verified": true, "groups": ["a", "staff"] });
        let page = read(test, &provider, &site, &all);
        assert!(page.contains("Plan: .") && !page.contains("For the staff."), "adaptive content is off: {page}");
        site.adapt(&schema());
        let page = read(test, &provider, &site, &all);
        assert!(page.contains("Plan: pro") && page.contains("Mail: ada@example.com"), "{page}");
        assert!(page.contains("For the staff."));
        // One group as a text is a list of it.
        assert!(read(test, &provider, &site, &json!({ "groups": "staff" })).contains("For the staff."));
        // An address counts if it was verified, or if the provider is trusted.
        for unverified in [json!(false), json!("false"), json!(null)] {
            let claims = json!({ "email": "ceo@example.com", "email_verified": unverified });
            assert!(!read(test, &provider, &site, &claims).contains("ceo@example.com"), "{claims}");
        }
        test.admin().patch(&provider.path, &json!({ "trustsEmail": true })).ok();
        assert!(read(test, &provider, &site, &json!({ "email": "ceo@example.com" })).contains("ceo@example.com"));
        // Names at the provider may differ, as a whole or by a path.
        site.auth(&json!({ "claimNames": { "plan": "https://acme.example/plan", "groups": "realm.roles" } }));
        let named = json!({ "https://acme.example/plan": "pro", "plan": "free", "realm": { "roles": ["staff"] } });
        let page = read(test, &provider, &site, &named);
        assert!(page.contains("Plan: pro") && page.contains("For the staff."), "{page}");
        // What the token lacks is asked for.
        provider.idp.tell_at_user_info(json!({ "sub": "u-1", "https://acme.example/plan": "free" }));
        assert!(read(test, &provider, &site, &json!({})).contains("Plan: free"));
    });
}

#[test]
fn claims_of_another_shape_are_none() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let site = Site::new(test, "Docs", &provider.shown);
        site.adapt(&schema());
        let deep = (0..100).fold(json!("pro"), |inner, _| json!([inner]));
        for claims in [
            json!({ "plan": "root" }),
            json!({ "plan": ["pro"] }),
            json!({ "plan": { "toString": "pro" } }),
            json!({ "plan": true }),
            json!({ "plan": deep }),
            json!({ "plan": "p".repeat(40_000) }),
            json!({ "groups": { "0": "staff", "length": 1 } }),
            json!({ "groups": [["staff"]] }),
            json!({ "groups": ["STAFF", "staff "] }),
            json!({ "unsigned": { "plan": "pro" }, "__proto__": { "plan": "pro" }, "claims": { "plan": "pro" } }),
        ] {
            let page = read(test, &provider, &site, &claims);
            assert!(page.contains("Plan: .") && !page.contains("For the staff."), "{claims}");
        }
        // Of many groups those that the schema lists are kept.
        let many: Vec<String> = (0..2000).map(|n| format!("g{n}")).chain(["staff".to_owned()]).collect();
        assert!(read(test, &provider, &site, &json!({ "groups": many })).contains("For the staff."));
        // A claim that the schema does not declare any more counts no longer, for those who are signed in too.
        let visitor = Visitor::new(test);
        let (_, asked) = visitor.follow(&site.at("/"));
        let (page, _) = visitor.follow(&provider.idp.agree(&asked, &json!({ "plan": "pro" })));
        assert!(text(&page).contains("Plan: pro"));
        site.adapt(&json!({ "email": { "type": "string" } }));
        assert!(text(&visitor.open(&site.at("/"))).contains("Plan: ."));
    });
}

#[test]
fn attributes_of_saml_reach_conditions() {
    on_each_database_within_reach(|test| {
        let provider = SamlProvider::of(test, &test.org(), None);
        let site = Site::new(test, "Docs", &provider.shown);
        site.adapt(&schema());
        site.auth(&json!({ "claimNames": { "plan": "urn:acme:plan" } }));
        let read = |id, attributes: &[(&str, &str)], groups: &[&str]| {
            let visitor = Visitor::new(test);
            let (_, asked) = visitor.follow(&site.at("/"));
            let request = SamlProvider::request_of(&asked);
            let response = Response { id, request: Some(&request), attributes, groups, ..Response::default() };
            let answered = provider.post(test, &response);
            let (page, _) = visitor.follow(&format!("http://quire.test{}", answered.header("location")));
            text(&page)
        };
        let page = read("_1", &[("urn:acme:plan", "pro")], &["staff"]);
        assert!(page.contains("Plan: pro") && page.contains("Mail: ada@example.com"), "{page}");
        assert!(page.contains("For the staff."));
        let page = read("_2", &[("plan", "pro"), ("URN:ACME:PLAN", "pro"), ("urn:acme:plan", "root")], &["a", "b"]);
        assert!(page.contains("Plan: .") && !page.contains("For the staff."), "{page}");
        // Two values are no single one.
        assert!(read("_3", &[("urn:acme:plan", "pro"), ("urn:acme:plan", "free")], &[]).contains("Plan: ."));
    });
}
