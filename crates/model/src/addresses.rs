//! E-mail addresses, domains, labels of host names and addresses on the web, as values that are within their rules.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

/// An address is not what it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be {0}")]
pub struct InvalidAddress(&'static str);

/// Declares a checked text: what it is read by, and the keywords of its schema.
macro_rules! address {
    ($($(#[$doc:meta])* $name:ident = $check:ident, { $($keyword:literal: $value:expr),* };)+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidAddress;

            fn try_from(text: String) -> Result<Self, InvalidAddress> {
                $check(&text).map(Self)
            }
        }

        impl From<$name> for String {
            fn from(address: $name) -> Self {
                address.0
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schemars::json_schema!({ "type": "string" $(, $keyword: $value)* })
            }
        }
    )+};
}

address! {
    /// An e-mail address, in lower case.
    EmailAddress = email, { "format": "email", "maxLength": EMAIL_MAX };
    /// The part of an e-mail address after the `@`, in lower case.
    EmailDomain = domain, { "maxLength": DOMAIN_MAX };
    /// The label under which an organization publishes.
    Hostname = hostname, { "minLength": 3, "maxLength": 32, "pattern": "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$" };
    /// The host name of a site's own (api.md, Site `hostname`).
    SiteHostname = site_hostname, { "maxLength": SITE_HOSTNAME_MAX, "pattern": SITE_HOSTNAME };
    /// An address on the web.
    WebAddress = web_address, { "format": "uri", "maxLength": WEB_MAX };
}

const EMAIL_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
const DOMAIN_MAX: usize = 253;
const WEB_MAX: usize = 2048;
const SITE_HOSTNAME_MAX: usize = 512;
const SITE_HOSTNAME: &str = "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$";

const NO_EMAIL: InvalidAddress = InvalidAddress("an e-mail address, such as ada@example.com");
const NO_DOMAIN: InvalidAddress = InvalidAddress("the domain of e-mail addresses, such as example.com");
const NO_HOSTNAME: InvalidAddress =
    InvalidAddress("3 to 32 small letters, digits and hyphens, with a letter or digit at both ends");
const NO_SITE_HOSTNAME: InvalidAddress =
    InvalidAddress("a host name in small letters with at least three labels, such as docs.example.com");
const NO_WEB_ADDRESS: InvalidAddress = InvalidAddress("an http or https address of at most 2048 characters");

fn email(text: &str) -> Result<String, InvalidAddress> {
    let text = text.trim().to_lowercase();
    let (local, host) = text.rsplit_once('@').ok_or(NO_EMAIL)?;
    let fits = text.len() <= EMAIL_MAX && !local.is_empty() && local.len() <= LOCAL_MAX;
    // What RFC 5321 wants quoted is refused: nobody's address has it, and mistakes do.
    let odd = |c: char| c.is_whitespace() || c.is_control() || "@\"(),:;<>[]\\".contains(c);
    let dotted = local.starts_with('.') || local.ends_with('.') || local.contains("..");
    if !fits || local.contains(odd) || dotted || !is_domain(host) {
        return Err(NO_EMAIL);
    }
    Ok(text)
}

fn domain(text: &str) -> Result<String, InvalidAddress> {
    let text = text.trim().to_lowercase();
    if is_domain(&text) { Ok(text) } else { Err(NO_DOMAIN) }
}

fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        let inside = label.chars().all(|c| c.is_alphanumeric() || c == '-' || (!c.is_ascii() && is_mark(c)));
        !label.is_empty() && label.len() <= 63 && inside && !label.starts_with('-') && !label.ends_with('-')
    };
    text.len() <= DOMAIN_MAX && text.contains('.') && text.split('.').all(label)
}

/// Marks that letters of many scripts cannot do without.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

fn hostname(text: &str) -> Result<String, InvalidAddress> {
    let inside = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let ends = !text.starts_with('-') && !text.ends_with('-');
    if (3..=32).contains(&text.len()) && inside && ends { Ok(text.to_owned()) } else { Err(NO_HOSTNAME) }
}

fn site_hostname(text: &str) -> Result<String, InvalidAddress> {
    let inside = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let label = |label: &str| {
        let ends = !label.starts_with('-') && !label.ends_with('-');
        (1..=63).contains(&label.len()) && label.bytes().all(inside) && ends
    };
    let labels: Vec<_> = text.split('.').collect();
    let top = labels.last().is_some_and(|top| top.len() >= 2);
    let fits = labels.len() >= 3 && labels.into_iter().all(label) && top && text.len() <= SITE_HOSTNAME_MAX;
    if fits { Ok(text.to_owned()) } else { Err(NO_SITE_HOSTNAME) }
}

/// Returns whether a host name, in small letters and without port, can be the one of a site: three labels at least, the
/// last of which begins with a letter. Names with fewer labels and addresses are what machines call each other by.
pub fn can_be_of_a_site(host: &str) -> bool {
    let last = host.rsplit('.').next().unwrap_or_default();
    site_hostname(host).is_ok() && last.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Returns the host of an authority, which may end with a port.
pub fn without_port(authority: &str) -> &str {
    let end = authority.rfind(']').map_or(0, |bracket| bracket + 1);
    authority[end..].find(':').map_or(authority, |colon| &authority[..end + colon])
}

/// Returns the host of an authority in the spelling in which hosts are compared: in small letters, without port, and
/// without the dot at the end that makes it absolute.
pub fn host_of(authority: &str) -> String {
    without_port(authority).trim_end_matches('.').to_ascii_lowercase()
}

fn web_address(text: &str) -> Result<String, InvalidAddress> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).ok_or(NO_WEB_ADDRESS)?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let odd = rest.contains(|c: char| c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c));
    if host.is_empty() || odd || text.chars().count() > WEB_MAX { Err(NO_WEB_ADDRESS) } else { Ok(text.to_owned()) }
}

impl EmailAddress {
    /// The domain that it is at.
    pub fn domain(&self) -> EmailDomain {
        EmailDomain(self.0.rsplit('@').next().unwrap_or_default().to_owned())
    }

    /// What stands before the domain.
    pub fn local(&self) -> &str {
        self.0.rsplit_once('@').map_or(self.as_str(), |(local, _)| local)
    }
}

/// Domains at which anybody can have an address: who has one there belongs to nobody.
const PUBLIC: [&str; 34] = [
    "126.com",
    "163.com",
    "aol.com",
    "duck.com",
    "fastmail.com",
    "free.fr",
    "gmail.com",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hey.com",
    "hotmail.com",
    "icloud.com",
    "laposte.net",
    "libero.it",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "naver.com",
    "orange.fr",
    "outlook.com",
    "pm.me",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "t-online.de",
    "web.de",
    "yahoo.com",
    "yandex.ru",
    "zoho.com",
];

impl EmailDomain {
    /// Whether anybody can have an address there.
    pub fn is_public(&self) -> bool {
        PUBLIC.contains(&self.as_str())
    }
}

impl Hostname {
    /// The label closest to a slug; `taken` says which are not free.
    pub fn near<E>(slug: &str, mut taken: impl FnMut(&Self) -> Result<bool, E>) -> Result<Self, E> {
        let kept: String = slug.chars().filter(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || *c == '-').collect();
        let stem = kept.trim_matches('-');
        for number in 1u64.. {
            let end = if number > 1 { format!("-{number}") } else { String::new() };
            let room = stem.len().min(32 - end.len());
            let cut = stem[..room].trim_end_matches('-');
            let cut = if cut.len() < 3 { "organization" } else { cut };
            let label = Self(format!("{cut}{end}"));
            if !taken(&label)? {
                return Ok(label);
            }
        }
        unreachable!("there are more numbers than organizations")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads<T: TryFrom<String>>(text: &str) -> bool {
        T::try_from(text.to_owned()).is_ok()
    }

    #[test]
    fn addresses_are_read_in_lower_case() {
        let read = EmailAddress::try_from(" Ada.Lovelace+x@Example.ORG ".to_owned()).unwrap();
        assert_eq!(read.as_str(), "ada.lovelace+x@example.org");
        assert_eq!((read.local(), read.domain().as_str()), ("ada.lovelace+x", "example.org"));
        for good in ["ada@bücher.example", "o'neil@a.b.c", "用户@例子.公司"] {
            assert!(reads::<EmailAddress>(good), "{good}");
        }
        let long = format!("{}@example.org", "x".repeat(65));
        for bad in
            ["", "ada", "@example.org", "ada@", "ada@localhost", "a b@c.de", "a@@c.de", "a@c..de", "a\0@c.de", &long]
        {
            assert!(!reads::<EmailAddress>(bad), "{bad}");
        }
    }

    #[test]
    fn hostnames_are_labels() {
        for good in ["abc", "a-1", &"x".repeat(32)] {
            assert!(reads::<Hostname>(good), "{good}");
        }
        for bad in ["ab", "Abc", "-abc", "abc-", "a.bc", "a\u{301}bc", &"x".repeat(33)] {
            assert!(!reads::<Hostname>(bad), "{bad}");
        }
    }

    #[test]
    fn a_hostname_is_found_near_any_slug() {
        let near = |slug: &str, taken: &[&str]| {
            Hostname::near::<()>(slug, |label| Ok(taken.contains(&label.as_str()))).unwrap().0
        };
        assert_eq!(near("acme-works", &[]), "acme-works");
        assert_eq!(near("acme", &["acme", "acme-2"]), "acme-3");
        assert_eq!(near("خط", &[]), "organization");
        let long = near(&"x".repeat(50), &[&"x".repeat(32)]);
        assert_eq!(long, format!("{}-2", "x".repeat(30)));
        assert!(reads::<Hostname>(&near(&format!("{}-b", "a".repeat(31)), &[])));
    }

    #[test]
    fn hosts_of_sites_have_three_labels() {
        for good in ["docs.example.com", "a.b-c.de", "1.2.3.io", "docs.xn--bcher-kva.example"] {
            assert!(reads::<SiteHostname>(good), "{good}");
        }
        for bad in ["example.com", "Docs.example.com", "docs.example.c", "-a.b.cd", "a-.b.cd", "a..b.cd", "a.b.cd.", ""]
        {
            assert!(!reads::<SiteHostname>(bad), "{bad}");
        }
    }

    #[test]
    fn a_name_of_a_site_is_no_address() {
        for good in ["docs.example.com", "1.2.3.io", "a.b.c1"] {
            assert!(can_be_of_a_site(good), "{good}");
        }
        for bad in ["10.0.0.12", "a.b.1com", "example.com", "quire", "[::1]", "Docs.example.com", "a.b.cd.", ""] {
            assert!(!can_be_of_a_site(bad), "{bad}");
        }
    }

    #[test]
    fn hosts_are_compared_in_one_spelling() {
        for (authority, host) in
            [("Quire.Test.:8080", "quire.test"), ("[::1]:80", "[::1]"), ("10.0.0.1", "10.0.0.1"), (":80", "")]
        {
            assert_eq!(host_of(authority), host);
        }
    }

    #[test]
    fn addresses_on_the_web_have_a_host() {
        assert!(reads::<WebAddress>("https://example.org/logo.svg?a=b#c"));
        for bad in ["javascript:alert(1)", "https://", "https:///x", "ftp://a.b", "https://a b", "//a.b"] {
            assert!(!reads::<WebAddress>(bad), "{bad}");
        }
    }
}
