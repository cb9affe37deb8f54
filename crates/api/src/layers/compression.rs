//! Compression of text over 1 KiB with br or gzip, as the client prefers.
//!
//! Images, archives and fonts are not compressed again. The codecs run at fast levels, because each response is
//! compressed while the client waits.

use std::convert::Infallible;

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use tower::ServiceExt as _;
use tower::util::service_fn;
use tower_http::CompressionLevel;
use tower_http::compression::Compression;
use tower_http::compression::predicate::SizeAbove;

use super::etag;

const LEAST: u64 = 1024;
const LEVEL: CompressionLevel = CompressionLevel::Precise(3);

/// Returns true if the response is worth compressing, and then adds `Vary: accept-encoding` to it.
pub(super) fn vary(response: &mut Response) -> bool {
    let worthwhile = is_worthwhile(response);
    if worthwhile {
        response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    }
    worthwhile
}

/// Returns true if the header with the codings that a client accepts may have an effect: it names one of ours, or weighs
/// them.
pub(super) fn has_effect(accepted: &HeaderValue) -> bool {
    let accepted = accepted.as_bytes();
    let has = |part: &[u8]| accepted.windows(part.len()).any(|it| it.eq_ignore_ascii_case(part));
    [&b"gzip"[..], b"br", b"*", b"q="].into_iter().any(has)
}

/// Returns the response, compressed if the client accepts one of the codings.
pub(crate) async fn compress(response: Response, accepted: HeaderValue) -> Response {
    let mut request = Request::new(());
    request.headers_mut().insert(ACCEPT_ENCODING, accepted);
    let mut response = Some(response);
    let respond = service_fn(move |_: Request<()>| {
        let response = response.take().expect("one call is made");
        std::future::ready(Ok::<_, Infallible>(response))
    });
    let compression = Compression::new(respond).quality(LEVEL).compress_when(SizeAbove::new(0));
    let Ok(compressed) = compression.oneshot(request).await;
    let mut compressed = compressed.map(Body::new);
    etag::mark_coding(&mut compressed);
    compressed
}

fn is_worthwhile(response: &Response) -> bool {
    let headers = response.headers();
    let size = response.body().size_hint();
    size.upper().is_none_or(|size| size > LEAST)
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(CONTENT_RANGE)
        && !is_to_stay(headers)
        && is_text(headers)
}

/// Returns true if the response has the directive `no-transform` (RFC 9111, 5.2.2.6).
fn is_to_stay(headers: &HeaderMap) -> bool {
    let directives = headers.get(CACHE_CONTROL).and_then(|value| value.to_str().ok()).unwrap_or_default();
    directives.split(',').any(|directive| directive.trim() == "no-transform")
}

fn is_text(headers: &HeaderMap) -> bool {
    let Some(Ok(name)) = headers.get(CONTENT_TYPE).map(HeaderValue::to_str) else {
        return false;
    };
    let essence = name.split(';').next().unwrap_or_default().trim();
    let (kind, subtype) = essence.split_once('/').unwrap_or_default();
    match kind {
        "text" => subtype != "event-stream",
        "application" => {
            matches!(subtype, "json" | "xml" | "javascript" | "yaml")
                || subtype.ends_with("+json")
                || subtype.ends_with("+xml")
        }
        "image" => subtype == "svg+xml",
        _ => false,
    }
}
