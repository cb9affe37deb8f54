//! Conversion of texts without saving them.

use axum::extract::State;
use quire_app::content::converting::{MOST_BYTES, SourceText};
use quire_app::content::documents::{Body, Form};
use quire_content::document::Document;
use quire_content::id::PageId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Reference;
use super::content::Format;
use super::scope::Scope;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Endpoints, Json, Op, op};
use crate::error::Problem;
use crate::types::RichText;

/// The bound of bodies in bytes: a text, escaped as JSON, or its document.
const BODY_BYTES: usize = 4 * MOST_BYTES;

pub(super) fn endpoints() -> Endpoints<Context> {
    let described = |id| -> Op {
        op(id, "Space content", "Convert a text to a rich-text document or to Markdown, without saving it.")
            .details(
                "The text is Markdown, a rich-text document, or HTML as clipboards have it, of at most 4 MiB. Links lead \
                 where they would on the page. HTML is converted as by an import; what has no counterpart is left out \
                 and named.",
            )
            .body_limit(BODY_BYTES)
    };
    Endpoints::new().post("/v1/spaces/{spaceId}/content/convert", convert, described("convertText")).post(
        "/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/convert",
        convert,
        described("convertTextInChangeRequest"),
    )
}

/// A text to convert: exactly one of `markdown`, `document` and `html`.
#[derive(Debug, Deserialize, JsonSchema)]
struct ConvertText {
    #[serde(default)]
    markdown: Option<String>,
    #[serde(default)]
    #[schemars(with = "Option<RichText>")]
    document: Option<Value>,
    #[serde(default)]
    html: Option<String>,
    /// The page that the text belongs to, from which relative links lead on; without it they lead from the root.
    #[serde(default)]
    page: Option<Reference<PageId>>,
    /// The form to convert to; a rich-text document by default.
    #[serde(default)]
    format: Format,
}

/// Returns the one text of a request.
fn source(markdown: Option<String>, document: Option<Value>, html: Option<String>) -> Result<SourceText, Problem> {
    match (markdown, document, html) {
        (Some(text), None, None) => Ok(SourceText::Markdown(text)),
        (None, Some(document), None) => {
            let read = Document::from_json(document);
            Ok(SourceText::Document(read.map_err(|e| Problem::bad_request(format!("document: {e}")))?))
        }
        (None, None, Some(html)) => Ok(SourceText::Html(html)),
        _ => Err(Problem::bad_request("body: must have exactly one of markdown, document and html")),
    }
}

/// A text in its new form.
#[derive(Debug, Serialize, JsonSchema)]
struct ConvertedText {
    /// The rich-text document, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<RichText>,
    /// The Markdown, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    /// The parts of HTML that have no counterpart and were left out.
    dropped: Vec<DroppedPart>,
}

/// A part of a text that was left out.
#[derive(Debug, Serialize, JsonSchema)]
struct DroppedPart {
    /// The kind of the part.
    what: String,
    /// The place of the part, as far as it can be said.
    place: String,
}

async fn convert(
    State(context): State<Context>,
    scope: Scope,
    Json(body): Json<ConvertText>,
) -> Result<Json<ConvertedText>, Problem> {
    let view = scope.view(&context).await?;
    let page = Reference::resolve(body.page, "page")?;
    let source = source(body.markdown, body.document, body.html)?;
    let form = Form::from(body.format);
    let converted = context.run_in(WorkKind::Long, move |app| app.convert_text(&view, page, source, form)).await?;
    let (document, markdown) = match converted.body {
        Body::Markdown(markdown) => (None, Some(markdown)),
        Body::Document(document) => (Some(RichText(document)), None),
    };
    let dropped = converted.dropped.into_iter().map(|(what, place)| DroppedPart { what, place }).collect();
    Ok(Json(ConvertedText { document, markdown, dropped }))
}
