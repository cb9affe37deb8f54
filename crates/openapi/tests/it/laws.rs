//! Laws over random input.

use proptest::prelude::*;
use quire_openapi::bundle::{Error, Loaded};
use quire_openapi::{Limits, bundle, changes, check, contents, locate, read};
use serde_json::{Value, json};
use url::Url;

/// Keys that mean something, so that random trees look like documents.
const WORDS: [&str; 24] = [
    "openapi",
    "swagger",
    "info",
    "paths",
    "/a",
    "get",
    "post",
    "parameters",
    "responses",
    "200",
    "content",
    "application/json",
    "schema",
    "properties",
    "items",
    "allOf",
    "$ref",
    "components",
    "schemas",
    "definitions",
    "discriminator",
    "mapping",
    "webhooks",
    "operationId",
];

const TEXTS: [&str; 13] = [
    "3.0.0",
    "3.1.0",
    "2.0",
    "object",
    "#",
    "#/paths",
    "#/components/schemas/200",
    "other.yaml",
    "other.yaml#/a/b",
    "file:///x",
    "https://example.org/x#/components",
    "x",
    "#/paths/~1a",
];

fn tree() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        prop::sample::select(&TEXTS[..]).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
        any::<i32>().prop_map(Value::from),
    ];
    leaf.prop_recursive(8, 120, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(&WORDS[..]), inner), 0..6)
                .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
        ]
    })
}

fn document() -> impl Strategy<Value = Value> {
    (tree(), tree(), tree(), prop::sample::select(&["3.0.0", "3.1.0", "3.2.0"][..])).prop_map(
        |(paths, schemas, responses, version)| {
            let components = json!({ "schemas": schemas, "responses": responses });
            json!({ "openapi": version, "paths": paths, "components": components })
        },
    )
}

fn bundled(root: &Value, other: &Value) -> Result<Value, Error<()>> {
    let base = Url::parse("https://example.org/main.yaml").unwrap();
    let mut load = |url: &Url, _: usize| Ok(Loaded { address: url.clone(), bytes: other.to_string().into_bytes() });
    bundle(root.clone(), 0, Some(&base), &Limits { nodes: 20_000, ..Limits::default() }, &mut load)
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[-a:, \\n'\"\\[\\]{}#&*!|>?%@<.0é]{0,60}") {
        let _ = read(text.as_bytes(), &Limits::default());
    }

    #[test]
    fn any_tree_is_checked_and_listed(tree in tree()) {
        let mut report = check(&tree);
        locate(&tree.to_string(), &mut report.issues);
        let _ = contents(&tree);
    }

    /// Documents that are the same have no changes; comparing any two ends, and what is found has a place in one of them.
    #[test]
    fn any_two_documents_are_compared(before in document(), after in document()) {
        prop_assert_eq!(changes(&before, &before.clone()).total(), 0);
        for change in changes(&before, &after).items {
            prop_assert!(before.pointer(&change.pointer).or(after.pointer(&change.pointer)).is_some(), "{:?}", change);
        }
    }

    /// A value that is written as JSON is read as YAML to the same value, in the same order.
    #[test]
    fn json_is_yaml(tree in tree()) {
        let yaml = format!("# a comment makes it YAML\n{tree}\n");
        let (read, _) = read(yaml.as_bytes(), &Limits::default()).unwrap();
        prop_assert_eq!(read.to_string(), tree.to_string());
    }

    /// The problems of a document are found in its text.
    #[test]
    fn problems_have_lines(document in document()) {
        let text = serde_json::to_string_pretty(&document).unwrap();
        let mut report = check(&document);
        locate(&text, &mut report.issues);
        for issue in &report.issues {
            let exists = document.pointer(&issue.pointer).is_some();
            prop_assert_eq!(issue.line.is_some(), exists, "{}", issue);
        }
    }

    /// A bundle needs no other document: bundling it again loads nothing and changes nothing.
    #[test]
    fn bundles_are_whole(root in document(), other in tree()) {
        if let Ok(bundle_of) = bundled(&root, &other) {
            let mut load = |url: &Url, _: usize| Err(url.clone());
            let again = bundle(bundle_of.clone(), 0, None, &Limits::default(), &mut load);
            prop_assert_eq!(again.map_err(|error| error.to_string()), Ok(bundle_of));
        }
    }

    /// What a document has of its own keeps its name and its place.
    #[test]
    fn bundles_keep_the_order(root in document(), other in tree()) {
        if let Ok(bundle_of) = bundled(&root, &other) {
            for at in ["/paths", "/components/schemas", "/components/responses"] {
                let keys = |value: &Value| -> Vec<String> {
                    value.pointer(at).and_then(Value::as_object).map(|it| it.keys().cloned().collect()).unwrap_or_default()
                };
                let own = keys(&root);
                if !own.contains(&"$ref".to_owned()) {
                    prop_assert_eq!(&keys(&bundle_of)[..own.len()], own);
                }
            }
        }
    }
}
