//! The credentials in a request, and the cookies that keep them.
//!
//! A token in the query is stored in a cookie that scripts can't read, and the reader is redirected to the same address
//! without it, so that it stays out of history, referrers and logs.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use quire_app::visitors::claims::{
    ATTEMPT_COOKIE, CLAIM_PREFIX, CLAIMS_COOKIE, SESSION_COOKIE, TOKEN_COOKIE, TOKEN_PARAMETER, unsigned,
};
use quire_model::language::Language;
use serde_json::{Map, Value};

use crate::route::Part;
use crate::secret_cookies::{SecretCookie, cookie, name_at};

/// The credentials and parameters in a request.
#[derive(Debug, Default)]
pub(crate) struct ReaderCredentials {
    /// The token in the query.
    pub(crate) asked: Option<String>,
    /// The token in the cookie.
    pub(crate) kept: SecretCookie,
    /// The secret of the visitor's session in its cookie.
    pub(crate) session: SecretCookie,
    /// The secret of the visitor's sign-in in its cookie.
    pub(crate) attempt: SecretCookie,
    /// The code of a sign-in, from the query.
    pub(crate) code: Option<String>,
    /// The path to show after signing in, from the query.
    pub(crate) location: Option<String>,
    /// The unsigned claims in the query and the cookie.
    pub(crate) unsigned: Map<String, Value>,
    /// True if the query contains unsigned claims.
    pub(crate) says_something: bool,
    /// The query without the token and the claims, with a leading `?`; empty if nothing is left.
    pub(crate) query: String,
    /// The search text in the query.
    pub(crate) search: Option<String>,
    /// The language to search in, from the query.
    pub(crate) search_in: Option<Language>,
    /// The number of the answer to a search, from the query: 1 for the best pages.
    pub(crate) results: usize,
    /// The part of a space to print, from the query.
    pub(crate) part: Part,
}

/// The cookie of readers who were led to their language.
const VISIT_COOKIE: &str = "quire-visited";
/// The query parameter for the code of a sign-in.
const CODE: &str = "code";
/// The query parameter for the path to show after signing in.
const LOCATION: &str = "location";
/// The query parameter for the search text.
const SEARCH: &str = "q";
/// The query parameter for the language to search in.
pub(crate) const SEARCH_IN: &str = "in";
/// The query parameter for the number of the answer to a search.
const RESULTS: &str = "page";
/// The number of the answer with the best pages.
const FIRST_RESULTS: usize = 1;

impl ReaderCredentials {
    /// Extracts credentials and parameters from the query and the headers.
    pub(crate) fn of(query: Option<&str>, headers: &HeaderMap) -> Self {
        if query.is_none() && !headers.contains_key(COOKIE) {
            return Self { results: FIRST_RESULTS, ..Self::default() };
        }
        let pairs: Vec<(String, String)> = query.and_then(|it| serde_urlencoded::from_str(it).ok()).unwrap_or_default();
        let value = |route: &str| pairs.iter().find(|(name, _)| name == route).map(|(_, value)| value.clone());
        let is_ours = |name: &str| name == TOKEN_PARAMETER || name.starts_with(CLAIM_PREFIX);
        let rest: Vec<_> = pairs.iter().filter(|(name, _)| !is_ours(name)).collect();
        let query = serde_urlencoded::to_string(&rest).unwrap_or_default();
        let said = cookie(headers, CLAIMS_COOKIE).map(|text| percent_decode_str(text).decode_utf8_lossy().into_owned());
        let claims = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Self {
            asked: value(TOKEN_PARAMETER),
            kept: SecretCookie::read(headers, TOKEN_COOKIE),
            session: SecretCookie::read(headers, SESSION_COOKIE),
            attempt: SecretCookie::read(headers, ATTEMPT_COOKIE),
            code: value(CODE),
            location: value(LOCATION),
            unsigned: unsigned(claims, said.as_deref()),
            says_something: pairs.iter().any(|(name, _)| name.starts_with(CLAIM_PREFIX)),
            query: if query.is_empty() { query } else { format!("?{query}") },
            search: value(SEARCH),
            search_in: value(SEARCH_IN).and_then(|tag| serde_json::from_value(Value::String(tag)).ok()),
            results: value(RESULTS).and_then(|number| number.parse().ok()).unwrap_or(FIRST_RESULTS),
            part: Part::of(value),
        }
    }

    /// Returns the cookie for the token in the query, for the site at `base`.
    pub(crate) fn keep_token(&self, origin: &str, base: &str) -> Option<HeaderValue> {
        let token = self.asked.as_deref()?;
        secret_cookie(TOKEN_COOKIE, token, None, origin, base)
    }

    /// Returns the cookie that says that a reader was here before, for the site at `base`.
    pub(crate) fn keep_visit(origin: &str, base: &str) -> Option<HeaderValue> {
        set_cookie(VISIT_COOKIE, "1", "; Max-Age=31536000; HttpOnly", origin, base)
    }

    /// Returns the cookie for the unsigned claims, if the query contains some.
    pub(crate) fn keep_claims(&self, origin: &str, base: &str) -> Option<HeaderValue> {
        if !self.says_something {
            return None;
        }
        let claims = Value::Object(self.unsigned.clone()).to_string();
        let claims = utf8_percent_encode(&claims, NON_ALPHANUMERIC).to_string();
        set_cookie(CLAIMS_COOKIE, &claims, "", origin, base)
    }
}

/// Returns true if the reader was led to their language before.
pub(crate) fn was_here(headers: &HeaderMap) -> bool {
    cookie(headers, VISIT_COOKIE).is_some()
}

/// Returns a cookie that scripts can't read, for the site at `base`. It lasts for as many seconds, or for as long as the
/// browser runs.
pub(crate) fn secret_cookie(
    name: &str,
    value: &str,
    seconds: Option<u32>,
    origin: &str,
    base: &str,
) -> Option<HeaderValue> {
    let lasts = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    set_cookie(&name_at(name, origin, base), value, &format!("{lasts}; HttpOnly"), origin, base)
}

/// Returns the header that removes a cookie of the site at `base`.
pub(crate) fn removed_cookie(name: &str, origin: &str, base: &str) -> Option<HeaderValue> {
    secret_cookie(name, "", Some(0), origin, base)
}

/// Builds a cookie for the site's path alone: other sites of the same origin don't get it.
fn set_cookie(name: &str, value: &str, extra: &str, origin: &str, base: &str) -> Option<HeaderValue> {
    let secure = if origin.starts_with("https:") { "; Secure" } else { "" };
    let path = if base.is_empty() { "/" } else { base };
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'"' | b',' | b';' | b'\\');
    let cookie = format!("{name}={value}; Path={path}; SameSite=Lax{extra}{secure}");
    (value.bytes().all(plain)).then(|| HeaderValue::try_from(cookie).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_claims_leave_the_query() {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("a=b; quire-visitor-token=old"))]);
        let reader = ReaderCredentials::of(Some("x=1&jwt_token=a.b.c&visitor.beta=true&q=a+b"), &headers);
        assert_eq!((reader.asked.as_deref(), reader.kept.at("http://x", "")), (Some("a.b.c"), Some("old")));
        assert_eq!((reader.query.as_str(), reader.search.as_deref()), ("?x=1&q=a+b", Some("a b")));
        assert_eq!(Value::Object(reader.unsigned), serde_json::json!({ "beta": "true" }));
    }

    #[test]
    fn a_request_that_says_nothing_is_like_one_with_an_empty_query() {
        let headers = HeaderMap::new();
        let readers = [None, Some("")].map(|query| format!("{:?}", ReaderCredentials::of(query, &headers)));
        assert_eq!(readers[0], readers[1]);
    }

    #[test]
    fn cookies_are_for_the_site_alone() {
        let reader = ReaderCredentials { asked: Some("a.b.c".to_owned()), ..ReaderCredentials::default() };
        let cookie = reader.keep_token("https://x", "/sites/a/b").unwrap();
        let expected = "__Secure-quire-visitor-token=a.b.c; Path=/sites/a/b; SameSite=Lax; HttpOnly; Secure";
        assert_eq!(cookie.to_str().unwrap(), expected);
        let own = reader.keep_token("https://x", "").unwrap();
        assert_eq!(own.to_str().unwrap(), "__Host-quire-visitor-token=a.b.c; Path=/; SameSite=Lax; HttpOnly; Secure");
        let plain = reader.keep_token("http://x", "/a").unwrap();
        assert_eq!(plain.to_str().unwrap(), "quire-visitor-token=a.b.c; Path=/a; SameSite=Lax; HttpOnly");
        let evil = ReaderCredentials { asked: Some("x; Path=/".to_owned()), ..ReaderCredentials::default() };
        assert!(evil.keep_token("http://x", "").is_none());
    }
}
