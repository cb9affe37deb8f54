//! Query parameters, read by the fields of a struct.
//!
//! A handler takes as many `Query` arguments as it has concerns (paging, filters, options): each reads its own fields
//! and ignores the rest. That replaces `#[serde(flatten)]`, which reads everything as text and so breaks numbers.

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

/// Parameters of the query string. Lists are repeated (`authors=a&authors=b` or `authors[]=a`), booleans are `true`
/// or `false`, unknown parameters are ignored, anything else that does not fit is 400 and named.
#[derive(Debug, Clone)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> Query<T> {
    /// The parameters of a query string (what follows the question mark).
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

/// An absent list and an empty one are the same in a query: no default to speak of.
fn without_list_default(field: &Value) -> Value {
    let mut field = field.clone();
    if field["default"].as_array().is_some_and(Vec::is_empty) {
        field.as_object_mut().expect("it has a default").remove("default");
    }
    field
}
