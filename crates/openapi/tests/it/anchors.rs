//! References by anchors and identifiers of JSON Schema become pointers, or are named as problems.

use quire_openapi::{Limits, bundle, check};
use serde_json::{Value, json};
use url::Url;

use super::value;

fn bundled(text: &str, base: Option<&str>) -> Result<Value, String> {
    let base = base.map(|base| Url::parse(base).unwrap());
    let other = |url: &Url| {
        match url.path() {
        "/other.json" => Ok(br##"{"$defs": {"A": {"$anchor": "a", "properties": {"b": {"$ref": "#b"}}}, "B": {"$anchor": "b", "type": "null"}}}"##.to_vec()),
        path => Err(format!("asked for {url} {path}")),
    }
    };
    let mut load = |url: &Url, _: usize| Ok(bundle::Loaded { address: url.clone(), bytes: other(url)? });
    let found: Result<_, bundle::Error<String>> =
        bundle(value(text), text.len(), base.as_ref(), &Limits::default(), &mut load);
    found.map_err(|error| error.to_string())
}

const ANCHORED: &str = r##"
openapi: 3.1.0
info: { title: A, version: "1" }
paths: {}
components:
  schemas:
    Pet: { $anchor: pet, properties: { friend: { $ref: "#pet" }, tail: { $ref: "#tail" }, shop: { $ref: shop.json }, town: { $ref: "https://pets.example/shop.json#town" } } }
    Tail: { $dynamicAnchor: tail, type: string }
    Shop:
      $id: https://pets.example/shop.json
      properties: { self: { $ref: "#" }, town: { $ref: "#/$defs/Town" }, by: { $ref: "#town" }, road: { $ref: road.json } }
      $defs: { Town: { $anchor: town, type: string }, Road: { $id: road.json, items: { $ref: "shop.json#/$defs/Town" } } }
"##;

#[test]
fn anchors_and_identifiers_become_pointers() {
    let document = bundled(ANCHORED, Some("https://pets.example/openapi.yaml")).unwrap();
    let reference = |pointer: &str| document.pointer(pointer).and_then(|it| it["$ref"].as_str()).map(str::to_owned);
    let shop = "#/components/schemas/Shop";
    for (at, expected) in [
        ("/components/schemas/Pet/properties/friend", "#/components/schemas/Pet".to_owned()),
        ("/components/schemas/Pet/properties/tail", "#/components/schemas/Tail".to_owned()),
        ("/components/schemas/Pet/properties/shop", shop.to_owned()),
        ("/components/schemas/Pet/properties/town", format!("{shop}/$defs/Town")),
        ("/components/schemas/Shop/properties/self", shop.to_owned()),
        ("/components/schemas/Shop/properties/town", format!("{shop}/$defs/Town")),
        ("/components/schemas/Shop/properties/by", format!("{shop}/$defs/Town")),
        ("/components/schemas/Shop/properties/road", format!("{shop}/$defs/Road")),
        ("/components/schemas/Shop/$defs/Road/items", format!("{shop}/$defs/Town")),
    ] {
        assert_eq!(reference(at), Some(expected), "{at}");
    }
    assert_eq!(check(&document).issues, [], "every reference leads somewhere");
}

#[test]
fn anchors_of_other_documents_are_found() {
    let text =
        "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\ncomponents: {schemas: {A: {$ref: 'other.json#a'}}}";
    let document = bundled(text, Some("https://pets.example/openapi.yaml")).unwrap();
    let at = document["components"]["schemas"]["A"]["$ref"].as_str().unwrap().trim_start_matches('#').to_owned();
    let b = document.pointer(&at).unwrap()["properties"]["b"]["$ref"].as_str().unwrap().trim_start_matches('#');
    assert_eq!(document.pointer(b).unwrap()["type"], "null");
    let refused = bundled(&text.replace("#a", "#none"), Some("https://pets.example/openapi.yaml")).unwrap_err();
    assert!(
        refused.contains("/components/schemas/A/$ref") && refused.contains("neither a JSON pointer nor an anchor"),
        "{refused}"
    );
}

#[test]
fn what_leads_nowhere_is_named_with_its_place() {
    let text = r##"{openapi: 3.1.0, info: {title: A, version: "1"}, paths: {}, components: {schemas: {
        A: {properties: {b: {$ref: "#none"}}}, C: {$dynamicRef: "#c"}, D: {$id: "https://a.example/d", $ref: "#/nothing"}}}}"##;
    let document = bundled(text, None).unwrap();
    let told: Vec<String> = check(&document).issues.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "/components/schemas/A/properties/b/$ref: #none leads to nothing",
            "/components/schemas/C/$dynamicRef: $dynamicRef is not followed: readers get nothing of what it leads to",
            "/components/schemas/D/$ref: #/components/schemas/D/nothing leads to nothing",
        ]
    );
    // An address beside an identifier is meant as the identifier says.
    let other = text.replace("#/nothing", "other.xml");
    assert_eq!(
        bundled(&other, None).unwrap_err(),
        "/components/schemas/D/$ref: https://a.example/other.xml: asked for https://a.example/other.xml /other.xml"
    );
}

#[test]
fn older_versions_have_no_anchors() {
    let text = r##"{openapi: 3.0.3, info: {title: A, version: "1"}, paths: {}, components: {schemas: {A: {$anchor: a, properties: {b: {$ref: "#a"}}}}}}"##;
    let document = bundled(text, None).unwrap();
    assert_eq!(document["components"]["schemas"]["A"]["properties"]["b"], json!({ "$ref": "#a" }));
    assert_eq!(check(&document).total, 1);
}
