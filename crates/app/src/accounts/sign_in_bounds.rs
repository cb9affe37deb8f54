//! Limits on attempts to sign in: guessing is slow, and strangers can't lock an owner out.
//!
//! Attempts count per client address, per account and address together, and per account alone. A browser in which the
//! account's owner has signed in before proves so by a *device cookie* (OWASP, Slow Down Online Guessing Attacks with
//! Device Cookies). Its attempts count only for that browser, so that others cannot use up its share. An owner with a
//! new browser, while strangers use up the account's share, can sign in by a one-time link: mail to an account is
//! limited too, but beyond the limit a mail was sent shortly before and its link still works.

use std::time::Duration;

use quire_model::client_addresses::ClientAddress;
use quire_model::time::Timestamp;

use crate::core::attempts::Attempts;
use crate::core::errors::Error;
use crate::core::signatures::Signer;

/// The source of an attempt to sign in.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// The address of the client, if it is known: without one, the limit per address does not apply.
    pub client: Option<ClientAddress>,
    /// The device cookie that the browser sent, not verified.
    pub device: Option<String>,
    /// The user agent that the browser sent.
    pub agent: String,
}

const MINUTE: Duration = Duration::from_mins(1);

/// The time for which a one-time link works once it is issued. It is also the window in which mails are counted: of the
/// links sent within one window, at least one works until its end.
pub(crate) const LINK_LIFETIME: Duration = Duration::from_mins(15);

/// The lifetime of a device cookie.
pub const DEVICE_LIFETIME: Duration = Duration::from_hours(365 * 24);

const PURPOSE: &str = "device";

/// The limits on attempts to sign in.
pub(crate) struct Bounds {
    passwords: Shares,
    links: Shares,
    codes: Shares,
    passkeys_by_address: Attempts,
}

/// The limits on attempts of one kind.
struct Shares {
    by_address: Attempts,
    by_account_and_address: Attempts,
    by_account: Attempts,
    by_device: Attempts,
}

/// The decision about sending a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sending {
    /// The mail is to be sent.
    Send,
    /// Enough mails were sent to this account recently, and their links still work.
    Enough,
}

impl Bounds {
    pub(crate) fn new(signer: &Signer) -> Self {
        let shares = |name: &str, window: Duration, each: u16, address: u16, account: u16| {
            let attempts = |of, most, window| Attempts::new(signer.key(&format!("{name} by {of}")), most, window);
            Shares {
                by_address: attempts("address", address, window),
                by_account_and_address: attempts("account and address", each, window),
                by_account: attempts("account", account, LINK_LIFETIME),
                by_device: attempts("device", each, window),
            }
        };
        // One address can't use up the share of an account. Codes have six digits, so their shares are smaller.
        Self {
            passwords: shares("passwords", MINUTE, 10, 30, 200),
            links: shares("links", MINUTE, 3, 10, 5),
            codes: shares("codes", LINK_LIFETIME, 10, 30, 50),
            passkeys_by_address: Attempts::new(signer.key("passkeys by address"), 60, MINUTE),
        }
    }

    /// Counts an attempt with a password.
    pub(crate) fn password(&self, signer: &Signer, email: &str, from: &Origin, now: Timestamp) -> Result<(), Error> {
        let Shares { by_account, .. } = &self.passwords;
        if self.passwords.own(signer, email, from, now)? { Ok(()) } else { by_account.count(&[email.as_bytes()], now) }
    }

    /// Counts a request for a one-time link, and decides if a mail is to be sent.
    pub(crate) fn link(&self, signer: &Signer, email: &str, from: &Origin, now: Timestamp) -> Result<Sending, Error> {
        let Shares { by_account, .. } = &self.links;
        let fits = self.links.own(signer, email, from, now)? || by_account.count(&[email.as_bytes()], now).is_ok();
        Ok(if fits { Sending::Send } else { Sending::Enough })
    }

    /// Counts a code of a second factor. An owner whose device is known is not held up by those who know the password.
    pub(crate) fn code(&self, signer: &Signer, email: &str, from: &Origin, now: Timestamp) -> Result<(), Error> {
        let Shares { by_account, .. } = &self.codes;
        if self.codes.own(signer, email, from, now)? { Ok(()) } else { by_account.count(&[email.as_bytes()], now) }
    }

    /// Counts a step of a sign-in with a passkey.
    pub(crate) fn passkey(&self, from: &Origin, now: Timestamp) -> Result<(), Error> {
        from.client.map_or(Ok(()), |client| self.passkeys_by_address.count(&[&client.network().bytes()], now))
    }

    /// Resets what counts for an account and a network after a code was accepted.
    pub(crate) fn code_accepted(&self, email: &str, from: &Origin) {
        let network = from.client.map(|client| client.network().bytes());
        let network = network.as_ref().map_or(&b""[..], |network| network);
        self.codes.by_account_and_address.forget(&[email.as_bytes(), network]);
    }

    /// Resets the limit for an account after a sign-in by link, which invalidates the links sent to it.
    pub(crate) fn redeemed(&self, email: &str) {
        self.links.by_account.forget(&[email.as_bytes()]);
    }
}

impl Shares {
    /// Counts an attempt. Returns true if it comes from a browser of the account's owner, and so counts only for it.
    fn own(&self, signer: &Signer, email: &str, from: &Origin, now: Timestamp) -> Result<bool, Error> {
        let account = email.as_bytes();
        if let Some(device) = from.device.as_deref().and_then(|cookie| device_of(signer, email, cookie, now)) {
            self.by_device.count(&[account, device.as_bytes()], now)?;
            return Ok(true);
        }
        let network = from.client.map(|client| client.network().bytes());
        if let Some(network) = &network {
            self.by_address.count(&[network], now)?;
        }
        let network = network.as_ref().map_or(&b""[..], |network| network);
        self.by_account_and_address.count(&[account, network], now)?;
        Ok(false)
    }
}

/// Creates a device cookie for an account.
pub(crate) fn device_cookie(signer: &Signer, email: &str, nonce: [u8; 16], now: Timestamp) -> String {
    let (nonce, expires) = (format!("{:032x}", u128::from_be_bytes(nonce)), now.plus(DEVICE_LIFETIME));
    let signature = signer.sign(PURPOSE, &[email, &nonce], expires);
    format!("{nonce}.{}.{signature}", expires.0)
}

/// Returns true if somebody signed in to this account in the same browser before.
pub(crate) fn is_known_device(signer: &Signer, email: &str, from: &Origin, now: Timestamp) -> bool {
    from.device.as_deref().is_some_and(|cookie| device_of(signer, email, cookie, now).is_some())
}

/// Returns the part of a device cookie that identifies the browser, if the cookie is valid for this account.
fn device_of<'a>(signer: &Signer, email: &str, cookie: &'a str, now: Timestamp) -> Option<&'a str> {
    let (nonce, rest) = cookie.split_once('.')?;
    let (expires, signature) = rest.split_once('.')?;
    let expires = Timestamp(expires.parse().ok()?);
    signer.verify(PURPOSE, &[email, nonce], expires, signature, now).then_some(nonce)
}
