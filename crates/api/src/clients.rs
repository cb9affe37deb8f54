//! Client addresses of requests that come through proxies.
//!
//! A proxy appends the address of its client to `X-Forwarded-For` or `Forwarded` (RFC 7239), to the right of what the
//! request had. Only proxies in the networks that the operator named are trusted, from the right: the client is the
//! last address that belongs to none of them. Everything to the left of it may be forged.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::header::FORWARDED;
use axum::http::{HeaderMap, HeaderName};
pub use quire_model::client_addresses::{ClientAddress, InvalidNetwork, Network};

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The maximum number of proxies that are followed.
const LONGEST: usize = 32;

/// The networks of trusted proxies. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Arc<[Network]>);

impl FromIterator<Network> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = Network>>(networks: I) -> Self {
        Self(networks.into_iter().collect())
    }
}

impl TrustedProxies {
    /// Returns true if this is the address of a trusted proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Returns the address of the client whose request came from `peer` with these headers.
    ///
    /// The search ends at an address that cannot be parsed, with the last address before it. If the two headers
    /// disagree, the result is `peer`.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        if !self.trusts(peer) {
            return ClientAddress::new(peer);
        }
        let hops = |name, of: fn(&str) -> Option<IpAddr>| {
            headers
                .contains_key(&name)
                .then(|| self.last_outside(peer, from_the_right(headers, &name).map(|it| of(it.trim()))))
        };
        match (hops(X_FORWARDED_FOR, address), hops(FORWARDED, forwarded_for)) {
            (Some(one), Some(other)) if one != other => ClientAddress::new(peer),
            (one, other) => one.or(other).unwrap_or(ClientAddress::new(peer)),
        }
    }

    /// Returns the first of these addresses, ordered from right to left, that belongs to no trusted proxy.
    fn last_outside(&self, peer: IpAddr, hops: impl Iterator<Item = Option<IpAddr>>) -> ClientAddress {
        let mut last = peer;
        for hop in hops.take(LONGEST) {
            let Some(hop) = hop else { break };
            last = hop;
            if !self.trusts(hop) {
                break;
            }
        }
        ClientAddress::new(last)
    }
}

/// Returns true if a request seems to come from a proxy that the operator did not name: it comes from a loopback or
/// private address, and has a header with the address of a client.
pub(crate) fn is_unnamed_proxy(trusted: &TrustedProxies, peer: SocketAddr, headers: &HeaderMap) -> bool {
    let private = match peer.ip().to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    };
    let says = headers.contains_key(X_FORWARDED_FOR) || headers.contains_key(FORWARDED);
    says && private && !trusted.trusts(peer.ip())
}

/// Returns the elements of a list header over all of its lines, from the right. Commas within quotes do not separate.
/// A line that is not visible ASCII is one empty element.
fn from_the_right<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).into_iter().rev().flat_map(|line| {
        let mut quoted = false;
        line.to_str().unwrap_or_default().rsplit(move |c| {
            quoted ^= c == '"';
            c == ',' && !quoted
        })
    })
}

/// Parses an address as proxies write it: with or without a port, an IPv6 address with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    text.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// Returns the address in the `for` parameter of an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, node) =
        pairs.map(|(name, value)| (name.trim(), value.trim())).find(|(name, _)| name.eq_ignore_ascii_case("for"))?;
    address(node.trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn client(peer: &str, lines: &[(&'static str, &'static str)]) -> String {
        let trusted: TrustedProxies =
            ["10.0.0.0/8", "fd00::/8", "127.0.0.1"].map(|it| it.parse().unwrap()).into_iter().collect();
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        trusted.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_client_is_the_last_address_outside() {
        let xff = "x-forwarded-for";
        for (peer, lines, expected) in [
            ("127.0.0.1", &[][..], "127.0.0.1"),
            ("127.0.0.1", &[(xff, "192.0.2.7")], "192.0.2.7"),
            ("::ffff:127.0.0.1", &[(xff, "192.0.2.7")], "192.0.2.7"),
            ("127.0.0.1", &[(xff, "1.1.1.1, 192.0.2.7, 10.0.0.3")], "192.0.2.7"),
            ("127.0.0.1", &[(xff, "1.1.1.1, 192.0.2.7"), (xff, "10.0.0.3")], "192.0.2.7"),
            ("127.0.0.1", &[(xff, "10.0.0.4, 10.0.0.3")], "10.0.0.4"),
            ("127.0.0.1", &[(xff, "192.0.2.7:4711")], "192.0.2.7"),
            ("127.0.0.1", &[(xff, "[2001:db8::1]:4711, [fd00::1]")], "2001:db8::1"),
            ("127.0.0.1", &[(xff, "2001:db8::1")], "2001:db8::1"),
            // An address that cannot be parsed ends the search.
            ("127.0.0.1", &[(xff, "1.1.1.1, unknown, 10.0.0.3")], "10.0.0.3"),
            ("127.0.0.1", &[(xff, "1.1.1.1, , 10.0.0.3")], "10.0.0.3"),
            ("127.0.0.1", &[(xff, "nonsense")], "127.0.0.1"),
            ("127.0.0.1", &[(xff, "1.1.1.1, ü")], "127.0.0.1"),
            // Other peers are not trusted.
            ("192.0.2.9", &[(xff, "1.1.1.1")], "192.0.2.9"),
            ("192.0.2.9", &[(xff, "127.0.0.1")], "192.0.2.9"),
        ] {
            assert_eq!(client(peer, lines), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn forwarded_is_read_too() {
        for (line, expected) in [
            ("for=192.0.2.60;proto=http;by=203.0.113.43", "192.0.2.60"),
            ("For=\"[2001:db8:cafe::17]:4711\"", "2001:db8:cafe::17"),
            ("for=1.1.1.1, proto=https;for=192.0.2.43, for=10.0.0.1", "192.0.2.43"),
            ("for=1.1.1.1, for=\"_hidden\", for=10.0.0.1", "10.0.0.1"),
            ("for=1.1.1.1;by=\"a,b\", for=\"192.0.2.1:1\"", "192.0.2.1"),
            ("proto=https", "127.0.0.1"),
        ] {
            assert_eq!(client("127.0.0.1", &[("forwarded", line)]), expected, "{line}");
        }
        let both = [("forwarded", "for=192.0.2.1"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(client("127.0.0.1", &both), "192.0.2.1");
        // The client forged one of them, but it is unknown which.
        let both = [("forwarded", "for=192.0.2.1"), ("x-forwarded-for", "192.0.2.2")];
        assert_eq!(client("127.0.0.1", &both), "127.0.0.1");
    }

    #[test]
    fn a_long_list_is_not_followed_to_its_end() {
        let line: &'static str = Box::leak(vec!["10.0.0.1"; 100_000].join(", ").into_boxed_str());
        assert_eq!(client("127.0.0.1", &[("x-forwarded-for", line)]), "10.0.0.1");
    }
}
