//! Share links, by whose secret sites are read.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, ShareLinkId, SiteId};
use quire_model::paging::{Listing, Paging};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages};
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a share link.
    ShareLink in share_links {
        /// The owner of the site.
        organization: OrganizationId as key,
        /// The site that the link opens.
        site: SiteId as key,
        /// The identifier of the link.
        id: ShareLinkId as key,
        /// The name that its creator chose, such as that of the recipient.
        name: String,
        /// True if the link opens the site.
        active: bool,
        /// The time of creation.
        created_at: Timestamp as fixed,
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
        select!(ShareLink, "where organization = ?1 and site = ?2 and id = ?3");
    AFTER: Query<ShareLink> =
        select!(ShareLink, "where organization = ?1 and site = ?2 and id > ?3 order by id limit ?4");
    BEFORE: Query<ShareLink> =
        select!(ShareLink, "where organization = ?1 and site = ?2 and id < ?3 order by id desc limit ?4");
    COUNT: Query<paging::Count> = "select count(*) as count from share_links where organization = ?1 and site = ?2";
    ACTIVE: Query<Active> =
        "select id from share_links where organization = ?1 and site = ?2 and active = 1 order by id";
    INSERT: Execute = insert!(ShareLink);
    UPDATE: Execute = update!(ShareLink);
    DELETE: Execute = "delete from share_links where organization = ?1 and site = ?2 and id = ?3";
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
    tx.execute(&INSERT, &link.inserted())?;
    Ok(())
}

/// Updates the name and the active flag of a share link.
pub fn update(tx: &mut Write<'_>, link: &ShareLink) -> Result<(), Error> {
    tx.execute(&UPDATE, &link.updated())?;
    Ok(())
}

/// Deletes a share link and returns true if there was one.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, site: SiteId, id: ShareLinkId) -> Result<bool, Error> {
    Ok(tx.execute(&DELETE, params![organization, site, id])? > 0)
}
