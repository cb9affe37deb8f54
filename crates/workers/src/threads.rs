//! The dedicated threads of one pool.
//!
//! They are started with the first job and end when the pool is dropped. The queue stays short: a pool starts no more
//! jobs at the same time than it has threads.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads with the same name.
pub(crate) struct Threads {
    name: &'static str,
    number: usize,
    jobs: OnceLock<mpsc::Sender<Job>>,
}

impl Threads {
    pub(crate) fn new(name: &'static str, number: usize) -> Self {
        Self { name, number, jobs: OnceLock::new() }
    }

    /// Passes the job to a free thread. Jobs must not panic. The job is dropped if there is no thread.
    pub(crate) fn start(&self, job: Job) {
        let jobs = self.jobs.get_or_init(|| spawn(self.name, self.number));
        // The receiver is gone only if no thread could be started.
        let _ = jobs.send(job);
    }
}

fn spawn(name: &str, number: usize) -> mpsc::Sender<Job> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..number {
        let jobs = jobs.clone();
        let thread = std::thread::Builder::new().name(name.to_owned());
        // With fewer threads the jobs take longer; with none they are dropped, which their callers notice.
        let _ = thread.spawn(move || {
            while let Some(job) = next(&jobs) {
                job();
            }
        });
    }
    sender
}

fn next(jobs: &Mutex<mpsc::Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}
