//! Permanent removal of deleted organizations.

use quire_model::ids::OrganizationId;
use quire_model::spaces::restorable;
use quire_store::{
    blobs, collections, email_domains, events, grants, link_invites, members, orgs, publishing_auth, share_links,
    site_customizations, site_hostnames, site_redirects, sites, spaces, team_members, teams, uploads,
};

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;
use crate::operations::purge::discard_content;

impl App {
    /// Removes an organization whose restore period is over, with all its data. Does nothing for any other. A removal
    /// that was interrupted is resumed.
    pub fn purge_org(&self, id: OrganizationId) -> Result<(), Error> {
        let now = self.now();
        let deleted = self.inner.db.read_single(|tx| Ok::<_, Error>(orgs::deleted_at(tx, id)?))?;
        if deleted.is_none_or(|deleted| restorable(deleted, now)) {
            return Ok(());
        }
        let operator = Caller::operator();
        for space in self.inner.db.read_single(|tx| Ok::<_, Error>(spaces::of_org(tx, id)?))? {
            self.write(&operator, |change| {
                discard_content(change.tx, id, space)?;
                Ok(spaces::delete(change.tx, id, space)?)
            })?;
        }
        self.write(&operator, |change| Ok(uploads::delete_of_org(change.tx, id)?))?;
        self.collect(id)?;
        if !self.inner.db.read_single(|tx| Ok::<_, Error>(blobs::of_org(tx, id)?))?.is_empty() {
            return Err(Error::internal("removing an organization", "some of its files are too young to be removed"));
        }
        self.write(&operator, |change| {
            let tx = &mut *change.tx;
            share_links::delete_of_org(tx, id)?;
            publishing_auth::delete_of_org(tx, id)?;
            site_customizations::delete_of_org(tx, id)?;
            site_redirects::delete_of_org(tx, id)?;
            site_hostnames::delete_of_org(tx, id)?;
            sites::delete_of_org(tx, id)?;
            grants::delete_of_org(tx, id)?;
            link_invites::delete_of_org(tx, id)?;
            email_domains::delete_of_org(tx, id)?;
            team_members::delete_of_org(tx, id)?;
            teams::delete_of_org(tx, id)?;
            collections::delete_of_org(tx, id)?;
            members::delete_of_org(tx, id)?;
            events::delete(tx, id.0)?;
            orgs::delete(tx, id)?;
            change.touch(id.0);
            Ok(())
        })
    }
}
