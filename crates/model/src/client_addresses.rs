//! Client addresses: the IP address that a request came from, and networks in CIDR notation.
//!
//! The choice of the client's address is made where requests arrive. There are no names here, and no look-ups.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// The address of the client that made a request. An IPv4-mapped IPv6 address is stored as IPv4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(IpAddr);

/// The unit that rate limits count by: a single IPv4 address, or a /64 network of IPv6, which a provider commonly
/// assigns to one customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClientNetwork {
    /// A whole IPv4 address.
    V4(Ipv4Addr),
    /// The first 64 bits of an IPv6 address.
    V6([u8; 8]),
}

impl ClientAddress {
    /// Wraps an address; an IPv4-mapped IPv6 address becomes the IPv4 address.
    pub fn new(address: IpAddr) -> Self {
        Self(address.to_canonical())
    }

    /// Returns the IP address, which is never an IPv4-mapped one.
    pub fn ip(self) -> IpAddr {
        self.0
    }

    /// Returns the network that rate limits count by.
    pub fn network(self) -> ClientNetwork {
        match self.0 {
            IpAddr::V4(address) => ClientNetwork::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, e, f, g, h, ..] = address.octets();
                ClientNetwork::V6([a, b, c, d, e, f, g, h])
            }
        }
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::V4(address) => address.fmt(f),
            Self::V6(network) => {
                let mut octets = [0; 16];
                octets[..8].copy_from_slice(network);
                write!(f, "{}/64", Ipv6Addr::from(octets))
            }
        }
    }
}

impl ClientNetwork {
    /// Returns a key that is different for every network.
    pub fn bytes(self) -> [u8; 9] {
        let mut bytes = [0; 9];
        match self {
            Self::V4(address) => bytes[1..5].copy_from_slice(&address.octets()),
            Self::V6(network) => {
                bytes[0] = 6;
                bytes[1..].copy_from_slice(&network);
            }
        }
        bytes
    }
}

/// A network in CIDR notation (RFC 4632), such as `10.0.0.0/8` or `2001:db8::/32`; an address alone is a network of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

/// An error for a text that is not a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be an IP address or a network such as 10.0.0.0/8 or 2001:db8::/32")]
pub struct InvalidNetwork;

impl Network {
    /// Returns true if the address is in the network.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                shares(u32::from(own).into(), u32::from(other).into(), 32 - self.prefix)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => shares(own.into(), other.into(), 128 - self.prefix),
            _ => false,
        }
    }
}

/// Returns true if two numbers are equal except for their last `but` bits.
fn shares(one: u128, other: u128, but: u8) -> bool {
    (one ^ other).checked_shr(but.into()).unwrap_or(0) == 0
}

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address: IpAddr = address.trim().parse().map_err(|_| InvalidNetwork)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let prefix = match prefix {
            None => most,
            Some(text) if digits(text) => text.parse().ok().filter(|it| *it <= most).ok_or(InvalidNetwork)?,
            Some(_) => return Err(InvalidNetwork),
        };
        Ok(Self { address, prefix })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_contain_their_addresses() {
        for (network, address, expected) in [
            ("10.0.0.0/8", "10.255.0.1", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("10.0.0.0/8", "::1", false),
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("::/0", "2001:db8::1", true),
            ("::/0", "8.8.8.8", false),
            ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
            ("fd00::/9", "fd7f::1", true),
            ("fd00::/9", "fd80::1", false),
        ] {
            let parsed: Network = network.parse().unwrap();
            assert_eq!(parsed.contains(address.parse().unwrap()), expected, "{address} in {network}");
        }
    }

    #[test]
    fn other_texts_are_no_networks() {
        for text in
            ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0/8", "::/129", "localhost", "10.0.0.0/8/8", "/8"]
        {
            assert_eq!(text.parse::<Network>(), Err(InvalidNetwork), "{text}");
        }
    }

    #[test]
    fn clients_count_by_their_network() {
        let network = |text: &str| ClientAddress::new(text.parse().unwrap()).network();
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1").bytes(), network("192.0.2.2").bytes());
    }
}
