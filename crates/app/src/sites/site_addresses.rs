//! Addresses of published sites, as a pure function of the site's settings.
//!
//! The base of a site is the address of its proxy, else its custom host name, else an address of this server. Default
//! sections and default variants have no segment in an address. A share link's secret follows the base.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quire_model::ids::SiteSpaceId;
use quire_model::site_hosts::SiteHost;
use quire_model::site_structure::{Section, Structure};

/// The path segment before the secret of a share link.
pub const SECRET: &str = "~s";

/// The characters to encode in a path segment: all but those that RFC 3986 calls "unreserved".
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The settings that determine the base address of a site.
#[derive(Debug, Clone, Copy)]
pub struct SiteAddressBase<'a> {
    /// The address of this server, without a trailing slash.
    pub public_url: &'a str,
    /// Further host names of this server for sites; the first one is used.
    pub hosts: &'a [SiteHost],
    /// The organization's host label.
    pub organization: &'a str,
    /// The last part of the site's path on this server.
    pub basename: &'a str,
    /// The site's custom host name, if it is active.
    pub hostname: Option<&'a str>,
    /// The host name and path under which a proxy publishes the site.
    pub proxy: Option<&'a str>,
}

impl SiteAddressBase<'_> {
    /// Returns the address for visitors, without a trailing slash.
    pub fn base(&self) -> String {
        match self.proxy {
            Some(proxy) => format!("https://{proxy}"),
            None => self.target(),
        }
    }

    /// Returns the address at which this server answers, even behind a proxy; without a trailing slash.
    pub fn target(&self) -> String {
        let (organization, basename) = (segment(self.organization).to_string(), segment(self.basename));
        match (self.hostname, self.hosts.first()) {
            (Some(hostname), _) => format!("https://{hostname}"),
            (None, Some(host)) => {
                let (host, base) = host.place_of(&organization);
                let (scheme, port) = self.scheme_and_port();
                format!("{scheme}://{host}{port}{base}/{basename}")
            }
            (None, None) => format!("{}/sites/{organization}/{basename}", self.public_url),
        }
    }

    /// Returns the scheme and port of the server's own address, which its other host names share.
    fn scheme_and_port(&self) -> (&str, &str) {
        let (scheme, rest) = self.public_url.split_once("://").unwrap_or(("http", self.public_url));
        let authority = rest.split('/').next().unwrap_or_default();
        let host_end = authority.rfind(']').map_or(0, |at| at + 1);
        (scheme, authority[host_end..].find(':').map_or("", |at| &authority[host_end + at..]))
    }
}

/// Returns the address of a site with this base.
pub fn of_site(base: &str, secret: Option<&str>) -> String {
    join(base, secret, [])
}

/// Returns the address of a section.
pub fn of_section(base: &str, secret: Option<&str>, structure: &Structure, section: &Section) -> String {
    join(base, secret, structure.segment_of_section(section))
}

/// Returns the address of a space on a site.
pub fn of_space(base: &str, secret: Option<&str>, structure: &Structure, id: SiteSpaceId) -> String {
    join(base, secret, structure.segments(id))
}

/// Percent-encodes one segment of a path.
pub fn segment(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, ESCAPED)
}

fn join(base: &str, secret: Option<&str>, segments: impl IntoIterator<Item = String>) -> String {
    let mut address = format!("{base}/");
    if let Some(secret) = secret {
        address.push_str(&format!("{SECRET}/{}/", segment(secret)));
    }
    for (at, part) in segments.into_iter().enumerate() {
        let slash = if at > 0 { "/" } else { "" };
        address.push_str(&format!("{slash}{}", segment(&part)));
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: SiteAddressBase<'_> = SiteAddressBase {
        public_url: "http://127.0.0.1:8000/quire",
        hosts: &[],
        organization: "acme",
        basename: "日本",
        hostname: None,
        proxy: None,
    };

    #[test]
    fn a_site_stands_where_it_is_told_to() {
        let own = "http://127.0.0.1:8000/quire/sites/acme/%E6%97%A5%E6%9C%AC";
        assert_eq!(PLACE.base(), own);
        let named = SiteAddressBase { hostname: Some("docs.example.com"), ..PLACE };
        assert_eq!(named.base(), "https://docs.example.com");
        let proxied = SiteAddressBase { proxy: Some("example.com/docs"), ..named };
        assert_eq!(
            (proxied.base().as_str(), proxied.target().as_str()),
            ("https://example.com/docs", "https://docs.example.com")
        );
    }

    #[test]
    fn host_names_of_the_installation_come_before_its_own() {
        let place = SiteAddressBase { basename: "docs", ..PLACE };
        let at = |host: &str| SiteAddressBase { hosts: &[host.parse().unwrap()], ..place }.base();
        assert_eq!(at("*.docs.test"), "http://acme.docs.test:8000/docs");
        assert_eq!(at("docs.test"), "http://docs.test:8000/acme/docs");
    }

    #[test]
    fn a_secret_comes_before_everything_else() {
        assert_eq!(of_site("https://a.example", Some("x/y")), "https://a.example/~s/x%2Fy/");
        let parts = ["a b", "c"].map(str::to_owned);
        assert_eq!(join("https://a.example", None, parts), "https://a.example/a%20b/c");
    }
}
