//! What versions of specifications changed: lists, classes, acknowledgement, and the merge rule that waits for it.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::merge_rules::rules;

const PETS: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {operationId: list, summary: List pets, responses: {200: {description: ok}}}
    post: {operationId: add, responses: {201: {description: ok}}}
";

fn path(test: &TestApp, slug: &str) -> String {
    format!("{}/openapi/{slug}", test.org())
}

/// Publishes a document, and returns the version that it became.
fn publish(test: &TestApp, slug: &str, document: &str) -> Value {
    test.clock.pass(std::time::Duration::from_secs(1));
    let body = json!({ "source": { "text": document } });
    assert!(test.admin().put(&path(test, slug), &body).status.is_success());
    test.process_openapi_specs();
    test.admin().get(&format!("{}/versions/latest", path(test, slug))).ok()
}

fn rule_names(changes: &Value) -> Vec<&str> {
    changes["items"].as_array().unwrap().iter().map(|it| it["rule"].as_str().unwrap()).collect()
}

#[test]
fn versions_say_what_they_changed() {
    on_each_database(|test| {
        let (admin, spec) = (test.admin(), path(test, "pets"));
        let first = publish(test, "pets", PETS);
        assert_eq!((&first["change"], &first["changes"]), (&Value::Null, &Value::Null));
        let changes = admin.get(&format!("{spec}/versions/latest/changes")).ok();
        assert_eq!((&changes["base"], &changes["items"]), (&Value::Null, &json!([])));

        let second = publish(test, "pets", &PETS.replace("List pets", "List all pets"));
        assert_eq!(second["change"], "documentation");
        assert_eq!(second["changes"], json!({ "breaking": 0, "compatible": 0, "documentation": 1 }));

        let cut = PETS.lines().filter(|line| !line.contains("post:")).collect::<Vec<_>>().join("\n");
        let third = publish(test, "pets", &cut);
        assert_eq!(third["change"], "breaking");
        let id = |version: &Value| version["id"].as_str().unwrap().to_owned();
        let one = format!("{spec}/versions/{}/changes", id(&third));
        let changes = admin.get(&one).ok();
        assert_eq!(admin.get(&format!("{spec}/versions/latest/changes")).ok(), changes);
        assert_eq!(rule_names(&changes), ["operation-removed", "text-changed"]);
        assert_eq!((&changes["version"], &changes["base"]), (&third["id"], &second["id"]));
        assert_eq!((&changes["breaking"], &changes["isCut"]), (&1.into(), &false.into()));
        let removed = &changes["items"][0];
        assert_eq!(removed["operation"], json!({ "path": "/pets", "method": "post", "webhook": false }));
        assert_eq!((&removed["class"], &removed["pointer"]), (&"breaking".into(), &"/paths/~1pets/post".into()));
        assert_eq!(removed["sentence"], "POST /pets: the operation is gone");

        // Any two versions are compared on request, in either direction.
        let against_first = admin.get(&format!("{one}?base={}", id(&first))).ok();
        assert_eq!(rule_names(&against_first), ["operation-removed"]);
        let back = admin.get(&format!("{spec}/versions/{}/changes?base={}", id(&first), id(&third))).ok();
        assert_eq!(rule_names(&back), ["operation-added"]);
        let other = publish(test, "cats", PETS);
        admin.get(&format!("{one}?base={}", id(&other))).refused(404);
        admin.get(&format!("{one}?base=x")).refused(404);
    });
}

#[test]
fn a_breaking_change_that_nobody_has_seen_is_not_forgotten() {
    on_each_database(|test| {
        let spec = path(test, "pets");
        let first = publish(test, "pets", PETS);
        let cut = PETS.lines().filter(|line| !line.contains("post:")).collect::<Vec<_>>().join("\n");
        let breaking = publish(test, "pets", &cut);
        assert_eq!(breaking["change"], "breaking");
        let more = |n: usize| publish(test, "pets", &cut.replace("title: Pets", &format!("title: Pets {n}")));
        (0..200).for_each(|n| drop(more(n)));
        let one = |version: &Value| format!("{spec}/versions/{}", version["id"].as_str().unwrap());
        test.admin().get(&one(&first)).refused(404);
        assert_eq!(test.admin().get(&one(&breaking)).ok()["change"], "breaking");
        test.admin().post(&format!("{}/acknowledge", one(&breaking)), &json!({})).ok();
        more(200);
        test.admin().get(&one(&breaking)).refused(404);
    });
}

#[test]
fn large_documents_are_not_compared_on_request() {
    on_each_database(|test| {
        let document = |n: usize| {
            let texts: serde_json::Map<_, _> =
                (0..12).map(|at| (format!("x-{at}"), json!(format!("{n}{}", "x".repeat(1_500_000))))).collect();
            json!({ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": {}, "x": texts }).to_string()
        };
        let versions: Vec<_> = (0..3).map(|n| publish(test, "large", &document(n))).collect();
        assert_eq!(versions[2]["change"], "documentation");
        let id = |at: usize| versions[at]["id"].as_str().unwrap();
        let changes = format!("{}/versions/{}/changes", path(test, "large"), id(2));
        test.admin().get(&changes).ok();
        let told = test.admin().get(&format!("{changes}?base={}", id(0))).refused(413);
        assert_eq!(told, "base: the two documents have more than 32 MiB and are not compared on request");
    });
}

#[test]
fn breaking_changes_hold_a_merge_until_somebody_acknowledges_them() {
    on_each_database(|test| {
        let (admin, spec) = (test.admin(), path(test, "pets"));
        publish(test, "pets", PETS);
        let space = test.new_space("Docs");
        let block =
            "{% openapi-operation spec=\"pets\" path=\"/pets\" method=\"get\" %}\nx\n{% endopenapi-operation %}\n";
        test.import(&space, &Files::of(&[("README.md", "# A\n"), ("b.md", "# B\n")]));
        admin.patch(&space, &rules(&json!([{ "rule": "no_breaking_api_change" }]))).ok();
        let propose = |markdown: &str| {
            let request = admin.post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
            let at = format!("{space}/change-requests/{}", request["id"].as_str().unwrap());
            let change = json!({ "operation": "insert_page", "title": "T", "document": { "markdown": markdown } });
            admin.post(&format!("{at}/content"), &json!({ "changes": [change] })).ok();
            at
        };
        let without = propose("text");
        let with = propose(block);
        let dry = |at: &str| admin.post(&format!("{at}/merge?dryRun=true"), &json!({})).ok()["rules"][0].clone();
        assert_eq!((&dry(&with)["passed"], &dry(&without)["passed"]), (&true.into(), &true.into()));

        let broken = publish(test, "pets", &PETS.replace("post:", "put:"));
        let told = "breaking changes of OpenAPI specifications are not acknowledged: pets";
        assert_eq!((&dry(&with)["passed"], &dry(&with)["message"]), (&false.into(), &told.into()));
        // The other change request does not show the specification, and neither does main.
        assert_eq!(dry(&without)["passed"], true);
        let message = admin.post(&format!("{with}/merge"), &json!({})).refused(409);
        assert_eq!(message, format!("merge rules: no_breaking_api_change: {told}"));
        // A later version that breaks nothing acknowledges nothing.
        publish(test, "pets", &PETS.replace("post:", "put:").replace("List", "Show"));
        assert_eq!(dry(&with)["passed"], false);

        let acknowledge = |version: &Value| {
            let path = format!("{spec}/versions/{}/acknowledge", version["id"].as_str().unwrap());
            admin.post(&path, &json!({})).ok()
        };
        assert_eq!(acknowledge(&broken)["acknowledgedVersion"], broken["id"]);
        assert_eq!(dry(&with)["passed"], true);
        admin.post(&format!("{without}/merge"), &json!({})).ok();
        admin.post(&format!("{with}/merge"), &json!({})).ok();

        // Main shows the specification now, also for change requests that do not touch it.
        publish(test, "pets", &PETS.replace("/pets:", "/cats:"));
        let last = propose("more");
        assert_eq!(dry(&last)["passed"], false);
        let latest = admin.get(&format!("{spec}/versions/latest")).ok();
        let acknowledged = acknowledge(&latest);
        assert_eq!(acknowledge(&broken)["acknowledgedVersion"], latest["id"], "it does not go back");
        assert_eq!(admin.get(&spec).ok()["acknowledgedVersion"], acknowledged["acknowledgedVersion"]);
        assert_eq!(dry(&last)["passed"], true);
        admin.post(&format!("{spec}/versions/{}/acknowledge", test.first.user), &json!({})).refused(404);
    });
}
