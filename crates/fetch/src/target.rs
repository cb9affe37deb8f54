//! What an address asks for: of which host, by which way, and at which addresses it may be asked.

use std::net::{IpAddr, SocketAddr};

use url::{Host, Url};

use crate::{Error, Reason, ranges};

/// The longest address, in bytes.
const MOST_BYTES: usize = 8192;

/// An address that may be fetched, were it not for where its host is.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    url: Url,
    host: Host<String>,
}

impl Target {
    /// The target of an address. Spellings of numeric hosts (`127.1`, `0x7f000001`, `2130706433`) are read as the
    /// standard for URLs has them, so that what is checked is what is connected to.
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

    /// Where a redirect of this one leads.
    pub(crate) fn redirected(&self, location: &str) -> Result<Self, Error> {
        let broken = Error::Address("leads to a redirect without an address");
        Self::of(self.url.join(location).map_err(|_| broken)?)
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The host as it stands in the address.
    pub(crate) fn host(&self) -> String {
        self.host.to_string()
    }

    /// Host and port as the header has them.
    pub(crate) fn authority(&self) -> &str {
        self.url.authority()
    }

    /// What is asked of the host.
    pub(crate) fn path(&self) -> String {
        let query = self.url.query().map(|query| format!("?{query}"));
        format!("{}{}", self.url.path(), query.unwrap_or_default())
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    /// The addresses of the host that may be asked, in order.
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

    /// There is no way to it.
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
