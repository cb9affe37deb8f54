//! Settings of visitor authentication for sites.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};

use crate::column::{params, record};

record! {
    /// The visitor authentication of a site.
    PublishingAuth {
        /// The owner of the site.
        organization: OrganizationId,
        /// The identifier of the site.
        site: SiteId,
        /// The number of times that the private key was regenerated.
        generation: i64,
        /// The name of the program that authenticates visitors; a program of the owner's own without one.
        integration: Option<String>,
        /// The address to which visitors without a token are redirected.
        fallback: Option<String>,
    }
}

statements! {
    BY_SITE: Query<PublishingAuth> =
        "select organization, site, generation, integration, fallback from publishing_auth
         where organization = ?1 and site = ?2";
    PUT: Execute =
        "insert into publishing_auth (organization, site, generation, integration, fallback)
         values (?1, ?2, ?3, ?4, ?5)
         on conflict (organization, site) do update set generation = excluded.generation,
         integration = excluded.integration, fallback = excluded.fallback";
    DELETE_OF_SITE: Execute = "delete from publishing_auth where organization = ?1 and site = ?2";
    DELETE_OF_ORG: Execute = "delete from publishing_auth where organization = ?1";
}

/// Returns the settings of a site, or the defaults if none are stored.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<PublishingAuth, Error> {
    let found = tx.one(&BY_SITE, params![organization, site])?;
    Ok(found.unwrap_or(PublishingAuth { organization, site, generation: 0, integration: None, fallback: None }))
}

/// Inserts or updates the settings of a site.
pub fn put(tx: &mut Write<'_>, auth: &PublishingAuth) -> Result<(), Error> {
    tx.execute(&PUT, params![auth.organization, auth.site, auth.generation, auth.integration, auth.fallback])?;
    Ok(())
}

/// Deletes the settings of a site.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}

/// Deletes the settings of an organization's sites.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
