//! From host and path of a request to the name of a site, and the prefix of its addresses for this reader.
//!
//! A site is served in one of three ways: below `/sites` of the server's own address, under a host name of the
//! installation, and under a custom host name. In addition, the owner's proxy may serve it at a path of
//! another host. This module does not know if the site exists.

use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use percent_encoding::percent_decode_str;
use quire_app::published::{Name, PublishedSite, encoded};
use quire_model::addresses::{can_be_of_a_site, host_of, without_port};
use quire_model::site_hosts::{Named, SiteHost};

/// The path of sites below the server's own address.
pub(crate) const BELOW: &str = "/sites";

/// A request that names a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SiteRequest {
    /// The name of the site.
    pub(crate) name: Name,
    /// Scheme, host and port.
    pub(crate) origin: Arc<str>,
    /// The path prefix of the site: empty, or with a leading and without a trailing slash.
    pub(crate) base: String,
    /// The path below the prefix: empty, or with a leading slash.
    pub(crate) rest: String,
}

/// The kind of host name of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Door {
    /// The server's own name, or a name that is no site's.
    Own,
    /// A name for the sites of one organization, or of all.
    Sites { host: String, organization: Option<String> },
    /// A name that may be the custom host name of a site.
    Other(String),
}

/// The server's own address in parts, and its host names for sites.
#[derive(Debug, Clone)]
pub(crate) struct HostRouter {
    scheme: String,
    host: String,
    port: String,
    /// Scheme, host and port.
    origin: Arc<str>,
    path: String,
    patterns: Vec<SiteHost>,
}

impl HostRouter {
    pub(crate) fn new(public_url: &str, patterns: &[SiteHost]) -> Self {
        let (scheme, rest) = public_url.split_once("://").unwrap_or(("http", public_url));
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let host = without_port(authority);
        let port = authority[host.len()..].to_owned();
        let path = path.trim_end_matches('/').to_owned();
        let (scheme, host) = (scheme.to_ascii_lowercase(), host.to_ascii_lowercase());
        let origin = format!("{scheme}://{host}{port}").into();
        Self { scheme, host, port, origin, path, patterns: patterns.to_vec() }
    }

    /// Classifies the host name of a request.
    pub(crate) fn find(&self, headers: &HeaderMap, in_uri: Option<&str>) -> Door {
        let Some(host) = in_uri.or_else(|| headers.get(HOST)?.to_str().ok()) else { return Door::Own };
        let host = host_of(host);
        if host == host_of(&self.host) {
            return Door::Own;
        }
        for pattern in &self.patterns {
            match pattern.names(&host) {
                Some(Named::Organization(label)) => {
                    let organization = Some(label.to_owned());
                    return Door::Sites { host, organization };
                }
                Some(Named::InPath) => return Door::Sites { host, organization: None },
                None => {}
            }
        }
        if can_be_of_a_site(&host) { Door::Other(host) } else { Door::Own }
    }

    /// Parses a path below `/sites` of the server's own address.
    pub(crate) fn below(&self, path: &str) -> Option<SiteRequest> {
        let (organization, basename, rest) = two_names(path.strip_prefix(BELOW)?)?;
        Some(SiteRequest {
            origin: self.origin.clone(),
            base: format!("{}{BELOW}/{}/{}", self.path, encoded(&organization), encoded(&basename)),
            rest: rest.to_owned(),
            name: Name::Titled { organization, basename },
        })
    }

    /// Returns the path of the server's list of sites, for the address below which the sites of an organization are.
    pub(crate) fn list(&self, path: &str) -> Option<String> {
        let organization = path.strip_prefix(BELOW)?.strip_prefix('/')?;
        let is_name = !organization.trim_end_matches('/').contains('/');
        is_name.then(|| format!("{}/", self.path))
    }

    /// Parses a request for a host name of the installation.
    pub(crate) fn by_name(&self, host: &str, organization: Option<&str>, path: &str) -> Option<SiteRequest> {
        let origin = self.origin_of(host);
        match organization {
            Some(organization) => {
                let (basename, rest) = first_name(path)?;
                let base = format!("/{}", encoded(&basename));
                let name = Name::Titled { organization: organization.to_owned(), basename };
                Some(SiteRequest { name, origin, base, rest: rest.to_owned() })
            }
            None => {
                let (organization, basename, rest) = two_names(path)?;
                let base = format!("/{}/{}", encoded(&organization), encoded(&basename));
                Some(SiteRequest { name: Name::Titled { organization, basename }, origin, base, rest: rest.to_owned() })
            }
        }
    }

    /// Creates the request for the custom host name of a site.
    pub(crate) fn own_host(&self, host: &str, path: &str) -> SiteRequest {
        let (origin, name) = (self.origin_of(host), Name::Host(without_port(host).to_owned()));
        SiteRequest { name, origin, base: String::new(), rest: path.to_owned() }
    }

    /// Returns the origin of another host name, which shares scheme and port with the server's own.
    fn origin_of(&self, host: &str) -> Arc<str> {
        format!("{}://{}{}", self.scheme, without_port(host), self.port).into()
    }
}

impl SiteRequest {
    /// Returns the current path prefix, if the request names the site by a former basename.
    pub(crate) fn base_of_today(&self, site: &PublishedSite) -> Option<String> {
        let Name::Titled { basename, .. } = &self.name else { return None };
        let before = self.base.strip_suffix(&encoded(basename))?;
        (*basename != site.site.basename).then(|| format!("{before}{}", encoded(&site.site.basename)))
    }

    /// Returns the request as its reader made it to a proxy in front of the site. `place` is the configured host and
    /// path of the proxy; its forwarded host is trusted only if it is equal.
    pub(crate) fn behind(self, place: Option<&str>, headers: &HeaderMap) -> Self {
        let Some((host, path)) = place.and_then(|place| place.split_once('/')) else { return self };
        let forwarded = headers.get("x-forwarded-host").and_then(|host| host.to_str().ok());
        if !forwarded.is_some_and(|forwarded| without_port(forwarded.trim()).eq_ignore_ascii_case(host)) {
            return self;
        }
        Self { origin: format!("https://{host}").into(), base: format!("/{}", path.trim_matches('/')), ..self }
    }
}

fn first_name(path: &str) -> Option<(String, &str)> {
    let path = path.strip_prefix('/')?;
    let (name, rest) = path.find('/').map_or((path, ""), |at| path.split_at(at));
    let name = percent_decode_str(name).decode_utf8().ok()?;
    is_name(&name).then(|| (name.into_owned(), rest))
}

fn two_names(path: &str) -> Option<(String, String, &str)> {
    let (organization, rest) = first_name(path)?;
    let (basename, rest) = first_name(rest)?;
    Some((organization, basename, rest))
}

/// Returns true if a text may be the label of an organization or the basename of a site.
fn is_name(name: &str) -> bool {
    let inside = |c: char| quire_content::slug::keeps(c) || matches!(c, '-' | '_' | '.');
    (1..=100).contains(&name.chars().count()) && name.chars().all(inside) && !name.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn host_router() -> HostRouter {
        let patterns = ["*.docs.test", "pages.test"].map(|host| host.parse().unwrap());
        HostRouter::new("http://quire.test:8080/under", &patterns)
    }

    fn door(host: &'static str) -> Door {
        host_router().find(&HeaderMap::from_iter([(HOST, HeaderValue::from_static(host))]), None)
    }

    fn titled(organization: &str, basename: &str) -> Name {
        Name::Titled { organization: organization.to_owned(), basename: basename.to_owned() }
    }

    #[test]
    fn hosts_are_known_without_their_port() {
        for own in [
            "quire.test",
            "QUIRE.test:8080",
            "quire.test.:8080",
            "127.0.0.1:8080",
            "localhost",
            "[::1]:8080",
            "quire",
            "10.0.0.1",
            "example.com",
            "a.b.1com",
        ] {
            assert_eq!(door(own), Door::Own, "{own}");
        }
        let sites = |host: &str, organization: Option<&str>| Door::Sites {
            host: host.to_owned(),
            organization: organization.map(str::to_owned),
        };
        assert_eq!(door("Acme.docs.test:8080"), sites("acme.docs.test", Some("acme")));
        assert_eq!(door("pages.test."), sites("pages.test", None));
        assert_eq!(door("help.example.com:1"), Door::Other("help.example.com".to_owned()));
    }

    #[test]
    fn a_site_is_named_in_three_ways() {
        let host_router = host_router();
        let below = host_router.below("/sites/acme/docs/a/b").unwrap();
        assert_eq!((below.name, below.rest.as_str()), (titled("acme", "docs"), "/a/b"));
        assert_eq!((&*below.origin, below.base.as_str()), ("http://quire.test:8080", "/under/sites/acme/docs"));
        let labelled = host_router.by_name("acme.docs.test", Some("acme"), "/docs").unwrap();
        assert_eq!(
            (labelled.name, labelled.base.as_str(), labelled.rest.as_str()),
            (titled("acme", "docs"), "/docs", "")
        );
        let plain = host_router.by_name("pages.test", None, "/acme/docs/").unwrap();
        assert_eq!((plain.name, plain.base.as_str(), plain.rest.as_str()), (titled("acme", "docs"), "/acme/docs", "/"));
        let own = host_router.own_host("help.example.com", "/x");
        assert_eq!((own.name, own.base.as_str()), (Name::Host("help.example.com".to_owned()), ""));
        assert_eq!(&*own.origin, "http://help.example.com:8080");
    }

    #[test]
    fn other_paths_name_no_site() {
        for path in
            ["/sites", "/sites/", "/sites/acme", "/sites/acme/", "/sites//docs", "/sites/a%2Fb/docs", "/site/a/b"]
        {
            assert_eq!(host_router().below(path), None, "{path}");
        }
    }

    #[test]
    fn only_the_proxy_of_the_site_is_believed() {
        let site_request = || host_router().below("/sites/acme/docs/a").unwrap();
        let says = |host| HeaderMap::from_iter([("x-forwarded-host".parse().unwrap(), HeaderValue::from_static(host))]);
        let place = Some("example.com/help/docs");
        let behind = site_request().behind(place, &says("example.com"));
        assert_eq!(
            (&*behind.origin, behind.base.as_str(), behind.rest.as_str()),
            ("https://example.com", "/help/docs", "/a")
        );
        assert_eq!(site_request().behind(place, &says("evil.example")), site_request());
        assert_eq!(site_request().behind(place, &HeaderMap::new()), site_request());
        assert_eq!(site_request().behind(None, &says("example.com")), site_request());
    }
}
