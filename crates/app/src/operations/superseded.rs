//! Removal of superseded revisions whose time is over. Their content is collected with other content that nothing uses.

use quire_model::ids::SpaceId;
use quire_store::{spaces, superseded};

use crate::App;
use crate::callers::Caller;
use crate::content::superseding::{KEPT, collect_later};
use crate::core::errors::Error;

/// The number of revisions removed in one transaction.
const BATCH: usize = 200;

impl App {
    /// Removes the revisions of a space that were superseded long enough ago, except those that something refers to.
    pub fn remove_superseded(&self, space: SpaceId) -> Result<(), Error> {
        let now = self.now();
        loop {
            let removed = self.write(&Caller::operator(), |change| {
                let Some(space) = spaces::get(change.tx, space)? else { return Ok(0) };
                let before = now.minus(KEPT);
                let removed = superseded::delete(change.tx, space.organization, space.id, before, BATCH as i64)?;
                if removed > 0 {
                    // Cached revisions are there.
                    change.touch(space.organization.0);
                    collect_later(change.tx, space.organization, now)?;
                }
                Ok(removed)
            })?;
            if removed < BATCH {
                return Ok(());
            }
        }
    }
}
