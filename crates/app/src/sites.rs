//! Published sites: their settings, and publication. Their structure is in [`site_structure`].

pub mod adaptive;
pub mod fonts;
pub mod page_feedback;
pub mod publishing_auth;
pub mod section_groups;
pub mod sections;
pub mod share_links;
pub mod shown;
pub mod site_addresses;
pub mod site_customizations;
pub mod site_hostnames;
pub mod site_parts;
pub mod site_previews;
pub mod site_redirects;
pub mod site_spaces;
pub mod site_structure;
pub mod to_read;

use std::collections::HashMap;

use quire_content::slug::slug;
use quire_model::addresses::SiteHostname;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::roles::Role;
use quire_model::site_structure::{NewSpace as NewSpaceOnSite, Structure};
use quire_model::sites::{AgentsContext, SiteType, SiteVisibility};
use quire_model::text::{SearchText, SiteBasename, SiteProxy, SiteTitle, SpaceTitle};
use quire_store::sites::Site;
use quire_store::spaces::Space;
use quire_store::{Read, grants, orgs, ownership, site_hostnames as stored_hostnames, sites};
use serde_json::json;

use crate::App;
use crate::access::{self, CreateContent, ManageSite, ViewOrganization};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::sites::shown::ShownSite;
use crate::sites::site_structure::refused;
use crate::spaces::templates::InitialContent;
use crate::spaces::{self, Draft, NewSpace};

/// A site to create.
#[derive(Debug, Clone, Default)]
pub struct NewSite {
    /// The type of site; basic by default.
    pub kind: Option<SiteType>,
    /// The title; by default that of its first space or of its organization.
    pub title: Option<SiteTitle>,
    /// The visibility; public by default.
    pub visibility: Option<SiteVisibility>,
    /// The spaces that it starts with.
    pub spaces: NewSpaces,
    /// True to refuse a title that another site of the organization has.
    pub unique_title: bool,
}

/// The spaces that a new site starts with.
#[derive(Debug, Clone, Default)]
pub enum NewSpaces {
    /// No spaces; they are added later.
    #[default]
    None,
    /// Existing spaces of the organization.
    These(Vec<SpaceId>),
    /// A new space without content.
    Empty,
    /// A new space with sample pages.
    Sample,
}

/// Changes to a site; `None` and [`Patch::Keep`] leave a field as it is.
#[derive(Debug, Clone, Default)]
pub struct SiteChanges {
    /// The title of the site.
    pub title: Option<SiteTitle>,
    /// The visibility of the site.
    pub visibility: Option<SiteVisibility>,
    /// The last part of the site's path on this server.
    pub basename: Option<SiteBasename>,
    /// True to enable adaptive content.
    pub adaptive: Option<bool>,
    /// The access of AI agents to the site.
    pub agents_context: Option<AgentsContext>,
    /// The section to make the default.
    pub default_section: Option<SiteSectionId>,
    /// The default space of the site, or of its default section.
    pub default_space: Option<SiteSpaceId>,
    /// The host name and path under which a proxy publishes it; cleared for none.
    pub proxy: Patch<SiteProxy>,
    /// The custom host name; cleared for none.
    pub hostname: Patch<SiteHostname>,
}

/// The filter of a list of sites.
#[derive(Debug, Clone, Default)]
pub struct SiteFilter {
    /// The space that the sites must contain.
    pub space: Option<SpaceId>,
    /// The text that the title must contain, ignoring case.
    pub title: Option<SearchText>,
    /// True for live sites only, false for others only.
    pub published: Option<bool>,
    /// The types of sites; all if empty.
    pub kinds: Vec<SiteType>,
}

impl App {
    /// Lists the sites of an organization that the caller can see, oldest first.
    pub fn list_sites(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        filter: &SiteFilter,
        paging: &Paging,
    ) -> Result<Listing<ShownSite>, Error> {
        self.get_org(caller, organization)?;
        let sight = self.sight_of(caller, organization)?;
        let roles: HashMap<SiteId, Role> = sight.sites.iter().copied().collect();
        self.inner.db.read(|tx| {
            let with_space = filter.space.map(|space| sites::of_space(tx, organization, space)).transpose()?;
            let folded = filter.title.as_ref().map(|title| quire_model::folding::fold(title.as_str()));
            let mut found = sites::briefs(tx, organization)?;
            found.retain(|site| {
                with_space.as_ref().is_none_or(|with| with.contains(&site.id))
                    && folded.as_ref().is_none_or(|text| quire_model::folding::fold(&site.title).contains(text))
                    && filter.published.is_none_or(|published| published == site.published)
                    && (filter.kinds.is_empty() || filter.kinds.contains(&site.kind))
            });
            let seen: Vec<_> = found.iter().filter_map(|site| Some((site.id, *roles.get(&site.id)?))).collect();
            Listing::slice(&seen, paging, Order::Ascending, |seen| seen.0.0).try_filter_map(|(id, role)| {
                let site = sites::get(tx, organization, id)?;
                site.map(|site| self.show_site(tx, access::listed_site(site, caller, role)?, None)).transpose()
            })
        })
    }

    /// Returns one site of an organization.
    pub fn get_site(&self, caller: &Caller, organization: OrganizationId, id: SiteId) -> Result<ShownSite, Error> {
        self.get_site_with_key(caller, organization, id, None)
    }

    /// Returns one site, with the secret of one of its share links in its addresses if `share_key` is one.
    pub(crate) fn get_site_with_key(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        share_key: Option<&str>,
    ) -> Result<ShownSite, Error> {
        self.inner.db.read(|tx| {
            let site = access::site(tx, caller, organization, id)?;
            let secret = self.secret_among(tx, &site, share_key)?;
            self.show_site(tx, site, secret.as_deref())
        })
    }

    /// Creates a site, which is not live yet.
    pub fn create_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewSite,
    ) -> Result<ShownSite, Error> {
        let (id, now) = (SiteId(self.fresh_id()), self.now());
        let draft = match new.spaces {
            NewSpaces::Empty => Some(self.draft_of_site(caller, organization, new, InitialContent::empty())?),
            NewSpaces::Sample => Some(self.draft_of_site(caller, organization, new, self.sample()?)?),
            NewSpaces::None | NewSpaces::These(_) => None,
        };
        self.write(caller, |change| {
            let org = access::organization::<CreateContent>(change.tx, caller, organization)?;
            let spaces = match (&new.spaces, &draft) {
                (NewSpaces::These(spaces), _) => spaces.clone(),
                (_, Some(draft)) => vec![spaces::insert(change, caller, draft)?.id],
                _ => Vec::new(),
            };
            let mut structure = Structure::default();
            let mut first = None;
            for space in spaces {
                let space = site_structure::publishable(change.tx, caller, organization, space)?;
                let id = SiteSpaceId(self.fresh_id());
                let added = NewSpaceOnSite { id, space: space.id, title: &space.title };
                structure.insert_space(&added, None).map_err(|e| refused("spaces", &e))?;
                first.get_or_insert_with(|| space.title.clone());
            }
            let title = new.title.clone().unwrap_or_else(|| titled(first.as_deref(), &org.title));
            if new.unique_title
                && sites::briefs(change.tx, organization)?.iter().any(|other| other.title == title.as_str())
            {
                return Err(Error::Conflict("another site of the organization has this title".to_owned()));
            }
            let site = Site {
                organization,
                id,
                kind: new.kind.unwrap_or(SiteType::Basic),
                basename: free_basename(change.tx, organization, title.as_str())?,
                title: title.into(),
                visibility: new.visibility.unwrap_or(SiteVisibility::Public),
                published: false,
                icon: None,
                proxy: None,
                agents_context: AgentsContext::Included,
                adaptive: false,
                adaptive_schema: None,
                adaptive_updated_at: None,
                structure,
                created_at: now,
                updated_at: now,
            };
            sites::insert(change.tx, &site)?;
            change.rights(organization)?;
            let detail = json!({ "title": site.title });
            site_hostnames::record(change, organization, EventKind::SiteCreated, id, &detail)?;
            let site = access::on_site(change.tx, caller, site)?;
            self.show_site(change.tx, site, None)
        })
    }

    /// Changes the settings of a site.
    pub fn update_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        changes: &SiteChanges,
    ) -> Result<ShownSite, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let managed = access::site::<ManageSite>(change.tx, caller, organization, id)?;
            let mut after = managed.clone();
            apply(changes, &mut after);
            if widens(change.tx, changes, &managed, &after)? {
                access::site_to_publish(change.tx, caller, organization, id)?;
            }
            if !changes.hostname.is_keep() {
                site_hostnames::set(change, self, &managed, changes.hostname.as_ref().value())?;
            }
            let before = managed.into_inner();
            let live = sites::live_spaces(change.tx, organization, id)?;
            begin_with(changes, &mut after, &live)?;
            if after.basename != before.basename {
                rename(change, &before, &after.basename)?;
            }
            if after != before {
                after.updated_at = now;
                sites::update(change.tx, &after)?;
                let detail = json!({ "before": settings(&before), "after": settings(&after) });
                site_hostnames::record(change, organization, EventKind::SiteUpdated, id, &detail)?;
            }
            let site = access::on_site(change.tx, caller, after)?;
            self.show_site(change.tx, site, None)
        })
    }

    /// Publishes or unpublishes a site.
    pub fn publish_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        published: bool,
    ) -> Result<ShownSite, Error> {
        let now = self.now();
        self.write(caller, |change| {
            let managed = access::site::<ManageSite>(change.tx, caller, organization, id)?;
            let mut site = if published {
                access::publishing(change.tx, caller, managed)?.into_inner()
            } else {
                managed.into_inner()
            };
            if site.published != published {
                (site.published, site.updated_at) = (published, now);
                sites::update(change.tx, &site)?;
                let kind = if published { EventKind::SitePublished } else { EventKind::SiteUnpublished };
                change.record(organization.0, kind, id.0, &json!({}))?;
            }
            let site = access::on_site(change.tx, caller, site)?;
            self.show_site(change.tx, site, None)
        })
    }

    /// Deletes a site; its spaces stay. Does nothing if there is none.
    pub fn delete_site(&self, caller: &Caller, organization: OrganizationId, id: SiteId) -> Result<(), Error> {
        self.write(caller, |change| {
            let site = match access::site::<ManageSite>(change.tx, caller, organization, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let org = access::organization::<ViewOrganization>(change.tx, caller, organization)?;
            if org.default_site == Some(id.to_string()) {
                let mut org = org.into_inner();
                org.default_site = None;
                orgs::update(change.tx, &org)?;
            }
            grants::delete_of_subject(change.tx, organization, id.0)?;
            ownership::delete_site(change.tx, organization, id)?;
            sites::delete(change.tx, organization, id)?;
            change.rights(organization)?;
            change.record(organization.0, EventKind::SiteDeleted, id.0, &json!({ "title": site.title }))
        })
    }

    /// Creates the first space of a new site, not inserted yet.
    fn draft_of_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewSite,
        beginning: InitialContent,
    ) -> Result<Draft, Error> {
        self.inner.db.read_single(|tx| access::folder(tx, caller, organization, None))?;
        let title = new.title.as_ref().map(|title| title.as_str().chars().take(50).collect::<String>());
        let title = title.and_then(|title| SpaceTitle::try_from(title).ok());
        Ok(self.draft_space(organization, &NewSpace { title, ..NewSpace::default() }, beginning))
    }

    /// Returns the address of a space on the oldest live site that contains it and that the caller can see.
    pub fn published_space(
        &self,
        caller: &Caller,
        space: &Space,
        share_key: Option<&str>,
    ) -> Result<Option<String>, Error> {
        let organization = space.organization;
        self.inner.db.read(|tx| {
            for id in sites::of_space(tx, organization, space.id)? {
                let site = match access::site(tx, caller, organization, id) {
                    Err(Error::NotFound(_)) => continue,
                    found => found?,
                };
                let secret = self.secret_among(tx, &site, share_key)?;
                let site = self.show_site(tx, site, secret.as_deref())?;
                let it = site.structure.site_spaces().map(|(_, it)| it).find(|it| it.space == space.id);
                if let Some(it) = it.filter(|_| site.is_shown()) {
                    let (base, secret) = (&site.base, site.secret.as_deref());
                    return Ok(Some(site_addresses::of_space(base, secret, &site.structure, it.id)));
                }
            }
            Ok(None)
        })
    }
}

/// Returns the title of a site that is created without one.
fn titled(space: Option<&str>, organization: &str) -> SiteTitle {
    let fits = |title: &str| SiteTitle::try_from(title.chars().take(128).collect::<String>()).ok();
    let title = space.and_then(fits).or_else(|| fits(organization));
    title.unwrap_or_else(|| fits("Documentation").expect("this is long enough for a title"))
}

/// Returns a basename that no site of the organization has or had.
fn free_basename(tx: &mut Read<'_>, organization: OrganizationId, title: &str) -> Result<String, Error> {
    let stem: String = slug(title).chars().take(90).collect();
    for number in 0u64.. {
        let name = if number == 0 { stem.clone() } else { format!("{stem}-{number}") };
        let is_taken = sites::by_basename(tx, organization, &name)?.is_some()
            || sites::by_old_basename(tx, organization, &name)?.is_some();
        if !is_taken {
            return Ok(name);
        }
    }
    Err(Error::internal("naming a site", "there are more sites than numbers"))
}

/// Changes the basename of a site; the former one redirects to it.
fn rename(change: &mut Change<'_, '_>, before: &Site, basename: &str) -> Result<(), Error> {
    let organization = before.organization;
    if sites::by_basename(change.tx, organization, basename)?.is_some() {
        return Err(Error::Conflict(format!("basename: {basename} is taken")));
    }
    sites::take_basename(change.tx, organization, basename)?;
    Ok(sites::leave_basename(change.tx, organization, &before.basename, before.id)?)
}

fn apply(changes: &SiteChanges, site: &mut Site) {
    if let Some(title) = &changes.title {
        title.as_str().clone_into(&mut site.title);
    }
    if let Some(basename) = &changes.basename {
        basename.as_str().clone_into(&mut site.basename);
    }
    site.proxy = changes.proxy.as_ref().map(|proxy| proxy.as_str().to_owned()).after(site.proxy.take());
    site.visibility = changes.visibility.unwrap_or(site.visibility);
    site.adaptive = changes.adaptive.unwrap_or(site.adaptive);
    site.agents_context = changes.agents_context.unwrap_or(site.agents_context);
}

/// Returns true if changes of settings may let more visitors read content, or let it be read at another address.
/// Turning adaptive content on or off changes the result of conditions: either way, further conditions may hold.
fn widens(tx: &mut Read<'_>, changes: &SiteChanges, before: &Site, after: &Site) -> Result<bool, Error> {
    let hostname = match changes.hostname.as_ref().value() {
        Some(new) => {
            let now = stored_hostnames::of_site(tx, before.organization, before.id)?;
            now.is_none_or(|now| now.hostname != new.as_str())
        }
        None => false,
    };
    let proxy = after.proxy.is_some() && after.proxy != before.proxy;
    let agents = after.agents_context == AgentsContext::Included && after.agents_context != before.agents_context;
    let visibility = !before.visibility.narrows_to(after.visibility);
    Ok(visibility || hostname || proxy || agents || after.adaptive != before.adaptive)
}

/// Sets the defaults, the section first: the default space must be in it.
fn begin_with(changes: &SiteChanges, site: &mut Site, live: &[SpaceId]) -> Result<(), Error> {
    if let Some(section) = changes.default_section {
        site.structure.set_default_section(section).map_err(|e| refused("defaultSiteSection", &e))?;
    }
    if let Some(id) = changes.default_space {
        let found = site.structure.site_space(id).filter(|(_, it)| live.contains(&it.space));
        let (section, _) = found.ok_or(Error::NotFound("site space"))?;
        if section.map(|section| section.id) != site.structure.default_section {
            let message = "defaultSiteSpace: must be a space in the site's default section";
            return Err(Error::Invalid(message.to_owned()));
        }
        site.structure.set_default_space(id).map_err(|e| refused("defaultSiteSpace", &e))?;
    }
    Ok(())
}

fn settings(site: &Site) -> serde_json::Value {
    json!({
        "title": site.title,
        "visibility": site.visibility,
        "basename": site.basename,
        "proxy": site.proxy,
        "agentsContext": site.agents_context,
        "adaptiveContent": site.adaptive,
        "defaultSection": site.structure.default_section.map(|id| id.to_string()),
        "defaultSpace": site.structure.first().map(|it| it.id.to_string()),
    })
}
