//! Host names under which an installation publishes sites, besides its own address.
//!
//! `*.docs.example.com` gives each organization a name of its own; `docs.example.com` is one name for all, and a path
//! begins with the organization. The sites behind a name are not known here.

use std::fmt;
use std::str::FromStr;

/// A host name, or a wildcard with one name for each organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteHost {
    domain: String,
    for_each: bool,
}

/// An error for a text that is not a host name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a host name such as docs.example.com or *.docs.example.com, without scheme, port and path")]
pub struct InvalidSiteHost;

/// The source of the organization for a request to a host name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named<'a> {
    /// The organization with this label.
    Organization(&'a str),
    /// The first segment of the path.
    InPath,
}

const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

impl SiteHost {
    /// Matches a host name, in lower case and without port; `None` if it is not covered.
    pub fn names<'a>(&self, host: &'a str) -> Option<Named<'a>> {
        if !self.for_each {
            return (host == self.domain).then_some(Named::InPath);
        }
        let label = host.strip_suffix(self.domain.as_str())?.strip_suffix('.')?;
        (!label.is_empty() && !label.contains('.')).then_some(Named::Organization(label))
    }

    /// Returns the host name of an organization with this label, and the path prefix of its addresses.
    pub fn place_of(&self, organization: &str) -> (String, String) {
        if self.for_each {
            (format!("{organization}.{}", self.domain), String::new())
        } else {
            (self.domain.clone(), format!("/{organization}"))
        }
    }
}

impl FromStr for SiteHost {
    type Err = InvalidSiteHost;

    fn from_str(text: &str) -> Result<Self, InvalidSiteHost> {
        let lower = text.to_ascii_lowercase();
        let (domain, for_each) = lower.strip_prefix("*.").map_or((lower.as_str(), false), |domain| (domain, true));
        if domain.len() > LONGEST || !domain.split('.').all(is_label) {
            return Err(InvalidSiteHost);
        }
        Ok(Self { domain: domain.to_owned(), for_each })
    }
}

impl fmt::Display for SiteHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.for_each { "*." } else { "" };
        write!(f, "{star}{}", self.domain)
    }
}

fn is_label(label: &str) -> bool {
    let inside = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST_LABEL).contains(&label.len())
        && label.bytes().all(inside)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_one_label() {
        let host: SiteHost = "*.Docs.example.com".parse().unwrap();
        assert_eq!(host.names("acme.docs.example.com"), Some(Named::Organization("acme")));
        for other in ["docs.example.com", ".docs.example.com", "a.b.docs.example.com", "acmedocs.example.com", "acme"] {
            assert_eq!(host.names(other), None, "{other}");
        }
        assert_eq!(host.place_of("acme"), ("acme.docs.example.com".to_owned(), String::new()));
        assert_eq!(host.to_string(), "*.docs.example.com");
    }

    #[test]
    fn a_plain_name_is_for_all() {
        let host: SiteHost = "docs.example.com".parse().unwrap();
        assert_eq!(host.names("docs.example.com"), Some(Named::InPath));
        assert_eq!(host.names("acme.docs.example.com"), None);
        assert_eq!(host.place_of("acme"), ("docs.example.com".to_owned(), "/acme".to_owned()));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "*", "*.", "https://docs.example.com", "docs.example.com:80", "a/b", "-a.com", "a..b", "a.*.b"]
        {
            assert_eq!(text.parse::<SiteHost>(), Err(InvalidSiteHost), "{text}");
        }
    }
}
