//! Paths within published sites. Where a site itself is, [`crate::site_addresses`] knows.
//!
//! A path is the section's part, the variant's, and the page's slugs; parts of defaults and of the first page are left
//! out. Pure: what there is on a site is not asked here.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stands in a segment of a path as it is (RFC 3986: unreserved).
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A segment of a path, or several with `/` between them, as they stand in an address.
pub fn encoded(path: &str) -> String {
    let segments = path.split('/').map(|segment| utf8_percent_encode(segment, SEGMENT).to_string());
    segments.collect::<Vec<_>>().join("/")
}

/// A path within a site, with a slash at its beginning: the parts of section and variant, then the page's.
pub fn path_of<'a>(parts: impl IntoIterator<Item = &'a str>, page: &'a str) -> String {
    let page = (!page.is_empty()).then_some(page);
    let all: Vec<_> = parts.into_iter().chain(page).map(encoded).collect();
    format!("/{}", all.join("/"))
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
