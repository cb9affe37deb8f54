//! Redirect targets: the only way to a `Location` header.
//!
//! A path of the site is normalized, so that no browser reads another host in it, whatever the request was. Redirects
//! to other hosts use only addresses that an author or the operator configured.

use axum::http::HeaderValue;
use quire_model::locations::{local, local_below};

/// The target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location(String);

impl Location {
    /// Creates a target from a path of this origin, which may have a query and a fragment.
    pub(crate) fn here(path: &str) -> Self {
        Self(local(path))
    }

    /// Creates a target from the requested path below the base of a site, which it can't leave.
    pub(crate) fn below(base: &str, rest: &str) -> Self {
        Self(local_below(base, rest))
    }

    /// Creates a target from a configured address. Anything but an HTTP address is treated as a path.
    pub(crate) fn configured(address: &str) -> Self {
        let is_web = ["https://", "http://"].iter().any(|scheme| address.starts_with(scheme));
        if is_web { Self(address.to_owned()) } else { Self::here(address) }
    }

    /// Returns the target as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the header value; `None` if the address contains characters that no header may.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::try_from(self.as_str()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_configured_addresses_lead_away() {
        assert_eq!(Location::here("//evil.test/").as_str(), "/evil.test/");
        assert_eq!(Location::below("", "/\\evil.test?x=1").as_str(), "/evil.test?x=1");
        assert_eq!(Location::below("/sites/a/b", "/../../../x").as_str(), "/sites/a/b/x");
        assert_eq!(Location::configured("https://example.com/a?b#c").as_str(), "https://example.com/a?b#c");
        assert_eq!(Location::configured("//evil.test").as_str(), "/evil.test");
        assert_eq!(Location::configured("javascript:alert(1)").as_str(), "/javascript:alert(1)");
    }
}
