//! Jobs: long or later work, written in the transaction that asks for it, claimed by any process with a lease.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{JobId, OrganizationId};
use quire_model::time::Timestamp;

use crate::column::{params, record};

record! {
    /// A piece of work.
    Job {
        /// The job.
        id: JobId,
        /// What is to be done.
        kind: String,
        /// For whom.
        organization: OrganizationId,
        /// With which thing.
        subject: Uid,
        /// Not before.
        run_at: Timestamp,
        /// How often it was begun.
        attempts: i64,
        /// While it is somebody's.
        leased_until: Timestamp,
        /// Why it failed last.
        failure: Option<String>,
    }
}

statements! {
    DUE: Query<Job> =
        "select id, kind, organization, subject, run_at, attempts, leased_until, failure from jobs
         where run_at <= ?1 and leased_until <= ?1 order by run_at, id limit 1";
    INSERT: Execute =
        "insert into jobs (id, kind, organization, subject, run_at, attempts, leased_until)
         values (?1, ?2, ?3, ?4, ?5, 0, 0)";
    LEASE: Execute = "update jobs set attempts = attempts + 1, leased_until = ?2 where id = ?1 and leased_until <= ?3";
    RETRY: Execute = "update jobs set run_at = ?2, leased_until = 0, failure = ?3 where id = ?1";
    DELETE: Execute = "delete from jobs where id = ?1";
}

/// Asks for work.
pub fn enqueue(
    tx: &mut Write<'_>,
    id: JobId,
    kind: &str,
    organization: OrganizationId,
    subject: Uid,
    run_at: Timestamp,
) -> Result<(), Error> {
    tx.execute(&INSERT, params![id, kind.to_owned(), organization, subject, run_at])?;
    Ok(())
}

/// Takes the job that has waited longest and is nobody's, until `until`.
pub fn claim(tx: &mut Write<'_>, now: Timestamp, until: Timestamp) -> Result<Option<Job>, Error> {
    let Some(job) = due(tx, now)? else { return Ok(None) };
    let mine = tx.execute(&LEASE, params![job.id, until, now])? > 0;
    Ok(mine.then_some(job))
}

/// The job that has waited longest and is nobody's.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Job>, Error> {
    tx.one(&DUE, params![now])
}

/// The job is done.
pub fn finish(tx: &mut Write<'_>, id: JobId) -> Result<(), Error> {
    tx.execute(&DELETE, params![id])?;
    Ok(())
}

/// The job failed and is to be tried again.
pub fn retry(tx: &mut Write<'_>, id: JobId, run_at: Timestamp, failure: &str) -> Result<(), Error> {
    tx.execute(&RETRY, params![id, run_at, failure.to_owned()])?;
    Ok(())
}
