//! Attributes of resources by names without case, and values in the spellings that providers use.

use serde_json::{Map, Value};

/// The schemas whose names may stand before an attribute of their own.
pub(super) const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
pub(super) const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";

/// Attributes with several values.
const SEVERAL: [&str; 11] = [
    "emails",
    "members",
    "groups",
    "phoneNumbers",
    "ims",
    "photos",
    "addresses",
    "entitlements",
    "roles",
    "x509Certificates",
    "schemas",
];

/// Tells if an attribute has several values.
pub(super) fn has_several(name: &str) -> bool {
    SEVERAL.iter().any(|it| it.eq_ignore_ascii_case(name))
}

/// Returns the value of an attribute.
pub(super) fn get<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    object.get(name).or_else(|| object.iter().find(|(it, _)| it.eq_ignore_ascii_case(name)).map(|(_, value)| value))
}

/// Returns the name under which an object has an attribute, or the given one.
pub(super) fn own_name(object: &Map<String, Value>, name: &str) -> String {
    let found = object.keys().find(|it| it.eq_ignore_ascii_case(name));
    found.map_or_else(|| name.to_owned(), Clone::clone)
}

/// Returns a truth, also one that is written as a text.
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// Returns a text that is not empty.
pub(super) fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    get(object, name).and_then(Value::as_str).filter(|it| !it.is_empty()).map(str::to_owned)
}
