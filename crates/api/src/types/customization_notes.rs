//! Notes on a customization that was accepted: fields that are not known, and settings without an effect yet.
//!
//! Which fields are known follows from the schema of the customization, so that no list of them can become untrue.

use std::sync::LazyLock;

use quire_model::customization::Customization;
use quire_model::customization::fonts::is_kept;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::error::Problem;

/// The maximum number of notes in an answer.
const MOST: usize = 50;
/// The maximum number of fields that a header names, and the characters of each.
const MOST_NAMED: (usize, usize) = (10, 64);

/// The settings that pages do not use yet, if they differ from their defaults.
const WITHOUT_EFFECT: [&str; 8] = [
    "styling.icons",
    "styling.background",
    "header.preset",
    "header.backgroundColor",
    "header.linkColor",
    "ai.mode",
    "insights.trackingCookie",
    "advancedCustomization.enabled",
];
/// The settings that pages use if they name a built-in font, or files of a font that were uploaded here.
const FONTS: [&str; 2] = ["styling.font", "styling.monospaceFont"];
/// The settings that pages use of the site, but not of one of its spaces.
const OF_SITE: [&str; 5] = ["title", "internationalization", "pageActions", "pagination", "socialPreview"];

const UNKNOWN: &str = "is not a known field; it is stored without effect";
const UNUSED: &str = "has no effect yet; it is stored";
const FOREIGN: &str = "has no effect for files that were not uploaded to this server; it is stored";
const ONLY_OF_SITE: &str = "has no effect yet for a single space; it is stored";

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let settings = SchemaSettings::draft2020_12().for_deserialize().with(|settings| settings.inline_subschemas = true);
    Customization::json_schema(&mut settings.into_generator()).to_value()
});
static DEFAULTS: LazyLock<Value> = LazyLock::new(|| json!(Customization::default()));

/// A field of a request that was accepted without the effect that its author may expect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct SettingWarning {
    /// The path of the field, such as `styling.icons`.
    path: String,
    /// The reason of the warning.
    message: String,
}

/// The option to refuse what would be accepted with a warning.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Strictness {
    /// True to refuse a request with fields that are not known or have no effect; false, as by default, to accept it
    /// with warnings.
    #[serde(default)]
    strict: bool,
}

impl Strictness {
    /// Returns the notes, or a 400 that names the first field if there is one and the request is strict.
    pub(crate) fn accept(&self, notes: Vec<SettingWarning>) -> Result<Vec<SettingWarning>, Problem> {
        match notes.first().filter(|_| self.strict) {
            Some(note) => Err(Problem::bad_request(format!("body field \"{}\": {}", note.path, note.message))),
            None => Ok(notes),
        }
    }
}

/// Returns the notes on the settings of a site.
pub(crate) fn of_site(sent: &Map<String, Value>) -> Vec<SettingWarning> {
    let mut notes = Vec::new();
    unknown(&SCHEMA, &Value::Object(sent.clone()), "", &mut notes);
    let differs = |path: &&&str| at(sent, path).is_some_and(|value| Some(value) != in_defaults(path));
    notes.extend(WITHOUT_EFFECT.iter().filter(differs).map(|path| note(path, UNUSED)));
    let foreign = |path: &&&str| at(sent, path).is_some_and(|font| font.is_object() && !is_kept(font));
    notes.extend(FONTS.iter().filter(foreign).map(|path| note(path, FOREIGN)));
    notes.truncate(MOST);
    notes
}

/// Returns the notes on the overrides of a space on a site.
pub(crate) fn of_space(sent: &Map<String, Value>) -> Vec<SettingWarning> {
    let mut notes = of_site(sent);
    let said = |path: &&&str| at(sent, path).is_some();
    notes.extend(OF_SITE.iter().filter(said).map(|path| note(path, ONLY_OF_SITE)));
    notes
}

/// Returns the text of a header that names the fields of notes: what a caller wrote is reduced to characters of names.
pub(crate) fn header(notes: &[SettingWarning]) -> Option<String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-[]".contains(c) { c } else { '?' };
    let name = |note: &SettingWarning| note.path.chars().take(MOST_NAMED.1).map(plain).collect::<String>();
    let names: Vec<_> = notes.iter().take(MOST_NAMED.0).map(name).collect();
    let rest = if notes.len() > MOST_NAMED.0 { ", ..." } else { "" };
    (!names.is_empty()).then(|| format!("fields without effect: {}{rest}", names.join(", ")))
}

fn note(path: &str, message: &str) -> SettingWarning {
    SettingWarning { path: path.to_owned(), message: message.to_owned() }
}

/// Returns the value at a path, unless it is null.
fn at<'a>(fields: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let value = fields.get(first).filter(|value| !value.is_null())?;
    if rest.is_empty() { Some(value) } else { at(value.as_object()?, rest) }
}

fn in_defaults(path: &str) -> Option<&'static Value> {
    at(DEFAULTS.as_object()?, path)
}

/// Adds a note for every field that its schema does not name.
fn unknown(schema: &Value, value: &Value, path: &str, notes: &mut Vec<SettingWarning>) {
    let mut shapes = Vec::new();
    alternatives(schema, &mut shapes);
    match value {
        Value::Object(fields) => {
            let known: Vec<_> = shapes.iter().filter_map(|shape| shape["properties"].as_object()).collect();
            let open = known.is_empty() || known.iter().any(|known| is_open(known));
            for (name, field) in fields.iter().filter(|(_, field)| !field.is_null() && !open) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                match known.iter().find_map(|known| known.get(name)) {
                    Some(schema) => unknown(schema, field, &path, notes),
                    None if notes.len() < MOST => notes.push(note(&path, UNKNOWN)),
                    None => return,
                }
            }
        }
        Value::Array(items) => {
            let Some(schema) = shapes.iter().find_map(|shape| shape.get("items")) else { return };
            for (n, item) in items.iter().enumerate() {
                unknown(schema, item, &format!("{path}[{n}]"), notes);
            }
        }
        _ => {}
    }
}

/// Returns true for a schema that names only the kind of an object, on which its other fields depend.
fn is_open(properties: &Map<String, Value>) -> bool {
    properties.len() == 1 && properties.contains_key("kind")
}

/// Collects a schema and what it is combined of.
fn alternatives<'a>(schema: &'a Value, all: &mut Vec<&'a Value>) {
    all.push(schema);
    let combined = ["anyOf", "oneOf", "allOf"].iter().filter_map(|word| schema.get(word)?.as_array());
    combined.flatten().for_each(|schema| alternatives(schema, all));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(sent: &Value) -> Vec<String> {
        of_site(sent.as_object().unwrap()).into_iter().map(|note| note.path).collect()
    }

    #[test]
    fn defaults_and_known_fields_need_no_note() {
        assert_eq!(paths(&DEFAULTS), [""; 0]);
        let link = json!({ "title": "x", "to": { "kind": "url", "url": "https://example.org" }, "links": [] });
        assert_eq!(paths(&json!({ "header": { "links": [link] }, "pdf": { "enabled": true } })), [""; 0]);
    }

    #[test]
    fn misspelt_and_unused_fields_are_named() {
        let sent = json!({
            "stylng": {},
            "styling": { "icons": "solid", "colour": null, "font": { "id": "x" }, "sidebar": { "lst": 1 } },
            "header": { "links": [{ "title": "x", "to": null, "stil": 1 }] },
            "ai": { "mode": "none" },
        });
        let mut found = paths(&sent);
        found.retain(|path| !path.starts_with("styling.font."));
        for path in ["stylng", "styling.sidebar.lst", "header.links[0].stil", "styling.icons", "styling.font"] {
            assert!(found.iter().any(|known| known == path), "{path}: {found:?}");
        }
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn a_header_has_nothing_that_its_caller_wrote_but_names() {
        let sent = json!({ "a\"\r\nSet-Cookie: x": 1, "b".repeat(500): 1 });
        let text = header(&of_site(sent.as_object().unwrap())).unwrap();
        assert!(text.contains("a???Set-Cookie??x") && !text.contains('"') && text.len() < 200, "{text}");
        let many: Map<_, _> = (0..500).map(|n| (format!("k{n}"), json!(1))).collect();
        assert!(of_site(&many).len() <= MOST && header(&of_site(&many)).unwrap().ends_with(", ..."));
    }
}
