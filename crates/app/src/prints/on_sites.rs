//! PDF of published sites, as everybody sees them, for callers of the API. Readers print at the addresses of the site.

use quire_model::ids::{OrganizationId, SiteId, SiteSpaceId};
use quire_model::time::Timestamp;

use super::{Options, Pass};
use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

impl App {
    /// Prints what a site shows to everybody of one of its spaces, the first one if none is named, and returns a pass for
    /// the document.
    ///
    /// # Errors
    /// The site, the space or the page is not there for everybody; the site does not let its readers print, or admits
    /// nobody without a sign-in or a secret; the document would be too long.
    pub fn print_site(
        &self,
        caller: &Caller,
        (organization, id): (OrganizationId, SiteId),
        wanted: Option<SiteSpaceId>,
        options: Options,
        expires: Timestamp,
    ) -> Result<Pass, Error> {
        let site = self.get_site(caller, organization, id)?;
        let Some(site_view) = self.visit_of_everybody(caller, &site)? else {
            let message =
                "the site is not published for everybody: readers print what they may see at its own addresses";
            return Err(Error::Conflict(message.to_owned()));
        };
        let found = match wanted {
            Some(id) => site_view.site_space(id).map(|(_, space)| space),
            None => site_view.first(),
        };
        let space = found.ok_or(Error::NotFound("site space"))?;
        if !site_view.site.customizations.of_space(space.id).customization().pdf.enabled {
            let message = "the site does not let its readers print: set pdf.enabled in its customization";
            return Err(Error::Conflict(message.to_owned()));
        }
        self.print_on_site(&site_view, space, options, expires)
    }
}
