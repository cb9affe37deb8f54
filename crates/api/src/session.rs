//! The session cookie, and the protection against cross-site request forgery.
//!
//! Browsers add the cookie to requests that any page makes. So a request that changes something must also prove that a
//! page of this server made it, by `Sec-Fetch-Site` or `Origin`, which scripts cannot set.

use axum::http::header::{COOKIE, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};

use quire_app::accounts::sign_in_bounds::DEVICE_LIFETIME;
use quire_app::sso::sign_in::PATIENCE;
use quire_model::credentials::{cookies, only_cookie, session_cookie};

use crate::error::Problem;

/// The lifetime of the session cookie in seconds: 400 days, the browsers' maximum. The server ends sessions earlier.
const LONGEST: u32 = 400 * 24 * 3600;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The name of the cookie that identifies a browser in which a user signed in before.
const DEVICE: &str = "quire_device";

/// Returns the secret in the cookie of this name; none if the request has several such cookies.
pub(crate) fn secret<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    only_cookie(lines(headers), name)
}

/// Returns the value of the device cookie, if the browser sent one.
pub(crate) fn device(headers: &HeaderMap) -> Option<&str> {
    cookies(lines(headers), DEVICE).next()
}

fn lines(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    headers.get_all(COOKIE).into_iter().map(HeaderValue::as_bytes)
}

/// The origin of the server and the name of its session cookie.
#[derive(Debug, Clone)]
pub(crate) struct CookieOrigin {
    origin: String,
    session_cookie: &'static str,
}

impl CookieOrigin {
    /// Creates the place of a server with this public address.
    pub(crate) fn new(public_url: &str) -> Self {
        let url = public_url.to_lowercase();
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", &url));
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let origin = format!("{scheme}://{}", host.strip_suffix(default_port).unwrap_or(host));
        Self { origin, session_cookie: session_cookie(&url) }
    }

    /// Returns the secret of the session whose cookie the browser sent.
    pub(crate) fn secret<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        secret(headers, self.session_cookie)
    }

    /// Refuses a request with 403 unless its headers prove that a page of this server made it.
    pub(crate) fn own(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let says =
            |name: HeaderName, value: &str| headers.get(name).is_some_and(|it| it.as_bytes() == value.as_bytes());
        if says(SEC_FETCH_SITE, "same-origin") || says(ORIGIN, &self.origin) {
            return Ok(());
        }
        Err(Problem::forbidden(format!(
            "a request with a session cookie must come from this site itself: it needs the header Origin: {} or \
             Sec-Fetch-Site: same-origin; programs send a token instead",
            self.origin
        )))
    }

    /// Does the same as [`own`](Self::own), but only for methods other than GET and HEAD.
    pub(crate) fn own_if_unsafe(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        if matches!(*method, Method::GET | Method::HEAD) { Ok(()) } else { self.own(headers) }
    }

    /// Returns the `Set-Cookie` header of a session.
    pub(crate) fn cookie(&self, secret: &str) -> HeaderValue {
        self.set_cookie(self.session_cookie, secret, "/", LONGEST)
    }

    /// Returns the `Set-Cookie` header of the device cookie, by which the server recognizes the browser at the next
    /// sign-in. Browsers send it only to the sign-in pages.
    pub(crate) fn device_cookie(&self, device: &str) -> HeaderValue {
        let seconds = DEVICE_LIFETIME.as_secs().try_into().unwrap_or(LONGEST);
        self.set_cookie(DEVICE, device, "/sign-in", seconds)
    }

    /// Returns the `Set-Cookie` header that removes the session cookie.
    pub(crate) fn no_cookie(&self) -> HeaderValue {
        self.set_cookie(self.session_cookie, "", "/", 0)
    }

    /// Returns the `Set-Cookie` header of a sign-in by an identity provider that begins.
    pub(crate) fn attempt_cookie(&self, attempt: &str, secret: &str) -> HeaderValue {
        let seconds = PATIENCE.as_secs().try_into().unwrap_or(LONGEST);
        let (name, path) = self.attempt_place(attempt);
        self.set_cookie(&name, secret, path, seconds)
    }

    /// Returns the secret of a sign-in by an identity provider that began in this browser.
    pub(crate) fn attempt<'a>(&self, headers: &'a HeaderMap, attempt: &str) -> Option<&'a str> {
        secret(headers, &self.attempt_place(attempt).0)
    }

    /// Returns the `Set-Cookie` header that removes the cookie of a sign-in by an identity provider.
    pub(crate) fn no_attempt_cookie(&self, attempt: &str) -> HeaderValue {
        let (name, path) = self.attempt_place(attempt);
        self.set_cookie(&name, "", path, 0)
    }

    /// Returns name and path of the cookie of a sign-in by an identity provider. Several may have begun. With TLS the name
    /// has browsers take it from this host alone, for all paths: another host of the domain could sign somebody in as
    /// somebody else with one of its own.
    fn attempt_place(&self, attempt: &str) -> (String, &'static str) {
        let plain: String = attempt.chars().filter(char::is_ascii_alphanumeric).take(8).collect();
        if self.is_https() {
            (format!("__Host-quire_attempt_{plain}"), "/")
        } else {
            (format!("quire_attempt_{plain}"), "/sign-in")
        }
    }

    fn is_https(&self) -> bool {
        self.origin.starts_with("https:")
    }

    fn set_cookie(&self, name: &str, value: &str, path: &str, seconds: u32) -> HeaderValue {
        let secure = if self.is_https() { "; Secure" } else { "" };
        let cookie = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::try_from(cookie).expect("secrets are visible characters")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_unusual_port() {
        for (url, origin) in [
            ("https://Docs.example.org", "https://docs.example.org"),
            ("https://docs.example.org:443/below", "https://docs.example.org"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(CookieOrigin::new(url).origin, origin);
        }
    }

    #[test]
    fn a_cookie_of_a_site_with_tls_is_sent_with_tls_only() {
        let cookie = |url| CookieOrigin::new(url).cookie("x").to_str().unwrap().to_owned();
        let plain = "quire_session=x; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax";
        assert_eq!(cookie("http://quire.test"), plain);
        assert_eq!(cookie("https://quire.test"), format!("__Host-{plain}; Secure"));
    }

    #[test]
    fn a_sign_in_that_began_with_tls_has_a_cookie_of_this_host_alone() {
        let cookie = |url| CookieOrigin::new(url).attempt_cookie("a1;b2c3d4e5", "x").to_str().unwrap().to_owned();
        let rest = "Max-Age=900; HttpOnly; SameSite=Lax";
        assert_eq!(cookie("http://quire.test"), format!("quire_attempt_a1b2c3d4=x; Path=/sign-in; {rest}"));
        assert_eq!(cookie("https://quire.test"), format!("__Host-quire_attempt_a1b2c3d4=x; Path=/; {rest}; Secure"));
        let planted = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static("quire_attempt_a1b2c3d4=x"))]);
        assert_eq!(CookieOrigin::new("https://quire.test").attempt(&planted, "a1b2c3d4"), None);
        assert_eq!(CookieOrigin::new("http://quire.test").attempt(&planted, "a1b2c3d4"), Some("x"));
    }
}
