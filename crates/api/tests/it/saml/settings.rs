//! The settings of providers, and the list of ways to sign in.

use quire_model::roles::Role;
use quire_testkit::on_each_database;
use serde_json::json;

use super::provider::{CERTIFICATE, ENTITY, Provider, SSO};

#[test]
fn a_provider_is_pending_until_all_is_set() {
    on_each_database(|test| {
        let (admin, all) = (test.admin(), format!("{}/saml", test.org()));
        let made = admin.post(&all, &json!({ "label": "Acme" })).created();
        assert_eq!((&made["object"], &made["status"]), (&"saml-provider".into(), &"pending".into()));
        assert_eq!(made["defaultRole"], "read", "that of the organization");
        let one = format!("{all}/{}", made["id"].as_str().unwrap());
        let ways = || test.caller(None).get(&format!("{}/sso", test.org())).ok()["items"].clone();
        assert_eq!(ways(), json!([]));
        assert_eq!(test.browser().open(made["service"]["startURL"].as_str().unwrap()).status, 404);
        for field in [json!({ "entityID": ENTITY }), json!({ "ssoURL": SSO })] {
            assert_eq!(admin.patch(&one, &field).ok()["status"], "pending");
        }
        let done = admin.patch(&one, &json!({ "certificate": CERTIFICATE })).ok();
        assert_eq!(done["status"], "active");
        assert_eq!(done["certificates"].as_array().unwrap().len(), 1);
        let way = json!({ "id": made["id"], "label": "Acme", "startURL": made["service"]["startURL"] });
        assert_eq!(ways(), json!([way]));
        assert_eq!(admin.get(&all).ok()["items"], json!([done]));
        assert_eq!(admin.get(&one).ok(), done);
        assert_eq!(admin.patch(&one, &json!({ "entityID": null })).ok()["status"], "pending");
        admin.delete(&one).expect(204);
        admin.delete(&one).expect(204);
        admin.get(&one).refused(404);
    });
}

#[test]
fn settings_that_cannot_work_are_refused_by_name() {
    on_each_database(|test| {
        let (admin, all) = (test.admin(), format!("{}/saml", test.org()));
        let team = "AAAAAAAAAAAAAAAAAAAAAA";
        for (body, field) in [
            (json!({}), "label"),
            (json!({ "label": "" }), "label"),
            (json!({ "label": "x".repeat(31) }), "label"),
            (json!({ "label": "a", "certificate": "none" }), "certificate"),
            (json!({ "label": "a", "certificate": CERTIFICATE.repeat(3) }), "certificate"),
            (json!({ "label": "a", "ssoURL": "javascript:alert(1)" }), "ssoURL"),
            (json!({ "label": "a", "entityID": "e".repeat(1025) }), "entityID"),
            (json!({ "label": "a", "metadata": "<a/>" }), "metadata"),
            (json!({ "label": "a", "metadata": "<!DOCTYPE a><a/>" }), "metadata"),
            (json!({ "label": "a", "metadata": "<a/>", "metadataURL": "https://a.example" }), "metadataURL"),
            (json!({ "label": "a", "metadataURL": "http://127.0.0.1:1/m" }), "metadataURL"),
            (json!({ "label": "a", "defaultRole": "owner" }), "defaultRole"),
        ] {
            let message = admin.post(&all, &body).refused(400);
            assert!(message.contains(field), "{body}: {message}");
        }
        admin.post(&all, &json!({ "label": "a", "defaultTeam": team })).refused(404);
        assert_eq!(admin.get(&all).ok()["items"], json!([]));
        let (_, token) = test.new_member("eve@example.org", Some(Role::Create));
        let eve = test.caller(Some(&token));
        eve.get(&all).refused(403);
        eve.post(&all, &json!({ "label": "a" })).refused(403);
        test.caller(Some(&test.new_user("out@example.org").1)).get(&all).refused(404);
    });
}

#[test]
fn metadata_sets_everything_and_ours_can_be_read() {
    on_each_database(|test| {
        let admin = test.admin();
        let body: String = CERTIFICATE.lines().filter(|line| !line.starts_with("-----")).collect();
        let metadata = format!(
            "<md:EntityDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\" entityID=\"{ENTITY}\">\
             <md:IDPSSODescriptor protocolSupportEnumeration=\"urn:oasis:names:tc:SAML:2.0:protocol\">\
             <md:KeyDescriptor use=\"signing\"><ds:KeyInfo xmlns:ds=\"http://www.w3.org/2000/09/xmldsig#\">\
             <ds:X509Data><ds:X509Certificate>{body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
             </md:KeyDescriptor><md:SingleLogoutService Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" \
             Location=\"https://idp.example.com/slo\" ResponseLocation=\"https://idp.example.com/answers\"/>\
             <md:SingleSignOnService \
             Binding=\"urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect\" Location=\"{SSO}\"/>\
             </md:IDPSSODescriptor></md:EntityDescriptor>"
        );
        let new = json!({ "label": "Acme", "metadata": metadata });
        let made = admin.post(&format!("{}/saml", test.org()), &new).created();
        assert_eq!((&made["status"], &made["ssoURL"]), (&"active".into(), &SSO.into()));
        let slo = |provider: &serde_json::Value| (provider["sloURL"].clone(), provider.get("sloResponseURL").cloned());
        let (requests, answers) = ("https://idp.example.com/slo", "https://idp.example.com/answers");
        assert_eq!(slo(&made), (requests.into(), Some(answers.into())));
        let one = format!("{}/saml/{}", test.org(), made["id"].as_str().unwrap());
        let moved = admin.patch(&one, &json!({ "sloURL": "https://idp.example.com/new" })).ok();
        assert_eq!(slo(&moved), ("https://idp.example.com/new".into(), None), "another address has other answers");
        assert!(admin.patch(&one, &json!({ "sloURL": "javascript:alert(1)" })).refused(400).contains("sloURL"));
        assert_eq!(slo(&admin.patch(&one, &json!({ "sloURL": null })).ok()), (serde_json::Value::Null, None));
        let ours = test.browser().open(made["service"]["entityID"].as_str().unwrap());
        let xml = String::from_utf8(ours.body.clone()).unwrap();
        for address in ["acsURL", "sloURL"] {
            assert!(xml.contains(made["service"][address].as_str().unwrap()), "{xml}");
        }
        assert!(ours.header("content-type").starts_with("application/samlmetadata+xml"));
    });
}

#[test]
fn nobody_learns_which_organizations_there_are() {
    on_each_database(|test| {
        Provider::of(test, &test.org(), None);
        let stranger = test.caller(None);
        assert_eq!(stranger.get("/v1/orgs/AAAAAAAAAAAAAAAAAAAAAA/sso").ok()["items"], json!([]));
        let page = |of: &str| {
            String::from_utf8(test.browser().open(&format!("/sign-in/company?of={of}")).body.clone()).unwrap()
        };
        assert!(!page("ada@example.com").contains("Continue with"), "the domain is not proven");
        assert!(!page("nobody@nowhere.example").contains("Continue with"));
        let hostname = test.admin().get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        assert!(page(&hostname).contains("Continue with Acme"), "{hostname}");
    });
}
