//! Notes of writers on OpenAPI specifications: one by one, and as an OpenAPI Overlay.

use axum::extract::State;
use quire_model::ids::OpenApiNoteId;
use quire_model::openapi_notes::{NotePlacement, NoteTarget};
use quire_model::text::OpenApiNoteText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Named;
use super::openapi_specs::{Put, SpecPath, TAG};
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{Created, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::OpenApiNote;

/// The maximum size of an overlay, in bytes.
const MOST_BYTES: usize = 8 << 20;

pub(super) fn endpoints() -> Endpoints<Context> {
    const ALL: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/notes";
    const ONE: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/notes/{noteId}";
    const OVERLAY: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/overlay";
    const DESCRIPTIONS: &str = "Actions set descriptions of operations, webhooks, parameters, schemas and properties.";
    Endpoints::new()
        .get(ALL, list, op("listOpenApiNotes", TAG, "List the notes of writers on an OpenAPI specification."))
        .put(ALL, put, op("putOpenApiNote", TAG, "Set the note on a part of an OpenAPI specification."))
        .delete(ONE, delete, op("deleteOpenApiNote", TAG, "Delete a note on an OpenAPI specification."))
        .get(OVERLAY, get_overlay, op("getOpenApiOverlay", TAG, "Get the notes as an OpenAPI Overlay."))
        .put(
            OVERLAY,
            put_overlay,
            op("putOpenApiOverlay", TAG, "Replace the notes by those of an OpenAPI Overlay.")
                .details(DESCRIPTIONS)
                .body_limit(MOST_BYTES),
        )
}

/// The note that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NotePath {
    note_id: Named<OpenApiNoteId>,
}

/// A note to set.
#[derive(Debug, Deserialize, JsonSchema)]
struct PutOpenApiNote {
    /// The thing that the note is about. There is one note on it at most.
    target: NoteTarget,
    /// The text in Markdown.
    markdown: OpenApiNoteText,
    /// The place of the text beside the description that the document has.
    #[serde(default)]
    placement: NotePlacement,
}

/// The outcome of replacing notes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenAPIOverlayOutcome")]
struct OverlayOutcome {
    /// The number of notes that there are now.
    notes: usize,
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<OpenApiNote>, Problem> {
    let organization = path.organization_id.0;
    let list = format!("notes on {} in {organization}", path.spec_slug);
    let paging = context.paging(&list, &paging)?;
    let get = move |app: &quire_app::App| app.list_openapi_notes(&caller, organization, &path.spec_slug, &paging);
    let page = context.run_in(WorkKind::Long, get).await?;
    Ok(context.listing(&list, page.map(OpenApiNote::of)))
}

async fn put(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Json(body): Json<PutOpenApiNote>,
) -> Result<Put<OpenApiNote>, Problem> {
    let organization = path.organization_id.0;
    let location = context.url(format_args!("/v1/orgs/{organization}/openapi/{}/notes", path.spec_slug));
    let put = move |app: &quire_app::App| {
        let note = (&body.target, &body.markdown, body.placement);
        app.put_openapi_note(&caller, organization, &path.spec_slug, note)
    };
    let (note, created) = context.run(put).await?;
    let location = format!("{location}/{}", note.note.id);
    let body = OpenApiNote::of(note);
    Ok(if created { Put::Created(Created { location, body }) } else { Put::Updated(Json(body)) })
}

async fn delete(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Path(NotePath { note_id: Named(id) }): Path<NotePath>,
) -> Result<NoContent, Problem> {
    let organization = path.organization_id.0;
    context.run(move |app| app.delete_openapi_note(&caller, organization, &path.spec_slug, id)).await?;
    Ok(NoContent)
}

async fn get_overlay(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
) -> Result<Json<Map<String, Value>>, Problem> {
    let organization = path.organization_id.0;
    let get = move |app: &quire_app::App| app.get_openapi_overlay(&caller, organization, &path.spec_slug);
    let overlay = context.run_in(WorkKind::Long, get).await?;
    Ok(Json(overlay.as_object().cloned().unwrap_or_default()))
}

async fn put_overlay(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Json(overlay): Json<Map<String, Value>>,
) -> Result<Json<OverlayOutcome>, Problem> {
    let organization = path.organization_id.0;
    let overlay = Value::Object(overlay);
    let put = move |app: &quire_app::App| app.put_openapi_overlay(&caller, organization, &path.spec_slug, &overlay);
    Ok(Json(OverlayOutcome { notes: context.run_in(WorkKind::Long, put).await? }))
}
