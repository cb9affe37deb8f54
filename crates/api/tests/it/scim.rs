//! Provisioning by SCIM: who is let in, who is made, and whose access ends.

use quire_model::roles::Role;
use quire_testkit::{Answer, TestApp, on_each_database};
use serde_json::{Value, json};

/// A provider with the token of the first organization.
struct Provider<'a> {
    test: &'a TestApp,
    secret: String,
}

impl<'a> Provider<'a> {
    fn of(test: &'a TestApp) -> Self {
        test.admin().patch(&test.org(), &json!({ "emailDomains": ["operated.example"] })).ok();
        let made = test.admin().put(&format!("{}/scim", test.org()), &json!({})).ok();
        Self { test, secret: made["secret"].as_str().unwrap().to_owned() }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        let path = format!("{}/scim/v2{path}", self.test.org());
        let bearer = format!("Bearer {}", self.secret);
        let headers = [("authorization", &*bearer), ("content-type", "application/scim+json")];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.test.browser().send(&method.parse().unwrap(), &path, &headers, body.into())
    }

    fn done(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.send(method, path, body);
        assert!(answer.status.is_success(), "{method} {path}: {}", String::from_utf8_lossy(&answer.body));
        if answer.body.is_empty() { Value::Null } else { json(&answer) }
    }

    fn get(&self, path: &str) -> Value {
        self.done("GET", path, &Value::Null)
    }

    /// Returns the status of a refusal, and the type that the standard gives it.
    fn refused(&self, method: &str, path: &str, body: &Value) -> (u16, String) {
        let answer = self.send(method, path, body);
        let error = json(&answer);
        assert_eq!(error["schemas"][0], "urn:ietf:params:scim:api:messages:2.0:Error", "{error}");
        assert_eq!(error["status"], answer.status.as_u16().to_string());
        assert_eq!(answer.header("content-type"), "application/scim+json");
        (answer.status.as_u16(), error["scimType"].as_str().unwrap_or_default().to_owned())
    }

    fn member(&self, user: &Value) -> String {
        format!("{}/members/{}", self.test.org(), user["id"].as_str().unwrap())
    }
}

fn json(answer: &Answer) -> Value {
    serde_json::from_slice(&answer.body).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&answer.body)))
}

fn person(name: &str) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": name, "externalId": format!("x-{name}"),
        "name": { "givenName": "Ada", "familyName": "Lovelace" },
        "emails": [{ "value": name, "type": "work", "primary": true }], "active": true,
    })
}

const ADA: &str = "Ada@operated.example";

fn patch(operations: Value) -> Value {
    let mut patch = json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"] });
    patch["Operations"] = operations;
    patch
}

#[test]
fn the_token_is_the_key_to_one_organization() {
    on_each_database(|test| {
        let path = format!("{}/scim", test.org());
        let before = test.admin().get(&path).ok();
        assert_eq!((&before["enabled"], before.get("secret")), (&false.into(), None));
        let provider = Provider::of(test);
        assert_eq!(provider.get("/Users")["totalResults"], 0);
        let shown = test.admin().get(&path).ok();
        assert_eq!((&shown["enabled"], shown.get("secret")), (&true.into(), None));
        assert_eq!(shown["baseURL"], format!("http://quire.test{path}/v2"));
        assert!(shown["lastUsedAt"].is_string());
        // It is no token of the API, and a token of the API is none of SCIM.
        test.caller(Some(&provider.secret)).get(&test.org()).refused(401);
        let other = Provider { test, secret: quire_testkit::ADMIN.to_owned() };
        assert_eq!(other.refused("GET", "/Users", &Value::Null).0, 401);
        // Another organization's token does not fit, nor does a former one.
        let (_, token) = test.new_user("owner@elsewhere.example");
        let owner = test.caller(Some(&token));
        let org = owner.post("/v1/orgs", &json!({ "title": "Elsewhere" })).created();
        let theirs = owner.put(&format!("/v1/orgs/{}/scim", org["id"].as_str().unwrap()), &json!({})).ok();
        let foreign = Provider { test, secret: theirs["secret"].as_str().unwrap().to_owned() };
        assert_eq!(foreign.refused("GET", "/Users", &Value::Null).0, 401);
        let next = Provider::of(test);
        assert_eq!(provider.refused("GET", "/Users", &Value::Null).0, 401);
        next.get("/Users");
        test.admin().delete(&path).expect(204);
        test.admin().delete(&path).expect(204);
        assert_eq!(next.refused("GET", "/Users", &Value::Null).0, 401);
    });
}

#[test]
fn a_person_is_made_found_changed_and_removed() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let made = provider.send("POST", "/Users", &person(ADA));
        assert_eq!(made.status, 201);
        let ada = json(&made);
        assert_eq!(made.header("location"), ada["meta"]["location"].as_str().unwrap());
        assert_eq!((&ada["userName"], &ada["active"]), (&ADA.into(), &true.into()));
        let member = test.admin().get(&provider.member(&ada)).ok();
        assert_eq!((&member["role"], &member["sso"]), (&"read".into(), &true.into()));
        assert_eq!(member["user"]["email"], "ada@operated.example");
        assert_eq!(member["user"]["displayName"], "Ada Lovelace");
        assert_eq!(provider.refused("POST", "/Users", &person(&ADA.to_uppercase())), (409, "uniqueness".to_owned()));
        let one = format!("/Users/{}", ada["id"].as_str().unwrap());
        assert_eq!(provider.get(&one), ada);
        for (filter, total) in [
            ("userName eq \"ADA@operated.example\"", 1),
            ("externalId eq \"x-Ada@operated.example\"", 1),
            ("externalId eq \"x-ada@operated.example\"", 0),
            ("emails.value co \"operated\" and active eq true", 1),
            ("userName sw \"b\"", 0),
        ] {
            let query = serde_urlencoded::to_string([("filter", filter)]).unwrap();
            assert_eq!(provider.get(&format!("/Users?{query}"))["totalResults"], total, "{filter}");
        }
        assert_eq!(provider.refused("GET", "/Users?filter=userName", &Value::Null), (400, "invalidFilter".to_owned()));
        let only = provider.get(&format!("{one}?attributes=userName"));
        assert_eq!((only["userName"].as_str(), only.get("emails")), (Some(ADA), None));
        let renamed = patch(json!([{ "op": "Replace", "path": "name.familyName", "value": "King" }]));
        assert_eq!(provider.done("PATCH", &one, &renamed)["name"]["familyName"], "King");
        // The account is the person's own.
        let account = test.admin().get(&provider.member(&ada)).ok()["user"].clone();
        assert_eq!(
            (&account["displayName"], &account["email"]),
            (&"Ada Lovelace".into(), &"ada@operated.example".into())
        );
        let replaced = provider.done("PUT", &one, &json!({ "userName": "ada", "active": "True" }));
        assert_eq!((&replaced["userName"], replaced.get("name"), replaced.get("emails")), (&"ada".into(), None, None));
        assert_eq!(provider.send("DELETE", &one, &Value::Null).status, 204);
        assert_eq!(provider.refused("GET", &one, &Value::Null).0, 404);
        assert_eq!(provider.refused("DELETE", &one, &Value::Null).0, 404);
        test.admin().get(&provider.member(&ada)).refused(404);
        // The account stays, and can come back as a member.
        let again = provider.done("POST", "/Users", &person(ADA));
        assert_eq!(again["id"], ada["id"]);
    });
}

#[test]
fn nobody_is_taken_over() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        assert_eq!(provider.refused("POST", "/Users", &person("eve@elsewhere.example")).0, 400);
        assert_eq!(provider.refused("POST", "/Users", &json!({ "userName": "nobody" })).0, 400);
        assert!(test.app.user_by_email("eve@elsewhere.example").unwrap().is_none(), "no account was made");
        // An account at a domain that is not proven is left alone, one at a proven domain becomes a member.
        let (eve, _) = test.new_user("eve@elsewhere.example");
        assert_eq!(provider.refused("POST", "/Users", &person("eve@elsewhere.example")).0, 400);
        test.admin().get(&format!("{}/members/{eve}", test.org())).refused(404);
        let (bob, token) = test.new_user("bob@operated.example");
        let shown = provider.done("POST", "/Users", &person("bob@operated.example"));
        assert_eq!(shown["id"], bob.to_string());
        let member = test.admin().get(&provider.member(&shown)).ok();
        assert_eq!(member["sso"], false, "the provider of single sign-on may not sign in as this account");
        assert_eq!(test.caller(Some(&token)).get("/v1/user").ok()["displayName"], "bob");
        // A member becomes one that the provider manages, and keeps role and way to sign in.
        let (carol, _) = test.new_member("carol@elsewhere.example", Some(Role::Edit));
        let shown = provider.done("POST", "/Users", &person("carol@elsewhere.example"));
        assert_eq!(shown["id"], carol.to_string());
        let member = test.admin().get(&provider.member(&shown)).ok();
        assert_eq!((&member["role"], &member["sso"]), (&"edit".into(), &false.into()));
        let mut twice = person("carol2@operated.example");
        twice["emails"] = json!([{ "value": "carol@elsewhere.example" }]);
        assert_eq!(provider.refused("POST", "/Users", &twice), (409, "uniqueness".to_owned()));
        // Those whom it did not ask for are out of its reach.
        let (dave, _) = test.new_member("dave@operated.example", Some(Role::Read));
        assert_eq!(provider.refused("DELETE", &format!("/Users/{dave}"), &Value::Null).0, 404);
        assert_eq!(provider.get("/Users")["totalResults"], 2);
    });
}

#[test]
fn inactive_ends_access_at_once_and_to_this_organization_alone() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let (bob, token) = test.new_member("bob@operated.example", Some(Role::Read));
        let member = test.caller(Some(&token));
        let (space, elsewhere) =
            (test.new_space("Own"), member.post("/v1/orgs", &json!({ "title": "Mine" })).created());
        let elsewhere = format!("/v1/orgs/{}", elsewhere["id"].as_str().unwrap());
        let shown = provider.done("POST", "/Users", &person("bob@operated.example"));
        member.get(&space).ok();
        let one = format!("/Users/{bob}");
        let off = patch(json!([{ "op": "Replace", "value": { "active": "False" } }]));
        assert_eq!(provider.done("PATCH", &one, &off)["active"], false);
        member.get(&space).refused(404);
        member.get(&test.org()).refused(404);
        member.get(&elsewhere).ok();
        assert_eq!(test.admin().get(&provider.member(&shown)).ok()["disabled"], true);
        assert_eq!(provider.get("/Users?filter=active%20eq%20false")["totalResults"], 1);
        // Only a word lets a person in again.
        let silent = provider.done("PUT", &one, &json!({ "userName": "bob@operated.example" }));
        assert_eq!(silent["active"], false);
        let unset = patch(json!([{ "op": "replace", "path": "active", "value": null }]));
        assert_eq!(provider.refused("PATCH", &one, &unset), (400, "invalidValue".to_owned()));
        member.get(&space).refused(404);
        let on = patch(json!([{ "op": "replace", "path": "active", "value": true }]));
        assert_eq!(provider.done("PATCH", &one, &on)["active"], true);
        member.get(&space).ok();
        // What an admin does shows.
        test.admin().patch(&provider.member(&shown), &json!({ "disabled": true })).ok();
        assert_eq!(provider.get(&one)["active"], false);
    });
}

#[test]
fn who_was_removed_does_not_come_back_by_the_domain() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let (ada, token) = test.new_user("ada@operated.example");
        let own = test.caller(Some(&token));
        let join = format!("{}/join", test.org());
        assert!(own.post(&join, &json!({})).refused(403).contains("directory"));
        let made = provider.done("POST", "/Users", &person(ADA));
        assert_eq!(made["id"], ada.to_string());
        own.get(&test.org()).ok();
        own.post(&join, &json!({})).expect(204);
        provider.done("DELETE", &format!("/Users/{ada}"), &Value::Null);
        own.post(&join, &json!({})).refused(403);
        own.get(&test.org()).refused(404);
        // Without a directory, the domain lets people in.
        test.admin().delete(&format!("{}/scim", test.org())).expect(204);
        own.post(&join, &json!({})).expect(204);
        own.get(&test.org()).ok();
    });
}

#[test]
fn the_last_admin_stays() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let admin = test.admin().get("/v1/user").ok();
        let shown = provider.done("POST", "/Users", &person(admin["email"].as_str().unwrap()));
        assert_eq!(shown["id"], admin["id"]);
        let one = format!("/Users/{}", admin["id"].as_str().unwrap());
        let off = patch(json!([{ "op": "replace", "path": "active", "value": false }]));
        assert_eq!(provider.refused("PATCH", &one, &off).0, 403);
        assert_eq!(provider.refused("DELETE", &one, &Value::Null).0, 403);
        assert_eq!(provider.get(&one)["active"], true);
        test.admin().get(&test.org()).ok();
    });
}

#[test]
fn sessions_of_the_provider_end_with_the_access() {
    use crate::saml::provider::{Provider as SamlProvider, Response};
    on_each_database(|test| {
        let provider = Provider::of(test);
        let saml = SamlProvider::of(test, &test.org(), None);
        let ada = provider.done("POST", "/Users", &person(ADA));
        let browser = test.browser();
        let response = Response { email: "ada@operated.example", ..Response::default() };
        assert_eq!(saml.sign_in(test, &browser, &response).status, 303, "a person made by SCIM may sign in");
        assert_eq!(json(&browser.open("/v1/user"))["id"], ada["id"]);
        let off = patch(json!([{ "op": "replace", "path": "active", "value": false }]));
        provider.done("PATCH", &format!("/Users/{}", ada["id"].as_str().unwrap()), &off);
        assert_eq!(browser.open("/v1/user").status, 401);
        let again = Response { id: "_a2", ..response };
        assert_eq!(saml.sign_in(test, &test.browser(), &again).status, 403);
    });
}

#[test]
fn groups_are_teams() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let people = ["ada@operated.example", "bob@operated.example", "carol@operated.example"];
        let ids = people.map(|name| provider.done("POST", "/Users", &person(name))["id"].clone());
        let manual = test.admin().put(&format!("{}/teams", test.org()), &json!({ "title": "Manual" })).created();
        let new = json!({ "displayName": "Writers", "externalId": "g1", "members": [{ "value": ids[0] }] });
        let made = provider.send("POST", "/Groups", &new);
        assert_eq!(made.status, 201);
        let group = json(&made);
        let one = format!("/Groups/{}", group["id"].as_str().unwrap());
        let team = format!("{}/teams/{}", test.org(), group["id"].as_str().unwrap());
        assert_eq!(test.admin().get(&team).ok()["title"], "Writers");
        // A member whom the provider does not manage stays through all changes.
        let (dave, _) = test.new_member("dave@operated.example", Some(Role::Read));
        test.admin().put(&format!("{team}/members"), &json!({ "add": [dave.to_string()] })).expect(204);
        let members = || {
            let items = test.admin().get(&format!("{team}/members")).ok()["items"].clone();
            items.as_array().unwrap().len()
        };
        let add = patch(json!([
            { "op": "add", "path": "members", "value": [{ "value": ids[1] }, { "value": ids[2] }] },
            { "op": "remove", "path": format!("members[value eq {}]", ids[0]) },
            { "op": "replace", "value": { "displayName": "Authors" } },
        ]));
        let changed = provider.done("PATCH", &one, &add);
        assert_eq!((&changed["displayName"], changed["members"].as_array().unwrap().len()), (&"Authors".into(), 2));
        assert_eq!(members(), 3);
        let replace = json!({ "displayName": "Authors", "members": [] });
        let changed = provider.done("PUT", &one, &replace);
        assert_eq!((&changed["members"], changed.get("externalId")), (&json!([]), None));
        assert_eq!(members(), 1);
        let unknown = patch(json!([{ "op": "add", "path": "members", "value": [{ "value": dave.to_string() }] }]));
        assert_eq!(provider.refused("PATCH", &one, &unknown), (400, "invalidValue".to_owned()));
        assert_eq!(provider.refused("POST", "/Groups", &json!({ "displayName": "x".repeat(65) })).0, 400);
        let found = provider.get("/Groups?filter=displayName%20eq%20%22authors%22&excludedAttributes=members");
        assert_eq!((&found["totalResults"], found["Resources"][0].get("members")), (&1.into(), None));
        // Teams that it did not make are out of its reach.
        let manual = format!("/Groups/{}", manual["id"].as_str().unwrap());
        assert_eq!(provider.refused("DELETE", &manual, &Value::Null).0, 404);
        assert_eq!(provider.send("DELETE", &one, &Value::Null).status, 204);
        assert_eq!(provider.refused("GET", &one, &Value::Null).0, 404);
        test.admin().get(&team).refused(404);
    });
}

#[test]
fn lists_have_pages() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        for n in 0..5 {
            provider.done("POST", "/Users", &person(&format!("u{n}@operated.example")));
        }
        let names = |query: &str| {
            let page = provider.get(&format!("/Users?{query}"));
            assert_eq!(page["totalResults"], 5, "{page}");
            let shown = page["Resources"].as_array().unwrap().iter();
            shown.map(|user| user["userName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let all = names("");
        assert_eq!(all.len(), 5);
        assert_eq!(names("startIndex=2&count=2"), all[1..3]);
        assert_eq!(names("startIndex=5&count=9"), all[4..]);
        assert_eq!(names("startIndex=6"), Vec::<String>::new());
        assert_eq!(names("startIndex=0&count=0"), Vec::<String>::new());
        assert_eq!(names("startIndex=2&count=2&filter=active%20eq%20true"), all[1..3]);
        let search = json!({ "filter": "active eq true", "startIndex": 2, "count": 2, "attributes": ["userName"] });
        let found = provider.done("POST", "/Users/.search", &search);
        let shown = found["Resources"].as_array().unwrap();
        assert_eq!((&found["totalResults"], shown.len(), shown[0].get("emails")), (&5.into(), 2, None));
        provider.done("POST", "/Groups", &json!({ "displayName": "Writers" }));
        assert_eq!(provider.done("POST", "/Groups/.search", &json!({}))["totalResults"], 1);
        let both = provider.done("POST", "/.search", &json!({ "startIndex": 5, "count": 2 }));
        let kinds = both["Resources"].as_array().unwrap().iter().map(|it| it["meta"]["resourceType"].as_str().unwrap());
        assert_eq!((&both["totalResults"], kinds.collect::<Vec<_>>()), (&6.into(), vec!["User", "Group"]));
        let last = provider.done("POST", "/.search", &json!({ "startIndex": 6 }));
        assert_eq!(last["Resources"][0]["displayName"], "Writers");
        assert_eq!(provider.refused("GET", "/Users?count=many", &Value::Null).0, 400);
    });
}

#[test]
fn the_service_describes_itself_and_refuses_in_its_own_form() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        let large = json!({ "userName": "x".repeat(1 << 20) });
        assert_eq!(provider.refused("POST", "/Users", &large), (413, String::new()));
        assert_eq!(provider.get("/ServiceProviderConfig")["patch"]["supported"], true);
        assert_eq!(provider.get("/ResourceTypes")["totalResults"], 2);
        assert_eq!(provider.get("/ResourceTypes/User")["endpoint"], "/Users");
        let schema = "urn:ietf:params:scim:schemas:core:2.0:Group";
        assert_eq!(provider.get(&format!("/Schemas/{schema}"))["name"], "Group");
        assert_eq!(provider.refused("GET", "/Schemas/none", &Value::Null).0, 404);
        assert_eq!(provider.refused("GET", "/Nothing", &Value::Null).0, 404);
        assert_eq!(provider.refused("GET", "/Users/none", &Value::Null).0, 404);
        assert_eq!(provider.refused("POST", "/Users", &json!([])), (400, "invalidSyntax".to_owned()));
        assert_eq!(provider.refused("POST", "/Users", &json!({})), (400, "invalidValue".to_owned()));
        let wrong = patch(json!([{ "op": "move" }]));
        let ada = provider.done("POST", "/Users", &person(ADA));
        let one = format!("/Users/{}", ada["id"].as_str().unwrap());
        assert_eq!(provider.refused("PATCH", &one, &wrong), (400, "invalidSyntax".to_owned()));
        let answer = test.browser().open(&format!("{}/scim/v2/Users", test.org()));
        assert_eq!((answer.status.as_u16(), answer.header("www-authenticate")), (401, "Bearer"));
    });
}

#[test]
fn a_nul_character_finds_nobody_and_names_nobody() {
    on_each_database(|test| {
        let provider = Provider::of(test);
        provider.done("POST", "/Users", &person("ada@operated.example"));
        for kind in ["Users", "Groups"] {
            for attribute in ["userName", "id", "externalId", "displayName"] {
                let filter = format!("{attribute}%20eq%20%22%5Cu0000%22");
                assert_eq!(provider.get(&format!("/{kind}?filter={filter}"))["totalResults"], 0, "{kind} {attribute}");
                let asked = json!({ "filter": format!("{attribute} eq \"a\\u0000b\"") });
                assert_eq!(provider.done("POST", &format!("/{kind}/.search"), &asked)["totalResults"], 0);
            }
            assert_eq!(provider.refused("GET", &format!("/{kind}/%00"), &Value::Null).0, 404);
            assert_eq!(provider.refused("GET", &format!("/{kind}?filter=a&filter=b"), &Value::Null).0, 400);
        }
        for field in ["userName", "externalId", "displayName"] {
            let mut body = person("bob@operated.example");
            body[field] = json!("bob\u{0}@operated.example");
            assert_eq!(provider.refused("POST", "/Users", &body), (400, "invalidValue".to_owned()), "{field}");
        }
        let group = json!({ "displayName": "a\u{0}" });
        assert_eq!(provider.refused("POST", "/Groups", &group), (400, "invalidValue".to_owned()));
    });
}
