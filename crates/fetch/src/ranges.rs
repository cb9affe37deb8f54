//! Classification of IP addresses as public or not.
//!
//! The lists are IANA's registries of special-purpose addresses (RFC 6890 and its updates), plus one address that a
//! cloud provider reserves for its own machines. Of IPv6 only the range allocated for global unicast (2000::/3) can be
//! public, so all other ranges are refused.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The special-purpose networks of IPv4: first address and length of the prefix.
const SPECIAL: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
    // The platform service of Azure's virtual machines.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
];

const SPECIAL_V6: &[(Ipv6Addr, u32)] = &[
    // Protocol assignments, Teredo (2001::/32) and ORCHID among them.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    // 6to4: these addresses embed any IPv4 address.
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Returns true if the address is reachable on the public internet: not loopback, private, link-local, unique-local,
/// shared, multicast, reserved, nor an IPv6 address that embeds such an IPv4 address.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match embedded(v6) {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    !SPECIAL.iter().any(|(first, length)| (bits ^ first.to_bits()) >> (32 - length) == 0)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = address.to_bits();
    bits >> 125 == 0b001 && !SPECIAL_V6.iter().any(|(first, length)| (bits ^ first.to_bits()) >> (128 - length) == 0)
}

/// Returns the IPv4 address in a mapped address (::ffff:0:0/96) or a NAT64 address (64:ff9b::/96, RFC 6052).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    const NAT64: u128 = 0x0064_ff9b << 64;
    let bits = address.to_bits();
    address.to_ipv4_mapped().or_else(|| {
        let last = u32::try_from(bits & u128::from(u32::MAX)).ok()?;
        (bits >> 32 == NAT64).then(|| Ipv4Addr::from_bits(last))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn first_and_last_of_each_range_are_refused_and_their_neighbours_are_not() {
        let ranges = [
            ("0.0.0.0", "0.255.255.255", "", "1.0.0.0"),
            ("10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"),
            ("100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"),
            ("127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"),
            ("169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"),
            ("172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"),
            ("192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"),
            ("192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"),
            ("192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"),
            ("192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"),
            ("198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"),
            ("198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"),
            ("203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"),
            ("224.0.0.0", "255.255.255.255", "223.255.255.255", ""),
            ("168.63.129.16", "168.63.129.16", "168.63.129.15", "168.63.129.17"),
            ("2001::", "2001:1ff:ffff::1", "2000:ffff::1", "2001:200::"),
            ("2001:db8::", "2001:db8:ffff::1", "2001:db7::1", "2001:db9::"),
            ("2002::", "2002:ffff:ffff::1", "", "2003::"),
            ("3fff::", "3fff:fff::1", "3ffe::1", "3fff:1000::1"),
        ];
        for (first, last, before, after) in ranges {
            assert!(!public(first) && !public(last), "{first}");
            for neighbour in [before, after].into_iter().filter(|text| !text.is_empty()) {
                assert!(public(neighbour), "{neighbour}");
            }
        }
    }

    #[test]
    fn only_global_unicast_of_the_sixth_version_is_public() {
        for text in
            ["::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1", "5f00::1", "1::"]
        {
            assert!(!public(text), "{text}");
        }
        assert!(public("2606:2800:220:1::1") && public("2a00::1"));
    }

    #[test]
    fn addresses_of_the_fourth_version_within_others_count_as_themselves() {
        for text in ["::ffff:127.0.0.1", "::ffff:a00:1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "::127.0.0.1"] {
            assert!(!public(text), "{text}");
        }
        assert!(public("::ffff:93.184.216.34") && public("64:ff9b::93.184.216.34"));
        // 6to4 and Teredo addresses are refused whatever they embed.
        assert!(!public("2002:5db8:d822::1") && !public("2001:0:5db8:d822::1"));
    }

    proptest! {
        #[test]
        fn what_the_library_knows_to_be_special_is_refused(bits: u32) {
            let v4 = Ipv4Addr::from_bits(bits);
            let special = v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_multicast()
                || v4.is_broadcast() || v4.is_documentation() || v4.is_unspecified();
            prop_assert!(!(special && is_public(v4.into())));
            prop_assert_eq!(is_public(v4.into()), is_public(v4.to_ipv6_mapped().into()));
            prop_assert!(!is_public(v4.to_ipv6_compatible().into()));
        }

        #[test]
        fn nothing_local_of_the_sixth_version_is_public(bits: u128) {
            for prefix in [0xfe80u128 << 112, 0xfc00 << 112, 0xff00 << 112] {
                prop_assert!(!is_public(Ipv6Addr::from_bits(prefix | bits >> 16).into()));
            }
        }
    }
}
