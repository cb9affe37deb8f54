//! The threads of one pool.
//!
//! A thread is started when a job finds no idle one, and ends when it was idle for a while or when its job asked for
//! that. The queue stays short: a pool starts no more jobs at the same time than it may have threads.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// The time after which an idle thread ends.
const KEPT: Duration = Duration::from_secs(10);

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
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// The number of threads.
    alive: usize,
    /// The number of threads that wait for a job.
    idle: usize,
    is_closed: bool,
}

impl Threads {
    pub(crate) fn new(name: &'static str, most: usize) -> Self {
        Self(Arc::new(Shared { name, most, state: Mutex::default(), changed: Condvar::new() }))
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
        self.0.state().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes or starts a thread if there are more jobs than idle threads to take them.
    fn serve(self: &Arc<Self>, mut state: MutexGuard<'_, State>) {
        if state.jobs.len() > state.idle && state.alive < self.most {
            let shared = self.clone();
            let thread = std::thread::Builder::new().name(self.name.to_owned());
            if thread.spawn(move || shared.run()).is_ok() {
                state.alive += 1;
            } else if state.alive == 0 {
                let dropped = std::mem::take(&mut state.jobs);
                drop(state);
                // Their callers notice it.
                drop(dropped);
                return;
            }
        }
        drop(state);
        self.changed.notify_one();
    }

    /// Takes one job after another until the thread is to end.
    fn run(self: Arc<Self>) {
        while let Some(job) = self.next() {
            job();
            if ENDS.get() {
                let mut state = self.state();
                state.alive -= 1;
                return self.serve(state);
            }
        }
    }

    /// Waits for a job. `None` if the thread is to end, which is then not counted any more.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                return Some(job);
            }
            if state.is_closed {
                state.alive -= 1;
                return None;
            }
            state.idle += 1;
            let (woken, waited) = self.changed.wait_timeout(state, KEPT).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            state.idle -= 1;
            if waited.timed_out() && state.jobs.is_empty() {
                state.alive -= 1;
                return None;
            }
        }
    }
}
