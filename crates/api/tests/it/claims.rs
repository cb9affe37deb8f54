//! Host names and e-mail domains that are claimed: without effect until they are proven.

use std::time::Duration;

use axum::body::Body;
use axum::http::Method;
use quire_testkit::{Answer, TestApp, on_each_database, on_each_database_with, on_each_database_with_hosts};
use serde_json::{Value, json};

use crate::sites::new_site;

/// The path of another organization, of which a new user is admin, and the token of that user.
fn rival(test: &TestApp, email: &str) -> (String, String) {
    let (_, token) = test.new_user(email);
    let made = test.caller(Some(&token)).post("/v1/orgs", &json!({ "title": "Rival" })).created();
    (format!("/v1/orgs/{}", made["id"].as_str().unwrap()), token)
}

/// A live site of an organization; its path.
fn site_of(test: &TestApp, organization: &str, token: &str) -> String {
    let caller = test.caller(Some(token));
    let made = caller.post(&format!("{organization}/sites"), &json!({ "title": "Theirs", "spaces": "sample" }));
    let site = format!("{organization}/sites/{}", made.created()["id"].as_str().unwrap());
    caller.post(&format!("{site}/publish"), &json!({})).ok();
    site
}

/// What the server answers under a host name.
fn at(test: &TestApp, host: &str, path: &str) -> Answer {
    test.browser().send(&Method::GET, path, &[("host", host)], Body::empty())
}

#[track_caller]
fn is_the_server(test: &TestApp, host: &str) {
    for path in ["/healthz", "/readyz"] {
        assert_eq!(at(test, host, path).expect(200), json!({ "status": "ok" }), "{host}{path}");
    }
    assert!(at(test, host, "/v1").ok()["version"].is_string(), "{host}");
}

#[test]
fn a_host_name_has_no_effect_until_it_is_proven() {
    on_each_database(|test| {
        let (org, token) = rival(test, "eve@rival.example");
        let eve = test.caller(Some(&token));
        let site = site_of(test, &org, &token);
        let before = eve.get(&site).ok()["urls"]["published"].clone();
        let host = "docs.victim.example";
        assert_eq!(eve.patch(&site, &json!({ "hostname": host })).ok()["hostname"], host);
        let path = format!("/v1/custom-hostnames/{host}");
        let claim = eve.get(&path).ok();
        assert_eq!((&claim["status"], &claim["isActive"]), (&"pending".into(), &false.into()));
        assert_eq!(claim["proof"]["record"]["name"], format!("_quire-verification.{host}"));
        assert_eq!(claim["proof"]["record"]["type"], "TXT");
        let file = format!("https://{host}/.well-known/quire-verification");
        assert_eq!(claim["proof"]["file"]["url"], file);
        let value = claim["proof"]["record"]["value"].as_str().unwrap();
        assert!(value.len() > 64 && claim["proof"]["file"]["content"] == value, "{value}");

        is_the_server(test, host);
        assert_eq!(eve.get(&site).ok()["urls"]["published"], before);
        eve.patch(&path, &json!({})).expect(204);
        assert_eq!(eve.get(&path).ok()["status"], "pending");
        assert_eq!(
            test.names.take_asked(),
            [claim["proof"]["record"]["name"].as_str().unwrap(), &file, &file.replace("https:", "http:"),]
        );
        // What others publish, and what is nearly the text, prove nothing.
        for wrong in ["", "quire-verification=", &value[..value.len() - 1], "v=spf1 -all"] {
            test.names.publish_text(claim["proof"]["record"]["name"].as_str().unwrap(), wrong);
        }
        eve.patch(&path, &json!({})).expect(204);
        is_the_server(test, host);

        test.publish_proof(&claim);
        eve.patch(&path, &json!({})).expect(204);
        let proven = eve.get(&path).ok();
        assert_eq!((&proven["status"], &proven["isActive"]), (&"proven".into(), &true.into()));
        assert_eq!(eve.get(&site).ok()["urls"]["published"], format!("https://{host}/"));
        let page = at(test, host, "/");
        assert!(page.header("content-type").starts_with("text/html"), "{}", page.header("content-type"));
        assert_eq!(at(test, host, "/v1").status, 404);
        for path in ["/healthz", "/readyz"] {
            assert_eq!(at(test, host, path).expect(200), json!({ "status": "ok" }));
        }
    });
}

#[test]
fn a_file_proves_a_host_name_too() {
    for scheme in ["https", "http"] {
        on_each_database(|test| {
            let (path, _) = new_site(test, &json!({ "title": "Docs" }));
            let host = "docs.example.com";
            test.admin().patch(&path, &json!({ "hostname": host })).ok();
            let claim = test.admin().get(&format!("/v1/custom-hostnames/{host}")).ok();
            let content = format!("of another\n  {}\r\n", claim["proof"]["file"]["content"].as_str().unwrap());
            test.names.publish_file(&format!("{scheme}://{host}/.well-known/quire-verification"), &content);
            assert_eq!(test.check_claims(), 1);
            assert_eq!(test.admin().get(&format!("/v1/custom-hostnames/{host}")).ok()["status"], "proven");
        });
    }
}

#[test]
fn of_those_who_claim_a_name_the_first_who_proves_it_has_it() {
    on_each_database(|test| {
        let host = "/v1/custom-hostnames/docs.example.com";
        let claim = json!({ "hostname": "docs.example.com" });
        let (own, _) = new_site(test, &json!({ "title": "Docs" }));
        let (org, token) = rival(test, "eve@rival.example");
        let eve = test.caller(Some(&token));
        let site = site_of(test, &org, &token);
        eve.patch(&site, &claim).ok();
        test.admin().patch(&own, &claim).ok();
        // Each sees their own claim and the text that proves it.
        let (theirs, ours) = (eve.get(host).ok(), test.admin().get(host).ok());
        assert_ne!(theirs["target"], ours["target"]);
        assert_ne!(theirs["proof"]["record"]["value"], ours["proof"]["record"]["value"]);
        // The text of one proves nothing for the other.
        test.publish_proof(&ours);
        eve.patch(host, &json!({})).expect(204);
        assert_eq!(eve.get(host).ok()["status"], "pending");
        test.admin().patch(host, &json!({})).expect(204);
        assert_eq!(test.admin().get(host).ok()["status"], "proven");

        test.publish_proof(&theirs);
        assert!(eve.patch(host, &json!({})).refused(409).contains("docs.example.com"));
        test.check_claims();
        assert_eq!(test.admin().get(host).ok()["status"], "proven");
        assert_eq!(eve.get(host).ok()["status"], "pending");
        let another = site_of(test, &org, &token);
        assert!(eve.patch(&another, &claim).refused(409).contains("taken"));
        // What was given up is free.
        test.admin().delete(host).expect(204);
        eve.patch(host, &json!({})).expect(204);
        assert_eq!(eve.get(host).ok()["status"], "proven");
    });
}

#[test]
fn own_names_and_those_of_networks_are_nobodys() {
    on_each_database_with_hosts(&["*.docs.test", "all.pages.test"], |test| {
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        let admin = test.admin();
        for own in ["acme.docs.test", "all.pages.test"] {
            assert!(admin.patch(&path, &json!({ "hostname": own })).refused(409).contains("taken"), "{own}");
        }
        let networks = ["quire.svc.cluster.local", "docs.corp.internal", "a.b.localhost", "x.y.lan"];
        for name in networks {
            let message = admin.patch(&path, &json!({ "hostname": name })).refused(400);
            assert!(message.contains("--allow-hostname"), "{message}");
            is_the_server(test, name);
        }
        for domain in ["corp.internal", "svc.cluster.local"] {
            let message = admin.patch(&test.org(), &json!({ "emailDomains": ["a.example", domain] })).refused(400);
            assert!(message.contains("emailDomains[1]") && message.contains("--allow-email-domain"), "{message}");
        }
        assert_eq!(test.names.take_asked(), [""; 0]);
    });
}

#[test]
fn the_name_of_the_server_is_nobodys_however_it_is_spelled() {
    for url in ["http://docs.quire.test", "https://Docs.Quire.TEST.", "http://docs.quire.test.:8080/under"] {
        on_each_database_with(
            |options| options.public_url = url.to_owned(),
            |test| {
                let (path, _) = new_site(test, &json!({ "title": "Docs" }));
                let claim = json!({ "hostname": "docs.quire.test" });
                assert!(test.admin().patch(&path, &claim).refused(409).contains("taken"), "{url}");
            },
        );
    }
}

#[test]
fn a_name_that_no_visitor_can_be_led_by_is_not_claimed() {
    let any = |options: &mut quire_app::Options| options.allowed_hostnames = vec!["*".parse().unwrap()];
    on_each_database_with(any, |test| {
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        for name in ["a.b.1com", "10.0.0.12"] {
            let message = test.admin().patch(&path, &json!({ "hostname": name })).refused(400);
            assert!(message.starts_with("hostname") && message.contains("last label"), "{message}");
            is_the_server(test, name);
        }
        test.admin().patch(&path, &json!({ "hostname": "a.b.c1" })).ok();
        test.admin().post(&format!("{path}/publish"), &json!({})).ok();
        assert_eq!(at(test, "A.b.c1.", "/v1").status, 404);
    });
}

#[test]
fn what_the_operator_allows_needs_no_proof() {
    on_each_database(|test| {
        let admin = test.admin();
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        admin.patch(&path, &json!({ "hostname": "docs.operated.example" })).ok();
        assert_eq!(admin.get("/v1/custom-hostnames/docs.operated.example").ok()["status"], "proven");
        admin.patch(&test.org(), &json!({ "emailDomains": ["operated.example", "mail.operated.example"] })).ok();
        let listed = admin.get(&format!("{}/email-domains", test.org())).ok();
        let statuses: Vec<_> = listed["items"].as_array().unwrap().iter().map(|it| it["status"].clone()).collect();
        assert_eq!((&listed["count"], statuses), (&2.into(), vec![json!("pending"), json!("proven")]));
        // It is the first one's: who comes later can prove it no more than anybody else.
        let (org, token) = rival(test, "eve@rival.example");
        let eve = test.caller(Some(&token));
        eve.patch(&org, &json!({ "emailDomains": ["operated.example"] })).ok();
        let claim = format!("{org}/email-domains/operated.example");
        assert_eq!(eve.get(&claim).ok()["status"], "pending");
        assert!(eve.patch(&claim, &json!({})).refused(409).contains("operated.example"));
        assert_eq!(test.names.take_asked(), [""; 0]);
    });
}

#[test]
fn an_e_mail_domain_greets_nobody_until_it_is_proven() {
    on_each_database(|test| {
        let (org, token) = rival(test, "eve@rival.example");
        let eve = test.caller(Some(&token));
        let set = eve.patch(&org, &json!({ "emailDomains": ["victim.example"] })).ok();
        assert_eq!(set["emailDomains"], json!(["victim.example"]), "admins see what they claim");
        let (_, ada) = test.new_user("ada@victim.example");
        let ada = test.caller(Some(&ada));
        let greeted = || ada.get("/v1/email-domains/victim.example/orgs").ok()["organizations"].clone();
        assert_eq!(greeted(), json!([]));
        ada.post(&format!("{org}/join"), &json!({})).refused(404);

        let path = format!("{org}/email-domains/victim.example");
        let claim = eve.get(&path).ok();
        assert_eq!((&claim["object"], &claim["status"]), (&"email-domain".into(), &"pending".into()));
        eve.patch(&path, &json!({})).expect(204);
        assert_eq!(greeted(), json!([]));
        // The text for a host name of the same spelling is another one.
        test.publish_proof(&claim);
        eve.patch(&path, &json!({})).expect(204);
        assert_eq!(eve.get(&path).ok()["status"], "proven");
        assert_eq!(greeted()[0]["emailDomains"], json!(["victim.example"]));
        ada.post(&format!("{org}/join"), &json!({})).expect(204);
        // Members who are not admins see what has an effect.
        eve.patch(&org, &json!({ "emailDomains": ["victim.example", "other.example"] })).ok();
        assert_eq!(ada.get(&org).ok()["emailDomains"], json!(["victim.example"]));
        assert_eq!(eve.get(&path).ok()["status"], "proven", "what is kept stays proven");
        ada.get(&path).refused(403);
        eve.get(&format!("{org}/email-domains/unclaimed.example")).refused(404);
        eve.patch(&format!("{org}/email-domains/no%20domain"), &json!({})).refused(404);
    });
}

#[test]
fn a_proof_is_looked_for_in_the_background_and_not_for_ever() {
    on_each_database(|test| {
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        test.admin().patch(&path, &json!({ "hostname": "docs.example.com" })).ok();
        test.admin().patch(&test.org(), &json!({ "emailDomains": ["example.com"] })).ok();
        assert_eq!((test.check_claims(), test.check_claims()), (2, 0));
        let mut checks = 0;
        for _ in 0..30 {
            test.clock.pass(Duration::from_hours(24));
            checks += test.check_claims();
        }
        assert!((20..=30).contains(&checks), "{checks}");
        // Whoever asks begins again.
        let host = "/v1/custom-hostnames/docs.example.com";
        let claim = test.admin().get(host).ok();
        assert_eq!(claim["status"], "pending");
        test.admin().patch(host, &json!({})).expect(204);
        test.publish_proof(&claim);
        test.clock.pass(Duration::from_mins(1));
        assert_eq!(test.check_claims(), 1);
        assert_eq!(test.admin().get(host).ok()["status"], "proven");
    });
}

#[test]
fn nobody_has_the_server_ask_others_without_end() {
    on_each_database(|test| {
        let (path, _) = new_site(test, &json!({ "title": "Docs" }));
        test.admin().patch(&path, &json!({ "hostname": "docs.example.com" })).ok();
        let host = "/v1/custom-hostnames/docs.example.com";
        let statuses: Vec<u16> = (0..40).map(|_| test.admin().patch(host, &Value::Null).status.as_u16()).collect();
        assert!(statuses.starts_with(&[204; 10]) && statuses.ends_with(&[429; 10]), "{statuses:?}");
        test.clock.pass(Duration::from_mins(1));
        test.admin().patch(host, &json!({})).expect(204);
    });
}
