//! A site as one caller sees it, with its addresses.

use quire_model::site_structure::Structure;
use quire_model::sites::SiteVisibility;
use quire_store::sites::{self, Site};
use quire_store::{Read, orgs, site_hostnames};

use crate::App;
use crate::access::{Proof, ViewSite};
use crate::core::errors::Error;
use crate::sites::site_addresses::{self, SiteAddressBase};
use crate::visitors::admission::is_among;

/// A site as one caller sees it.
pub struct ShownSite {
    /// The site with proof that the caller may see it.
    pub site: Proof<Site, ViewSite>,
    /// The structure of the site, without deleted spaces.
    pub structure: Structure,
    /// The custom host name that it claims or has.
    pub hostname: Option<String>,
    /// The address for visitors, without a trailing slash.
    pub base: String,
    /// The address at which this server answers, even behind a proxy; without a trailing slash.
    pub target: String,
    /// The secret of a share link to put into its addresses.
    pub secret: Option<String>,
}

impl ShownSite {
    /// Returns the address of the published site, if its addresses are shown.
    pub fn published(&self) -> Option<String> {
        self.is_shown().then(|| site_addresses::of_site(&self.base, self.secret.as_deref()))
    }

    /// Returns true if addresses are shown: the site is live, and a site with share links needs a secret.
    pub fn is_shown(&self) -> bool {
        self.site.published && (self.site.visibility != SiteVisibility::ShareLink || self.secret.is_some())
    }
}

/// The place of a site.
pub(crate) struct SiteLocation {
    /// The address for visitors, without a trailing slash.
    pub(crate) base: String,
    /// The address at which this server answers, even behind a proxy; without a trailing slash.
    pub(crate) target: String,
    /// The custom host name that it claims or has.
    pub(crate) hostname: Option<String>,
}

impl App {
    /// Returns the secret that a caller gave, if it gives access to a site with share links.
    pub(crate) fn secret_among(
        &self,
        tx: &mut Read<'_>,
        site: &Site,
        share_key: Option<&str>,
    ) -> Result<Option<String>, Error> {
        let Some(key) = share_key.filter(|_| site.visibility == SiteVisibility::ShareLink) else { return Ok(None) };
        let is_known = is_among(&self.secrets_of(tx, site)?, key);
        Ok(is_known.then(|| key.to_owned()))
    }

    /// Completes a site for a caller with proof of permission, with this secret in its addresses.
    pub(crate) fn show_site(
        &self,
        tx: &mut Read<'_>,
        site: Proof<Site, ViewSite>,
        secret: Option<&str>,
    ) -> Result<ShownSite, Error> {
        let live = sites::live_spaces(tx, site.organization, site.id)?;
        let structure = site.structure.keeping(|it| live.contains(&it.space));
        let SiteLocation { base, target, hostname } = self.locate_site(tx, &site)?;
        Ok(ShownSite { structure, hostname, base, target, secret: secret.map(str::to_owned), site })
    }

    /// Returns where a site stands.
    pub(crate) fn locate_site(&self, tx: &mut Read<'_>, site: &Site) -> Result<SiteLocation, Error> {
        let org = orgs::get(tx, site.organization)?.ok_or(Error::NotFound("organization"))?;
        let claim = site_hostnames::of_site(tx, site.organization, site.id)?;
        let own = claim.as_ref().filter(|claim| claim.proven_at.is_some()).map(|claim| claim.hostname.as_str());
        let place = SiteAddressBase {
            hosts: &self.inner.options.site_hosts,
            public_url: &self.options().public_url,
            organization: &org.hostname,
            basename: &site.basename,
            hostname: own,
            proxy: site.proxy.as_deref(),
        };
        let (base, target) = (place.base(), place.target());
        Ok(SiteLocation { base, target, hostname: claim.map(|claim| claim.hostname) })
    }
}
