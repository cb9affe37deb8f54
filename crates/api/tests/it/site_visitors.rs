//! Who may read sites: share links, how visitors sign in, adaptive schemas and previews.

use quire_model::roles::Role;
use quire_testkit::{Caller, TestApp, on_each_database};
use serde_json::{Value, json};

/// Path of a new site with one space.
fn new_site(test: &TestApp, title: &str, visibility: &str) -> String {
    let space = test.new_space(title);
    let spaces = [space.trim_start_matches("/v1/spaces/")];
    let body = json!({ "title": title, "visibility": visibility, "spaces": spaces });
    let made = test.admin().post(&format!("{}/sites", test.org()), &body).created();
    format!("{}/sites/{}", test.org(), made["id"].as_str().unwrap())
}

fn links(site: &str) -> String {
    format!("{site}/share-links")
}

fn create(caller: &Caller<'_>, site: &str, name: &str) -> Value {
    caller.post(&links(site), &json!({ "name": name })).created()
}

fn link(site: &str, made: &Value) -> String {
    format!("{}/{}", links(site), made["id"].as_str().unwrap())
}

#[test]
fn share_links_are_made_changed_and_revoked() {
    on_each_database(|test| {
        let admin = test.admin();
        let site = new_site(test, "Docs", "share-link");
        let made = create(&admin, &site, "Reviewers");
        assert_eq!(
            (&made["object"], &made["name"], &made["active"]),
            (&json!("share-link"), &json!("Reviewers"), &json!(true))
        );
        let address = made["urls"]["published"].as_str().unwrap().to_owned();
        let base = format!("{}/sites/", quire_testkit::URL);
        let secret = address.strip_prefix(&base).and_then(|rest| rest.split_once("/docs/~s/")).unwrap().1;
        assert_eq!(secret.trim_end_matches('/').len(), 22, "{address}");
        assert!(!address.contains(made["id"].as_str().unwrap()), "the identifier tells nothing of the secret");

        let changed = admin.patch(&link(&site, &made), &json!({ "name": "", "active": false })).ok();
        assert_eq!((&changed["name"], &changed["active"]), (&json!(""), &json!(false)));
        assert_eq!(changed["urls"]["published"], made["urls"]["published"]);
        assert_eq!(admin.patch(&link(&site, &made), &json!({})).ok(), changed);
        let other = create(&admin, &site, &"é".repeat(50));
        assert_ne!(other["urls"], made["urls"]);
        assert_eq!(admin.get(&links(&site)).ok()["items"], json!([changed, other]));

        for _ in 0..2 {
            admin.delete(&link(&site, &made)).expect(204);
        }
        admin.patch(&link(&site, &made), &json!({ "active": true })).refused(404);
        assert_eq!(admin.get(&links(&site)).ok()["items"], json!([other]));
    });
}

#[test]
fn share_links_are_within_bounds() {
    on_each_database(|test| {
        let admin = test.admin();
        let site = new_site(test, "Docs", "share-link");
        for (body, field) in [
            (json!({}), "name"),
            (json!({ "name": null }), "name"),
            (json!({ "name": "x".repeat(51) }), "name"),
            (json!({ "name": 1 }), "name"),
        ] {
            let told = admin.post(&links(&site), &body).refused(400);
            assert!(told.contains(field), "{told}");
        }
        let made: Vec<_> = (0..100).map(|number| create(&admin, &site, &number.to_string())).collect();
        admin.post(&links(&site), &json!({ "name": "one more" })).refused(409);
        admin.delete(&link(&site, &made[50])).expect(204);
        create(&admin, &site, "one more");

        let first = admin.get(&format!("{}?limit=99", links(&site))).ok();
        let next = first["next"]["page"].as_str().unwrap();
        let rest = admin.get(&format!("{}?limit=99&page={next}", links(&site))).ok();
        assert_eq!(rest["items"].as_array().unwrap().len(), 1);
        assert_eq!(first["count"], 100);
    });
}

#[test]
fn links_belong_to_their_site() {
    on_each_database(|test| {
        let admin = test.admin();
        let (one, two) = (new_site(test, "One", "share-link"), new_site(test, "Two", "share-link"));
        let made = create(&admin, &one, "x");
        admin.patch(&link(&two, &made), &json!({ "active": false })).refused(404);
        admin.delete(&link(&two, &made)).expect(204);
        assert_eq!(admin.get(&links(&one)).ok()["items"], json!([made]));
        admin.delete(&one).expect(204);
        admin.get(&links(&one)).refused(404);
        assert_eq!(admin.get(&links(&two)).ok()["items"], json!([]));
    });
}

#[test]
fn visitors_sign_in_where_they_are_told_to() {
    on_each_database(|test| {
        let admin = test.admin();
        let site = new_site(test, "Docs", "visitor-auth");
        let auth = format!("{site}/publishing/auth");
        let before = admin.get(&auth).ok();
        let key = before["privateKey"].as_str().unwrap();
        assert!(key.len() == 64 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
        assert_eq!(before, json!({ "object": "publishing-auth", "backend": "custom", "privateKey": key }));

        let fallback = "https://example.com/login?from=docs";
        let changed = admin.patch(&auth, &json!({ "backend": "custom", "fallbackURL": fallback })).ok();
        assert_eq!((&changed["fallbackURL"], &changed["privateKey"]), (&json!(fallback), &json!(key)));
        assert_eq!(admin.patch(&auth, &json!({ "backend": "custom" })).ok(), changed);
        let named = admin.patch(&auth, &json!({ "backend": "integration", "integration": "login" })).ok();
        assert_eq!((&named["backend"], &named["integration"]), (&json!("integration"), &json!("login")));
        let cleared = admin.patch(&auth, &json!({ "backend": "custom", "fallbackURL": null })).ok();
        assert_eq!(cleared, before);

        for (body, field) in [
            (json!({ "fallbackURL": "javascript:alert(1)" }), "fallbackURL"),
            (json!({ "fallbackURL": "//example.com" }), "fallbackURL"),
            (json!({ "fallbackURL": "" }), "fallbackURL"),
            (json!({ "backend": "none" }), "backend"),
            (json!({ "backend": "integration" }), "integration"),
            (json!({ "backend": "custom", "integration": "login" }), "integration"),
        ] {
            let told = admin.patch(&auth, &body).refused(400);
            assert!(told.contains(field), "{told}");
        }
        let anew = admin.post(&format!("{auth}/regenerate"), &json!({})).ok();
        assert_ne!(anew["privateKey"], before["privateKey"]);
        assert_eq!(admin.get(&auth).ok(), anew);
        let other = new_site(test, "Other", "visitor-auth");
        assert_ne!(admin.get(&format!("{other}/publishing/auth")).ok()["privateKey"], before["privateKey"]);
    });
}

#[test]
fn a_site_knows_of_its_visitors_what_its_schema_says() {
    on_each_database(|test| {
        let admin = test.admin();
        let site = new_site(test, "Docs", "public");
        let path = format!("{site}/adaptive-schema");
        let empty = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        let before = admin.get(&path).ok();
        assert_eq!((&before["object"], &before["jsonSchema"]), (&json!("site-adaptive-schema"), &empty));
        let schema = json!({
            "type": "object",
            "properties": {
                "beta": { "type": "boolean", "description": "In the beta" },
                "unsigned": {
                    "type": "object",
                    "properties": { "dark": { "type": "boolean" } },
                    "additionalProperties": false,
                },
            },
            "additionalProperties": false,
        });
        test.clock.pass(std::time::Duration::from_secs(5));
        let put = admin.put(&path, &json!({ "jsonSchema": schema })).ok();
        assert_eq!(put["jsonSchema"], schema);
        assert!(put["updatedAt"].as_str() > before["updatedAt"].as_str());
        assert_eq!(admin.get(&path).ok(), put);
        let conditions = admin.get(&format!("{path}/template-conditions")).ok();
        let expected = json!([
            { "description": "In the beta", "condition": "visitor.claims.beta === true" },
            { "description": "unsigned.dark is true", "condition": "visitor.claims.unsigned.dark === true" },
        ]);
        assert_eq!(conditions["items"], expected);

        let wrong = json!({ "type": "object", "properties": { "beta": { "type": "boolean", "default": true } } });
        let told = admin.put(&path, &json!({ "jsonSchema": wrong })).refused(400);
        assert!(told.contains("\"jsonSchema\": properties.beta.default"), "{told}");
        admin.put(&path, &json!({})).refused(400);
        assert_eq!(admin.get(&path).ok(), put);
    });
}

#[test]
fn previews_show_a_site_to_a_chosen_visitor() {
    on_each_database(|test| {
        let admin = test.admin();
        let site = new_site(test, "Docs", "visitor-auth");
        let preview = |query: &str| admin.get(&format!("{site}/publishing/preview{query}"));
        let url = preview("").ok()["url"].as_str().unwrap().to_owned();
        assert!(url.starts_with(quire_testkit::URL) && url.contains("/docs/?jwt_token=ey"), "{url}");
        preview("?claims=(plan:pro,unsigned:(beta:!t))").ok();
        for (query, part) in
            [("?claims=(", "claims"), ("?claims=!t", "must be an object"), ("?claims=(a)", "character 3")]
        {
            let told = preview(query).refused(400);
            assert!(told.contains(part), "{told}");
        }
        let long = preview(&format!("?claims=(a:{})", "x".repeat(4000))).refused(400);
        assert!(long.contains("claims"), "{long}");
        preview("?siteSpace=none").refused(404);
    });
}

/// What shows secrets is for those who manage the site.
#[test]
fn readers_of_a_site_see_no_secrets() {
    on_each_database(|test| {
        let site = new_site(test, "Docs", "share-link");
        let (_, token) = test.new_member("reader@example.org", Some(Role::Review));
        let reader = test.caller(Some(&token));
        reader.get(&site).ok();
        for path in ["share-links", "publishing/auth", "publishing/preview"] {
            reader.get(&format!("{site}/{path}")).refused(403);
        }
        reader.get(&format!("{site}/adaptive-schema")).ok();
    });
}
