//! Turns of work that costs much, apart from those in which pages are drawn.
//!
//! Every kind of such work has turns of its own, so that a crowd that asks for one kind keeps only itself waiting. The
//! permit is held by the work and not by the request: however many clients leave, no more of it runs than there are
//! turns. Whoever comes when too many wait already is refused at once, and told to come again.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quire_app::{App, Error};
use quire_content::stop::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Failure, Sites};

/// Turns of one kind of work.
pub(crate) struct Turns {
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Every kind of work that has turns of its own.
pub(crate) struct Kinds {
    /// Parts of the text of a whole site.
    pub(crate) texts: Turns,
    /// Lists and maps of a whole site, and documents for paper.
    pub(crate) presses: Turns,
    /// Pages that say that there is nothing, with suggestions.
    pub(crate) missing: Turns,
    /// Searches.
    pub(crate) searches: Turns,
}

/// More requests than this do not wait for a kind of work.
const WAITING: usize = 64;

impl Default for Kinds {
    /// At most half of the processors are busy with one kind, so that pages are drawn meanwhile.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let turns = || Turns::new((processors / 2).clamp(1, 4), WAITING);
        Self { texts: turns(), presses: turns(), missing: turns(), searches: turns() }
    }
}

impl Kinds {
    /// Takes every turn of every kind.
    pub(crate) async fn hold(&self) -> Vec<OwnedSemaphorePermit> {
        let mut held = Vec::new();
        for turns in [&self.texts, &self.presses, &self.missing, &self.searches] {
            let all = u32::try_from(turns.permits.available_permits()).unwrap_or(u32::MAX);
            held.push(turns.permits.clone().acquire_many_owned(all).await.expect("the semaphore is never closed"));
        }
        held
    }
}

impl Turns {
    fn new(running: usize, most_waiting: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(running)), waiting: AtomicUsize::new(0), most_waiting }
    }

    /// Does `work` on a thread that may block when it is its turn. `work` is asked to stop when nobody waits for it any
    /// more; where nobody does before it begins, it never does.
    ///
    /// # Errors
    ///
    /// [`Failure::Busy`] if too many wait already, [`Failure::Thread`] if the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let permit = match self.permits.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _place = Place::take(&self.waiting, self.most_waiting).ok_or(Failure::Busy)?;
                self.permits.clone().acquire_owned().await.expect("the semaphore is never closed")
            }
        };
        let waiter = Waiter::default();
        let stop = waiter.0.clone();
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&stop);
            drop(permit);
            done
        });
        done.await.map_err(Failure::Thread)
    }
}

/// Whoever waits for work: once this is dropped, the work is asked to stop.
#[derive(Default)]
struct Waiter(Stop);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// A place among those who wait for their turn.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let free = |waiting| (waiting < most).then_some(waiting + 1);
        waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok().map(|_| Self(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is answered within a turn that nobody waits for any more.
const LEFT: Error = Error::NotReady("nobody waits for it any more");

/// Fails once nobody waits for the work.
pub(crate) fn go_on(stop: &Stop) -> Result<(), Error> {
    if stop.is_requested() { Err(LEFT) } else { Ok(()) }
}

impl Sites {
    /// Does `work` in a turn.
    pub(crate) async fn run_in<T: Send + 'static>(
        &self,
        turns: &Turns,
        work: impl FnOnce(&App, &Stop) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = self.inner.app.clone();
        Ok(turns.run(move |stop| work(&app, stop)).await??)
    }
}
