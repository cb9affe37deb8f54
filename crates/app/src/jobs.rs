//! Background jobs: their kinds, claiming and completion.

use std::time::Duration;

use quire_model::ids::SpaceId;
use quire_store::jobs;
pub use quire_store::jobs::Job;

use crate::App;
use crate::callers::Caller;
use crate::errors::Error;

/// A kind of background job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Removes a deleted space for good, and content that nothing else uses.
    PurgeSpace,
    /// Removes a deleted organization for good, with everything that it has.
    PurgeOrganization,
    /// Removes content of an organization that nothing uses any more.
    Collect,
    /// Sends a sign-in link to an e-mail address, if a user has it.
    SendSignInLink,
}

impl JobKind {
    /// Returns the name under which the kind is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PurgeSpace => "purge_space",
            Self::PurgeOrganization => "purge_organization",
            Self::Collect => "collect",
            Self::SendSignInLink => "send_sign_in_link",
        }
    }

    /// Parses a stored name; `None` for one written by a newer version of Quire.
    pub fn parse(word: &str) -> Option<Self> {
        let all = [Self::PurgeSpace, Self::PurgeOrganization, Self::Collect, Self::SendSignInLink];
        all.into_iter().find(|kind| kind.as_str() == word)
    }
}

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
