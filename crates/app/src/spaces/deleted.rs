//! Deleted spaces that can be restored.

use quire_model::ids::OrganizationId;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::spaces::restorable;
use quire_store::spaces;

use crate::App;
use crate::access::{self, ViewOrganization, ViewSpace};
use crate::callers::Caller;
use crate::content::heads::{WithHead, with_head};
use crate::core::errors::Error;

impl App {
    /// Lists the deleted spaces of an organization that the caller may restore, those that were deleted last first.
    pub fn list_deleted_spaces(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<WithHead<ViewSpace>>, Error> {
        let now = self.now();
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let mut found = Vec::new();
            for (id, deleted_at) in spaces::deleted(tx, organization)? {
                if !restorable(deleted_at, now) {
                    continue;
                }
                match access::space_or_deleted(tx, caller, id) {
                    Ok(_) => found.push((id, deleted_at)),
                    Err(Error::NotFound(_) | Error::Forbidden(_)) => {}
                    Err(fault) => return Err(fault),
                }
            }
            let page = Listing::slice(&found, paging, Order::Descending, |(id, at)| (at.0, id.0));
            page.try_map(|(id, _)| {
                let space = access::space_or_deleted(tx, caller, id)?.viewing()?;
                with_head(tx, space)
            })
        })
    }
}
