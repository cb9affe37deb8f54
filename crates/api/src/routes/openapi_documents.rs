//! The documents of OpenAPI specifications: as they came, also for everybody, and with all that they refer to.
//!
//! They may be large, so they are sent as they are read from their files.

use std::io::Cursor;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quire_app::Caller;
use quire_app::openapi_specs::{Raw, ShownVersion, VersionName};
use quire_model::openapi_specs::SpecFormat;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio_util::io::ReaderStream;

use super::openapi_specs::{SpecPath, TAG, VersionPath, find};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Input, OperationDescription, Output, Path, Schemas, op};
use crate::error::Problem;
use crate::types::OpenApiContent;

/// The size of the parts in which a document is sent, in bytes.
const PART: usize = 64 << 10;

pub(super) fn endpoints() -> Endpoints<Context> {
    const LATEST: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/document";
    const LATEST_CONTENT: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/latest/content";
    const ONE: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/document";
    const CONTENT: &str = "/v1/orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content";
    const AS_IT_CAME: &str = "The bytes are those of the source. A token is needed unless the specification is public.";
    const WHOLE: &str = "Documents that the specification refers to are parts of it; references within it stay.";
    let latest = op("getOpenApiDocument", TAG, "Get the document of the latest version.");
    let one = op("getOpenApiDocumentById", TAG, "Get the document of a version.");
    let latest_content = op("getLatestOpenApiSpecVersionContent", TAG, "Get the content of the latest version.");
    let content = op("getOpenApiSpecVersionContentById", TAG, "Get the content of a version.");
    Endpoints::new()
        .get(LATEST, get_latest, latest.details(AS_IT_CAME).public().untimed())
        .get(ONE, get, one.details(AS_IT_CAME).public().untimed())
        .get(LATEST_CONTENT, get_latest_content, latest_content.details(WHOLE).untimed())
        .get(CONTENT, get_content, content.details(WHOLE).untimed())
}

async fn get_latest_content(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
) -> Result<Content, Problem> {
    let found = find(&context, caller, path, VersionName::Latest).await?;
    send_content(&context, found).await
}

async fn get_content(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SpecPath>,
    Path(version): Path<VersionPath>,
) -> Result<Content, Problem> {
    let found = find(&context, caller, path, VersionName::Id(version.version_id.0)).await?;
    send_content(&context, found).await
}

/// Sends the document of a version from its file, with the rest of the content around it.
async fn send_content(context: &Context, shown: ShownVersion) -> Result<Content, Problem> {
    let (before, after) = OpenApiContent::around(&shown, context);
    let etag = format!("\"{}-{}\"", shown.version.id, shown.spec.visibility.as_str());
    let file = context.run(move |app| app.open_openapi_bundle(&shown)).await?;
    let whole = Cursor::new(before).chain(tokio::fs::File::from_std(file)).chain(Cursor::new(after));
    let headers =
        [(CONTENT_TYPE, "application/json".to_owned()), (CACHE_CONTROL, "private, no-cache".to_owned()), (ETAG, etag)];
    streamed(whole, headers).map(Content)
}

async fn get_latest(
    State(context): State<Context>,
    Anyone(caller): Anyone,
    Path(path): Path<SpecPath>,
) -> Result<Document, Problem> {
    send(&context, caller, path, VersionName::Latest).await
}

async fn get(
    State(context): State<Context>,
    Anyone(caller): Anyone,
    Path(path): Path<SpecPath>,
    Path(version): Path<VersionPath>,
) -> Result<Document, Problem> {
    send(&context, caller, path, VersionName::Id(version.version_id.0)).await
}

async fn send(
    context: &Context,
    caller: Option<Arc<Caller>>,
    path: SpecPath,
    name: VersionName,
) -> Result<Document, Problem> {
    let slug = path.spec_slug.clone();
    let get = move |app: &quire_app::App| {
        app.get_openapi_document(caller.as_deref(), path.organization_id.0, &path.spec_slug, name)
    };
    let Raw { path, hash, format, is_public } = context.run(get).await?;
    let file = tokio::fs::File::open(&path).await.map_err(Problem::internal)?;
    let media = match format {
        SpecFormat::Json => "application/json",
        SpecFormat::Yaml => "application/yaml",
    };
    let kept = if is_public { "public" } else { "private" };
    let headers = [
        (CONTENT_TYPE, media.to_owned()),
        (CACHE_CONTROL, format!("{kept}, no-cache")),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{slug}.{}\"", format.as_str())),
        (ETAG, format!("\"{hash}\"")),
    ];
    streamed(file, headers).map(Document)
}

/// Returns a response with what a reader gives.
fn streamed<const N: usize>(
    reader: impl AsyncRead + Send + 'static,
    headers: [(HeaderName, String); N],
) -> Result<Response, Problem> {
    let mut response = Response::new(Body::from_stream(ReaderStream::with_capacity(reader, PART)));
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::try_from(value).map_err(Problem::internal)?);
    }
    Ok(response)
}

/// The caller, if the request has credentials.
struct Anyone(Option<Arc<Caller>>);

impl FromRequestParts<Context> for Anyone {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, context: &Context) -> Result<Self, Problem> {
        let has_session = context.place().secret(&parts.headers).is_some();
        if !has_session && !parts.headers.contains_key(AUTHORIZATION) {
            return Ok(Self(None));
        }
        Bearer::from_request_parts(parts, context).await.map(|Bearer(caller)| Self(Some(caller)))
    }
}

impl Input for Anyone {
    fn describe(_: &mut OperationDescription, _: &mut Schemas) {}
}

/// The content of a version.
struct Content(Response);

/// The bytes of a version.
struct Document(Response);

impl IntoResponse for Content {
    fn into_response(self) -> Response {
        self.0
    }
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        self.0
    }
}

impl Output for Content {
    fn describe(operation: &mut OperationDescription, schemas: &mut Schemas) {
        describe(operation, "application/json", schemas.output::<OpenApiContent>());
    }
}

impl Output for Document {
    fn describe(operation: &mut OperationDescription, _: &mut Schemas) {
        describe(operation, "*/*", json!({}));
    }
}

fn describe(operation: &mut OperationDescription, media: &str, schema: serde_json::Value) {
    let known = "Entity tags that the caller has: 304 if the document still has one of them.";
    operation.header_parameter("If-None-Match", false, json!({ "type": "string", "description": known }));
    let headers = [("ETag", "The version of the document.")];
    operation.response(StatusCode::OK, "OK", Some((media, schema)), &headers);
    operation.response(StatusCode::NOT_MODIFIED, "The caller has the current document", None, &headers);
}
