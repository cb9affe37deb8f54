//! The threads that carry out imports that nobody waits for, and those whose process died.
//!
//! They fetch and convert, which takes minutes, so they run apart from other work. Each import is carried out on a thread
//! of its own: what it took of memory is free when that ends, and a panic ends nothing else. Which import is next, and how
//! many of an organization run at once, is in `quire_app::imports::running`.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quire_app::App;
use quire_content::stop::Stop;

/// The pause after a look for imports that found none or failed.
const PAUSE: Duration = Duration::from_secs(1);

/// The longest wait for the imports in progress when the threads are stopped.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// The number of imports that are carried out at the same time.
const THREADS: usize = 3;

/// A handle to the threads that carry out imports.
pub struct Importer {
    threads: Vec<Worker>,
    /// Ends what runs, which is left to another process, or to this one when it starts again.
    give_up: Stop,
}

struct Worker {
    stop: Sender<()>,
    /// Disconnected when the thread ends.
    ended: Receiver<()>,
}

impl Importer {
    /// Starts the threads, named `imports`.
    pub fn start(app: &App) -> std::io::Result<Self> {
        let give_up = Stop::default();
        let start = |_| {
            let (stop, stopped) = mpsc::channel();
            let (running, ended) = mpsc::channel();
            let app = app.stopped_by(&give_up);
            thread::Builder::new().name("imports".to_owned()).spawn(move || {
                work(&app, &stopped);
                drop::<Sender<()>>(running);
            })?;
            Ok(Worker { stop, ended })
        };
        Ok(Self { threads: (0..THREADS).map(start).collect::<std::io::Result<_>>()?, give_up })
    }

    /// Stops the threads. Imports in progress stop at their next step, and go on when a process takes them again.
    pub fn stop(self) {
        self.give_up.request();
        let ends: Vec<_> = self.threads.into_iter().map(|Worker { stop, ended }| (drop(stop), ended).1).collect();
        let until = Instant::now() + LONGEST_WAIT;
        for ended in ends {
            let left = until.saturating_duration_since(Instant::now());
            if matches!(ended.recv_timeout(left), Err(RecvTimeoutError::Timeout)) {
                tracing::warn!("an import is given up while it runs");
            }
        }
    }
}

fn work(app: &App, stopped: &Receiver<()>) {
    loop {
        let pause = if one(app) { Duration::ZERO } else { PAUSE };
        if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
    }
}

/// Carries out the import that has waited longest; returns false if none waits, or it failed.
fn one(app: &App) -> bool {
    match app.has_due_import() {
        Ok(false) => return false,
        Ok(true) => {}
        Err(e) => {
            tracing::warn!(error = &e as &dyn std::error::Error, "imports can't be looked for");
            return false;
        }
    }
    let app = app.clone();
    match thread::Builder::new().name("import".to_owned()).spawn(move || app.run_due_import()).map(JoinHandle::join) {
        Ok(Ok(Ok(done))) => done,
        Ok(Ok(Err(e))) => {
            tracing::warn!(error = &e as &dyn std::error::Error, "an import can't be carried out");
            false
        }
        Ok(Err(_)) => {
            tracing::error!("an import panicked");
            false
        }
        Err(e) => {
            tracing::warn!(error = &e as &dyn std::error::Error, "a thread for an import can't be started");
            false
        }
    }
}
