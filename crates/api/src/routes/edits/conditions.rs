//! The preconditions of a call: `If-Match` and `Idempotency-Key`.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::{HeaderName, IF_MATCH};
use axum::http::request::Parts;
use quire_app::content::edits::{Expected, Key};
use quire_app::content::superseding::Recording;
use quire_content::hash::Hash;
use quire_content::record::EntryKey;
use serde_json::{Value, json};

use crate::context::Context;
use crate::endpoint::{Input, OperationDescription, Schemas};
use crate::entity_tags;
use crate::error::Problem;
use crate::routes::scope::Line;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The most characters of a key.
const MOST_CHARS: usize = 255;

/// The conditions in the headers of a request.
pub(super) struct Conditions {
    /// The revision that the content must be at, or the tag of a page's state, as the header has it.
    expected: Option<String>,
    key: Option<String>,
}

/// The conditions of a request whose body is known, with the key bound to its changes.
pub(super) struct OfRequest {
    expected: Option<String>,
    /// The pages and reusable contents that changes of the request update or delete.
    entries: Vec<EntryKey>,
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
        let expected = text(&IF_MATCH)?.filter(|text| text != "*");
        if expected.as_deref().is_some_and(|text| text.contains(',') || text.starts_with("W/")) {
            let rule = "must be the identifier of one revision, or the entity tag of one page or reusable content";
            return Err(Problem::bad_request(format!("header \"If-Match\": {rule}")));
        }
        Ok(Self { expected, key })
    }
}

impl Input for Conditions {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        operation.header_parameter(
            "If-Match",
            false,
            json!({
                "type": "string",
                "description": "The identifier of the revision that the content must be at, or the entity tag of a \
                                page or reusable content that the call changes, with or without quotes; 412 if it is \
                                at another revision, or in another state. A tag is about its page alone: other \
                                pages may have changed.",
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
    pub(super) fn of_request(self, line: &Line, changes: &[Value], recording: Recording) -> Result<OfRequest, Problem> {
        let Self { expected, key } = self;
        let request = || {
            let target = format!("{:?}", line.target);
            let mut asked = match recording {
                Recording::Separate => json!([target, expected, changes]),
                Recording::Coalesced => json!([target, expected, changes, "coalesce"]),
            };
            // The order of fields makes no difference.
            asked.sort_all_objects();
            serde_json::to_vec(&asked).map(|bytes| Hash::of(&bytes)).map_err(Problem::internal)
        };
        let key = key.map(|name| Ok::<_, Problem>(Key { name, request: request()? })).transpose()?;
        Ok(OfRequest { expected, entries: changes.iter().filter_map(entry).collect(), key })
    }
}

/// Returns the page or the reusable content that a change names by its identifier.
pub(super) fn entry(change: &Value) -> Option<EntryKey> {
    let id = |field: &str| change.get(field).and_then(Value::as_str);
    let page = id("page").and_then(|id| id.parse().ok()).map(EntryKey::Page);
    page.or_else(|| id("reusableContent").and_then(|id| id.parse().ok()).map(EntryKey::Reusable))
}

impl OfRequest {
    /// Returns the state that the content must be in; fails with 412 if the text is neither the identifier of a revision
    /// nor an entity tag, and with 400 if the tag is of something that the call does not change.
    pub(super) fn expected(&self) -> Result<Option<Expected>, Problem> {
        let Some(text) = self.expected.as_deref().map(|text| text.trim_matches('"')) else { return Ok(None) };
        let stale = |message: String| Problem::new(StatusCode::PRECONDITION_FAILED, message);
        if !entity_tags::is_meant(text) {
            let id = text.parse().map_err(|_| stale(format!("the content is not at revision {text}")))?;
            return Ok(Some(Expected::Revision(id)));
        }
        let (entry, state) =
            entity_tags::parse(text).ok_or_else(|| stale(format!("nothing has the entity tag {text}")))?;
        if !self.entries.contains(&entry) {
            let rule = "must be the entity tag of a page or reusable content that a change of the call names";
            return Err(Problem::bad_request(format!("header \"If-Match\": {rule}")));
        }
        Ok(Some(Expected::Entry(entry, state)))
    }
}
