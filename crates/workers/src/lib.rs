//! Blocking work for asynchronous callers: bounded in number, and stopped when no caller waits for it any more.
//!
//! A [`Pool`] runs at most a fixed number of closures at the same time, lets at most a fixed number of callers wait,
//! and refuses the others at once. The permit is held by the closure and not by the future: when a caller is dropped
//! while its closure runs, the permit stays taken until the closure returns. So the number of running closures never
//! exceeds the bound, however many callers give up.
//!
//! A closure whose caller was dropped before it started is not started. A running closure has a [`Stop`], which is
//! requested when the caller is dropped (the client disconnected, or its time-out expired). The content of the closures
//! and the choice of bounds are not here.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use quire_content::stop::Stop;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

mod payers;
mod threads;

pub use payers::{change_payer, on_behalf_of, payer};
use threads::Threads;
pub use threads::end_thread;

/// A bounded number of closures that run at the same time.
pub struct Pool {
    permits: Arc<Semaphore>,
    most_running: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
    threads: Threads,
}

/// The reason for which a closure has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The maximum number of callers wait already. The closure was not started.
    #[error("too many requests of this kind wait already")]
    Busy,
    /// The closure panicked, with this message.
    #[error("the work panicked: {0}")]
    Panicked(String),
    /// The closure was dropped without being run: the runtime shuts down.
    #[error("the work was dropped")]
    Dropped,
}

/// An extension of a response that marks a request as refused for reasons of cost or safety, with the name of the
/// bound. The layer that sends the response logs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal(pub &'static str);

/// An extension of a response whose bytes other responses share: it identifies the bytes while a response has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SharedBytes(usize);

impl SharedBytes {
    /// Returns the identity of bytes that are the whole body of a response.
    pub fn of(bytes: &[u8]) -> Self {
        Self(bytes.as_ptr().addr())
    }
}

/// A mark on a request whose route is known only after a look at the database. It passes the layers around all routes
/// twice: on its way to the handler that looks, and from there to the handler that answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// On its way to the handler that looks, which bounds the time of that itself: the layers do all but bound the time.
    Looking,
    /// On its way from there: the layers have done their part, and only bound the time.
    Found,
}

/// How much a pool has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// The number of running closures, including those whose callers were dropped.
    pub running: usize,
    /// The number of callers that wait for a permit.
    pub waiting: usize,
}

impl Pool {
    /// Creates a pool with at most `running` closures at the same time and at most `waiting` callers that wait. It runs
    /// them on threads of its own, which are named `name`, started when they are needed, and end when they are not.
    pub fn new(name: &'static str, running: usize, waiting: usize) -> Self {
        Self::computing(name, running, running, waiting)
    }

    /// Creates such a pool for closures that keep a processor busy: no closure starts while so many compute, that is, run
    /// and are not within [`quire_model::waiting::wait`].
    pub fn computing(name: &'static str, computing: usize, running: usize, waiting: usize) -> Self {
        Self {
            permits: Arc::new(Semaphore::new(running)),
            most_running: running,
            waiting: AtomicUsize::new(0),
            most_waiting: waiting,
            threads: Threads::new(name, running, computing),
        }
    }

    /// Runs `work` once a permit is free, in the context of the current runtime, and returns its result.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if too many callers wait already, and [`Error::Panicked`] if the work panics.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce(&Stop) -> T + Send + 'static) -> Result<T, Error> {
        let permit = self.permit().await?;
        let caller = Waiter::default();
        let (sender, outcome) = oneshot::channel();
        let stop = caller.0.clone();
        let runtime = Handle::current();
        self.threads.start(Box::new(move || {
            let _in_runtime = runtime.enter();
            let done = (!stop.is_requested()).then(|| catch_unwind(AssertUnwindSafe(|| work(&stop))));
            drop(permit);
            // The caller may be gone.
            let _ = sender.send(done);
        }));
        match outcome.await {
            Ok(Some(Ok(done))) => Ok(done),
            Ok(Some(Err(panic))) => Err(Error::Panicked(message(&*panic))),
            Ok(None) | Err(_) => Err(Error::Dropped),
        }
    }

    /// Returns the current load.
    pub fn load(&self) -> Load {
        let running = self.most_running - self.permits.available_permits();
        Load { running, waiting: self.waiting.load(Ordering::Relaxed) }
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Error> {
        if let Ok(permit) = self.permits.clone().try_acquire_owned() {
            return Ok(permit);
        }
        let _place = WaitingPlace::take(&self.waiting, self.most_waiting).ok_or(Error::Busy)?;
        self.permits.clone().acquire_owned().await.map_err(|_| Error::Dropped)
    }
}

/// The caller of running work: dropping it requests the stop of the work.
#[derive(Default)]
struct Waiter(Stop);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.request();
    }
}

/// A place among the waiting callers, released on drop.
struct WaitingPlace<'a>(&'a AtomicUsize);

impl<'a> WaitingPlace<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let free = |waiting| (waiting < most).then_some(waiting + 1);
        waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, free).ok().map(|_| Self(waiting))
    }
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
