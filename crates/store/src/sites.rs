//! Sites: their rows, the spaces on them, and their former basenames.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId, SpaceId};
use quire_model::site_structure::Structure;
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::{Table, record};
use crate::sql::{insert, select, update};

record! {
    /// The row of a site.
    Site in sites {
        /// The owner of the site.
        organization: OrganizationId as key,
        /// The identifier of the site.
        id: SiteId as key,
        /// The type of the site.
        kind: SiteType,
        /// The title that users see.
        title: String,
        /// The audience once the site is published.
        visibility: SiteVisibility,
        /// The path segment in addresses, unique in the organization.
        basename: String,
        /// True if the site is published.
        published: bool,
        /// The icon, as JSON.
        icon: Option<String>,
        /// The host name and path under which a proxy serves the site.
        proxy: Option<String>,
        /// The availability of the site to AI agents.
        agents_context: AgentsContext,
        /// True if content adapts to visitors.
        adaptive: bool,
        /// The schema of visitors' claims, as JSON Schema.
        adaptive_schema: Option<String>,
        /// The time at which the adaptive schema last changed.
        adaptive_updated_at: Option<Timestamp>,
        /// The sections and spaces of the site.
        structure: Structure,
        /// The time of creation.
        created_at: Timestamp as fixed,
        /// The time at which settings or structure last changed.
        updated_at: Timestamp,
    }
}

record! {
    /// The identifier of a site.
    Named {
        /// The site that was found.
        site: SiteId,
    }
}

record! {
    /// The fields of a site that lists are filtered by.
    Brief {
        /// The identifier of the site.
        id: SiteId,
        /// The type of the site.
        kind: SiteType,
        /// The title that users see.
        title: String,
        /// True if the site is published.
        published: bool,
    }
}

record! {
    /// A space on a site.
    Placed {
        /// The identifier of the space itself.
        space: SpaceId,
        /// The identifier of the space's place on the site.
        site_space: SiteSpaceId,
    }
}

record! {
    /// The identifier of a space.
    OfSpace {
        /// The space that was found.
        space: SpaceId,
    }
}

statements! {
    BY_ID: Query<Site> = select!(Site, "where organization = ?1 and id = ?2");
    BY_BASENAME: Query<Site> = select!(Site, "where organization = ?1 and basename = ?2");
    BRIEFS: Query<Brief> = "select id, kind, title, published from sites where organization = ?1 order by id";
    PUBLIC: Query<Site> =
        select!(Site, "where published = 1 and visibility = 'public' order by title, id limit ?1");
    INSERT: Execute = insert!(Site);
    UPDATE: Execute = update!(Site);
    DELETE: Execute = "delete from sites where organization = ?1 and id = ?2";
    OF_SPACE: Query<Named> = "select site from site_spaces where organization = ?1 and space = ?2 order by site";
    PLACED: Query<Placed> = "select space, site_space from site_spaces where organization = ?1 and site = ?2";
    LIVE_SPACES: Query<OfSpace> =
        "select p.space as space from site_spaces p join spaces s on s.organization = p.organization and s.id = p.space
         where p.organization = ?1 and p.site = ?2 and s.deleted_at is null";
    PLACE: Execute =
        "insert into site_spaces (organization, site, space, site_space) values (?1, ?2, ?3, ?4)
         on conflict (organization, site, space) do update set site_space = excluded.site_space";
    DISPLACE: Execute = "delete from site_spaces where organization = ?1 and site = ?2 and space = ?3";
    BY_OLD_BASENAME: Query<Named> =
        "select site from site_old_basenames where organization = ?1 and basename = ?2";
    LEAVE_BASENAME: Execute =
        "insert into site_old_basenames (organization, basename, site) values (?1, ?2, ?3)
         on conflict (organization, basename) do update set site = excluded.site";
    TAKE_BASENAME: Execute = "delete from site_old_basenames where organization = ?1 and basename = ?2";
}

/// Returns a site by its identifier, with its whole structure, deleted spaces included.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: SiteId) -> Result<Option<Site>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// Returns published sites of all organizations that are public, by title.
pub fn public(tx: &mut Read<'_>, most: usize) -> Result<Vec<Site>, Error> {
    tx.all(&PUBLIC, params![most as i64])
}

/// Returns the site that has this basename now.
pub fn by_basename(tx: &mut Read<'_>, organization: OrganizationId, basename: &str) -> Result<Option<Site>, Error> {
    tx.one(&BY_BASENAME, params![organization, basename.to_owned()])
}

/// Returns the site that had this basename, unless another site took it since.
pub fn by_old_basename(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    basename: &str,
) -> Result<Option<SiteId>, Error> {
    Ok(tx.one(&BY_OLD_BASENAME, params![organization, basename.to_owned()])?.map(|found| found.site))
}

/// Returns the brief of every site of an organization, oldest first.
pub fn briefs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Brief>, Error> {
    tx.all(&BRIEFS, params![organization])
}

/// Returns the sites that a space is on; the space may be deleted.
pub fn of_space(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Vec<SiteId>, Error> {
    Ok(tx.all(&OF_SPACE, params![organization, space])?.into_iter().map(|found| found.site).collect())
}

/// Returns the spaces on a site that are not deleted.
pub fn live_spaces(tx: &mut Read<'_>, organization: OrganizationId, id: SiteId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&LIVE_SPACES, params![organization, id])?.into_iter().map(|found| found.space).collect())
}

/// Inserts a site.
pub fn insert(tx: &mut Write<'_>, site: &Site) -> Result<(), Error> {
    tx.execute(&INSERT, &site.inserted())?;
    place(tx, site)
}

/// Updates every field of a site except for its owner and time of creation.
pub fn update(tx: &mut Write<'_>, site: &Site) -> Result<(), Error> {
    tx.execute(&UPDATE, &site.updated())?;
    place(tx, site)
}

/// Updates the rows of the spaces on a site from its structure.
fn place(tx: &mut Write<'_>, site: &Site) -> Result<(), Error> {
    let known = tx.all(&PLACED, params![site.organization, site.id])?;
    let is_there = |placed: &Placed| site.structure.site_spaces().any(|(_, it)| it.space == placed.space);
    for gone in known.iter().filter(|placed| !is_there(placed)) {
        tx.execute(&DISPLACE, params![site.organization, site.id, gone.space])?;
    }
    for (_, it) in site.structure.site_spaces() {
        if !known.iter().any(|placed| (placed.space, placed.site_space) == (it.space, it.id)) {
            tx.execute(&PLACE, params![site.organization, site.id, it.space, it.id])?;
        }
    }
    Ok(())
}

/// Records a former basename, which resolves to the site.
pub fn leave_basename(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    basename: &str,
    site: SiteId,
) -> Result<(), Error> {
    tx.execute(&LEAVE_BASENAME, params![organization, basename.to_owned(), site])?;
    Ok(())
}

/// Deletes the record of a former basename, when a site takes it.
pub fn take_basename(tx: &mut Write<'_>, organization: OrganizationId, basename: &str) -> Result<(), Error> {
    tx.execute(&TAKE_BASENAME, params![organization, basename.to_owned()])?;
    Ok(())
}

/// Deletes a site's row. [`crate::ownership::delete_site`] deletes its parts.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: SiteId) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}
