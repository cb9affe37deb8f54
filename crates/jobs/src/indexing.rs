//! The thread that makes the search index follow what is committed.
//!
//! It sleeps until this process commits or hears of another one's commit, does what there is to do, and rests for a
//! moment, so that many small commits are indexed together. What it does, and why that is right after every crash, is
//! said in `quire_app::search`.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use quire_app::App;
use quire_app::search::Followed;

/// How long commits are gathered after some were indexed.
const REST: Duration = Duration::from_millis(100);
/// How long nothing is looked at if nobody says that something was committed.
const IDLE: Duration = Duration::from_millis(500);
/// How long to wait before another try where it failed.
const FAILED: Duration = Duration::from_secs(2);

/// A thread that follows.
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

    /// Lets the step under way end, and lets go of the index.
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
        let followed = app.follow_search();
        let pause = match &followed {
            Ok(Followed::Further) => Duration::ZERO,
            Ok(Followed::UpToDate) => REST,
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
