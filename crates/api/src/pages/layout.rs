//! The layout of all pages: head, style, and the headers that keep them private.

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("page.css");

/// The content security policy: only the page's own style, forms only to this server, and no framing.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        STANDARD.encode(Sha256::digest(STYLE))
    );
    HeaderValue::try_from(policy).expect("base64 is visible ASCII")
});

/// A page without its content.
pub(super) struct Page {
    title: &'static str,
    status: StatusCode,
}

impl Page {
    /// Creates a page with this title and status 200.
    pub(super) fn new(title: &'static str) -> Self {
        Self { title, status: StatusCode::OK }
    }

    /// Returns the page with another status.
    pub(super) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Returns the response with this content.
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
                    // Screen readers read the title first.
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
            // A stricter policy would make browsers send forms of these pages without their origin.
            (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
            (CONTENT_SECURITY_POLICY, POLICY.clone()),
        ];
        (status, headers, page.into_string()).into_response()
    }
}

/// Returns an error message to show above a form.
pub(super) fn alert(words: &str) -> Markup {
    html! { p.alert role="alert" { (words) } }
}

/// Draws the field for the current password; its identifier is one of the page's own.
pub(super) fn current_password(id: &str) -> Markup {
    html! {
        label for=(id) { "Current password" }
        input id=(id) name="current" type="password" autocomplete="current-password" required;
    }
}
