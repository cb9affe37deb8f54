//! Targets of requests: the host of an address, the scheme, and the IP addresses that may be connected to.

use std::net::{IpAddr, SocketAddr};

use url::{Host, Url};

use crate::{Error, Reason, ranges};

/// The maximum length of an address, in bytes.
const MOST_BYTES: usize = 8192;

/// A valid address to fetch, whose host is not resolved yet.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    url: Url,
    host: Host<String>,
}

impl Target {
    /// Parses an address. Spellings of numeric hosts (`127.1`, `0x7f000001`, `2130706433`) are parsed as the URL
    /// standard defines, so that the address checked is the address connected to.
    pub(crate) fn parse(address: &str) -> Result<Self, Error> {
        if address.len() > MOST_BYTES {
            return Err(Error::Address("must be at most 8192 bytes long"));
        }
        let url = Url::parse(address).map_err(|_| Error::Address("must be an absolute address"))?;
        Self::of(url)
    }

    fn of(url: Url) -> Result<Self, Error> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Error::Address("must begin with https:// or http://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Error::Address("must have no user name and no password"));
        }
        let host = url.host().ok_or(Error::Address("must have a host"))?.to_owned();
        Ok(Self { url, host })
    }

    /// Returns the target of a redirect from this one.
    pub(crate) fn redirected(&self, location: &str) -> Result<Self, Error> {
        let broken = Error::Address("leads to a redirect without an address");
        Self::of(self.url.join(location).map_err(|_| broken)?)
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Returns the host, normalized as the URL standard defines.
    pub(crate) fn host(&self) -> String {
        self.host.to_string()
    }

    /// Returns host and port as the `Host` header has them.
    pub(crate) fn authority(&self) -> &str {
        self.url.authority()
    }

    /// Returns the path and the query of the request.
    pub(crate) fn path(&self) -> String {
        let query = self.url.query().map(|query| format!("?{query}"));
        format!("{}{}", self.url.path(), query.unwrap_or_default())
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// Resolves the host and returns the addresses that may be connected to, in order.
    pub(crate) async fn addresses(&self, allow_private: bool) -> Result<Vec<SocketAddr>, Error> {
        let port = self.url.port_or_known_default().ok_or(Error::Address("must have a port"))?;
        let found: Vec<SocketAddr> = match &self.host {
            Host::Ipv4(address) => vec![(*address, port).into()],
            Host::Ipv6(address) => vec![(*address, port).into()],
            Host::Domain(name) => {
                let found = tokio::net::lookup_host((name.as_str(), port)).await;
                found.map_err(|_| self.unreachable(Reason::Unknown))?.collect()
            }
        };
        let is_allowed = |address: IpAddr| allow_private || ranges::is_public(address);
        let allowed: Vec<_> = found.iter().copied().filter(|address| is_allowed(address.ip())).collect();
        match (allowed.is_empty(), found.first()) {
            (false, _) => Ok(allowed),
            (true, Some(first)) => Err(self.unreachable(Reason::Private(first.ip()))),
            (true, None) => Err(self.unreachable(Reason::Unknown)),
        }
    }

    /// Returns the error for this host.
    pub(crate) fn unreachable(&self, reason: Reason) -> Error {
        Error::Unreachable { host: self.host(), reason }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_no_target_is_refused() {
        let cases = [
            ("", "must be an absolute address"),
            ("/etc/passwd", "must be an absolute address"),
            ("file:///etc/passwd", "must begin with https:// or http://"),
            ("ftp://example.org/x", "must begin with https:// or http://"),
            ("gopher://example.org/x", "must begin with https:// or http://"),
            ("data:text/plain,x", "must begin with https:// or http://"),
            ("https://user@example.org/", "must have no user name and no password"),
            ("https://:secret@example.org/", "must have no user name and no password"),
            ("http://", "must be an absolute address"),
            ("http://1.2.3.4.5/", "must be an absolute address"),
        ];
        for (address, message) in cases {
            assert_eq!(Target::parse(address).unwrap_err().to_string(), message, "{address}");
        }
        let long = format!("https://example.org/{}", "x".repeat(MOST_BYTES));
        assert_eq!(Target::parse(&long).unwrap_err().to_string(), "must be at most 8192 bytes long");
    }

    #[test]
    fn redirects_may_be_relative_and_are_checked_alike() {
        let start = Target::parse("https://example.org/a/b?c").unwrap();
        assert_eq!(start.redirected("../d").unwrap().url().as_str(), "https://example.org/d");
        assert_eq!(start.redirected("//example.com/x").unwrap().host(), "example.com");
        assert!(start.redirected("file:///etc/passwd").is_err());
        assert!(start.redirected("https://a:b@example.org").is_err());
    }
}
