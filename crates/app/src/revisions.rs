//! The history of a space.

use quire_model::ids::SpaceId;
use quire_model::paging::{Listing, Paging};
use quire_store::revisions;
pub use quire_store::revisions::Revision;

use crate::App;
use crate::callers::Caller;
use crate::content::Version;
use crate::errors::Error;

impl App {
    /// The revisions of a space's main content, newest first.
    pub fn list_revisions(&self, caller: &Caller, space: SpaceId, paging: &Paging) -> Result<Listing<Revision>, Error> {
        let view = self.view(caller, space, Version::Main)?;
        self.inner.db.read(|tx| Ok(revisions::of_main(tx, view.space.organization, view.space.id, paging)?))
    }
}
