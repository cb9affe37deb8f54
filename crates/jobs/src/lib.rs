//! The runner of background jobs.
//!
//! A job is a row that was written with the change that requests it. [`run_due`] runs all due jobs, one after the
//! other; [`Runner`] calls it from a thread of its own until it is stopped. A job that fails is retried later; one
//! whose process died is taken over when its lease expires. So every job must be idempotent.

pub mod claims;
pub mod imports;
pub mod indexing;
pub mod mail;
pub mod openapi_specs;
pub mod translations;
pub mod web;

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use quire_app::accounts::sign_in::Mail;
use quire_app::operations::jobs::{Job, JobKind};
use quire_app::{App, Error};

use crate::mail::{MailError, Mailer};

/// The pause between two checks for due jobs.
const PAUSE: Duration = Duration::from_secs(1);

/// Runs every job that is due and returns the number of those that succeeded.
pub fn run_due(app: &App, mailer: &dyn Mailer) -> Result<usize, Error> {
    let mut done = 0;
    while let Some(job) = app.claim_job()? {
        match run(app, mailer, &job) {
            Ok(()) => {
                app.finish_job(&job)?;
                done += 1;
            }
            Err(e) => {
                tracing::warn!(job = %job.id, kind = job.kind, error = &e as &dyn std::error::Error, "a job failed");
                app.retry_job(&job, &e.to_string())?;
            }
        }
    }
    Ok(done)
}

fn run(app: &App, mailer: &dyn Mailer, job: &Job) -> Result<(), Error> {
    match JobKind::parse(&job.kind) {
        Some(JobKind::PurgeSpace) => app.purge_space(quire_app::operations::jobs::space(job)).map(drop),
        Some(JobKind::PurgeOrganization) => app.purge_org(job.organization),
        Some(JobKind::Collect) => app.collect(job.organization).map(drop),
        Some(JobKind::RemoveSuperseded) => app.remove_superseded(quire_app::operations::jobs::space(job)),
        Some(JobKind::SendSignInLink) => match app.sign_in_mail(job)? {
            Some(mail) => send(mailer, &mail),
            None => Ok(()),
        },
        Some(JobKind::SendNotice) => {
            if let Some(mail) = app.notice_mail(job)? {
                send(mailer, &mail)?;
            }
            app.forget_notice(job)
        }
        Some(JobKind::SendDigest) => {
            let digest = app.digest(job)?;
            if let Some(mail) = &digest.mail {
                send(mailer, mail)?;
            }
            app.note_digest(job, &digest)
        }
        None => Err(Error::internal("a job of an unknown kind", "it was written by a newer version")),
    }
}

/// Sends a mail. A refused one is logged and dropped, since a retry would be refused as well.
fn send(mailer: &dyn Mailer, mail: &Mail) -> Result<(), Error> {
    match mailer.send(mail) {
        Err(e @ MailError::Unavailable(_)) => Err(Error::internal("sending mail", e)),
        Err(e @ MailError::Refused(_)) => {
            tracing::warn!(to = mail.to, error = &e as &dyn std::error::Error, "a mail is not sent");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// A handle to the thread that runs jobs.
pub struct Runner {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Runner {
    /// Starts the thread, named `jobs`.
    pub fn start(app: App, mailer: Box<dyn Mailer>) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            loop {
                if let Err(e) = run_due(&app, &*mailer) {
                    tracing::warn!(error = &e as &dyn std::error::Error, "jobs can't be looked for");
                }
                if let Err(e) = app.write_first_uses() {
                    tracing::warn!(error = &e as &dyn std::error::Error, "first uses of organizations are not written");
                }
                match stopped.recv_timeout(PAUSE) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        })?;
        Ok(Self { stop, thread })
    }

    /// Stops the thread after the job in progress.
    pub fn stop(self) {
        drop(self.stop);
        if self.thread.join().is_err() {
            tracing::error!("the thread of jobs panicked");
        }
    }
}
