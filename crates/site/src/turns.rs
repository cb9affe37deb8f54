//! Thread pools for work that costs more than a page, apart from the threads that render pages.
//!
//! Every kind of such work has its own threads, one to four and about half as many as there are processors, so that
//! many requests of one kind delay only each other. If too many are waiting already, a request is refused at once
//! with a hint to try again later.

use std::sync::mpsc;

use quire_app::core::processors;
use quire_workers::Pool;
use tokio::sync::oneshot;

use crate::Sites;

/// The thread pools by kind of work.
pub(crate) struct Kinds {
    /// Renders parts of the text of a whole site.
    pub(crate) texts: Pool,
    /// Renders lists and maps of a whole site, and documents for printing.
    pub(crate) documents: Pool,
    /// Renders pages for paths that do not exist, with suggestions.
    pub(crate) missing: Pool,
    /// Searches in the content of a site.
    pub(crate) searches: Pool,
    /// Makes pictures smaller.
    pub(crate) pictures: Pool,
}

/// The maximum number of waiting requests for a kind of work.
pub(crate) const WAITING: usize = 64;

impl Default for Kinds {
    fn default() -> Self {
        let pool = |name| Pool::new(name, processors::half(), WAITING);
        Self {
            texts: pool("site-texts"),
            documents: pool("site-documents"),
            missing: pool("site-missing"),
            searches: pool("site-searches"),
            pictures: pool("site-pictures"),
        }
    }
}

const KINDS: usize = 5;

impl Kinds {
    fn all(&self) -> [&Pool; KINDS] {
        [&self.texts, &self.documents, &self.missing, &self.searches, &self.pictures]
    }
}

/// The threads of every pool, kept busy until this is dropped; for tests.
pub struct Held {
    _held: Vec<mpsc::Sender<()>>,
}

/// Occupies every thread of every pool.
pub(crate) async fn hold(sites: &Sites) -> Held {
    let mut all = Vec::new();
    for kind in 0..KINDS {
        for _ in 0..processors::half() {
            let ((held, end), (begun, begin)) = (mpsc::channel::<()>(), oneshot::channel());
            let sites = sites.clone();
            tokio::spawn(async move {
                let work = sites.inner.turns.all()[kind].run(move |_| {
                    let _ = begun.send(());
                    // Nothing is ever sent: this returns when the sender is dropped.
                    let _ = end.recv();
                });
                work.await
            });
            // If the work does not start, the test fails because a thread is free.
            let _ = begin.await;
            all.push(held);
        }
    }
    Held { _held: all }
}
