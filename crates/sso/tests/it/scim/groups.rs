//! Groups and the changes of their patches.

use quire_sso::scim::{ErrorKind, Group, GroupChange, Meta, group_changes};
use serde_json::{Value, json};

fn changes(operations: &Value) -> Vec<GroupChange> {
    group_changes(&json!({"Operations": operations})).unwrap()
}

fn ids(all: &[&str]) -> Vec<String> {
    all.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn a_group_is_read_and_written() {
    let json = json!({"displayName": "Writers", "externalId": "g-1", "members": [{"value": "u1", "display": "Ada"}, {"value": "u2"}, {"value": "u1"}]});
    let group = Group::from_json(&json).unwrap();
    assert_eq!((group.display_name.as_str(), &group.members), ("Writers", &ids(&["u1", "u2"])));
    let meta = Meta {
        id: "g1".to_owned(),
        created: 0,
        last_modified: 0,
        location: "https://docs.example.com/scim/Groups/g1".to_owned(),
    };
    let written = group.to_json(&meta, "https://docs.example.com/scim/Users");
    assert_eq!(written["members"][1]["$ref"], "https://docs.example.com/scim/Users/u2");
    assert_eq!(Group::from_json(&written).unwrap(), group);
    let kind = |json: Value| Group::from_json(&json).unwrap_err().kind;
    assert_eq!(kind(json!({"members": []})), ErrorKind::InvalidValue);
    assert_eq!(
        kind(json!({"displayName": "x", "members": [{"value": "g", "type": "Group"}]})),
        ErrorKind::InvalidValue
    );
    assert_eq!(kind(json!({"displayName": "x", "members": [{}]})), ErrorKind::InvalidValue);
    assert_eq!(kind(json!({"displayName": "x", "members": vec!["u"; 10_001]})), ErrorKind::TooMany);
}

#[test]
fn members_come_and_go_as_providers_write_it() {
    // Entra.
    let added = json!([{"op": "Add", "path": "members", "value": [{"$ref": null, "value": "u1"}, {"value": "u2"}]}]);
    assert_eq!(changes(&added), [GroupChange::AddMembers(ids(&["u1", "u2"]))]);
    let removed = json!([{"op": "Remove", "path": "members", "value": [{"value": "u1"}]}]);
    assert_eq!(changes(&removed), [GroupChange::RemoveMembers(ids(&["u1"]))]);
    // Okta.
    let chosen = json!([{"op": "remove", "path": "members[value eq \"u1\"]"}, {"op": "add", "path": "members", "value": [{"value": "u3", "display": "x"}]}]);
    assert_eq!(changes(&chosen), [GroupChange::RemoveMembers(ids(&["u1"])), GroupChange::AddMembers(ids(&["u3"]))]);
    let either = json!([{"op": "remove", "path": "members[value eq \"u1\" or value eq \"u2\"]"}]);
    assert_eq!(changes(&either), [GroupChange::RemoveMembers(ids(&["u1", "u2"]))]);
    let replaced = json!([{"op": "replace", "path": "members", "value": [{"value": "u4"}]}]);
    assert_eq!(changes(&replaced), [GroupChange::ReplaceMembers(ids(&["u4"]))]);
    assert_eq!(changes(&json!([{"op": "remove", "path": "members"}])), [GroupChange::ReplaceMembers(vec![])]);
    // To remove an empty list of members removes nobody.
    assert_eq!(
        changes(&json!([{"op": "remove", "path": "members", "value": []}])),
        [GroupChange::RemoveMembers(vec![])]
    );
    let without_path =
        json!([{"op": "replace", "value": {"id": "g1", "displayName": "Editors", "members": [{"value": "u5"}]}}]);
    assert_eq!(
        changes(&without_path),
        [GroupChange::Rename("Editors".to_owned()), GroupChange::ReplaceMembers(ids(&["u5"]))]
    );
    let named = json!([{"op": "Replace", "path": "displayName", "value": "Editors"}, {"op": "replace", "path": "externalId", "value": "g-2"}, {"op": "remove", "path": "externalId"}]);
    let expected = [
        GroupChange::Rename("Editors".to_owned()),
        GroupChange::SetExternalId(Some("g-2".to_owned())),
        GroupChange::SetExternalId(None),
    ];
    assert_eq!(changes(&named), expected);
    assert_eq!(changes(&json!([{"op": "add", "path": "description", "value": "x"}])), []);
}

#[test]
fn changes_that_a_group_cannot_have_are_refused() {
    use ErrorKind::{InvalidFilter, InvalidPath, InvalidSyntax, InvalidValue, Mutability, TooMany};
    for (operation, kind) in [
        (json!({"op": "remove", "path": "displayName"}), Mutability),
        (json!({"op": "replace", "path": "displayName", "value": ""}), InvalidValue),
        (json!({"op": "replace", "path": "displayName", "value": 7}), InvalidValue),
        (json!({"op": "add", "path": "members", "value": [7]}), InvalidValue),
        (json!({"op": "add", "path": "members", "value": [{"value": "g", "type": "group"}]}), InvalidValue),
        (json!({"op": "remove", "path": "members[display eq \"x\"]"}), InvalidFilter),
        (json!({"op": "remove", "path": "members[value sw \"x\"]"}), InvalidFilter),
        (json!({"op": "replace", "path": "members[value eq \"x\"]", "value": {}}), InvalidPath),
        (json!({"op": "replace", "path": "displayName[a pr]", "value": "x"}), InvalidPath),
        (json!({"op": "add", "path": "members", "value": vec!["u"; 10_001]}), TooMany),
        (json!({"op": "copy"}), InvalidSyntax),
    ] {
        let found = group_changes(&json!({"Operations": [operation]})).unwrap_err().kind;
        assert_eq!(found, kind, "{operation:.100}");
    }
    let half: Vec<String> = (0..6000).map(|it| format!("u{it}")).collect();
    let twice = json!({"Operations": vec![json!({"op": "add", "path": "members", "value": half}); 2]});
    assert_eq!(group_changes(&twice).unwrap_err().kind, TooMany);
}
