//! The OpenAPI 3.1 document, assembled from the described operations.
//!
//! The keys of all objects are sorted, so the same types give the same text in every build.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::Route;
use super::operation::{OperationDescription, failure};
use super::schemas::Schemas;
use crate::error::ErrorBody;

/// The description of the API as a whole.
#[derive(Debug, Clone)]
pub struct Info {
    /// The title of the API.
    pub title: String,
    /// The version of the API.
    pub version: String,
    /// The description of the API in Markdown, one or two paragraphs.
    pub description: String,
    /// The public address of the server, without a path; omitted from the document if empty.
    pub server: String,
}

pub(super) fn build<S>(routes: &[Route<S>], info: &Info) -> Value {
    let mut schemas = Schemas::new();
    schemas.output::<ErrorBody<'static>>();
    let mut ids = BTreeSet::new();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut tags = Vec::new();
    for route in routes {
        let op = &route.op;
        assert!(ids.insert(&*op.id), "the operation id {} is used twice", op.id);
        let mut operation = OperationDescription::new(&route.path, op);
        (route.describe)(&mut operation, &mut schemas);
        let operations = paths.entry(route.path.replace("{*", "{")).or_default();
        operations.insert(route.method.as_str().to_ascii_lowercase(), operation.finish(op));
        if !tags.contains(&op.tag) {
            tags.push(op.tag);
        }
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": { "title": info.title, "version": info.version, "description": info.description },
        "tags": tags.iter().map(|tag| json!({ "name": tag })).collect::<Vec<_>>(),
        "paths": paths,
    });
    if !info.server.is_empty() {
        document["servers"] = json!([{ "url": info.server }]);
    }
    let components = schemas.finish(&mut document);
    document["components"] = json!({
        "schemas": components,
        "responses": { "Error": failure("The request failed: the body says why.") },
        "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } },
    });
    sorted(document)
}

/// Returns the value with the keys of all objects sorted, whichever map type `serde_json` was built with.
fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields: BTreeMap<String, Value> = fields.into_iter().collect();
            fields.into_iter().map(|(name, field)| (name, sorted(field))).collect()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        other => other,
    }
}
