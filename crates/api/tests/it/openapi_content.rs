//! Specifications in content: what a writer is told, links to them, and exports.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

const PETS: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get: {operationId: list, summary: List pets, tags: [pets], responses: {200: {description: ok}}}
components: {schemas: {Ape: {type: string}}}
";

const SUMMARY: &str = "# Table of contents\n\n* [A](README.md)\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pets\n  ```\n";

fn publish(test: &TestApp, slug: &str, document: &str) {
    let body = json!({ "source": { "text": document } });
    assert!(test.admin().put(&format!("{}/openapi/{slug}", test.org()), &body).status.is_success());
    assert_eq!(test.process_openapi_specs(), 1);
}

fn block(spec: &str, path: &str) -> String {
    format!(
        "{{% openapi-operation spec=\"{spec}\" path=\"{path}\" method=\"get\" %}}\n[OpenAPI {spec}](https://x.example)\n{{% endopenapi-operation %}}\n"
    )
}

/// Writes a page, and returns the warnings about it.
fn warned(test: &TestApp, space: &str, markdown: &str) -> Vec<String> {
    let request = test.admin().post(&format!("{space}/change-requests"), &json!({ "subject": "x" })).created();
    let path = format!("{space}/change-requests/{}/content", request["id"].as_str().unwrap());
    let change = json!({ "operation": "insert_page", "title": "T", "document": { "markdown": markdown } });
    let answer = test.admin().post(&path, &json!({ "changes": [change] })).ok();
    let warnings = answer["warnings"].as_array().cloned().unwrap_or_default();
    let shown =
        |it: &Value| format!("{} {} {}", it["line"], it["code"].as_str().unwrap(), it["message"].as_str().unwrap());
    warnings.iter().map(shown).collect()
}

#[test]
fn a_writer_is_told_what_is_not_there() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let unknown = "unknown-specification the organization has no OpenAPI specification `pets` that can be shown";
        assert_eq!(warned(test, &space, &block("pets", "/pets")), [format!("1 {unknown}")]);
        publish(test, "pets", "openapi: 9");
        assert_eq!(
            warned(test, &space, &format!("a\n\n* b\n\n  c\n\n{}", block("pets", "/pets"))),
            [format!("7 {unknown}")]
        );
        publish(test, "pets", PETS);
        assert_eq!(warned(test, &space, &block("pets", "/pets")), [""; 0]);
        let missing = |it: &str| format!("1 unknown-specification `{it}` is not in the OpenAPI specification `pets`");
        assert_eq!(warned(test, &space, &block("pets", "/dogs")), [missing("GET /dogs")]);
        let webhook = block("pets", "x").replace("operation", "webhook").replace("path=", "name=");
        assert_eq!(warned(test, &space, &webhook), [missing("GET x")]);
        let version = test.admin().get(&format!("{}/openapi/pets", test.org())).ok()["lastVersion"].clone();
        let pinned = format!("pets@{}", version.as_str().unwrap());
        assert_eq!(warned(test, &space, &block(&pinned, "/pets")), [""; 0]);
        for gone in ["x", &test.first.user.to_string()] {
            let told = format!("1 unknown-specification the OpenAPI specification `pets` has no version `{gone}`");
            assert_eq!(warned(test, &space, &block(&format!("pets@{gone}"), "/pets")), [told]);
        }
        let schemas = "{% openapi-schemas spec=\"pets\" schemas=\"Ape,Bee\" %}\nx\n{% endopenapi-schemas %}\n";
        assert_eq!(warned(test, &space, schemas), [missing("Bee")]);
        assert_eq!(warned(test, &space, &format!("```\n{}```\n", block("cats", "/"))), [""; 0]);
    });
}

#[test]
fn an_import_names_what_is_not_there_with_the_line_of_the_file() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let page = format!("---\ndescription: x\n---\n\n# A\n\n{}", block("pets", "/pets"));
        let archive = quire_testkit::zip(&[("README.md", page.as_bytes())]);
        let body = json!({ "url": test.upload("docs.zip", &archive), "source": "zip" });
        let report = test.admin().post(&format!("{space}/content/import"), &body).ok();
        let warning = &report["warnings"][0];
        assert_eq!((&warning["path"], &warning["line"]), (&json!("README.md"), &json!(7)), "{report}");
        assert_eq!(report["warningCounts"], json!({ "unknown-specification": 1 }));
        let archive = quire_testkit::zip(&[("README.md", "# A\n"), ("SUMMARY.md", SUMMARY)]);
        let body = json!({ "url": test.upload("docs.zip", &archive), "source": "zip" });
        let report = test.admin().post(&format!("{space}/content/import"), &body).ok();
        assert_eq!((report["warnings"].as_array().unwrap().len(), &report["warnings"][0]["line"]), (1, &Value::Null));
        assert!(report["warnings"][0]["message"].as_str().unwrap().contains("`pets`"), "{report}");
    });
}

#[test]
fn specifications_of_other_organizations_are_not_there() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let other = test.admin().post("/v1/orgs", &json!({ "title": "Other" })).created();
        let org = format!("/v1/orgs/{}", other["id"].as_str().unwrap());
        let made = test.admin().post(&format!("{org}/spaces"), &json!({ "title": "Docs" })).created();
        let space = format!("/v1/spaces/{}", made["id"].as_str().unwrap());
        assert_eq!(warned(test, &space, &block("pets", "/pets")).len(), 1);
    });
}

#[test]
fn links_lead_to_specifications() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        let page = format!("# A\n\n{}\n{}", block("pets", "/pets"), block("cats", "/cats"));
        let files: [(&str, &str); 2] = [("README.md", &page), ("SUMMARY.md", SUMMARY)];
        test.import(&space, &Files::of(&files));
        let links = || {
            let links = test.admin().get(&format!("{space}/links")).ok();
            let of = |it: &Value| {
                let target = &it["targetReference"];
                let shown = target["spec"]["slug"].as_str().or(target["url"].as_str()).unwrap_or_default().to_owned();
                (shown, it["status"].as_str().unwrap().to_owned(), it["locationReferences"].as_array().unwrap().len())
            };
            let mut all: Vec<_> =
                links["items"].as_array().unwrap().iter().filter(|it| it["relation"] == "dependsOn").map(of).collect();
            all.sort();
            all
        };
        publish(test, "pets", PETS);
        let there = ("pets".to_owned(), "ok".to_owned(), 2);
        let found = links();
        assert_eq!((found.len(), &found[1], found[0].1.as_str()), (2, &there, "broken"));
        test.admin().delete(&format!("{}/openapi/pets", test.org())).expect(204);
        assert!(links().iter().all(|(_, status, _)| status == "broken"));
    });
}

#[test]
fn exports_keep_what_was_written() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        publish(test, "pets", PETS);
        let page = format!("# A\n\n{}", block("pets", "/pets"));
        let files = [("README.md", page.as_str()), ("SUMMARY.md", SUMMARY)];
        test.import(&space, &Files::of(&files));
        let zip = test.admin().get(&format!("{space}/content/export"));
        let written = quire_testkit::unzip(&zip.body);
        for (name, text) in files {
            assert_eq!(written.get(name).map(|it| String::from_utf8_lossy(it)), Some(text.into()), "{name}");
        }
    });
}

#[test]
fn an_address_of_a_generated_page_leads_to_it() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("README.md", "# A\n"), ("SUMMARY.md", SUMMARY)]));
        let id = space.trim_start_matches("/v1/spaces/");
        let body = json!({ "title": "Docs", "visibility": "public", "spaces": [id] });
        let site = test.admin().post(&format!("{}/sites", test.org()), &body).created();
        let path = format!("{}/sites/{}", test.org(), site["id"].as_str().unwrap());
        test.admin().post(&format!("{path}/publish"), &json!({})).ok();
        let hostname = test.admin().get(&test.org()).ok()["hostname"].as_str().unwrap().to_owned();
        let base = format!("{}/sites/{hostname}/{}", quire_testkit::URL, site["basename"].as_str().unwrap());
        let at = |url: String| test.admin().get(&format!("/v1/urls/content?url={url}"));
        let found = at(format!("{base}/models")).ok();
        assert_eq!((&found["page"]["title"], &found["page"]["path"]), (&"Models".into(), &"models".into()));
        let by_id =
            at(format!("{}{space}/content/page/{}", quire_testkit::URL, found["page"]["id"].as_str().unwrap())).ok();
        assert_eq!(by_id["page"], found["page"]);
        at(format!("{base}/nothing")).refused(404);
    });
}

#[test]
fn a_computed_page_without_its_pages_says_what_its_specification_says_now() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let space = test.new_space("Book");
        test.import(&space, &Files::of(&[("SUMMARY.md", SUMMARY), ("README.md", "# A\n")]));
        let content = format!("{space}/content");
        let tree = test.admin().get(&format!("{content}/pages?computed=false")).ok();
        let page = format!("{content}/page/{}", tree["pages"][1]["id"].as_str().unwrap());
        let read = |query: &str| {
            let whole = test.admin().get(&format!("{page}{query}")).ok();
            [whole["document"].clone(), test.admin().get(&format!("{page}/document{query}")).ok()]
        };
        let before = read("?computed=false");
        test.admin().delete(&format!("{}/openapi/pets", test.org())).expect(204);
        let now = read("?computed=false");
        assert_ne!(now, before);
        assert_eq!(now, read(""));
    });
}
