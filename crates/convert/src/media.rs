//! The media type of a file: by its first bytes if they identify an image, else by its name.

const UNKNOWN: &str = "application/octet-stream";
/// The types whose bytes are always recognized: a name that claims one of them is ignored if the bytes differ.
const TOLD_BY_BYTES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Returns the media type (RFC 9110) of the file at `path` that starts with `first_bytes`. 64 bytes are enough; without
/// any, the name alone decides.
pub fn media_type(path: &str, first_bytes: &[u8]) -> String {
    if let Some(image) = image(first_bytes) {
        return image.to_owned();
    }
    if crate::path::is_markdown(path) {
        return "text/markdown".to_owned();
    }
    let named = mime_guess::from_path(path).first_raw().unwrap_or(UNKNOWN);
    let believed = first_bytes.is_empty() || !TOLD_BY_BYTES.contains(&named);
    if believed { named.to_owned() } else { UNKNOWN.to_owned() }
}

/// Returns the media type of a file whose sender declares one. The declared type is used unless the bytes identify an
/// image or the type is one that the bytes would have identified.
pub fn declared_media_type(name: &str, first_bytes: &[u8], declared: &str) -> String {
    let essence = declared.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let told = image(first_bytes).is_some();
    if told || !is_type(&essence) || TOLD_BY_BYTES.contains(&essence.as_str()) || essence == UNKNOWN {
        return media_type(name, first_bytes);
    }
    essence
}

/// Returns true if a text has the form `type/subtype` of RFC 9110.
fn is_type(text: &str) -> bool {
    let token = |part: &str| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        !part.is_empty() && part.bytes().all(plain)
    };
    text.split_once('/').is_some_and(|(kind, of)| token(kind) && token(of))
}

fn image(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [_, _, _, _, b'f', b't', b'y', b'p', b'a', b'v', b'i', b'f' | b's', ..] => Some("image/avif"),
        [0, 0, 1, 0, _, _, _, _, _, 0, ..] => Some("image/x-icon"),
        _ => is_svg(bytes).then_some("image/svg+xml"),
    }
}

fn is_svg(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    matches!(text, [b'<', b's', b'v', b'g', next, ..] if next.is_ascii_whitespace() || *next == b'>')
}

#[cfg(test)]
mod tests {
    use super::{declared_media_type, media_type};

    #[test]
    fn what_a_sender_says_counts_less_than_the_bytes() {
        for (name, bytes, declared, expected) in [
            ("a", &b"\x89PNG\r\n\x1a\n"[..], "text/html", "image/png"),
            ("a.png", b"<html>", "image/png", "application/octet-stream"),
            ("a.txt", b"a;b", "Text/CSV; charset=utf-8", "text/csv"),
            ("a.txt", b"a;b", "no type", "text/plain"),
            ("a.txt", b"a;b", "", "text/plain"),
            ("a.pdf", b"%PDF", "application/octet-stream", "application/pdf"),
        ] {
            assert_eq!(declared_media_type(name, bytes, declared), expected, "{name} {declared}");
        }
    }

    #[test]
    fn types() {
        for (path, bytes, expected) in [
            ("a.md", &b"# A"[..], "text/markdown"),
            ("a.jpg", b"\x89PNG\r\n\x1a\n", "image/png"),
            ("a.png", b"<html>", "application/octet-stream"),
            ("a.png", b"", "image/png"),
            ("a", b"<svg xmlns=", "image/svg+xml"),
            ("a.svg", b"<?xml version", "image/svg+xml"),
            ("a.pdf", b"%PDF", "application/pdf"),
            ("Makefile", b"all:", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path, bytes), expected, "{path}");
        }
    }
}
