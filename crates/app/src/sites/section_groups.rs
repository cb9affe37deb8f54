//! Groups of sections on sites.

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionGroupId, SiteSectionId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::places::Beside;
use quire_model::site_structure::NewGroup;
pub use quire_model::site_structure::{GroupChanges, Pointer};
use quire_model::text::{IconName, SiteSectionGroupTitle};
use serde_json::json;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::sections::place;
use crate::sites::shown::ShownSite;
use crate::sites::site_parts::ShownGroup;
use crate::sites::site_structure::{POSITION, refused};

impl App {
    /// Lists the groups of a site, in order.
    pub fn list_section_groups(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        paging: &Paging,
    ) -> Result<Listing<ShownGroup>, Error> {
        let site = self.get_site(caller, organization, id)?;
        let all: Vec<_> = site.structure.groups().collect();
        let page = Listing::slice(&all, paging, Order::Ascending, |it| place(it.order.clone(), Uid::from(it.id)));
        let showing = self.showing(caller, &site)?;
        self.inner.db.read(|tx| page.clone().try_map(|group| showing.group(tx, group)))
    }

    /// Creates a group at the end of a site, and moves these sections into it from their present places.
    pub fn create_section_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        title: &SiteSectionGroupTitle,
        icon: Option<&IconName>,
        sections: &[SiteSectionId],
    ) -> Result<ShownGroup, Error> {
        let made = SiteSectionGroupId(self.fresh_id());
        let detail = json!({ "added": made.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, _| {
            let new = NewGroup { id: made, title: title.clone(), icon: icon.cloned() };
            structure.insert_group(&new, sections).map_err(|e| refused("sections", &e))
        })?;
        self.show_section_group(caller, &site, made)
    }

    /// Changes the title or the icon of a group.
    pub fn update_section_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        group: SiteSectionGroupId,
        changes: &GroupChanges,
    ) -> Result<ShownGroup, Error> {
        let detail = json!({ "changed": group.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, _| {
            structure.update_group(group, changes).map_err(|e| refused("title", &e))
        })?;
        self.show_section_group(caller, &site, group)
    }

    /// Moves a group beside another one, or beside a section that is in no group; by default to the end of the site.
    pub fn move_section_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        group: SiteSectionGroupId,
        to: Option<Beside<Pointer>>,
    ) -> Result<ShownGroup, Error> {
        let detail = json!({ "moved": group.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, _| {
            structure.move_group(group, to).map_err(|e| refused(POSITION, &e))
        })?;
        self.show_section_group(caller, &site, group)
    }

    /// Moves a section to the end of a group, from its present place.
    pub fn add_section_to_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        group: SiteSectionGroupId,
        section: SiteSectionId,
    ) -> Result<ShownGroup, Error> {
        let detail = json!({ "moved": section.to_string(), "into": group.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, _| {
            structure.add_to_group(group, section).map_err(|e| refused("sectionId", &e))
        })?;
        self.show_section_group(caller, &site, group)
    }

    /// Moves a section out of a group, to the place right after it. Does nothing if the section is not in the group.
    pub fn remove_section_from_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        group: SiteSectionGroupId,
        section: SiteSectionId,
    ) -> Result<(), Error> {
        let detail = json!({ "moved": section.to_string(), "outOf": group.to_string() });
        self.restructure_if_there(caller, organization, id, &detail, |structure| {
            structure.take_from_group(group, section);
        })
    }

    /// Deletes a group; its sections take its place. Does nothing if there is no such group.
    pub fn delete_section_group(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        group: SiteSectionGroupId,
    ) -> Result<(), Error> {
        let detail = json!({ "removed": group.to_string() });
        self.restructure_if_there(caller, organization, id, &detail, |structure| {
            structure.remove_group(group);
        })
    }

    fn show_section_group(
        &self,
        caller: &Caller,
        site: &ShownSite,
        id: SiteSectionGroupId,
    ) -> Result<ShownGroup, Error> {
        let showing = self.showing(caller, site)?;
        self.inner.db.read(|tx| {
            let group = site.structure.group(id).ok_or(Error::NotFound("site section group"))?;
            showing.group(tx, group)
        })
    }
}
