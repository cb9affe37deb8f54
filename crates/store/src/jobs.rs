//! Jobs: background work, recorded in the transaction that requests it and claimed by any process with a lease.

use quire_content::id::Uid;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{JobId, OrganizationId};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::record::record;
use crate::sql::select;

record! {
    /// The row of a job.
    Job in jobs {
        /// The identifier of the job.
        id: JobId,
        /// The kind of work, a word of the application.
        kind: String,
        /// The organization that the work is for.
        organization: OrganizationId,
        /// The entity that the work is about.
        subject: Uid,
        /// The earliest time of the next attempt.
        run_at: Timestamp,
        /// The number of attempts that were started.
        attempts: i64,
        /// The end of the current lease; 0 if there is none.
        leased_until: Timestamp,
        /// The message of the last failure.
        failure: Option<String>,
    }
}

statements! {
    DUE: Query<Job> =
        select!(Job, "where run_at <= ?1 and leased_until <= ?1 order by run_at, id limit 1");
    INSERT: Execute =
        "insert into jobs (id, kind, organization, subject, run_at, attempts, leased_until)
         values (?1, ?2, ?3, ?4, ?5, 0, 0)";
    INSERT_ONCE: Execute =
        "insert into jobs (id, kind, organization, subject, run_at, attempts, leased_until)
         values (?1, ?2, ?3, ?4, ?5, 0, 0) on conflict (id) do nothing";
    LEASE: Execute = "update jobs set attempts = attempts + 1, leased_until = ?2 where id = ?1 and leased_until <= ?3";
    RETRY: Execute = "update jobs set run_at = ?2, leased_until = 0, failure = ?3 where id = ?1";
    DELETE: Execute = "delete from jobs where id = ?1";
}

/// Inserts a job that is due at `run_at`.
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

/// Inserts a job like [`enqueue`], unless there is one with this identifier.
pub fn enqueue_once(
    tx: &mut Write<'_>,
    id: JobId,
    kind: &str,
    organization: OrganizationId,
    subject: Uid,
    run_at: Timestamp,
) -> Result<(), Error> {
    tx.execute(&INSERT_ONCE, params![id, kind.to_owned(), organization, subject, run_at])?;
    Ok(())
}

/// Leases the due job that has waited longest until `until`, and returns it as it was before.
pub fn claim(tx: &mut Write<'_>, now: Timestamp, until: Timestamp) -> Result<Option<Job>, Error> {
    let Some(job) = due(tx, now)? else { return Ok(None) };
    let mine = tx.execute(&LEASE, params![job.id, until, now])? > 0;
    Ok(mine.then_some(job))
}

/// Returns the due job that has waited longest and is not leased.
pub fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Job>, Error> {
    tx.one(&DUE, params![now])
}

/// Deletes a job that is done.
pub fn finish(tx: &mut Write<'_>, id: JobId) -> Result<(), Error> {
    tx.execute(&DELETE, params![id])?;
    Ok(())
}

/// Records the failure of a job and reschedules it for `run_at`.
pub fn retry(tx: &mut Write<'_>, id: JobId, run_at: Timestamp, failure: &str) -> Result<(), Error> {
    tx.execute(&RETRY, params![id, run_at, failure.to_owned()])?;
    Ok(())
}
