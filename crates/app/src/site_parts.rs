//! Sites, sections, groups and site spaces as somebody sees them: with the spaces that they may read, and with addresses.

use std::collections::{HashMap, HashSet};

use quire_model::ids::{OrganizationId, SiteId, SiteSectionGroupId, SiteSectionId, SpaceId};
use quire_model::roles::Role;
use quire_model::site_structure::{Group, Item, Section, SiteSpace, SiteSpaces};
use quire_store::{Read, spaces};

use crate::App;
use crate::access::{self, ViewSpace};
use crate::callers::Caller;
use crate::errors::Error;
use crate::site_addresses;
use crate::sites::ShownSite;
use crate::spaces::{WithHead, with_head};

/// A space on a site.
pub struct ShownSpace {
    /// What the structure says of it.
    pub it: SiteSpace,
    /// The section that it is in.
    pub section: Option<SiteSectionId>,
    /// Whether it is the default of its section, or of a site without sections.
    pub is_default: bool,
    /// The title of the space.
    pub title: String,
    /// The space, if whoever asks may read it.
    pub space: Option<WithHead<ViewSpace>>,
    /// Where it is published.
    pub published: Option<String>,
}

/// A section of a site.
pub struct ShownSection {
    /// What the structure says of it.
    pub section: Section,
    /// The group that it is in.
    pub group: Option<SiteSectionGroupId>,
    /// Whether the site begins with it.
    pub is_default: bool,
    /// Its variants, in order.
    pub spaces: Vec<ShownSpace>,
    /// Where it is published.
    pub published: Option<String>,
}

/// A group of sections.
pub struct ShownGroup {
    /// What the structure says of it.
    pub group: Group,
    /// Its sections, in order.
    pub sections: Vec<ShownSection>,
}

/// A section or a group.
pub enum ShownItem {
    /// A section that is in no group.
    Section(ShownSection),
    /// A group.
    Group(ShownGroup),
}

/// All of it.
pub enum ShownStructure {
    /// Of a site with sections.
    Sections(Vec<ShownItem>),
    /// Of a site without.
    Spaces(Vec<ShownSpace>),
}

/// Shows the parts of one site to one caller.
pub(crate) struct Showing<'a> {
    caller: &'a Caller,
    site: &'a ShownSite,
    /// What the caller is on the spaces that they may read.
    roles: HashMap<SpaceId, Role>,
}

impl App {
    /// Shows a site's parts, as they are now, to whoever sees the site.
    pub(crate) fn showing<'a>(&self, caller: &'a Caller, site: &'a ShownSite) -> Result<Showing<'a>, Error> {
        let sight = self.sight_of(caller, site.site.organization)?;
        let there: HashSet<_> = site.structure.site_spaces().map(|(_, it)| it.space).collect();
        let seen = sight.spaces.iter().filter(|seen| there.contains(&seen.id));
        Ok(Showing { caller, site, roles: seen.map(|seen| (seen.id, seen.role)).collect() })
    }

    /// What a site is made of.
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

    /// A site that is live, with what it is made of; there is none while it is not.
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
    /// Everything.
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

    /// One group with its sections.
    pub(crate) fn group(&self, tx: &mut Read<'_>, group: &Group) -> Result<ShownGroup, Error> {
        let mut sections = Vec::new();
        for section in &group.sections {
            sections.push(self.section(tx, Some(group), section)?);
        }
        Ok(ShownGroup { group: group.clone(), sections })
    }

    /// One section with its variants.
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

    /// One space on the site, if the space is there.
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
