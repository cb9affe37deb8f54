//! The runner of long and later work.
//!
//! A job is a row that was written with the change that asked for it. [`run_due`] does everything that is due, one
//! job after the other; [`Runner`] calls it from a thread of its own until it is stopped. A job that fails is tried
//! again later; one whose process died is taken over when its lease ends. So every job must bear being done twice.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use quire_app::jobs::{Job, JobKind};
use quire_app::{App, Error};

/// How long the runner waits before it looks again.
const PAUSE: Duration = Duration::from_secs(1);

/// Does every job that is due; how many were done.
pub fn run_due(app: &App) -> Result<usize, Error> {
    let mut done = 0;
    while let Some(job) = app.claim_job()? {
        match run(app, &job) {
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

fn run(app: &App, job: &Job) -> Result<(), Error> {
    match JobKind::parse(&job.kind) {
        Some(JobKind::PurgeSpace) => app.purge_space(quire_app::jobs::space(job)).map(drop),
        Some(JobKind::PurgeOrganization) => app.purge_org(job.organization),
        Some(JobKind::Collect) => app.collect(job.organization).map(drop),
        None => Err(Error::internal("a job of an unknown kind", "it was written by a newer version")),
    }
}

/// A thread that does jobs.
pub struct Runner {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Runner {
    /// Starts the thread.
    pub fn start(app: App) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("jobs".to_owned()).spawn(move || {
            loop {
                if let Err(e) = run_due(&app) {
                    tracing::warn!(error = &e as &dyn std::error::Error, "jobs can't be looked for");
                }
                match stopped.recv_timeout(PAUSE) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        })?;
        Ok(Self { stop, thread })
    }

    /// Lets the running job end, and no other begin.
    pub fn stop(self) {
        drop(self.stop);
        if self.thread.join().is_err() {
            tracing::error!("the thread of jobs panicked");
        }
    }
}
