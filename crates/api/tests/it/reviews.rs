//! Reviews of change requests, and who is asked for them.

use quire_model::roles::Role;
use quire_testkit::{Caller, Files, TestApp, on_each_database};
use serde_json::{Value, json};

/// A space with a change request that Ada made, and what it needs to be reviewed.
pub(crate) struct Proposal {
    pub(crate) space: String,
    /// The change request.
    pub(crate) path: String,
    /// Who made it.
    pub(crate) ada: Person,
    /// Two who may review it.
    pub(crate) bob: Person,
    pub(crate) eve: Person,
}

/// Somebody with a token.
pub(crate) struct Person {
    pub(crate) id: String,
    token: String,
}

impl Person {
    fn new(test: &TestApp, name: &str, role: Role) -> Self {
        let (id, token) = test.new_member(&format!("{name}@example.org"), Some(role));
        Self { id: id.to_string(), token }
    }

    pub(crate) fn caller<'a>(&self, test: &'a TestApp) -> Caller<'a> {
        test.caller(Some(&self.token))
    }
}

impl Proposal {
    pub(crate) fn make(test: &TestApp) -> Self {
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n")]));
        let ada = Person::new(test, "ada", Role::Review);
        let made = ada.caller(test).post(&format!("{space}/change-requests"), &json!({})).created();
        let path = format!("{space}/change-requests/{}", made["id"].as_str().unwrap());
        let proposal = Self {
            space,
            path,
            ada,
            bob: Person::new(test, "bob", Role::Review),
            eve: Person::new(test, "eve", Role::Review),
        };
        proposal.edit(test, "# Home\n\nFirst.\n");
        proposal
    }

    /// Changes the content of the change request.
    pub(crate) fn edit(&self, test: &TestApp, home: &str) {
        test.import(&self.path, &Files::of(&[("home.md", home)]));
    }

    pub(crate) fn review(&self, test: &TestApp, by: &Person, status: &str) -> Value {
        by.caller(test).post(&format!("{}/reviews", self.path), &json!({ "status": status })).created()
    }

    pub(crate) fn ask(&self, test: &TestApp, whom: &[&Person]) -> Value {
        let users: Vec<_> = whom.iter().map(|person| &person.id).collect();
        self.ada.caller(test).post(&format!("{}/requested-reviewers", self.path), &json!({ "users": users })).ok()
    }

    /// Who is asked, and each review: by whom, what, and whether it is outdated.
    fn state(&self, test: &TestApp) -> (Vec<String>, Vec<(String, String, bool)>) {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let admin = test.admin();
        let asked = admin.get(&format!("{}/requested-reviewers", self.path)).ok();
        let asked = asked["items"].as_array().unwrap().iter().map(|item| text(&item["user"]["displayName"])).collect();
        let made = admin.get(&format!("{}/reviews", self.path)).ok();
        let review = |item: &Value| {
            (text(&item["reviewer"]["displayName"]), text(&item["status"]), item["outdated"].as_bool().unwrap())
        };
        (asked, made["items"].as_array().unwrap().iter().map(review).collect())
    }
}

fn said(by: &str, what: &str, outdated: bool) -> (String, String, bool) {
    (by.to_owned(), what.to_owned(), outdated)
}

#[test]
fn reviews_answer_requests_and_go_stale() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { path, bob, eve, ada, .. } = &proposal;
        let head = test.admin().get(path).ok()["revision"].clone();
        let asked = proposal.ask(test, &[bob, eve, bob]);
        assert_eq!(asked["users"].as_array().unwrap().len(), 2);
        assert_eq!((&asked["users"][0]["kind"], &asked["users"][0]["revision"]), (&"user".into(), &head));
        assert_eq!(
            (&asked["users"][0]["user"]["id"], &asked["users"][0]["requestedBy"]["id"]),
            (&json!(bob.id), &json!(ada.id))
        );
        assert_eq!(test.admin().get(path).ok()["status"], "open");
        let answer = bob.caller(test).post(&format!("{path}/reviews"), &json!({ "status": "changes-requested" }));
        let location = answer.header("location").to_owned();
        let review = answer.created();
        let one = format!("{path}/reviews/{}", review["id"].as_str().unwrap());
        assert!(location.ends_with(&one), "{location}");
        assert_eq!((&review["revision"], &review["requestedBy"]["id"]), (&head, &json!(ada.id)));
        assert_eq!(test.admin().get(&one).ok(), review);
        assert_eq!(proposal.state(test), (vec!["eve".into()], vec![said("bob", "changes-requested", false)]));
        proposal.review(test, bob, "approved");
        let both = vec![said("bob", "changes-requested", true), said("bob", "approved", false)];
        assert_eq!(proposal.state(test), (vec!["eve".into()], both));
        proposal.edit(test, "# Home\n\nSecond.\n");
        let both = vec![said("bob", "changes-requested", true), said("bob", "approved", true)];
        assert_eq!(proposal.state(test), (vec!["eve".into()], both));
        let unasked = proposal.review(test, bob, "approved");
        assert!(unasked.get("requestedBy").is_none());
        let reviews = |filter: &str| {
            let page = test.admin().get(&format!("{path}/reviews?{filter}")).ok();
            (page["count"].as_u64().unwrap(), page["items"].as_array().unwrap().len())
        };
        assert_eq!((reviews("outdated=true"), reviews("outdated=false"), reviews("")), ((2, 2), (1, 1), (3, 3)));
        assert_eq!(reviews("limit=2"), (3, 2));
        proposal.ask(test, &[bob]);
        assert_eq!((reviews("outdated=true"), reviews("outdated=false")), ((3, 3), (0, 0)));
        for _ in 0..2 {
            ada.caller(test).delete(&format!("{path}/requested-reviewers/{}", eve.id)).expect(204);
        }
        ada.caller(test).delete(&format!("{path}/requested-reviewers/nobody")).expect(204);
        assert_eq!(proposal.state(test).0, ["bob"]);
    });
}

#[test]
fn a_request_also_says_what_it_is_about() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let requests = format!("{}/requested-reviewers", proposal.path);
        let body = json!({
            "users": [proposal.bob.id], "subject": "Better words", "description": { "markdown": "Please look." },
        });
        proposal.ada.caller(test).post(&requests, &body).ok();
        let after = test.admin().get(&proposal.path).ok();
        assert_eq!((&after["subject"], &after["status"]), (&"Better words".into(), &"open".into()));
        assert!(after["description"].to_string().contains("Please look."));
        let counted = test.admin().get(&proposal.space).ok();
        assert_eq!((&counted["changeRequestsOpen"], &counted["changeRequestsDraft"]), (&1.into(), &0.into()));
    });
}

#[test]
fn only_those_who_may_review_are_asked_and_nobody_reviews_their_own() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { path, ada, bob, .. } = &proposal;
        let requests = format!("{path}/requested-reviewers");
        let editor = Person::new(test, "editor", Role::Edit);
        let (stranger, _) = test.new_user("stranger@example.org");
        for (users, told) in [
            (json!([bob.id, ada.id]), "users.1: nobody reviews their own"),
            (json!([editor.id]), "users.0: must have the role review"),
            (json!([stranger.to_string()]), "users.0: must have the role review"),
            (json!(["7"]), "users.0: must be the identifier"),
            (json!([]), "users: must be 1 to 50"),
            (json!(vec![&bob.id; 51]), "users: must be 1 to 50"),
            (json!(null), "users"),
        ] {
            let message = ada.caller(test).post(&requests, &json!({ "users": users })).refused(400);
            assert!(message.contains(told), "{message}");
        }
        assert_eq!(proposal.state(test), (vec![], vec![]));
        assert_eq!(test.admin().get(path).ok()["status"], "draft");
        let reviews = format!("{path}/reviews");
        let approved = json!({ "status": "approved" });
        assert!(ada.caller(test).post(&reviews, &approved).refused(403).contains("their own"));
        for body in [json!({}), json!({ "status": "rejected" }), json!({ "status": null })] {
            assert!(bob.caller(test).post(&reviews, &body).refused(400).contains("status"));
        }
        ada.caller(test).patch(path, &json!({ "status": "archived" })).ok();
        bob.caller(test).post(&reviews, &approved).refused(409);
        ada.caller(test).post(&requests, &json!({ "users": [bob.id] })).refused(409);
        test.admin().get(&format!("{reviews}/{}", bob.id)).refused(404);
    });
}

#[test]
fn a_review_can_say_why() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { path, bob, .. } = &proposal;
        let why = json!({ "status": "changes-requested", "comment": { "markdown": "Two of *three* are left." } });
        let review = bob.caller(test).post(&format!("{path}/reviews"), &why).created();
        let said = bob.caller(test).get(&format!("{path}/comments?format=markdown")).ok();
        let comment = &said["items"][0];
        assert_eq!(comment["body"], json!({ "markdown": "Two of *three* are left." }));
        assert_eq!((&comment["target"]["review"], &comment["postedBy"]["id"]), (&review["id"], &json!(bob.id)));
        assert_eq!(test.admin().get(path).ok()["comments"], 1);
        let empty = json!({ "status": "approved", "comment": { "markdown": " " } });
        let told = bob.caller(test).post(&format!("{path}/reviews"), &empty).refused(400);
        assert!(told.starts_with("comment: "), "{told}");
        assert_eq!(test.admin().get(&format!("{path}/reviews")).ok()["count"], 1);
    });
}
