//! The settings of providers.

use std::net::TcpListener;

use quire_testkit::{on_each_database, on_each_database_within_reach};
use serde_json::{Value, json};

use super::provider::{CLIENT, Idp, Provider, SECRET};

#[test]
fn a_provider_is_pending_until_issuer_and_client_are_set() {
    on_each_database_within_reach(|test| {
        let (admin, all, idp) = (test.admin(), format!("{}/oidc", test.org()), Idp::start());
        let made = admin.post(&all, &json!({ "label": "Acme" })).created();
        assert_eq!((&made["object"], &made["status"]), (&"oidc-provider".into(), &"pending".into()));
        assert_eq!((&made["defaultRole"], &made["scopes"]), (&"read".into(), &"email profile".into()));
        let one = format!("{all}/{}", made["id"].as_str().unwrap());
        let ways = || test.caller(None).get(&format!("{}/sso", test.org())).ok()["items"].clone();
        assert_eq!(ways(), json!([]));
        assert_eq!(test.browser().open(made["service"]["startURL"].as_str().unwrap()).status, 404);
        assert_eq!(admin.patch(&one, &json!({ "issuer": idp.issuer })).ok()["status"], "pending");
        assert!(admin.patch(&test.org(), &json!({ "sso": true })).refused(409).contains("OpenID Connect"));
        let done = admin.patch(&one, &json!({ "clientId": CLIENT })).ok();
        assert_eq!(done["status"], "active");
        let way = json!({ "id": made["id"], "label": "Acme", "startURL": made["service"]["startURL"] });
        assert_eq!(ways(), json!([way]));
        assert_eq!(admin.get(&all).ok()["items"], json!([done]));
        let hostname = admin.get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        let page = test.browser().open(&format!("/sign-in/company?of={hostname}"));
        assert!(String::from_utf8_lossy(&page.body).contains("Continue with Acme"));
        admin.patch(&test.org(), &json!({ "sso": true })).ok();
        assert!(admin.delete(&one).refused(409).contains("sso"));
        assert!(admin.patch(&one, &json!({ "clientId": null })).refused(409).contains("sso"));
        admin.patch(&test.org(), &json!({ "sso": false })).ok();
        admin.delete(&one).expect(204);
        admin.delete(&one).expect(204);
        admin.get(&one).refused(404);
        assert_eq!(ways(), json!([]));
    });
}

#[test]
fn a_secret_is_never_shown_and_never_goes_to_another_issuer() {
    on_each_database_within_reach(|test| {
        let provider = Provider::of(test);
        let shown = |value: &Value| {
            assert!(!value.to_string().contains(SECRET), "{value}");
            value["hasClientSecret"].as_bool()
        };
        assert_eq!(shown(&provider.shown), Some(true));
        assert_eq!(shown(&test.admin().get(&provider.path).ok()), Some(true));
        let same = json!({ "issuer": provider.idp.issuer, "label": "Same" });
        assert_eq!(shown(&test.admin().patch(&provider.path, &same).ok()), Some(true));
        let other = Idp::start();
        let moved = test.admin().patch(&provider.path, &json!({ "issuer": other.issuer })).ok();
        assert_eq!(shown(&moved), Some(false));
        let back = json!({ "issuer": provider.idp.issuer, "clientSecret": SECRET });
        assert_eq!(shown(&test.admin().patch(&provider.path, &back).ok()), Some(true));
        assert_eq!(shown(&test.admin().patch(&provider.path, &json!({ "clientSecret": null })).ok()), Some(false));
    });
}

#[test]
fn what_can_be_no_provider_is_refused() {
    on_each_database_within_reach(|test| {
        let (admin, all, idp) = (test.admin(), format!("{}/oidc", test.org()), Idp::start());
        assert!(admin.post(&all, &json!({})).refused(400).contains("label"));
        for (field, told) in [
            (json!({ "issuer": "http://idp.example.com" }), "https://"),
            (json!({ "issuer": format!("{}/", idp.issuer) }), "as the provider writes it"),
            (json!({ "issuer": idp.issuer.replace("realm", "other") }), "404"),
            (json!({ "clientSecret": "" }), "clientSecret"),
            (json!({ "scopes": "email  profile" }), "scopes"),
            (json!({ "groupTeams": { "": "x" } }), "team"),
        ] {
            let mut body = json!({ "label": "Acme" });
            body.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
            let status = if field.get("groupTeams").is_some() { 404 } else { 400 };
            let message = admin.post(&all, &body).refused(status);
            assert!(message.contains(told), "{field}: {message}");
        }
        // A team of another organization.
        let (_, token) = test.new_user("owner@elsewhere.example");
        let owner = test.caller(Some(&token));
        let org = owner.post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
        let teams = format!("/v1/orgs/{}/teams", org["id"].as_str().unwrap());
        let team = owner.put(&teams, &json!({ "title": "Theirs" })).created();
        for protocol in ["oidc", "saml"] {
            for field in [json!({ "groupTeams": { "a": team["id"] } }), json!({ "defaultTeam": team["id"] })] {
                let mut body = json!({ "label": "Acme" });
                body.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
                admin.post(&format!("{}/{protocol}", test.org()), &body).refused(404);
            }
        }
        assert_eq!(admin.get(&all).ok()["count"], 0);
    });
}

#[test]
fn private_addresses_are_not_asked() {
    on_each_database(|test| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        for issuer in [
            format!("http://127.0.0.1:{port}"),
            format!("https://127.0.0.1:{port}"),
            format!("https://localhost:{port}"),
            format!("https://[::1]:{port}"),
        ] {
            let new = json!({ "label": "Acme", "issuer": issuer });
            assert!(test.admin().post(&format!("{}/oidc", test.org()), &new).refused(400).starts_with("issuer: "));
        }
        assert!(listener.accept().is_err(), "nothing connected");
    });
}
