//! Comments, replies and reactions, on main content and on change requests alike.

use std::time::Duration;

use quire_app::comments::{CommentChanges, CommentPlace, NewComment};
use quire_app::content::commit::Target;
use quire_app::{App, Error};
use quire_model::comments::Reaction;
use quire_model::ids::CommentId;
use quire_model::roles::Role;
use quire_model::text::CommentBody;
use quire_testkit::{Caller, Files, TestApp, on_each_database};
use serde_json::{Value, json};

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

fn said(text: &str) -> Value {
    json!({ "body": { "markdown": text } })
}

/// A space with a page, and a change request of it.
struct Setting {
    space: String,
    proposal: String,
}

const HOME: &str = "# Home\n\nThe server keeps rows in a database.\n\n* first item\n* second item\n\n\
                    | Name | Size |\n|---|---|\n| apple | small |\n| melon | large |\n";

impl Setting {
    fn new(test: &TestApp) -> Self {
        let space = test.new_space("Talk");
        test.import(&space, &Files::of(&[("home.md", HOME), ("other.md", "# Other\n\nNothing here.\n")]));
        let made = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
        let proposal = format!("{space}/change-requests/{}", id(&made));
        Self { space, proposal }
    }

    /// Both places where people can talk.
    fn places(&self) -> [&str; 2] {
        [&self.space, &self.proposal]
    }

    fn page(&self, test: &TestApp) -> String {
        id(&test.admin().get(&format!("{}/content/path/home", self.space)).ok())
    }
}

/// Open comments, as a space or a change request counts them.
#[track_caller]
fn check_open(test: &TestApp, place: &str, open: u64) {
    assert_eq!(test.admin().get(place).ok()["comments"], open);
    let listed = test.admin().get(&format!("{place}/comments?status=open&limit=0")).ok();
    assert_eq!(listed["count"], open);
}

/// The bodies of a list, as Markdown.
fn bodies(caller: &Caller<'_>, path: &str) -> Vec<String> {
    let listed = caller.get(path).ok();
    let items = listed["items"].as_array().unwrap().iter();
    items.map(|item| item["body"]["markdown"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_thread_from_its_beginning_to_its_end() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let (_, token) = test.new_member("ada@example.org", Some(Role::Comment));
        let (admin, ada) = (test.admin(), test.caller(Some(&token)));
        for place in setting.places() {
            let comments = format!("{place}/comments");
            let posted = ada.post(&comments, &said("Is this **right**?")).ok();
            let path = format!("{comments}/{}", id(&posted));
            assert_eq!(posted["object"], "comment");
            assert_eq!(posted["status"], "open");
            assert_eq!(posted["postedBy"]["displayName"], "ada");
            assert_eq!(posted["permissions"], json!({ "view": true, "edit": true, "reply": true, "delete": true }));
            assert!(posted["urls"]["location"].as_str().unwrap().ends_with(&path));
            assert_eq!(posted["body"]["document"]["nodes"][0]["type"], "paragraph");
            assert_eq!(ada.get(&path).ok(), posted);
            check_open(test, place, 1);

            let reply = admin.post(&format!("{path}/replies?format=markdown"), &said("Yes.")).ok();
            assert_eq!((&reply["object"], &reply["body"]), (&json!("comment-reply"), &json!({ "markdown": "Yes." })));
            let reply_path = format!("{path}/replies/{}", id(&reply));
            assert_eq!(ada.get(&path).ok()["replies"], 1);
            assert_eq!(ada.get(&reply_path).ok()["permissions"]["edit"], false);
            ada.put(&reply_path, &said("No.")).refused(403);
            let edited = admin.put(&reply_path, &said("Yes, it is.")).ok();
            assert!(edited["editedAt"].is_string());
            assert_eq!(bodies(&ada, &format!("{path}/replies?format=markdown")), ["Yes, it is."]);

            let edited = ada.put(&format!("{path}?format=markdown"), &said("Is it?")).ok();
            assert_eq!(edited["body"]["markdown"], "Is it?");
            assert!(edited["editedAt"].is_string());
            admin.put(&path, &said("It is.")).refused(403);

            for _ in 0..2 {
                let resolved = admin.put(&path, &json!({ "resolved": true })).ok();
                assert_eq!(resolved["status"], "resolved");
                assert_eq!(resolved["resolvedBy"]["object"], "user");
                assert!(resolved["resolvedAt"].is_string());
                check_open(test, place, 0);
            }
            let again = ada.put(&path, &json!({ "resolved": false })).ok();
            assert_eq!(again["status"], "open");
            assert!(again.get("resolvedAt").is_none() && again.get("resolvedBy").is_none());
            check_open(test, place, 1);

            ada.delete(&reply_path).refused(403);
            for _ in 0..2 {
                admin.delete(&reply_path).expect(204);
            }
            admin.get(&reply_path).refused(404);
            assert_eq!(ada.get(&path).ok()["replies"], 0);
            for _ in 0..2 {
                ada.delete(&path).expect(204);
            }
            ada.get(&path).refused(404);
            ada.post(&format!("{path}/replies"), &said("x")).refused(404);
            ada.get(&format!("{path}/replies")).refused(404);
            check_open(test, place, 0);
        }
    });
}

#[test]
fn main_content_and_change_requests_are_talked_about_apart() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let admin = test.admin();
        let (main, proposed) = (format!("{}/comments", setting.space), format!("{}/comments", setting.proposal));
        let on_main = id(&admin.post(&main, &said("on main")).ok());
        let on_proposal = admin.post(&proposed, &said("on the change request")).ok();
        assert!(setting.proposal.ends_with(on_proposal["target"]["changeRequest"].as_str().unwrap()));
        assert!(admin.get(&format!("{main}/{on_main}")).ok()["target"].get("changeRequest").is_none());
        admin.get(&format!("{proposed}/{on_main}")).refused(404);
        admin.get(&format!("{main}/{}", id(&on_proposal))).refused(404);
        admin.delete(&format!("{main}/{}", id(&on_proposal))).expect(204);
        admin.put(&format!("{main}/{}", id(&on_proposal)), &json!({ "resolved": true })).refused(404);
        assert_eq!(bodies(&admin, &format!("{main}?format=markdown")), ["on main"]);
        // By its number, too.
        let by_number = format!("{}/change-requests/1/comments?format=markdown", setting.space);
        assert_eq!(bodies(&admin, &by_number), ["on the change request"]);
        check_open(test, &setting.space, 1);
        check_open(test, &setting.proposal, 1);
        admin.get(&format!("{}/change-requests/7/comments", setting.space)).refused(404);
    });
}

#[test]
fn lists_are_filtered_and_paged() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let people = ["ada", "bob"].map(|name| test.new_member(&format!("{name}@example.org"), Some(Role::Edit)));
        let page = setting.page(test);
        for place in setting.places() {
            let comments = format!("{place}/comments");
            for n in 0..7 {
                let body = match n % 3 {
                    0 => json!({ "body": { "markdown": n.to_string() }, "page": page }),
                    _ => said(&n.to_string()),
                };
                let caller = test.caller(Some(&people[n % 2].1));
                let made = id(&caller.post(&comments, &body).ok());
                if n % 2 == 0 {
                    caller.put(&format!("{comments}/{made}"), &json!({ "resolved": true })).ok();
                }
            }
            let admin = test.admin();
            let list = |query: &str| bodies(&admin, &format!("{comments}?format=markdown{query}")).join("");
            assert_eq!(list(""), "6543210");
            assert_eq!(list("&order=asc"), "0123456");
            assert_eq!(list("&status=all"), "6543210");
            assert_eq!(list("&status=open"), "531");
            assert_eq!(list("&status=resolved&order=asc"), "0246");
            assert_eq!(list(&format!("&targetPage={page}")), "630");
            let (ada, bob) = (people[0].0, people[1].0);
            assert_eq!(list(&format!("&authors={bob}")), "531");
            assert_eq!(list(&format!("&authors[]={bob}&authors[]={ada}")), "6543210");
            assert_eq!(list(&format!("&authors={ada}&status=resolved&targetPage={page}&order=asc")), "06");
            assert_eq!(list(&format!("&authors={}", test.first.user)), "");
            let mut query = "?limit=2&order=asc&format=markdown".to_owned();
            let mut seen = String::new();
            loop {
                let path = format!("{comments}{query}");
                seen.push_str(&bodies(&admin, &path).join(""));
                let listed = admin.get(&path).ok();
                assert_eq!(listed["count"], 7);
                let Some(next) = listed["next"]["page"].as_str() else { break };
                query = format!("?limit=2&order=asc&format=markdown&page={next}");
            }
            assert_eq!(seen, "0123456");
            for bad in ["order=up", "status=closed", "format=html", "limit=1001", "page=x"] {
                admin.get(&format!("{comments}?{bad}")).refused(400);
            }
            let many = vec![format!("authors={ada}"); 21].join("&");
            admin.get(&format!("{comments}?{many}")).refused(400);
            let found = admin.get(&format!("{place}/commenters?limit=1")).ok();
            assert_eq!((&found["count"], &found["items"][0]["id"]), (&json!(2), &json!(ada.to_string())));
        }
    });
}

#[test]
fn reactions_are_one_for_each_person_and_emoji() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let (_, token) = test.new_member("ada@example.org", Some(Role::Comment));
        let (admin, ada) = (test.admin(), test.caller(Some(&token)));
        for place in setting.places() {
            let comment =
                format!("{place}/comments/{}", id(&admin.post(&format!("{place}/comments"), &said("x")).ok()));
            let reply =
                format!("{comment}/replies/{}", id(&admin.post(&format!("{comment}/replies"), &said("y")).ok()));
            for path in [&comment, &reply] {
                ada.put(path, &json!({ "addedReactions": ["👍", "1f44d", "👍"] })).ok();
                test.clock.pass(Duration::from_millis(1));
                ada.put(path, &json!({ "addedReactions": ["👍", "🎉"] })).ok();
                let shown = admin.put(path, &json!({ "addedReactions": ["1F44D"] })).ok();
                let counts = |shown: &Value| {
                    let all = shown["reactions"].as_array().unwrap().iter();
                    all.map(|it| (it["emoji"].as_str().unwrap().to_owned(), it["count"].as_u64().unwrap()))
                        .collect::<Vec<_>>()
                };
                assert_eq!(counts(&shown), [("👍".to_owned(), 2), ("🎉".to_owned(), 1)]);
                assert_eq!(shown["reactions"][0]["users"][0]["user"]["displayName"], "ada");
                assert!(shown["reactions"][0]["users"][0]["reactedAt"].is_string());
                assert!(shown.get("editedAt").is_none());
                for _ in 0..2 {
                    let body = json!({ "removedReactions": ["👍"], "addedReactions": ["❤️"] });
                    let shown = ada.put(path, &body).ok();
                    assert_eq!(counts(&shown).len(), 3, "{shown}");
                }
                // Who reacts with what somebody else reacts with takes back only their own.
                assert_eq!(counts(&admin.get(path).ok())[0].1, 1);
                for bad in ["", "x", ":+1:", "👍👍", "<img src=x>"] {
                    let message = ada.put(path, &json!({ "addedReactions": [bad] })).refused(400);
                    assert!(message.contains("addedReactions"), "{message}");
                }
                ada.put(path, &json!({ "addedReactions": vec!["👍"; 21] })).refused(400);
                let animals = "🐀 🐁 🐂 🐃 🐄 🐅 🐆 🐇 🐈 🐉 🐊 🐋 🐌 🐍 🐎 🐏 🐐 🐑 🐒 🐓".split(' ');
                let animals: Vec<_> = animals.collect();
                ada.put(path, &json!({ "addedReactions": animals })).refused(409);
                assert_eq!(counts(&admin.get(path).ok()).len(), 3);
            }
            // Lists show them with what they belong to.
            let listed = admin.get(&format!("{place}/comments")).ok();
            assert_eq!(listed["items"][0]["reactions"].as_array().unwrap().len(), 3);
            let listed = admin.get(&format!("{comment}/replies")).ok();
            assert_eq!(listed["items"][0]["reactions"].as_array().unwrap().len(), 3);
        }
    });
}

#[test]
fn bodies_are_markdown_or_documents_and_nothing_else() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let admin = test.admin();
        let comments = format!("{}/comments", setting.space);
        let user = test.first.user;
        let document = json!({
            "object": "document", "data": {}, "nodes": [{
                "object": "block", "type": "paragraph", "data": {}, "nodes": [
                    { "object": "text", "leaves": [{ "object": "leaf", "text": "Ask ", "marks": [] }] },
                    { "object": "inline", "type": "mention", "data": { "ref": { "kind": "user", "user": user.to_string() } } },
                    { "object": "text", "leaves": [{ "object": "leaf", "text": " ", "marks": [] }] },
                    { "object": "inline", "type": "emoji", "data": { "code": "1f389" } },
                ],
            }],
        });
        let posted = admin.post(&comments, &json!({ "body": { "document": document } })).ok();
        let line = &posted["body"]["document"]["nodes"][0]["nodes"];
        let kinds: Vec<_> = line.as_array().unwrap().iter().filter_map(|node| node["type"].as_str()).collect();
        assert_eq!(kinds, ["mention", "emoji"], "{line}");
        assert!(line.to_string().contains(&user.to_string()));
        // What was shown can be sent back, and says the same.
        let path = format!("{comments}/{}", id(&posted));
        let again = admin.put(&path, &json!({ "body": posted["body"] })).ok();
        assert_eq!(again["body"], posted["body"]);
        assert!(again.get("editedAt").is_none());
        let markdown = admin.get(&format!("{path}?format=markdown")).ok()["body"].clone();
        admin.put(&path, &json!({ "body": markdown })).ok();
        assert_eq!(admin.get(&path).ok()["body"], posted["body"]);

        // Nothing is run, and nothing is lost: HTML is text.
        let html = "# Title\n\n<script>alert(1)</script>\n\n<b onclick=\"x()\">hi</b>";
        let kept = admin.post(&format!("{comments}?format=markdown"), &said(html)).ok();
        assert_eq!(kept["body"]["markdown"], html);
        let answer = admin.get(&format!("{comments}/{}", id(&kept)));
        assert!(answer.header("content-type").starts_with("application/json"));
        assert_eq!(answer.ok()["body"]["document"]["nodes"][0]["type"], "heading-1");

        admin.post(&comments, &said(&"é".repeat(65_536))).ok();
        for body in [
            json!({}),
            json!({ "body": null }),
            json!({ "body": "text" }),
            json!({ "body": {} }),
            json!({ "body": { "markdown": 1 } }),
            json!({ "body": { "document": {} } }),
            json!({ "body": { "document": { "object": "document", "data": {}, "nodes": [] } } }),
            json!({ "body": { "document": { "object": "document", "data": {}, "nodes": [{ "object": "block", "type": "x" }] } } }),
            said(""),
            said(" \n\t"),
            said("a\u{0}b"),
            said(&"x".repeat(65_537)),
        ] {
            let message = admin.post(&comments, &body).refused(400);
            assert!(message.contains("body"), "{body}: {message}");
            let message = admin.put(&path, &body).status;
            assert_eq!(message, if body == json!({}) { 200 } else { 400 });
        }
        admin.post(&comments, &said(&"x".repeat(1 << 20))).refused(413);
    });
}

/// People who write at the same time.
const CLIENTS: usize = 64;

#[test]
fn counters_are_exact_whoever_writes_at_once() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let admin = test.admin();
        let people: Vec<_> =
            (0..CLIENTS).map(|n| test.new_member(&format!("c{n}@example.org"), Some(Role::Comment)).1).collect();
        for place in setting.places() {
            let comments = format!("{place}/comments");
            let shared = id(&admin.post(&comments, &said("shared")).ok());
            std::thread::scope(|scope| {
                for token in &people {
                    let (app, shared) = (test.app.clone(), shared.parse().unwrap());
                    scope.spawn(move || talk(&app, token, place_of(place), shared));
                }
            });
            check_open(test, place, CLIENTS as u64 + 1);
            let shown = admin.get(&format!("{comments}/{shared}")).ok();
            assert_eq!(shown["replies"], CLIENTS);
            assert_eq!(shown["reactions"].as_array().unwrap().len(), 1);
            assert_eq!(shown["reactions"][0]["count"], CLIENTS);
            assert_eq!(admin.get(&format!("{comments}?status=resolved")).ok()["count"], CLIENTS);
            assert_eq!(admin.get(&format!("{place}/commenters")).ok()["count"], CLIENTS + 1);
        }
    });
}

/// What a path stands for.
fn place_of(path: &str) -> CommentPlace {
    let mut names = path.trim_start_matches("/v1/spaces/").split('/');
    let space = names.next().unwrap().parse().unwrap();
    let target = names.nth(1).map_or(Target::Main, |name| Target::ChangeRequest(name.parse().unwrap()));
    CommentPlace { space, target }
}

/// Leaves one comment open and one resolved, and replies and reacts to a third.
fn talk(app: &App, token: &str, place: CommentPlace, shared: CommentId) {
    let caller = &*app.authenticate(quire_app::callers::hash(token)).unwrap();
    let body = CommentBody::try_from("x".to_owned()).unwrap();
    let new = NewComment { body: body.clone(), page: None, node: None, cell: None };
    again(|| app.post_comment(caller, place, &new));
    let other = again(|| app.post_comment(caller, place, &new)).comment.said.id;
    let resolved = CommentChanges { resolved: Some(true), ..CommentChanges::default() };
    again(|| app.update_comment(caller, place, other, &resolved));
    again(|| app.post_reply(caller, place, shared, &body));
    let thumb = CommentChanges { added: vec![Reaction::parse("👍").unwrap()], ..CommentChanges::default() };
    for _ in 0..2 {
        again(|| app.update_comment(caller, place, shared, &thumb));
    }
}

/// What clients do that are told to try again.
fn again<T>(mut call: impl FnMut() -> Result<T, Error>) -> T {
    loop {
        match call() {
            Err(Error::Unavailable(_)) => {}
            outcome => return outcome.unwrap(),
        }
    }
}

/// The texts of a page are bounded, so a page of long comments ends before its limit, in both directions.
#[test]
fn pages_of_long_comments_end_early() {
    on_each_database(|test| {
        let setting = Setting::new(test);
        let (admin, comments) = (test.admin(), format!("{}/comments", setting.space));
        let texts: Vec<String> = (0..24).map(|n| format!("{n} {}", "long ".repeat(8_000))).collect();
        texts.iter().for_each(|text| drop(admin.post(&comments, &said(text)).ok()));
        let first = admin.get(&format!("{comments}?format=markdown&limit=1000")).ok();
        assert_eq!(first["count"], 24);
        let (mut shown, mut page) = (Vec::new(), first);
        loop {
            let items = page["items"].as_array().unwrap();
            assert!((1..24).contains(&items.len()), "{}", items.len());
            shown.extend(items.iter().map(|item| item["body"]["markdown"].as_str().unwrap().to_owned()));
            let Some(next) = page["next"]["page"].as_str() else { break };
            page = admin.get(&format!("{comments}?format=markdown&limit=1000&page={next}")).ok();
        }
        let expected: Vec<String> = texts.iter().rev().map(|text| text.trim().to_owned()).collect();
        assert_eq!(shown.iter().map(|text| text.trim()).collect::<Vec<_>>(), expected);
        let back = page["previous"]["page"].as_str().unwrap();
        let before = admin.get(&format!("{comments}?format=markdown&limit=1000&page={back}")).ok();
        let items = before["items"].as_array().unwrap();
        let last_shown = items.last().unwrap()["body"]["markdown"].as_str().unwrap().trim();
        let first_of_page = page["items"][0]["body"]["markdown"].as_str().unwrap().trim();
        let at = expected.iter().position(|text| text == first_of_page).unwrap();
        assert_eq!(last_shown, expected[at - 1]);
    });
}
