//! Downloads of files, at signed addresses.
//!
//! Files from users never run in a reader's browser: [`served_files`] chooses the headers of each file.

use std::io::SeekFrom;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{ACCEPT_RANGES, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_RANGE, ETAG, IF_RANGE, RANGE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use http_range_header::parse_range_header;
use quire_app::content::downloads::{Download, Pass};
use quire_content::hash::Hash;
use quire_model::ids::SpaceId;
use quire_model::served_files;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

use super::Named;
use crate::context::Context;
use crate::endpoint::{AnyMedia, Endpoints, Media, Path, Query, op};
use crate::error::Problem;

pub(super) fn endpoints() -> Endpoints<Context> {
    Endpoints::new().get(
        "/v1/spaces/{spaceId}/files/{hash}/{name}",
        get,
        op("downloadFile", "Space content", "Download a file, at the address in its `downloadURL`.")
            .details(
                "The address works without a token until it expires, one to two days after it was issued. Range \
                 requests are supported.",
            )
            .public()
            .partial()
            .untimed(),
    )
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct DownloadPath {
    space_id: Named<SpaceId>,
    hash: Named<Hash>,
    name: String,
}

/// The signed part of a file's address.
#[derive(Debug, Deserialize, JsonSchema)]
struct Signed {
    /// The media type to serve the file as.
    #[serde(rename = "type")]
    content_type: String,
    /// The time at which the address expires, in milliseconds since 1970-01-01 UTC.
    expires: i64,
    signature: String,
}

async fn get(
    State(context): State<Context>,
    Path(path): Path<DownloadPath>,
    Query(signed): Query<Signed>,
    headers: HeaderMap,
) -> Result<Media<AnyMedia>, Problem> {
    let pass = Pass {
        space: path.space_id.0,
        hash: path.hash.0,
        name: path.name.clone(),
        content_type: signed.content_type,
        expires: Timestamp(signed.expires),
        signature: signed.signature,
    };
    let download = context.run(move |app| app.download(pass)).await?;
    send(&download, &path.name, &headers).await
}

pub(super) async fn send(download: &Download, name: &str, headers: &HeaderMap) -> Result<Media<AnyMedia>, Problem> {
    let mut file = tokio::fs::File::open(&download.path).await.map_err(Problem::internal)?;
    let size = file.metadata().await.map_err(Problem::internal)?.len();
    let etag = HeaderValue::try_from(format!("\"{}\"", download.hash)).map_err(Problem::internal)?;
    let (first, length, range) = match wanted(headers, &etag, size) {
        Wanted::Whole => (0, size, None),
        Wanted::Part(first, last) => (first, last - first + 1, Some(format!("bytes {first}-{last}/{size}"))),
        Wanted::Impossible => {
            let bounds = HeaderValue::try_from(format!("bytes */{size}")).map_err(Problem::internal)?;
            let message = format!("range: the file has {size} bytes");
            return Err(Problem::new(StatusCode::RANGE_NOT_SATISFIABLE, message).header(CONTENT_RANGE, bounds));
        }
    };
    file.seek(SeekFrom::Start(first)).await.map_err(Problem::internal)?;
    let body = Body::from_stream(ReaderStream::with_capacity(file.take(length), 64 * 1024));
    let media = describe(Media::new(body), download, name)?
        .header(ETAG, etag)
        .header(CONTENT_LENGTH, HeaderValue::from(length));
    Ok(match range {
        None => media,
        Some(range) => {
            let range = HeaderValue::try_from(range).map_err(Problem::internal)?;
            media.status(StatusCode::PARTIAL_CONTENT).header(CONTENT_RANGE, range)
        }
    })
}

/// Adds the headers with the file's media type and with how a browser may treat and cache it.
fn describe(media: Media<AnyMedia>, download: &Download, name: &str) -> Result<Media<AnyMedia>, Problem> {
    let mut described = served_files::headers(&download.content_type, name).into_iter();
    let described = described.try_fold(media, |media, (header, value)| {
        let value = HeaderValue::try_from(value).map_err(Problem::internal)?;
        Ok::<_, Problem>(media.header(HeaderName::from_static(header), value))
    })?;
    Ok(described
        .header(ACCEPT_RANGES, HeaderValue::from_static("bytes"))
        .header(CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600, immutable")))
}

enum Wanted {
    Whole,
    /// The bytes from the first offset to the second one, both included.
    Part(u64, u64),
    Impossible,
}

/// Returns the part of a file that a request asks for; several ranges at once get the whole (RFC 9110, section 14.2).
fn wanted(headers: &HeaderMap, etag: &HeaderValue, size: u64) -> Wanted {
    let Some(range) = headers.get(RANGE).and_then(|range| range.to_str().ok()) else { return Wanted::Whole };
    if headers.get(IF_RANGE).is_some_and(|known| known != etag) {
        return Wanted::Whole;
    }
    let Ok(parsed) = parse_range_header(range) else { return Wanted::Whole };
    match parsed.validate(size) {
        Err(_) => Wanted::Impossible,
        Ok(ranges) => match ranges.as_slice() {
            [only] => Wanted::Part(*only.start(), *only.end()),
            _ => Wanted::Whole,
        },
    }
}
