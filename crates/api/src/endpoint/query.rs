//! Extraction of query parameters into a struct.
//!
//! A handler takes one `Query` argument for each concern (paging, filters, options); each reads its own fields and
//! ignores the rest. This replaces `#[serde(flatten)]`, which reads everything as text and so breaks numbers.

mod text;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::handler::Input;
use super::operation::OperationDescription;
use super::schemas::Schemas;
use crate::error::Problem;

/// The parameters of the query string. Lists are repeated (`authors=a&authors=b` or `authors[]=a`), booleans are
/// `true` or `false`, and unknown parameters are ignored. For any other mismatch the error is a 400 with the name.
#[derive(Debug, Clone)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> Query<T> {
    /// Parses a query string, without its question mark.
    pub fn parse(query: &str) -> Result<Self, Problem> {
        text::parse(query).map(Self).map_err(|error| Problem::bad_request(error.to_string()))
    }
}

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::parse(parts.uri.query().unwrap_or_default())
    }
}

impl<T: JsonSchema> Input for Query<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let schema = schemas.input_in_full::<T>();
        let required = |name: &str| {
            let names = schema["required"].as_array();
            names.is_some_and(|names| names.iter().any(|required| required == name))
        };
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            operation.query_parameter(name, required(name), without_list_default(field));
        }
    }
}

/// Removes the default of an empty list: in a query an absent list and an empty one are the same.
fn without_list_default(field: &Value) -> Value {
    let mut field = field.clone();
    if field["default"].as_array().is_some_and(Vec::is_empty) {
        field.as_object_mut().expect("it has a default").remove("default");
    }
    field
}
