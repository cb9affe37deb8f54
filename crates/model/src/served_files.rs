//! How files that somebody uploaded are sent: one answer for every address at which they are found.
//!
//! Such files share an origin with pages of the server, so none of them may be what a page runs: a script at an address
//! of `'self'` satisfies `script-src 'self'`. What browsers only show or play keeps its media type; all else is bytes to
//! save. Headers for caching and for ranges are not here.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The media type of bytes of which nothing is said.
const BYTES: &str = "application/octet-stream";

/// Whatever a file says, a browser that shows it runs nothing of it and fetches nothing for it.
const SANDBOX: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Returns the headers that say what a file is and how a browser may treat it, by the media type that the file was
/// stored with and the name to save it under.
///
/// Images, audio, video, PDF and fonts are sent as what they are, everything else as `application/octet-stream`. Images,
/// audio and video are shown in place, SVG among them, whose scripts the sandbox stops; the others are saved.
pub fn headers(stored: &str, name: &str) -> [(&'static str, String); 4] {
    let (content_type, is_shown) = treatment(stored);
    let disposition = if is_shown { "inline" } else { "attachment" };
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    [
        ("content-type", content_type),
        ("content-disposition", format!("{disposition}; filename*=UTF-8''{name}")),
        ("content-security-policy", SANDBOX.to_owned()),
        ("x-content-type-options", "nosniff".to_owned()),
    ]
}

/// Returns the media type to send, without parameters, and whether a browser shows the file in place.
fn treatment(stored: &str) -> (String, bool) {
    let essence = stored.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    // Of several types in one header browsers take the last.
    let is_name = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    let kind = match essence.split_once('/') {
        Some((kind, subtype)) if is_name(kind) && is_name(subtype) => kind,
        _ => return (BYTES.to_owned(), false),
    };
    let is_shown = matches!(kind, "image" | "audio" | "video");
    let is_font = kind == "font"
        || matches!(
            essence.as_str(),
            "application/font-woff" | "application/font-sfnt" | "application/vnd.ms-fontobject"
        );
    if is_shown || is_font || essence == "application/pdf" { (essence, is_shown) } else { (BYTES.to_owned(), false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_show_or_play_keeps_its_type() {
        for (stored, sent, is_shown) in [
            ("image/png", "image/png", true),
            ("IMAGE/PNG; charset=x", "image/png", true),
            ("image/svg+xml", "image/svg+xml", true),
            ("audio/mpeg", "audio/mpeg", true),
            ("video/mp4", "video/mp4", true),
            ("application/pdf", "application/pdf", false),
            ("font/woff2", "font/woff2", false),
            ("application/vnd.ms-fontobject", "application/vnd.ms-fontobject", false),
        ] {
            assert_eq!(treatment(stored), (sent.to_owned(), is_shown), "{stored}");
        }
    }

    #[test]
    fn everything_else_is_bytes() {
        for stored in [
            "text/javascript",
            "application/javascript",
            "text/html",
            "text/css",
            "text/plain",
            "application/json",
            "application/wasm",
            "application/xml",
            "image/png, text/javascript",
            "image/png,text/javascript",
            "image/",
            "image",
            "/png",
            "image/p ng",
            "image/png\r\nx: y",
            "",
        ] {
            assert_eq!(treatment(stored), (BYTES.to_owned(), false), "{stored}");
        }
    }

    #[test]
    fn names_are_encoded() {
        let headers = headers("text/html", "a \"b\"\r\n.html");
        assert_eq!(headers[1].1, "attachment; filename*=UTF-8''a%20%22b%22%0D%0A%2Ehtml");
    }
}
