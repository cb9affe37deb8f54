//! Uploads: announced with a token, sent to a signed address without one.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};
use quire_app::content::uploads::{NewUpload, Ticket};
use quire_model::ids::UploadId;
use quire_model::text::{FileName, MediaType};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};
use tokio_util::io::{StreamReader, SyncIoBridge};

use super::Named;
use super::orgs::OrganizationPath;
use crate::bearer::Bearer;
use crate::context::{Context, WorkKind};
use crate::endpoint::{AnyMedia, Created, Endpoints, Json, NoContent, Path, Query, Upload, op};
use crate::error::Problem;
use crate::types::StorageSignedUrlObject;

const TAG: &str = "Uploads";

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new()
        .post(
            "/v1/orgs/{organizationId}/storage/upload",
            create,
            op("generateStorageUploadURL", TAG, "Announce a file and get the address for its bytes.").details(
                "Send the bytes with PUT to `url`, exactly as many as announced, without a token, once at a time. The \
                 same `url` then serves as the `url` of an import or of a file in a change. It is valid for 24 hours.",
            ),
        )
        .put(
            "/v1/uploads/{uploadId}",
            receive,
            op("putUpload", TAG, "Upload the bytes of an announced file.").public().untimed(),
        )
}

/// A file to upload.
#[derive(Debug, Deserialize, JsonSchema)]
struct CreateUpload {
    file: FileMetadata,
    #[expect(dead_code, reason = "it must be one of the three, and all are stored alike")]
    kind: UploadKind,
}

#[derive(Debug, Deserialize, JsonSchema)]
struct FileMetadata {
    name: FileName,
    /// The media type of the file.
    #[serde(rename = "type")]
    content_type: MediaType,
    /// The size of the file in bytes.
    size: u64,
}

/// The purpose of a file. Files of all kinds are stored alike.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum UploadKind {
    ImportFile,
    OrganizationFile,
    CustomizationFont,
}

/// The signed address for the bytes of an announced file.
#[derive(Debug, Serialize, JsonSchema)]
struct StorageSignedUrl {
    object: StorageSignedUrlObject,
    /// The address to send the bytes to, which then names them in imports and changes.
    url: String,
    /// The identifier of the upload.
    key: String,
}

async fn create(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(OrganizationPath { organization_id: Named(organization) }): Path<OrganizationPath>,
    Json(CreateUpload { file, .. }): Json<CreateUpload>,
) -> Result<Created<StorageSignedUrl>, Problem> {
    let new = NewUpload { name: file.name, content_type: file.content_type, size: file.size };
    let ticket = context.run(move |app| app.create_upload(&caller, organization, &new)).await?;
    let Ticket { id, expires, signature } = &ticket;
    let url = context.url(format_args!("{PREFIX}{id}?expires={}&signature={signature}", expires.0));
    let body = StorageSignedUrl { object: StorageSignedUrlObject::It, url: url.clone(), key: id.to_string() };
    Ok(Created { location: url, body })
}

const PREFIX: &str = "/v1/uploads/";

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UploadPath {
    upload_id: Named<UploadId>,
}

/// The signed part of an upload's address.
#[derive(Debug, Deserialize, JsonSchema)]
struct Signed {
    /// The time at which the address expires, in milliseconds since 1970-01-01 UTC.
    expires: i64,
    signature: String,
}

async fn receive(
    State(context): State<Context>,
    Path(UploadPath { upload_id: Named(id) }): Path<UploadPath>,
    Query(Signed { expires, signature }): Query<Signed>,
    upload: Upload<AnyMedia>,
) -> Result<NoContent, Problem> {
    let ticket = Ticket { id, expires: Timestamp(expires), signature };
    let announced = context.run(move |app| app.redeem(&ticket)).await?;
    let _reception = context.receiving().begin(id, upload.client)?;
    let bytes = StreamReader::new(Box::pin(chunks(upload.body)));
    context.run_in(WorkKind::Receiving, move |app| app.receive(&announced, &mut SyncIoBridge::new(bytes))).await?;
    Ok(NoContent)
}

/// The longest pause between two chunks of a body, and the time until the first bytes have to be there.
const SILENCE: Duration = Duration::from_secs(30);

/// The bytes of a body that have to arrive in a second on average, after [`SILENCE`].
const RATE: u64 = 16 << 10;

/// Streams the bytes of a body, and fails with `TimedOut` after a pause longer than [`SILENCE`] or if they arrive more
/// slowly than at [`RATE`].
fn chunks(body: Body) -> impl Stream<Item = io::Result<Bytes>> {
    let begin = Instant::now();
    stream::unfold((body.into_data_stream(), 0), move |(mut chunks, received)| async move {
        let due = begin + SILENCE + Duration::from_secs(received / RATE);
        let chunk = match timeout_at(due.min(Instant::now() + SILENCE), chunks.next()).await {
            Ok(chunk) => chunk?.map_err(io::Error::other),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        };
        let size = chunk.as_ref().map_or(0, |bytes| bytes.len() as u64);
        Some((chunk, (chunks, received + size)))
    })
}

/// Returns true if `url` begins as the address of an upload to this server, valid or not.
pub(super) fn is_own(url: &str, context: &Context) -> bool {
    url.starts_with(&context.url(PREFIX))
}

/// Parses the ticket from the address of an upload to this server, without checking its signature.
pub(super) fn ticket(url: &str, context: &Context) -> Result<Ticket, Problem> {
    let foreign =
        || Problem::bad_request("url: must be an address that this server gave for an upload (storage/upload)");
    let rest = url.strip_prefix(&context.url(PREFIX)).ok_or_else(foreign)?;
    let (id, query) = rest.split_once('?').ok_or_else(foreign)?;
    let id = id.parse().map_err(|_| foreign())?;
    let Query(Signed { expires, signature }) = Query::parse(query).map_err(|_| foreign())?;
    Ok(Ticket { id, expires: Timestamp(expires), signature })
}
