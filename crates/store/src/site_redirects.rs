//! Redirects of sites. Which of them may be together is [`quire_model::redirects`]'s affair.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId, SiteRedirectId};
use quire_model::redirects::{Destination, Rule, Source};

use crate::column::{params, record};

record! {
    /// A redirect.
    Stored {
        /// The redirect.
        id: SiteRedirectId,
        /// Which paths it is about.
        source: Source,
        /// Where they lead.
        destination: Destination,
        /// Whether what the wildcard stood for is added to the destination.
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
    DELETE_OF_SITE: Execute = "delete from site_redirects where organization = ?1 and site = ?2";
    DELETE_OF_ORG: Execute = "delete from site_redirects where organization = ?1";
}

/// The redirects of a site, in order of their sources.
pub fn of_site(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Vec<Rule>, Error> {
    Ok(tx.all(&OF_SITE, params![organization, site])?.into_iter().map(Rule::from).collect())
}

/// Adds a redirect, or writes it over what it was.
pub fn put(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, rule: &Rule) -> Result<(), Error> {
    let values = params![organization, site, rule.id, rule.source, rule.destination, rule.captures];
    tx.execute(&PUT, values)?;
    Ok(())
}

/// Removes a redirect; whether there was one.
pub fn delete(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    site: SiteId,
    id: SiteRedirectId,
) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, site, id])? > 0)
}

/// Removes the redirects of a site.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}

/// Removes the redirects of an organization's sites.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
