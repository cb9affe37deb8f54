//! Notifications: who gets which, and who sees them.

use std::time::Duration;

use axum::http::Method;
use quire_model::roles::Role;
use quire_testkit::{Caller, on_each_database, on_each_database_with};
use serde_json::{Value, json};

use crate::factors;
use crate::reviews::Proposal;

fn list(caller: &Caller<'_>, query: &str) -> Vec<Value> {
    let list = caller.get(&format!("/v1/user/notifications{query}")).ok();
    let items = list["items"].as_array().unwrap().clone();
    assert_eq!(list["count"], items.len());
    items
}

/// The reasons of a caller's notifications, newest first.
fn reasons(caller: &Caller<'_>) -> Vec<String> {
    list(caller, "").iter().map(|one| one["reason"].as_str().unwrap().to_owned()).collect()
}

fn say(caller: &Caller<'_>, path: &str, text: &str) -> Value {
    caller.post(path, &json!({ "body": { "markdown": text } })).ok()
}

fn mention(id: &str) -> String {
    format!("[{id}](quire:user/{id} \"mention\")")
}

#[test]
fn people_are_notified_of_what_concerns_them() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (ada, bob, eve) = (proposal.ada.caller(test), proposal.bob.caller(test), proposal.eve.caller(test));
        let path = &proposal.path;
        assert!(reasons(&ada).is_empty());
        proposal.ask(test, &[&proposal.bob]);
        assert_eq!((reasons(&ada), reasons(&bob), reasons(&eve)), (vec![], vec!["review-requested".into()], vec![]));
        let one = list(&bob, "").remove(0);
        let request = test.admin().get(path).ok();
        assert_eq!((&one["actor"]["displayName"], &one["read"]), (&json!("ada"), &json!(false)));
        assert_eq!((&one["changeRequest"]["id"], &one["changeRequest"]["number"]), (&request["id"], &json!(1)));
        assert_eq!((&one["space"]["id"], &one["space"]["title"]), (&request["space"], &json!("Docs")));
        assert!(!one.to_string().contains("example.org"), "{one}");
        // A comment is for the creator, a reply for all who take part, and a mention for the one who is mentioned.
        let comment = say(&bob, &format!("{path}/comments"), "Why?");
        assert_eq!(reasons(&ada), ["comment"]);
        let replies = format!("{path}/comments/{}/replies", comment["id"].as_str().unwrap());
        say(&ada, &replies, &format!("Ask {}.", mention(&proposal.eve.id)));
        assert_eq!((reasons(&bob)[0].as_str(), reasons(&eve)), ("reply", vec!["mention".into()]));
        say(&eve, &replies, &format!("{} {}", mention(&proposal.ada.id), mention(&proposal.eve.id)));
        assert_eq!(
            (reasons(&ada)[0].as_str(), reasons(&bob)[0].as_str(), reasons(&eve).len()),
            ("mention", "reply", 1)
        );
        // What is mentioned again in an edit is no news, what is mentioned first is.
        let edited = format!("{path}/comments/{}", comment["id"].as_str().unwrap());
        bob.put(&edited, &json!({ "body": { "markdown": format!("Why, {}?", mention(&proposal.eve.id)) } })).ok();
        bob.put(&edited, &json!({ "body": { "markdown": format!("But why, {}?", mention(&proposal.eve.id)) } })).ok();
        assert_eq!(reasons(&eve), ["mention", "mention"]);
        let before = reasons(&ada).len();
        test.admin().post(&format!("{path}/merge"), &json!({})).ok();
        assert_eq!((reasons(&ada)[0].as_str(), reasons(&ada).len()), ("merge", before + 1));
        // What is deleted is no notification any more.
        bob.delete(&edited).expect(204);
        assert_eq!((reasons(&ada), reasons(&eve)), (vec!["merge".to_owned()], vec![]));
    });
}

#[test]
fn a_review_with_its_comments_is_one_notification() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (ada, bob, eve) = (proposal.ada.caller(test), proposal.bob.caller(test), proposal.eve.caller(test));
        let path = &proposal.path;
        let page = test.admin().get(&format!("{path}/content/pages")).ok()["pages"][0]["id"].clone();
        let document = test.admin().get(&format!("{path}/content/page/{}/document", page.as_str().unwrap())).ok();
        let node = document["nodes"][0]["key"].clone();
        let body = json!({
            "status": "changes-requested",
            "comment": { "markdown": "Nearly." },
            "comments": [
                { "body": { "markdown": "This block." }, "page": page, "node": node },
                { "body": { "markdown": format!("What do you think, {}?", mention(&proposal.eve.id)) }, "page": page },
            ],
        });
        let review = bob.post(&format!("{path}/reviews"), &body).created();
        assert_eq!((reasons(&ada), reasons(&eve)), (vec!["review".to_owned()], vec!["mention".to_owned()]));
        assert_eq!(list(&ada, "")[0]["review"], review["id"]);
        let comments = test.admin().get(&format!("{path}/comments?format=markdown")).ok();
        assert_eq!(comments["count"], 3);
        let about = comments["items"].as_array().unwrap().iter().filter(|one| one["target"].get("node").is_some());
        assert_eq!(about.count(), 1);
        // All or nothing.
        let half = json!({
            "status": "approved",
            "comments": [{ "body": { "markdown": "x" } }, { "body": { "markdown": "y" }, "page": page, "node": "nothing" }],
        });
        bob.post(&format!("{path}/reviews"), &half).refused(404);
        let blank = json!({ "status": "approved", "comments": [{ "body": { "markdown": " " } }] });
        let message = bob.post(&format!("{path}/reviews"), &blank).refused(400);
        assert!(message.contains("comments.0.body"), "{message}");
        let many: Vec<_> = (0..101).map(|n| json!({ "body": { "markdown": n.to_string() } })).collect();
        bob.post(&format!("{path}/reviews"), &json!({ "status": "approved", "comments": many })).refused(400);
        assert_eq!(test.admin().get(&format!("{path}/comments")).ok()["count"], 3);
        assert_eq!(test.admin().get(&format!("{path}/reviews")).ok()["count"], 1);
        assert_eq!(reasons(&ada).len(), 1);
    });
}

#[test]
fn notifications_are_marked() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (ada, bob) = (proposal.ada.caller(test), proposal.bob.caller(test));
        for text in ["one", "two", "three"] {
            say(&bob, &format!("{}/comments", proposal.path), text);
        }
        let all = list(&ada, "");
        let path = |one: &Value| format!("/v1/user/notifications/{}", one["id"].as_str().unwrap());
        let marked = ada.patch(&path(&all[2]), &json!({ "read": true })).ok();
        assert_eq!(marked["read"], true);
        assert_eq!(ada.patch(&path(&all[2]), &json!({ "read": true })).ok(), marked);
        assert_eq!((list(&ada, "?read=true").len(), list(&ada, "?read=false").len()), (1, 2));
        assert!(ada.patch(&path(&all[2]), &json!({ "read": false })).ok().get("readAt").is_none());
        ada.post("/v1/user/notifications/read", &json!({ "upTo": all[1]["id"] })).expect(204);
        assert_eq!(list(&ada, "?read=false"), all[..1]);
        let elsewhere = test.new_space("Elsewhere");
        ada.post("/v1/user/notifications/read", &json!({ "space": elsewhere["/v1/spaces/".len()..] })).expect(204);
        assert_eq!(list(&ada, "?read=false").len(), 1);
        ada.post("/v1/user/notifications/read", &json!({})).expect(204);
        assert!(list(&ada, "?read=false").is_empty());
        assert_eq!((list(&ada, "?reason=comment").len(), list(&ada, "?reason=mention").len()), (3, 0));
        assert_eq!(list(&ada, &format!("?space={}", &elsewhere["/v1/spaces/".len()..])).len(), 0);
        // Those of others are theirs.
        bob.patch(&path(&all[0]), &json!({ "read": true })).refused(404);
        ada.get("/v1/user/notifications?reason=whatever").refused(400);
        let first = ada.get("/v1/user/notifications?limit=2").ok();
        let next = first["next"]["page"].as_str().unwrap();
        let rest = ada.get(&format!("/v1/user/notifications?limit=2&page={next}")).ok();
        assert_eq!((first["count"].clone(), rest["items"].as_array().unwrap().len()), (json!(3), 1));
    });
}

#[test]
fn what_one_may_not_read_is_not_in_notifications() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (ada, bob) = (proposal.ada.caller(test), proposal.bob.caller(test));
        let path = &proposal.path;
        let (guest, token) = test.new_member("guest@example.org", None);
        let guest_calls = test.caller(Some(&token));
        let (stranger, other) = test.new_user("stranger@example.org");
        let comments = format!("{path}/comments");
        say(&bob, &comments, &format!("{} {}", mention(&guest.to_string()), mention(&stranger.to_string())));
        assert!(reasons(&guest_calls).is_empty() && reasons(&test.caller(Some(&other))).is_empty());
        proposal.ask(test, &[&proposal.eve]);
        let eve = proposal.eve.caller(test);
        assert_eq!(reasons(&eve), ["review-requested"]);
        let one = list(&eve, "").remove(0);
        let waits = |caller: &Caller<'_>| caller.get("/v1/user/requested-reviews").ok()["count"].clone();
        assert_eq!(waits(&eve), 1);
        // The space is hidden from her: nothing says that there is something.
        test.admin().patch(&proposal.space, &json!({ "defaultLevel": null })).ok();
        assert_eq!((list(&eve, "").len(), waits(&eve)), (0, json!(0)));
        let mark = format!("/v1/user/notifications/{}", one["id"].as_str().unwrap());
        eve.patch(&mark, &json!({ "read": true })).refused(404);
        eve.post("/v1/user/notifications/read", &json!({})).expect(204);
        assert_eq!(ada.get("/v1/user/change-requests").ok()["count"], 0);
        test.admin().post(&comments, &json!({ "body": { "markdown": mention(&proposal.eve.id) } })).ok();
        // She has it back with the right, unread, and nothing of the time between.
        test.admin().patch(&proposal.space, &json!({ "defaultLevel": "inherit" })).ok();
        assert_eq!((list(&eve, ""), waits(&eve)), (vec![one], json!(1)));
        test.admin().delete(&proposal.space).expect(204);
        assert_eq!((list(&eve, "").len(), waits(&eve)), (0, json!(0)));
        test.admin().post(&format!("{}/restore", proposal.space), &json!({})).ok();
        assert_eq!(list(&eve, "").len(), 1);
        test.admin().delete(&format!("{}/members/{}", test.org(), proposal.eve.id)).expect(204);
        assert_eq!((list(&eve, "").len(), waits(&eve)), (0, json!(0)));
    });
}

#[test]
fn what_waits_for_a_user_is_listed() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (ada, bob) = (proposal.ada.caller(test), proposal.bob.caller(test));
        let own = |query: &str| ada.get(&format!("/v1/user/change-requests{query}")).ok();
        assert_eq!((own("")["count"].clone(), own("?status=draft")["count"].clone()), (json!(1), json!(1)));
        assert_eq!(own("?status=open")["count"], 0);
        assert_eq!(bob.get("/v1/user/change-requests").ok()["count"], 0);
        proposal.ask(test, &[&proposal.bob]);
        let waiting = bob.get("/v1/user/requested-reviews").ok();
        assert_eq!(waiting["items"][0], test.admin().get(&proposal.path).ok());
        assert_eq!(own("?status=open")["items"][0], waiting["items"][0]);
        let elsewhere = format!("?organization={}", "b".repeat(22));
        assert_eq!(own(&elsewhere)["count"], 0);
        assert_eq!(bob.get(&format!("/v1/user/requested-reviews{elsewhere}")).ok()["count"], 0);
        proposal.review(test, &proposal.bob, "approved");
        assert_eq!(bob.get("/v1/user/requested-reviews").ok()["count"], 0);
        ada.get("/v1/user/change-requests?status=lost").refused(400);
    });
}

#[test]
fn unread_notifications_are_mailed_once() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let bob = proposal.bob.caller(test);
        let comments = format!("{}/comments", proposal.path);
        test.admin().patch(&proposal.path, &json!({ "subject": "Better <words>" })).ok();
        let sent = || {
            test.run_jobs();
            test.mailer.take()
        };
        sent();
        say(&bob, &comments, "Secret one.");
        say(&bob, &comments, "Secret two.");
        assert!(sent().is_empty());
        test.clock.pass(Duration::from_hours(1));
        let mails = sent();
        assert_eq!(mails.len(), 1);
        let mail = &mails[0];
        assert_eq!((mail.to.as_str(), mail.subject.as_str()), ("ada@example.org", "2 unread notifications on Quire"));
        let line = "bob commented on change request #1 \"Better <words>\" in Docs.";
        assert_eq!(mail.text.matches(line).count(), 2, "{}", mail.text);
        let html = mail.html.as_ref().unwrap();
        assert!(html.contains("&lt;words&gt;") && !html.contains("<words>"), "{html}");
        assert!(!mail.text.contains("Secret") && !mail.text.contains("bob@"), "{}", mail.text);
        test.clock.pass(Duration::from_hours(2));
        assert!(sent().is_empty());
        // What was read meanwhile, what may not be read any more, and what nobody wants, is not mailed.
        let ada = proposal.ada.caller(test);
        say(&bob, &comments, "Three.");
        ada.post("/v1/user/notifications/read", &json!({})).expect(204);
        test.clock.pass(Duration::from_hours(1));
        assert!(sent().is_empty());
        say(&bob, &comments, "Four.");
        test.admin().patch(&proposal.space, &json!({ "defaultLevel": null })).ok();
        test.clock.pass(Duration::from_hours(1));
        assert!(sent().is_empty());
        test.admin().patch(&proposal.space, &json!({ "defaultLevel": "inherit" })).ok();
        assert_eq!(ada.get("/v1/user/notification-settings").ok(), json!({ "mail": "hourly" }));
        let settings = |mail: &str| ada.patch("/v1/user/notification-settings", &json!({ "mail": mail }));
        settings("off").ok();
        say(&bob, &comments, "Five.");
        test.clock.pass(Duration::from_hours(48));
        assert!(sent().is_empty());
        settings("daily").ok();
        say(&bob, &comments, "Six.");
        test.clock.pass(Duration::from_hours(24));
        assert_eq!(sent().len(), 1);
        settings("weekly").refused(400);
    });
}

#[test]
fn a_server_without_mail_plans_none() {
    on_each_database_with(
        |options| options.sends_mail = false,
        |test| {
            let proposal = Proposal::make(test);
            say(&proposal.bob.caller(test), &format!("{}/comments", proposal.path), "Hi.");
            test.clock.pass(Duration::from_hours(2));
            assert_eq!((test.run_jobs(), test.mailer.take().len()), (0, 0));
            assert_eq!(reasons(&proposal.ada.caller(test)), ["comment"]);
        },
    );
}

#[test]
fn a_mail_names_nothing_of_an_organization_that_wants_a_second_factor() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let (_, cara) = test.new_member("cara@example.org", Some(Role::Edit));
        let (_, dan) = test.new_member("dan@example.org", Some(Role::Comment));
        let made = test.caller(Some(&cara)).post(&format!("{space}/change-requests"), &json!({})).created();
        let comments = format!("{space}/change-requests/{}/comments", made["id"].as_str().unwrap());
        say(&test.caller(Some(&dan)), &comments, "Hi.");
        let (admin, _, _) = factors::set_up(test);
        let headers = [("origin", "http://quire.test"), ("content-type", "application/json")];
        let want = json!({ "secondFactor": true }).to_string();
        assert_eq!(admin.send(&Method::PATCH, &test.org(), &headers, want.into()).status, 200);
        test.clock.pass(Duration::from_hours(1));
        test.run_jobs();
        let mails = test.mailer.take();
        let digests: Vec<_> = mails.iter().filter(|mail| mail.subject.contains("notification")).collect();
        assert_eq!(digests.len(), 1);
        assert!(!digests[0].text.contains("Docs") && !digests[0].text.contains("dan"), "{}", digests[0].text);
    });
}

#[test]
fn an_invited_person_who_never_came_gets_no_digest() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let body = json!({ "emails": ["idle@example.org"], "role": "read" });
        let invited = test.admin().post(&format!("{}/invites", test.org()), &body).ok();
        let idle = invited["users"][0].as_str().unwrap().to_owned();
        test.run_jobs();
        test.mailer.take();
        say(&proposal.bob.caller(test), &format!("{}/comments", proposal.path), &mention(&idle));
        test.clock.pass(Duration::from_hours(1));
        test.run_jobs();
        let receivers: Vec<_> = test.mailer.take().into_iter().map(|mail| mail.to).collect();
        assert_eq!(receivers, ["ada@example.org"]);
    });
}

#[test]
fn deleted_users_take_their_notifications_along() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        say(&proposal.bob.caller(test), &format!("{}/comments", proposal.path), "Hi.");
        test.app.delete_user(proposal.ada.id.parse().unwrap()).unwrap();
        test.clock.pass(Duration::from_hours(1));
        test.run_jobs();
        assert!(test.mailer.take().is_empty());
        let (member, _) = test.new_member("new@example.org", Some(Role::Read));
        assert_ne!(member.to_string(), proposal.ada.id);
    });
}
