//! Merge rules: as settings of organizations and spaces, and when change requests are merged.

use std::sync::Barrier;

use quire_model::roles::Role;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::reviews::{Person, Proposal};

pub(crate) fn rules(rules: &Value) -> Value {
    json!({ "mergeRules": { "type": "rules", "rules": rules } })
}

#[test]
fn organizations_and_spaces_have_rules() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        assert_eq!(admin.get(&org).ok()["mergeRules"], json!({ "type": "none" }));
        assert_eq!(admin.get(&space).ok()["mergeRules"], json!({ "type": "inherit" }));
        let me = test.first.user.to_string();
        let all = json!([
            { "rule": "require_at_least_one_review" },
            { "rule": "require_all_reviews_approved" },
            { "rule": "require_up_to_date_change_request" },
            { "rule": "require_change_request_subject" },
            { "rule": "require_change_request_description" },
            { "rule": "no_breaking_api_change" },
            { "rule": "require_specific_reviewers", "users": [me] },
            { "rule": "require_one_of_specific_reviewers", "users": [me] },
            { "rule": "allow_bypass", "users": [me] },
            { "rule": "custom", "expression": "reviews.length > 1" },
        ]);
        for path in [&org, &space] {
            let after = admin.patch(path, &rules(&all)).ok();
            assert_eq!(after["mergeRules"], rules(&all)["mergeRules"]);
            assert_eq!(admin.get(path).ok(), after);
            assert_eq!(admin.patch(path, &json!({})).ok(), after);
        }
        assert_eq!(admin.get("/v1/orgs").ok()["items"][0]["mergeRules"], rules(&all)["mergeRules"]);
        let copy = admin.post(&format!("{space}/duplicate"), &json!({})).created();
        assert_eq!(copy["mergeRules"], rules(&all)["mergeRules"]);
        for (path, value) in [(&org, "none"), (&space, "none"), (&space, "inherit")] {
            let body = json!({ "mergeRules": { "type": value } });
            assert_eq!(admin.patch(path, &body).ok()["mergeRules"], body["mergeRules"]);
        }
    });
}

#[test]
fn rules_that_make_no_sense_are_refused_by_field() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        let stranger = test.new_user("stranger@example.org").0.to_string();
        let me = test.first.user.to_string();
        let subject = json!({ "rule": "require_change_request_subject" });
        for (value, told) in [
            (
                json!([subject, { "rule": "custom", "expression": "1 +" }]),
                "\"mergeRules.rules[1].expression\": character",
            ),
            (json!([{ "rule": "custom", "expression": "visitor.claims" }]), "\"mergeRules.rules[0].expression\""),
            (json!([{ "rule": "custom", "expression": " ".repeat(1025) }]), "\"mergeRules.rules[0].expression\""),
            (json!([{ "rule": "custom" }]), "\"mergeRules.rules[0].expression\": is required"),
            (json!([{ "rule": "allow_bypass" }]), "\"mergeRules.rules[0].users\": is required"),
            (json!([{ "rule": "allow_bypass", "users": [] }]), "\"mergeRules.rules[0].users\": must name a user"),
            (json!([{ "rule": "allow_bypass", "users": vec![&me; 51] }]), "\"mergeRules.rules[0].users\": must have"),
            (
                json!([subject, { "rule": "allow_bypass", "users": [me, stranger] }]),
                "mergeRules.rules[1].users[1]: is not",
            ),
            (json!([{ "rule": "no_new_typos" }]), "\"mergeRules.rules[0].rule\": must be one of"),
            (json!(vec![&subject; 21]), "\"mergeRules.rules\": must have at most 20"),
            (json!("all"), "\"mergeRules.rules\": must be an array"),
            (Value::Null, "\"mergeRules.rules\": is required"),
        ] {
            for path in [&org, &space] {
                let message = admin.patch(path, &rules(&value)).refused(400);
                assert!(message.contains(told), "{told}: {message}");
            }
        }
        for (path, value) in [(&org, json!({ "type": "inherit" })), (&space, json!(null)), (&org, json!("none"))] {
            let message = admin.patch(path, &json!({ "mergeRules": value })).refused(400);
            assert!(message.contains("mergeRules"), "{message}");
        }
        assert_eq!(admin.get(&org).ok()["mergeRules"], json!({ "type": "none" }));
    });
}

#[test]
fn whoever_has_left_may_stay_in_rules_that_are_changed() {
    on_each_database(|test| {
        let admin = test.admin();
        let (org, space) = (test.org(), test.new_space("Docs"));
        let (user, _) = test.new_member("ada@example.org", Some(Role::Review));
        let named = json!([{ "rule": "require_specific_reviewers", "users": [user.to_string()] }]);
        admin.patch(&space, &rules(&named)).ok();
        admin.delete(&format!("{org}/members/{user}")).expect(204);
        let more = json!([{ "rule": "require_change_request_subject" }, named[0]]);
        admin.patch(&space, &rules(&more)).ok();
        admin.patch(&org, &rules(&named)).refused(400);
    });
}

/// The rules that a dry run says fail.
fn failing(test: &TestApp, proposal: &Proposal) -> Vec<String> {
    let told = test.admin().post(&format!("{}/merge?dryRun=true", proposal.path), &json!({})).ok();
    let rules = told["rules"].as_array().unwrap().iter().filter(|rule| rule["passed"] == false);
    rules.map(|rule| format!("{}: {}", rule["rule"].as_str().unwrap(), rule["message"].as_str().unwrap())).collect()
}

/// What a merge by somebody is refused with.
fn refused(test: &TestApp, proposal: &Proposal, by: &Person) -> String {
    by.caller(test).post(&format!("{}/merge", proposal.path), &json!({})).refused(409)
}

#[test]
fn a_merge_waits_for_its_rules() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { space, path, ada, bob, eve, .. } = &proposal;
        let admin = test.admin();
        let all = json!([
            { "rule": "require_change_request_subject" },
            { "rule": "require_change_request_description" },
            { "rule": "require_at_least_one_review" },
            { "rule": "require_all_reviews_approved" },
            { "rule": "require_specific_reviewers", "users": [bob.id] },
            { "rule": "require_up_to_date_change_request" },
        ]);
        admin.patch(&test.org(), &rules(&all)).ok();
        let before = admin.get(space).ok()["revision"].clone();
        let message = refused(test, &proposal, bob);
        assert!(message.starts_with("merge rules: require_change_request_subject: the change request has no"));
        let failed = failing(test, &proposal);
        assert_eq!(message, format!("merge rules: {}", failed.join("; ")));
        assert_eq!(failed.len(), 4);
        let said = json!({ "subject": "Words", "description": { "markdown": "Better." }, "status": "open" });
        ada.caller(test).patch(path, &said).ok();
        proposal.review(test, eve, "changes-requested");
        let wants = |rules: &[&str]| {
            let failed = failing(test, &proposal);
            let names: Vec<_> = failed.iter().map(|line| line.split(':').next().unwrap()).collect();
            assert_eq!(names, rules);
        };
        wants(&["require_all_reviews_approved", "require_specific_reviewers"]);
        proposal.review(test, bob, "approved");
        proposal.review(test, eve, "approved");
        wants(&[]);
        test.import(space, &Files::of(&[("home.md", "# Home\n"), ("more.md", "# More\n")]));
        wants(&["require_up_to_date_change_request"]);
        ada.caller(test).post(&format!("{path}/update"), &json!({})).ok();
        wants(&["require_at_least_one_review", "require_specific_reviewers"]);
        assert_ne!(admin.get(space).ok()["revision"], before);
        proposal.review(test, bob, "approved");
        let merged = ada.caller(test).post(&format!("{path}/merge"), &json!({})).ok();
        assert_eq!((&merged["result"], merged.get("rules")), (&"merge".into(), None));
        let reviews = |filter: &str| admin.get(&format!("{path}/reviews?outdated={filter}")).ok()["count"].clone();
        assert_eq!((reviews("false"), reviews("true")), (json!(1), json!(3)));
    });
}

#[test]
fn who_may_bypass_merges_anyway() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { space, path, bob, eve, .. } = &proposal;
        let all = json!([
            { "rule": "allow_bypass", "users": [eve.id] },
            { "rule": "require_at_least_one_review" },
        ]);
        test.admin().patch(&test.org(), &rules(&json!([{ "rule": "custom", "expression": "1 > 2" }]))).ok();
        refused(test, &proposal, eve);
        test.admin().patch(space, &rules(&all)).ok();
        refused(test, &proposal, bob);
        let told = |by: &Person| by.caller(test).post(&format!("{path}/merge?dryRun=true"), &json!({})).ok();
        assert_eq!((&told(bob)["bypassed"], &told(eve)["bypassed"]), (&json!(false), &json!(true)));
        assert_eq!(told(eve)["rules"][0]["passed"], false);
        // The change request pulls main first here, which does not take the review away from what is merged.
        test.import(space, &Files::of(&[("home.md", "# Home\n"), ("more.md", "# More\n")]));
        proposal.review(test, bob, "approved");
        proposal.review(test, bob, "changes-requested");
        test.admin().patch(space, &json!({ "mergeRules": { "type": "none" } })).ok();
        eve.caller(test).post(&format!("{path}/merge"), &json!({})).ok();
        let reviews =
            |filter: &str| test.admin().get(&format!("{path}/reviews?outdated={filter}")).ok()["count"].clone();
        assert_eq!((reviews("false"), reviews("true")), (json!(1), json!(1)));
    });
}

#[test]
fn expressions_see_what_the_api_shows() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { space, path, ada, bob, .. } = &proposal;
        let said = json!({ "subject": "[minor] Words", "description": { "markdown": "See JIRA-7." } });
        ada.caller(test).patch(path, &said).ok();
        proposal.review(test, bob, "approved");
        let admin = test.admin();
        let shown = [
            ("space", admin.get(space).ok()),
            ("changeRequest", admin.get(path).ok()),
            ("reviews[0]", admin.get(&format!("{path}/reviews")).ok()["items"][0].clone()),
            ("actor", admin.get("/v1/user").ok()),
        ];
        let hidden = ["urls", "permissions", "description", "mergeRules", "defaultLevel"];
        let mut expressions: Vec<String> = [
            "changeRequest.description === \"See JIRA-7.\"",
            "changeRequest.subject.startsWith(\"[minor]\") && changeRequest.createdBy.id !== actor.id",
            "reviews.filter((review) => review.status === \"approved\").length === 1",
            "!(\"urls\" in space)",
        ]
        .map(str::to_owned)
        .into();
        for (root, fields) in &shown {
            for (name, value) in fields.as_object().unwrap().iter().filter(|(name, _)| !hidden.contains(&name.as_str()))
            {
                expressions.push(match value.get("id") {
                    Some(id) => format!("{root}.{name}.id === {id}"),
                    None => format!("{root}.{name} === {value}"),
                });
            }
        }
        for some in expressions.chunks(20) {
            let all: Vec<_> = some.iter().map(|text| json!({ "rule": "custom", "expression": text })).collect();
            admin.patch(&test.org(), &rules(&json!(all))).ok();
            // Each change of rules is a change of the organization alone: what expressions see of the space stays.
            assert_eq!(failing(test, &proposal), [""; 0]);
        }
        let wrong = json!([{ "rule": "custom", "expression": "space.owner.id === actor.id" }]);
        admin.patch(&test.org(), &rules(&wrong)).ok();
        assert!(refused(test, &proposal, bob).contains("custom: this has no value"));
    });
}

#[test]
fn a_review_is_in_time_or_too_late() {
    on_each_database(|test| {
        let proposal = Proposal::make(test);
        let Proposal { space, path, bob, eve, .. } = &proposal;
        test.admin().patch(space, &rules(&json!([{ "rule": "require_all_reviews_approved" }]))).ok();
        let both = Barrier::new(2);
        let call = |by: &Person, what: &str, body: Value| {
            let caller = by.caller(test);
            both.wait();
            caller.post(&format!("{path}/{what}"), &body).status.as_u16()
        };
        let (merged, reviewed) = std::thread::scope(|scope| {
            let merged = scope.spawn(|| call(bob, "merge", json!({})));
            let reviewed = scope.spawn(|| call(eve, "reviews", json!({ "status": "changes-requested" })));
            (merged.join().unwrap(), reviewed.join().unwrap())
        });
        // Whichever is first refuses the other: the merge by its rule, the review since what is merged is final.
        assert!(matches!((merged, reviewed), (200, 409) | (409, 201)), "{merged} {reviewed}");
    });
}

#[test]
fn a_merge_that_breaks_links_can_be_refused() {
    on_each_database(|test| {
        let admin = test.admin();
        let space = test.new_space("Docs");
        let files = [("README.md", "# Home\n\n[a](a.md) [b](none.md)\n"), ("a.md", "# A\n"), ("b.md", "# B\n")];
        test.import(&space, &Files::of(&files));
        let rules = json!({ "type": "rules", "rules": [{ "rule": "no_new_broken_links" }] });
        admin.patch(&space, &json!({ "mergeRules": rules })).ok();
        let proposal = |changes: Value| {
            let made = admin.post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
            let line = format!("{space}/change-requests/{}", made["id"].as_str().unwrap());
            admin.post(&format!("{line}/content"), &json!({ "changes": changes })).ok();
            line
        };
        let id = |path: &str| admin.get(&format!("{space}/content/path/{path}")).ok()["id"].clone();
        let (a, b) = (id("a"), id("b"));
        let merge = |line: &str| admin.post(&format!("{line}/merge"), &json!({}));

        let deletes = proposal(json!([{ "operation": "delete_page", "page": a }]));
        let told = merge(&deletes).refused(409);
        assert_eq!(told, "merge rules: no_new_broken_links: a link would be broken that is not broken in main content");
        let rehearsed = admin.post(&format!("{deletes}/merge?dryRun=true"), &json!({})).ok();
        assert_eq!(rehearsed["rules"][0]["rule"], "no_new_broken_links");
        // What is broken already may stay so, and what only the two together break is found too.
        let links = json!({ "operation": "insert_page", "title": "New", "document": { "markdown": "[b](b.md)" } });
        let links = proposal(json!([links]));
        let removes = proposal(json!([{ "operation": "delete_page", "page": b }]));
        merge(&removes).ok();
        merge(&links).refused(409);
        let home = json!({ "operation": "update_page", "page": id("home"), "document": { "markdown": "# Home\n\n[b](none.md)\n" } });
        admin.post(&format!("{deletes}/content"), &json!({ "changes": [home] })).ok();
        merge(&deletes).ok();
    });
}
