//! Host names of published sites: the labels of organizations, and custom names of sites.
//!
//! A manager of a site claims a name for it. Several sites may claim one name; it goes to the site whose organization
//! first proves ownership (see [`crate::orgs::claims`]), and has no effect before. DNS records that point to the
//! server, and certificates, are up to the operator.

use quire_content::id::Uid;
use quire_model::addresses::{Hostname, SiteHostname, can_be_of_a_site, host_of};
use quire_model::claims::is_private;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::policy::Action;
use quire_model::time::Timestamp;
use quire_store::orgs::{self, Organization};
use quire_store::site_hostnames::{self as stored, SiteHostname as Stored};
use quire_store::sites::Site;
use quire_store::{Read, Write, sites};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSite, Permit, Proof, ViewOrganization, ViewSite};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::orgs::claims::{Challenge, Claim, ClaimKind, search_in_fields};

/// The cache scope of the host names of all sites.
pub(crate) const SCOPE: Uid = Uid([0xff; 16]);

/// A host name and the site that claims or has it.
pub struct ShownHostname {
    /// The host name in lower case.
    pub hostname: String,
    /// The organization that owns the site.
    pub organization: OrganizationId,
    /// The site with the claim.
    pub site: SiteId,
    /// True if the claim is verified; else it has no effect.
    pub is_proven: bool,
    /// True if the site is served under the name: the site is live, and the claim is verified.
    pub is_active: bool,
    /// The time of the last check for a proof.
    pub checked_at: Option<Timestamp>,
    /// The challenge to verify the claim, for managers of the site; `None` if it is verified.
    pub challenge: Option<Challenge>,
}

impl App {
    /// Returns the site of a host name, if the caller can see it: the one that has the name, else one that claims it.
    pub fn get_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<ShownHostname, Error> {
        let (claim, site) = self.inner.db.read(|tx| of_caller::<ViewSite>(tx, caller, hostname))?;
        let is_proven = claim.proven_at.is_some();
        let manages = !is_proven && site.may(Action::ManageSite);
        Ok(ShownHostname {
            challenge: manages.then(|| self.challenge(ClaimKind::Hostname, claim.organization, hostname)),
            hostname: claim.hostname,
            organization: claim.organization,
            site: claim.site,
            is_proven,
            is_active: is_proven && site.published,
            checked_at: claim.checked_at,
        })
    }

    /// Checks the proof of a claim, which may take seconds. Does nothing if the claim is verified already.
    ///
    /// # Errors
    /// [`Error::Conflict`] if the proof was found, but another site has verified the name before.
    pub fn check_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<(), Error> {
        let claim = self.inner.db.read(|tx| of_caller::<ManageSite>(tx, caller, hostname).map(|(claim, _)| claim))?;
        self.check_claim(caller, claim)
    }

    /// Removes a custom host name from its site. Does nothing if no site of the caller's has it.
    pub fn remove_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<(), Error> {
        self.write(caller, |change| {
            let (_, site) = match of_caller::<ManageSite>(change.tx, caller, hostname) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            set(change, self, &site, None)
        })
    }

    /// Returns the organization with a host label, if the caller can see it.
    pub fn get_subdomain(
        &self,
        caller: &Caller,
        label: &Hostname,
    ) -> Result<Proof<Organization, ViewOrganization>, Error> {
        self.inner.db.read(|tx| {
            let found = orgs::by_hostname(tx, label.as_str())?.ok_or(Error::NotFound("subdomain"))?;
            match access::organization(tx, caller, found.id) {
                Err(Error::NotFound(_)) => Err(Error::NotFound("subdomain")),
                found => found,
            }
        })
    }

    /// Returns true if a name is one of this server's own, which no site can have.
    fn is_own_name(&self, name: &str) -> bool {
        let options = self.options();
        host_of(authority_of(&options.public_url)) == name
            || options.site_hosts.iter().any(|pattern| pattern.names(name).is_some())
    }
}

impl Claim for Stored {
    const KIND: ClaimKind = ClaimKind::Hostname;

    fn organization(&self) -> OrganizationId {
        self.organization
    }

    fn name(&self) -> &str {
        &self.hostname
    }

    search_in_fields! {}

    fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Self>, Error> {
        Ok(stored::due(tx, now)?)
    }

    fn current(&self, tx: &mut Read<'_>) -> Result<Option<Self>, Error> {
        let current = stored::of_site(tx, self.organization, self.site)?;
        Ok(current.filter(|current| current.hostname == self.hostname))
    }

    fn update(&self, tx: &mut Write<'_>) -> Result<(), Error> {
        Ok(stored::update(tx, self)?)
    }

    fn is_free(&self, tx: &mut Read<'_>) -> Result<bool, Error> {
        Ok(stored::proven(tx, &self.hostname)?.is_none())
    }

    fn record_proof(&self, change: &mut Change<'_, '_>) -> Result<(), Error> {
        let detail = json!({ "proven": { "hostname": self.hostname } });
        record(change, self.organization, EventKind::SiteUpdated, self.site, &detail)
    }

    fn taken(&self) -> Error {
        Error::Conflict(format!("hostname: {} is taken: another site has proven it before", self.hostname))
    }
}

/// Records an event after which the site may have another host name, and marks facts about host names as changed.
pub(crate) fn record(
    change: &mut Change<'_, '_>,
    organization: OrganizationId,
    kind: EventKind,
    site: SiteId,
    detail: &serde_json::Value,
) -> Result<(), Error> {
    change.touch(SCOPE);
    change.record(organization.0, kind, site.0, detail)
}

/// Replaces or removes the host name that a site claims or has.
pub(crate) fn set(
    change: &mut Change<'_, '_>,
    app: &App,
    site: &Proof<Site, ManageSite>,
    hostname: Option<&SiteHostname>,
) -> Result<(), Error> {
    let (organization, id) = (site.organization, site.id);
    let before = stored::of_site(change.tx, organization, id)?.map(|found| found.hostname);
    if before.as_deref() == hostname.map(SiteHostname::as_str) {
        return Ok(());
    }
    stored::delete_of_site(change.tx, organization, id)?;
    if let Some(hostname) = hostname {
        let claim = claim(change.tx, app, organization, id, hostname.as_str())?;
        stored::insert(change.tx, &claim)?;
    }
    let detail = json!({ "before": { "hostname": before }, "after": { "hostname": hostname } });
    record(change, organization, EventKind::SiteUpdated, id, &detail)
}

/// Creates the claim of a site. Refuses names that others have; does not reveal claims of other organizations.
fn claim(
    tx: &mut Read<'_>,
    app: &App,
    organization: OrganizationId,
    site: SiteId,
    name: &str,
) -> Result<Stored, Error> {
    if app.is_own_name(name) {
        return Err(Error::Conflict(format!("hostname: {name} is taken: it is a name of this server")));
    }
    if !can_be_of_a_site(name) {
        let message =
            format!("hostname: the last label of {name} must begin with a letter: visitors can't be led to it");
        return Err(Error::Invalid(message));
    }
    let is_allowed = app.is_allowed(ClaimKind::Hostname, name);
    if is_private(name) && !is_allowed {
        let message = format!(
            "hostname: {name} is a name within a network, which nobody can prove to own: the operator of the server can \
             allow it with --allow-hostname"
        );
        return Err(Error::Invalid(message));
    }
    let claims = stored::claims(tx, name)?;
    if claims.iter().any(|claim| claim.proven_at.is_some() || claim.organization == organization) {
        return Err(Error::Conflict(format!("hostname: {name} is taken")));
    }
    let now = app.now();
    Ok(Stored {
        organization,
        site,
        hostname: name.to_owned(),
        created_at: now,
        proven_at: is_allowed.then_some(now),
        checked_at: None,
        checks: 0,
        next_check_at: (!is_allowed).then_some(now),
    })
}

/// Returns a claim to a host name on whose site the caller may do `P`. A verified claim takes precedence.
fn of_caller<P: Permit>(tx: &mut Read<'_>, caller: &Caller, hostname: &str) -> Result<(Stored, Proof<Site, P>), Error> {
    let mut claims = stored::claims(tx, hostname)?;
    claims.sort_by_key(|claim| claim.proven_at.is_none());
    let mut refusal = Error::NotFound("custom host name");
    for claim in claims {
        match access::site(tx, caller, claim.organization, claim.site) {
            Ok(site) => return Ok((claim, site)),
            Err(Error::NotFound(_)) => {}
            Err(e @ Error::Forbidden(_)) => refusal = e,
            Err(e) => return Err(e),
        }
    }
    Err(refusal)
}

/// Returns the site that has a host name, with its organization.
pub(crate) fn site_of(tx: &mut Read<'_>, host: &str) -> Result<Option<(Organization, Site)>, Error> {
    let Some(found) = stored::proven(tx, host)? else { return Ok(None) };
    let organization = orgs::get(tx, found.organization)?;
    Ok(organization.zip(sites::get(tx, found.organization, found.site)?))
}

/// Returns the host of an address, with its port.
fn authority_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}
