//! Identifiers that spaces had on other servers: links by them lead to the spaces.

use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database, unzip};
use serde_json::{Value, json};

use crate::edits::{live, send};

const GUIDE: &[u8] = b"# Guide\n\n[whole](https://app.gitbook.com/s/9LHU2d1oPpQ4rg-_a/) \
                       [page](https://app.gitbook.com/o/org/s/9LHU2d1oPpQ4rg-_a/boats/tariff#summer) \
                       [gone](https://app.gitbook.com/s/9LHU2d1oPpQ4rg-_a/no/such) \
                       [other](https://app.gitbook.com/s/unknown/boats)\n";

/// A space with links by a former identifier, and the space that had it.
fn spaces(test: &TestApp) -> [String; 2] {
    let (here, there) = (live(test, &[]), live(test, &[]));
    test.import(&here, &Files::of(&[("README.md", GUIDE)]));
    let files: [(&str, &[u8]); 2] =
        [("boats/README.md", b"# Boats\n"), ("boats/tariff.md", b"# Tariff\n\n## Summer\n")];
    test.import(&there, &Files::of(&files));
    [here, there]
}

fn links(test: &TestApp, space: &str) -> Vec<(String, String)> {
    let found = test.admin().get(&format!("{space}/links")).ok();
    let told = |item: &Value| {
        let target = &item["targetReference"];
        let end = match target["kind"].as_str().unwrap() {
            "page" => &target["page"]["path"],
            "space" => &target["space"]["id"],
            _ => &target["url"],
        };
        (item["status"].as_str().unwrap().to_owned(), end.as_str().unwrap().to_owned())
    };
    let mut all: Vec<_> = found["items"].as_array().unwrap().iter().map(told).collect();
    all.sort();
    all
}

fn pair(status: &str, end: &str) -> (String, String) {
    (status.to_owned(), end.to_owned())
}

#[test]
fn links_by_a_former_identifier_lead_to_the_space_and_its_pages() {
    on_each_database(|test| {
        let [here, there] = spaces(test);
        let admin = test.admin();
        let key = there.trim_start_matches("/v1/spaces/");
        assert!(links(test, &here).iter().all(|(status, _)| status == "in-app"));

        let named = admin.patch(&there, &json!({ "formerIds": ["9LHU2d1oPpQ4rg-_a", "older", "older"] })).ok();
        assert_eq!(named["formerIds"], json!(["9LHU2d1oPpQ4rg-_a", "older"]));
        assert_eq!(admin.get(&there).ok(), named);
        let broken = pair("broken", "https://app.gitbook.com/s/9LHU2d1oPpQ4rg-_a/no/such");
        let elsewhere = pair("in-app", "https://app.gitbook.com/s/unknown/boats");
        let mut expected = [broken, elsewhere, pair("ok", "boats/tariff"), pair("ok", key)];
        expected.sort();
        assert_eq!(links(test, &here), expected);

        // Links from before the space had the identifier count, and later ones do.
        let tariff = admin.get(&format!("{there}/content/path/boats/tariff")).ok()["id"].as_str().unwrap().to_owned();
        let backlinks = || admin.get(&format!("{there}/content/page/{tariff}/backlinks")).ok()["count"].clone();
        assert_eq!(backlinks(), 1);
        let text = "# More\n\n[x](https://app.gitbook.com/s/older/boats/tariff)\n";
        let more = json!({ "operation": "insert_page", "title": "More", "document": { "markdown": text } });
        send(test, &here, &json!([more])).ok();
        assert_eq!(backlinks(), 2);

        // The text stays as it was written.
        let zip = unzip(&admin.get(&format!("{here}/content/export")).body);
        assert_eq!(zip["README.md"], GUIDE);

        let without = admin.patch(&there, &json!({ "formerIds": [] })).ok();
        assert!(without.get("formerIds").is_none());
        assert_eq!(backlinks(), 0);
        assert!(links(test, &here).iter().all(|(status, _)| status == "in-app"));
    });
}

#[test]
fn a_former_identifier_belongs_to_one_space_of_an_organization() {
    on_each_database(|test| {
        let [here, there] = spaces(test);
        let admin = test.admin();
        admin.patch(&there, &json!({ "formerIds": ["A1"] })).ok();
        let refused = admin.patch(&here, &json!({ "formerIds": ["B2", "A1"] })).refused(409);
        assert!(refused.contains("formerIds") && refused.contains("A1"), "{refused}");
        assert!(admin.get(&here).ok().get("formerIds").is_none());
        admin.patch(&there, &json!({ "formerIds": ["A1"], "title": "Same" })).ok();
        let copy = admin.post(&format!("{there}/duplicate"), &json!({})).created();
        assert!(copy.get("formerIds").is_none());
        for (body, bound) in [
            (json!({ "formerIds": ["a/b"] }), "letters"),
            (json!({ "formerIds": [""] }), "1 to 64"),
            (json!({ "formerIds": "A1" }), "formerIds"),
            (json!({ "formerIds": (0..101).map(|n| n.to_string()).collect::<Vec<_>>() }), "100"),
        ] {
            let refused = admin.patch(&here, &body).refused(400);
            assert!(refused.contains("formerIds") && refused.contains(bound), "{refused}");
        }

        // Another organization has its own, and a space takes its identifiers along.
        let other = admin.post("/v1/orgs", &json!({ "title": "Other" })).created()["id"].clone();
        let third = admin.post(&format!("/v1/orgs/{}/spaces", other.as_str().unwrap()), &json!({})).created();
        let third = format!("/v1/spaces/{}", third["id"].as_str().unwrap());
        admin.patch(&third, &json!({ "formerIds": ["A1"] })).ok();
        let to_other = json!({ "organization": other });
        let refused = admin.post(&format!("{there}/transfer"), &to_other).refused(409);
        assert!(refused.contains("A1"), "{refused}");
        admin.patch(&third, &json!({ "formerIds": [] })).ok();
        let moved = admin.post(&format!("{there}/transfer"), &to_other).ok();
        assert_eq!(moved["formerIds"], json!(["A1"]));

        let (_, reader) = test.new_member("reader@example.com", Some(Role::Read));
        test.caller(Some(&reader)).patch(&here, &json!({ "formerIds": ["C3"] })).refused(403);
    });
}
