//! Users and their patches, in the shapes that Entra and Okta send.

use proptest::prelude::*;
use quire_sso::scim::{Email, ErrorKind, Meta, User, patch_user};
use serde_json::{Value, json};

fn ada() -> User {
    User::from_json(&json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User", "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
        "userName": "ada@example.com", "externalId": "e-1", "displayName": "Ada", "active": true,
        "name": {"givenName": "Ada", "familyName": "Lovelace"},
        "emails": [{"type": "work", "value": "ada@example.com", "primary": true}],
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"department": "Engines"},
        "password": "secret", "nickName": "A",
    }))
    .unwrap()
}

fn patched(operations: &Value) -> User {
    patch_user(&ada(), &json!({"schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": operations}))
        .unwrap()
}

fn refused(operations: &Value) -> ErrorKind {
    patch_user(&ada(), &json!({"Operations": operations})).unwrap_err().kind
}

#[test]
fn a_user_is_read_and_written() {
    let user = ada();
    assert_eq!(
        (user.user_name.as_str(), user.email(), user.label().as_str()),
        ("ada@example.com", Some("ada@example.com"), "Ada")
    );
    let meta = Meta {
        id: "u1".to_owned(),
        created: 0,
        last_modified: 1_768_478_400,
        location: "https://docs.example.com/scim/Users/u1".to_owned(),
    };
    let json = user.to_json(&meta);
    assert_eq!(json["meta"]["lastModified"], "2026-01-15T12:00:00Z");
    assert_eq!((&json["id"], &json["schemas"]), (&json!("u1"), &json!(["urn:ietf:params:scim:schemas:core:2.0:User"])));
    assert!(json.get("password").is_none());
    assert_eq!(User::from_json(&json).unwrap(), user);
    // Names have no case, and a truth may be a text.
    let odd = User::from_json(
        &json!({"USERNAME": "x", "Active": "False", "NAME": {"GIVENNAME": "X"}, "emails": ["a@b", {"value": ""}]}),
    )
    .unwrap();
    assert_eq!((odd.active, odd.given_name.as_deref(), odd.label().as_str()), (false, Some("X"), "X"));
    assert_eq!(odd.emails, [Email { value: "a@b".to_owned(), kind: None, primary: false }]);
    assert!(User::from_json(&json!({"userName": "x"})).unwrap().active);
}

#[test]
fn values_that_a_user_cannot_have_are_refused() {
    for wrong in [
        json!({}),
        json!({"userName": ""}),
        json!({"userName": 7}),
        json!({"userName": "x".repeat(513)}),
        json!({"userName": "a\nb"}),
        json!({"userName": "x", "active": "maybe"}),
        json!({"userName": "x", "emails": "x"}),
        json!({"userName": "x", "emails": [7]}),
        json!({"userName": "x", "emails": vec!["a@b"; 21]}),
        json!({"userName": "x", "active": null}),
    ] {
        assert_eq!(User::from_json(&wrong).unwrap_err().kind, ErrorKind::InvalidValue, "{wrong}");
    }
    assert_eq!(User::from_json(&json!([])).unwrap_err().kind, ErrorKind::InvalidSyntax);
}

#[test]
fn nobody_is_active_again_because_nothing_is_said() {
    let inactive = User { active: false, ..ada() };
    let replaced = |json: Value| User::in_place_of(&inactive, &json);
    assert!(!replaced(json!({"userName": "x"})).unwrap().active);
    assert!(replaced(json!({"userName": "x", "Active": "true"})).unwrap().active);
    assert!(replaced(json!({"userName": "x", "active": null})).is_err());
    for operation in [
        json!({"op": "remove", "path": "active"}),
        json!({"op": "replace", "path": "active", "value": null}),
        json!({"op": "replace", "path": "Active"}),
        json!({"op": "add", "path": "active", "value": null}),
        json!({"op": "replace", "value": {"active": null}}),
    ] {
        let refused = patch_user(&inactive, &json!({"Operations": [operation]})).unwrap_err();
        assert_eq!(refused.kind, ErrorKind::InvalidValue, "{operation}");
    }
}

#[test]
fn every_way_to_deactivate_ends_in_an_inactive_user() {
    for operations in [
        json!([{"op": "replace", "path": "active", "value": false}]),
        json!([{"op": "Replace", "path": "active", "value": "False"}]),
        json!([{"op": "replace", "value": {"active": false}}]),
        json!([{"op": "Add", "path": "active", "value": "false"}]),
        json!([{"op": "replace", "path": "urn:ietf:params:scim:schemas:core:2.0:User:active", "value": false}]),
        json!([{"OP": "replace", "PATH": "ACTIVE", "Value": false}]),
        json!([{"op": "replace", "value": {"urn:ietf:params:scim:schemas:core:2.0:User:active": "False"}}]),
    ] {
        assert!(!patched(&operations).active, "{operations}");
    }
    assert!(patched(&json!([{"op": "replace", "path": "active", "value": false}, {"op": "replace", "path": "active", "value": "True"}])).active);
}

#[test]
fn attributes_and_their_parts_are_changed() {
    let user = patched(&json!([
        {"op": "Replace", "path": "name.givenName", "value": "Augusta"},
        {"op": "Add", "path": "name.formatted", "value": "Augusta Ada"},
        {"op": "Replace", "path": "userName", "value": "augusta@example.com"},
        {"op": "Remove", "path": "displayName"},
        {"op": "Replace", "path": "externalId", "value": null},
    ]));
    assert_eq!((user.given_name.as_deref(), user.family_name.as_deref()), (Some("Augusta"), Some("Lovelace")));
    assert_eq!(
        (user.formatted_name.as_deref(), user.display_name, user.external_id),
        (Some("Augusta Ada"), None, None)
    );
    let user = patched(&json!([{"op": "replace", "value": {
        "name.familyName": "King", "displayName": "A. King", "name": {"givenName": "A."}, "id": "other", "schemas": [],
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department": "None",
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": {"manager": {"value": "x"}},
    }}]));
    assert_eq!(
        (user.given_name.as_deref(), user.family_name.as_deref(), user.display_name.as_deref()),
        (Some("A."), Some("King"), Some("A. King"))
    );
    // Attributes without meaning here change nothing.
    let same = json!([
        {"op": "add", "path": "nickName", "value": "x"}, {"op": "add", "path": "addresses[type eq \"work\"].country", "value": "GB"},
        {"op": "remove", "path": "title"}, {"op": "replace", "path": "roles", "value": [{"value": "admin"}]},
        {"op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "x"},
        {"op": "replace", "path": "groups", "value": []},
    ]);
    assert_eq!(patched(&same), ada());
}

#[test]
fn emails_are_chosen_by_filters() {
    let emails = |operations: Value| -> Vec<(String, Option<String>, bool)> {
        patched(&operations).emails.into_iter().map(|it| (it.value, it.kind, it.primary)).collect()
    };
    let email = |value: &str, kind: &str, primary| (value.to_owned(), Some(kind.to_owned()), primary);
    let work = |value| email(value, "work", true);
    assert_eq!(
        emails(json!([{"op": "Replace", "path": "emails[type eq \"work\"].value", "value": "a@b"}])),
        [work("a@b")]
    );
    assert_eq!(
        emails(json!([{"op": "Add", "path": "emails[type eq \"home\"].value", "value": "a@b"}])),
        [work("ada@example.com"), email("a@b", "home", false)]
    );
    assert_eq!(
        emails(
            json!([{"op": "add", "path": "emails", "value": [{"type": "home", "value": "a@b", "primary": "True"}]}])
        ),
        [email("ada@example.com", "work", false), email("a@b", "home", true)]
    );
    assert_eq!(
        emails(
            json!([{"op": "add", "value": {"emails": [{"type": "home", "value": "a@b"}]}}, {"op": "replace", "path": "emails[type eq \"home\"]", "value": {"primary": true}}])
        ),
        [email("ada@example.com", "work", false), email("a@b", "home", true)]
    );
    // The same value again is one value.
    let same = json!([{"op": "add", "path": "emails", "value": {"value": "ada@example.com", "primary": true, "type": "work"}}]);
    assert_eq!(emails(same).len(), 1);
    assert_eq!(
        emails(json!([{"op": "replace", "path": "emails", "value": [{"value": "x@y"}]}])),
        [("x@y".to_owned(), None, false)]
    );
    assert_eq!(emails(json!([{"op": "remove", "path": "emails[type eq \"work\"]"}])), []);
    assert_eq!(emails(json!([{"op": "remove", "path": "emails[type eq \"none\"]"}])).len(), 1);
    assert_eq!(emails(json!([{"op": "remove", "path": "emails"}])), []);
}

#[test]
fn patches_that_are_none_are_refused() {
    use ErrorKind::{InvalidPath, InvalidSyntax, InvalidValue, NoTarget, TooMany};
    for (operations, kind) in [
        (json!({}), InvalidSyntax),
        (json!([7]), InvalidSyntax),
        (json!([{"op": "move", "path": "active"}]), InvalidSyntax),
        (json!([{"path": "active", "value": true}]), InvalidSyntax),
        (json!([{"op": "remove"}]), NoTarget),
        (json!([{"op": "replace", "value": "x"}]), InvalidValue),
        (json!([{"op": "replace", "path": "emails[type eq", "value": "x"}]), InvalidPath),
        (json!([{"op": "replace", "path": "active..x", "value": "x"}]), InvalidPath),
        (json!([{"op": "replace", "path": "userName[type eq \"x\"]", "value": "x"}]), InvalidPath),
        (json!([{"op": "replace", "path": "emails[type ne \"work\"].value", "value": "x"}]), NoTarget),
        (json!([{"op": "remove", "path": "userName"}]), InvalidValue),
        (json!([{"op": "replace", "path": "active", "value": "perhaps"}]), InvalidValue),
        (json!(vec![json!({"op": "replace", "path": "active", "value": true}); 1001]), TooMany),
        (json!([{"op": "add", "path": "phoneNumbers", "value": (0..1001).collect::<Vec<_>>()}]), TooMany),
    ] {
        assert_eq!(refused(&operations), kind, "{operations:.100}");
    }
    assert_eq!(patch_user(&ada(), &json!([])).unwrap_err().kind, InvalidSyntax);
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        prop::sample::select(vec!["", "True", "false", "x", "a@b", "work", "emails"]).prop_map(Value::from),
    ];
    let name = prop::sample::select(vec![
        "value",
        "type",
        "primary",
        "active",
        "name",
        "emails",
        "givenName",
        "userName",
        "Active",
        "x",
    ]);
    leaf.prop_recursive(3, 20, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..4)
                .prop_map(|it| Value::Object(it.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_patch_leaves_a_user_or_is_refused(operations in prop::collection::vec((
        prop::sample::select(vec!["add", "replace", "remove"]),
        prop::option::of(prop::sample::select(vec!["active", "name", "name.givenName", "emails", "emails.value", "emails[type eq \"work\"]",
            "emails[primary eq true].value", "name[a eq 1]", "userName", "userName.x", "x.y", "emails[value pr]"])),
        json_value(),
    ), 0..6)) {
        let operations: Vec<Value> = operations.into_iter().map(|(op, path, value)| json!({"op": op, "path": path, "value": value})).collect();
        if let Ok(user) = patch_user(&ada(), &json!({"Operations": operations})) {
            let meta = Meta { id: "u".to_owned(), created: 0, last_modified: 0, location: String::new() };
            prop_assert!(!user.user_name.is_empty());
            prop_assert_eq!(User::from_json(&user.to_json(&meta)).unwrap(), user);
        }
    }
}
