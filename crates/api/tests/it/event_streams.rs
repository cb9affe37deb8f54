//! Streams of events, and who is present.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use quire_api::server::Options;
use quire_app::Caller as AppCaller;
use quire_model::roles::Role;
use quire_testkit::{ADMIN, Files, TestApp, on_each_database};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tower::ServiceExt as _;

use crate::reviews::Proposal;
use crate::serving::{Running, rest};

/// Far longer than anything takes that is waited for; only a broken stream waits for so long.
const LONG: Duration = Duration::from_mins(2);

/// An open stream.
struct Stream<'a> {
    test: &'a TestApp,
    body: BodyDataStream,
    text: String,
    /// Everything that was ever received.
    all: String,
}

/// An event of a stream.
#[derive(Debug, Clone)]
struct Frame {
    name: String,
    id: String,
    data: Value,
}

impl<'a> Stream<'a> {
    fn try_open(test: &'a TestApp, path: &str, token: &str, last: Option<&str>) -> Result<Self, u16> {
        let mut request = Request::get(path).header("authorization", format!("Bearer {token}"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let request = request.header("accept-encoding", "gzip").body(Body::empty()).unwrap();
        let response = test.on_runtime(async |router| router.oneshot(request).await.unwrap());
        if response.status() != 200 {
            return Err(response.status().as_u16());
        }
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert!(!response.headers().contains_key("content-encoding"));
        Ok(Self { test, body: response.into_body().into_data_stream(), text: String::new(), all: String::new() })
    }

    fn open(test: &'a TestApp, path: &str, token: &str) -> Self {
        let mut stream = Self::try_open(test, path, token, None).unwrap();
        assert_eq!(stream.next().unwrap().name, "ready");
        stream
    }

    /// Returns the next event; none at the end of the stream.
    fn next(&mut self) -> Option<Frame> {
        loop {
            if let Some((frame, rest)) = self.text.split_once("\n\n") {
                let (frame, rest) = (parsed(frame), rest.to_owned());
                self.text = rest;
                if !frame.name.is_empty() {
                    return Some(frame);
                }
                continue;
            }
            let body = &mut self.body;
            let frame = async |_| tokio::time::timeout(LONG, body.next()).await.expect("the stream says nothing");
            let bytes = self.test.on_runtime(frame)?.unwrap();
            let text = std::str::from_utf8(&bytes).unwrap();
            self.text.push_str(text);
            self.all.push_str(text);
        }
    }

    fn change(&mut self) -> Frame {
        loop {
            let frame = self.next().expect("the stream has ended");
            if frame.name == "change" {
                return frame;
            }
        }
    }

    fn types(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.change().data["type"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns who is present, once the stream says so of this number of them.
    fn present(&mut self, count: usize) -> Value {
        loop {
            let frame = self.next().expect("the stream has ended");
            if frame.name == "presence" && frame.data["count"] == count {
                return frame.data["items"].clone();
            }
        }
    }
}

fn parsed(text: &str) -> Frame {
    let mut frame = Frame { name: String::new(), id: String::new(), data: Value::Null };
    for line in text.lines() {
        let Some((field, value)) = line.split_once(": ") else { continue };
        match field {
            "event" => value.clone_into(&mut frame.name),
            "id" => value.clone_into(&mut frame.id),
            "data" => frame.data = serde_json::from_str(value).unwrap(),
            "" | "retry" => {}
            other => panic!("a field {other}"),
        }
    }
    frame
}

fn events(of: &str) -> String {
    format!("{of}/events")
}

fn id(answer: &Value) -> &str {
    answer["id"].as_str().unwrap()
}

#[test]
fn what_happens_in_a_space_is_told_to_those_who_follow_it() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let (space, path) = (&proposal.space, &proposal.path);
        let mut stream = Stream::open(test, &events(space), ADMIN);
        let elsewhere = test.new_space("Elsewhere");
        test.import(&elsewhere, &Files::of(&[("a.md", "# A\n")]));
        proposal.edit(test, "# Home\n\nSecond.\n");
        let edit = stream.change().data;
        let request = test.admin().get(path).ok();
        assert_eq!((&edit["type"], &edit["changeRequest"]), (&json!("content_updated"), &request["id"]));
        assert_eq!((&edit["revision"], &edit["object"]), (&request["revision"], &json!("event")));
        assert_eq!(format!("/v1/spaces/{}", edit["space"].as_str().unwrap()), *space);
        let pages = test.admin().get(&format!("{path}/content/pages")).ok();
        assert_eq!(edit["pages"], json!([pages["pages"][0]["id"]]));
        let comment = json!({ "body": { "markdown": "Secret words." }, "page": pages["pages"][0]["id"] });
        let comment = proposal.bob.caller(test).post(&format!("{path}/comments"), &comment).ok();
        let told = stream.change().data;
        assert_eq!((&told["type"], &told["comment"]), (&json!("comment_posted"), &comment["id"]));
        assert_eq!((&told["actor"]["id"], &told["actor"]["displayName"]), (&json!(proposal.bob.id), &json!("bob")));
        assert_eq!(told["pages"], edit["pages"]);
        let replies = format!("{path}/comments/{}/replies", id(&comment));
        let reply = proposal.ada.caller(test).post(&replies, &json!({ "body": { "markdown": "No." } })).ok();
        let told = stream.change().data;
        assert_eq!((&told["commentReply"], &told["comment"]), (&reply["id"], &comment["id"]));
        proposal.ask(test, &[&proposal.bob]);
        let review = proposal.review(test, &proposal.bob, "approved");
        assert_eq!(stream.types(2), ["change_request_updated", "review_requested"]);
        let told = stream.change().data;
        assert_eq!((&told["type"], &told["review"]), (&json!("review_submitted"), &review["id"]));
        test.admin().post(&format!("{path}/merge"), &json!({})).ok();
        let landed = stream.change().data;
        assert_eq!((&landed["type"], landed.get("changeRequest")), (&json!("content_updated"), None));
        let merged = stream.change().data;
        assert_eq!((&merged["type"], &merged["changeRequest"]), (&json!("change_request_merged"), &request["id"]));
        assert_eq!(merged["revision"], landed["revision"]);
        test.admin().patch(space, &json!({ "title": "Secret title" })).ok();
        assert_eq!(stream.types(1), ["space_updated"]);
        for secret in ["Secret", "example.org", "Second", "email"] {
            assert!(!stream.all.contains(secret), "{secret} in {}", stream.all);
        }
    });
}

#[test]
fn a_stream_goes_on_where_another_one_ended() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let mut stream = Stream::try_open(test, &events(&space), ADMIN, None).unwrap();
        let ready = stream.next().unwrap();
        for number in 0..5 {
            test.admin()
                .post(&format!("{space}/change-requests"), &json!({ "subject": format!("{number}") }))
                .created();
        }
        let changes: Vec<_> = (0..5).map(|_| stream.change()).collect();
        drop(stream);
        let ids =
            |changes: &[Frame]| changes.iter().map(|change| change.data["changeRequest"].clone()).collect::<Vec<_>>();
        for (last, rest) in [(&ready, &changes[..]), (&changes[1], &changes[2..]), (&changes[4], &[][..])] {
            let mut again = Stream::try_open(test, &events(&space), ADMIN, Some(&last.id)).unwrap();
            assert_eq!(again.next().unwrap().name, "ready");
            let seen: Vec<_> = rest.iter().map(|_| again.change()).collect();
            assert_eq!(ids(&seen), ids(rest));
            let by_query = format!("{}?after={}", events(&space), last.id);
            let mut again = Stream::open(test, &by_query, ADMIN);
            let seen: Vec<_> = rest.iter().map(|_| again.change()).collect();
            assert_eq!(ids(&seen), ids(rest));
        }
        let list = test.admin().get(&format!("{space}/change-requests?limit=1")).ok();
        let cursor = list["next"]["page"].as_str().unwrap();
        let place = events(&space);
        let unknown = [
            (place.clone(), Some("what")),
            (format!("{place}?after=what"), None),
            (format!("{place}?after={cursor}"), None),
        ];
        for (address, last) in unknown {
            let mut lost = Stream::try_open(test, &address, ADMIN, last).unwrap();
            let names: Vec<_> = (0..2).map(|_| lost.next().unwrap().name).collect();
            assert_eq!(names, ["ready", "reset"], "{address}");
            test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
            assert_eq!(lost.types(1), ["change_request_created"], "{address}");
        }
    });
}

#[test]
fn events_are_for_those_who_may_read_at_the_moment() {
    on_each_database(|test| {
        let (open, closed) = (test.new_space("Open"), test.new_space("Closed"));
        test.admin().patch(&closed, &json!({ "defaultLevel": null })).ok();
        let (_, reader) = test.new_member("reader@example.org", Some(Role::Read));
        let (_, guest) = test.new_member("guest@example.org", None);
        let (_, stranger) = test.new_user("stranger@example.org");
        let org = events(&test.org());
        let refused = |path: &str, token: &str| Stream::try_open(test, path, token, None).err();
        assert_eq!(refused(&events(&closed), &reader), Some(404));
        assert_eq!(refused(&events(&open), &guest), Some(404));
        assert_eq!(refused(&events(&open), &stranger), Some(404));
        assert_eq!(refused(&org, &stranger), Some(404));
        assert_eq!(refused(&org, "nobody"), Some(401));
        let mut all = Stream::open(test, &org, &reader);
        let mut one = Stream::open(test, &events(&open), &reader);
        let mut none = Stream::open(test, &org, &guest);
        let propose = |space: &str| {
            let made = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
            made["id"].clone()
        };
        propose(&closed);
        let first = propose(&open);
        assert_eq!(all.change().data["changeRequest"], first);
        let seen = one.change();
        assert_eq!(seen.data["changeRequest"], first);
        test.admin().patch(&test.org(), &json!({ "title": "Renamed" })).ok();
        assert_eq!(none.types(1), ["organization_updated"]);
        assert_eq!(all.types(1), ["organization_updated"]);
        // What is taken away is not told any more, and the stream of it ends.
        test.admin().patch(&open, &json!({ "defaultLevel": null })).ok();
        propose(&open);
        assert_eq!(one.next().map(|frame| frame.name), None);
        assert_eq!(Stream::try_open(test, &events(&open), &reader, Some(&seen.id)).err(), Some(404));
        test.admin().patch(&closed, &json!({ "defaultLevel": "read" })).ok();
        let shown = propose(&closed);
        let change = all.change().data;
        assert_eq!(
            (&change["type"], &change["space"]),
            (&json!("space_updated"), &json!(closed["/v1/spaces/".len()..]))
        );
        assert_eq!(all.change().data["changeRequest"], shown);
        test.admin().delete(&closed).expect(204);
        assert_eq!(all.types(1), ["space_deleted"]);
        assert_eq!(all.all.matches(&open["/v1/spaces/".len()..]).count(), 1);
    });
}

#[test]
fn a_stream_ends_with_the_right_to_it() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let (user, token) = test.new_member("ada@example.org", Some(Role::Admin));
        let made = test.caller(Some(&token)).post("/v1/user/tokens", &json!({ "name": "short", "scopes": ["read"] }));
        let made = made.created();
        let secret = made["secret"].as_str().unwrap();
        let mut by_token = Stream::open(test, &events(&space), secret);
        let mut by_user = Stream::open(test, &events(&space), &token);
        let mut by_member = Stream::open(test, &events(&test.org()), &token);
        test.caller(Some(&token)).delete(&format!("/v1/user/tokens/{}", id(&made))).expect(204);
        while by_token.next().is_some() {}
        assert_eq!(Stream::try_open(test, &events(&space), secret, None).err(), Some(401));
        test.admin().delete(&format!("{}/members/{user}", test.org())).expect(204);
        while by_user.next().is_some() {}
        while by_member.next().is_some() {}
        assert_eq!(Stream::try_open(test, &events(&space), &token, None).err(), Some(404));
    });
}

#[test]
fn what_other_processes_do_is_told() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let mut stream = Stream::open(test, &events(&space), ADMIN);
        let other = test.another_process();
        let space = space["/v1/spaces/".len()..].parse().unwrap();
        for _ in 0..3 {
            let made = other.create_change_request(&AppCaller::operator(), space, None).unwrap();
            let told = stream.change().data;
            assert_eq!(told["changeRequest"], made.change_request.id.to_string());
            assert!(told.get("actor").is_none());
        }
    });
}

#[test]
fn streams_of_one_user_are_bounded() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let (_, ada) = test.new_member("ada@example.org", Some(Role::Read));
        let mut open: Vec<_> = (0..24).map(|_| Stream::open(test, &events(&space), &ada)).collect();
        assert_eq!(Stream::try_open(test, &events(&space), &ada, None).err(), Some(429));
        let _others = Stream::open(test, &events(&space), ADMIN);
        open.pop();
        assert!(Stream::try_open(test, &events(&space), &ada, None).is_ok());
    });
}

#[test]
fn who_is_present_is_told_and_listed() {
    on_each_database(|test| {
        let (space, hidden) = (test.new_space("Docs"), test.new_space("Hidden"));
        test.import(&space, &Files::of(&[("home.md", "# Home\n")]));
        test.admin().patch(&hidden, &json!({ "defaultLevel": null })).ok();
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        let page = &pages["pages"][0]["id"];
        let (ada, token) = test.new_member("ada@example.org", Some(Role::Read));
        let ada_calls = test.caller(Some(&token));
        let mut stream = Stream::open(test, &events(&space), ADMIN);
        let mut of_ada = Stream::open(test, &events(&test.org()), &token);
        assert_eq!(stream.present(0), json!([]));
        let request = test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        let body = json!({ "client": "a", "page": page, "changeRequest": request["number"].to_string(), "activity": "editing" });
        let noted = ada_calls.post(&format!("{space}/presence"), &body).ok();
        assert_eq!((&noted["user"]["id"], &noted["page"]), (&json!(ada.to_string()), page));
        assert_eq!((&noted["changeRequest"], &noted["activity"]), (&request["id"], &json!("editing")));
        assert_eq!(stream.present(1), json!([noted]));
        // What is in a hidden space is not shown, whoever is there.
        test.admin().post(&format!("{hidden}/presence"), &json!({ "client": "b", "activity": "reading" })).ok();
        let listed = |who: &quire_testkit::Caller<'_>, path: &str| {
            let list = who.get(&format!("{path}/presence")).ok();
            list["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["client"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(listed(&test.admin(), &test.org()).len(), 2);
        assert_eq!(listed(&ada_calls, &test.org()), ["a"]);
        assert_eq!(listed(&ada_calls, &space), ["a"]);
        ada_calls.get(&format!("{hidden}/presence")).refused(404);
        ada_calls.post(&format!("{hidden}/presence"), &json!({ "client": "a", "activity": "reading" })).refused(404);
        ada_calls.delete(&format!("{hidden}/presence")).expect(204);
        assert_eq!(listed(&test.admin(), &hidden), ["b"]);
        assert_eq!(of_ada.present(1)[0]["client"], "a");
        let second = json!({ "client": "c", "activity": "reading" });
        ada_calls.post(&format!("{space}/presence"), &second).ok();
        assert_eq!(stream.present(2)[1].get("page"), None);
        ada_calls.delete(&format!("{space}/presence?client=a")).expect(204);
        assert_eq!(stream.present(1)[0]["client"], "c");
        test.clock.pass(Duration::from_secs(29));
        assert_eq!(listed(&ada_calls, &space), ["c"]);
        test.clock.pass(Duration::from_secs(1));
        assert!(listed(&ada_calls, &space).is_empty());
        test.admin().post(&format!("{space}/change-requests"), &json!({})).created();
        assert_eq!(stream.present(0), json!([]));
        for all in [&stream.all, &of_ada.all] {
            assert!(!all.contains("example.org") && !all.contains("email"), "{all}");
        }
        let wrong = [
            json!({ "activity": "reading" }),
            json!({ "client": "", "activity": "reading" }),
            json!({ "client": "x".repeat(65), "activity": "reading" }),
            json!({ "client": "a", "activity": "sleeping" }),
            json!({ "client": "a", "activity": "reading", "page": "?" }),
        ];
        for body in wrong {
            ada_calls.post(&format!("{space}/presence"), &body).refused(400);
        }
        let unknown = json!({ "client": "a", "activity": "reading", "changeRequest": "99" });
        ada_calls.post(&format!("{space}/presence"), &unknown).refused(404);
    });
}

#[test]
fn processes_tell_each_other_who_is_present() {
    on_each_database(|test| {
        if test.database() == "sqlite" {
            // One process serves a file.
            return;
        }
        let space = test.new_space("Docs");
        let mut stream = Stream::open(test, &events(&space), ADMIN);
        let other = test.another_process();
        let caller = other.authenticate(quire_app::callers::hash(ADMIN)).unwrap();
        let new = quire_app::presence::NewPresence {
            client: "elsewhere".to_owned().try_into().unwrap(),
            change_request: None,
            page: None,
            activity: quire_model::presence::Activity::Reading,
        };
        let id = space["/v1/spaces/".len()..].parse().unwrap();
        other.note_presence(&caller, id, &new).unwrap();
        assert_eq!(stream.present(1)[0]["client"], "elsewhere");
        other.end_presence(&caller, id, None).unwrap();
        assert_eq!(stream.present(0), json!([]));
    });
}

#[test]
fn a_stream_ends_in_order_when_the_server_stops() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let said = test.on_runtime(async |router| {
            let mut running = Running::start(router, Options::default()).await;
            let mut stream = running.connect().await;
            let head = format!("GET {space}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {ADMIN}\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut said = String::new();
            while !said.contains("event: presence") {
                let mut part = [0; 1024];
                let count = stream.read(&mut part).await.unwrap();
                assert!(count > 0, "{said}");
                said.push_str(std::str::from_utf8(&part[..count]).unwrap());
            }
            running.stop();
            // A connection that is cut after the grace period has no last chunk.
            running.ended().await;
            said + &rest(stream).await
        });
        assert!(said.contains("transfer-encoding: chunked") && said.ends_with("0\r\n\r\n"), "{said}");
    });
}
