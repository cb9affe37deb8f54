//! The threads that read sources of OpenAPI specifications.
//!
//! They fetch from other servers and read documents that may be large, so they run apart from other work, one source at
//! a time each. One reads what was sent, so that servers that take their time delay only what is at addresses. Each
//! source is read on a thread of its own: what it took of memory is free when that ends, and a panic ends nothing else.
//! The schedule and what comes of a source are in `quire_app::openapi_specs::processing`.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use quire_app::App;
use quire_app::openapi_specs::processing::{Document, Documents, SourceKind, Unreachable};

/// The pause after a look for due sources that found none or failed.
const PAUSE: Duration = Duration::from_secs(1);

/// The longest wait for the sources in progress when the threads are stopped.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Documents of other servers, over the network.
#[derive(Debug)]
pub struct Network(quire_fetch::documents::Documents);

impl Network {
    /// Returns access to servers at public addresses, and to all others only if they are allowed.
    pub fn new(allow_private_addresses: bool) -> Self {
        Self(quire_fetch::documents::Documents::new(allow_private_addresses))
    }
}

impl Documents for Network {
    fn get(
        &self,
        address: &str,
        most: u64,
        known: Option<&str>,
        within: Duration,
    ) -> Result<Option<Document>, Unreachable> {
        let found = self.0.get(address, most, known, within).map_err(|error| {
            if let Some(reason) = error.reason() {
                tracing::info!(%reason, "a document can't be fetched: {error}");
            }
            match error {
                quire_fetch::Error::TooSlow => Unreachable::TooSlow,
                other => Unreachable::Failed(other.to_string()),
            }
        })?;
        Ok(found.map(|it| Document {
            address: it.address,
            content_type: it.content_type,
            entity_tag: it.entity_tag,
            bytes: it.bytes,
        }))
    }
}

/// The number of threads that read what is at addresses: more than one organization may use at a time.
const FETCHING: usize = 6;

/// A handle to the threads that read sources.
pub struct Processor {
    threads: Vec<Reader>,
}

/// A handle to a thread.
struct Reader {
    stop: Sender<()>,
    /// Disconnected when the thread ends.
    ended: Receiver<()>,
}

impl Processor {
    /// Starts the threads, named `openapi`.
    pub fn start(app: &App, documents: impl Documents + 'static) -> std::io::Result<Self> {
        let documents: Arc<dyn Documents> = Arc::new(documents);
        let start = |kind| {
            let (stop, stopped) = mpsc::channel();
            let (running, ended) = mpsc::channel();
            let (app, documents) = (app.clone(), documents.clone());
            thread::Builder::new().name("openapi".to_owned()).spawn(move || {
                process(&app, kind, &documents, &stopped);
                drop::<Sender<()>>(running);
            })?;
            Ok(Reader { stop, ended })
        };
        let kinds = std::iter::once(SourceKind::Sent).chain(std::iter::repeat_n(SourceKind::Fetched, FETCHING));
        Ok(Self { threads: kinds.map(start).collect::<std::io::Result<_>>()? })
    }

    /// Stops the threads after the sources in progress, which are given up if that takes too long: they are read again
    /// when nobody holds them any more.
    pub fn stop(self) {
        let ends: Vec<_> = self.threads.into_iter().map(|Reader { stop, ended }| (drop(stop), ended).1).collect();
        let until = Instant::now() + LONGEST_WAIT;
        for ended in ends {
            let left = until.saturating_duration_since(Instant::now());
            if matches!(ended.recv_timeout(left), Err(RecvTimeoutError::Timeout)) {
                tracing::warn!("the source of an OpenAPI specification is given up while it is read");
            }
        }
    }
}

fn process(app: &App, kind: SourceKind, documents: &Arc<dyn Documents>, stopped: &Receiver<()>) {
    loop {
        let pause = if one(app, kind, documents) { Duration::ZERO } else { PAUSE };
        if !matches!(stopped.recv_timeout(pause), Err(RecvTimeoutError::Timeout)) {
            return;
        }
    }
}

/// Reads the source that is due first; returns false if none is, or it failed.
fn one(app: &App, kind: SourceKind, documents: &Arc<dyn Documents>) -> bool {
    match app.has_due_openapi_spec(kind) {
        Ok(false) => return false,
        Ok(true) => {}
        Err(e) => {
            tracing::warn!(error = &e as &dyn std::error::Error, "OpenAPI specifications can't be looked for");
            return false;
        }
    }
    let (app, documents) = (app.clone(), documents.clone());
    let thread = thread::Builder::new().name("openapi-source".to_owned());
    match thread.spawn(move || app.process_openapi_spec(kind, &*documents)).map(JoinHandle::join) {
        Ok(Ok(Ok(done))) => done,
        Ok(Ok(Err(e))) => {
            tracing::warn!(error = &e as &dyn std::error::Error, "an OpenAPI specification can't be processed");
            false
        }
        Ok(Err(_)) => {
            tracing::error!("reading the source of an OpenAPI specification panicked");
            false
        }
        Err(e) => {
            tracing::warn!(
                error = &e as &dyn std::error::Error,
                "a thread for an OpenAPI specification can't be started"
            );
            false
        }
    }
}
