//! Descriptions of interfaces on pages: files in JSON and in YAML.

use std::fmt::Write as _;

use quire_testkit::{TestApp, on_each_database};
use serde_json::json;

use crate::world::World;

const OPERATION: &str =
    "{% openapi src=\"api.FORM\" path=\"/ships/{id}\" method=\"get\" %}\n[api.FORM](api.FORM)\n{% endopenapi %}\n";

const YAML: &str = "\
openapi: 3.1.0
info: {title: Harbour, version: 1.10}
x-text: &text
  text/plain: {schema: {type: string, example: 2026-11-21}}
paths:
  /ships/{id}:
    get:
      summary: Read a ship
      deprecated: true
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, maximum: 99}}
      responses:
        200: {description: The ship that was asked for, content: *text}
        404: {description: No such ship, content: *text}
";

fn page(form: &str) -> String {
    format!("# Ships\n\n{}", OPERATION.replace("FORM", form))
}

/// The text of an operation as a site shows it.
fn shown(test: &TestApp, form: &str, file: &str) -> String {
    let (name, page) = (format!("api.{form}"), page(form));
    World::new(test, &[("README.md", &page), (&name, file)]).read("/")
}

#[test]
fn yaml_is_drawn_as_json_is() {
    on_each_database(|test| {
        let content = json!({ "text/plain": { "schema": { "type": "string", "example": "2026-11-21" } } });
        let json = json!({
            "openapi": "3.1.0",
            "paths": { "/ships/{id}": { "get": {
                "summary": "Read a ship",
                "responses": {
                    "200": { "description": "The ship that was asked for", "content": content },
                    "404": { "description": "No such ship", "content": content },
                },
            } } },
        });
        let json = json.to_string();
        for (form, file) in [("yaml", YAML), ("yml", YAML), ("json", json.as_str())] {
            let page = shown(test, form, file);
            for text in ["Read a ship", "The ship that was asked for", "No such ship", "2026-11-21", "404"] {
                assert!(page.contains(text), "{text} in {form}");
            }
        }
    });
}

#[test]
fn what_a_file_marks_as_internal_is_not_drawn() {
    on_each_database(|test| {
        let marked = YAML
            .replace("404: {description: No such ship,", "404: {description: No such ship, x-internal: true,")
            .replace("- {name: id,", "- {name: secret, in: query, x-internal: true, schema: {}}\n        - {name: id,");
        let page = shown(test, "yaml", &marked);
        assert!(page.contains("The ship that was asked for") && !page.contains("No such ship"), "{page}");
        assert!(!page.contains("secret"), "{page}");
        let hidden =
            shown(test, "yaml", &YAML.replace("summary: Read a ship", "summary: Read a ship\n      x-internal: true"));
        assert!(!hidden.contains("The ship that was asked for"), "{hidden}");
    });
}

#[test]
fn a_page_connects_to_an_api_where_the_site_lets_readers_try_it() {
    on_each_database(|test| {
        let yaml = YAML.replace("x-text", "servers: [{url: 'https://api.example.com/v1'}]\nx-text");
        let files = [("README.md", &*page("yaml")), ("other.md", "# Other\n"), ("api.yaml", &*yaml)];
        let world = World::new(test, &files);
        let policy = |path: &str| world.get(path).header("content-security-policy").to_owned();
        let has_form = || world.read("/").contains("q-try");
        assert!(policy("/").contains("connect-src 'self';") && !has_form());
        let settings = json!({ "tryIt": { "enabled": true } });
        let shown = test.admin().put(&format!("{}/customization", world.site), &settings).ok();
        assert_eq!(shown["tryIt"], settings["tryIt"]);
        assert!(policy("/").contains("connect-src 'self' https://api.example.com;") && has_form());
        assert!(policy("/other").contains("connect-src 'self';"), "only where the API is");
        test.admin().put(&format!("{}/customization", world.site), &json!({ "tryIt": { "enabled": false } })).ok();
        assert!(policy("/").contains("connect-src 'self';") && !has_form());
    });
}

#[test]
fn hostile_files_are_drawn_as_absent() {
    on_each_database(|test| {
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for n in 1..12 {
            let row = vec![format!("*a{}", n - 1); 10].join(", ");
            writeln!(laughs, "a{n}: &a{n} [{row}]").unwrap();
        }
        let nested = "[".repeat(100_000);
        for file in [&laughs, &nested, "a: &a [*a]\n", "!!python/object/apply:os.system [ls]\n", "just text", ""] {
            let page = shown(test, "yaml", file);
            assert!(page.contains("Ships") && !page.contains("Read a ship"));
        }
    });
}

#[test]
fn a_large_interface_is_drawn() {
    on_each_database(|test| {
        let mut yaml = YAML.to_owned();
        for n in 0..300 {
            write!(
                yaml,
                "  /things{n}/{{id}}:\n    post:\n      summary: Make thing {n}\n      description: |\n        It is made.\n\n        \
                 Twice.\n      requestBody:\n        content:\n          application/json:\n            schema:\n              \
                 type: object\n              properties:\n                name: {{type: string}}\n                size: {{type: \
                 integer, minimum: {n}}}\n      responses:\n        '201': {{description: Made {n}, content: *text}}\n"
            )
            .unwrap();
        }
        let of = |n: usize| {
            format!(
                "{{% openapi src=\"api.yaml\" path=\"/things{n}/{{id}}\" method=\"post\" %}}\nx\n{{% endopenapi %}}\n\n"
            )
        };
        let page = format!("# Things\n\n{}{}{}", of(0), of(150), of(299));
        let world = World::new(test, &[("README.md", &page), ("api.yaml", &yaml)]);
        let drawn = world.read("/");
        for n in [0, 150, 299] {
            assert!(drawn.contains(&format!("Make thing {n}")) && drawn.contains(&format!("Made {n}")), "{n}");
        }
    });
}
