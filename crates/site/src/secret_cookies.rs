//! Cookies that are secrets of visitors, by names that say who can have written them.
//!
//! Whoever can write cookies for a site, such as another host of the same domain, could sign a visitor in as somebody else.
//! With TLS, the prefix of a name has browsers take a cookie only from this host (`__Host-`), where the site has a host of
//! its own, or only with TLS (`__Secure-`), where it is below a path (RFC 6265bis, section 4.1.3). Cookies without the
//! prefix that belongs to the place are none. Without TLS there is nothing that browsers could check.

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use quire_model::credentials::cookies;

/// The prefixes of names, by the place of a site.
const PREFIXES: [&str; 3] = ["__Host-", "__Secure-", ""];

/// Returns the prefix of names of a site with this scheme, host and port, and this path.
fn prefix(origin: &str, base: &str) -> &'static str {
    match (origin.starts_with("https:"), base.is_empty()) {
        (true, true) => "__Host-",
        (true, false) => "__Secure-",
        (false, _) => "",
    }
}

/// Returns the name of a secret cookie of the site at `base`.
pub(crate) fn name_at(name: &str, origin: &str, base: &str) -> String {
    format!("{}{name}", prefix(origin, base))
}

/// The values of a secret cookie under all names that it can have.
#[derive(Debug, Default)]
pub(crate) struct SecretCookie([Option<String>; 3]);

impl SecretCookie {
    pub(crate) fn read(headers: &HeaderMap, name: &str) -> Self {
        Self(PREFIXES.map(|prefix| cookie(headers, &format!("{prefix}{name}")).map(str::to_owned)))
    }

    /// Returns the value for the site at `base`.
    pub(crate) fn at(&self, origin: &str, base: &str) -> Option<&str> {
        let prefix = prefix(origin, base);
        PREFIXES.iter().zip(&self.0).find(|(it, _)| **it == prefix).and_then(|(_, value)| value.as_deref())
    }
}

/// Returns the value of a cookie; the one for the longest path, where there are several.
pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    // Cookies of the same name for shorter paths come after (RFC 6265, section 5.4).
    cookies(headers.get_all(COOKIE).into_iter().map(HeaderValue::as_bytes), name).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_counts_by_the_name_of_its_place() {
        let headers = "s=plain; __Secure-s=tls; __Host-s=host";
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(headers))]);
        let all = SecretCookie::read(&headers, "s");
        assert_eq!(all.at("https://x.example", ""), Some("host"));
        assert_eq!(all.at("https://x.example", "/a"), Some("tls"));
        assert_eq!(all.at("http://x.example", ""), Some("plain"));
        // What another host of the domain can write is none.
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("s=planted; __Secure-s=planted"))]);
        assert_eq!(SecretCookie::read(&headers, "s").at("https://x.example", ""), None);
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("s=planted"))]);
        assert_eq!(SecretCookie::read(&headers, "s").at("https://x.example", "/a"), None);
    }
}
