//! Removal of superseded revisions whose time is over. Their content is collected with other content that nothing uses.

use std::time::Duration;

use quire_model::ids::{OrganizationId, SpaceId};
use quire_model::jobs::JobKind;
use quire_model::time::Timestamp;
use quire_store::{Write, jobs, spaces, superseded};

use crate::App;
use crate::callers::Caller;
use crate::content::superseding::{KEPT, job};
use crate::core::errors::Error;

/// The number of revisions removed in one transaction.
const BATCH: usize = 200;

/// The pause before content is collected, and the least time between two collections for this reason.
const COLLECTED: Duration = Duration::from_hours(24);

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

/// Schedules the collection of an organization's content, once a day.
fn collect_later(tx: &mut Write<'_>, organization: OrganizationId, now: Timestamp) -> Result<(), Error> {
    let kind = JobKind::Collect.as_str();
    let day = now.0.div_euclid(COLLECTED.as_millis() as i64);
    let id = job(&format!("{kind} {organization} {day}"));
    Ok(jobs::enqueue_once(tx, id, kind, organization, organization.0, now.plus(COLLECTED))?)
}
