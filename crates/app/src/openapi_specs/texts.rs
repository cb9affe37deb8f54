//! The words of parts of specifications, to be found by search.

use quire_content::document::model::Kind;
use quire_search::sections::Described;
use serde_json::Value;

use super::latest::LatestVersions;
use super::markdown::operation;
use super::parts::Part;
use crate::App;
use crate::core::errors::Error;

/// The maximum size of the words of a part, in bytes.
const MOST_BYTES: usize = 32 << 10;
/// The members of objects whose texts are words.
const SAID: [&str; 6] = ["summary", "description", "title", "name", "operationId", "in"];

impl App {
    /// Returns the words of the part of a specification that a block shows; `None` for other blocks, and where there is
    /// no such part.
    pub(crate) fn described(&self, latest: &LatestVersions, kind: &Kind) -> Result<Option<Described>, Error> {
        let Some((slug, part)) = Part::of(kind) else { return Ok(None) };
        Ok(self.specification_part(latest, slug, &part)?.and_then(|document| words(&document, &part)))
    }
}

fn words(document: &Value, part: &Part) -> Option<Described> {
    let mut text = String::new();
    match part {
        Part::Operation(call) => {
            let found = operation(document, call)?;
            say(found, &mut text);
            let parameters = document.pointer("/components/parameters").or_else(|| document.get("parameters"));
            parameters.iter().for_each(|parameters| say(parameters, &mut text));
            let heading = found.get("summary").and_then(Value::as_str).map(str::trim).filter(|it| !it.is_empty());
            Some(Described { heading: heading.map_or_else(|| call.shown(), str::to_owned), text })
        }
        Part::Schemas(names) => {
            let shared = document.pointer("/components/schemas").or_else(|| document.get("definitions"))?;
            names.iter().filter_map(|name| shared.get(name)).for_each(|schema| say(schema, &mut text));
            Some(Described { heading: names.join(" "), text })
        }
    }
}

/// Adds the words of a value: texts, names of properties, and names that references lead to.
fn say(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match (name.as_str(), member) {
                    ("$ref", Value::String(reference)) => add(reference.rsplit('/').next().unwrap_or_default(), text),
                    (name, Value::String(said)) if SAID.contains(&name) => add(said, text),
                    ("properties", Value::Object(properties)) => {
                        properties.keys().for_each(|name| add(name, text));
                        say(member, text);
                    }
                    // Examples are no words of the interface.
                    ("example" | "examples" | "default" | "enum", _) => {}
                    _ => say(member, text),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| say(item, text)),
        _ => {}
    }
}

fn add(said: &str, text: &mut String) {
    if text.len() + said.len() < MOST_BYTES && !said.trim().is_empty() {
        text.push_str(said.trim());
        text.push('\n');
    }
}
