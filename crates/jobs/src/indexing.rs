//! The thread that updates the search index after commits.
//!
//! It sleeps until this process or another one commits, updates the index, and pauses for a moment, so that many small
//! commits are indexed together. The update itself, and its correctness after a crash, are described in
//! `quire_app::search`.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use quire_app::App;
use quire_app::search::Followed;

/// The time from one update to the next, during which commits accumulate: under continuous writing, this is how often the
/// index publishes, and a page that is saved more often is indexed once. What is committed has to be found within a second.
const PERIOD: Duration = Duration::from_millis(600);
/// The least pause between two updates, however long they take.
const LEAST: Duration = Duration::from_millis(100);
/// The interval at which the index is updated without a notification of a commit.
const IDLE: Duration = Duration::from_millis(500);
/// The pause after a failed update.
const FAILED: Duration = Duration::from_secs(2);

/// A handle to the thread that updates the index.
pub struct Indexer {
    app: App,
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Indexer {
    /// Starts the thread, which opens the index first.
    pub fn start(app: App) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let follower = app.clone();
        let thread =
            std::thread::Builder::new().name("search".to_owned()).spawn(move || follow(&follower, &stopped))?;
        Ok(Self { app, stop, thread })
    }

    /// Stops the thread after the step in progress, and closes the index.
    pub fn stop(self) {
        drop(self.stop);
        self.app.call_search();
        if self.thread.join().is_err() {
            tracing::error!("the thread of search panicked");
        }
        self.app.close_search();
    }
}

fn follow(app: &App, stopped: &Receiver<()>) {
    let mut failure = None;
    loop {
        let began = Instant::now();
        let followed = app.follow_search();
        let pause = match &followed {
            Ok(Followed::Further) => Duration::ZERO,
            Ok(Followed::UpToDate) => PERIOD.saturating_sub(began.elapsed()).max(LEAST),
            Err(_) => FAILED,
        };
        let now = followed.as_ref().err().map(ToString::to_string);
        if let Err(e) = &followed
            && now != failure
        {
            tracing::warn!(error = e as &dyn std::error::Error, "the search index does not follow");
        }
        failure = now;
        if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
        if matches!(followed, Ok(Followed::UpToDate)) {
            app.await_commits(IDLE);
        }
    }
}
