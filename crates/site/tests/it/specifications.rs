//! Specifications of the organization on pages: operations, schemas and webhooks in every form that readers get.

use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::world::{World, text};

pub(crate) const PETS: &str = r##"
openapi: 3.1.0
info: {title: Pet shop, version: '1', description: "All about **pets**."}
servers: [{url: 'https://pets.example/v1'}]
tags:
  - {name: pets, description: 'What [barks](https://barks.example).', x-page-icon: paw}
paths:
  /pets/{id}:
    get:
      operationId: readPet
      summary: Read a pet
      description: Finds the zebrafinch.
      tags: [pets]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {200: {description: The pet, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
webhooks:
  sold: {post: {summary: A pet is sold, tags: [pets], responses: {200: {description: Fine}}}}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string, description: What it listens to}}}
"##;

const PAGE: &str = "# Pets\n\n\
    {% openapi-operation spec=\"pets\" path=\"/pets/{id}\" method=\"get\" %}\n[OpenAPI pets](https://x.example)\n{% endopenapi-operation %}\n\n\
    {% openapi-webhook spec=\"pets\" name=\"sold\" method=\"post\" %}\n[OpenAPI pets](https://x.example)\n{% endopenapi-webhook %}\n\n\
    {% tabs %}\n{% tab title=\"Model\" %}\n{% openapi-schemas spec=\"pets\" schemas=\"Pet\" grouped=\"false\" %}\n[OpenAPI pets](https://x.example)\n{% endopenapi-schemas %}\n{% endtab %}\n{% endtabs %}\n";

/// Sets the source of a specification and has it read.
pub(crate) fn publish(test: &TestApp, slug: &str, document: &str) {
    let body = json!({ "source": { "text": document } });
    let answer = test.admin().put(&format!("{}/openapi/{slug}", test.org()), &body);
    assert!(answer.status.is_success());
    assert_eq!(test.process_openapi_specs(), 1);
}

pub(crate) fn found(world: &World<'_>, query: &str) -> Vec<String> {
    world.test.app.catch_up_search().unwrap();
    let answer = world.get_with(&format!("/~search?q={query}"), &[("accept", "application/json")]);
    let found: Value = serde_json::from_slice(&answer.body).unwrap();
    found["items"].as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn blocks_show_the_latest_version() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = World::new(test, &[("README.md", PAGE)]);
        let page = world.read("/");
        for shown in ["Read a pet", "https://pets.example/v1", "zebrafinch", "A pet is sold", "What it listens to"] {
            assert!(page.contains(shown), "{shown} is not in {page}");
        }
        let markdown = world.read("/pets.md");
        for shown in [
            "## Read a pet",
            "`GET` `https://pets.example/v1/pets/{id}`",
            "```json",
            "\"zebrafinch",
            "## A pet is sold",
            "## Pet",
        ] {
            assert!(markdown.contains(shown.trim_matches('"')), "{shown} is not in {markdown}");
        }
        assert!(!markdown.contains("{% openapi-"), "{markdown}");
        assert!(world.read("/llms-full.txt").contains("## Read a pet"));
        assert_eq!(found(&world, "zebrafinch"), ["/"]);
        assert_eq!(found(&world, "listens"), ["/"]);
    });
}

#[test]
fn a_new_version_is_shown_without_an_edit() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = World::new(
            test,
            &[
                ("README.md", PAGE),
                ("other.md", "# Other\n\nNothing.\n"),
                ("SUMMARY.md", "# S\n\n* [Pets](README.md)\n* [Other](other.md)\n"),
            ],
        );
        let space = &world.spaces[0];
        let revision = || test.admin().get(&format!("{space}/content")).ok()["id"].clone();
        let (before, tag) = (revision(), world.get("/").header("etag").to_owned());
        let other = world.get("/other").header("etag").to_owned();
        assert_eq!(found(&world, "goldfinch"), Vec::<String>::new());
        publish(test, "pets", &PETS.replace("zebrafinch", "goldfinch"));
        for path in ["/", "/pets.md", "/llms-full.txt"] {
            let page = world.read(path);
            assert!(page.contains("goldfinch") && !page.contains("zebrafinch"), "{path}: {page}");
        }
        assert_eq!((found(&world, "goldfinch"), found(&world, "zebrafinch")), (vec!["/".to_owned()], Vec::new()));
        assert_ne!(world.get("/").header("etag"), tag);
        assert_eq!(world.get("/other").header("etag"), other);
        assert_eq!(revision(), before);
        // A version that can't be used changes nothing.
        publish(test, "pets", "openapi: 9");
        assert!(world.read("/").contains("goldfinch"));
    });
}

#[test]
fn what_is_not_there_is_said_plainly() {
    on_each_database(|test| {
        let world = World::new(test, &[("README.md", PAGE)]);
        let said = "The API specification pets is not available.";
        assert_eq!(world.read("/").matches(said).count(), 3, "{}", world.read("/"));
        assert!(world.read("/pets.md").contains("The OpenAPI specification `pets` is not available."));
        publish(test, "pets", "openapi: 3.1.0\npaths: {}\n");
        let page = world.read("/");
        for said in ["GET /pets/{id} is not in", "POST sold is not in", "Pet is not in the API specification pets."] {
            assert!(page.contains(said), "{said}: {page}");
        }
        publish(test, "pets", PETS);
        assert_eq!((world.read("/").contains("zebrafinch"), found(&world, "zebrafinch").len()), (true, 1));
        test.admin().delete(&format!("{}/openapi/pets", test.org())).expect(204);
        assert!(world.read("/").contains(said));
        assert_eq!(found(&world, "zebrafinch"), Vec::<String>::new());
    });
}

#[test]
fn private_specifications_are_read_on_pages_alone() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = World::new(test, &[("README.md", PAGE)]);
        assert!(world.read("/").contains("zebrafinch"));
        test.caller(None).get(&format!("{}/openapi/pets/document", test.org())).refused(404);
    });
}

#[test]
fn previews_show_specifications() {
    on_each_database(|test| {
        publish(test, "pets", PETS);
        let world = World::new(test, &[("README.md", "# Pets\n")]);
        let requests = format!("{}/change-requests", world.spaces[0]);
        let made = test.admin().post(&requests, &json!({ "subject": "x" })).created();
        test.import(&format!("{requests}/{}", made["id"].as_str().unwrap()), &Files::of(&[("README.md", PAGE)]));
        let bearer = format!("Bearer {}", quire_testkit::ADMIN);
        let path = format!("/~/changes/{}/", made["number"]);
        let preview = || text(&world.get_with(&path, &[("authorization", &bearer)]));
        assert!(preview().contains("zebrafinch"));
        assert!(!world.read("/").contains("zebrafinch"));
        publish(test, "pets", &PETS.replace("zebrafinch", "goldfinch"));
        assert!(preview().contains("goldfinch"));
    });
}

#[test]
fn texts_of_strangers_reach_nothing() {
    on_each_database(|test| {
        publish(test, "secret", &PETS.replace("zebrafinch", "hiddenword"));
        let description = "{% openapi-operation spec=\\\"secret\\\" path=\\\"/pets/{id}\\\" method=\\\"get\\\" %}\\nx\\n{% endopenapi-operation %}\\n\\n<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) <code class=\\\"expression\\\">space.vars.token</code>\\n\\n{% include \\\".gitbook/includes/a.md\\\" %}";
        let hostile = PETS.replace("Finds the zebrafinch.", &format!("\"{description}\""));
        publish(test, "pets", &hostile);
        let world = World::new(
            test,
            &[
                ("README.md", PAGE),
                (".gitbook/includes/a.md", "Included text.\n"),
                (".gitbook/vars.yaml", "token: opensesame\n"),
            ],
        );
        let page = world.read("/");
        for leaked in ["hiddenword", "<script>alert", "onerror=\"", "href=\"javascript:", "Included text", "opensesame"]
        {
            assert!(!page.contains(leaked), "{leaked}: {page}");
        }
    });
}
