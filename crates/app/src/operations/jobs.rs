//! Background jobs: claiming, completion and retries.

use std::time::Duration;

use quire_model::ids::SpaceId;
pub use quire_model::jobs::JobKind;
use quire_store::jobs;
pub use quire_store::jobs::Job;

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// Returns the space that a job is for.
pub fn space(job: &Job) -> SpaceId {
    SpaceId(job.subject)
}

/// The time for which a process holds a job before another may claim it.
const LEASE: Duration = Duration::from_mins(15);

/// The maximum pause before a failed job is retried.
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

impl App {
    /// Claims a due job that no process holds, for a quarter of an hour. Finding none costs no write.
    pub fn claim_job(&self) -> Result<Option<Job>, Error> {
        let now = self.now();
        if self.inner.db.read_single(|tx| Ok::<_, Error>(jobs::due(tx, now)?))?.is_none() {
            return Ok(None);
        }
        self.write(&Caller::operator(), |change| Ok(jobs::claim(change.tx, now, now.plus(LEASE))?))
    }

    /// Removes a completed job.
    pub fn finish_job(&self, job: &Job) -> Result<(), Error> {
        self.write(&Caller::operator(), |change| Ok(jobs::finish(change.tx, job.id)?))
    }

    /// Schedules a failed job again after a pause that doubles with each attempt, up to an hour.
    pub fn retry_job(&self, job: &Job, failure: &str) -> Result<(), Error> {
        let doublings = u32::try_from(job.attempts.clamp(0, 20)).unwrap_or(0);
        let pause = Duration::from_secs(1 << doublings).min(LONGEST_PAUSE);
        let run_at = self.now().plus(pause);
        self.write(&Caller::operator(), |change| Ok(jobs::retry(change.tx, job.id, run_at, failure)?))
    }
}
