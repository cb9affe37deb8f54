//! Credentials: their names, and their values in the headers of a request, in cookies and in `Authorization`.
//!
//! Their owners are not looked up here.

use std::fmt;
use std::str::FromStr;

use crate::ids::{SessionId, TokenId};

/// Returns the name of the cookie of a session on a server with this public address.
///
/// With `https` it begins with `__Host-`: a browser takes such a cookie from this host alone, with TLS, for all paths
/// (RFC 6265bis, section 4.1.3.2), so that no other host of the same domain can put one in its place.
pub fn session_cookie(public_url: &str) -> &'static str {
    let is_https = public_url.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
    if is_https { "__Host-quire_session" } else { "quire_session" }
}

/// Returns the values of the cookies of this name in the values of `Cookie` headers, in order. Empty ones are none.
pub fn cookies<'a>(headers: impl Iterator<Item = &'a [u8]>, name: &str) -> impl Iterator<Item = &'a str> {
    let lines = headers.filter_map(|line| std::str::from_utf8(line).ok());
    let cookies = lines.flat_map(|line| line.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.filter(move |(found, value)| *found == name && !value.is_empty()).map(|(_, value)| value)
}

/// Returns the value of the one cookie of this name; nothing where there are several, of which somebody else may have
/// put one there.
pub fn only_cookie<'a>(headers: impl Iterator<Item = &'a [u8]>, name: &str) -> Option<&'a str> {
    let mut values = cookies(headers, name);
    values.next().filter(|_| values.next().is_none())
}

/// Returns the token in the value of an `Authorization` header, if its scheme is `Bearer` (RFC 6750, section 2.1).
pub fn bearer(authorization: &[u8]) -> Option<&str> {
    let (scheme, token) = std::str::from_utf8(authorization).ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// The credential that authenticated a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proved {
    /// A session.
    Session(SessionId),
    /// An API token.
    Token(TokenId),
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(id) => write!(f, "session/{id}"),
            Self::Token(id) => write!(f, "token/{id}"),
        }
    }
}

impl FromStr for Proved {
    type Err = UnknownProof;

    fn from_str(text: &str) -> Result<Self, UnknownProof> {
        let (kind, id) = text.split_once('/').ok_or(UnknownProof)?;
        match kind {
            "session" => id.parse().map(Self::Session).map_err(|_| UnknownProof),
            "token" => id.parse().map(Self::Token).map_err(|_| UnknownProof),
            _ => Err(UnknownProof),
        }
    }
}

/// The error for a text that names neither a session nor a token.
#[derive(Debug)]
pub struct UnknownProof;

#[cfg(test)]
mod tests {
    use super::*;

    fn only<'a>(lines: &[&'a str]) -> Option<&'a str> {
        only_cookie(lines.iter().map(|line| line.as_bytes()), "quire_session")
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        assert_eq!(only(&["a=b; quire_session=x; c=d"]), Some("x"));
        assert_eq!(only(&["a=b", "quire_session=x"]), Some("x"));
        assert_eq!(only(&["quire_session="]), None);
        assert_eq!(only(&["not_quire_session=x; quire_session"]), None);
    }

    #[test]
    fn of_two_cookies_none_counts() {
        assert_eq!(only(&["quire_session=x; quire_session=y"]), None);
        assert_eq!(only(&["quire_session=x", "quire_session=x"]), None);
    }

    #[test]
    fn the_cookie_of_a_session_is_bound_to_its_host_with_tls() {
        assert_eq!(session_cookie("http://127.0.0.1:8080"), "quire_session");
        assert_eq!(session_cookie("HTTPS://docs.example.org/below"), "__Host-quire_session");
    }

    #[test]
    fn tokens_have_a_scheme() {
        assert_eq!(bearer(b"Bearer  x "), Some("x"));
        assert_eq!(bearer(b"bEARER x"), Some("x"));
        for other in [&b"Basic x"[..], b"Bearer", b"Bearer ", b"x", b"", b"Bearer \xff"] {
            assert_eq!(bearer(other), None);
        }
    }
}
