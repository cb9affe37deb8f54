//! The preconditions of a call: `If-Match` and `Idempotency-Key`.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, IF_MATCH};
use axum::http::request::Parts;
use quire_app::content::edits::Key;
use quire_content::hash::Hash;
use quire_model::ids::RevisionId;
use serde_json::{Value, json};

use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::error::Problem;
use crate::routes::scope::Line;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The most characters of a key.
const MOST_CHARS: usize = 255;

/// The conditions in the headers of a request.
pub(super) struct Conditions {
    /// The revision that the content must be at, as the header has it.
    revision: Option<String>,
    key: Option<String>,
}

/// The conditions of a request whose body is known, with the key bound to its changes.
pub(super) struct OfRequest {
    revision: Option<String>,
    pub(super) key: Option<Key>,
}

impl FromRequestParts<Context> for Conditions {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Context) -> Result<Self, Problem> {
        let text = |name: &HeaderName| match parts.headers.get_all(name).iter().collect::<Vec<_>>().as_slice() {
            [] => Ok(None),
            [value] => Ok(Some(value.to_str().unwrap_or("\u{fffd}").trim().to_owned())),
            _ => Err(Problem::bad_request(format!("header \"{name}\": must be given at most once"))),
        };
        let key = text(&IDEMPOTENCY_KEY)?;
        let is_plain = |key: &str| (1..=MOST_CHARS).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
        if key.as_deref().is_some_and(|key| !is_plain(key)) {
            let rule = format!("must be 1 to {MOST_CHARS} visible ASCII characters");
            return Err(Problem::bad_request(format!("header \"Idempotency-Key\": {rule}")));
        }
        let revision = text(&IF_MATCH)?.filter(|text| text != "*");
        if revision.as_deref().is_some_and(|text| text.contains(',') || text.starts_with("W/")) {
            return Err(Problem::bad_request("header \"If-Match\": must be the identifier of one revision"));
        }
        Ok(Self { revision, key })
    }
}

impl Input for Conditions {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        operation.header_parameter(
            "If-Match",
            false,
            json!({
                "type": "string",
                "description": "The identifier of the revision that the content must be at, with or without quotes; \
                                412 if it is at another one.",
            }),
        );
        operation.header_parameter(
            "Idempotency-Key",
            false,
            json!({
                "type": "string",
                "minLength": 1,
                "maxLength": MOST_CHARS,
                "description": "A key that the caller chooses for this call. Calls by the same user on the same space \
                                with the same key within 24 hours take effect once and get the same answer; 409 if \
                                they differ from the first one.",
            }),
        );
    }
}

impl Conditions {
    /// Binds the conditions to a request with these changes.
    pub(super) fn of_request(self, line: &Line, changes: &[Value]) -> Result<OfRequest, Problem> {
        let Self { revision, key } = self;
        let asked = json!([format!("{:?}", line.target), revision, changes]);
        let request = || serde_json::to_vec(&asked).map(|bytes| Hash::of(&bytes)).map_err(Problem::internal);
        let key = key.map(|name| Ok::<_, Problem>(Key { name, request: request()? })).transpose()?;
        Ok(OfRequest { revision, key })
    }
}

impl OfRequest {
    /// Returns the revision that the content must be at; fails with 412 if the text is not an identifier.
    pub(super) fn expected(&self) -> Result<Option<RevisionId>, Problem> {
        let stale = |text: &str| {
            Problem::new(StatusCode::PRECONDITION_FAILED, format!("the content is not at revision {text}"))
        };
        let text = self.revision.as_deref().map(|text| text.trim_matches('"'));
        text.map(|text| text.parse().map_err(|_| stale(text))).transpose()
    }
}
