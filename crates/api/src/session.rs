//! The cookie of a session, and the proof that a request by cookie comes from our own pages.
//!
//! A browser adds the cookie by itself, whoever made the request. So whatever changes something must also show where it
//! was made: by `Sec-Fetch-Site`, which scripts can't set, or by `Origin`, which they can't either.

use axum::http::header::{COOKIE, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};

use quire_app::sign_in_bounds::DEVICE_LIFETIME;
use quire_model::credentials::{cookies, only_cookie, session_cookie};

use crate::error::Problem;

/// The longest time that browsers keep a cookie, 400 days. The server ends a session long before.
const LONGEST: u32 = 400 * 24 * 3600;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The cookie by which a browser is known in which somebody signed in before.
const DEVICE: &str = "quire_device";

/// Returns the secret that the browser sent in the cookie of this name; nothing where there are several of them.
pub(crate) fn secret<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    only_cookie(lines(headers), name)
}

/// The device cookie that the browser sent.
pub(crate) fn device(headers: &HeaderMap) -> Option<&str> {
    cookies(lines(headers), DEVICE).next()
}

fn lines(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    headers.get_all(COOKIE).into_iter().map(HeaderValue::as_bytes)
}

/// Where the server is, for cookies and origins.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    origin: String,
    session_cookie: &'static str,
}

impl Place {
    /// The place of a server with this public address.
    pub(crate) fn new(public_url: &str) -> Self {
        let url = public_url.to_lowercase();
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", &url));
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let default_port = if scheme == "https" { ":443" } else { ":80" };
        let origin = format!("{scheme}://{}", host.strip_suffix(default_port).unwrap_or(host));
        Self { origin, session_cookie: session_cookie(&url) }
    }

    /// Returns the secret of a session that the browser sent.
    pub(crate) fn secret<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        secret(headers, self.session_cookie)
    }

    /// Refuses a request that was made by the page of another site: 403.
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

    /// The same for requests that may change something.
    pub(crate) fn own_if_unsafe(&self, method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
        if matches!(*method, Method::GET | Method::HEAD) { Ok(()) } else { self.own(headers) }
    }

    /// The header that gives a browser its session.
    pub(crate) fn cookie(&self, secret: &str) -> HeaderValue {
        self.set_cookie(self.session_cookie, secret, "/", LONGEST)
    }

    /// The header that lets the browser be known when somebody signs in with it again. It is sent where people sign in
    /// and nowhere else.
    pub(crate) fn device_cookie(&self, device: &str) -> HeaderValue {
        let seconds = DEVICE_LIFETIME.as_secs().try_into().unwrap_or(LONGEST);
        self.set_cookie(DEVICE, device, "/sign-in", seconds)
    }

    /// The header that takes it away.
    pub(crate) fn no_cookie(&self) -> HeaderValue {
        self.set_cookie(self.session_cookie, "", "/", 0)
    }

    fn set_cookie(&self, name: &str, value: &str, path: &str, seconds: u32) -> HeaderValue {
        let secure = if self.origin.starts_with("https:") { "; Secure" } else { "" };
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
            assert_eq!(Place::new(url).origin, origin);
        }
    }

    #[test]
    fn a_cookie_of_a_site_with_tls_is_sent_with_tls_only() {
        let cookie = |url| Place::new(url).cookie("x").to_str().unwrap().to_owned();
        let plain = "quire_session=x; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax";
        assert_eq!(cookie("http://quire.test"), plain);
        assert_eq!(cookie("https://quire.test"), format!("__Host-{plain}; Secure"));
    }
}
