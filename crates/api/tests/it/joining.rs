//! Links by which people join, and joining by the domain of an address.

use std::time::Duration;

use quire_app::core::ambient::Clock as _;
use quire_model::roles::Role;
use quire_testkit::{TestApp, on_each_database};
use serde_json::{Value, json};

/// Makes a link; its identifier.
fn new_link(test: &TestApp, body: &Value) -> String {
    let made = test.admin().post(&format!("{}/link-invites", test.org()), body).created();
    made["id"].as_str().unwrap().to_owned()
}

fn later(test: &TestApp, seconds: u64) -> String {
    test.clock.now().plus(Duration::from_secs(seconds)).to_string()
}

#[test]
fn a_link_is_made_changed_and_taken_back() {
    on_each_database(|test| {
        let admin = test.admin();
        let links = format!("{}/link-invites", test.org());
        let made = admin.post(&links, &json!({ "role": "edit", "expiresAt": later(test, 60) })).created();
        assert_eq!(
            (&made["object"], &made["role"], &made["redundant"]),
            (&"invite".into(), &"edit".into(), &true.into())
        );
        let link = format!("{links}/{}", made["id"].as_str().unwrap());
        assert_eq!(admin.get(&link).ok(), made);
        let after = admin.patch(&link, &json!({ "role": null, "expiresAt": null })).ok();
        assert_eq!(after["role"], Value::Null);
        assert!(after.get("expiresAt").is_none());
        for body in [json!({ "level": "read" }), json!({ "role": "owner" }), json!({ "expiresAt": later(test, 0) })] {
            admin.patch(&link, &body).refused(400);
        }
        let (_, guest) = test.new_member("guest@example.org", None);
        let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
        admin.patch(&link, &json!({ "role": "read" })).ok();
        assert_eq!(test.caller(Some(&guest)).get(&link).ok()["redundant"], false);
        assert_eq!(test.caller(Some(&reader)).get(&link).ok()["redundant"], true);
        test.clock.pass(Duration::from_secs(1));
        let second = new_link(test, &json!({ "role": "read" }));
        let listed = admin.get(&links).ok();
        assert_eq!((listed["count"].clone(), &listed["items"][0]["id"]), (2.into(), &made["id"]));
        for _ in 0..2 {
            admin.delete(&format!("{links}/{second}")).expect(204);
        }
        admin.get(&format!("{links}/{second}")).refused(404);
        admin.delete(&format!("{links}/none")).expect(204);
    });
}

#[test]
fn a_link_is_for_one_thing_of_the_organization() {
    on_each_database(|test| {
        let admin = test.admin();
        let links = format!("{}/link-invites", test.org());
        let space = test.new_space("x").trim_start_matches("/v1/spaces/").to_owned();
        for body in [
            json!({}),
            json!({ "role": "read", "level": "read", "space": space }),
            json!({ "level": "read" }),
            json!({ "role": "read", "space": space }),
            json!({ "role": "owner" }),
            json!({ "role": "read", "expiresAt": "tomorrow" }),
            json!({ "role": "read", "expiresAt": later(test, 0) }),
        ] {
            admin.post(&links, &body).refused(400);
        }
        admin.post(&links, &json!({ "level": "read", "space": "none" })).refused(404);
        let made = admin.post("/v1/orgs", &json!({ "title": "Other" })).created();
        let other = format!("/v1/orgs/{}", made["id"].as_str().unwrap());
        let foreign = admin.post(&format!("{other}/spaces"), &json!({})).created();
        admin.post(&links, &json!({ "level": "read", "space": foreign["id"] })).refused(404);
        let link = admin.post(&links, &json!({ "level": "comment", "space": space })).created();
        assert_eq!((&link["level"], &link["space"]["id"]), (&"comment".into(), &space.as_str().into()));
        let path = format!("{links}/{}", link["id"].as_str().unwrap());
        admin.patch(&path, &json!({ "role": "read" })).refused(400);
        assert_eq!(admin.patch(&path, &json!({ "level": "edit" })).ok()["level"], "edit");
        admin.get(&format!("{other}/link-invites/{}", link["id"].as_str().unwrap())).refused(404);
        admin.delete(&format!("/v1/spaces/{space}")).expect(204);
        admin.get(&path).refused(404);
        assert_eq!(admin.get(&links).ok()["items"], json!([]));
    });
}

#[test]
fn a_link_makes_members_and_takes_nothing_away() {
    on_each_database(|test| {
        let join = |link: &str| format!("{}/invites/{link}", test.org());
        let link = new_link(test, &json!({ "role": "edit" }));
        let (_, stranger) = test.new_user("eve@example.org");
        let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
        let (_, creator) = test.new_member("creator@example.org", Some(Role::Create));
        for (token, role) in [(&stranger, "edit"), (&stranger, "edit"), (&reader, "edit"), (&creator, "create")] {
            let caller = test.caller(Some(token));
            assert_eq!(caller.post(&join(&link), &json!({})).ok()["role"], role);
            caller.get(&test.org()).ok();
        }
        let (id, gone) = test.new_member("gone@example.org", Some(Role::Read));
        test.admin().patch(&format!("{}/members/{id}", test.org()), &json!({ "disabled": true })).ok();
        test.caller(Some(&gone)).post(&join(&link), &json!({})).refused(403);
        let (_, late) = test.new_user("late@example.org");
        let late = test.caller(Some(&late));
        late.post(&join("none"), &json!({})).refused(404);
        test.admin().patch(&test.org(), &json!({ "inviteLinks": false })).ok();
        late.post(&join(&link), &json!({})).refused(404);
        test.admin().patch(&test.org(), &json!({ "inviteLinks": true })).ok();
        let expiring = new_link(test, &json!({ "role": "edit", "expiresAt": later(test, 60) }));
        test.clock.pass(Duration::from_mins(1));
        late.post(&join(&expiring), &json!({})).refused(404);
        test.admin().delete(&format!("{}/link-invites/{link}", test.org())).expect(204);
        late.post(&join(&link), &json!({})).refused(404);
        late.get(&test.org()).refused(404);
    });
}

#[test]
fn a_link_to_content_makes_guests_with_a_grant() {
    on_each_database(|test| {
        let admin = test.admin();
        let (space, other) = (test.new_space("x"), test.new_space("y"));
        let id = space.trim_start_matches("/v1/spaces/");
        let link = new_link(test, &json!({ "level": "comment", "space": id }));
        let join = format!("{}/invites/{link}", test.org());
        let (_, eve) = test.new_user("eve@example.org");
        let eve = test.caller(Some(&eve));
        let member = eve.post(&join, &json!({})).ok();
        assert_eq!((&member["role"], &member["spaces"]), (&Value::Null, &1.into()));
        let seen = eve.get(&space).ok();
        assert_eq!((&seen["permissions"]["comment"], &seen["permissions"]["edit"]), (&true.into(), &false.into()));
        eve.get(&other).refused(404);
        let (_, editor) = test.new_member("editor@example.org", Some(Role::Edit));
        let editor = test.caller(Some(&editor));
        editor.post(&join, &json!({})).ok();
        assert_eq!(editor.get(&space).ok()["permissions"]["edit"], true, "it is not less than before");
        let collection = admin.post(&format!("{}/collections", test.org()), &json!({ "title": "c" })).created();
        let body = json!({ "level": "read", "collection": collection["id"] });
        let link = new_link(test, &body);
        admin.post(&format!("{other}/move"), &json!({ "parent": collection["id"] })).ok();
        eve.post(&format!("{}/invites/{link}", test.org()), &json!({})).ok();
        eve.get(&other).ok();
    });
}

#[test]
fn many_who_join_at_once_are_members_once() {
    on_each_database(|test| {
        let link = new_link(test, &json!({ "role": "read" })).parse().unwrap();
        let (_, token) = test.new_user("eve@example.org");
        let eve = test.app.authenticate(quire_app::callers::hash(&token)).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| test.app.join_by_link(&eve, test.first.organization, link).unwrap());
            }
        });
        assert_eq!(test.admin().get(&format!("{}/members", test.org())).ok()["count"], 2);
    });
}

#[test]
fn people_join_by_the_domain_of_their_address() {
    on_each_database(|test| {
        let join = format!("{}/join", test.org());
        test.admin().patch(&test.org(), &json!({ "emailDomains": ["example.org"], "defaultRole": "comment" })).ok();
        let claim = format!("{}/email-domains/example.org", test.org());
        test.publish_proof(&test.admin().get(&claim).ok());
        test.admin().patch(&claim, &json!({})).expect(204);
        let ([ada, sub, mail], domain) =
            (["ada@example.org", "sub@a.example.org", "m@gmail.com"].map(|it| test.new_user(it)), "example.org");
        let found = |token: &str, domain: &str| {
            test.caller(Some(token)).get(&format!("/v1/email-domains/{domain}/orgs")).ok()["organizations"].clone()
        };
        let open = found(&ada.1, "EXAMPLE.org");
        assert_eq!(open[0]["id"], test.first.organization.to_string());
        assert!(open[0]["permissions"].as_object().unwrap().values().all(|may| *may == json!(false)));
        for (token, domain) in [(&sub.1, domain), (&mail.1, domain), (&ada.1, "gmail.com"), (&ada.1, "no%00domain")] {
            assert_eq!(found(token, domain), json!([]));
        }
        for token in [&sub.1, &mail.1] {
            test.caller(Some(token)).post(&join, &json!({})).refused(404);
        }
        let caller = test.caller(Some(&ada.1));
        for _ in 0..2 {
            caller.post(&join, &json!({})).expect(204);
        }
        let member = format!("{}/members/{}", test.org(), ada.0);
        assert_eq!(caller.get(&member).ok()["role"], "comment");
        test.admin().patch(&member, &json!({ "disabled": true })).ok();
        caller.post(&join, &json!({})).refused(403);
        let (_, guest) = test.new_member("guest@example.com", None);
        assert_eq!(found(&guest, "example.org").as_array().unwrap().len(), 1, "members see it too");
    });
}
