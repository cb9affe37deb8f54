//! The OpenAPI 3.1 document, assembled from the described operations.
//!
//! The keys of all objects are sorted, so the same types give the same text in every build.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Map, Value, json};

use super::operation::{Op, OperationDescription, failure};
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

/// The description of all operations. The document is made of it when it is asked for: that takes longer than all else
/// about routes.
pub struct Description {
    info: Info,
    operations: Vec<Described>,
}

/// An operation with what describes its parameters, its body and its responses.
pub(super) struct Described {
    pub(super) path: String,
    pub(super) method: Method,
    pub(super) op: Op,
    pub(super) describe: fn(&mut OperationDescription, &mut Schemas),
}

impl Description {
    pub(super) fn new(info: Info, operations: Vec<Described>) -> Self {
        Self { info, operations }
    }

    /// Makes the OpenAPI 3.1 document; the same types give the same text.
    ///
    /// # Panics
    /// If an operation id is used twice, if a path parameter is described by no extractor, or if an extractor
    /// describes one that the path does not have.
    pub fn document(&self) -> Value {
        build(&self.operations, &self.info)
    }
}

fn build(operations: &[Described], info: &Info) -> Value {
    let mut schemas = Schemas::new();
    schemas.output::<ErrorBody<'static>>();
    let mut ids = BTreeSet::new();
    let mut paths: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    let mut tags = Vec::new();
    for Described { path, method, op, describe } in operations {
        assert!(ids.insert(&*op.id), "the operation id {} is used twice", op.id);
        let mut operation = OperationDescription::new(path, op);
        describe(&mut operation, &mut schemas);
        let methods = paths.entry(path.replace("{*", "{")).or_default();
        methods.insert(method.as_str().to_ascii_lowercase(), operation.finish(op));
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
