//! Paths that are safe in a `Location` header: whatever a request asked for, a browser that follows one stays on the
//! same origin.
//!
//! Browsers read `//host` and `/\host` as another host, drop tabs and line breaks anywhere before they look, and take
//! `.` and `..` away, percent-encoded ones too (WHATWG URL standard). So a path is written anew by [`local`], never
//! checked and passed on. Which addresses of other hosts are allowed is not known here: an author configured those.

use std::fmt::Write as _;

/// The path, query and fragment of `target` as a reference to the same origin: exactly one slash at the beginning and
/// no backslash after it, no empty segment and none that climbs, and nothing but visible ASCII.
pub fn local(target: &str) -> String {
    let (path, rest) = target.find(['?', '#']).map_or((target, ""), |at| target.split_at(at));
    let mut out = local_path(path);
    write_visible(rest, &mut out);
    out
}

/// The same for a path below a base, which is empty or has a slash at its beginning and none at its end: `target` does
/// not climb above it.
pub fn local_below(base: &str, target: &str) -> String {
    let rest = local(target);
    let base = local(base);
    if base == "/" { rest } else { base.trim_end_matches('/').to_owned() + &rest }
}

/// The segments of a path, without those that browsers read as something else.
fn local_path(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let pieces: Vec<&str> = path.split(['/', '\\']).filter(|segment| !is_blank(segment)).collect();
    let mut open = path.ends_with(['/', '\\']);
    for (at, segment) in pieces.iter().enumerate() {
        match dots(segment) {
            Some(climbs) => {
                if climbs {
                    segments.pop();
                }
                open |= at + 1 == pieces.len();
            }
            None => segments.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len() + 1);
    for segment in &segments {
        out.push('/');
        write_visible(segment, &mut out);
    }
    if open || segments.is_empty() {
        out.push('/');
    }
    out
}

/// Returns whether nothing is left of a segment once a browser has dropped what it drops.
fn is_blank(segment: &str) -> bool {
    segment.chars().all(|c| c.is_whitespace() || c.is_control())
}

/// Returns whether a segment is `..`, or `.`, in any spelling; `None` for every other one. A segment that is one of
/// them for whoever decodes slashes first counts as well.
pub fn dots(segment: &str) -> Option<bool> {
    let spelled = segment.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/").replace("%5c", "/");
    let spelled: String = spelled.replace('\\', "/").chars().filter(|c| !c.is_control()).collect();
    let parts: Vec<&str> = spelled.split('/').filter(|part| matches!(*part, "." | "..")).collect();
    (!parts.is_empty()).then(|| parts.contains(&".."))
}

/// Appends a text with everything percent-encoded that is not visible ASCII, and what ends an attribute or a header.
fn write_visible(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'"' | b'<' | b'>' | b'`' | b'^' | b'{' | b'|' | b'}') {
            out.push(char::from(byte));
        } else {
            // A `String` takes every text.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use url::Url;

    #[test]
    fn paths_of_the_site_stay_as_they_are() {
        for path in ["/", "/a", "/a/b/", "/a%20b/%C3%A9?x=1&y=//z#top", "/a?", "/~s/x/~/changes/7/a.md", "/a:b@c"] {
            assert_eq!(local(path), path);
        }
    }

    #[test]
    fn nothing_is_read_as_another_host() {
        for (asked, safe) in [
            ("", "/"),
            ("//evil.test/", "/evil.test/"),
            ("/\\evil.test", "/evil.test"),
            ("\\\\evil.test", "/evil.test"),
            ("/\t/evil.test", "/evil.test"),
            ("/ /evil.test", "/evil.test"),
            ("/..//evil.test", "/evil.test"),
            ("/a/..//..//evil.test", "/evil.test"),
            ("/%2e%2E//evil.test", "/evil.test"),
            ("/..%5c..%2fevil.test", "/"),
            ("/a/./b/..", "/a/"),
            ("https://evil.test/", "/https:/evil.test/"),
            ("/é\r\nx", "/%C3%A9%0D%0Ax"),
            ("?x=\\\t", "/?x=%5C%09"),
        ] {
            assert_eq!(local(asked), safe, "{asked:?}");
        }
    }

    #[test]
    fn nothing_climbs_above_its_base() {
        assert_eq!(local_below("/sites/acme/docs", "/../../x?y"), "/sites/acme/docs/x?y");
        assert_eq!(local_below("/sites/acme/docs", ""), "/sites/acme/docs/");
        assert_eq!(local_below("", "//evil.test"), "/evil.test");
        assert_eq!(local_below("//evil.test", "/a"), "/evil.test/a");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn a_browser_stays_on_the_origin(target in "([/\\\\.?#@:\t\n\r é]|%2[eEfF]|%5[cC]|%09|evil\\.test|https:|[a-z]){0,12}") {
            let base = Url::parse("https://docs.test/sites/a/b/").unwrap();
            let safe = local(&target);
            let bytes = safe.as_bytes();
            prop_assert!(bytes[0] == b'/' && !matches!(bytes.get(1), Some(b'/' | b'\\')), "{safe}");
            let led = base.join(&safe).unwrap();
            prop_assert_eq!(led.origin(), base.origin());
            prop_assert!(!led.path().starts_with("//"), "{led}");
            prop_assert_eq!(local(&safe), safe.as_str());
            let below = local_below("/sites/a/b", &target);
            prop_assert!(base.join(&below).unwrap().path().starts_with("/sites/a/b/"), "{below}");
        }
    }
}
