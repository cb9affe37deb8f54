//! What all pages share: head, style, and the headers that keep them private.

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("page.css");

/// Nothing may be loaded or run but the page's own style. Forms go to this server, and no other page frames ours.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        STANDARD.encode(Sha256::digest(STYLE))
    );
    HeaderValue::try_from(policy).expect("base64 is visible ASCII")
});

/// A page, but for what it shows.
pub(super) struct Page {
    title: &'static str,
    status: StatusCode,
}

impl Page {
    /// A page of this title.
    pub(super) fn new(title: &'static str) -> Self {
        Self { title, status: StatusCode::OK }
    }

    /// The same as an answer of this status.
    pub(super) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The whole page.
    pub(super) fn show(self, content: &Markup) -> Response {
        let Self { title, status } = self;
        let failed = !status.is_success();
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="robots" content="noindex";
                    // Screen readers say the title first.
                    title { @if failed { "Error: " } (title) " · Quire" }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    header { p { "Quire" } }
                    main { (content) }
                }
            }
        };
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // With less, browsers would send forms of these pages without their origin.
            (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
            (CONTENT_SECURITY_POLICY, POLICY.clone()),
        ];
        (status, headers, page.into_string()).into_response()
    }
}

/// What went wrong, above a form.
pub(super) fn alert(words: &str) -> Markup {
    html! { p.alert role="alert" { (words) } }
}
