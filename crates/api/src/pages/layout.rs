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

/// The content security policy of pages without a script.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| policy(None));

/// Returns a content security policy: only the page's own style and script, forms only to this server, and no framing.
fn policy(script: Option<&str>) -> HeaderValue {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let script = script.map(|script| format!(" script-src 'sha256-{}';", hash(script))).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}';{script} form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        hash(STYLE)
    );
    HeaderValue::try_from(policy).expect("base64 is visible ASCII")
}

/// A page without its content.
pub(super) struct Page {
    title: &'static str,
    status: StatusCode,
    script: Option<&'static str>,
}

impl Page {
    /// Creates a page with this title and status 200.
    pub(super) fn new(title: &'static str) -> Self {
        Self { title, status: StatusCode::OK, script: None }
    }

    /// Returns the page with another status.
    pub(super) fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Returns the page with a script, which runs once its content is there.
    pub(super) fn script(self, script: &'static str) -> Self {
        Self { script: Some(script), ..self }
    }

    /// Returns the response with this content.
    pub(super) fn show(self, content: &Markup) -> Response {
        let Self { title, status, script } = self;
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
                    @if let Some(script) = script { script { (PreEscaped(script)) } }
                }
            }
        };
        let headers = [
            (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // A stricter policy would make browsers send forms of these pages without their origin.
            (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
            (CONTENT_SECURITY_POLICY, script.map_or_else(|| POLICY.clone(), |script| policy(Some(script)))),
        ];
        (status, headers, page.into_string()).into_response()
    }
}

/// Returns an error message to show above a form.
pub(super) fn alert(words: &str) -> Markup {
    html! { p.alert role="alert" { (words) } }
}

/// A mistake in a field of a page with several forms, by the identifier of the field.
pub(super) struct Mistake {
    pub(super) field: &'static str,
    pub(super) words: String,
}

impl Mistake {
    /// Returns what is wrong with a field, if this is about it.
    pub(super) fn of<'a>(mistake: Option<&'a Self>, field: &str) -> Option<&'a str> {
        mistake.filter(|it| it.field == field).map(|it| it.words.as_str())
    }
}

/// Draws what is wrong with a field, to stand right behind it.
pub(super) fn wrong(id: &str, words: Option<&str>) -> Markup {
    html! { @if let Some(words) = words { p.alert role="alert" id={ (id) "-wrong" } { (words) } } }
}

/// Draws the field for the current password; its identifier is one of the page's own.
pub(super) fn current_password(id: &str, mistake: Option<&Mistake>) -> Markup {
    let words = Mistake::of(mistake, id);
    html! {
        label for=(id) { "Current password" }
        input id=(id) name="current" type="password" autocomplete="current-password" required autofocus[words.is_some()]
            aria-invalid=[words.map(|_| "true")] aria-describedby=[words.map(|_| format!("{id}-wrong"))];
        (wrong(id, words))
    }
}
