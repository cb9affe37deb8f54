//! The signals by which users end the process.

use std::process;
use std::thread::Builder;

use anyhow::Context as _;
use quire_content::stop::Stop;
use tokio::runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The exit status of a command that a second signal ends at once, as shells count it.
const INTERRUPTED: i32 = 130;

/// The signals that end a process, recorded from the moment of listening on.
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    /// Starts to listen. Needs a runtime.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let listen = |kind| signal(kind).context("listening to signals");
        Ok(Self { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    /// Waits for one of the signals.
    pub(crate) async fn received(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Returns the request to stop that the first signal makes. A command undoes then what it has begun; a second signal
/// ends it at once.
pub(crate) fn stop_by_signal() -> anyhow::Result<Stop> {
    let runtime = runtime::Builder::new_current_thread().enable_io().build().context("listening to signals")?;
    let mut signals = runtime.block_on(async { Signals::listen() })?;
    let stop = Stop::default();
    let requested = stop.clone();
    let wait = async move {
        signals.received().await;
        requested.request();
        signals.received().await;
        process::exit(INTERRUPTED);
    };
    Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(wait)).context("listening to signals")?;
    Ok(stop)
}
