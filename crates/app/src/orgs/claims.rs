//! Claims to host names and e-mail domains, and their verification.
//!
//! To verify a claim to a host name or to the domain of e-mail addresses, its organization publishes a text that only
//! this installation can compute: in a DNS record, or in a file on the web server of the name. Until the text is found
//! there, the claim is stored and has no effect. The operator may allow names without proof. Checking a claim sends
//! requests to other hosts, so it is never done within a transaction.

use std::time::Duration;

use quire_model::claims::NamePattern;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use quire_store::email_domains::Claimed;
use quire_store::site_hostnames::SiteHostname;
use quire_store::{Read, Write};

use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The kind of claimed name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClaimKind {
    /// The host name of a site.
    Hostname,
    /// The domain of e-mail addresses.
    EmailDomain,
}

/// A stored claim to a name.
pub(crate) trait Claim: Clone {
    /// The kind of claimed name.
    const KIND: ClaimKind;

    /// The organization that claims the name.
    fn organization(&self) -> OrganizationId;

    /// The host name or domain that is claimed.
    fn name(&self) -> &str;

    /// Returns the state of the verification.
    fn search(&self) -> Search;

    /// Returns the claim with another state of the verification.
    fn with(self, search: Search) -> Self;

    /// Reads the claim whose next check is the longest overdue, if one is due.
    fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Self>, Error>;

    /// Reads the claim again; `None` if it was withdrawn.
    fn current(&self, tx: &mut Read<'_>) -> Result<Option<Self>, Error>;

    /// Writes the state of the verification.
    fn update(&self, tx: &mut Write<'_>) -> Result<(), Error>;

    /// Returns true if no other organization or site has verified the name.
    fn is_free(&self, tx: &mut Read<'_>) -> Result<bool, Error>;

    /// Records the event that the claim is verified.
    fn record_proof(&self, change: &mut Change<'_, '_>) -> Result<(), Error>;

    /// Returns the error for a claim to a name that another one has verified before.
    fn taken(&self) -> Error;
}

/// The state of the verification of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Search {
    /// The time when the claim was verified; `None` if it is not.
    pub(crate) proven_at: Option<Timestamp>,
    /// The time of the last check for a proof.
    pub(crate) checked_at: Option<Timestamp>,
    /// The number of background checks so far.
    pub(crate) checks: i64,
    /// The time of the next background check; `None` if there is none.
    pub(crate) next_check_at: Option<Timestamp>,
}

/// Implements [`Claim::search`] and [`Claim::with`] for a record with the fields of a [`Search`].
macro_rules! search_in_fields {
    () => {
        fn search(&self) -> crate::orgs::claims::Search {
            let Self { proven_at, checked_at, checks, next_check_at, .. } = *self;
            crate::orgs::claims::Search { proven_at, checked_at, checks, next_check_at }
        }

        fn with(self, search: crate::orgs::claims::Search) -> Self {
            let crate::orgs::claims::Search { proven_at, checked_at, checks, next_check_at } = search;
            Self { proven_at, checked_at, checks, next_check_at, ..self }
        }
    };
}

pub(crate) use search_in_fields;

/// The record and the file that prove a claim; publishing one of the two is enough.
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
/// The prefix of the published texts.
const PREFIX: &str = "quire-verification=";

/// The pauses between background checks of a claim, the first one after the claim was made. After the last one, the
/// claim stays and is checked only on request.
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

/// The number of checks that an organization may request per minute, since each sends requests to other hosts.
pub(crate) const CHECKS_PER_MINUTE: u16 = 20;

/// Returns the time of the next background check after `checks` of them; `None` after the last.
pub(crate) fn next_check(checks: i64, now: Timestamp) -> Option<Timestamp> {
    let pause = PAUSES.get(usize::try_from(checks).ok()?)?;
    Some(now.plus(*pause))
}

impl App {
    /// Returns the challenge that proves an organization's claim to a name.
    pub(crate) fn challenge(&self, kind: ClaimKind, organization: OrganizationId, name: &str) -> Challenge {
        Challenge {
            record: format!("{LABEL}.{name}"),
            file: format!("https://{name}{PATH}"),
            value: format!("{PREFIX}{}", self.tag(kind, organization, name).to_hex()),
        }
    }

    fn tag(&self, kind: ClaimKind, organization: OrganizationId, name: &str) -> blake3::Hash {
        let purpose = match kind {
            ClaimKind::Hostname => "claims of host names",
            ClaimKind::EmailDomain => "claims of e-mail domains",
        };
        self.inner.signer.tag(purpose, &[&organization.to_string(), name])
    }

    /// Returns true if the operator allows this name to be claimed without proof.
    pub(crate) fn is_allowed(&self, kind: ClaimKind, name: &str) -> bool {
        let patterns = match kind {
            ClaimKind::Hostname => &self.options().allowed_hostnames,
            ClaimKind::EmailDomain => &self.options().allowed_email_domains,
        };
        patterns.iter().any(|pattern: &NamePattern| pattern.holds(name))
    }

    /// Checks the proof of a claim, which may take seconds: queries the domain name system, then the web server of the
    /// name. Returns true if the proof was found, or the name needs none.
    pub(crate) fn find_proof(&self, kind: ClaimKind, organization: OrganizationId, name: &str) -> bool {
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

    /// Counts a check requested by an organization; an error if there were too many.
    pub(crate) fn count_check(&self, organization: OrganizationId) -> Result<(), Error> {
        self.inner.claim_checks.count(&[organization.to_string().as_bytes()], self.now())
    }

    /// Checks the claim that is due first; returns false if none is due.
    pub fn check_due_claim(&self) -> Result<bool, Error> {
        Ok(self.check_due::<SiteHostname>()? || self.check_due::<Claimed>()?)
    }

    /// Checks the proof of a claim on request. Does nothing if the claim is verified already.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the proof was found, but another claim to the name was verified before.
    pub(crate) fn check_claim<C: Claim>(&self, caller: &Caller, claim: C) -> Result<(), Error> {
        if claim.search().proven_at.is_some() {
            return Ok(());
        }
        self.count_check(claim.organization())?;
        let now = self.now();
        if !self.find_proof(C::KIND, claim.organization(), claim.name()) {
            // The request shows work in progress, so the schedule of background checks starts again.
            let search =
                Search { checked_at: Some(now), checks: 0, next_check_at: next_check(0, now), ..claim.search() };
            let again = claim.with(search);
            return self.write(caller, |change| update(change, &again).map(drop));
        }
        if self.settle_claim(caller, &claim)? { Ok(()) } else { Err(claim.taken()) }
    }

    /// Checks the claim of a kind that is due first; returns false if none is due.
    fn check_due<C: Claim>(&self) -> Result<bool, Error> {
        let now = self.now();
        if self.inner.db.read_single(|tx| C::due(tx, now))?.is_none() {
            return Ok(false);
        }
        let operator = Caller::operator();
        // The check is counted before it begins, so that one during which the process crashes is not repeated forever.
        let claim = self.write(&operator, |change| {
            let Some(claim) = C::due(change.tx, now)? else { return Ok(None) };
            let before = claim.search();
            let next_check_at = next_check(before.checks, now);
            let search = Search { checked_at: Some(now), checks: before.checks + 1, next_check_at, ..before };
            let begun = claim.with(search);
            begun.update(change.tx)?;
            Ok(Some(begun))
        })?;
        let Some(claim) = claim else { return Ok(true) };
        if self.find_proof(C::KIND, claim.organization(), claim.name()) {
            self.settle_claim(&operator, &claim)?;
        }
        Ok(true)
    }

    /// Marks a claim with a proof as verified; returns false if another claim to the name was verified before.
    fn settle_claim<C: Claim>(&self, caller: &Caller, claim: &C) -> Result<bool, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let is_free = claim.is_free(change.tx)?;
            let proven_at = is_free.then_some(now);
            let search = Search { proven_at, checked_at: Some(now), next_check_at: None, ..claim.search() };
            if update(change, &claim.clone().with(search))? && is_free {
                claim.record_proof(change)?;
            }
            Ok(is_free)
        })
    }
}

/// Updates the verification of a claim unless it was withdrawn or verified meanwhile; returns true if it was updated.
fn update<C: Claim>(change: &mut Change<'_, '_>, known: &C) -> Result<bool, Error> {
    let is_open = known.current(change.tx)?.is_some_and(|current| current.search().proven_at.is_none());
    if is_open {
        known.update(change.tx)?;
    }
    Ok(is_open)
}

/// Returns true if a published text is the expected one.
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
