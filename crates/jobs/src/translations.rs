//! The thread that runs translations of spaces.
//!
//! Translators may take minutes, so runs are apart from other work, one at a time. What a run does is in
//! `quire_app::translations`; here it gets the network, patience with translators that are busy, and an end when the
//! server stops.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use quire_app::App;
use quire_app::translations::{NoReply, Request, Translators};
use quire_content::stop::Stop;

/// The pause after a look for due runs that found none or failed.
const PAUSE: Duration = Duration::from_secs(1);

/// The pauses before a request is repeated to a translator that is busy or fails.
const PATIENCE: [Duration; 4] =
    [Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(16), Duration::from_secs(60)];

/// Translators over the network.
#[derive(Debug)]
pub struct Network {
    client: quire_fetch::translators::Translators,
    wait: fn(Duration),
}

impl Network {
    /// Returns access to servers at public addresses, and to all others only if they are allowed.
    pub fn new(allow_private_addresses: bool) -> Self {
        Self { client: quire_fetch::translators::Translators::new(allow_private_addresses), wait: thread::park_timeout }
    }

    /// Returns the same without pauses between attempts, for tests.
    pub fn impatient(allow_private_addresses: bool) -> Self {
        Self { wait: |_| {}, ..Self::new(allow_private_addresses) }
    }
}

impl Translators for Network {
    fn ask(&self, request: &Request, most: u64) -> Result<Vec<u8>, NoReply> {
        match self.client.post(&request.url, &request.headers, &request.body, most) {
            Ok(answer) if (200..300).contains(&answer.status) => Ok(answer.bytes),
            Ok(answer) => Err(refused(answer.status)),
            Err(error) => {
                if let Some(reason) = error.reason() {
                    tracing::info!(%reason, "a translator can't be reached: {error}");
                }
                let text = error.to_string();
                Err(match error {
                    quire_fetch::Error::TooLarge(_) => NoReply::TooLarge(text),
                    quire_fetch::Error::TooSlow | quire_fetch::Error::Broken(_) => NoReply::Lost(text),
                    _ => NoReply::Failed(text),
                })
            }
        }
    }

    fn pause(&self, attempt: usize) -> bool {
        let pause = PATIENCE.get(attempt);
        pause.into_iter().for_each(|pause| (self.wait)(*pause));
        pause.is_some()
    }
}

/// Returns the meaning of a status that is no success.
fn refused(status: u16) -> NoReply {
    let reason = format!("the translator answered {status}");
    match status {
        400 | 413 | 422 => NoReply::Rejected(reason),
        429 | 500.. => NoReply::Busy(reason),
        _ => NoReply::Failed(reason),
    }
}

/// A handle to the thread that runs translations.
pub struct Runner {
    stop: Sender<()>,
    asked: Stop,
    thread: JoinHandle<()>,
}

impl Runner {
    /// Starts the thread, named `translations`.
    pub fn start(app: &App, translators: impl Translators + 'static) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let asked = Stop::default();
        let app = app.stopped_by(&asked);
        let thread =
            thread::Builder::new().name("translations".to_owned()).spawn(move || run(&app, &translators, &stopped))?;
        Ok(Self { stop, asked, thread })
    }

    /// Stops the thread after the request in progress. A run that is stopped is taken up again by the next process, which
    /// finds the replies of this one.
    pub fn stop(self) {
        self.asked.request();
        drop(self.stop);
        self.thread.thread().unpark();
        if self.thread.join().is_err() {
            tracing::error!("the thread of translations panicked");
        }
    }
}

fn run(app: &App, translators: &dyn Translators, stopped: &Receiver<()>) {
    loop {
        let pause = match app.run_due_translation(translators) {
            Ok(true) => Duration::ZERO,
            Ok(false) => PAUSE,
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a translation can't be run");
                PAUSE
            }
        };
        if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
    }
}
