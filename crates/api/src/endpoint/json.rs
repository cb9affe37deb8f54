//! Request bodies: JSON described by a type, and bytes described by a media type.
//!
//! A JSON body is an object. An absent body counts as `{}`, so that a request whose fields are all optional
//! needs none, and the error for any other request names the missing field.

use std::marker::PhantomData;
use std::pin::Pin;

use axum::body::{Body, HttpBody};
use axum::extract::{FromRequest, Request};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use quire_model::client_addresses::ClientAddress;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment, Track};
use tokio::time::{Instant, timeout_at};

use super::bodies::{self, Bodies, Held, SMALL};
use super::handler::{Input, Output};
use super::operation::OperationDescription;
use super::reply::{MediaType, json_response};
use super::schemas::Schemas;
use super::unread;
use crate::error::Problem;

/// A JSON body: of the request as an argument of a handler, of a 200 response as its return value.
#[derive(Debug, Clone)]
pub struct Json<T>(pub T);

/// The maximum size of a JSON request body in bytes. The layers set it for all routes; an endpoint may override it.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimit(pub usize);

impl Default for BodyLimit {
    fn default() -> Self {
        Self(1 << 20)
    }
}

impl<T: DeserializeOwned + Send + 'static, S: Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let BodyLimit(limit) = request.extensions().get().copied().unwrap_or_default();
        let (parts, body) = request.into_parts();
        let announced = announced(&parts.headers, limit)?;
        let bodies = parts.extensions.get::<Bodies>().cloned().unwrap_or_default();
        let held = parts.extensions.get::<Held>().cloned().unwrap_or_default();
        let admission = Admission { bodies: &bodies, held: &held, client: parts.extensions.get().copied() };
        let bytes = read(body, announced, limit, &admission).await?;
        if !bytes.is_empty() && !is_json(&parts.headers) {
            return Err(Problem::unsupported_media_type("application/json"));
        }
        let (value, unread) = if bytes.len() <= SMALL {
            parse(&bytes)?
        } else {
            bodies.admit_values(&bytes, &held).await?;
            tokio::task::spawn_blocking(move || parse(&bytes)).await.map_err(Problem::internal)??
        };
        unread::report("", &unread)?;
        Ok(Self(value))
    }
}

/// The inputs of the admission of a large body.
struct Admission<'a> {
    bodies: &'a Bodies,
    held: &'a Held,
    client: Option<ClientAddress>,
}

impl<T: JsonSchema> Input for Json<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let required = schemas.input_in_full::<T>()["required"].as_array().is_some_and(|names| !names.is_empty());
        let schema = schemas.input::<T>();
        operation.body("application/json", required, schema);
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        json_response(StatusCode::OK, &self.0)
    }
}

impl<T: JsonSchema> Output for Json<T> {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        let schema = schemas.output::<T>();
        operation.response(StatusCode::OK, "OK", Some(("application/json", schema)), &[]);
    }
}

/// A request body of a media type as a stream of bytes; the handler bounds its size.
#[derive(Debug)]
pub struct Upload<M> {
    /// The body of the request.
    pub body: Body,
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The address of the client, if it is known.
    pub client: Option<ClientAddress>,
    media: PhantomData<fn() -> M>,
}

impl<M, S: Sync> FromRequest<S> for Upload<M> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let client = parts.extensions.get().copied();
        Ok(Self { body, headers: parts.headers, client, media: PhantomData })
    }
}

impl<M: MediaType> Input for Upload<M> {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        operation.body(M::NAME, true, M::schema());
    }
}

/// Returns the size of the body that the headers announce, if it is within the limit.
fn announced(headers: &HeaderMap, limit: usize) -> Result<Option<usize>, Problem> {
    let announced = headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match announced.map(usize::try_from) {
        Some(Ok(length)) if length <= limit => Ok(Some(length)),
        Some(_) => Err(Problem::too_large(limit)),
        None => Ok(None),
    }
}

/// Reads a body. A large one is admitted first: as soon as its size is known, or is more than that of a small one.
async fn read(
    mut body: Body,
    announced: Option<usize>,
    limit: usize,
    admission: &Admission<'_>,
) -> Result<Bytes, Problem> {
    let Admission { bodies, held, client } = *admission;
    let mut is_admitted = announced.is_some_and(|size| size > SMALL);
    if is_admitted {
        bodies.admit(announced.unwrap_or(limit), client, held).await?;
    }
    let deadline = Instant::now() + bodies::time_for(announced.unwrap_or(limit));
    let mut first = Bytes::new();
    let mut more = BytesMut::new();
    loop {
        let frame = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx));
        let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "body: did not arrive in time");
        let Some(frame) = timeout_at(deadline, frame).await.map_err(late)? else { break };
        let frame = frame.map_err(|_| Problem::bad_request("body: the connection broke before its end"))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        let size = first.len() + more.len() + data.len();
        if size > limit {
            return Err(Problem::too_large(limit));
        }
        if size > SMALL && !is_admitted {
            bodies.admit(limit, client, held).await?;
            is_admitted = true;
        }
        if first.is_empty() {
            first = data;
        } else {
            more.extend_from_slice(&data);
        }
    }
    if more.is_empty() {
        return Ok(first);
    }
    let mut whole = BytesMut::with_capacity(first.len() + more.len());
    whole.extend_from_slice(&first);
    whole.extend_from_slice(&more);
    Ok(whole.freeze())
}

/// Returns true if the content type is `application/json` or `application/*+json`, with any parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let Some(Ok(name)) = headers.get(CONTENT_TYPE).map(|value| value.to_str()) else {
        return false;
    };
    let essence = name.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let subtype = essence.strip_prefix("application/").unwrap_or_default();
    subtype == "json" || subtype.ends_with("+json")
}

/// Parses a body, and returns the paths of the fields that nothing reads too.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, Vec<String>), Problem> {
    let bytes = match bytes.trim_ascii() {
        b"" => b"{}",
        _ => bytes,
    };
    let object = bytes.trim_ascii_start().first() == Some(&b'{');
    match unread::read(bytes) {
        Ok(read) if object => Ok(read),
        Err(error) if !error.is_data() && !is_well_formed(bytes) => {
            Err(Problem::bad_request(format!("body is not JSON: {error}")))
        }
        _ if !object => Err(Problem::bad_request("body must be a JSON object")),
        _ => Err(Problem::bad_request(locate::<T>(bytes))),
    }
}

/// Returns true if the bytes are JSON. For some values of the wrong type, such as null for an enum, serde reports a
/// syntax error.
fn is_well_formed(bytes: &[u8]) -> bool {
    serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok()
}

/// Parses the body again while tracking the path, and returns a message that names the invalid field and the reason.
fn locate<T: DeserializeOwned>(bytes: &[u8]) -> String {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut json) else {
        return "body is not JSON: there is more after its end".to_owned();
    };
    tell("", error.path(), error.inner())
}

/// Parses the part of a body at the path `at`. Errors have the same form as those of a whole body.
pub(crate) fn part<T: DeserializeOwned>(value: Value, at: &str) -> Result<T, Problem> {
    let (value, unread) = read_part(value, at)?;
    unread::report(at, &unread)?;
    Ok(value)
}

/// Parses a body as [`part`] does, and says nothing of fields that are not read.
pub(crate) fn lenient<T: DeserializeOwned>(value: Value) -> Result<T, Problem> {
    read_part(value, "").map(|(value, _)| value)
}

fn read_part<T: DeserializeOwned>(value: Value, at: &str) -> Result<(T, Vec<String>), Problem> {
    let mut track = Track::new();
    unread::collect(serde_path_to_error::Deserializer::new(value, &mut track))
        .map_err(|error| Problem::bad_request(tell(at, &track.path(), &error)))
}

fn tell(at: &str, path: &Path, error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    describe(&spelled(at, path), message)
}

/// Formats a path like `changes[3].title`.
fn spelled(at: &str, path: &Path) -> String {
    path.iter().fold(at.to_owned(), |path, segment| match segment {
        Segment::Seq { index } => format!("{path}[{index}]"),
        Segment::Map { key } if path.is_empty() => key.clone(),
        Segment::Map { key } => format!("{path}.{key}"),
        Segment::Enum { .. } | Segment::Unknown => path,
    })
}

fn describe(path: &str, message: &str) -> String {
    if let Some(name) = message.strip_prefix("missing field ") {
        let dot = if path.is_empty() { "" } else { "." };
        return format!("body field \"{path}{dot}{}\": is required", name.trim_matches('`'));
    }
    let field = if path.is_empty() { "body".to_owned() } else { format!("body field \"{path}\"") };
    if message == "expected value" {
        return format!("{field}: must not be null");
    }
    let told = expectation(message).unwrap_or_else(|| message.to_owned());
    format!("{field}: {}", shortened(&told))
}

/// Rewrites serde's message about a wrong type or variant in JSON's terms, as what the field must be.
fn expectation(message: &str) -> Option<String> {
    let (found, expected) = message.rsplit_once(", expected ")?;
    let expected = match expected.split(' ').next() {
        Some("struct" | "internally" | "adjacently") => "an object".to_owned(),
        _ => expected.replace('`', "").replace("a sequence", "an array").replace("a map", "an object"),
    };
    let found = found.strip_prefix("invalid type: ").or_else(|| found.strip_prefix("invalid value: "));
    match found {
        Some("map") => Some(format!("must be {expected}, not an object")),
        Some("sequence") => Some(format!("must be {expected}, not an array")),
        Some(found) => Some(format!("must be {expected}, not {}", found.replace('`', ""))),
        None => Some(format!("must be {expected}")),
    }
}

/// Cuts the middle out of a message of more than 300 bytes, which quotes a long value of the caller.
fn shortened(message: &str) -> String {
    const MOST: usize = 300;
    if message.len() <= MOST {
        return message.to_owned();
    }
    let (head, tail) = (message.floor_char_boundary(MOST / 2), message.ceil_char_boundary(message.len() - MOST / 2));
    format!("{} … {}", &message[..head], &message[tail..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::{Change, Patch};
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    struct Space {
        #[serde(rename = "title")]
        _title: String,
        #[serde(rename = "mode")]
        _mode: Option<Mode>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Mode {
        Live,
        Locked,
    }

    #[derive(Debug, Deserialize)]
    struct Body {
        #[serde(default)]
        spaces: Vec<Space>,
        #[serde(default)]
        title: Change<String>,
        #[serde(default)]
        parent: Patch<String>,
    }

    fn error<T: DeserializeOwned>(body: &str) -> String {
        parse::<T>(body.as_bytes()).map(|_| ()).unwrap_err().message().to_owned()
    }

    #[test]
    fn nothing_counts_as_an_empty_object() {
        for body in ["", " \n", "{}"] {
            let (body, _): (Body, _) = parse(body.as_bytes()).unwrap();
            assert!(body.spaces.is_empty() && body.title == Change::Keep && body.parent == Patch::Keep);
        }
        assert_eq!(error::<Body>("null"), "body must be a JSON object");
        assert_eq!(error::<Space>(""), "body field \"title\": is required");
    }

    #[test]
    fn null_clears_only_what_can_be_empty() {
        let (body, _): (Body, _) = parse(br#"{"parent":null,"title":"x"}"#).unwrap();
        assert_eq!((body.parent, body.title), (Patch::Clear, Change::Set("x".into())));
        assert_eq!(
            error::<Body>(r#"{"title":null}"#),
            "body field \"title\": must not be null: leave it out to keep it"
        );
    }

    #[test]
    fn null_is_no_word() {
        #[derive(Debug, Deserialize)]
        struct Strict {
            #[serde(rename = "mode")]
            _mode: Mode,
        }
        assert_eq!(error::<Strict>(r#"{"mode":null}"#), "body field \"mode\": must not be null");
    }

    #[test]
    fn names_the_field_and_the_bound() {
        let cases = [
            (r#"{"spaces":[{"title":1}]}"#, "body field \"spaces[0].title\": must be a string, not integer 1"),
            (r#"{"spaces":[{}]}"#, "body field \"spaces[0].title\": is required"),
            (r#"{"spaces":[{"title":"a","mode":"x"}]}"#, "body field \"spaces[0].mode\": must be live or locked"),
            (r#"{"spaces":{}}"#, "body field \"spaces\": must be an array, not an object"),
            ("{", "body is not JSON: EOF while parsing an object at line 1 column 1"),
            ("{\"spaces\":[}", "body is not JSON: expected value at line 1 column 12"),
            ("[]", "body must be a JSON object"),
            ("3", "body must be a JSON object"),
            ("[", "body is not JSON: EOF while parsing a list at line 1 column 1"),
            ("{} {}", "body is not JSON: trailing characters at line 1 column 4"),
        ];
        for (body, message) in cases {
            assert_eq!(error::<Body>(body), message);
        }
        assert!(error::<Body>(&format!(r#"{{"spaces":"{}"}}"#, "é".repeat(9999))).len() < 400);
    }
}
