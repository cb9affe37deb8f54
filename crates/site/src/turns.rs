//! Turns of work that costs more than a page, apart from those in which pages are drawn.
//!
//! Every kind of such work has threads of its own, at most half as many as there are processors, so that a crowd that asks
//! for one kind keeps only itself waiting. Whoever comes when too many wait already is refused at once, and told to come
//! again.

use std::num::NonZero;
use std::sync::mpsc;

use quire_workers::Pool;
use tokio::sync::oneshot;

use crate::Sites;

/// Every kind of work that has turns of its own.
pub(crate) struct Kinds {
    /// Parts of the text of a whole site.
    pub(crate) texts: Pool,
    /// Lists and maps of a whole site, and documents for paper.
    pub(crate) presses: Pool,
    /// Pages that say that there is nothing, with suggestions.
    pub(crate) missing: Pool,
    /// Searches.
    pub(crate) searches: Pool,
}

/// So many requests wait for a kind of work at most.
pub(crate) const WAITING: usize = 64;

impl Default for Kinds {
    fn default() -> Self {
        let pool = |name| Pool::on_own_threads(name, threads(), WAITING);
        Self {
            texts: pool("site-texts"),
            presses: pool("site-presses"),
            missing: pool("site-missing"),
            searches: pool("site-searches"),
        }
    }
}

const KINDS: usize = 4;

impl Kinds {
    fn all(&self) -> [&Pool; KINDS] {
        [&self.texts, &self.presses, &self.missing, &self.searches]
    }
}

/// How many threads a kind of work has.
fn threads() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    (processors / 2).clamp(1, 4)
}

/// Turns that are taken until this is dropped.
pub struct Held {
    _held: Vec<mpsc::Sender<()>>,
}

/// Takes every turn of every kind.
pub(crate) async fn hold(sites: &Sites) -> Held {
    let mut all = Vec::new();
    for kind in 0..KINDS {
        for _ in 0..threads() {
            let ((held, end), (begun, begin)) = (mpsc::channel::<()>(), oneshot::channel());
            let sites = sites.clone();
            tokio::spawn(async move {
                let work = sites.inner.turns.all()[kind].run(move |_| {
                    let _ = begun.send(());
                    // Nothing is ever sent: this ends when the sender is gone.
                    let _ = end.recv();
                });
                work.await
            });
            // A turn that does not begin is seen by the test, which finds it free.
            let _ = begin.await;
            all.push(held);
        }
    }
    Held { _held: all }
}
