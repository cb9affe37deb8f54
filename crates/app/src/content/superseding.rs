//! Saves that are one revision of the history: within a run of saves, each takes the place of the one before it.
//!
//! A save takes that place if the same person made both on one line, within [`PAUSE`] of each other and [`LONGEST`] of
//! the first save of the run, and if nothing else refers to the revision before. Conflicts arise and end in revisions
//! that stay, since decisions are found in the history. The revision before is kept for [`KEPT`], also as a base; which
//! ones are removed then is decided by [`crate::operations`].

use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_model::ids::{JobId, OrganizationId, RevisionId};
use quire_model::jobs::JobKind;
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;
use quire_store::branches::Branch;
use quire_store::revisions::{Parents, Revision};
use quire_store::{Read, Write, jobs, superseded};

use crate::core::errors::Error;

/// The longest pause between two saves of a run.
const PAUSE: Duration = Duration::from_mins(5);

/// The longest time from the first save of a run to its last.
const LONGEST: Duration = Duration::from_mins(30);

/// The time for which a superseded revision is kept.
pub(crate) const KEPT: Duration = Duration::from_hours(24);

/// The pause before content is collected, and the least time between two collections for this reason.
const COLLECTED: Duration = Duration::from_hours(24);

/// Revisions that were superseded within one such span are removed by one job.
const SPAN: Duration = Duration::from_hours(1);

/// The history that a change leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Recording {
    /// The change is a revision of its own.
    #[default]
    Separate,
    /// The change takes the place of the caller's save just before it, and may lose its own place to the next one.
    Coalesced,
}

/// Returns `next` in the place of `base` in the history, if it may take that place.
pub(crate) fn in_place_of(
    tx: &mut Read<'_>,
    branch: Branch,
    base: &Revision,
    next: &Revision,
) -> Result<Option<Revision>, Error> {
    match continued(base, next) {
        Some(began) if superseded::is_free(tx, branch, base.id)? => {
            let parents = Parents(base.parents.0.clone());
            Ok(Some(Revision { parents, run_began_at: Some(began), ..next.clone() }))
        }
        _ => Ok(None),
    }
}

/// Takes a revision out of the history, and schedules its removal.
pub(crate) fn supersede(tx: &mut Write<'_>, by: &Revision, id: RevisionId) -> Result<(), Error> {
    let (organization, space, now) = (by.organization, by.space, by.created_at);
    superseded::mark(tx, organization, space, id, now)?;
    let span = now.0.div_euclid(SPAN.as_millis() as i64);
    let end = Timestamp((span + 1) * SPAN.as_millis() as i64);
    let kind = JobKind::RemoveSuperseded.as_str();
    Ok(jobs::enqueue_once(tx, job(&format!("{kind} {space} {span}")), kind, organization, space.0, end.plus(KEPT))?)
}

/// Schedules the collection of what nothing in an organization refers to any more, once a day.
pub(crate) fn collect_later(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    now: Timestamp,
) -> Result<(), quire_store::Error> {
    let kind = JobKind::Collect.as_str();
    let day = now.0.div_euclid(COLLECTED.as_millis() as i64);
    let id = job(&format!("{kind} {organization} {day}"));
    jobs::enqueue_once(tx, id, kind, organization, organization.0, now.plus(COLLECTED))
}

/// Returns the identifier of a job that there is one of, by its name.
fn job(name: &str) -> JobId {
    let Hash(bytes) = Hash::of(name.as_bytes());
    JobId(Uid(std::array::from_fn(|at| bytes[at])))
}

/// Returns the time at which the run began that `base` belongs to and `next` continues; `None` if it does not.
fn continued(base: &Revision, next: &Revision) -> Option<Timestamp> {
    let began = base.run_began_at.filter(|_| next.run_began_at.is_some())?;
    let is_same = base.author.is_some()
        && base.author == next.author
        && base.change_request == next.change_request
        && [base.kind, next.kind] == [RevisionType::Edits; 2]
        && next.parents.0 == [base.id]
        && !base.parents.0.is_empty();
    let is_soon = next.created_at <= base.created_at.plus(PAUSE) && next.created_at <= began.plus(LONGEST);
    (is_same && is_soon).then_some(began)
}
