//! The thread that looks for proofs of claims.
//!
//! It asks machines of others, which may take seconds each time, so it keeps no other work waiting. When a claim is due,
//! and how often, is said in `quire_app::claims`.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use quire_app::App;

/// How long the thread waits before it looks again.
const PAUSE: Duration = Duration::from_secs(1);

/// A thread that looks for proofs.
pub struct Checker {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Checker {
    /// Starts the thread.
    pub fn start(app: App) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name("claims".to_owned()).spawn(move || check(&app, &stopped))?;
        Ok(Self { stop, thread })
    }

    /// Lets the look under way end, and no other begin.
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
