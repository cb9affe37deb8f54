//! The writers' app: one HTML page for every path below `/app`, and the files that it loads.
//!
//! The page has no content: its script reads the path and asks the API, as any client does. Every address of the app is
//! one of the API with `/app` for `/v1`. The files are at addresses with a digest of all of them, so they are cached for
//! ever. The policy allows scripts of this server only, none in the page; style elements need the nonce of the response.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};

use crate::error::Problem;
use crate::layers::Entropy;

/// The path below which everything is the app's.
pub(crate) const ROOT: &str = "/app";

/// The sign of the product, as a picture of a few bytes.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' \
    stroke='%232f5d50' stroke-width='2' stroke-linejoin='round'%3E%3Cpath d='M12 6.5C9.5 4.6 6.8 4 3.5 4.2v13.6c3.3-.2 6 .4 \
    8.5 2.2 2.5-1.8 5.2-2.4 8.5-2.2V4.2C17.2 4 14.5 4.6 12 6.5zM12 6.5V20'/%3E%3C/svg%3E";

/// Returns the routes. `entropy` makes the nonces.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>(entropy: Entropy) -> Router<S> {
    let page = move || {
        let nonce = format!("{:032x}", entropy());
        std::future::ready(show(&nonce))
    };
    Router::new()
        .route(ROOT, get(page.clone()))
        .route("/app/{*path}", get(page))
        .route("/app/assets/{version}/{name}", get(file))
}

fn show(nonce: &str) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        // The page names the files of this version.
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (CONTENT_SECURITY_POLICY, policy(nonce)),
    ];
    (headers, page(nonce).into_string()).into_response()
}

/// Returns the content security policy. Images come from content, as on published sites; everything else is our own.
fn policy(nonce: &str) -> HeaderValue {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' https: data: blob:; \
         media-src 'self' https:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).expect("hexadecimal digits are visible ASCII")
}

fn page(nonce: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                meta property="csp-nonce" nonce=(nonce);
                title { "Quire" }
                link rel="icon" href=(ICON);
                @for style in quire_web::styles() { link rel="stylesheet" href=(address(style)); }
                link rel="preload" as="font" type="font/woff2" crossorigin href=(address("inter.woff2"));
                script type="module" src=(address("shell.js")) {}
            }
            body {
                div #app {}
                noscript {
                    h1 { "Quire" }
                    p { "Writing here needs JavaScript. Without it you can read " a href="/" { "what is published" }
                        ", and manage " a href="/account" { "your account" } "." }
                }
            }
        }
    }
}

fn address(name: &str) -> String {
    format!("{ROOT}/assets/{}/{name}", quire_web::VERSION)
}

/// Handles `GET /app/assets/{version}/{name}`. A page of another version than that of this server gets 404 and loads
/// itself again.
async fn file(Path((version, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let known = (version == quire_web::VERSION).then(|| quire_web::file(&name)).flatten();
    let bytes = known.ok_or_else(Problem::no_address)?;
    let headers: [(HeaderName, HeaderValue); 3] = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type(&name))),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    Ok((headers, bytes).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
