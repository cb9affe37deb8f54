//! The threads of one pool.
//!
//! A thread is started when a job finds no idle one, and ends when it was idle for a while or when its job asked for
//! that. The queue stays short: a pool starts no more jobs at the same time than it may have threads.
//!
//! An allocator keeps memory for each thread, so a pool uses as few of them as it can: the thread that became idle last
//! gets the next job, and a job begins only once it has a place among those that compute, of which there may be fewer than
//! threads.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quire_model::waiting::{self, Place};

type Job = Box<dyn FnOnce() + Send>;

/// The time after which an idle thread ends.
const KEPT: Duration = Duration::from_secs(2);

thread_local! {
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Ends the current thread after its job if it belongs to a pool; the pool starts another one when it needs it. An
/// allocator keeps memory for the next allocations of each thread: after work that takes very much, this gives it back.
pub fn end_thread() {
    ENDS.set(true);
}

/// A bounded number of threads with the same name.
pub(crate) struct Threads(Arc<Shared>);

struct Shared {
    name: &'static str,
    /// The most threads.
    most: usize,
    /// The number of computing threads from which no further job begins.
    places: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// The number of threads.
    alive: usize,
    /// The threads that wait for a job, each by what wakes it, in the order in which they became idle.
    idle: Vec<Arc<Condvar>>,
    /// The number of threads that were woken or started and have not looked for a job yet.
    coming: usize,
    /// The number of threads that have a job and do not wait within it.
    computing: usize,
    is_closed: bool,
}

impl Threads {
    /// Creates a pool without threads.
    pub(crate) fn new(name: &'static str, most: usize, places: usize) -> Self {
        Self(Arc::new(Shared { name, most, places: places.clamp(1, most), state: Mutex::default() }))
    }

    /// Passes the job to a free thread. Jobs must not panic. The job is dropped if no thread can be started.
    pub(crate) fn start(&self, job: Job) {
        let mut state = self.0.state();
        state.jobs.push_back(job);
        self.0.serve(state);
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_closed = true;
        let idle = std::mem::take(&mut state.idle);
        state.coming += idle.len();
        drop(state);
        idle.iter().for_each(|thread| thread.notify_one());
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes or starts a thread if there are a job and a place that no thread comes for.
    fn serve(self: &Arc<Self>, mut state: MutexGuard<'_, State>) {
        let free = self.places.saturating_sub(state.computing);
        if state.coming >= state.jobs.len().min(free) {
            return;
        }
        if let Some(thread) = state.idle.pop() {
            state.coming += 1;
            drop(state);
            return thread.notify_one();
        }
        if state.alive == self.most {
            return;
        }
        let shared = self.clone();
        let thread = std::thread::Builder::new().name(self.name.to_owned());
        if thread.spawn(move || shared.run()).is_ok() {
            state.alive += 1;
            state.coming += 1;
        } else if state.alive == 0 {
            let dropped = std::mem::take(&mut state.jobs);
            drop(state);
            // Their callers notice it.
            drop(dropped);
        }
    }

    /// Takes one job after another until the thread is to end.
    fn run(self: Arc<Self>) {
        waiting::occupy(Rc::new(PlaceOf(self.clone())));
        let mut state = self.state();
        state.coming -= 1;
        while let Some(job) = self.next(state) {
            job();
            state = self.state();
            state.computing -= 1;
            if ENDS.get() {
                state.alive -= 1;
                return self.serve(state);
            }
        }
    }

    /// Waits for a job and a place. `None` if the thread is to end, which is then not counted any more.
    fn next(&self, mut state: MutexGuard<'_, State>) -> Option<Job> {
        loop {
            if state.computing < self.places
                && let Some(job) = state.jobs.pop_front()
            {
                state.computing += 1;
                return Some(job);
            }
            if state.is_closed {
                state.alive -= 1;
                return None;
            }
            let wake = Arc::new(Condvar::new());
            let is_idle = |state: &mut State| state.idle.iter().any(|it| Arc::ptr_eq(it, &wake));
            state.idle.push(wake.clone());
            state = wake.wait_timeout_while(state, KEPT, is_idle).unwrap_or_else(PoisonError::into_inner).0;
            if is_idle(&mut state) {
                state.idle.retain(|it| !Arc::ptr_eq(it, &wake));
                state.alive -= 1;
                return None;
            }
            state.coming -= 1;
        }
    }
}

/// The place of a thread of a pool.
struct PlaceOf(Arc<Shared>);

impl Place for PlaceOf {
    fn leave(&self) {
        let mut state = self.0.state();
        state.computing -= 1;
        self.0.serve(state);
    }

    fn take(&self) {
        self.0.state().computing += 1;
    }
}
