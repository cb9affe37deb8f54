//! Users: who sees whom, what they change of themselves, and what happens to those who are disabled.

use quire_model::roles::Role;
use quire_model::scopes::Scopes;
use quire_model::text::TokenName;
use quire_testkit::{TestApp, on_each_database};
use serde_json::json;

/// A user with a token; the path of the user, and the token.
fn user(test: &TestApp, name: &str) -> (String, String) {
    let user = test.app.create_user(&format!("{name}@example.org"), name).unwrap();
    let name = TokenName::try_from(name.to_owned()).unwrap();
    let new = quire_app::accounts::tokens::NewToken { name, scopes: Scopes::ALL, expires_at: None };
    let secret = test.app.issue_token(user.id, &new).unwrap().secret;
    (format!("/v1/users/{}", user.id), secret)
}

#[test]
fn people_of_one_organization_see_each_other() {
    on_each_database(|test| {
        let (ada, ada_token) = user(test, "ada");
        let (bob, bob_token) = user(test, "bob");
        let ada_id = ada.trim_start_matches("/v1/users/").parse().unwrap();
        test.app.add_member(test.first.organization, ada_id, Some(Role::Read)).unwrap();

        let shown = test.admin().get(&ada).ok();
        assert_eq!((&shown["email"], &shown["displayName"]), (&json!("ada@example.org"), &json!("ada")));
        assert_eq!(shown["urls"]["location"], format!("http://quire.test{ada}"));
        assert_eq!(shown["photoURL"], json!(null));
        test.caller(Some(&ada_token)).get(&format!("/v1/users/{}", test.first.user)).ok();
        test.admin().get(&bob).refused(404);
        test.admin().patch(&bob, &json!({ "displayName": "x" })).refused(404);
        test.caller(Some(&bob_token)).get(&ada).refused(404);
        test.caller(Some(&bob_token)).get(&bob).ok();
        test.admin().get("/v1/users/nonsense").refused(404);
    });
}

#[test]
fn only_they_themselves_change_what_they_show() {
    on_each_database(|test| {
        let (ada, token) = user(test, "ada");
        let caller = test.caller(Some(&token));
        let photo = "https://example.org/ada.png";
        let changed = caller.patch(&ada, &json!({ "displayName": "Ada", "photoURL": photo })).ok();
        assert_eq!((&changed["displayName"], &changed["photoURL"]), (&json!("Ada"), &json!(photo)));
        assert_eq!(caller.get("/v1/user").ok(), changed);
        assert_eq!(caller.patch(&ada, &json!({})).ok(), changed);
        assert_eq!(caller.patch(&ada, &json!({ "photoURL": null })).ok()["photoURL"], json!(null));

        let refused = |body| caller.patch(&ada, &body).refused(400);
        assert!(refused(json!({ "displayName": null })).contains("displayName"));
        assert!(refused(json!({ "displayName": "" })).contains("1 to 100"));
        assert!(refused(json!({ "displayName": "é".repeat(101) })).contains("1 to 100"));
        assert!(refused(json!({ "photoURL": "javascript:alert(1)" })).contains("photoURL"));
        assert!(refused(json!({ "photoURL": format!("https://{}", "x".repeat(2048)) })).contains("2048"));
    });
}

#[test]
fn a_disabled_users_tokens_rest_until_the_user_is_enabled() {
    on_each_database(|test| {
        let (path, token) = user(test, "ada");
        let caller = test.caller(Some(&token));
        let id = caller.get(&path).ok()["id"].as_str().unwrap().parse().unwrap();
        test.app.disable_user(id).unwrap();
        caller.get(&path).refused(401);
        test.app.disable_user(id).unwrap();
        test.app.enable_user(id).unwrap();
        caller.get(&path).ok();
    });
}

#[test]
fn a_user_is_known_again_however_they_are_enabled() {
    on_each_database(|test| {
        let other = test.another_process();
        let (path, token) = user(test, "ada");
        let caller = test.caller(Some(&token));
        let id = caller.get(&path).ok()["id"].as_str().unwrap().parse().unwrap();
        let (witness, secret) = test.new_user("bob@example.com");
        let witness_caller = test.caller(Some(&secret));
        witness_caller.get("/v1/user").ok();
        test.app.disable_user(id).unwrap();
        caller.get(&path).refused(401);
        other.enable_user(id).unwrap();
        // What comes after it arrived here, so it did, too. No time passes.
        other.disable_user(witness).unwrap();
        while witness_caller.get("/v1/user").status == 200 {}
        caller.get(&path).ok();
    });
}
