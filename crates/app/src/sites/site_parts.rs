//! Sites, sections, groups and site spaces as one caller sees them: with the spaces that they may read, and with
//! addresses.

use std::collections::{HashMap, HashSet};

use quire_model::ids::{OrganizationId, SiteId, SiteSectionGroupId, SiteSectionId, SpaceId};
use quire_model::roles::Role;
use quire_model::site_structure::{Group, Item, Section, SiteSpace, SiteSpaces};
use quire_store::{Read, spaces};

use crate::App;
use crate::access::{self, ViewSpace};
use crate::callers::Caller;
use crate::content::heads::{WithHead, with_head};
use crate::core::errors::Error;
use crate::sites::shown::ShownSite;
use crate::sites::site_addresses;

/// A space on a site, as one caller sees it.
pub struct ShownSpace {
    /// The entry in the site's structure.
    pub it: SiteSpace,
    /// The section that contains it.
    pub section: Option<SiteSectionId>,
    /// True for the default of its section, or of a site without sections.
    pub is_default: bool,
    /// The title of the space.
    pub title: String,
    /// The space, if the caller may read it.
    pub space: Option<WithHead<ViewSpace>>,
    /// The address under which it is published, if it is.
    pub published: Option<String>,
}

/// A section of a site, as one caller sees it.
pub struct ShownSection {
    /// The entry in the site's structure.
    pub section: Section,
    /// The group that contains it.
    pub group: Option<SiteSectionGroupId>,
    /// True for the default section of the site.
    pub is_default: bool,
    /// The section's spaces (variants), in order.
    pub spaces: Vec<ShownSpace>,
    /// The address under which it is published, if it is.
    pub published: Option<String>,
}

/// A group of sections, as one caller sees it.
pub struct ShownGroup {
    /// The entry in the site's structure.
    pub group: Group,
    /// The group's sections, in order.
    pub sections: Vec<ShownSection>,
}

/// A section or a group, at the top level of a site.
pub enum ShownItem {
    /// A section that is in no group.
    Section(ShownSection),
    /// A group of sections.
    Group(ShownGroup),
}

/// The structure of a site, as one caller sees it.
pub enum ShownStructure {
    /// The sections and groups, for a site with sections.
    Sections(Vec<ShownItem>),
    /// The spaces, for a site without sections.
    Spaces(Vec<ShownSpace>),
}

/// Converts the parts of one site for one caller.
pub(crate) struct Showing<'a> {
    caller: &'a Caller,
    site: &'a ShownSite,
    /// The caller's roles on the spaces of the site that they may read.
    roles: HashMap<SpaceId, Role>,
}

impl App {
    /// Loads the caller's roles on the spaces of a site that the caller can see.
    pub(crate) fn showing<'a>(&self, caller: &'a Caller, site: &'a ShownSite) -> Result<Showing<'a>, Error> {
        let sight = self.sight_of(caller, site.site.organization)?;
        let there: HashSet<_> = site.structure.site_spaces().map(|(_, it)| it.space).collect();
        let seen = sight.spaces.iter().filter(|seen| there.contains(&seen.id));
        Ok(Showing { caller, site, roles: seen.map(|seen| (seen.id, seen.role)).collect() })
    }

    /// Returns the structure of a site.
    pub fn get_site_structure(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        share_key: Option<&str>,
    ) -> Result<ShownStructure, Error> {
        let site = self.get_site_with_key(caller, organization, id, share_key)?;
        self.show_structure(caller, &site)
    }

    /// Returns a live site with its structure, or [`Error::NotFound`] if it is not live.
    pub fn get_published_site(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: SiteId,
        share_key: Option<&str>,
    ) -> Result<(ShownSite, ShownStructure), Error> {
        let site = self.get_site_with_key(caller, organization, id, share_key)?;
        if !site.site.published {
            return Err(Error::NotFound("published site"));
        }
        let structure = self.show_structure(caller, &site)?;
        Ok((site, structure))
    }

    fn show_structure(&self, caller: &Caller, site: &ShownSite) -> Result<ShownStructure, Error> {
        let showing = self.showing(caller, site)?;
        self.inner.db.read(|tx| showing.structure(tx))
    }
}

impl Showing<'_> {
    /// Returns the whole structure.
    fn structure(&self, tx: &mut Read<'_>) -> Result<ShownStructure, Error> {
        let structure = &self.site.structure;
        if !structure.has_sections() {
            return Ok(ShownStructure::Spaces(self.spaces(tx, None, &structure.spaces)?));
        }
        let mut items = Vec::new();
        for item in &structure.items {
            items.push(match item {
                Item::Section(section) => ShownItem::Section(self.section(tx, None, section)?),
                Item::Group(group) => ShownItem::Group(self.group(tx, group)?),
            });
        }
        Ok(ShownStructure::Sections(items))
    }

    /// Returns one group with its sections.
    pub(crate) fn group(&self, tx: &mut Read<'_>, group: &Group) -> Result<ShownGroup, Error> {
        let mut sections = Vec::new();
        for section in &group.sections {
            sections.push(self.section(tx, Some(group), section)?);
        }
        Ok(ShownGroup { group: group.clone(), sections })
    }

    /// Returns one section with its spaces.
    pub(crate) fn section(
        &self,
        tx: &mut Read<'_>,
        group: Option<&Group>,
        section: &Section,
    ) -> Result<ShownSection, Error> {
        let site = self.site;
        let address = || site_addresses::of_section(&site.base, site.secret.as_deref(), &site.structure, section);
        Ok(ShownSection {
            group: group.map(|group| group.id),
            is_default: site.structure.default_section == Some(section.id),
            spaces: self.spaces(tx, Some(section), &section.spaces)?,
            published: site.is_shown().then(address),
            section: section.clone(),
        })
    }

    fn spaces(
        &self,
        tx: &mut Read<'_>,
        section: Option<&Section>,
        list: &SiteSpaces,
    ) -> Result<Vec<ShownSpace>, Error> {
        let shown = list.list.iter().map(|it| self.space(tx, section, it));
        shown.filter_map(Result::transpose).collect()
    }

    /// Returns one space on the site; `None` if the space is deleted.
    pub(crate) fn space(
        &self,
        tx: &mut Read<'_>,
        section: Option<&Section>,
        it: &SiteSpace,
    ) -> Result<Option<ShownSpace>, Error> {
        let Some(space) = spaces::get(tx, it.space)?.filter(|space| space.deleted_at.is_none()) else {
            return Ok(None);
        };
        let (site, title) = (self.site, space.title.clone());
        let role = self.roles.get(&it.space);
        let space = role.map(|role| with_head(tx, access::listed(space, self.caller, *role)?)).transpose()?;
        let address = || site_addresses::of_space(&site.base, site.secret.as_deref(), &site.structure, it.id);
        Ok(Some(ShownSpace {
            section: section.map(|section| section.id),
            is_default: site.structure.is_default(it.id),
            title,
            space,
            published: site.is_shown().then(address),
            it: it.clone(),
        }))
    }
}
