//! Customizations of sites, and the overrides of the spaces on them.

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::customization::{Overrides, Settings};
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};

use crate::column::params;
use crate::record::record;

record! {
    /// The customization of a site.
    OfSite {
        /// The settings of the site.
        settings: Settings,
    }
}

record! {
    /// The overrides of a space on a site.
    OfSpace {
        /// The identifier of the site space.
        subject: SiteSpaceId,
        /// The fields that differ from those of the site.
        settings: Overrides,
    }
}

statements! {
    OF_SITE: Query<OfSite> =
        "select settings from site_customizations where organization = ?1 and site = ?2 and subject = ?2";
    OF_SPACE: Query<OfSpace> =
        "select subject, settings from site_customizations where organization = ?1 and site = ?2 and subject = ?3";
    OF_SPACES: Query<OfSpace> =
        "select subject, settings from site_customizations
         where organization = ?1 and site = ?2 and subject <> ?2 order by subject";
    OF_ORG: Query<OfSite> = "select settings from site_customizations where organization = ?1 and site = subject";
    OF_SPACES_OF_ORG: Query<OfSpace> =
        "select subject, settings from site_customizations where organization = ?1 and site <> subject";
    PUT: Execute =
        "insert into site_customizations (organization, site, subject, settings) values (?1, ?2, ?3, ?4)
         on conflict (organization, site, subject) do update set settings = excluded.settings";
    DELETE: Execute = "delete from site_customizations where organization = ?1 and site = ?2 and subject = ?3";
}

/// Returns the customization of a site, if one is stored.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Option<Settings>, Error> {
    Ok(tx.one(&OF_SITE, params![organization, site])?.map(|found| found.settings))
}

/// Returns the overrides of a space on a site, if some are stored.
pub fn of_space(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    space: SiteSpaceId,
) -> Result<Option<Overrides>, Error> {
    Ok(tx.one(&OF_SPACE, params![organization, site, space])?.map(|found| found.settings))
}

/// Returns the stored overrides of the spaces on a site.
pub fn of_spaces(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Vec<OfSpace>, Error> {
    tx.all(&OF_SPACES, params![organization, site])
}

/// Returns the blobs of the fonts that the sites of an organization use.
pub fn blobs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Hash>, Error> {
    let of_sites = tx.all(&OF_ORG, params![organization])?.into_iter().flat_map(|found| found.settings.kept_fonts());
    let mut hashes: Vec<Hash> = of_sites.map(|font| font.hash).collect();
    let of_spaces = tx.all(&OF_SPACES_OF_ORG, params![organization])?;
    hashes.extend(of_spaces.into_iter().flat_map(|found| found.settings.kept_fonts()).map(|font| font.hash));
    Ok(hashes)
}

/// Inserts or updates the customization of a site.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, settings: &Settings) -> Result<(), Error> {
    tx.execute(&PUT, params![organization, site, site, *settings])?;
    Ok(())
}

/// Inserts or updates the overrides of a space on a site.
pub fn put_of_space(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    site: SiteId,
    space: SiteSpaceId,
    settings: &Overrides,
) -> Result<(), Error> {
    tx.execute(&PUT, params![organization, site, space, *settings])?;
    Ok(())
}

/// Deletes the customization of a site, or the overrides of a space on it.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, subject: Uid) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, site, subject])?;
    Ok(())
}
