//! Extraction of path parameters into a struct or a single value.

use axum::extract::FromRequestParts;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::handler::Input;
use super::operation::OperationDescription;
use super::schemas::Schemas;
use crate::error::Problem;

/// The parameters of the path. `T` is a struct with a field for each parameter that it reads, or a single value if
/// exactly one parameter is not read by another extractor.
///
/// A value that cannot be parsed as `T` names nothing that can exist: 404.
#[derive(Debug, Clone)]
pub struct Path<T>(pub T);

impl<T, S> FromRequestParts<S> for Path<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(failure)) => Err(problem(failure.into_kind())),
            Err(rejection) => Err(Problem::internal(rejection)),
        }
    }
}

fn problem(kind: ErrorKind) -> Problem {
    match kind {
        ErrorKind::InvalidUtf8InPathParam { key } => {
            Problem::bad_request(format!("path parameter \"{key}\": must be UTF-8 when percent-decoded"))
        }
        kind @ (ErrorKind::WrongNumberOfParameters { .. } | ErrorKind::UnsupportedType { .. }) => {
            Problem::internal(kind.to_string())
        }
        _ => Problem::no_address(),
    }
}

impl<T: JsonSchema> Input for Path<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let schema = schemas.input_in_full::<T>();
        if let Some(Value::Object(fields)) = schema.get("properties") {
            for (name, field) in fields {
                operation.path_parameter(name, field.clone());
            }
            return;
        }
        match operation.undescribed() {
            [only] => operation.path_parameter(&only.clone(), schema),
            others => panic!("{}: a single value cannot be the parameters {others:?}", operation.path()),
        }
    }
}
