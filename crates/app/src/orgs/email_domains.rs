//! E-mail domains claimed by organizations. Users with an address at a verified domain may join by themselves; an
//! unverified claim has no effect.

use quire_model::addresses::EmailDomain;
use quire_model::claims::is_private;
use quire_model::events::EventKind;
use quire_model::ids::OrganizationId;
use quire_model::time::Timestamp;
use quire_store::email_domains::{self as stored, Claimed};
use quire_store::{Read, Write};
use serde_json::json;

use crate::App;
use crate::access::{self, AdministrateOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::claims::{Challenge, Claim, ClaimKind, search_in_fields};

/// The maximum number of domains of an organization.
const MAX_DOMAINS: usize = 100;

/// A domain that an organization claims.
pub struct ShownDomain {
    /// The domain in lower case.
    pub domain: String,
    /// True if the claim is verified; else it has no effect.
    pub is_proven: bool,
    /// The time of the last check for a proof.
    pub checked_at: Option<Timestamp>,
    /// The challenge to verify the claim; `None` if it is verified.
    pub challenge: Option<Challenge>,
}

const UNKNOWN: Error = Error::NotFound("e-mail domain");

impl App {
    /// Lists the domains that an organization claims, in alphabetical order.
    pub fn list_email_domains(&self, caller: &Caller, organization: OrganizationId) -> Result<Vec<ShownDomain>, Error> {
        let claims = self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            Ok::<_, Error>(stored::of_org(tx, organization)?)
        })?;
        Ok(claims.into_iter().map(|claim| self.show_domain(claim)).collect())
    }

    /// Returns a domain that an organization claims.
    pub fn get_email_domain(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        domain: &EmailDomain,
    ) -> Result<ShownDomain, Error> {
        let claim = self.claim_of(caller, organization, domain)?;
        Ok(self.show_domain(claim))
    }

    /// Checks the proof of a claim, which may take seconds. Does nothing if the claim is verified already.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the proof was found, but another organization has verified the domain before.
    pub fn check_email_domain(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        domain: &EmailDomain,
    ) -> Result<(), Error> {
        let claim = self.claim_of(caller, organization, domain)?;
        self.check_claim(caller, claim)
    }

    fn claim_of(&self, caller: &Caller, organization: OrganizationId, domain: &EmailDomain) -> Result<Claimed, Error> {
        self.inner.db.read(|tx| {
            access::organization::<AdministrateOrganization>(tx, caller, organization)?;
            stored::get(tx, organization, domain.as_str())?.ok_or(UNKNOWN)
        })
    }

    fn show_domain(&self, claim: Claimed) -> ShownDomain {
        let Claimed { domain, organization, proven_at, checked_at, .. } = claim;
        let is_proven = proven_at.is_some();
        let challenge = (!is_proven).then(|| self.challenge(ClaimKind::EmailDomain, organization, &domain));
        ShownDomain { domain, is_proven, checked_at, challenge }
    }
}

/// Replaces the domains that an organization claims. Those that it has already keep their state.
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
        let at_once =
            app.is_allowed(ClaimKind::EmailDomain, domain.as_str()) && is_free(change.tx, organization, domain)?;
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

/// Returns true if no other organization has verified a domain.
fn is_free(tx: &mut Read<'_>, organization: OrganizationId, domain: &EmailDomain) -> Result<bool, Error> {
    Ok(stored::organizations(tx, domain)?.iter().all(|other| *other == organization))
}

impl Claim for Claimed {
    const KIND: ClaimKind = ClaimKind::EmailDomain;

    fn organization(&self) -> OrganizationId {
        self.organization
    }

    fn name(&self) -> &str {
        &self.domain
    }

    search_in_fields! {}

    fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Self>, Error> {
        Ok(stored::due(tx, now)?)
    }

    fn current(&self, tx: &mut Read<'_>) -> Result<Option<Self>, Error> {
        Ok(stored::get(tx, self.organization, &self.domain)?)
    }

    fn update(&self, tx: &mut Write<'_>) -> Result<(), Error> {
        Ok(stored::update(tx, self)?)
    }

    fn is_free(&self, tx: &mut Read<'_>) -> Result<bool, Error> {
        // An invalid domain can't be verified.
        let Ok(domain) = EmailDomain::try_from(self.domain.clone()) else { return Ok(false) };
        is_free(tx, self.organization, &domain)
    }

    fn record_proof(&self, change: &mut Change<'_, '_>) -> Result<(), Error> {
        let detail = json!({ "proven": { "emailDomain": self.domain } });
        let subject = self.organization.0;
        change.record(subject, EventKind::OrganizationUpdated, subject, &detail)
    }

    fn taken(&self) -> Error {
        let name = &self.domain;
        Error::Conflict(format!("emailDomain: {name} is taken: another organization has proven it before"))
    }
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
        if is_new && is_private(name) && !app.is_allowed(ClaimKind::EmailDomain, name) {
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
