//! Validation of responses against the OpenAPI document.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, Method, StatusCode};
use jsonschema::Validator;
use serde_json::{Value, json};

/// The OpenAPI document of the application.
pub(crate) struct Document {
    document: Value,
    /// The validators of schemas, by their text: most answers are of a few types, and making one reads the whole document.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// The documents of this process, by the public address that they name.
static DOCUMENTS: LazyLock<Mutex<HashMap<String, Arc<Document>>>> = LazyLock::new(Mutex::default);

impl Document {
    /// Returns the document of an application with this public address.
    pub(crate) fn of(public_url: &str) -> Arc<Self> {
        let mut documents = DOCUMENTS.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || Arc::new(Self { document: quire_api::document(public_url), validators: Mutex::default() });
        documents.entry(public_url.to_owned()).or_insert_with(made).clone()
    }

    /// Panics unless the document describes this response of this operation.
    pub(crate) fn check(&self, method: &Method, path: &str, status: StatusCode, headers: &HeaderMap, body: &[u8]) {
        let Some(operation) = self.operation(method, path) else {
            assert!(status.is_client_error(), "{method} {path} answers {status} and is not in the document");
            return self.valid(&json!({ "$ref": "#/components/schemas/Error" }), body, path);
        };
        let response = self.response(operation, status);
        assert!(!response.is_null(), "{method} {path}: the document has no response {status}");
        let content_type = headers.get("content-type").map_or("", |value| value.to_str().unwrap());
        let media = content_type.split(';').next().unwrap_or_default();
        match response["content"].get(media) {
            Some(_) if method == Method::HEAD => assert!(body.is_empty()),
            Some(content) if media == "application/json" => self.valid(&content["schema"], body, path),
            Some(_) => {}
            None if response["content"].get("*/*").is_some() => {}
            None => assert!(body.is_empty(), "{method} {path}: the document has no {media} for {status}"),
        }
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Value> {
        let path = path.split('?').next().unwrap_or_default().trim_end_matches('/');
        let method = if method == Method::HEAD { "get" } else { &method.as_str().to_ascii_lowercase() };
        let paths = self.document["paths"].as_object()?;
        let mut found: Vec<_> = paths.iter().filter(|(template, _)| matches(template, path)).collect();
        // `/pages` takes precedence over `/{name}`: the template with the fewest parameters applies.
        found.sort_by_key(|(template, _)| template.matches('{').count());
        found.first()?.1.get(method)
    }

    fn response<'a>(&'a self, operation: &'a Value, status: StatusCode) -> &'a Value {
        let responses = &operation["responses"];
        let exact = &responses[status.as_str()];
        let range = &responses[format!("{}XX", status.as_u16() / 100)];
        let found = if !exact.is_null() {
            exact
        } else if !range.is_null() {
            range
        } else if status.is_server_error() {
            &responses["default"]
        } else {
            &Value::Null
        };
        match found["$ref"].as_str() {
            Some(reference) => self.document.pointer(reference.trim_start_matches('#')).unwrap(),
            None => found,
        }
    }

    fn valid(&self, schema: &Value, body: &[u8], path: &str) {
        let validator = self.validator(schema);
        let body: Value = serde_json::from_slice(body).unwrap();
        let errors: Vec<String> = validator.iter_errors(&body).map(|e| format!("{}: {e}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{path} does not answer as documented: {errors:#?}\n{body:#}");
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || {
            let whole = json!({ "allOf": [schema], "components": self.document["components"] });
            Arc::new(jsonschema::validator_for(&whole).unwrap())
        };
        validators.entry(schema.to_string()).or_insert_with(made).clone()
    }
}

/// Returns true if a path matches a template. The last parameter of `/path/{pagePath}` may span segments.
fn matches(template: &str, path: &str) -> bool {
    let mut path = path.split('/');
    let mut parts = template.split('/').peekable();
    while let Some(part) = parts.next() {
        let Some(segment) = path.next() else { return false };
        if part == "{pagePath}" && parts.peek().is_none() {
            return true;
        }
        if !part.starts_with('{') && part != segment {
            return false;
        }
    }
    path.next().is_none()
}
