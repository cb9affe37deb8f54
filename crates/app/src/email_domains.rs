//! The domains of e-mail addresses that organizations claim. One that is proven lets its people join by themselves; one
//! that is not lets nobody do anything.

use quire_model::addresses::EmailDomain;
use quire_model::claims::is_private;
use quire_model::events::EventKind;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use quire_store::email_domains::{self as stored, Claimed};
use serde_json::json;

use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::claims::{Challenge, Kind, next_check};
use crate::errors::Error;
use crate::writing::Change;

/// The most domains of an organization.
const MAX_DOMAINS: usize = 100;

/// A domain that an organization claims.
pub struct ShownDomain {
    /// In lower case.
    pub domain: String,
    /// Whether the claim is proven; else it has no effect.
    pub is_proven: bool,
    /// When a proof was looked for last.
    pub checked_at: Option<Timestamp>,
    /// What would prove the claim.
    pub challenge: Option<Challenge>,
}

const UNKNOWN: Error = Error::NotFound("e-mail domain");

impl App {
    /// The domains that an organization claims, in their order.
    pub fn list_email_domains(&self, caller: &Caller, organization: OrganizationId) -> Result<Vec<ShownDomain>, Error> {
        let claims = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            Ok::<_, Error>(stored::of_org(tx, organization)?)
        })?;
        Ok(claims.into_iter().map(|claim| self.show_domain(claim)).collect())
    }

    /// A domain that an organization claims.
    pub fn get_email_domain(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        domain: &EmailDomain,
    ) -> Result<ShownDomain, Error> {
        let claim = self.claim_of(caller, organization, domain)?;
        Ok(self.show_domain(claim))
    }

    /// Looks for the proof of a claim, which may take seconds. Nothing happens where it is proven already.
    ///
    /// # Errors
    /// The proof is there, and another organization has proven the domain before: [`Error::Conflict`].
    pub fn check_email_domain(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        domain: &EmailDomain,
    ) -> Result<(), Error> {
        let claim = self.claim_of(caller, organization, domain)?;
        if claim.proven_at.is_some() {
            return Ok(());
        }
        self.count_check(organization)?;
        let now = self.now();
        if !self.find_proof(Kind::EmailDomain, organization, domain.as_str()) {
            // Whoever asks is at work on it: it is looked for in the background from the beginning.
            let again = Claimed { checked_at: Some(now), checks: 0, next_check_at: next_check(0, now), ..claim };
            return self.write(caller, |change| update_claim(change, &again).map(drop));
        }
        if self.settle_domain(caller, &claim, domain)? {
            return Ok(());
        }
        let name = domain.as_str();
        Err(Error::Conflict(format!("emailDomain: {name} is taken: another organization has proven it before")))
    }

    /// Looks for the proof of the claim that is due first; whether there was one.
    pub(crate) fn check_due_domain(&self) -> Result<bool, Error> {
        let now = self.now();
        if self.inner.db.glance(|tx| Ok::<_, Error>(stored::due(tx, now)?))?.is_none() {
            return Ok(false);
        }
        let operator = Caller::operator();
        // What was begun counts, so that a claim during which the process dies is not begun for ever.
        let claim = self.write(&operator, |change| {
            let Some(claim) = stored::due(change.tx, now)? else { return Ok(None) };
            let next_check_at = next_check(claim.checks, now);
            let begun = Claimed { checked_at: Some(now), checks: claim.checks + 1, next_check_at, ..claim };
            stored::update(change.tx, &begun)?;
            Ok(Some(begun))
        })?;
        let Some(claim) = claim else { return Ok(true) };
        let Ok(domain) = EmailDomain::try_from(claim.domain.clone()) else { return Ok(true) };
        if self.find_proof(Kind::EmailDomain, claim.organization, &claim.domain) {
            self.settle_domain(&operator, &claim, &domain)?;
        }
        Ok(true)
    }

    fn claim_of(&self, caller: &Caller, organization: OrganizationId, domain: &EmailDomain) -> Result<Claimed, Error> {
        self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            stored::get(tx, organization, domain.as_str())?.ok_or(UNKNOWN)
        })
    }

    /// Gives a domain whose proof was found to its organization; whether it was free.
    fn settle_domain(&self, caller: &Caller, claim: &Claimed, domain: &EmailDomain) -> Result<bool, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let is_free = is_free(change, claim.organization, domain)?;
            let proven_at = is_free.then_some(now);
            let settled = Claimed { proven_at, checked_at: Some(now), next_check_at: None, ..claim.clone() };
            if update_claim(change, &settled)? && is_free {
                let detail = json!({ "proven": { "emailDomain": claim.domain } });
                let subject = claim.organization.0;
                change.record(subject, EventKind::OrganizationUpdated, subject, &detail)?;
            }
            Ok(is_free)
        })
    }

    fn show_domain(&self, claim: Claimed) -> ShownDomain {
        let Claimed { domain, organization, proven_at, checked_at, .. } = claim;
        let is_proven = proven_at.is_some();
        let challenge = (!is_proven).then(|| self.challenge(Kind::EmailDomain, organization, &domain));
        ShownDomain { domain, is_proven, checked_at, challenge }
    }
}

/// Has an organization claim these domains, each once, and no others. Those that it has already stay what they are.
pub(crate) fn replace(
    change: &mut Change<'_, '_>,
    app: &App,
    organization: OrganizationId,
    domains: &[EmailDomain],
) -> Result<(), Error> {
    let known = stored::of_org(change.tx, organization)?;
    let domains = checked(app, domains, &known)?;
    for gone in known.iter().filter(|known| !domains.iter().any(|domain| domain.as_str() == known.domain)) {
        stored::delete(change.tx, organization, &gone.domain)?;
    }
    let now = app.now();
    for domain in &domains {
        if known.iter().any(|known| known.domain == domain.as_str()) {
            continue;
        }
        let at_once = app.is_allowed(Kind::EmailDomain, domain.as_str()) && is_free(change, organization, domain)?;
        let new = Claimed {
            domain: domain.as_str().to_owned(),
            organization,
            proven_at: at_once.then_some(now),
            checked_at: None,
            checks: 0,
            next_check_at: (!at_once).then_some(now),
        };
        stored::insert(change.tx, &new)?;
    }
    Ok(())
}

/// Whether no other organization has proven a domain.
fn is_free(change: &mut Change<'_, '_>, organization: OrganizationId, domain: &EmailDomain) -> Result<bool, Error> {
    Ok(stored::organizations(change.tx, domain)?.iter().all(|other| *other == organization))
}

/// Writes what is known about a claim, unless it was taken back or is proven by now; whether it was written.
fn update_claim(change: &mut Change<'_, '_>, known: &Claimed) -> Result<bool, Error> {
    let now = stored::get(change.tx, known.organization, &known.domain)?;
    let is_open = now.is_some_and(|now| now.proven_at.is_none());
    if is_open {
        stored::update(change.tx, known)?;
    }
    Ok(is_open)
}

fn checked(app: &App, domains: &[EmailDomain], known: &[Claimed]) -> Result<Vec<EmailDomain>, Error> {
    if domains.len() > MAX_DOMAINS {
        return Err(Error::Invalid(format!("emailDomains: must be at most {MAX_DOMAINS}")));
    }
    for (at, domain) in domains.iter().enumerate() {
        let name = domain.as_str();
        if domain.is_public() {
            return Err(Error::Invalid(format!("emailDomains[{at}]: anybody can have an address at {name}")));
        }
        let is_new = !known.iter().any(|known| known.domain == name);
        if is_new && is_private(name) && !app.is_allowed(Kind::EmailDomain, name) {
            let message = format!(
                "emailDomains[{at}]: {name} is a name within a network, which nobody can prove to own: the operator of the \
                 server can allow it with --allow-email-domain"
            );
            return Err(Error::Invalid(message));
        }
    }
    let mut each = domains.to_vec();
    each.sort();
    each.dedup();
    Ok(each)
}
