use proptest::prelude::*;
use quire_content::expression::{Condition, Root};
use serde_json::{Value, json};

use super::*;

fn read(properties: &Value) -> Result<AdaptiveSchema, String> {
    AdaptiveSchema::try_from(json!({ "type": "object", "properties": properties })).map_err(|e| e.to_string())
}

fn accepted(schema: &AdaptiveSchema, claims: Value) -> Value {
    let Value::Object(claims) = claims else { panic!("claims are an object") };
    Value::Object(schema.accept(&claims))
}

#[test]
fn a_schema_is_given_back_with_what_it_implies() {
    let schema = AdaptiveSchema::try_from(json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "beta": { "type": "boolean", "description": "In the beta" },
            "unsigned": { "type": "object", "properties": { "dark": { "type": "boolean" } } },
        },
    }));
    let implied = json!({
        "type": "object",
        "properties": {
            "beta": { "type": "boolean", "description": "In the beta" },
            "unsigned": {
                "type": "object",
                "properties": { "dark": { "type": "boolean" } },
                "additionalProperties": false,
            },
        },
        "additionalProperties": false,
    });
    assert_eq!(schema.unwrap().to_json(), implied);
}

#[test]
fn what_is_wrong_is_told_by_its_place() {
    let whole = |schema: Value| AdaptiveSchema::try_from(schema).unwrap_err().to_string();
    assert_eq!(whole(json!([])), "must be an object");
    assert_eq!(whole(json!({ "type": "object" })), "properties: must be there");
    assert_eq!(whole(json!({ "type": "array", "properties": {} })), "type: must be object");
    assert_eq!(
        whole(json!({ "type": "object", "properties": {}, "required": [] })),
        "required: this keyword can't be used here"
    );
    let draft = whole(json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }));
    assert_eq!(draft, "$schema: must be http://json-schema.org/draft-07/schema#");
    let cases = [
        (json!({ "a": true }), "properties.a: must be an object"),
        (json!({ "a": {} }), "properties.a.type: must be there"),
        (json!({ "a": { "type": "null" } }), "properties.a.type: must be boolean, number, string, array or object"),
        (json!({ "a": { "type": "boolean", "enum": [] } }), "properties.a.enum: this keyword can't be used here"),
        (json!({ "a": { "type": "string", "enum": ["x", "y", "x"] } }), "properties.a.enum[2]: is there twice"),
        (json!({ "a": { "type": "array" } }), "properties.a.items: must be there"),
        (json!({ "unsigned": { "type": "boolean" } }), "properties.unsigned.type: must be object"),
        (
            json!({ "a": { "type": "object", "properties": {}, "additionalProperties": true } }),
            "properties.a.additionalProperties: must be false",
        ),
    ];
    for (properties, message) in cases {
        assert_eq!(read(&properties).unwrap_err(), message);
    }
}

#[test]
fn bounds_hold_at_their_edges() {
    let boolean = json!({ "type": "boolean" });
    let many = |count: usize| read(&(0..count).map(|n| (format!("c{n}"), boolean.clone())).collect::<Value>());
    assert!(many(MOST_CLAIMS).is_ok() && many(MOST_CLAIMS + 1).is_err());
    let named = |length: usize| read(&json!({ "n".repeat(length): boolean }));
    assert!(named(MOST_NAME).is_ok() && named(MOST_NAME + 1).is_err() && named(0).is_err());
    let deep = |depth: usize| {
        let wrap = |inner: Value, _| json!({ "type": "array", "items": inner });
        read(&json!({ "a": (0..depth).fold(boolean.clone(), wrap) }))
    };
    assert!(deep(MOST_DEPTH).is_ok() && deep(MOST_DEPTH + 1).is_err());
    let choices = |count: usize| {
        let choices: Vec<_> = (0..count).map(|n| n.to_string()).collect();
        read(&json!({ "a": { "type": "string", "enum": choices } }))
    };
    assert!(choices(MOST_CHOICES).is_ok() && choices(MOST_CHOICES + 1).is_err() && choices(0).is_err());
}

#[test]
fn claims_that_nobody_signed_are_kept_as_declared() {
    let schema = read(&json!({
        "admin": { "type": "boolean" },
        "unsigned": { "type": "object", "properties": {
            "beta": { "type": "boolean" },
            "seats": { "type": "number" },
            "plan": { "type": "string", "enum": ["free", "pro"] },
            "company": { "type": "string" },
            "tags": { "type": "array", "items": { "type": "string" } },
            "team": { "type": "object", "properties": { "lead": { "type": "boolean" } } },
        } },
    }))
    .unwrap();
    let given = json!({
        "admin": true, "other": 1, "beta": "true", "seats": "12", "plan": "pro", "company": "Acme", "tags": "a",
        "team": { "lead": true, "size": 3 },
    });
    let kept = json!({
        "beta": true, "seats": 12, "plan": "pro", "company": "Acme", "tags": ["a"], "team": { "lead": true },
    });
    assert_eq!(accepted(&schema, given), kept);
    let wrong = json!({
        "beta": "yes", "seats": "many", "plan": "gold", "company": "x".repeat(MOST_TEXT + 1), "tags": [1], "team": true,
    });
    assert_eq!(accepted(&schema, wrong), json!({ "tags": [] }));
    assert_eq!(accepted(&AdaptiveSchema::default(), json!({ "beta": true })), json!({}));
}

#[test]
fn each_claim_suggests_conditions() {
    let schema = read(&json!({
        "beta": { "type": "boolean", "description": "The visitor is in the beta" },
        "plan": { "type": "string", "enum": ["free", "p\"ro"] },
        "roles": { "type": "array", "items": { "type": "string", "enum": ["editor"] } },
        "team": { "type": "object", "properties": { "the-lead": { "type": "boolean" } } },
        "unsigned": { "type": "object", "properties": { "seats": { "type": "number" } } },
    }));
    let found = schema.unwrap().template_conditions();
    let found: Vec<_> = found.iter().map(|it| (it.description.as_str(), it.condition.as_str())).collect();
    let expected = [
        ("The visitor is in the beta", "visitor.claims.beta === true"),
        ("plan is free", "visitor.claims.plan === \"free\""),
        ("plan is p\"ro", "visitor.claims.plan === \"p\\\"ro\""),
        ("roles has editor", "visitor.claims.roles.includes(\"editor\")"),
        ("team.the-lead is true", "visitor.claims.team[\"the-lead\"] === true"),
        ("unsigned.seats is known", "visitor.claims.unsigned.seats !== undefined"),
    ];
    assert_eq!(found, expected);
}

fn claims() -> impl Strategy<Value = Value> {
    let described = (prop_oneof![Just("boolean"), Just("number"), Just("string")], ".{0,9}")
        .prop_map(|(kind, text)| json!({ "type": kind, "description": text.replace('\0', "") }));
    let choice = prop::collection::btree_set("[^\0]{0,6}", 1..4)
        .prop_map(|choices| json!({ "type": "string", "enum": choices }));
    let leaf = prop_oneof![described, choice];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let object = prop::collection::btree_map("[^\\p{Cc}]{1,6}", inner.clone(), 0..4)
            .prop_map(|properties| json!({ "type": "object", "properties": properties }));
        prop_oneof![inner.prop_map(|items| json!({ "type": "array", "items": items })), object]
    })
}

proptest! {
    #[test]
    fn schemas_are_read_as_they_were_written_and_suggest_conditions(
        properties in prop::collection::btree_map("[^\\p{Cc}]{1,6}", claims(), 0..6),
    ) {
        let schema = read(&json!(properties)).unwrap();
        prop_assert_eq!(&AdaptiveSchema::from_stored(&schema.to_json().to_string()), &Some(schema.clone()));
        for suggested in schema.template_conditions() {
            let parsed = Condition::parse(&suggested.condition, &Root::OF_SITES);
            prop_assert!(parsed.is_ok(), "{}", suggested.condition);
        }
    }

    #[test]
    fn what_is_accepted_is_accepted_again(properties in prop::collection::btree_map("[a-c]", claims(), 0..3),
        given in prop::collection::btree_map("[a-c]", "true|1|x", 0..3)) {
        let schema = read(&json!({ "unsigned": { "type": "object", "properties": properties } })).unwrap();
        let once = accepted(&schema, json!(given));
        prop_assert_eq!(accepted(&schema, once.clone()), once);
    }
}
