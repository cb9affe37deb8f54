//! Summaries of schemas: the type in a word, facts such as bounds and defaults, and the properties with inherited ones.

use serde_json::Value;

use super::read::{Spec, entries, flag, list, text};

/// The most schemas that are merged into one by `allOf`.
const MOST_PARTS: usize = 64;

/// The greatest nesting depth of arrays and alternatives in the name of a type.
const MOST_TYPES: usize = 3;

/// The most properties of a schema.
const MOST_PROPERTIES: usize = 1_000;

/// The most values of an enumeration that are shown; the number of further ones is.
const MOST_VALUES: usize = 50;

/// The most groups of alternatives of a schema.
const MOST_GROUPS: usize = 8;

/// The most alternatives of a group.
const MOST_VARIANTS: usize = 20;

/// A property of an object.
pub(super) struct Property<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Value,
    pub(super) required: bool,
}

/// Returns the type of a schema for display, as in `string · date[]` or `User | null`.
pub(super) fn type_of<'a>(spec: Spec<'a>, schema: &'a Value) -> String {
    clip(&type_within(spec, schema, MOST_TYPES))
}

fn type_within<'a>(spec: Spec<'a>, schema: &'a Value, depth: usize) -> String {
    let (schema, last) = spec.resolve(schema);
    let name = last.and_then(|reference| reference.rsplit('/').next());
    let plain = match schema.get("type") {
        Some(Value::String(kind)) if kind == "array" => array(spec, schema, depth),
        Some(Value::String(kind)) if kind == "object" && name.is_some() => name.unwrap_or_default().to_owned(),
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => {
            let of_kind = |kind: &str| match (kind, name) {
                ("array", _) => array(spec, schema, depth),
                ("object", Some(name)) => name.to_owned(),
                (kind, _) => kind.to_owned(),
            };
            kinds.iter().filter_map(Value::as_str).map(of_kind).collect::<Vec<_>>().join(" | ")
        }
        _ => untyped(spec, schema, name, depth),
    };
    match text(schema, "format") {
        Some(format) => format!("{plain} · {format}"),
        None => plain,
    }
}

fn array<'a>(spec: Spec<'a>, schema: &'a Value, depth: usize) -> String {
    match schema.get("items") {
        Some(items) if depth > 0 => format!("{}[]", type_within(spec, items, depth - 1)),
        _ => "array".to_owned(),
    }
}

fn untyped<'a>(spec: Spec<'a>, schema: &'a Value, name: Option<&str>, depth: usize) -> String {
    if let Some(name) = name {
        return name.to_owned();
    }
    for kind in ["oneOf", "anyOf"] {
        let parts: Vec<String> =
            list(schema, kind).take(4).filter(|_| depth > 0).map(|it| type_within(spec, it, depth - 1)).collect();
        if !parts.is_empty() {
            return parts.join(" | ");
        }
    }
    if schema.get("properties").is_some() {
        return "object".to_owned();
    }
    if schema.get("items").is_some() {
        return array(spec, schema, depth);
    }
    composed(spec, schema, depth).unwrap_or_else(|| of_values(schema).to_owned())
}

/// Returns the type of the only values that a schema allows, if they have one.
fn of_values(schema: &Value) -> &'static str {
    let kind = |value: &Value| match value {
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        _ => "any",
    };
    let mut kinds = list(schema, "enum").chain(schema.get("const")).map(kind);
    let first = kinds.next().unwrap_or("any");
    if kinds.all(|kind| kind == first) { first } else { "any" }
}

/// Returns the type of a schema that is composed of others: that of the only part that has one, or an object.
fn composed<'a>(spec: Spec<'a>, schema: &'a Value, depth: usize) -> Option<String> {
    let has_type = |part: &&Value| {
        let (part, _) = spec.resolve(part);
        ["type", "enum", "const", "oneOf", "anyOf", "allOf", "properties", "items"]
            .iter()
            .any(|it| part.get(it).is_some())
    };
    let mut typed = list(schema, "allOf").filter(has_type);
    let first = typed.next().or_else(|| list(schema, "allOf").next())?;
    match typed.next() {
        None if depth > 0 => Some(type_within(spec, first, depth - 1)),
        _ => Some("object".to_owned()),
    }
}

/// Returns a schema, then all that it is composed of by `allOf`, without repetition.
fn parts<'a>(spec: Spec<'a>, schema: &'a Value) -> Vec<&'a Value> {
    let mut parts: Vec<&'a Value> = Vec::new();
    let mut open = vec![schema];
    while let Some(part) = open.pop() {
        let (target, reference) = spec.resolve(part);
        if reference.is_some() && spec.has_keywords_beside_references() && parts.len() < MOST_PARTS {
            parts.push(part);
        }
        let part = target;
        if parts.len() < MOST_PARTS && !parts.iter().any(|known| std::ptr::eq(*known, part)) {
            parts.push(part);
            open.extend(list(part, "allOf"));
        }
    }
    parts
}

/// A group of alternatives.
pub(super) struct Group<'a> {
    /// True if exactly one of them applies.
    pub(super) is_exclusive: bool,
    pub(super) alternatives: Vec<&'a Value>,
    /// The number of further alternatives.
    pub(super) left_out: usize,
}

/// Returns the groups of alternatives of a schema and of what it is composed of, and the number of further groups.
pub(super) fn variants<'a>(spec: Spec<'a>, schema: &'a Value) -> (Vec<Group<'a>>, usize) {
    let group = |part: &'a Value, name: &str, is_exclusive: bool| {
        let all = part.get(name).and_then(Value::as_array).filter(|all| !all.is_empty())?;
        let alternatives: Vec<_> = all.iter().take(MOST_VARIANTS).collect();
        let left_out = all.len() - alternatives.len();
        Some(Group { is_exclusive, alternatives, left_out })
    };
    let parts = parts(spec, schema).into_iter();
    let mut groups: Vec<_> =
        parts.flat_map(|part| [group(part, "oneOf", true), group(part, "anyOf", false)]).flatten().collect();
    let left_out = groups.len().saturating_sub(MOST_GROUPS);
    groups.truncate(MOST_GROUPS);
    (groups, left_out)
}

/// Returns the kind of the values of a schema, such as `string`; empty if nothing says it.
pub(super) fn kind<'a>(spec: Spec<'a>, schema: &'a Value) -> &'a str {
    let stated = |part: &'a Value| {
        let of_list = || list(part, "type").filter_map(Value::as_str).find(|kind| *kind != "null");
        text(part, "type").or_else(of_list)
    };
    let parts = parts(spec, schema);
    let has = |names: &[&str]| parts.iter().any(|part| names.iter().any(|name| part.get(name).is_some()));
    let implied = || match (has(&["properties", "additionalProperties"]), has(&["items", "prefixItems"])) {
        (true, _) => "object",
        (false, true) => "array",
        (false, false) => "",
    };
    parts.iter().find_map(|part| stated(part)).unwrap_or_else(implied)
}

/// Returns the properties of a schema with those of its `allOf` parts.
pub(super) fn properties<'a>(spec: Spec<'a>, schema: &'a Value) -> Vec<Property<'a>> {
    let mut found: Vec<Property<'a>> = Vec::new();
    // The parts are used in reverse, so that the schema's own properties come after inherited ones.
    let parts = parts(spec, schema);
    let required: Vec<&str> = parts.iter().flat_map(|part| list(part, "required")).filter_map(Value::as_str).collect();
    for part in parts.into_iter().rev() {
        if found.len() > MOST_PROPERTIES {
            break;
        }
        for (name, schema) in entries(part, "properties") {
            found.retain(|known| known.name != name);
            found.push(Property { name, schema, required: required.contains(&name) });
        }
    }
    found.truncate(MOST_PROPERTIES);
    found
}

/// A fact about the values of a schema.
pub(super) enum Fact {
    Default(String),
    /// The allowed values, with their descriptions where there are any, and the number of those left out.
    Allowed(Vec<(String, Option<String>)>, usize),
    Example(String),
    /// A bound: the keyword and its value.
    Bound(&'static str, String),
}

/// Returns the default, the allowed values, the bounds and the example of a schema with what it is composed of.
pub(super) fn facts<'a>(spec: Spec<'a>, schema: &'a Value) -> Vec<Fact> {
    const BOUNDS: [&str; 18] = [
        "minimum",
        "exclusiveMinimum",
        "maximum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "contentMediaType",
        "contentEncoding",
        "not",
        "contains",
        "propertyNames",
        "dependentRequired",
    ];
    let parts = parts(spec, schema);
    let first = |name: &str| parts.iter().find_map(|part| part.get(name));
    let mut facts = Vec::new();
    if let Some(default) = first("default") {
        facts.push(Fact::Default(short(default)));
    }
    let values = parts.iter().find_map(|part| allowed(part));
    let of_items = || first("items").and_then(|items| parts_allowed(spec, items));
    let constant = || first("const").map(|value| Fact::Allowed(vec![(short(value), None)], 0));
    facts.extend(values.or_else(of_items).or_else(constant));
    for bound in BOUNDS {
        if let Some(value) = first(bound).filter(|value| !value.is_boolean()) {
            facts.push(Fact::Bound(bound, short(value)));
        }
    }
    let example = first("example").or_else(|| parts.iter().find_map(|part| list(part, "examples").next()));
    if let Some(example) = example.filter(|example| !example.is_object() && !example.is_array()) {
        facts.push(Fact::Example(short(example)));
    }
    facts
}

fn parts_allowed<'a>(spec: Spec<'a>, schema: &'a Value) -> Option<Fact> {
    parts(spec, schema).into_iter().find_map(allowed)
}

/// Returns the values of an enumeration with their descriptions; `None` if the schema is no enumeration.
fn allowed(schema: &Value) -> Option<Fact> {
    let said = schema.get("x-enumDescriptions").or_else(|| schema.get("x-enum-descriptions"));
    let all = schema.get("enum")?.as_array()?;
    let values = all.iter().take(MOST_VALUES).enumerate();
    let said_of = |at: usize, value: &str| match said? {
        Value::Object(by_value) => by_value.get(value)?.as_str(),
        Value::Array(in_order) => in_order.get(at)?.as_str(),
        _ => None,
    };
    let values = values.map(|(at, value)| {
        let value = short(value);
        let said = said_of(at, &value).filter(|said| !said.trim().is_empty()).map(clip);
        (value, said)
    });
    let values: Vec<_> = values.collect();
    let left_out = all.len() - values.len();
    (!values.is_empty()).then_some(Fact::Allowed(values, left_out))
}

/// Returns true if a schema, a keyword beside a reference to it or a part of it sets a flag.
pub(super) fn is_said<'a>(spec: Spec<'a>, schema: &'a Value, name: &str) -> bool {
    flag(schema, name) || parts(spec, schema).into_iter().any(|part| flag(part, name))
}

/// Returns the description of a schema, or of what it is composed of.
pub(super) fn description<'a>(spec: Spec<'a>, schema: &'a Value) -> Option<&'a str> {
    // Texts beside a reference come before those of its target.
    let beside = text(schema, "description");
    beside.or_else(|| parts(spec, schema).into_iter().find_map(|part| text(part, "description")))
}

/// Returns true if a schema is marked as nullable.
pub(super) fn is_nullable(schema: &Value) -> bool {
    flag(schema, "nullable") || flag(schema, "x-nullable")
}

/// Returns a value as text on one line, truncated if it is long.
pub(super) fn short(value: &Value) -> String {
    value.as_str().map_or_else(|| clip(&value.to_string()), clip)
}

/// Returns a text, truncated after 200 characters.
pub(super) fn clip(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
