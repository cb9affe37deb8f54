//! Members of organizations.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use quire_app::callers;
use quire_app::orgs::members::MemberChanges;
use quire_model::patch::Patch;
use quire_model::roles::Role;
use quire_testkit::{Caller, TestApp, on_each_database};
use serde_json::{Value, json};

fn emails(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["user"]["email"].as_str().unwrap()).collect()
}

/// Walks a list to its end; `between` is called before each further page.
fn walk(caller: &Caller<'_>, path: &str, mut between: impl FnMut()) -> Vec<String> {
    let mut seen = Vec::new();
    let mut page = caller.get(path).ok();
    loop {
        seen.extend(emails(&page).into_iter().map(str::to_owned));
        let Some(next) = page["next"]["page"].as_str() else { return seen };
        between();
        page = caller.get(&format!("{path}&page={next}")).ok();
    }
}

fn people(test: &TestApp, names: &[(&str, Option<Role>)]) -> Vec<(String, String)> {
    let add = |(name, role): &(&str, Option<Role>)| {
        test.clock.pass(Duration::from_secs(1));
        let (id, token) = test.new_member(&format!("{name}@example.org"), *role);
        (id.to_string(), token)
    };
    names.iter().map(add).collect()
}

#[test]
fn members_are_listed_sorted_filtered_and_searched() {
    on_each_database(|test| {
        let admin = test.admin();
        let names = [("ada", Some(Role::Admin)), ("bob", Some(Role::Read)), ("cyd", None), ("dan", None)];
        let members = people(test, &names);
        let path = format!("{}/members", test.org());
        let listed = admin.get(&path).ok();
        assert_eq!(listed["count"], 5);
        assert_eq!(emails(&listed)[..2], ["dan@example.org", "cyd@example.org"]);
        assert_eq!(listed["items"][0]["object"], "member");
        assert!(listed["items"][0].get("lastSeenAt").is_none());
        assert_eq!(
            emails(&admin.get(&format!("{path}?role=guest&order=asc")).ok()),
            ["cyd@example.org", "dan@example.org"]
        );
        assert_eq!(emails(&admin.get(&format!("{path}?role=read")).ok()), ["bob@example.org"]);
        assert_eq!(emails(&admin.get(&format!("{path}?role=read&search=ADA")).ok()), [""; 0]);
        assert_eq!(emails(&admin.get(&format!("{path}?sort=lastSeenAt")).ok()), [""; 0]);
        for at in [2, 0] {
            test.clock.pass(Duration::from_secs(1));
            test.caller(Some(&members[at].1)).post(&format!("{}/ping", test.org()), &json!({})).ok();
        }
        let seen = admin.get(&format!("{path}?sort=lastSeenAt")).ok();
        assert_eq!((emails(&seen), &seen["count"]), (vec!["ada@example.org", "cyd@example.org"], &2.into()));
        let back = admin.get(&format!("{path}?sort=lastSeenAt&order=asc&search=example")).ok();
        assert_eq!(emails(&back), ["cyd@example.org", "ada@example.org"]);
        for query in ["role=owner", "order=up", "sort=name", "limit=1001", "page=x", "search=%00"] {
            admin.get(&format!("{path}?{query}")).refused(400);
        }
        admin.get(&format!("{path}?search={}", "x".repeat(512))).ok();
        admin.get(&format!("{path}?search={}", "x".repeat(513))).refused(400);
    });
}

#[test]
fn searching_knows_no_case_in_any_script() {
    on_each_database(|test| {
        let admin = test.admin();
        for (at, name) in ["Éric", "ΟΔΟΣ", "Straße", "שָׁלוֹם", "100%_x"].into_iter().enumerate() {
            let user = test.app.create_user(&format!("n{at}@example.org"), name).unwrap();
            test.app.add_member(test.first.organization, user.id, None).unwrap();
        }
        for (part, found) in [
            ("e%CC%81RIC", "n0"),
            ("%CE%BF%CE%B4%CE%BF%CF%82", "n1"),
            ("STRASSE", "n2"),
            ("%D7%A9%D7%81%D6%B8%D7%9C%D7%95%D6%B9%D7%9D", "n3"),
            ("%25_X", "n4"),
            ("N3%40EXAMPLE", "n3"),
        ] {
            let listed = admin.get(&format!("{}/members?search={part}", test.org())).ok();
            assert_eq!(emails(&listed), [format!("{found}@example.org")], "{part}");
        }
    });
}

#[test]
fn pages_stay_true_while_members_come_and_go() {
    on_each_database(|test| {
        let admin = test.admin();
        let names: Vec<String> = (0..6).map(|n| format!("m{n}")).collect();
        let names: Vec<_> = names.iter().map(|name| (name.as_str(), None)).collect();
        let members = people(test, &names);
        for (_, token) in &members {
            test.clock.pass(Duration::from_secs(1));
            test.caller(Some(token)).post(&format!("{}/ping", test.org()), &json!({})).ok();
        }
        for (query, gone, expected) in [
            ("limit=2&role=guest&order=asc", 0, vec!["m0", "m1", "m2", "m3", "m4", "m5"]),
            ("limit=2&role=guest&sort=lastSeenAt&order=desc", 5, vec!["m5", "m4", "m3", "m2", "m1"]),
        ] {
            let mut count = 0;
            let seen = walk(&admin, &format!("{}/members?{query}", test.org()), || {
                count += 1;
                // One who was shown goes, and one comes who is not seen yet.
                admin.delete(&format!("{}/members/{}", test.org(), members[gone].0)).expect(204);
                let (id, _) = test.new_user(&format!("late{gone}-{count}@example.org"));
                test.app.add_member(test.first.organization, id, Some(Role::Read)).unwrap();
            });
            let seen: Vec<_> = seen.iter().map(|email| email.split('@').next().unwrap()).collect();
            assert_eq!(seen, expected);
        }
    });
}

#[test]
fn admins_change_members_and_members_leave() {
    on_each_database(|test| {
        let admin = test.admin();
        let members = people(test, &[("ada", Some(Role::Read)), ("bob", Some(Role::Create))]);
        let (ada, bob) = (test.caller(Some(&members[0].1)), test.caller(Some(&members[1].1)));
        let of = |at: usize| format!("{}/members/{}", test.org(), members[at].0);
        assert_eq!(ada.get(&of(1)).ok()["role"], "create");
        ada.patch(&of(0), &json!({ "role": "admin" })).refused(403);
        assert_eq!(admin.patch(&of(0), &json!({ "role": null })).ok()["role"], Value::Null);
        ada.get(&of(1)).refused(403);
        assert_eq!(ada.get(&of(0)).ok()["id"], members[0].0);
        assert_eq!(admin.patch(&of(0), &json!({ "role": "comment" })).ok()["role"], "comment");
        for body in [json!({ "role": "guest" }), json!({ "role": 1 }), json!({ "disabled": null })] {
            admin.patch(&of(0), &body).refused(400);
        }
        assert_eq!(admin.post(&format!("{}/sso", of(0)), &json!({})).ok()["sso"], true);
        assert_eq!(admin.patch(&of(0), &json!({ "disabled": true })).ok()["disabled"], true);
        ada.get(&of(0)).refused(404);
        ada.get(&test.org()).refused(404);
        assert_eq!(ada.get("/v1/orgs").ok()["count"], 0);
        admin.patch(&of(0), &json!({ "disabled": false })).ok();
        ada.get(&test.org()).ok();
        bob.delete(&of(0)).refused(403);
        for _ in 0..2 {
            bob.delete(&of(1)).expect(204);
        }
        bob.get(&test.org()).refused(404);
        admin.get(&of(1)).refused(404);
        admin.delete(&format!("{}/members/nobody", test.org())).expect(204);
        admin.get(&format!("{}/members/nobody", test.org())).refused(404);
        let elsewhere = test.app.create_org("Other", "other").unwrap().id;
        let (stranger, _) = test.new_user("eve@example.org");
        test.app.add_member(elsewhere, stranger, Some(Role::Read)).unwrap();
        admin.get(&format!("{}/members/{stranger}", test.org())).refused(404);
        admin.patch(&format!("{}/members/{stranger}", test.org()), &json!({})).refused(404);
        admin.get(&format!("/v1/orgs/{elsewhere}/members/{stranger}")).refused(404);
    });
}

#[test]
fn an_organization_keeps_an_admin() {
    on_each_database(|test| {
        let admin = test.admin();
        let first = format!("{}/members/{}", test.org(), test.first.user);
        for body in [json!({ "role": "create" }), json!({ "role": null }), json!({ "disabled": true })] {
            admin.patch(&first, &body).refused(409);
        }
        admin.delete(&first).refused(409);
        admin.patch(&first, &json!({ "role": "admin" })).ok();
        let (second, token) = test.new_member("ada@example.org", Some(Role::Admin));
        admin.patch(&format!("{}/members/{second}", test.org()), &json!({ "disabled": true })).ok();
        admin.delete(&first).refused(409);
        admin.patch(&format!("{}/members/{second}", test.org()), &json!({ "disabled": false })).ok();
        admin.delete(&first).expect(204);
        let ada = test.caller(Some(&token));
        ada.delete(&format!("{}/members/{second}", test.org())).refused(409);
    });
}

#[test]
fn two_admins_who_remove_each_other_leave_one() {
    on_each_database(|test| {
        for round in 0..6 {
            let organization = test.app.create_org("Duel", &format!("duel-{round}")).unwrap().id;
            let pair = [0, 1].map(|n| {
                let (id, token) = test.new_user(&format!("a{round}-{n}@example.org"));
                test.app.add_member(organization, id, Some(Role::Admin)).unwrap();
                (id, test.app.authenticate(callers::hash(&token)).unwrap())
            });
            let attack = |by: usize| {
                let target = pair[1 - by].0;
                let demoted = MemberChanges { role: Patch::Clear, ..MemberChanges::default() };
                match round % 2 {
                    0 => test.app.remove_member(&pair[by].1, organization, target).is_ok(),
                    _ => test.app.update_member(&pair[by].1, organization, target, &demoted).is_ok(),
                }
            };
            let done = std::thread::scope(|scope| {
                let other = scope.spawn(|| attack(1));
                [attack(0), other.join().unwrap()]
            });
            assert_eq!(done.into_iter().filter(|done| *done).count(), 1, "one of them wins");
            let operator = quire_app::Caller::operator();
            let is_admin = |id| {
                let member = test.app.get_member(&operator, organization, id);
                member.is_ok_and(|found| found.member.role == Some(Role::Admin))
            };
            assert_eq!(pair.iter().filter(|(id, _)| is_admin(*id)).count(), 1, "one of them is left");
        }
    });
}

#[test]
fn counts_follow_every_change_at_once() {
    on_each_database(|test| {
        let admin = test.admin();
        let members = people(test, &[("ada", None)]);
        let ada = format!("{}/members/{}", test.org(), members[0].0);
        let counts = || {
            let member = admin.get(&ada).ok();
            let spaces = admin.get(&format!("{ada}/spaces")).ok();
            let teams = admin.get(&format!("{ada}/teams")).ok();
            assert_eq!((&member["spaces"], &member["teams"]), (&spaces["count"], &teams["count"]));
            (member["spaces"].as_u64().unwrap(), member["teams"].as_u64().unwrap())
        };
        let space = test.new_space("One");
        let hidden = test.new_space("Two");
        assert_eq!(counts(), (0, 0));
        admin.patch(&space, &json!({ "defaultLevel": "comment" })).ok();
        assert_eq!(counts(), (1, 0));
        admin.patch(&ada, &json!({ "role": "read" })).ok();
        assert_eq!(counts(), (2, 0));
        admin.patch(&hidden, &json!({ "defaultLevel": null })).ok();
        assert_eq!(counts(), (1, 0));
        let of = admin.get(&format!("{ada}/spaces")).ok();
        assert_eq!(
            (&of["items"][0]["permission"], &of["items"][0]["space"]["title"]),
            (&"comment".into(), &"One".into())
        );
        let team = admin.put(&format!("{}/teams", test.org()), &json!({ "title": "T", "members": [members[0].0] }));
        let team = format!("{}/teams/{}", test.org(), team.created()["id"].as_str().unwrap());
        assert_eq!(counts(), (1, 1));
        admin.delete(&team).expect(204);
        assert_eq!(counts(), (1, 0));
        admin.delete(&space).expect(204);
        assert_eq!(counts(), (0, 0));
    });
}

#[test]
fn spaces_of_a_member_are_those_that_both_see() {
    on_each_database(|test| {
        let admin = test.admin();
        let members = people(test, &[("ada", Some(Role::Create)), ("bob", Some(Role::Read))]);
        let spaces = ["A", "B", "C"].map(|title| test.new_space(title));
        admin.patch(&spaces[1], &json!({ "defaultLevel": null })).ok();
        let bob = test.caller(Some(&members[1].1));
        let of_admin = format!("{}/members/{}/spaces", test.org(), test.first.user);
        let titles = |list: &Value| {
            let items = list["items"].as_array().unwrap();
            items.iter().map(|item| item["space"]["title"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(titles(&admin.get(&format!("{of_admin}?order=asc")).ok()), ["A", "B", "C"]);
        assert_eq!(titles(&admin.get(&of_admin).ok()), ["C", "B", "A"]);
        let seen = bob.get(&of_admin).ok();
        assert_eq!((titles(&seen), &seen["count"]), (vec!["C".to_owned(), "A".to_owned()], &2.into()));
        assert_eq!(seen["items"][0]["permission"], "admin");
        assert_eq!(
            seen["items"][0]["space"]["permissions"]["admin"], false,
            "the space is shown as the caller sees it"
        );
        let first = admin.get(&format!("{of_admin}?limit=2")).ok();
        let next = first["next"]["page"].as_str().unwrap();
        assert_eq!(titles(&admin.get(&format!("{of_admin}?limit=2&page={next}")).ok()), ["A"]);
        admin.get(&format!("{of_admin}?order=asc&page={next}")).refused(400);
    });
}

#[test]
fn a_ping_notes_the_time_and_gives_claims() {
    on_each_database(|test| {
        let admin = test.admin();
        let members = people(test, &[("ada", Some(Role::Edit))]);
        let ada = test.caller(Some(&members[0].1));
        let body = json!({ "title": "Writers", "members": [members[0].0] });
        admin.put(&format!("{}/teams", test.org()), &body).created();
        let seen = || admin.get(&format!("{}/members/{}", test.org(), members[0].0)).ok()["lastSeenAt"].clone();
        assert_eq!(seen(), Value::Null);
        let ping = || ada.post(&format!("{}/ping", test.org()), &json!({})).ok()["serviceVisitorClaims"].clone();
        let token = ping();
        for _ in 0..2 {
            let before = seen();
            test.clock.pass(Duration::from_secs(1));
            ping();
            assert_ne!(seen(), before);
        }
        let parts: Vec<_> = token.as_str().unwrap().split('.').collect();
        let claims = URL_SAFE_NO_PAD.decode(parts[1]).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!((&claims["sub"], &claims["email"]), (&members[0].0.as_str().into(), &"ada@example.org".into()));
        assert_eq!((&claims["role"], &claims["teams"]), (&"edit".into(), &json!(["Writers"])));
        assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
    });
}

#[test]
fn who_leaves_takes_teams_and_grants_along() {
    on_each_database(|test| {
        let admin = test.admin();
        let members = people(test, &[("ada", Some(Role::Read))]);
        let body = json!({ "title": "Writers", "members": [members[0].0] });
        let team = admin.put(&format!("{}/teams", test.org()), &body).created();
        let team = format!("{}/teams/{}", test.org(), team["id"].as_str().unwrap());
        admin.delete(&format!("{}/members/{}", test.org(), members[0].0)).expect(204);
        assert_eq!(admin.get(&team).ok()["members"], 0);
        assert_eq!(admin.get(&format!("{team}/members")).ok()["count"], 0);
        test.app.add_member(test.first.organization, members[0].0.parse().unwrap(), None).unwrap();
        assert_eq!(admin.get(&format!("{}/members/{}", test.org(), members[0].0)).ok()["teams"], 0);
    });
}
