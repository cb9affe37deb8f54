//! Spaces of published sites.

use quire_content::id::Uid;
use quire_model::ids::{OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId};
use quire_model::paging::{Listing, Order, Paging, Sort, SortKey};
use quire_model::places::Beside;
pub use quire_model::site_structure::SpaceChanges;
use quire_model::site_structure::{NewSpace, Section, SiteSpace, Structure};
use serde_json::json;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::sites::shown::ShownSite;
use crate::sites::site_parts::ShownSpace;
use crate::sites::site_structure::{POSITION, publishable, refused, shown_there};

impl App {
    /// Lists the spaces on a site, in its order: all of them, only the defaults, or only the others.
    pub fn list_site_spaces(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        default: Option<bool>,
        share_key: Option<&str>,
        paging: &Paging,
    ) -> Result<Listing<ShownSpace>, Error> {
        let site = self.get_site_with_key(caller, organization, id, share_key)?;
        let structure = &site.structure;
        let mut all: Vec<_> = structure.site_spaces().collect();
        all.retain(|(_, it)| default.is_none_or(|wanted| wanted == structure.is_default(it.id)));
        let page = Listing::slice(&all, paging, Order::Ascending, |(section, it)| mark(structure, *section, it));
        let showing = self.showing(caller, &site)?;
        self.inner.db.read(|tx| page.clone().try_filter_map(|(section, it)| showing.space(tx, section, it)))
    }

    /// Adds a space at the end of a section of a site; of the default section if none is given.
    pub fn add_site_space(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        space: SpaceId,
        section: Option<SiteSectionId>,
    ) -> Result<ShownSpace, Error> {
        let made = SiteSpaceId(self.fresh_id());
        let detail = json!({ "added": made.to_string(), "space": space.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |change, structure, _| {
            let space = publishable(change.tx, caller, organization, space)?;
            let new = NewSpace { id: made, space: space.id, title: &space.title };
            structure.insert_space(&new, section).map_err(|e| refused("spaceId", &e))
        })?;
        self.show_site_space(caller, &site, made)
    }

    /// Changes a space on a site. To replace it by another space, the caller must be able to manage that one.
    pub fn update_site_space(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        it: SiteSpaceId,
        changes: &SpaceChanges,
    ) -> Result<ShownSpace, Error> {
        let detail = json!({ "changed": it.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |change, structure, live| {
            let now = shown_there(structure, live, it)?.space;
            if let Some(space) = changes.space.filter(|space| *space != now) {
                publishable(change.tx, caller, organization, space)?;
            }
            let field = if changes.path.is_some() { "path" } else { "spaceId" };
            structure.update_space(it, changes).map_err(|e| refused(field, &e))
        })?;
        self.show_site_space(caller, &site, it)
    }

    /// Moves a space beside another one, in that one's section; to the end of its own section if `to` is `None`.
    pub fn move_site_space(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        it: SiteSpaceId,
        to: Option<Beside<SiteSpaceId>>,
    ) -> Result<ShownSpace, Error> {
        let detail = json!({ "moved": it.to_string() });
        let site = self.restructure(caller, organization, id, &detail, |_, structure, live| {
            shown_there(structure, live, it)?;
            structure.move_space(it, to).map_err(|e| refused(POSITION, &e))
        })?;
        self.show_site_space(caller, &site, it)
    }

    /// Removes a space from a site; the space itself stays. Does nothing if it is not on the site.
    pub fn delete_site_space(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        it: SiteSpaceId,
    ) -> Result<(), Error> {
        let detail = json!({ "removed": it.to_string() });
        self.restructure_if_there(caller, organization, id, &detail, |structure| {
            structure.remove_space(it);
        })
    }

    fn show_site_space(&self, caller: &Caller, site: &ShownSite, id: SiteSpaceId) -> Result<ShownSpace, Error> {
        let showing = self.showing(caller, site)?;
        self.inner.db.read(|tx| {
            let (section, it) = site.structure.site_space(id).ok_or(Error::NotFound("site space"))?;
            showing.space(tx, section, it)?.ok_or(Error::NotFound("site space"))
        })
    }
}

/// Returns the position of a space in the list of all.
fn mark(structure: &Structure, section: Option<&Section>, it: &SiteSpace) -> SortKey {
    let section = section.and_then(|section| structure.section(section.id));
    let before = section.map_or_else(String::new, |(group, section)| section.place(group));
    SortKey { sort: Sort::Text(format!("{before}/{}", it.order)), id: Uid::from(it.id) }
}
