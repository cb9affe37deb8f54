//! Parsing of addresses of published sites. Pure: it does not check that a site exists.

use percent_encoding::percent_decode_str;
use quire_model::addresses::host_of;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::RevisionId;
use quire_model::site_hosts::{Named, SiteHost};

use crate::content::Version;
use crate::published::Name;
use crate::sites::site_addresses::SECRET;

/// The parts of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The name of the site.
    pub(crate) name: Name,
    /// The path prefix of all addresses of this visit, as it was written, with a slash at both ends.
    pub(crate) base: String,
    /// The part of `base` after the address of the site: secret and version, with a leading slash, or empty.
    pub(crate) prefix: String,
    /// The secret of a share link.
    pub(crate) secret: Option<String>,
    /// The version of the content: the main content, a change request or a revision.
    pub(crate) version: Version,
    /// The path to the page: decoded, segments joined with `/`.
    pub(crate) path: String,
    /// The query parameters: decoded names and values.
    pub(crate) query: Vec<(String, String)>,
}

impl Address {
    /// Parses an address. `public_url` and `hosts` give the locations of sites without a host name of their own.
    pub(crate) fn read(url: &str, public_url: &str, hosts: &[SiteHost]) -> Option<Self> {
        let (host, path, query) = parts(url)?;
        let (name, at) = named(&host, path, public_url, hosts)?;
        let (secret, rest) = take_secret(&path[at..])?;
        let (version, rest) = take_version(rest);
        let taken = path.len() - rest.len();
        let rest = decoded(rest)?;
        let segments: Vec<_> = rest.split('/').filter(|segment| !segment.is_empty()).collect();
        Some(Self {
            name,
            base: format!("{}/", path[..taken].trim_end_matches('/')),
            prefix: path[at..taken].to_owned(),
            secret,
            version,
            path: segments.join("/"),
            query: parameters(query),
        })
    }
}

/// Returns the host name in lower case without port, the path with its slash, and the query.
pub(crate) fn parts(url: &str) -> Option<(String, &str, &str)> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let rest = rest.split('#').next().unwrap_or_default();
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    let host = host_of(authority);
    (!host.is_empty() && !host.contains('@')).then_some((host, path, query))
}

/// Returns the name of the site, and the number of bytes of the path that contain it.
fn named(host: &str, path: &str, public_url: &str, hosts: &[SiteHost]) -> Option<(Name, usize)> {
    let (own, own_path, _) = parts(public_url)?;
    if host == own {
        let rest = path.strip_prefix(own_path.trim_end_matches('/'))?.strip_prefix("/sites")?;
        return titled(path, rest, None);
    }
    for pattern in hosts {
        match pattern.names(host) {
            Some(Named::Organization(label)) => return titled(path, path, Some(label)),
            Some(Named::InPath) => return titled(path, path, None),
            None => {}
        }
    }
    Some((Name::Host(host.to_owned()), 0))
}

/// Returns the name at the beginning of `rest`, the end of `path`.
fn titled(path: &str, rest: &str, organization: Option<&str>) -> Option<(Name, usize)> {
    let (organization, rest) = match organization {
        Some(label) => (label.to_owned(), rest),
        None => first(rest)?,
    };
    let (basename, rest) = first(rest)?;
    Some((Name::Titled { organization, basename }, path.len() - rest.len()))
}

/// Returns the first segment, decoded, and the rest of the path.
fn first(path: &str) -> Option<(String, &str)> {
    let (segment, rest) = head(path.strip_prefix('/')?);
    let segment = decoded(segment)?;
    (!segment.is_empty()).then_some((segment, rest))
}

fn head(path: &str) -> (&str, &str) {
    path.find('/').map_or((path, ""), |at| path.split_at(at))
}

fn decoded(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    (!text.contains('\0')).then(|| text.into_owned())
}

fn take_secret(rest: &str) -> Option<(Option<String>, &str)> {
    match rest.strip_prefix('/').and_then(|rest| rest.strip_prefix(SECRET)?.strip_prefix('/')) {
        Some(rest) => {
            let (secret, rest) = head(rest);
            Some((Some(decoded(secret)?), rest))
        }
        None => Some((None, rest)),
    }
}

fn take_version(rest: &str) -> (Version, &str) {
    let of = |prefix: &str| rest.strip_prefix(prefix).map(head);
    if let Some((name, after)) = of("/~/changes/")
        && let Ok(name) = name.parse::<ChangeRequestName>()
    {
        return (Version::ChangeRequest(name), after);
    }
    if let Some((id, after)) = of("/~/revisions/")
        && let Ok(id) = id.parse::<RevisionId>()
    {
        return (Version::Revision(id), after);
    }
    (Version::Main, rest)
}

fn parameters(query: &str) -> Vec<(String, String)> {
    let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let one = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    };
    query.split('&').filter(|pair| !pair.is_empty()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Option<Address> {
        let hosts = ["*.docs.test".parse().unwrap(), "pages.test".parse().unwrap()];
        Address::read(url, "http://quire.test:8080/under", &hosts)
    }

    fn place(url: &str) -> Option<(String, String, String)> {
        let found = read(url)?;
        let name = match found.name {
            Name::Titled { organization, basename } => format!("{organization} {basename}"),
            Name::Host(host) => host,
        };
        Some((name, found.base, found.path))
    }

    #[test]
    fn sites_are_found_at_each_of_their_places() {
        let at = |name: &str, site: &str, path: &str| Some((name.to_owned(), site.to_owned(), path.to_owned()));
        assert_eq!(
            place("http://quire.test:8080/under/sites/acme/docs"),
            at("acme docs", "/under/sites/acme/docs/", "")
        );
        assert_eq!(
            place("https://QUIRE.test/under/sites/acme/d%C3%A9/a//%C3%A9/?x#y"),
            at("acme dé", "/under/sites/acme/d%C3%A9/", "a/é")
        );
        assert_eq!(place("http://acme.docs.test/docs/a"), at("acme docs", "/docs/", "a"));
        assert_eq!(place("http://pages.test:1/acme/docs/a"), at("acme docs", "/acme/docs/", "a"));
        assert_eq!(place("https://help.example.com"), at("help.example.com", "/", ""));
        assert_eq!(place("https://help.example.com./a/b"), at("help.example.com", "/", "a/b"));
    }

    #[test]
    fn secrets_and_versions_come_before_pages() {
        let found = read("https://a.test/~s/x%2Fy/~/changes/7/a").unwrap();
        assert_eq!((found.secret.as_deref(), found.base.as_str()), (Some("x/y"), "/~s/x%2Fy/~/changes/7/"));
        assert_eq!(found.prefix, "/~s/x%2Fy/~/changes/7");
        assert!(matches!(found.version, Version::ChangeRequest(_)) && found.path == "a");
        assert_eq!(read("https://a.test/~s/").unwrap().secret.as_deref(), Some(""));
        assert_eq!(read("https://a.test/a/~s/b").unwrap().secret, None);
    }

    #[test]
    fn queries_are_decoded() {
        let found = read("https://a.test/?jwt_token=a.b&visitor.a=b+c%26&x&&=1").unwrap();
        let pairs: Vec<_> = found.query.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("jwt_token", "a.b"), ("visitor.a", "b c&"), ("x", ""), ("", "1")]);
    }

    #[test]
    fn what_is_no_address_of_a_site_is_none() {
        for url in [
            "",
            "quire.test/under/sites/acme/docs",
            "ftp://a.test/",
            "https:///a",
            "https://user@a.test/",
            "http://quire.test/under/sites/acme",
            "http://quire.test/sites/acme/docs",
            "http://quire.test/under/v1/spaces",
            "http://pages.test/acme",
            "https://a.test/%FF",
            "https://a.test/%00",
        ] {
            assert_eq!(place(url), None, "{url}");
        }
    }
}
