//! Pages that are computed from specifications: in page trees, at their addresses, in every form that readers get.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::printing::enable;
use crate::specifications::{PETS, found, publish};
use crate::world::World;

const COMPUTED: &str = "```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: pets\n  ```\n";

pub(crate) fn summary() -> String {
    format!("# Table of contents\n\n* [Start](README.md)\n* {COMPUTED}* [End](end.md)\n")
}

pub(crate) fn files(summary: &str) -> [(&'static str, &str); 3] {
    [("README.md", "# Start\n"), ("end.md", "# End\n"), ("SUMMARY.md", summary)]
}

pub(crate) fn world<'a>(test: &'a TestApp, summary: &str) -> World<'a> {
    World::new(test, &files(summary))
}

/// The titles of the pages of a space with their paths, as the API has them.
pub(crate) fn tree(world: &World<'_>, query: &str) -> Vec<(String, String)> {
    fn add(pages: &Value, out: &mut Vec<(String, String)>) {
        for page in pages.as_array().unwrap() {
            out.push((page["title"].as_str().unwrap().to_owned(), page["path"].as_str().unwrap().to_owned()));
            add(&page["pages"], out);
        }
    }
    let mut all = Vec::new();
    add(&world.test.admin().get(&format!("{}/content/pages{query}", world.spaces[0])).ok()["pages"], &mut all);
    all
}

fn shown(pages: &[(&str, &str)]) -> Vec<(String, String)> {
    pages.iter().map(|(title, path)| ((*title).to_owned(), (*path).to_owned())).collect()
}

/// The specification with twelve more operations in a tag.
pub(crate) fn many() -> String {
    let mut all = PETS.to_owned();
    let paths: String = (0..12).map(|n| format!("  /shops/{n}: {{get: {{operationId: readShop{n}, summary: Read shop {n}, tags: [shops], responses: {{}}}}}}\n")).collect();
    all = all.replace("webhooks:\n", &format!("{paths}webhooks:\n"));
    all
}

#[test]
fn a_computed_page_is_replaced_by_those_of_its_specification() {
    on_each_database(|test| {
        publish(test, "pets", &many());
        let world = world(test, &summary());
        let page = world.read("/pets");
        for text in ["zebrafinch", "A pet is sold", "https://barks.example", "<title>pets | The Docs</title>"] {
            assert!(page.contains(text), "{text}: {page}");
        }
        let hrefs = ["/pets\"", "/shops\"", "/shops/readshop3\"", "/models\"", "/end\""];
        let place =
            |href: &str| page.find(&format!("{}{href}", world.base)).unwrap_or_else(|| panic!("{href}: {page}"));
        let order: Vec<_> = hrefs.iter().map(|href| place(href)).collect();
        assert!(order.is_sorted(), "{order:?}");
        assert!(!page.contains("/page\""), "{page}");
        assert!(world.read("/shops/readshop3").contains("Read shop 3"));
        assert!(world.read("/models").contains("What it listens to"));
        let markdown = world.read("/shops/readshop3.md");
        assert!(
            markdown.starts_with("# Read shop 3\n") && markdown.contains("`GET` `https://pets.example/v1/shops/3`"),
            "{markdown}"
        );
        for (path, text) in [
            ("/llms.txt", "/shops/readshop3.md"),
            ("/llms-full.txt", "zebrafinch"),
            ("/sitemap-pages.xml", "/shops/readshop3"),
        ] {
            assert!(world.read(path).contains(text), "{path}");
        }
        assert_eq!(found(&world, "zebrafinch"), ["/pets"]);
        assert_eq!(found(&world, "shop%203")[0], "/shops/readshop3");
        assert_eq!(tree(&world, "")[..3], shown(&[("Start", "start"), ("pets", "pets"), ("shops", "shops")]));
        assert_eq!(tree(&world, "?computed=false"), shown(&[("Start", "start"), ("", "page"), ("End", "end")]));
    });
}

#[test]
fn pages_follow_new_versions() {
    on_each_database(|test| {
        let world = world(test, &summary());
        // Without a specification there is one page that says so.
        assert_eq!(tree(&world, ""), shown(&[("Start", "start"), ("pets", "pets"), ("End", "end")]));
        assert!(world.read("/pets").contains("The API specification pets is not available."));
        publish(test, "pets", PETS);
        let id = |path: &str| {
            let page = test.admin().get(&format!("{}/content/path/{path}", world.spaces[0])).ok();
            (page["id"].as_str().unwrap().to_owned(), page["type"].clone(), page["computed"]["type"].clone())
        };
        let before = id("pets");
        assert_eq!((&before.1, &before.2), (&json!("computed"), &json!("builtin:openapi")));
        assert!(world.read("/pets").contains("zebrafinch"));
        assert_eq!(world.get("/shops").status, 404);
        publish(test, "pets", &many());
        assert_eq!(id("pets"), before);
        let shop = id("shops/readshop3");
        assert!(world.read("/shops/readshop3").contains("Read shop 3"));
        assert!(world.read("/end").contains("/shops/readshop3\""));
        assert_eq!(found(&world, "shop%203")[0], "/shops/readshop3");
        publish(test, "pets", &many().replace("summary: Read shop 3", "summary: Look at shop 3"));
        assert_eq!(id("shops/readshop3"), shop);
        assert!(world.read("/shops").contains("Look at shop 3"));
        let by_id = test.admin().get(&format!("{}/content/page/{}?format=markdown", world.spaces[0], shop.0)).ok();
        assert!(
            by_id["markdown"].as_str().unwrap().contains("{% openapi-operation spec=\"pets\" path=\"/shops/3\""),
            "{by_id}"
        );
        publish(test, "pets", PETS);
        assert_eq!(world.get("/shops/readshop3").status, 404);
        assert_eq!(found(&world, "shop%203"), Vec::<String>::new());
        test.admin().delete(&format!("{}/openapi/pets", test.org())).expect(204);
        assert!(world.read("/pets").contains("is not available"));
    });
}

#[test]
fn pages_of_writers_keep_their_paths() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let summary = format!("# S\n\n* {COMPUTED}* [pets](README.md)\n* [Models](end.md)\n* {COMPUTED}");
        let files = [("README.md", "# pets\n"), ("end.md", "# Models\n"), ("SUMMARY.md", summary.as_str())];
        let world = World::new(test, &files);
        let expected = [
            ("pets", "pets-1"),
            ("Models", "models-1"),
            ("pets", "pets"),
            ("Models", "models"),
            ("pets", "pets-2"),
            ("Models", "models-2"),
        ];
        assert_eq!(tree(&world, ""), shown(&expected));
        let ids: std::collections::BTreeSet<_> = tree(&world, "")
            .iter()
            .map(|(_, path)| {
                test.admin().get(&format!("{}/content/path/{path}", world.spaces[0])).ok()["id"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        assert_eq!(ids.len(), 6);
    });
}

#[test]
fn a_page_with_a_title_stays_above_its_pages() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = world(test, &format!("# S\n\n* [Start](README.md)\n* API\n  {COMPUTED}"));
        assert_eq!(tree(&world, "")[1..], shown(&[("API", "api"), ("pets", "api/pets"), ("Models", "api/models")]));
        assert!(world.read("/api").contains("All about <strong>pets</strong>."), "{}", world.read("/api"));
        assert!(world.read("/api/pets").contains("zebrafinch"));
    });
}

#[test]
fn other_computed_pages_have_no_row() {
    on_each_database(|test| {
        let other = "```yaml\n  type: builtin:translation\n  props:\n    space: x\n  ```\n";
        let world = world(test, &format!("# S\n\n* [Start](README.md)\n* {other}* [End](end.md)\n"));
        let page = world.read("/");
        assert!(!page.contains("/page\""), "{page}");
        assert!(page.contains("/end\""));
    });
}

/// A document in which every word with `secret` or `hidden` is marked as internal, or in something that is.
const MARKED: &str = r##"
openapi: 3.1.0
info: {title: Pet shop, version: '1'}
servers: [{url: 'https://pets.example/v1'}]
tags: [{name: secrets, x-internal: true, description: A secret tag.}]
paths:
  /hidden: {x-internal: true, get: {operationId: secretRead, summary: A secret path, tags: [pets], responses: {}}}
  /tagged: {get: {operationId: secretTagged, summary: A secret tagged, tags: [secrets], responses: {}}}
  /pets:
    parameters: [{name: secretShared, in: query, x-internal: true, schema: {type: string}}]
    get:
      operationId: listPets
      summary: Lists the zebrafinches
      tags: [pets]
      parameters: [{name: limit, in: query, schema: {type: integer}}, {name: secretParameter, in: query, x-internal: true, schema: {type: string}}]
      responses:
        200:
          description: Fine
          content: {application/json: {schema: {type: object, required: [secretInline], properties: {secretInline: {x-internal: true, type: string}, pet: {$ref: '#/components/schemas/Pet'}}}, example: {secretInline: 1, pet: {}}}}
      callbacks: {secretCallback: {x-internal: true, '{$request.body#/u}': {post: {summary: A secret call, responses: {}}}}}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}, secretAge: {type: integer, x-internal: true}, other: {$ref: '#/components/schemas/Hidden'}}}
    Hidden: {x-internal: true, type: object, properties: {secretThing: {type: string}}}
"##;

#[test]
fn nothing_internal_is_in_any_output() {
    on_each_database(|test| {
        publish(test, "pets", MARKED);
        let page = "# Start\n\n{% openapi-operation spec=\"pets\" path=\"/hidden\" method=\"get\" %}\nx\n{% endopenapi-operation %}\n\n{% openapi-operation spec=\"pets\" path=\"/pets\" method=\"get\" %}\nx\n{% endopenapi-operation %}\n\n{% openapi-schemas spec=\"pets\" schemas=\"Pet,Hidden\" grouped=\"true\" %}\nx\n{% endopenapi-schemas %}\n";
        let summary = summary().replace("models: true\n", "models: true\n    changes: true\n");
        let world = World::new(test, &[("README.md", page), ("end.md", "# End\n"), ("SUMMARY.md", summary.as_str())]);
        test.clock.pass(std::time::Duration::from_secs(86_400));
        let second = MARKED
            .replace("secretAge: {type: integer", "secretAge: {type: string")
            .replace("name: secretParameter, in: query", "name: secretParameter, in: header")
            .replace(
                "name: limit, in: query, schema: {type: integer}",
                "name: limit, in: query, schema: {type: string}",
            )
            .replace("summary: A secret path", "deprecated: true, summary: A secret path");
        publish(test, "pets", &second);
        let has = |text: &str, word: &str| {
            let text = text.to_ascii_lowercase();
            let at = text.find(word);
            at.map(|at| text[at.saturating_sub(100)..(at + 60).min(text.len())].to_owned())
        };
        // Writers name two things that are hidden on a page of their own.
        let own = ["/", "/start.md", "/llms-full.txt"];
        let others = [
            "/pets",
            "/models",
            "/changes",
            "/changes/rss.xml",
            "/pets.md",
            "/models.md",
            "/changes.md",
            "/llms.txt",
            "/sitemap-pages.xml",
        ];
        for path in own.into_iter().chain(others) {
            let answer = world.get(path);
            assert!(answer.status.is_success(), "{path}: {}", answer.status);
            let text = String::from_utf8_lossy(&answer.body);
            assert_eq!(has(&text, "secret"), None, "{path}");
            if others.contains(&path) {
                // Pages fold their scripts with this attribute.
                assert_eq!(
                    has(&text.replace("hidden=", "").replace("visibility:hidden", ""), "/hidden"),
                    None,
                    "{path}"
                );
            }
        }
        assert!(world.read("/pets").contains("Lists the zebrafinches") && world.read("/changes").contains("limit"));
        for words in [
            "secretRead",
            "secretTagged",
            "secretParameter",
            "secretShared",
            "secretInline",
            "secretAge",
            "secretThing",
            "secretCallback",
        ] {
            assert_eq!(found(&world, &words.to_lowercase()), [""; 0], "{words}");
        }
        let spec = format!("{}/openapi/pets", test.org());
        test.admin().patch(&spec, &json!({ "visibility": "public" })).ok();
        let document = format!("{spec}/document");
        let public = test.caller(None).get(&document);
        let text = String::from_utf8(public.body.to_vec()).unwrap();
        assert!(text.contains("zebrafinches") && !text.to_ascii_lowercase().contains("secret"), "{text}");
        assert!(
            test.admin().get(&document).body.windows(10).any(|it| it == b"secretRead"),
            "members get it as it came"
        );
    });
}

#[test]
fn a_pdf_does_not_depend_on_what_is_internal() {
    on_each_database(|test| {
        let world = world(test, &summary());
        enable(&world);
        let pdf = |document: &str| {
            publish(test, "pets", document);
            let answer = world.get("/~pdf");
            assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "application/pdf"));
            answer.body.to_vec()
        };
        let first = pdf(MARKED);
        let others = MARKED.replace("secret", "anything").replace("Hidden", "Unseen").replace("/hidden", "/unseen");
        assert!(pdf(&others.replace("A anything", "Whatever")) == first, "hidden parts change the document");
        assert!(pdf(&MARKED.replace("Lists the zebrafinches", "Lists the zebras")) != first, "operations are in it");
    });
}

#[test]
fn what_is_hidden_stays_hidden() {
    on_each_database(|test| {
        let internal = many()
            .replace("readShop3, summary", "readShop3, x-internal: true, summary")
            .replace("{name: pets,", "{name: pets, x-internal: true,");
        publish(test, "pets", &internal);
        let world = world(test, &summary());
        assert_eq!((world.get("/shops/readshop3").status.as_u16(), world.get("/pets").status.as_u16()), (404, 404));
        assert!(world.read("/shops/readshop4").contains("Read shop 4"));
        for path in ["/llms-full.txt", "/", "/sitemap-pages.xml"] {
            assert!(!world.read(path).contains("shop 3") && !world.read(path).contains("zebrafinch"), "{path}");
        }
    });
}

#[test]
fn raw_pages_are_exported_as_they_are() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let summary = summary();
        let world = world(test, &summary);
        let zip = test.admin().get(&format!("{}/content/export", world.spaces[0]));
        let written = quire_testkit::unzip(&zip.body);
        for (name, text) in files(&summary) {
            assert_eq!(written.get(name).map(|it| String::from_utf8_lossy(it)), Some(text.into()), "{name}");
        }
        test.import(&world.spaces[0], &Files::of(&files(&summary)));
        assert!(world.read("/pets").contains("zebrafinch"));
    });
}

#[test]
fn a_page_and_a_feed_say_what_versions_changed() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let summary = summary().replace("models: true\n", "models: true\n    changes: true\n");
        let world = world(test, &summary);
        assert_eq!(world.get("/changes").status.as_u16(), 404, "the first version changed nothing");
        let days = |days: u64| test.clock.pass(std::time::Duration::from_secs(86_400 * days));
        days(1);
        let secret = "  /secret: {get: {x-internal: true, responses: {}}}\nwebhooks:\n";
        let second = PETS.replace("type: string}}]", "type: integer}}]").replace("webhooks:\n", secret);
        publish(test, "pets", &second);
        days(1);
        publish(test, "pets", &second.replace("Finds the", "Looks for the"));
        days(1);
        let last = second.replace("Pet: {type", "\"<b>`Pet\": {type");
        publish(test, "pets", &last);

        assert_eq!(tree(&world, "")[2..4], shown(&[("Models", "models"), ("Changes", "changes")]));
        let page = world.read("/changes");
        for text in ["the accepted type changed from string to integer", "id</code>", ">breaking<", ">compatible<"] {
            assert!(page.contains(text), "{text}: {page}");
        }
        for text in ["secret", "<b>`Pet", "<b>Pet"] {
            assert!(!page.contains(text), "{text}: {page}");
        }
        assert_eq!(page.matches("q-update-head").count(), 2, "a version that changed texts alone is left out");
        let markdown = world.read("/changes.md");
        assert!(markdown.starts_with("# Changes\n") && markdown.contains("from string to integer"), "{markdown}");
        let feed = world.read("/changes/rss.xml");
        assert_eq!(feed.matches("<item>").count(), 2, "{feed}");
        assert!(world.read("/").contains("/changes\""), "the table of contents leads there");
        assert_eq!(found(&world, "accepted+integer"), ["/changes"]);
    });
}

#[test]
fn pages_have_titles_in_the_language_of_the_space() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = world(test, &summary());
        test.admin().patch(&world.spaces[0], &json!({ "language": "de" })).ok();
        assert_eq!(tree(&world, "")[2], ("Modelle".to_owned(), "models".to_owned()));
        assert!(world.read("/models").contains("<title>Modelle | The Docs</title>"), "{}", world.read("/models"));
        test.admin().patch(&world.spaces[0], &json!({ "language": "en" })).ok();
        assert!(world.read("/models").contains("<title>Models | The Docs</title>"));
    });
}

#[test]
fn notes_of_writers_are_on_pages() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = world(test, &summary());
        let notes = format!("{}/openapi/pets/notes", test.org());
        let put = |target: Value, markdown: &str| {
            let answer = test.admin().put(&notes, &json!({ "target": target, "markdown": markdown }));
            assert!(answer.status.is_success());
        };
        assert!(!world.read("/pets").contains("hamster"));
        put(json!({ "kind": "operation", "operationId": "readPet" }), "Ask the **hamster**.");
        put(json!({ "kind": "schema", "schema": "Pet", "property": ["name"] }), "Never a quokka.");
        let page = world.read("/pets");
        for text in ["Finds the zebrafinch.", "Ask the <strong>hamster</strong>.", "Never a quokka."] {
            assert!(page.contains(text), "{text}: {page}");
        }
        assert!(world.read("/models").contains("Never a quokka."));
        assert!(world.read("/pets.md").contains("Ask the **hamster**."));
        assert!(world.read("/llms-full.txt").contains("Ask the **hamster**."));
        assert_eq!((found(&world, "hamster"), found(&world, "quokka")), (vec!["/pets".into()], vec!["/models".into()]));

        // The next version has the operation elsewhere: the note goes with it.
        publish(test, "pets", &PETS.replace("/pets/{id}", "/animals/{id}").replace("Finds", "Looks for"));
        assert!(world.read("/pets").contains("Ask the <strong>hamster</strong>."));
        // The next one has it no more, and the one after it again.
        publish(
            test,
            "pets",
            &PETS.replace("operationId: readPet", "operationId: other").replace("/pets/{id}", "/x/{id}"),
        );
        assert!(!world.read("/pets").contains("hamster"));
        assert_eq!(found(&world, "hamster"), [""; 0]);
        publish(test, "pets", PETS);
        assert!(world.read("/pets").contains("Ask the <strong>hamster</strong>."));

        put(
            json!({ "kind": "operation", "operationId": "readPet" }),
            "Ask the {{visitor.claims.x}} <script>a</script>.",
        );
        let page = world.read("/pets");
        assert!(page.contains("Ask the") && !page.contains("hamster") && !page.contains("<script>a"), "{page}");
    });
}

#[test]
fn a_named_version_stays() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let spec = format!("{}/openapi/pets", test.org());
        let first = test.admin().get(&spec).ok()["lastVersion"].as_str().unwrap().to_owned();
        let summary = summary().replace("spec: pets\n", &format!("spec: pets@{first}\n"));
        let block = |spec: &str| {
            format!(
                "{{% openapi-operation spec=\"{spec}\" path=\"/pets/{{id}}\" method=\"get\" %}}\nx\n{{% endopenapi-operation %}}\n\n"
            )
        };
        let start = format!("# Start\n\n{}{}", block("pets"), block(&format!("pets@{first}")));
        let files = [("README.md", start.as_str()), ("end.md", "# End\n"), ("SUMMARY.md", summary.as_str())];
        let world = World::new(test, &files);
        assert_eq!(world.read("/").matches("zebrafinch").count(), 2);
        publish(test, "pets", &PETS.replace("zebrafinch", "quokka"));
        let page = world.read("/");
        assert_eq!((page.matches("zebrafinch").count(), page.matches("quokka").count()), (1, 1), "{page}");
        assert!(world.read("/pets").contains("zebrafinch") && !world.read("/pets").contains("quokka"));
        assert!(world.read("/pets.md").contains("zebrafinch"));
        assert_eq!(found(&world, "zebrafinch").len(), 2);
        let note = json!({ "target": { "kind": "operation", "operationId": "readPet" }, "markdown": "Hamster." });
        test.admin().put(&format!("{spec}/notes"), &note).created();
        assert!(world.read("/pets").contains("Hamster."), "notes are added to every version");
    });
}

/// Returns a document with so many operations, 51 in each tag.
fn thousands(count: usize) -> String {
    let paths: serde_json::Map<String, Value> = (0..count)
        .map(|n| {
            let operation =
                json!({ "operationId": format!("op{n}"), "tags": [format!("t{}", n / 51)], "responses": {} });
            (format!("/r{n}"), json!({ "get": operation }))
        })
        .collect();
    json!({ "openapi": "3.1.0", "info": { "title": "Many", "version": "1" }, "paths": paths }).to_string()
}

fn bullet(title: &str, spec: &str) -> String {
    let yaml = format!(
        "```yaml\n  type: builtin:openapi\n  props:\n    models: false\n  dependencies:\n    spec:\n      ref:\n        kind: openapi\n        spec: {spec}\n  ```\n"
    );
    if title.is_empty() { format!("* {yaml}") } else { format!("* {title}\n\n  {yaml}") }
}

#[test]
fn operations_without_a_page_are_counted_wherever_they_are_missed() {
    on_each_database(|test| {
        publish(test, "many", &thousands(5_100));
        let shown = test.admin().get(&format!("{}/openapi/many", test.org())).ok();
        let told = shown["lastProcessedErrors"][0]["message"].as_str().unwrap();
        assert!(told.starts_with("197 operations") && told.contains("at most 5000 pages"), "{told}");
        assert_eq!((&shown["lastProcessErrorCode"], &shown["lastProcessedErrorCount"]), (&Value::Null, &json!(1)));
        for title in ["", "All"] {
            let summary = format!("# Table of contents\n\n* [Home](README.md)\n{}", bullet(title, "many"));
            let world = World::new(test, &[("README.md", "# Home\n")]);
            let archive = quire_testkit::zip(&[("README.md", "# Home\n"), ("SUMMARY.md", &summary)]);
            let body = json!({ "url": test.upload("a.zip", &archive), "source": "zip" });
            let report = test.admin().post(&format!("{}/content/import", world.spaces[0]), &body).ok();
            let warning = report["warnings"][0]["message"].as_str().unwrap();
            assert!(warning.starts_with("197 operations"), "{report}");
            let above = if title.is_empty() { "/t0" } else { "/all" };
            let last = if title.is_empty() { "/t96" } else { "/all/t96" };
            for path in [above, &format!("{above}.md")] {
                let page = world.read(path);
                assert!(page.contains("197 operations") && page.contains("5000 pages"), "{page}");
            }
            let page = world.read(last);
            assert!(page.contains("operations of the OpenAPI specification are left out here"), "{page}");
            assert!(world.read("/llms-full.txt").contains("197 operations"));
        }
    });
}

#[test]
fn odd_names_keep_their_pages_or_are_counted() {
    on_each_database(|test| {
        let long = "a".repeat(100_000);
        let document = json!({
            "openapi": "3.1.0", "info": { "title": "Odd", "version": "1" },
            "tags": [{ "name": "{% if x %}", "description": "Zebrafinch" }],
            "paths": {
                "/odd": { "get": { "operationId": "odd", "tags": ["{% if x %}"], "responses": {} } },
                format!("/{long}"): { "get": { "operationId": long, "tags": ["long"], "responses": {} } },
                "/short": { "get": { "operationId": "short", "tags": ["long"], "responses": {} } },
            },
        });
        publish(test, "odd", &document.to_string());
        let shown = test.admin().get(&format!("{}/openapi/odd", test.org())).ok();
        let told = shown["lastProcessedErrors"].to_string();
        assert!(told.contains("1 operation of the OpenAPI specification is on no page"), "{told}");
        let summary = format!("# Table of contents\n\n* [Home](README.md)\n{}", bullet("", "odd"));
        let world = World::new(test, &[("README.md", "# Home\n"), ("SUMMARY.md", &summary)]);
        let page = world.read("/if-x");
        assert!(page.contains("Zebrafinch") && page.contains("/odd") && page.contains("{ % if x %}"), "{page}");
        let page = world.read("/long");
        assert!(
            page.contains("/short") && page.contains("1 operation of the OpenAPI specification is left out"),
            "{page}"
        );
    });
}
