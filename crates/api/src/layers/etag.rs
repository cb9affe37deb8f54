//! Conditional requests: 304 if the client already has the current content (RFC 9110, 13.1.2).
//!
//! A compressed response has a tag of its own, with the coding as a suffix, because strong tags identify bytes; both
//! tags match the same content here.

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;

/// The content codings that can be the suffix of a tag.
const CODINGS: [&str; 2] = ["gzip", "br"];

/// Turns the response into a 304 if `known` (the value of `If-None-Match`) lists its tag; returns true if it did.
pub(super) fn revalidate(response: &mut Response, known: &HeaderValue) -> bool {
    let current = response.status() == StatusCode::OK
        && response.headers().get(ETAG).is_some_and(|tag| lists(known.as_bytes(), tag.as_bytes()));
    if current {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        for header in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING] {
            response.headers_mut().remove(header);
        }
    }
    current
}

/// Adds the coding of the body as a suffix to the response's tag.
pub(super) fn mark_coding(response: &mut Response) {
    let headers = response.headers();
    let (Some(coding), Some(tag)) = (headers.get(CONTENT_ENCODING), headers.get(ETAG)) else {
        return;
    };
    let Some(start) = tag.as_bytes().strip_suffix(b"\"") else {
        return;
    };
    let marked = [start, b"-", coding.as_bytes(), b"\""].concat();
    if let Ok(marked) = HeaderValue::try_from(marked) {
        response.headers_mut().insert(ETAG, marked);
    }
}

fn lists(known: &[u8], tag: &[u8]) -> bool {
    let wanted = without_weakness(tag);
    if known.trim_ascii() == b"*" {
        return true;
    }
    let mut rest = known;
    while let Some((tag, after)) = next_tag(rest) {
        if without_coding(tag) == wanted || tag == wanted {
            return true;
        }
        rest = after;
    }
    false
}

/// Splits a list after its first tag, which is returned with its quotes but without `W/`.
fn next_tag(list: &[u8]) -> Option<(&[u8], &[u8])> {
    let start = list.iter().position(|byte| *byte == b'"')?;
    let len = list[start + 1..].iter().position(|byte| *byte == b'"')?;
    Some(list[start..].split_at(len + 2))
}

fn without_weakness(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

/// Returns the tag without the coding at its end.
fn without_coding(tag: &[u8]) -> Vec<u8> {
    let bare = tag.strip_suffix(b"\"").unwrap_or(tag);
    let coding = CODINGS.iter().find_map(|coding| bare.strip_suffix(coding.as_bytes())?.strip_suffix(b"-"));
    [coding.unwrap_or(bare), b"\""].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_a_tag() {
        let cases = [
            ("\"a\"", true),
            ("W/\"a\"", true),
            ("\"b\", W/\"a\"", true),
            ("\"x,y\",\"a\"", true),
            ("*", true),
            ("\"a-gzip\"", true),
            ("\"a-br\"", true),
            ("\"b\"", false),
            ("a", false),
            ("\"a", false),
            ("", false),
            ("\"a-lzma\"", false),
        ];
        for (known, expected) in cases {
            assert_eq!(lists(known.as_bytes(), b"\"a\""), expected, "{known}");
        }
    }
}
