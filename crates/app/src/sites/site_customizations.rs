//! Customization of sites: settings for a site as a whole, and overrides for the spaces on it.

use std::collections::HashMap;

use quire_model::customization::{Favicon, InvalidSettings, Overrides, Settings};
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use quire_model::time::Timestamp;
use quire_store::sites::Site;
use quire_store::{Read, site_customizations as stored, sites};
use serde_json::{Map, Value, json};

use crate::App;
use crate::access::{self, ManageSite, Proof, ViewSite};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;

/// The settings of a site and the effective settings of its spaces.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Customizations {
    site: Settings,
    spaces: HashMap<SiteSpaceId, Settings>,
}

impl Customizations {
    /// Returns the settings of the site as a whole.
    pub fn of_site(&self) -> &Settings {
        &self.site
    }

    /// Returns the effective settings for a space of the site.
    pub fn of_space(&self, space: SiteSpaceId) -> &Settings {
        self.spaces.get(&space).unwrap_or(&self.site)
    }
}

impl App {
    /// Returns the settings of a site and of its spaces.
    pub fn customizations(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
    ) -> Result<Customizations, Error> {
        self.inner.db.read(|tx| {
            access::site::<ViewSite>(tx, caller, organization, site)?;
            Ok(customizations(tx, organization, site)?)
        })
    }

    /// Replaces the settings of a site as a whole.
    pub fn customize_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        settings: &Settings,
    ) -> Result<(), Error> {
        let now = self.now();
        self.write(caller, |change| {
            let site = managed(change, caller, organization, id)?.into_inner();
            let before = stored::of_site(change.tx, organization, id)?.unwrap_or_default();
            put_of_site(change, site, &before, settings, now)
        })
    }

    /// Changes the settings of a site as a whole; null removes a setting. Returns the settings after the change.
    pub fn change_site_customization(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        changes: &Map<String, Value>,
    ) -> Result<Settings, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let site = managed(change, caller, organization, id)?.into_inner();
            let before = stored::of_site(change.tx, organization, id)?.unwrap_or_default();
            let after = before.changed(changes).map_err(|e| invalid(&e))?;
            put_of_site(change, site, &before, &after, now)?;
            Ok(after)
        })
    }

    /// Changes the overrides of a space on a site; null removes an override.
    pub fn customize_site_space(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        space: SiteSpaceId,
        changes: &Map<String, Value>,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let found = managed(change, caller, organization, site)?;
            on_site(&found, space)?;
            let before = stored::of_space(change.tx, organization, site, space)?.unwrap_or_default();
            let after = before.changed(changes).map_err(|e| invalid(&e))?;
            put(change, &found, space, &before, &after)
        })
    }

    /// Removes all overrides of a space on a site. Does nothing if there are none.
    pub fn uncustomize_site_space(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        space: SiteSpaceId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let found = match managed(change, caller, organization, site) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let before = stored::of_space(change.tx, organization, site, space)?.unwrap_or_default();
            put(change, &found, space, &before, &Overrides::default())
        })
    }

    /// Returns the effective settings for a space of a site.
    pub fn get_site_space_customization(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        space: SiteSpaceId,
    ) -> Result<Settings, Error> {
        self.inner.db.read(|tx| {
            let found = access::site::<ViewSite>(tx, caller, organization, site)?;
            on_site(&found, space)?;
            let settings = stored::of_site(tx, organization, site)?.unwrap_or_default();
            let overrides = stored::of_space(tx, organization, site, space)?.unwrap_or_default();
            Ok(settings.with(&overrides))
        })
    }
}

/// Reads the settings of a site and of its spaces; callers have checked the right to view them.
pub(crate) fn customizations(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    id: SiteId,
) -> Result<Customizations, quire_store::Error> {
    let site = stored::of_site(tx, organization, id)?.unwrap_or_default();
    let spaces = stored::of_spaces(tx, organization, id)?;
    let spaces = spaces.into_iter().map(|space| (space.subject, site.with(&space.settings))).collect();
    Ok(Customizations { site, spaces })
}

fn managed(
    change: &mut Change<'_, '_>,
    caller: &Caller,
    organization: OrganizationId,
    id: SiteId,
) -> Result<Proof<Site, ManageSite>, Error> {
    access::site(change.tx, caller, organization, id)
}

fn on_site<P>(site: &Proof<Site, P>, space: SiteSpaceId) -> Result<(), Error> {
    site.structure.site_space(space).map(drop).ok_or(Error::NotFound("site space"))
}

fn put_of_site(
    change: &mut Change<'_, '_>,
    mut site: Site,
    before: &Settings,
    after: &Settings,
    now: Timestamp,
) -> Result<(), Error> {
    if before == after {
        return Ok(());
    }
    stored::put(change.tx, site.organization, site.id, after)?;
    site.icon = icon(&after.customization().favicon);
    site.updated_at = now;
    sites::update(change.tx, &site)?;
    change.record(site.organization.0, EventKind::SiteCustomized, site.id.0, &json!({}))
}

fn put(
    change: &mut Change<'_, '_>,
    site: &Proof<Site, ManageSite>,
    space: SiteSpaceId,
    before: &Overrides,
    after: &Overrides,
) -> Result<(), Error> {
    if before == after {
        return Ok(());
    }
    if after.is_empty() {
        stored::delete(change.tx, site.organization, site.id, space.0)?;
    } else {
        stored::put_of_space(change.tx, site.organization, site.id, space, after)?;
    }
    let detail = json!({ "siteSpace": space.to_string() });
    change.record(site.organization.0, EventKind::SiteCustomized, site.id.0, &detail)
}

fn icon(favicon: &Favicon) -> Option<String> {
    (*favicon != Favicon::default()).then(|| json!(favicon).to_string())
}

fn invalid(error: &InvalidSettings) -> Error {
    Error::Invalid(format!("body: {error}"))
}
