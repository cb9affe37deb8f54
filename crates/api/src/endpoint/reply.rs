//! Return types of handlers, each of which fixes the status, the headers and the schema in the document.

use std::borrow::Cow;
use std::marker::PhantomData;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, LOCATION, WARNING};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use quire_workers::SharedBytes;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

use super::handler::Output;
use super::operation::OperationDescription;
use super::schemas::Schemas;
use crate::asked::Asked;
use crate::error::Problem;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Returns a response with the JSON of a value as its body.
pub(super) fn json_response<T: Serialize>(status: StatusCode, value: &T) -> Response {
    let mut body = Vec::with_capacity(512);
    match serde_json::to_writer(&mut body, value) {
        Ok(()) => bytes_response(status, JSON, body.into()),
        Err(error) => Problem::internal(error).into_response(),
    }
}

fn bytes_response(status: StatusCode, content_type: HeaderValue, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, content_type);
    response
}

/// A 201 response with the new resource and its address.
#[derive(Debug, Clone)]
pub struct Created<T> {
    /// The path or address of the new resource, for the `Location` header.
    pub location: String,
    /// The new resource, sent as JSON.
    pub body: T,
}

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        match HeaderValue::try_from(self.location) {
            Ok(location) => {
                let mut response = json_response(StatusCode::CREATED, &self.body);
                response.headers_mut().insert(LOCATION, location);
                response
            }
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

impl<T: JsonSchema> Output for Created<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let content = ("application/json", schemas.output::<T>());
        let headers = [("Location", "The address of the new resource.")];
        operation.response(StatusCode::CREATED, "Created", Some(content), &headers);
    }
}

/// A 200 response with a body and, where there is something to say of the request, a `Warning` header.
#[derive(Debug, Clone)]
pub struct Warned<T> {
    /// The text of the warning, in visible ASCII.
    pub warning: Option<String>,
    /// The body, sent as JSON.
    pub body: T,
}

impl<T: Serialize> IntoResponse for Warned<T> {
    fn into_response(self) -> Response {
        let mut response = json_response(StatusCode::OK, &self.body);
        let warning = self.warning.map(|text| HeaderValue::try_from(format!("299 quire \"{text}\"")));
        if let Some(Ok(warning)) = warning {
            response.headers_mut().insert(WARNING, warning);
        }
        response
    }
}

impl<T: JsonSchema> Output for Warned<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let content = ("application/json", schemas.output::<T>());
        let headers = [("Warning", "What is unusual about the request, if something is.")];
        operation.response(StatusCode::OK, "OK", Some(content), &headers);
    }
}

/// A 204 response without a body.
#[derive(Debug, Clone, Copy)]
pub struct NoContent;

impl IntoResponse for NoContent {
    fn into_response(self) -> Response {
        StatusCode::NO_CONTENT.into_response()
    }
}

impl Output for NoContent {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        operation.response(StatusCode::NO_CONTENT, "No content", None, &[]);
    }
}

/// One page of a list.
#[derive(Debug, Clone)]
pub struct Listing<T> {
    /// The items of this page.
    pub items: Vec<T>,
    /// The number of items in the whole list; none where counting is expensive.
    pub count: Option<u64>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    /// The cursor of the previous page, if there is one.
    pub previous: Option<String>,
}

#[derive(Serialize)]
struct Envelope<'a, T> {
    items: &'a [T],
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<PageRef<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<PageRef<'a>>,
}

#[derive(Serialize)]
struct PageRef<'a> {
    page: &'a str,
}

impl<T: Serialize> Serialize for Listing<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let next = self.next.as_deref().map(|page| PageRef { page });
        let previous = self.previous.as_deref().map(|page| PageRef { page });
        Envelope { items: &self.items, count: self.count, next, previous }.serialize(serializer)
    }
}

impl<T: JsonSchema> JsonSchema for Listing<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}List", T::schema_name()).into()
    }

    fn schema_id() -> Cow<'static, str> {
        format!("Listing<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let page = |says: &str| {
            json!({
                "type": "object",
                "description": says,
                "properties": { "page": { "type": "string", "description": "The value for the `page` parameter." } },
                "required": ["page"],
            })
        };
        schemars::json_schema!({
            "type": "object",
            "properties": {
                "items": { "type": "array", "items": generator.subschema_for::<T>() },
                "count": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many items the whole list has; left out where that is not cheap to know.",
                },
                "next": page("The next page; absent on the last one."),
                "previous": page("The page before this one; absent on the first one."),
            },
            "required": ["items"],
        })
    }
}

impl<T: Serialize> IntoResponse for Listing<T> {
    fn into_response(self) -> Response {
        json_response(StatusCode::OK, &self)
    }
}

impl<T: JsonSchema> Output for Listing<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let schema = schemas.output::<Self>();
        operation.response(StatusCode::OK, "A page of the list", Some(("application/json", schema)), &[]);
    }
}

/// The cached JSON of a `T`, shared between responses, with its strong entity tag. The layers respond with 304 if the
/// client already has it.
#[derive(Debug, Clone)]
pub struct Rendered<T> {
    bytes: Bytes,
    etag: HeaderValue,
    asked: Option<Asked>,
    content: PhantomData<fn() -> T>,
}

impl<T> Rendered<T> {
    /// Creates a response from the JSON of a `T`; `version` (such as a hash) is equal exactly if the bytes are.
    ///
    /// # Panics
    /// If `version` has a character that an entity tag cannot have.
    pub fn new(bytes: Bytes, version: &str) -> Self {
        Self::tagged(bytes, HeaderValue::try_from(format!("\"{version}\"")).expect("versions are visible ASCII"))
    }

    /// Creates a response from the JSON of a `T` and its entity tag.
    pub(crate) fn tagged(bytes: Bytes, etag: HeaderValue) -> Self {
        Self { bytes, etag, asked: None, content: PhantomData }
    }

    /// Says what the address asks for, so that its next response needs no handler.
    #[must_use]
    pub(crate) fn to(self, asked: Asked) -> Self {
        Self { asked: Some(asked), ..self }
    }
}

impl<T> IntoResponse for Rendered<T> {
    fn into_response(self) -> Response {
        let shared = SharedBytes::of(&self.bytes);
        let mut response = bytes_response(StatusCode::OK, JSON, self.bytes.into());
        response.extensions_mut().insert(shared);
        if let Some(asked) = self.asked {
            response.extensions_mut().insert(asked);
        }
        response.headers_mut().insert(ETAG, self.etag);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        response
    }
}

impl<T: JsonSchema> Output for Rendered<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let known = "Entity tags that the caller has: 304 if the content still has one of them.";
        operation.header_parameter("If-None-Match", false, json!({ "type": "string", "description": known }));
        let headers = [("ETag", "The version of the content.")];
        let content = ("application/json", schemas.output::<T>());
        operation.response(StatusCode::OK, "OK", Some(content), &headers);
        operation.response(StatusCode::NOT_MODIFIED, "The caller has the current content", None, &headers);
    }
}

/// The requested resource, or a 307 redirect to its current address.
#[derive(Debug, Clone)]
pub enum Moved<T> {
    /// The resource.
    Here(T),
    /// The path or address of the resource.
    Elsewhere(String),
}

impl<T: IntoResponse> IntoResponse for Moved<T> {
    fn into_response(self) -> Response {
        let location = match self {
            Self::Here(found) => return found.into_response(),
            Self::Elsewhere(location) => location,
        };
        match HeaderValue::try_from(location) {
            Ok(location) => (StatusCode::TEMPORARY_REDIRECT, [(LOCATION, location)]).into_response(),
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

impl<T: Output> Output for Moved<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        T::describe(operation, schemas);
        let headers = [("Location", "The address where it is now.")];
        operation.response(StatusCode::TEMPORARY_REDIRECT, "It is somewhere else now", None, &headers);
    }
}

/// A media type, represented by a Rust type.
pub trait MediaType {
    /// The name of the media type, such as `image/png`.
    const NAME: &'static str;

    /// Returns the schema of such content for the document.
    fn schema() -> Value {
        if Self::NAME.starts_with("text/") { json!({ "type": "string" }) } else { json!({}) }
    }
}

/// Any media type; the content type of the response names it.
#[derive(Debug, Clone, Copy)]
pub struct AnyMedia;

impl MediaType for AnyMedia {
    const NAME: &'static str = "*/*";
}

/// A 200 response with bytes or a stream of a media type. The handler may add headers and change the status to 206.
#[derive(Debug)]
pub struct Media<M> {
    response: Response,
    media: PhantomData<fn() -> M>,
}

impl<M: MediaType> Media<M> {
    /// Creates a response of the media type; for [`AnyMedia`] it is `application/octet-stream` unless a header is set.
    pub fn new(body: impl Into<Body>) -> Self {
        let name = if M::NAME.contains('*') { "application/octet-stream" } else { M::NAME };
        let response = bytes_response(StatusCode::OK, HeaderValue::from_static(name), body.into());
        Self { response, media: PhantomData }
    }

    /// Returns the response with a header set.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.response.headers_mut().insert(name, value);
        self
    }

    /// Returns the response with another status.
    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        *self.response.status_mut() = status;
        self
    }
}

impl<M> IntoResponse for Media<M> {
    fn into_response(self) -> Response {
        self.response
    }
}

impl<M: MediaType> Output for Media<M> {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        operation.response(StatusCode::OK, "OK", Some((M::NAME, M::schema())), &[]);
    }
}
