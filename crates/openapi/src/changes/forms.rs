//! The forms of Swagger 2.0 as the bodies that OpenAPI 3 makes of them, so that both can be compared.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::Changes;
use crate::contents::target;
use crate::place::METHODS;
use crate::pointer::push_escaped;

/// The members of a parameter that are those of its schema.
const OF_SCHEMA: [&str; 19] = [
    "description",
    "type",
    "format",
    "items",
    "default",
    "enum",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "multipleOf",
    "x-internal",
    "x-nullable",
];
/// The media types of forms.
const MEDIA: [&str; 2] = ["multipart/form-data", "application/x-www-form-urlencoded"];

/// The pointers that parameters of forms have, by those that they got.
#[derive(Default)]
pub(super) struct Moved {
    pointers: HashMap<String, String>,
}

/// Returns a document of Swagger 2.0 with bodies in place of the parameters of forms.
pub(super) fn as_bodies(document: &Value) -> (Value, Moved) {
    let (mut changed, mut moved) = (document.clone(), Moved::default());
    for (path, item) in changed.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten() {
        let Value::Object(item) = item else { continue };
        let mut at = "/paths/".to_owned();
        push_escaped(&mut at, path);
        let shared = fields(item, document, &at);
        for (method, operation) in item.iter_mut().filter(|(method, _)| METHODS.contains(&method.as_str())) {
            let Value::Object(operation) = operation else { continue };
            let at = format!("{at}/{method}");
            let mut form = fields(operation, document, &at);
            form.extend(
                shared.iter().filter(|it| !form.iter().any(|own| own.name == it.name)).cloned().collect::<Vec<_>>(),
            );
            if !form.is_empty() {
                operation
                    .insert("requestBody".to_owned(), body(&form, &media(operation, document, &form), &at, &mut moved));
            }
        }
    }
    (changed, moved)
}

/// A parameter of a form.
#[derive(Clone)]
struct Field {
    name: String,
    value: Value,
    pointer: String,
}

impl Field {
    fn is_file(&self) -> bool {
        self.value.get("type").is_some_and(|it| it == "file")
    }
}

/// Takes the parameters of forms out of an object.
fn fields(object: &mut Map<String, Value>, document: &Value, at: &str) -> Vec<Field> {
    let Some(Value::Array(parameters)) = object.get_mut("parameters") else { return Vec::new() };
    let mut found = Vec::new();
    let (mut index, mut others) = (0, Vec::new());
    for parameter in std::mem::take(parameters) {
        let referred = parameter.get("$ref").and_then(Value::as_str).and_then(|it| target(document, it));
        let value = referred.unwrap_or(&parameter);
        let name = value.get("name").and_then(Value::as_str).map(str::to_owned);
        match name.filter(|_| value.get("in").is_some_and(|it| it == "formData")) {
            Some(name) => {
                found.push(Field { name, value: value.clone(), pointer: format!("{at}/parameters/{index}") });
            }
            None => others.push(parameter),
        }
        index += 1;
    }
    *parameters = others;
    found
}

/// Returns the media types of a form: those that the document states, else the one that its fields need.
fn media(operation: &Map<String, Value>, document: &Value, form: &[Field]) -> Vec<String> {
    let stated = operation.get("consumes").or_else(|| document.get("consumes")).and_then(Value::as_array);
    let stated = stated.into_iter().flatten().filter_map(Value::as_str).map(|it| it.trim().to_ascii_lowercase());
    let stated: Vec<String> = stated.filter(|it| MEDIA.iter().any(|known| it.starts_with(known))).collect();
    if !stated.is_empty() {
        return stated;
    }
    let needed = if form.iter().any(Field::is_file) { MEDIA[0] } else { MEDIA[1] };
    vec![needed.to_owned()]
}

fn body(form: &[Field], media: &[String], at: &str, moved: &mut Moved) -> Value {
    let is_required = |field: &&Field| field.value.get("required") == Some(&Value::Bool(true));
    let required: Vec<&str> = form.iter().filter(is_required).map(|field| field.name.as_str()).collect();
    let properties: Map<String, Value> = form.iter().map(|field| (field.name.clone(), schema(field))).collect();
    let body_at = format!("{at}/requestBody");
    moved.pointers.insert(body_at.clone(), at.to_owned());
    let mut content = Map::new();
    for media in media {
        let mut above = format!("{body_at}/content/");
        push_escaped(&mut above, media);
        above.push_str("/schema/properties/");
        for field in form {
            let mut pointer = above.clone();
            push_escaped(&mut pointer, &field.name);
            moved.pointers.insert(pointer, field.pointer.clone());
        }
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        content.insert(media.clone(), json!({ "schema": schema }));
    }
    json!({ "required": !required.is_empty(), "content": content })
}

/// Returns the schema of a field. A file is a text of any bytes, as OpenAPI 3.0 writes it.
fn schema(field: &Field) -> Value {
    if field.is_file() {
        let mut schema = json!({ "type": "string", "format": "binary" });
        if let Some(description) = field.value.get("description") {
            schema["description"] = description.clone();
        }
        return schema;
    }
    let members = field.value.as_object().into_iter().flatten();
    let own = members.filter(|(name, _)| OF_SCHEMA.contains(&name.as_str()));
    Value::Object(own.map(|(name, value)| (name.clone(), value.clone())).collect())
}

impl Moved {
    /// Returns changes with the pointers that lead to what the document has. `is_own` says whether a pointer is one into the
    /// document that was changed.
    pub(super) fn restored(&self, mut changes: Changes, is_own: impl Fn(&str) -> bool) -> Changes {
        for change in changes.items.iter_mut().filter(|change| is_own(&change.pointer)) {
            let ends = change.pointer.match_indices('/').map(|(at, _)| at).chain([change.pointer.len()]);
            let ends: Vec<usize> = ends.collect();
            let known = ends.iter().rev().find_map(|end| {
                let restored = self.pointers.get(&change.pointer[..*end])?;
                Some((*end, restored))
            });
            let Some((end, restored)) = known else { continue };
            let is_of_field = restored.contains("/parameters/");
            let rest = if is_of_field { &change.pointer[end..] } else { "" };
            change.pointer = format!("{restored}{rest}");
        }
        changes
    }
}
