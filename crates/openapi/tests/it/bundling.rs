//! Bundles out of documents that stand in memory.

use std::collections::BTreeMap;

use quire_openapi::bundle::{Error, Loaded};
use quire_openapi::{Limits, bundle};
use serde_json::{Value, json};
use url::Url;

use crate::value;

const BASE: &str = "https://example.org/api/main.yaml";

/// Documents by their addresses; `asked` has those that were loaded.
#[derive(Default)]
struct Web {
    documents: BTreeMap<String, String>,
    moved: BTreeMap<String, String>,
    asked: Vec<String>,
}

impl Web {
    fn of(documents: &[(&str, &str)]) -> Self {
        let documents = documents.iter().map(|(name, text)| (at(name), (*text).to_owned())).collect();
        Self { documents, ..Self::default() }
    }

    fn bundle(&mut self, root: &str) -> Result<Value, String> {
        self.bundle_within(root, Some(BASE), &Limits::default())
    }

    fn bundle_within(&mut self, root: &str, base: Option<&str>, limits: &Limits) -> Result<Value, String> {
        let base = base.map(|base| Url::parse(base).unwrap());
        let mut load = |url: &Url, most: usize| {
            self.asked.push(url.to_string());
            let address = self.moved.get(url.as_str()).map_or(url.clone(), |to| Url::parse(to).unwrap());
            let text = self.documents.get(address.as_str()).ok_or("it is not there")?;
            if text.len() > most {
                return Err("it is too large");
            }
            Ok(Loaded { address, bytes: text.clone().into_bytes() })
        };
        bundle(value(root), root.len(), base.as_ref(), limits, &mut load).map_err(|error: Error<_>| error.to_string())
    }
}

fn at(name: &str) -> String {
    Url::parse(BASE).unwrap().join(name).unwrap().into()
}

#[test]
fn references_to_other_documents_become_shared_objects() {
    let mut web = Web::of(&[
        ("models/pet.yaml", "properties: {owner: {$ref: 'people.json#/Owner'}, self: {$ref: '#'}}"),
        (
            "models/people.json",
            r##"{"Owner": {"properties": {"pets": {"items": {"$ref": "pet.yaml"}}, "boss": {"$ref": "#/Owner"}}}}"##,
        ),
        (
            "parts.yaml",
            "limit: {name: limit, in: query, schema: {$ref: 'models/pet.yaml'}}\nitem: {get: {parameters: [{$ref: '#/limit'}]}}",
        ),
    ]);
    let root = "openapi: 3.1.0
paths:
  /pets: {$ref: 'parts.yaml#/item'}
  /own:
    get:
      parameters: [{$ref: 'parts.yaml#/limit'}]
      responses: {200: {content: {application/json: {schema: {$ref: './models/pet.yaml'}}}}}
      x-data: {$ref: 'data.yaml'}
components: {schemas: {pet: {$ref: '#/components/schemas/Own'}, Own: {example: {$ref: 'data.yaml'}}}}
";
    let bundled = web.bundle(root).unwrap();
    assert_eq!(bundled["paths"]["/pets"], json!({ "$ref": "#/components/pathItems/item" }));
    assert_eq!(bundled["paths"]["/own"]["get"]["parameters"], json!([{ "$ref": "#/components/parameters/limit" }]));
    let schema = &bundled["paths"]["/own"]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
    assert_ne!(name, "pet", "the document's own schema keeps its name");
    let pet = &bundled["components"]["schemas"][name];
    assert_eq!(pet["properties"]["self"], *schema, "a cycle stays a reference");
    assert_eq!(pet["properties"]["owner"], json!({ "$ref": "#/components/schemas/Owner" }));
    let owner = &bundled["components"]["schemas"]["Owner"];
    assert_eq!(owner["properties"]["boss"], json!({ "$ref": "#/components/schemas/Owner" }));
    assert_eq!(owner["properties"]["pets"]["items"], *schema);
    assert_eq!(bundled["components"]["schemas"]["pet"], json!({ "$ref": "#/components/schemas/Own" }));
    assert_eq!(bundled["paths"]["/own"]["get"]["x-data"], json!({ "$ref": "data.yaml" }), "data stays as it is");
    assert_eq!(web.asked.len(), 3, "each document is loaded once: {:?}", web.asked);
    assert!(quire_openapi::check(&bundled).issues.iter().all(|issue| !issue.message.contains("leads to nothing")));
}

#[test]
fn maps_may_be_other_documents() {
    let mut web = Web::of(&[("paths.yaml", "/a: {get: {responses: {200: {$ref: '#/ok'}}}}\nok: {description: fine}")]);
    let bundled = web.bundle("openapi: 3.0.0\npaths: {$ref: paths.yaml}").unwrap();
    let response = &bundled["paths"]["/a"]["get"]["responses"]["200"];
    assert_eq!(*response, json!({ "$ref": "#/components/responses/ok" }));
    let mut circle = Web::of(&[("paths.yaml", "$ref: paths.yaml")]);
    let message = circle.bundle("openapi: 3.0.0\npaths: {$ref: paths.yaml}").unwrap_err();
    assert_eq!(message, "/paths: paths.yaml: references lead through more than 16 documents");
}

#[test]
fn the_base_is_the_final_address_and_the_document_knows_its_own() {
    let mut web = Web::of(&[("v2/a.yaml", "$ref: 'b.yaml'"), ("v2/b.yaml", "type: string")]);
    web.moved.insert(at("a.yaml"), at("v2/a.yaml"));
    let own = format!("{BASE}#/components/schemas/A");
    let root =
        format!("openapi: 3.0.0\npaths: {{}}\ncomponents: {{schemas: {{A: {{$ref: a.yaml}}, B: {{$ref: '{own}'}}}}}}");
    let schemas = web.bundle(&root).unwrap()["components"]["schemas"].clone();
    let expected = json!({ "A": { "$ref": "#/components/schemas/a" }, "B": { "$ref": "#/components/schemas/A" }, "a": { "$ref": "#/components/schemas/b" }, "b": { "type": "string" } });
    assert_eq!(schemas, expected);
}

#[test]
fn discriminators_follow() {
    let mut web = Web::of(&[("cat.yaml", "type: object")]);
    let root = "openapi: 3.0.0\npaths: {}\ncomponents: {schemas: {A: {discriminator: {propertyName: k, mapping: {cat: './cat.yaml', own: A}}}}}";
    let bundled = web.bundle(root).unwrap();
    let mapping = &bundled["components"]["schemas"]["A"]["discriminator"]["mapping"];
    assert_eq!(*mapping, json!({ "cat": "#/components/schemas/cat", "own": "A" }));
}

#[test]
fn swagger_has_other_places() {
    let mut web = Web::of(&[("x.json", r#"{"A": {"type": "string"}, "p": {"name": "p", "in": "query"}}"#)]);
    let root = "swagger: '2.0'\npaths: {/a: {get: {parameters: [{$ref: 'x.json#/p'}], responses: {200: {schema: {$ref: 'x.json#/A'}}}}}}";
    let bundled = web.bundle(root).unwrap();
    assert_eq!(bundled["definitions"], json!({ "A": { "type": "string" } }));
    assert_eq!(bundled["parameters"], json!({ "p": { "name": "p", "in": "query" } }));
}

#[test]
fn what_may_not_or_cannot_be_loaded_is_refused() {
    let schema = |reference: &str| format!("openapi: 3.0.0\ncomponents: {{schemas: {{A: {{$ref: '{reference}'}}}}}}");
    let at_a = "/components/schemas/A/$ref: ";
    let cases = [
        ("file:///etc/passwd", "file:///etc/passwd: references must lead to https:// or http://"),
        ("data:text/plain,x", "data:text/plain,x: references must lead to https:// or http://"),
        ("gone.yaml", "https://example.org/api/gone.yaml: it is not there"),
        ("bad.yaml", "https://example.org/api/bad.yaml: line 2: the key a stands twice in one mapping"),
        ("good.yaml#/x/y", "good.yaml#/x/y: there is nothing"),
        ("good.yaml#name", "good.yaml#name: its fragment is neither a JSON pointer nor an anchor there"),
    ];
    for (reference, message) in cases {
        let mut web = Web::of(&[("bad.yaml", "a: 1\na: 2"), ("good.yaml", "x: 1")]);
        assert_eq!(web.bundle(&schema(reference)).unwrap_err(), format!("{at_a}{message}"));
    }
    let alone = Web::default().bundle_within(&schema("a.yaml"), None, &Limits::default()).unwrap_err();
    let relative = "a.yaml: is relative, but the document was sent as a text and has no address";
    assert_eq!(alone, format!("{at_a}{relative}"));
    let absolute =
        Web::of(&[("a.yaml", "type: string")]).bundle_within(&schema(&at("a.yaml")), None, &Limits::default());
    assert!(absolute.is_ok());
}

#[test]
fn bundles_are_bounded() {
    let root = "openapi: 3.0.0\ncomponents: {schemas: {A: {$ref: 'd0.yaml'}}}";
    let chain: Vec<_> =
        (0..30).map(|n| (format!("d{n}.yaml"), format!("properties: {{a: {{$ref: 'd{}.yaml'}}}}", n + 1))).collect();
    let chain: Vec<_> = chain.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let within = |limits: Limits| Web::of(&chain).bundle_within(root, Some(BASE), &limits).unwrap_err();
    assert!(within(Limits::default()).ends_with("references lead through more than 16 documents"));
    assert!(within(Limits { documents: 5, ..Limits::default() }).ends_with("references lead to more than 5 documents"));
    assert!(within(Limits { bytes: 200, ..Limits::default() }).ends_with("it is too large"));
    assert!(within(Limits { copied_bytes: 30, ..Limits::default() }).ends_with("the documents together are too large"));
    // Each pointer into one document copies what is below it.
    let nested = format!("{}x: 1{}", "a: {".repeat(100), "}".repeat(100));
    let references: String = (0..100).map(|n| format!(" S{n}: {{$ref: 'n.yaml#{}'}}\n", "/a".repeat(n))).collect();
    let root = format!("openapi: 3.0.0\ncomponents:\n schemas:\n{}", references.replace(" S", "  S"));
    let limits = Limits { nodes: 4000, ..Limits::default() };
    let message = Web::of(&[("n.yaml", &nested)]).bundle_within(&root, Some(BASE), &limits).unwrap_err();
    assert!(message.ends_with("the documents together are too large"), "{message}");
}
