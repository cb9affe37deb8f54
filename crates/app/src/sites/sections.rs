//! Sections of sites.

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::paging::{Listing, Order, Paging, Sort, SortKey};
use quire_model::places::Beside;
use quire_model::site_structure::{NewSection, NewSpace, Structure};
pub use quire_model::site_structure::{Pointer, SectionChanges};
use quire_model::text::{IconName, SiteSectionTitle};
use quire_store::{Read, spaces};
use serde_json::json;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::shown::ShownSite;
use crate::sites::site_parts::ShownSection;
use crate::sites::site_structure::{POSITION, publishable, refused, shown_there};

/// A section to create.
#[derive(Debug, Clone)]
pub struct NewSiteSection {
    /// The first space of the section.
    pub space: SpaceId,
    /// The title; by default that of the space.
    pub title: Option<SiteSectionTitle>,
    /// The icon beside the title.
    pub icon: Option<IconName>,
}

impl App {
    /// Lists the sections of a site, in order, including those in groups.
    pub fn list_sections(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        share_key: Option<&str>,
        paging: &Paging,
    ) -> Result<Listing<ShownSection>, Error> {
        let site = self.get_site_with_key(caller, organization, id, share_key)?;
        let all: Vec<_> = site.structure.sections().collect();
        let page =
            Listing::slice(&all, paging, Order::Ascending, |(group, it)| place(it.place(*group), Uid::from(it.id)));
        let showing = self.showing(caller, &site)?;
        self.inner.db.read(|tx| page.clone().try_map(|(group, section)| showing.section(tx, group, section)))
    }

    /// Creates a section with one space at the end of a site. If the site has no sections, its present spaces become
    /// the first section.
    pub fn create_section(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        new: &NewSiteSection,
    ) -> Result<ShownSection, Error> {
        let made = SiteSectionId(self.fresh_id());
        let (first, on_site) = (SiteSectionId(self.fresh_id()), SiteSpaceId(self.fresh_id()));
        let detail = json!({ "added": made.to_string(), "space": new.space.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |change, structure, _| {
            let space = publishable(change.tx, caller, organization, new.space)?;
            let title = new.title.as_ref().map_or(space.title.as_str(), SiteSectionTitle::as_str);
            let section = NewSection { id: made, title, icon: new.icon.clone() };
            let title = title_of_root(change.tx, structure)?;
            let first = NewSection { id: first, title: &title, icon: None };
            let added = NewSpace { id: on_site, space: space.id, title: &space.title };
            structure.insert_section(&section, &added, &first).map_err(|e| refused("spaceId", &e))
        })?;
        self.show_section(caller, &site, made)
    }

    /// Changes the title, path, icon or default space of a section.
    pub fn update_section(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        section: SiteSectionId,
        changes: &SectionChanges,
    ) -> Result<ShownSection, Error> {
        let detail = json!({ "changed": section.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, live| {
            structure.section(section).ok_or(Error::NotFound("site section"))?;
            if let Some(default) = changes.default {
                shown_there(structure, live, default)?;
            }
            let field = if changes.path.is_some() { "path" } else { "defaultSiteSpace" };
            structure.update_section(section, changes).map_err(|e| refused(field, &e))
        })?;
        self.show_section(caller, &site, section)
    }

    /// Moves a section beside another one, into that one's group, or beside a group; by default to the end of the site.
    pub fn move_section(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        section: SiteSectionId,
        to: Option<Beside<Pointer>>,
    ) -> Result<ShownSection, Error> {
        let detail = json!({ "moved": section.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, _| {
            structure.move_section(section, to).map_err(|e| refused(POSITION, &e))
        })?;
        self.show_section(caller, &site, section)
    }

    /// Removes a section and its site spaces from a site; the spaces themselves stay. Does nothing if there is none.
    pub fn delete_section(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        section: SiteSectionId,
    ) -> Result<(), Error> {
        let detail = json!({ "removed": section.to_string() });
        self.restructure_if_there(caller, organization, id, &detail, |structure| {
            structure.remove_section(section);
        })
    }

    fn show_section(&self, caller: &Caller, site: &ShownSite, id: SiteSectionId) -> Result<ShownSection, Error> {
        let showing = self.showing(caller, site)?;
        self.inner.db.read(|tx| {
            let (group, section) = site.structure.section(id).ok_or(Error::NotFound("site section"))?;
            showing.section(tx, group, section)
        })
    }
}

/// Returns the title of the default space of a site without sections.
fn title_of_root(tx: &mut Read<'_>, structure: &Structure) -> Result<String, Error> {
    let first = structure.spaces.first().map(|it| spaces::get(tx, it.space)).transpose()?.flatten();
    Ok(first.map(|space| space.title).unwrap_or_default())
}

/// Returns the position of an entry in a list that is ordered by text.
pub(crate) fn place(text: String, id: Uid) -> SortKey {
    SortKey { sort: Sort::Text(text), id }
}
