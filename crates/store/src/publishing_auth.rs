//! Settings of visitor authentication for sites.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};

use crate::column::params;
use crate::record::record;
use crate::sql::select;

record! {
    /// The visitor authentication of a site.
    PublishingAuth in publishing_auth {
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
        select!(PublishingAuth, "where organization = ?1 and site = ?2");
    PUT: Execute =
        "insert into publishing_auth (organization, site, generation, integration, fallback)
         values (?1, ?2, ?3, ?4, ?5)
         on conflict (organization, site) do update set generation = excluded.generation,
         integration = excluded.integration, fallback = excluded.fallback";
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
