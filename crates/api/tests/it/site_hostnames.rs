//! Host names of sites and labels of organizations.

use quire_testkit::on_each_database;
use serde_json::json;

use crate::sites::{id_of, new_site};

#[test]
fn a_host_name_is_one_site_s() {
    on_each_database(|test| {
        let admin = test.admin();
        let (path, site) = new_site(test, &json!({ "title": "Docs" }));
        let (other, _) = new_site(test, &json!({ "title": "More" }));
        let named = admin.patch(&path, &json!({ "hostname": "docs.example.com" })).ok();
        assert_eq!(named["hostname"], "docs.example.com");
        assert!(admin.patch(&other, &json!({ "hostname": "docs.example.com" })).refused(409).contains("hostname"));
        for bad in ["example.com", "Docs.example.com", "docs.example.com/x", ""] {
            assert!(admin.patch(&path, &json!({ "hostname": bad })).refused(400).contains("hostname"), "{bad}");
        }
        let hostname = "/v1/custom-hostnames/docs.example.com";
        let found = admin.get(hostname).ok();
        assert_eq!((&found["object"], &found["isActive"]), (&"custom-hostname".into(), &false.into()));
        assert_eq!((&found["target"]["type"], &found["target"]["site"]), (&"site".into(), &site["id"]));
        test.publish_proof(&found);
        admin.patch(hostname, &json!({})).expect(204);
        assert_eq!(admin.get(hostname).ok()["isActive"], false);
        admin.post(&format!("{path}/publish"), &json!({})).ok();
        let found = admin.get(hostname).ok();
        assert_eq!((&found["isActive"], &found["status"]), (&true.into(), &"proven".into()));
        assert!(found.get("proof").is_none());
        assert_eq!(admin.get(&path).ok()["urls"]["published"], "https://docs.example.com/");
        admin.patch(hostname, &json!({})).expect(204);

        // A name that was given up is free.
        admin.patch(&path, &json!({ "hostname": "help.example.com" })).ok();
        admin.get(hostname).refused(404);
        admin.patch(&other, &json!({ "hostname": "docs.example.com" })).ok();
        for _ in 0..2 {
            admin.delete(hostname).expect(204);
        }
        assert!(admin.get(&other).ok().get("hostname").is_none());
        admin.delete(&path).expect(204);
        admin.get("/v1/custom-hostnames/help.example.com").refused(404);
        admin.patch(&other, &json!({ "hostname": "help.example.com" })).ok();
        assert!(admin.patch(&other, &json!({ "hostname": null })).ok().get("hostname").is_none());
    });
}

#[test]
fn a_label_leads_to_its_organization() {
    on_each_database(|test| {
        let org = test.admin().get(&test.org()).ok();
        let label = org["hostname"].as_str().unwrap();
        let found = test.admin().get(&format!("/v1/subdomains/{label}")).ok();
        assert_eq!(found["subdomain"], label);
        assert_eq!(found["target"], json!({ "type": "organization", "organization": id_of(&org) }));
        for other in ["nobody-here", "x", "Not_A_Label"] {
            test.admin().get(&format!("/v1/subdomains/{other}")).refused(404);
        }
    });
}
