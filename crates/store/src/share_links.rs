//! Links with a secret by which sites are read.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, ShareLinkId, SiteId};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// A link with a secret by which a site is read.
    ShareLink {
        /// The owner of the site.
        organization: OrganizationId,
        /// The site.
        site: SiteId,
        /// The link.
        id: ShareLinkId,
        /// Whom it is for, in its maker's words.
        name: String,
        /// Whether it opens the site.
        active: bool,
        /// When it was made.
        created_at: Timestamp,
    }
}

record! {
    /// The identifier of a link.
    Active {
        /// The link.
        id: ShareLinkId,
    }
}

statements! {
    BY_ID: Query<ShareLink> =
        "select organization, site, id, name, active, created_at from share_links
         where organization = ?1 and site = ?2 and id = ?3";
    AFTER: Query<ShareLink> =
        "select organization, site, id, name, active, created_at from share_links
         where organization = ?1 and site = ?2 and id > ?3 order by id limit ?4";
    BEFORE: Query<ShareLink> =
        "select organization, site, id, name, active, created_at from share_links
         where organization = ?1 and site = ?2 and id < ?3 order by id desc limit ?4";
    COUNT: Query<paging::Count> = "select count(*) as count from share_links where organization = ?1 and site = ?2";
    ACTIVE: Query<Active> =
        "select id from share_links where organization = ?1 and site = ?2 and active = 1 order by id";
    INSERT: Execute =
        "insert into share_links (organization, site, id, name, active, created_at) values (?1, ?2, ?3, ?4, ?5, ?6)";
    UPDATE: Execute =
        "update share_links set name = ?4, active = ?5 where organization = ?1 and site = ?2 and id = ?3";
    DELETE: Execute = "delete from share_links where organization = ?1 and site = ?2 and id = ?3";
    DELETE_OF_SITE: Execute = "delete from share_links where organization = ?1 and site = ?2";
    DELETE_OF_ORG: Execute = "delete from share_links where organization = ?1";
}

/// A link of a site, active or not.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    id: ShareLinkId,
) -> Result<Option<ShareLink>, Error> {
    tx.one(&BY_ID, params![organization, site, id])
}

/// The links of a site, oldest first.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    paging: &Paging,
) -> Result<Listing<ShareLink>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization, site], paging, |link| link.id.0)
}

/// How many links a site has.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT, params![organization, site])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// The links that open a site.
pub fn active(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Vec<ShareLinkId>, Error> {
    Ok(tx.all(&ACTIVE, params![organization, site])?.into_iter().map(|found| found.id).collect())
}

/// Adds a link.
pub fn insert(tx: &mut Write<'_>, link: &ShareLink) -> Result<(), Error> {
    let values = params![link.organization, link.site, link.id, link.name, link.active, link.created_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Writes a link's name and whether it is active over what was.
pub fn update(tx: &mut Write<'_>, link: &ShareLink) -> Result<(), Error> {
    tx.execute(&UPDATE, params![link.organization, link.site, link.id, link.name, link.active])?;
    Ok(())
}

/// Revokes a link; whether there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, id: ShareLinkId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, site, id])? > 0)
}

/// Revokes every link of a site.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}

/// Revokes every link of an organization's sites.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
