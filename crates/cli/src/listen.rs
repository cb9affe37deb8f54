//! The address to listen on, as it is given.

use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;

use serde::Deserialize;

/// The address to listen on: an IP address with a port, or a port of this machine alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ListenAddress(pub(crate) SocketAddr);

impl Default for ListenAddress {
    fn default() -> Self {
        Self(SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)))
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let of_this_machine = |port: &str| Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().ok()?)));
        let port = text.strip_prefix("localhost:").or_else(|| text.strip_prefix(':')).unwrap_or(text);
        let found = text.parse().ok().or_else(|| of_this_machine(port));
        found.map(Self).ok_or_else(|| {
            format!("{text:?} must be an IP address with a port, such as 127.0.0.1:8080 or 0.0.0.0:8080, or a port")
        })
    }
}

impl TryFrom<String> for ListenAddress {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_ports_are_read() {
        for (text, expected) in [
            ("127.0.0.1:80", "127.0.0.1:80"),
            ("0.0.0.0:0", "0.0.0.0:0"),
            ("[::1]:8080", "[::1]:8080"),
            ("8080", "127.0.0.1:8080"),
            (":8080", "127.0.0.1:8080"),
            ("localhost:8080", "127.0.0.1:8080"),
        ] {
            assert_eq!(text.parse::<ListenAddress>().map(|address| address.0.to_string()), Ok(expected.to_owned()));
        }
        for text in ["", "docs.example.com:80", "127.0.0.1", "80800", "localhost"] {
            assert!(text.parse::<ListenAddress>().unwrap_err().contains("0.0.0.0:8080"), "{text}");
        }
    }
}
