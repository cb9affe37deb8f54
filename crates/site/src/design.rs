//! The style sheet, scripts and other files of the design, the same on every site, as prepared answers.

use std::collections::HashMap;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use quire_render::assets;

use crate::answers::Answer;
use crate::headers::{self, CacheVisibility};

/// Returns the answers by file name; a name contains a hash of the bytes.
pub(crate) fn answers() -> HashMap<&'static str, Answer> {
    let answer = |asset: &'static assets::Asset| {
        let mut all = HeaderMap::new();
        all.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers::lasting(&mut all, CacheVisibility::Public);
        (asset.name, Answer::new(StatusCode::OK, all, asset.bytes, None))
    };
    assets::all().map(answer).collect()
}
