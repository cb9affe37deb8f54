//! Permanent removal of deleted organizations.

use quire_model::ids::OrganizationId;
use quire_model::spaces::restorable;
use quire_store::{
    blobs, events, import_fetches, imports, openapi_specs, openapi_versions, orgs, ownership, spaces, uploads,
};

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

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
                ownership::delete_space(change.tx, id, space)?;
                Ok(spaces::delete(change.tx, id, space)?)
            })?;
        }
        self.write(&operator, |change| {
            uploads::delete_of_org(change.tx, id)?;
            import_fetches::delete_of_org(change.tx, id)?;
            imports::delete_of_org(change.tx, id)?;
            openapi_versions::delete_of_org(change.tx, id)?;
            Ok(openapi_specs::delete_of_org(change.tx, id)?)
        })?;
        self.collect(id)?;
        if !self.inner.db.read_single(|tx| Ok::<_, Error>(blobs::of_org(tx, id)?))?.is_empty() {
            return Err(Error::internal("removing an organization", "some of its files are too young to be removed"));
        }
        self.write(&operator, |change| {
            let tx = &mut *change.tx;
            ownership::delete_organization(tx, id)?;
            events::delete(tx, id.0)?;
            orgs::delete(tx, id)?;
            change.touch(id.0);
            Ok(())
        })
    }
}
