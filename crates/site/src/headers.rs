//! Response headers of sites: caching, the content security policy, and privacy.
//!
//! Content is untrusted. No inline script or style in a document is applied, only files of the design from the same
//! origin; frames come from a fixed list. An answer that is not public is not stored by any cache.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The caches that may store an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CacheVisibility {
    /// Every cache, shared ones too.
    Public,
    /// Only the cache of the reader's browser.
    Private,
}

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

/// The time for which a page of a public site may be reused without revalidation.
const PAGES: HeaderValue = HeaderValue::from_static("public, max-age=30");
const NOBODY: HeaderValue = HeaderValue::from_static("private, no-store");
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const FOR_EVER_PRIVATE: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");

/// Returns the content security policy of documents. `https:` images come from content; everything else is our own.
/// `apis` has the origins of APIs to which forms of the document send requests, each after a space.
fn policy(apis: &str) -> HeaderValue {
    let frames = quire_render::FRAME_SOURCES.join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; \
         font-src 'self'; connect-src 'self'{apis}; frame-src {frames}; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'self'"
    );
    HeaderValue::try_from(policy).expect("origins are visible ASCII")
}

/// Returns the headers of a document of a site.
pub(crate) fn document(
    content_type: &'static str,
    visibility: CacheVisibility,
    secret_in_path: bool,
    apis: &str,
) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(12);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(CONTENT_SECURITY_POLICY, policy(apis));
    headers.insert(X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    let referrer = if secret_in_path { "no-referrer" } else { "same-origin" };
    headers.insert(REFERRER_POLICY, HeaderValue::from_static(referrer));
    common(&mut headers, if visibility == CacheVisibility::Public { PAGES } else { NOBODY });
    headers
}

/// Sets the headers of a file with an address that changes with its bytes.
pub(crate) fn lasting(headers: &mut HeaderMap, visibility: CacheVisibility) {
    common(headers, if visibility == CacheVisibility::Public { FOR_EVER } else { FOR_EVER_PRIVATE });
}

/// Sets the headers of an answer that no cache may store.
pub(crate) fn unkept(headers: &mut HeaderMap) {
    common(headers, NOBODY);
}

/// Forbids that proxies transform the answer, for example compress it.
pub(crate) fn as_it_is(headers: &mut HeaderMap) {
    let kept = headers.get(CACHE_CONTROL).and_then(|it| it.to_str().ok()).unwrap_or("no-store");
    let kept = format!("{kept}, no-transform");
    headers.insert(CACHE_CONTROL, HeaderValue::try_from(kept).expect("directives are visible ASCII"));
}

/// Excludes the answer from search engines.
pub(crate) fn unindexed(headers: &mut HeaderMap) {
    headers.insert(X_ROBOTS_TAG, HeaderValue::from_static("noindex"));
}

/// Declares that the answer depends on a request header.
pub(crate) fn depends_on(headers: &mut HeaderMap, name: &'static str) {
    headers.append(VARY, HeaderValue::from_static(name));
}

/// Returns the quality of a value in a list like `Accept` (RFC 9110, 12.4.2), or `None` if the list lacks it.
pub(crate) fn quality(list: &str, route: &str) -> Option<f32> {
    let mut ranges = list.split(',').map(|range| range.split(';').map(str::trim));
    ranges.find_map(|mut range| {
        let named = range.next()?.eq_ignore_ascii_case(route);
        let quality = range.find_map(|part| part.strip_prefix("q=")).map_or(Some(1.0), |it| it.parse().ok());
        quality.filter(|_| named)
    })
}

fn common(headers: &mut HeaderMap, cache: HeaderValue) {
    headers.insert(CACHE_CONTROL, cache);
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
}
