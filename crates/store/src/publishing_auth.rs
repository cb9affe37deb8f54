//! Settings of visitor authentication for sites.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId};
use quire_model::sso::ClaimNames;

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
        /// The identity provider of the organization by which visitors sign in.
        provider: Option<Uid>,
        /// The names of claims at that provider.
        claim_names: ClaimNames,
    }
}

statements! {
    BY_SITE: Query<PublishingAuth> =
        select!(PublishingAuth, "where organization = ?1 and site = ?2");
    PUT: Execute =
        "insert into publishing_auth (organization, site, generation, integration, fallback, provider, claim_names)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         on conflict (organization, site) do update set generation = excluded.generation,
         integration = excluded.integration, fallback = excluded.fallback, provider = excluded.provider,
         claim_names = excluded.claim_names";
    FORGET_PROVIDER: Execute =
        "update publishing_auth set provider = null where organization = ?1 and provider = ?2";
}

/// Returns the settings of a site, or the defaults if none are stored.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<PublishingAuth, Error> {
    let found = tx.one(&BY_SITE, params![organization, site])?;
    Ok(found.unwrap_or(PublishingAuth {
        organization,
        site,
        generation: 0,
        integration: None,
        fallback: None,
        provider: None,
        claim_names: ClaimNames::default(),
    }))
}

/// Inserts or updates the settings of a site.
pub fn put(tx: &mut Write<'_>, auth: &PublishingAuth) -> Result<(), Error> {
    let values = params![
        auth.organization,
        auth.site,
        auth.generation,
        auth.integration,
        auth.fallback,
        auth.provider,
        auth.claim_names,
    ];
    tx.execute(&PUT, values)?;
    Ok(())
}

/// Removes a provider that is deleted from the sites whose visitors sign in by it: then nobody can sign in to them.
pub fn forget_provider(tx: &mut Write<'_>, organization: OrganizationId, provider: Uid) -> Result<(), Error> {
    tx.execute(&FORGET_PROVIDER, params![organization, provider])?;
    Ok(())
}
