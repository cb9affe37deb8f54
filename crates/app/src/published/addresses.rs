//! Paths within published sites. The address of a site itself is determined by [`crate::sites::site_addresses`].
//!
//! A path consists of the section's part, the variant's, and the page's slugs; parts of defaults and of the first page
//! are left out. The functions are pure and do not check that a path exists.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters to encode in a path segment: all but the unreserved ones of RFC 3986.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// Percent-encodes a path segment, or several with `/` between them.
pub fn encoded(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    add_encoded(&mut text, path);
    text
}

/// Adds a path to a text, with its segments percent-encoded.
fn add_encoded(text: &mut String, path: &str) {
    for (at, segment) in path.split('/').enumerate() {
        if at > 0 {
            text.push('/');
        }
        text.extend(utf8_percent_encode(segment, SEGMENT));
    }
}

/// Returns a path within a site, with a leading slash: the parts of section and variant, then the page's.
pub fn path_of<'a>(parts: impl IntoIterator<Item = &'a str>, page: &'a str) -> String {
    let page = (!page.is_empty()).then_some(page);
    let mut text = String::with_capacity(64);
    for part in parts.into_iter().chain(page) {
        text.push('/');
        add_encoded(&mut text, part);
    }
    if text.is_empty() {
        text.push('/');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_leave_out_what_is_empty() {
        assert_eq!(path_of([], ""), "/");
        assert_eq!(path_of(["guides"], ""), "/guides");
        assert_eq!(path_of(["guides", "fr"], "début/a b"), "/guides/fr/d%C3%A9but/a%20b");
        assert_eq!(path_of([], "a?b#c%"), "/a%3Fb%23c%25");
    }
}
