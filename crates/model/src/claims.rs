//! Names of the domain name system that organizations claim: patterns of those that an operator allows, and names that
//! nobody can prove to own.

use std::fmt;
use std::str::FromStr;

/// Names that may be claimed without proof: one name, all names below one, or all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamePattern {
    /// `*`
    All,
    /// `example.com`
    One(String),
    /// `*.example.com`: every name below it, at any depth, and not itself.
    Below(String),
}

/// A text that is no pattern of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a name such as example.com, *.example.com for the names below it, or * for all names")]
pub struct InvalidNamePattern;

const LONGEST: usize = 253;
const LONGEST_LABEL: usize = 63;

impl NamePattern {
    /// Returns whether a name, in small letters, is one of these.
    pub fn holds(&self, name: &str) -> bool {
        match self {
            Self::All => true,
            Self::One(domain) => name == domain,
            Self::Below(domain) => {
                let above = name.strip_suffix(domain.as_str()).and_then(|rest| rest.strip_suffix('.'));
                above.is_some_and(|rest| !rest.is_empty())
            }
        }
    }
}

impl FromStr for NamePattern {
    type Err = InvalidNamePattern;

    fn from_str(text: &str) -> Result<Self, InvalidNamePattern> {
        let lower = text.to_lowercase();
        if lower == "*" {
            return Ok(Self::All);
        }
        let below = lower.strip_prefix("*.");
        let domain = below.unwrap_or(&lower);
        if domain.len() > LONGEST || !domain.split('.').all(is_label) {
            return Err(InvalidNamePattern);
        }
        let domain = domain.to_owned();
        Ok(if below.is_some() { Self::Below(domain) } else { Self::One(domain) })
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("*"),
            Self::One(domain) => f.write_str(domain),
            Self::Below(domain) => write!(f, "*.{domain}"),
        }
    }
}

/// Letters of any script: domains of e-mail addresses are kept as people write them.
fn is_label(label: &str) -> bool {
    let inside = |c: char| c == '-' || (c.is_alphanumeric() && !c.is_uppercase());
    (1..=LONGEST_LABEL).contains(&label.len())
        && label.chars().all(inside)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Last labels of names that belong to whoever runs the network (RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN's
/// `internal`), and of names that private networks are known to use.
const PRIVATE: [&str; 14] = [
    "alt",
    "arpa",
    "corp",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
    "localhost",
    "onion",
    "private",
    "workgroup",
];

/// Returns whether a name, in small letters, is one that machines of a network have among themselves, or an address:
/// nobody can prove to own it.
pub fn is_private(name: &str) -> bool {
    let Some((_, last)) = name.rsplit_once('.') else { return true };
    PRIVATE.contains(&last) || !last.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_holds_one_name_or_those_below_it_or_all() {
        let holds = |pattern: &str, name: &str| pattern.parse::<NamePattern>().unwrap().holds(name);
        assert!(holds("Example.com", "example.com") && !holds("example.com", "docs.example.com"));
        assert!(holds("*.example.com", "docs.example.com") && holds("*.example.com", "a.b.example.com"));
        for other in ["example.com", ".example.com", "badexample.com", "example.com.evil.org"] {
            assert!(!holds("*.example.com", other), "{other}");
        }
        assert!(holds("*", "anything.at.all") && holds("*.bücher.example", "a.bücher.example"));
        for text in ["", "*.", "*.*", "a.*", "https://a.b", "a b", "-a.b", "a..b", "a/b"] {
            assert_eq!(text.parse::<NamePattern>(), Err(InvalidNamePattern), "{text}");
        }
        for text in ["*", "a.b", "*.a.b"] {
            assert_eq!(text.parse::<NamePattern>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn names_of_networks_are_nobodys() {
        for name in
            ["localhost", "quire", "quire.svc.cluster.local", "docs.corp.internal", "a.b.10", "1.2.3.44", "x.home.arpa"]
        {
            assert!(is_private(name), "{name}");
        }
        for name in ["docs.example.com", "local.example.com", "internal.io", "bücher.example", "a.b.公司"] {
            assert!(!is_private(name), "{name}");
        }
    }
}
