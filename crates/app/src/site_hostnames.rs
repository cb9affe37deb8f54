//! Host names under which sites are found: the labels of organizations, and names of sites' own.
//!
//! Whoever manages a site gives it a name that no other site of the installation has. Pointing the name here, and the
//! certificate, are the operator's affair: a name works as soon as requests for it arrive.

use quire_model::addresses::{Hostname, SiteHostname};
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId};
use quire_store::orgs::{self, Organization};
use quire_store::site_hostnames::{self as stored, SiteHostname as Stored};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSite, Permit, Proof, ViewOrganization, ViewSite};
use crate::callers::Caller;
use crate::errors::Error;
use crate::sites::Site;
use crate::writing::Change;

/// A host name and the site that has it.
pub struct ShownHostname {
    /// The host name.
    pub hostname: String,
    /// The owner of the site.
    pub organization: OrganizationId,
    /// The site.
    pub site: SiteId,
    /// Whether visitors find the site there: it is live.
    pub is_active: bool,
}

impl App {
    /// The site of a host name.
    pub fn get_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<ShownHostname, Error> {
        self.inner.db.read(|tx| of_caller::<ViewSite>(tx, caller, hostname).map(|(stored, site)| shown(stored, &site)))
    }

    /// Whether the caller may manage a host name. There is nothing to be looked up again: a name works as soon as
    /// requests for it arrive.
    pub fn check_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<(), Error> {
        self.inner.db.read(|tx| of_caller::<ManageSite>(tx, caller, hostname).map(drop))
    }

    /// Takes a host name from its site. Nothing happens where it is no site's.
    pub fn remove_custom_hostname(&self, caller: &Caller, hostname: &str) -> Result<(), Error> {
        self.write(caller, |change| {
            let (_, site) = match of_caller::<ManageSite>(change.tx, caller, hostname) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            set(change, self, &site, None)
        })
    }

    /// The organization that publishes under a label.
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
}

/// Gives a site a host name of its own, in place of the one that it has, or takes that one away.
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
        let name = hostname.as_str();
        if stored::get(change.tx, name)?.is_some() || host_of(&app.options().public_url) == name {
            return Err(Error::Conflict(format!("hostname: {name} is taken")));
        }
        let new = Stored { hostname: name.to_owned(), organization, site: id, created_at: app.now() };
        stored::insert(change.tx, &new)?;
    }
    let detail = json!({ "before": { "hostname": before }, "after": { "hostname": hostname } });
    change.record(organization.0, EventKind::SiteUpdated, id.0, &detail)
}

fn of_caller<P: Permit>(
    tx: &mut quire_store::Read<'_>,
    caller: &Caller,
    hostname: &str,
) -> Result<(Stored, Proof<Site, P>), Error> {
    let hidden = || Error::NotFound("custom host name");
    let stored = stored::get(tx, hostname)?.ok_or_else(hidden)?;
    match access::site(tx, caller, stored.organization, stored.site) {
        Err(Error::NotFound(_)) => Err(hidden()),
        found => Ok((stored, found?)),
    }
}

fn shown<P>(stored: Stored, site: &Proof<Site, P>) -> ShownHostname {
    let Stored { hostname, organization, site: id, .. } = stored;
    ShownHostname { hostname, organization, site: id, is_active: site.published }
}

/// The host of an address, without its port.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', ':']).next().unwrap_or_default()
}
