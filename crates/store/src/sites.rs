//! Docs sites: their rows, which spaces are on them, and the basenames that they had.

use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId, SpaceId};
use quire_model::site_structure::Structure;
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A docs site.
    Site {
        /// The owner.
        organization: OrganizationId,
        /// The site.
        id: SiteId,
        /// What kind of site it is.
        kind: SiteType,
        /// Shown to people.
        title: String,
        /// Who may read it once it is published.
        visibility: SiteVisibility,
        /// Its part of addresses, unique in the organization.
        basename: String,
        /// Whether it is live for its audience.
        published: bool,
        /// Its icon, as JSON.
        icon: Option<String>,
        /// Where a proxy shows it: a host name and a path.
        proxy: Option<String>,
        /// Whether agents can read it.
        agents_context: AgentsContext,
        /// Whether its content adapts to visitors.
        adaptive: bool,
        /// What it knows of visitors, as JSON Schema.
        adaptive_schema: Option<String>,
        /// When that changed.
        adaptive_updated_at: Option<Timestamp>,
        /// What it is made of.
        structure: Structure,
        /// When it came to be.
        created_at: Timestamp,
        /// When its settings or structure last changed.
        updated_at: Timestamp,
    }
}

record! {
    /// The identifier of a site.
    Named {
        /// The site.
        site: SiteId,
    }
}

record! {
    /// A site as far as lists are narrowed by it.
    Brief {
        /// The site.
        id: SiteId,
        /// What kind of site it is.
        kind: SiteType,
        /// Shown to people.
        title: String,
        /// Whether it is live for its audience.
        published: bool,
    }
}

record! {
    /// A space on a site.
    Placed {
        /// The space.
        space: SpaceId,
        /// What it is called on the site.
        site_space: SiteSpaceId,
    }
}

record! {
    /// The identifier of a space.
    OfSpace {
        /// The space.
        space: SpaceId,
    }
}

statements! {
    BY_ID: Query<Site> =
        "select organization, id, kind, title, visibility, basename, published, icon, proxy, agents_context, adaptive,
         adaptive_schema, adaptive_updated_at, structure, created_at, updated_at
         from sites where organization = ?1 and id = ?2";
    BY_BASENAME: Query<Site> =
        "select organization, id, kind, title, visibility, basename, published, icon, proxy, agents_context, adaptive,
         adaptive_schema, adaptive_updated_at, structure, created_at, updated_at
         from sites where organization = ?1 and basename = ?2";
    BRIEFS: Query<Brief> = "select id, kind, title, published from sites where organization = ?1 order by id";
    INSERT: Execute =
        "insert into sites (organization, id, kind, title, visibility, basename, published, icon, proxy, agents_context,
         adaptive, adaptive_schema, adaptive_updated_at, structure, created_at, updated_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
    UPDATE: Execute =
        "update sites set kind = ?3, title = ?4, visibility = ?5, basename = ?6, published = ?7, icon = ?8, proxy = ?9,
         agents_context = ?10, adaptive = ?11, adaptive_schema = ?12, adaptive_updated_at = ?13, structure = ?14,
         updated_at = ?15
         where organization = ?1 and id = ?2";
    DELETE: Execute = "delete from sites where organization = ?1 and id = ?2";
    DELETE_OF_ORG: Execute = "delete from sites where organization = ?1";
    OF_SPACE: Query<Named> = "select site from site_spaces where organization = ?1 and space = ?2 order by site";
    PLACED: Query<Placed> = "select space, site_space from site_spaces where organization = ?1 and site = ?2";
    LIVE_SPACES: Query<OfSpace> =
        "select p.space as space from site_spaces p join spaces s on s.organization = p.organization and s.id = p.space
         where p.organization = ?1 and p.site = ?2 and s.deleted_at is null";
    PLACE: Execute =
        "insert into site_spaces (organization, site, space, site_space) values (?1, ?2, ?3, ?4)
         on conflict (organization, site, space) do update set site_space = excluded.site_space";
    DISPLACE: Execute = "delete from site_spaces where organization = ?1 and site = ?2 and space = ?3";
    DISPLACE_ALL: Execute = "delete from site_spaces where organization = ?1 and site = ?2";
    DISPLACE_OF_ORG: Execute = "delete from site_spaces where organization = ?1";
    BY_OLD_BASENAME: Query<Named> =
        "select site from site_old_basenames where organization = ?1 and basename = ?2";
    LEAVE_BASENAME: Execute =
        "insert into site_old_basenames (organization, basename, site) values (?1, ?2, ?3)
         on conflict (organization, basename) do update set site = excluded.site";
    TAKE_BASENAME: Execute = "delete from site_old_basenames where organization = ?1 and basename = ?2";
    FORGET_BASENAMES: Execute = "delete from site_old_basenames where organization = ?1 and site = ?2";
    FORGET_BASENAMES_OF_ORG: Execute = "delete from site_old_basenames where organization = ?1";
}

/// The site of this identifier, with all of its structure: spaces that are deleted too.
pub fn get(tx: &mut Read<'_>, organization: OrganizationId, id: SiteId) -> Result<Option<Site>, Error> {
    tx.one(&BY_ID, params![organization, id])
}

/// The site that has this basename now.
pub fn by_basename(tx: &mut Read<'_>, organization: OrganizationId, basename: &str) -> Result<Option<Site>, Error> {
    tx.one(&BY_BASENAME, params![organization, basename.to_owned()])
}

/// The site that had this basename, if no site took it since.
pub fn by_old_basename(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    basename: &str,
) -> Result<Option<SiteId>, Error> {
    Ok(tx.one(&BY_OLD_BASENAME, params![organization, basename.to_owned()])?.map(|found| found.site))
}

/// Every site of an organization, the oldest first.
pub fn briefs(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<Brief>, Error> {
    tx.all(&BRIEFS, params![organization])
}

/// The sites that have a space, deleted or not.
pub fn of_space(tx: &mut Read<'_>, organization: OrganizationId, space: SpaceId) -> Result<Vec<SiteId>, Error> {
    Ok(tx.all(&OF_SPACE, params![organization, space])?.into_iter().map(|found| found.site).collect())
}

/// The spaces of a site that are not deleted.
pub fn live_spaces(tx: &mut Read<'_>, organization: OrganizationId, id: SiteId) -> Result<Vec<SpaceId>, Error> {
    Ok(tx.all(&LIVE_SPACES, params![organization, id])?.into_iter().map(|found| found.space).collect())
}

/// Adds a site.
pub fn insert(tx: &mut Write<'_>, site: &Site) -> Result<(), Error> {
    let values = params![
        site.organization,
        site.id,
        site.kind,
        site.title,
        site.visibility,
        site.basename,
        site.published,
        site.icon,
        site.proxy,
        site.agents_context,
        site.adaptive,
        site.adaptive_schema,
        site.adaptive_updated_at,
        site.structure,
        site.created_at,
        site.updated_at
    ];
    tx.execute(&INSERT, values)?;
    place(tx, site)
}

/// Writes a site over what it was.
pub fn update(tx: &mut Write<'_>, site: &Site) -> Result<(), Error> {
    let values = params![
        site.organization,
        site.id,
        site.kind,
        site.title,
        site.visibility,
        site.basename,
        site.published,
        site.icon,
        site.proxy,
        site.agents_context,
        site.adaptive,
        site.adaptive_schema,
        site.adaptive_updated_at,
        site.structure,
        site.updated_at
    ];
    tx.execute(&UPDATE, values)?;
    place(tx, site)
}

/// Notes which spaces the structure has.
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

/// Lets a basename that a site had lead to it.
pub fn leave_basename(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    basename: &str,
    site: SiteId,
) -> Result<(), Error> {
    tx.execute(&LEAVE_BASENAME, params![organization, basename.to_owned(), site])?;
    Ok(())
}

/// Lets a basename lead nowhere else than to the site that has it.
pub fn take_basename(tx: &mut Write<'_>, organization: OrganizationId, basename: &str) -> Result<(), Error> {
    tx.execute(&TAKE_BASENAME, params![organization, basename.to_owned()])?;
    Ok(())
}

/// Removes a site.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, id: SiteId) -> Result<(), Error> {
    tx.execute(&FORGET_BASENAMES, params![organization, id])?;
    tx.execute(&DISPLACE_ALL, params![organization, id])?;
    tx.execute(&DELETE, params![organization, id])?;
    Ok(())
}

/// Removes every site of an organization.
pub fn delete_of_org(tx: &mut Write<'_>, organization: OrganizationId) -> Result<(), Error> {
    tx.execute(&FORGET_BASENAMES_OF_ORG, params![organization])?;
    tx.execute(&DISPLACE_OF_ORG, params![organization])?;
    tx.execute(&DELETE_OF_ORG, params![organization])?;
    Ok(())
}
