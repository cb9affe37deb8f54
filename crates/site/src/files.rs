//! The bytes of files of the content, from the site's own origin.
//!
//! Uploaded files never run code: [`served_files`] determines how each type is sent.

use std::io::SeekFrom;
use std::path::Path;

use axum::body::Body;
use axum::http::header::{ACCEPT_RANGES, CONTENT_LENGTH, CONTENT_RANGE, ETAG, IF_RANGE, RANGE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use http_range_header::parse_range_header;
use quire_model::served_files;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};
use tokio_util::io::ReaderStream;

use crate::headers::{self, CacheVisibility};

/// A file to send.
pub(crate) struct Sent<'a> {
    /// The path of its bytes on disk.
    pub(crate) path: &'a Path,
    /// The entity tag without quotes, which changes with its bytes.
    pub(crate) tag: &'a str,
    /// The media type that it was stored with.
    pub(crate) content_type: &'a str,
    /// The name to save it under.
    pub(crate) name: &'a str,
    /// The caches that may store it.
    pub(crate) visibility: CacheVisibility,
    /// True if the address changes with the bytes.
    pub(crate) lasting: bool,
}

const CHUNK: usize = 64 * 1024;

/// Returns the response with the file, or with the requested range of it.
pub(crate) async fn send(sent: &Sent<'_>, asked: &HeaderMap) -> std::io::Result<Response> {
    let mut file = tokio::fs::File::open(sent.path).await?;
    let size = file.metadata().await?.len();
    let mut headers = describe(sent);
    let (status, first, length) = match range(asked, &headers, size) {
        Ok(None) => (StatusCode::OK, 0, size),
        Ok(Some((first, last))) => {
            insert(&mut headers, CONTENT_RANGE, &format!("bytes {first}-{last}/{size}"));
            (StatusCode::PARTIAL_CONTENT, first, last - first + 1)
        }
        Err(Impossible) => {
            insert(&mut headers, CONTENT_RANGE, &format!("bytes */{size}"));
            (StatusCode::RANGE_NOT_SATISFIABLE, 0, 0)
        }
    };
    headers.insert(CONTENT_LENGTH, HeaderValue::from(length));
    file.seek(SeekFrom::Start(first)).await?;
    let mut response = Response::new(Body::from_stream(ReaderStream::with_capacity(file.take(length), CHUNK)));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Ok(response)
}

fn describe(sent: &Sent<'_>) -> HeaderMap {
    let mut all = HeaderMap::with_capacity(12);
    for (name, value) in served_files::headers(sent.content_type, sent.name) {
        insert(&mut all, HeaderName::from_static(name), &value);
    }
    insert(&mut all, ETAG, &format!("\"{}\"", sent.tag));
    all.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if sent.lasting {
        headers::lasting(&mut all, sent.visibility);
    } else {
        headers::unkept(&mut all);
    }
    all
}

struct Impossible;

/// Returns the first and the last byte of the requested range; `None` for the whole file. Several ranges get the whole
/// file (RFC 9110, section 14.2).
fn range(asked: &HeaderMap, own: &HeaderMap, size: u64) -> Result<Option<(u64, u64)>, Impossible> {
    if asked.get(IF_RANGE).is_some_and(|known| Some(known) != own.get(ETAG)) {
        return Ok(None);
    }
    let Some(parsed) = asked.get(RANGE).and_then(|range| parse_range_header(range.to_str().ok()?).ok()) else {
        return Ok(None);
    };
    match parsed.validate(size).map_err(|_| Impossible)?.as_slice() {
        [only] => Ok(Some((*only.start(), *only.end()))),
        _ => Ok(None),
    }
}

fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::try_from(value) {
        headers.insert(name, value);
    }
}
