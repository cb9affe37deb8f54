//! Share links, by whose secret sites are read.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, ShareLinkId, SiteId};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;

use crate::column::{params, record};
use crate::paging::{self, Pages};

record! {
    /// The row of a share link.
    ShareLink {
        /// The owner of the site.
        organization: OrganizationId,
        /// The site that the link opens.
        site: SiteId,
        /// The identifier of the link.
        id: ShareLinkId,
        /// The name that its creator chose, such as that of the recipient.
        name: String,
        /// True if the link opens the site.
        active: bool,
        /// The time of creation.
        created_at: Timestamp,
    }
}

record! {
    /// The identifier of an active link.
    Active {
        /// The identifier of the link.
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

/// Returns a share link of a site, active or not.
pub fn get(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    id: ShareLinkId,
) -> Result<Option<ShareLink>, Error> {
    tx.one(&BY_ID, params![organization, site, id])
}

/// Returns a page of the share links of a site, oldest first.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    paging: &Paging,
) -> Result<Listing<ShareLink>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    paging::list(tx, &pages, params![organization, site], paging, |link| link.id.0)
}

/// Returns the number of share links of a site.
pub fn count(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<u64, Error> {
    Ok(tx.one(&COUNT, params![organization, site])?.map_or(0, |found| found.count.unsigned_abs()))
}

/// Returns the active share links of a site.
pub fn active(tx: &mut Read<'_>, organization: OrganizationId, site: SiteId) -> Result<Vec<ShareLinkId>, Error> {
    Ok(tx.all(&ACTIVE, params![organization, site])?.into_iter().map(|found| found.id).collect())
}

/// Inserts a share link.
pub fn insert(tx: &mut Write<'_>, link: &ShareLink) -> Result<(), Error> {
    let values = params![link.organization, link.site, link.id, link.name, link.active, link.created_at];
    tx.execute(&INSERT, values)?;
    Ok(())
}

/// Updates the name and the active flag of a share link.
pub fn update(tx: &mut Write<'_>, link: &ShareLink) -> Result<(), Error> {
    tx.execute(&UPDATE, params![link.organization, link.site, link.id, link.name, link.active])?;
    Ok(())
}

/// Deletes a share link and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, id: ShareLinkId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, site, id])? > 0)
}

/// Deletes every share link of a site.
pub fn delete_of_site(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_SITE, params![organization, site])?;
    Ok(())
}

/// Deletes every share link of an organization's sites.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
