//! References of JSON Schema 2020-12 by `$anchor` and `$id`, as OpenAPI has them since 3.1.
//!
//! They become pointers, which everything else follows. What leads to nothing within the document stays as it is, so that
//! it is found by whoever checks the document; an address that a schema's own `$id` determines becomes a whole one.

use std::collections::HashMap;

use serde_json::{Map, Value};
use url::Url;

use crate::Version;
use crate::place::{Kind, Place};
use crate::pointer::Pointer;

/// The address that documents without one have among identifiers, which may be relative.
const NOWHERE: &str = "https://document.invalid/";

/// Replaces references by anchors and identifiers of schemas in a document by pointers. `base` is the address of the
/// document.
pub(crate) fn resolve(document: &mut Value, version: Version, base: Option<&Url>) {
    let Some(nowhere) = Url::parse(NOWHERE).ok().filter(|_| version >= Version::V3_1) else { return };
    let base = base.cloned().unwrap_or(nowhere);
    let mut known = Known::default();
    let root = Resource { pointer: String::new(), base };
    known.collect(document, &mut Pointer::default(), Kind::Root.one(), &root);
    if !known.is_empty() {
        known.replace(document, &mut Pointer::default(), Kind::Root.one(), &root);
    }
}

/// Returns the pointer to the object of a document that has an anchor, whatever kind of document it is.
pub(crate) fn anchored(document: &Value, name: &str) -> Option<String> {
    fn find(value: &Value, name: &str, at: &mut Pointer) -> Option<String> {
        match value {
            Value::Object(members) => {
                if anchors(members).any(|anchor| anchor == name) {
                    return Some(at.as_str().to_owned());
                }
                let is_data = |member: &str| matches!(member, "example" | "examples" | "default" | "enum" | "const");
                let mut below = members.iter().filter(|(member, _)| !is_data(member));
                below.find_map(|(member, value)| at.within(member, |at| find(value, name, at)))
            }
            Value::Array(items) => {
                let mut items = items.iter().enumerate();
                items.find_map(|(index, value)| at.within(&index.to_string(), |at| find(value, name, at)))
            }
            _ => None,
        }
    }
    find(document, name, &mut Pointer::default())
}

fn anchors(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    ["$anchor", "$dynamicAnchor"].into_iter().filter_map(|member| schema.get(member)?.as_str())
}

/// A schema with an identifier, or the document itself.
struct Resource {
    pointer: String,
    base: Url,
}

/// The identifiers and anchors of a document.
#[derive(Default)]
struct Known {
    /// The pointers of resources by their addresses.
    resources: HashMap<Url, String>,
    /// The pointers of anchors by the pointers of their resources and their names.
    anchors: HashMap<(String, String), String>,
}

impl Known {
    fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.anchors.is_empty()
    }

    fn collect(&mut self, value: &Value, at: &mut Pointer, place: Place, resource: &Resource) {
        let own = own(value, at, place, resource);
        if let Some(own) = &own {
            self.resources.entry(own.base.clone()).or_insert_with(|| own.pointer.clone());
        }
        let own = own.as_ref().unwrap_or(resource);
        if place == Kind::Schema.one()
            && let Value::Object(schema) = value
        {
            for name in anchors(schema) {
                let key = (own.pointer.clone(), name.to_owned());
                self.anchors.entry(key).or_insert_with(|| at.as_str().to_owned());
            }
        }
        each(value, place, |name, value, place| at.within(name, |at| self.collect(value, at, place, own)));
    }

    fn replace(&self, value: &mut Value, at: &mut Pointer, place: Place, resource: &Resource) {
        let own = own(value, at, place, resource);
        let own = own.as_ref().unwrap_or(resource);
        if place == Kind::Schema.one()
            && let Value::Object(schema) = value
            && let Some(Value::String(reference)) = schema.get_mut("$ref")
            && let Some(new) = self.replacement(reference, own)
        {
            *reference = new;
        }
        match value {
            Value::Object(members) => {
                for (name, member) in members.iter_mut() {
                    if let Some(below) = place.below(name) {
                        at.within(name, |at| self.replace(member, at, below, own));
                    }
                }
            }
            Value::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    at.within(&index.to_string(), |at| self.replace(item, at, place.item(), own));
                }
            }
            _ => {}
        }
    }

    /// Returns the reference that stands for one of a schema; `None` if it stays as it is.
    fn replacement(&self, reference: &str, from: &Resource) -> Option<String> {
        let (address, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let mut url = from.base.join(address).ok()?;
        url.set_fragment(None);
        let resource = if address.is_empty() { Some(&from.pointer) } else { self.resources.get(&url) };
        let Some(resource) = resource else {
            // Beside an identifier, a relative address is meant as the identifier says.
            let is_relative = Url::parse(reference).is_err() && !from.pointer.is_empty();
            return is_relative.then(|| from.base.join(reference).ok().map(String::from)).flatten();
        };
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            format!("{resource}{fragment}")
        } else {
            self.anchors.get(&(resource.clone(), fragment.to_owned())).cloned()?
        };
        (format!("#{pointer}") != reference).then(|| format!("#{pointer}"))
    }
}

/// Returns the resource that a schema is, if it has an identifier.
fn own(value: &Value, at: &Pointer, place: Place, resource: &Resource) -> Option<Resource> {
    let id = value.get("$id").and_then(Value::as_str).filter(|_| place == Kind::Schema.one())?;
    let mut base = resource.base.join(id).ok()?;
    base.set_fragment(None);
    Some(Resource { pointer: at.as_str().to_owned(), base })
}

/// Calls `work` for all values below one that have a place.
fn each<'v>(value: &'v Value, place: Place, mut work: impl FnMut(&str, &'v Value, Place)) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if let Some(below) = place.below(name) {
                    work(name, member, below);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                work(&index.to_string(), item, place.item());
            }
        }
        _ => {}
    }
}
