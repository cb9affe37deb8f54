//! Redirects of sites. The validation of a set of redirects is in [`quire_model::redirects`].

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId, SiteRedirectId};
use quire_model::redirects::{Destination, Rule, Source};

use crate::column::params;
use crate::record::record;

record! {
    /// The row of a redirect.
    Stored {
        /// The identifier of the redirect.
        id: SiteRedirectId,
        /// The paths that the redirect applies to.
        source: Source,
        /// The destination of these paths.
        destination: Destination,
        /// True if the part of the path that the wildcard matched is appended to the destination.
        captures: bool,
    }
}

impl From<Stored> for Rule {
    fn from(stored: Stored) -> Self {
        Self { id: stored.id, source: stored.source, destination: stored.destination, captures: stored.captures }
    }
}

statements! {
    OF_SITE: Query<Stored> =
        "select id, source, destination, captures from site_redirects
         where organization = ?1 and site = ?2 order by source, id";
    PUT: Execute =
        "insert into site_redirects (organization, site, id, source, destination, captures)
         values (?1, ?2, ?3, ?4, ?5, ?6)
         on conflict (organization, site, id) do update
         set source = excluded.source, destination = excluded.destination, captures = excluded.captures";
    DELETE: Execute = "delete from site_redirects where organization = ?1 and site = ?2 and id = ?3";
}

/// Returns the redirects of a site, in order of their sources.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Vec<Rule>, Error> {
    Ok(tx.all(&OF_SITE, params![organization, site])?.into_iter().map(Rule::from).collect())
}

/// Inserts or updates a redirect.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, rule: &Rule) -> Result<(), Error> {
    let values = params![organization, site, rule.id, rule.source, rule.destination, rule.captures];
    tx.execute(&PUT, values)?;
    Ok(())
}

/// Deletes a redirect and returns true if there was one.
pub fn delete(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    site: SiteId,
    id: SiteRedirectId,
) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, site, id])? > 0)
}
