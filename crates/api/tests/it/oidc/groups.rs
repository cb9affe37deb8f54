//! Teams that follow the groups of a provider.

use quire_testkit::{TestApp, on_each_database_within_reach};
use serde_json::{Value, json};

use super::provider::{Provider, ada, own_domain, user, with};
use crate::saml::provider::{Provider as SamlProvider, Response};

fn team(test: &TestApp, title: &str) -> String {
    let made = test.admin().put(&format!("{}/teams", test.org()), &json!({ "title": title })).created();
    made["id"].as_str().unwrap().to_owned()
}

/// Returns the titles of a user's teams.
fn teams(test: &TestApp, user: &Value) -> Vec<String> {
    let path = format!("{}/members/{}/teams", test.org(), user["id"].as_str().unwrap());
    let items = test.admin().get(&path).ok()["items"].clone();
    let mut titles: Vec<_> =
        items.as_array().unwrap().iter().map(|it| it["team"]["title"].as_str().unwrap().to_owned()).collect();
    titles.sort();
    titles
}

#[test]
fn members_join_and_leave_the_teams_that_a_mapping_names() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let [writers, readers, other] = ["Writers", "Readers", "Other"].map(|title| team(test, title));
        let provider = Provider::of(test);
        let mapping = json!({ "docs": writers, "authors": writers, "everybody": readers });
        let shown = test.admin().patch(&provider.path, &json!({ "groupTeams": mapping })).ok();
        assert_eq!(shown["groupTeams"], mapping);
        let sign_in = |groups: Value| {
            let browser = test.browser();
            assert_eq!(provider.sign_in(&browser, &with(ada(), groups)).status, 303);
            user(&browser)
        };
        let ada = sign_in(json!({ "groups": ["authors", "strangers"] }));
        assert_eq!(teams(test, &ada), ["Writers"]);
        let member = json!({ "add": [ada["id"]] });
        test.admin().put(&format!("{}/teams/{other}/members", test.org()), &member).expect(204);
        sign_in(json!({ "groups": ["docs", "everybody"] }));
        assert_eq!(teams(test, &ada), ["Other", "Readers", "Writers"]);
        // Groups that the token leaves out for their number are not groups that the person has left.
        sign_in(json!({ "_claim_names": { "groups": "src1" } }));
        assert_eq!(teams(test, &ada), ["Other", "Readers", "Writers"]);
        sign_in(json!({ "groups": "everybody" }));
        assert_eq!(teams(test, &ada), ["Other", "Readers"]);
        sign_in(json!({}));
        assert_eq!(teams(test, &ada), ["Other"]);
        // Some providers give groups at the endpoint of user information only.
        provider.idp.tell_at_user_info(json!({ "sub": "u-1", "groups": ["everybody"] }));
        sign_in(json!({}));
        assert_eq!(teams(test, &ada), ["Other", "Readers"]);
        // A team that is deleted leaves the mapping.
        test.admin().delete(&format!("{}/teams/{readers}", test.org())).expect(204);
        let left = test.admin().get(&provider.path).ok()["groupTeams"].clone();
        assert_eq!(left, json!({ "docs": writers, "authors": writers }));
        test.admin().patch(&provider.path, &json!({ "groupsClaim": "realm_access.roles" })).ok();
        sign_in(json!({ "realm_access": { "roles": ["docs"] } }));
        assert_eq!(teams(test, &ada), ["Other", "Writers"]);
    });
}

#[test]
fn groups_of_saml_are_followed_too() {
    on_each_database_within_reach(|test| {
        own_domain(test);
        let [writers, readers] = ["Writers", "Readers"].map(|title| team(test, title));
        let provider = SamlProvider::of(test, &test.org(), None);
        test.admin().patch(&provider.path, &json!({ "groupTeams": { "docs": writers, "all": readers } })).ok();
        let sign_in = |id, groups| {
            let browser = test.browser();
            let response = Response { email: "ada@operated.example", id, groups, ..Response::default() };
            assert_eq!(provider.sign_in(test, &browser, &response).status, 303);
            user(&browser)
        };
        let ada = sign_in("_g1", &["docs", "all", "strangers"]);
        assert_eq!(teams(test, &ada), ["Readers", "Writers"]);
        sign_in("_g2", &["all"]);
        assert_eq!(teams(test, &ada), ["Readers"]);
    });
}
