//! Share links: addresses with a secret that give access to a site.
//!
//! The secret is derived from the secret of the installation and the identifiers of site and link. It is stored
//! nowhere, and can be shown again to callers who manage the site and all its content. A link that is not active gives
//! no access.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, ShareLinkId, SiteId};
use quire_model::paging::{Listing, Paging};
use quire_model::text::ShareLinkName;
pub use quire_store::share_links::ShareLink;
use quire_store::sites::Site;
use quire_store::{Read, share_links};
use serde_json::json;

use crate::App;
use crate::access::{self, ManageSite, Proof};
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::site_addresses;
use crate::visitors::Secret;

/// The maximum number of links of a site.
pub const MOST_LINKS: u64 = 100;

/// A link as managers of its site see it.
#[derive(Debug, Clone)]
pub struct ShownLink {
    /// The link without its secret.
    pub link: ShareLink,
    /// The address with the secret, which gives access to whoever has it: only for callers who may let others read all
    /// content of the site.
    pub address: Option<String>,
}

/// Changes to a link; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct LinkChanges {
    /// The new name of the link.
    pub name: Option<ShareLinkName>,
    /// True if the link gives access to the site.
    pub active: Option<bool>,
}

const NOT_FOUND: Error = Error::NotFound("share link");

impl App {
    /// Lists the links of a site, oldest first.
    pub fn list_share_links(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        paging: &Paging,
    ) -> Result<Listing<ShownLink>, Error> {
        self.inner.db.read(|tx| {
            let site = access::site::<ManageSite>(tx, caller, organization, site)?;
            let links = share_links::list(tx, organization, site.id, paging)?;
            let base = self.base_of(tx, caller, site)?;
            Ok(links.map(|link| self.shown_link(base.as_deref(), link)))
        })
    }

    /// Creates an active link.
    pub fn create_share_link(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        name: &ShareLinkName,
    ) -> Result<ShownLink, Error> {
        let (id, now) = (ShareLinkId(self.fresh_id()), self.now());
        self.write(caller, |change| {
            let site = access::site_to_publish(change.tx, caller, organization, site)?;
            if share_links::count(change.tx, organization, site.id)? >= MOST_LINKS {
                return Err(Error::Conflict(format!("a site has at most {MOST_LINKS} share links: delete one first")));
            }
            let name = name.as_str().to_owned();
            let link = ShareLink { organization, site: site.id, id, name, active: true, created_at: now };
            share_links::insert(change.tx, &link)?;
            change.record(organization.0, EventKind::ShareLinkCreated, site.id.0, &settings(&link))?;
            let site = access::on_site(change.tx, caller, site.into_inner())?;
            let base = self.show_site(change.tx, site, None)?.base;
            Ok(self.shown_link(Some(&base), link))
        })
    }

    /// Changes a link's name, or activates or deactivates it.
    pub fn update_share_link(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        id: ShareLinkId,
        changes: &LinkChanges,
    ) -> Result<ShownLink, Error> {
        self.write(caller, |change| {
            let site = access::site::<ManageSite>(change.tx, caller, organization, site)?;
            let before = share_links::get(change.tx, organization, site.id, id)?.ok_or(NOT_FOUND)?;
            let after = ShareLink {
                name: changes.name.as_ref().map_or(before.name.clone(), |name| name.as_str().to_owned()),
                active: changes.active.unwrap_or(before.active),
                ..before.clone()
            };
            if after.active && !before.active {
                access::site_to_publish(change.tx, caller, organization, site.id)?;
            }
            if after != before {
                share_links::update(change.tx, &after)?;
                let detail = json!({ "before": settings(&before), "after": settings(&after) });
                change.record(organization.0, EventKind::ShareLinkUpdated, site.id.0, &detail)?;
            }
            Ok(self.shown_link(self.base_of(change.tx, caller, site)?.as_deref(), after))
        })
    }

    /// Deletes a link. Does nothing if there is none.
    pub fn delete_share_link(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        id: ShareLinkId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let site = match access::site::<ManageSite>(change.tx, caller, organization, site) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let Some(link) = share_links::get(change.tx, organization, site.id, id)? else { return Ok(()) };
            share_links::delete(change.tx, organization, site.id, id)?;
            change.record(organization.0, EventKind::ShareLinkDeleted, site.id.0, &settings(&link))
        })
    }

    /// Returns the secrets of the active links of a site.
    pub(crate) fn secrets_of(&self, tx: &mut Read<'_>, site: &Site) -> Result<Vec<Secret>, Error> {
        let links = share_links::active(tx, site.organization, site.id)?;
        Ok(links.into_iter().map(|link| self.secret_of(site.id, link)).collect())
    }

    /// Returns the base address of a site for callers who may see the secrets of its links; else `None`.
    fn base_of(
        &self,
        tx: &mut Read<'_>,
        caller: &Caller,
        site: Proof<Site, ManageSite>,
    ) -> Result<Option<String>, Error> {
        let site = match access::publishing(tx, caller, site) {
            Err(Error::Forbidden(_)) => return Ok(None),
            found => found?.into_inner(),
        };
        let site = access::on_site(tx, caller, site)?;
        Ok(Some(self.show_site(tx, site, None)?.base))
    }

    fn secret_of(&self, site: SiteId, link: ShareLinkId) -> Secret {
        let key = self.key(&format!("share-link/{site}/{link}"));
        let (half, _) = key.split_first_chunk().expect("a key has more than 16 bytes");
        Secret(Uid(*half).to_string())
    }

    fn shown_link(&self, base: Option<&str>, link: ShareLink) -> ShownLink {
        let Secret(secret) = self.secret_of(link.site, link.id);
        ShownLink { address: base.map(|base| site_addresses::of_site(base, Some(&secret))), link }
    }
}

/// Returns the event detail for a link.
fn settings(link: &ShareLink) -> serde_json::Value {
    json!({ "id": link.id.to_string(), "name": link.name, "active": link.active })
}
