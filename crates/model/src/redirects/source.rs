//! Sources of redirects, and the normalized form in which paths are compared.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The maximum length of a source, in characters.
const MOST_CHARACTERS: usize = 512;
const PATTERN: &str = r"^/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*(?:/\*|\*)?$";

/// An error for a text that is not a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSource {
    /// The text is too long.
    #[error("must be at most {MOST_CHARACTERS} characters long")]
    Length,
    /// The text is not a path, or has a wildcard elsewhere than at its end.
    #[error("must be a path such as /guides/start, with * only at its end, and percent-encoded where needed")]
    Path,
}

/// The source of a redirect: one path, or all paths with a prefix.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Source {
    path: String,
    open: bool,
}

impl Source {
    /// Returns the path or the prefix.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns true if the source ends in a wildcard.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Returns true if the source matches a normalized path.
    pub fn takes(&self, path: &str) -> bool {
        if self.open { path.starts_with(&self.path) } else { path == self.path }
    }
}

impl TryFrom<String> for Source {
    type Error = InvalidSource;

    fn try_from(text: String) -> Result<Self, InvalidSource> {
        if text.len() > MOST_CHARACTERS {
            return Err(InvalidSource::Length);
        }
        let (path, open) = text.strip_suffix('*').map_or((text.as_str(), false), |path| (path, true));
        let below = open && path.ends_with('/');
        let whole = if below { &path[..path.len() - 1] } else { path };
        let segments = whole.strip_prefix('/').ok_or(InvalidSource::Path)?;
        if !segments.split('/').all(is_segment) {
            return Err(InvalidSource::Path);
        }
        let slash = if below { "/" } else { "" };
        Ok(Self { path: normal(whole) + slash, open })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        f.write_str(if self.open { "*" } else { "" })
    }
}

impl From<Source> for String {
    fn from(source: Source) -> Self {
        source.to_string()
    }
}

impl JsonSchema for Source {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "SiteRedirectSource".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": MOST_CHARACTERS, "pattern": PATTERN })
    }
}

fn is_segment(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => [bytes.next(), bytes.next()].iter().all(|digit| digit.is_some_and(|b| b.is_ascii_hexdigit())),
            byte => is_unreserved(byte),
        };
        if !fits {
            return false;
        }
    }
    // Browsers resolve dot segments before they send a request.
    !text.is_empty() && !matches!(normal(text).as_str(), "/." | "/..")
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Normalizes a path for comparison: a leading slash, no empty segments and no trailing slash, and percent-encoding
/// only where it is needed (RFC 3986, section 6.2.2).
pub fn normal(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 1);
    for segment in path.split('/').filter(|segment| !segment.is_empty()) {
        out.push('/');
        spell(segment, &mut out);
    }
    if out.is_empty() { "/".to_owned() } else { out }
}

fn spell(segment: &str, out: &mut String) {
    let mut rest = segment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let decoded = after.first_chunk().filter(|_| *first == b'%').and_then(|digits| hexadecimal(*digits));
        rest = if decoded.is_some() { &after[2..] } else { after };
        let byte = decoded.unwrap_or(*first);
        if is_unreserved(byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a `String` never fails.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn hexadecimal(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? * 16 + low?).ok()
}
