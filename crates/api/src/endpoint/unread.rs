//! Fields of request bodies that nothing reads: misspelt ones, and those without an effect.
//!
//! They do not fail a request, as clients send whole objects; the response names them in a header `Warning`. With
//! `?strict=true` such a request is refused. Fields of parts that are read as any JSON are not looked at.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::header::WARNING;
use axum::http::{HeaderMap, HeaderValue, Uri};
use serde::de::{Deserialize, DeserializeOwned};
use serde_ignored::Path;
use serde_json::Deserializer;

use crate::error::Problem;

/// The maximum number of names in a response.
const MOST: usize = 10;
/// The maximum length of a name in bytes.
const MOST_BYTES: usize = 100;

tokio::task_local! {
    /// The fields of the current request.
    static REQUEST: Unread;
}

/// The fields of a request that nothing read, while it is answered.
#[derive(Debug, Clone)]
pub(crate) struct Unread {
    is_strict: bool,
    names: Arc<Mutex<Vec<String>>>,
}

impl Unread {
    /// Starts to collect for a request to this address.
    pub(crate) fn of(address: &Uri) -> Self {
        let is_strict = address.query().is_some_and(|query| query.split('&').any(|pair| pair == "strict=true"));
        Self { is_strict, names: Arc::default() }
    }

    /// Runs the handler of the request.
    pub(crate) async fn during<F: Future>(&self, handler: F) -> F::Output {
        REQUEST.scope(self.clone(), handler).await
    }

    /// Writes the header that names the fields, if there are some.
    pub(crate) fn tell(&self, headers: &mut HeaderMap) {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if names.is_empty() {
            return;
        }
        let warning = format!("299 quire \"fields without effect: {}\"", names.join(", "));
        if let Ok(warning) = HeaderValue::try_from(warning) {
            headers.append(WARNING, warning);
        }
    }
}

/// Returns a value that JSON text says, and the paths of the fields that it did not read.
pub(super) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<(T, Vec<String>), serde_json::Error> {
    let mut text = Deserializer::from_slice(json);
    let read = collect(&mut text)?;
    text.end()?;
    Ok(read)
}

/// Returns a value, and the paths of the fields that it did not read.
pub(super) fn collect<'de, T: Deserialize<'de>, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<(T, Vec<String>), D::Error> {
    let mut unread = Vec::new();
    let value = serde_ignored::deserialize(from, |path| note(&path, &mut unread))?;
    Ok((value, unread))
}

/// Reports fields below `at` that the current request says and nothing reads. An error if the request is strict.
pub(super) fn report(at: &str, unread: &[String]) -> Result<(), Problem> {
    let Some(first) = unread.first() else { return Ok(()) };
    let named = |name: &str| if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") };
    let report = |request: &Unread| {
        if request.is_strict {
            return Err(Problem::bad_request(format!(
                "{}: has no effect here, which strict=true refuses",
                named(first)
            )));
        }
        let mut names = request.names.lock().unwrap_or_else(PoisonError::into_inner);
        let free = MOST.saturating_sub(names.len());
        names.extend(unread.iter().take(free).map(|name| named(name)));
        Ok(())
    };
    REQUEST.try_with(report).unwrap_or(Ok(()))
}

fn note(path: &Path<'_>, unread: &mut Vec<String>) {
    if unread.len() < MOST {
        let mut name = String::new();
        spell(path, &mut name);
        unread.push(name);
    }
}

/// Appends a path such as `changes[3].title`; what can't be in a header is replaced.
fn spell(path: &Path<'_>, out: &mut String) {
    match path {
        Path::Root => {}
        Path::Seq { parent, index } => {
            spell(parent, out);
            out.push_str(&format!("[{index}]"));
        }
        Path::Map { parent, key } => {
            spell(parent, out);
            if !out.is_empty() {
                out.push('.');
            }
            let safe = |c: char| if c.is_ascii_graphic() && !matches!(c, '"' | '\\') { c } else { '?' };
            out.extend(key.chars().take(MOST_BYTES.saturating_sub(out.len())).map(safe));
        }
        Path::Some { parent } | Path::NewtypeStruct { parent } | Path::NewtypeVariant { parent } => spell(parent, out),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Body {
        title: Option<String>,
        parts: Vec<BTreeMap<String, u8>>,
        inner: Option<Box<Body>>,
    }

    #[test]
    fn what_nothing_reads_is_named_by_its_path() {
        let text = br#"{"titel": 1, "parts": [{"a": 1}], "inner": {"parts": [], "x\"y": {"z": 1}}}"#;
        let (_, unread) = read::<Body>(text).unwrap();
        assert_eq!(unread, ["titel", "inner.x?y"]);
        assert!(read::<Body>(br#"{"parts": []} x"#).is_err());
        let value: serde_json::Value = serde_json::from_slice(text).unwrap();
        assert_eq!(collect::<Body, _>(value).unwrap().1, unread);
    }

    #[test]
    fn names_are_bounded() {
        let many: BTreeMap<String, u8> = (0..50).map(|n| (format!("{n}{}", "x".repeat(500)), 1)).collect();
        let mut body = serde_json::to_value(many).unwrap();
        body["parts"] = serde_json::json!([]);
        let (_, unread) = collect::<Body, _>(body).unwrap();
        assert_eq!((unread.len(), unread[0].len()), (MOST, MOST_BYTES));
    }
}
