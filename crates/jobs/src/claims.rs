//! The thread that checks claims of domain names for proofs.
//!
//! It queries other servers, which may take seconds each time, so it runs apart from other work. The schedule of the
//! checks is in `quire_app::orgs::claims`.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use quire_app::App;

/// The pause after a look for due claims that found none or failed.
const PAUSE: Duration = Duration::from_secs(1);

/// A handle to the thread that checks claims.
pub struct Checker {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Checker {
    /// Starts the thread, named `claims`.
    pub fn start(app: App) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("claims".to_owned()).spawn(move || check(&app, &stopped))?;
        Ok(Self { stop, thread })
    }

    /// Stops the thread after the check in progress.
    pub fn stop(self) {
        drop(self.stop);
        if self.thread.join().is_err() {
            tracing::error!("the thread of claims panicked");
        }
    }
}

fn check(app: &App, stopped: &Receiver<()>) {
    loop {
        let pause = match app.check_due_claim() {
            Ok(true) => Duration::ZERO,
            Ok(false) => PAUSE,
            Err(e) => {
                tracing::warn!(error = &e as &dyn std::error::Error, "proofs of claims can't be looked for");
                PAUSE
            }
        };
        if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
    }
}
