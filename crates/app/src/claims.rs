//! Claims of names, and what proves them.
//!
//! Whoever claims a host name or the domain of e-mail addresses has to publish a text that only this installation can
//! compute: in a DNS record, or in a file on the web server of the name. Until it is found there the claim is stored and
//! has no effect. The operator may allow names without proof. Looking for a proof asks other machines, so it is never
//! done within a transaction.

use std::time::Duration;

use quire_model::claims::NamePattern;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;

use crate::App;
use crate::errors::Error;

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The host name of a site.
    Hostname,
    /// The domain of e-mail addresses.
    EmailDomain,
}

/// What an organization has to publish to prove that a name is its own: one of the two is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The name of the TXT record.
    pub record: String,
    /// The address of the file.
    pub file: String,
    /// The text of the record, or of a line of the file.
    pub value: String,
}

/// The label before the name that has the record. An underscore keeps it apart from names of hosts (RFC 8552).
const LABEL: &str = "_quire-verification";
/// The path of the file (RFC 8615).
const PATH: &str = "/.well-known/quire-verification";
/// What texts begin with.
const PREFIX: &str = "quire-verification=";

/// Pauses between looking for a proof in the background, the first one after the claim. Afterwards the claim stays, and
/// the proof is looked for when somebody asks for that.
const PAUSES: [Duration; 13] = [
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
    Duration::from_mins(30),
    Duration::from_hours(1),
    Duration::from_hours(3),
    Duration::from_hours(6),
    Duration::from_hours(12),
    Duration::from_hours(24),
    Duration::from_hours(24),
    Duration::from_hours(24),
    Duration::from_hours(24),
    Duration::from_hours(24),
];

/// How often one organization may ask in a minute for proofs to be looked for: each look asks other machines.
pub(crate) const CHECKS_PER_MINUTE: u16 = 20;

/// When a proof is looked for again after it was looked for so often in the background; `None` for never.
pub(crate) fn next_check(checks: i64, now: Timestamp) -> Option<Timestamp> {
    let pause = PAUSES.get(usize::try_from(checks).ok()?)?;
    Some(now.plus(*pause))
}

impl App {
    /// What proves that a name is an organization's.
    pub(crate) fn challenge(&self, kind: Kind, organization: OrganizationId, name: &str) -> Challenge {
        Challenge {
            record: format!("{LABEL}.{name}"),
            file: format!("https://{name}{PATH}"),
            value: format!("{PREFIX}{}", self.tag(kind, organization, name).to_hex()),
        }
    }

    fn tag(&self, kind: Kind, organization: OrganizationId, name: &str) -> blake3::Hash {
        let purpose = match kind {
            Kind::Hostname => "claims of host names",
            Kind::EmailDomain => "claims of e-mail domains",
        };
        self.inner.signer.tag(purpose, &[&organization.to_string(), name])
    }

    /// Whether the operator allows everybody to claim a name without proof.
    pub(crate) fn is_allowed(&self, kind: Kind, name: &str) -> bool {
        let patterns = match kind {
            Kind::Hostname => &self.options().allowed_hostnames,
            Kind::EmailDomain => &self.options().allowed_email_domains,
        };
        patterns.iter().any(|pattern: &NamePattern| pattern.holds(name))
    }

    /// Looks for the proof of a claim, which may take a while: asks the domain name system, then the web server of the
    /// name.
    pub(crate) fn find_proof(&self, kind: Kind, organization: OrganizationId, name: &str) -> bool {
        if self.is_allowed(kind, name) {
            return true;
        }
        let expected = self.tag(kind, organization, name);
        let challenge = self.challenge(kind, organization, name);
        let names = &self.inner.ambient.names;
        match names.texts(&challenge.record) {
            Ok(texts) if texts.iter().any(|text| says(text, expected)) => return true,
            Ok(_) => {}
            Err(e) => tracing::debug!(name = challenge.record, reason = %e, "a DNS record can't be looked up"),
        }
        let plain = challenge.file.replacen("https:", "http:", 1);
        for address in [&challenge.file, &plain] {
            match names.file(address) {
                Ok(text) if text.lines().any(|line| says(line, expected)) => return true,
                Ok(_) => {}
                Err(e) => tracing::debug!(address, reason = %e, "a file can't be fetched"),
            }
        }
        false
    }

    /// Counts that somebody of an organization asks for a proof to be looked for.
    pub(crate) fn count_check(&self, organization: OrganizationId) -> Result<(), Error> {
        self.inner.claim_checks.count(&[organization.to_string().as_bytes()], self.now())
    }

    /// Looks for the proof of the claim that is due first; whether there was one.
    pub fn check_due_claim(&self) -> Result<bool, Error> {
        Ok(self.check_due_hostname()? || self.check_due_domain()?)
    }
}

/// Whether a text that was published is the expected one.
fn says(text: &str, expected: blake3::Hash) -> bool {
    let given = text.trim().strip_prefix(PREFIX).and_then(|tag| blake3::Hash::from_hex(tag).ok());
    // blake3::Hash compares in constant time.
    given.is_some_and(|given| given == expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_text_is_a_proof() {
        let expected = blake3::hash(b"x");
        let text = format!("{PREFIX}{}", expected.to_hex());
        assert!(says(&text, expected) && says(&format!(" {text}\r"), expected));
        for wrong in ["", PREFIX, &text[1..], &text[..text.len() - 1], &format!("{text}0"), &expected.to_hex()] {
            assert!(!says(wrong, expected), "{wrong}");
        }
        assert!(!says(&text, blake3::hash(b"y")));
    }

    #[test]
    fn a_proof_is_looked_for_a_bounded_number_of_times() {
        let mut now = Timestamp(0);
        let mut checks = 0;
        while let Some(next) = next_check(checks, now) {
            assert!(next > now);
            (now, checks) = (next, checks + 1);
        }
        let days = now.0 / 86_400_000;
        assert!((5..=7).contains(&days), "{days} days");
    }
}
