//! Turns for requests that work with large texts.
//!
//! A text of a few megabytes takes a hundred times its size while it is parsed, evaluated and rendered. Its budget
//! bounds the memory for one text; this module bounds how many are processed at the same time. A request takes a turn
//! when it comes to its first large text and keeps it until its work ends, so no request waits for a second turn while
//! it has one, and none while it holds a lock for which one with a turn may wait. Requests for small texts never wait.
//! Readers of published sites, members who work on content, and imports, merges and exports each have turns of their
//! own, so that none of them delays the others. Within a kind, the payer who had no turn for the longest time comes first.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use quire_content::hash::Hash;
use quire_content::objects::{ObjectError, Objects};
use quire_content::stop::Stop;
use quire_model::payer::Payer;
use quire_model::waiting;
use quire_store::Read;

use crate::App;
use crate::core::errors::Error;
use crate::core::processors;

/// The size in bytes from which a text is large for a request that somebody waits for.
const LARGE: usize = 32 * 1024;

/// The size in bytes from which a text is large for an import, a merge or an export, of which fewer run.
const LARGE_IN_LONG_WORK: usize = 256 * 1024;

/// The size in bytes from which a text leaves so much memory behind that its thread is not kept.
const LARGEST_KEPT: usize = 256 * 1024;

/// The maximum number of requests waiting for a turn. Each blocks a thread.
const MOST_WAITING: usize = 32;

/// The maximum number of requests waiting for a turn on behalf of one payer.
const MOST_OF_PAYER: usize = 16;

/// The number of payers whose last turns are remembered.
const REMEMBERED: usize = 64;

const BUSY: Error = Error::Busy("large texts");

/// The interval at which a waiting request checks if it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// The kinds of requests whose turns are independent of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextWork {
    /// A published site is read.
    Site,
    /// Content is read or written by the API.
    Content,
    /// An import, a merge or an export.
    Long,
}

/// The turns of a process, by kind of request.
pub(crate) struct Turns {
    site: Arc<LargeTexts>,
    content: Arc<LargeTexts>,
    long: Arc<LargeTexts>,
}

impl Default for Turns {
    fn default() -> Self {
        let turns = || Arc::new(LargeTexts::new(processors::half()));
        Self { site: turns(), content: turns(), long: turns() }
    }
}

impl Turns {
    /// Returns the state of a request without a turn.
    pub(crate) fn request(&self, work: TextWork, payer: Payer) -> RequestTurn {
        let (queue, large) = match work {
            TextWork::Site => (&self.site, LARGE),
            TextWork::Content => (&self.content, LARGE),
            TextWork::Long => (&self.long, LARGE_IN_LONG_WORK),
        };
        RequestTurn {
            queue: queue.clone(),
            payer,
            large,
            taken: OnceLock::new(),
            largest: AtomicUsize::new(0),
            is_held_back: AtomicBool::new(false),
            has_missed: AtomicBool::new(false),
        }
    }

    fn all(&self) -> [&Arc<LargeTexts>; 3] {
        [&self.site, &self.content, &self.long]
    }
}

/// A request's turn, once it has taken it.
pub(crate) struct RequestTurn {
    queue: Arc<LargeTexts>,
    payer: Payer,
    /// The size in bytes from which a text is large for the request.
    large: usize,
    taken: OnceLock<Turn>,
    /// The size in bytes of the largest text that the request has come to.
    largest: AtomicUsize,
    /// True while the request must not wait.
    is_held_back: AtomicBool,
    /// True if it came to a large text in this time.
    has_missed: AtomicBool,
}

/// The turns of one kind of requests.
struct LargeTexts {
    turns: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    taken: usize,
    /// The waiting requests, in order of arrival.
    waiting: VecDeque<Waiting>,
    tickets: u64,
    /// Payers in the order of their last turns.
    served: VecDeque<Payer>,
}

/// A waiting request, identified by its ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Waiting {
    ticket: u64,
    payer: Payer,
}

impl State {
    /// Returns the waiting request that comes next: the first one of the payer who had no turn for the longest time.
    fn next(&self) -> Option<Waiting> {
        let last_turn = |it: &&Waiting| self.served.iter().position(|payer| *payer == it.payer).map_or(0, |at| at + 1);
        self.waiting.iter().min_by_key(last_turn).copied()
    }

    /// Returns true if a waiting request has to wait on, where so many may have turns.
    fn must_wait(&self, request: Waiting, turns: usize) -> bool {
        self.taken >= turns || self.next() != Some(request)
    }

    fn has_room(&self, payer: Payer) -> bool {
        let of_payer = self.waiting.iter().filter(|it| it.payer == payer).count();
        self.waiting.len() < MOST_WAITING && of_payer < MOST_OF_PAYER
    }

    /// Gives a turn to a waiting request.
    fn serve(&mut self, request: Waiting) {
        self.waiting.retain(|other| *other != request);
        self.served.retain(|payer| *payer != request.payer);
        self.served.push_back(request.payer);
        if self.served.len() > REMEMBERED {
            self.served.pop_front();
        }
        self.taken += 1;
    }
}

/// A turn for work with large texts, given back when this is dropped.
pub struct Turn(Arc<LargeTexts>);

impl LargeTexts {
    fn new(turns: usize) -> Self {
        Self { turns, state: Mutex::default(), freed: Condvar::new() }
    }

    /// Waits for a turn.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if too many requests wait already, and [`Error::Stopped`] once the stop is requested.
    fn enter(self: &Arc<Self>, payer: Payer, stop: &Stop) -> Result<Turn, Error> {
        let mut state = self.state();
        if !state.has_room(payer) {
            return Err(BUSY);
        }
        let request = Waiting { ticket: state.tickets, payer };
        state.tickets += 1;
        state.waiting.push_back(request);
        if state.must_wait(request, self.turns) {
            drop(state);
            state = waiting::wait(|| self.await_turn(request, stop))?;
        }
        state.serve(request);
        drop(state);
        self.freed.notify_all();
        Ok(Turn(self.clone()))
    }

    /// Waits until a waiting request comes next and a turn is free.
    fn await_turn(&self, request: Waiting, stop: &Stop) -> Result<MutexGuard<'_, State>, Error> {
        let mut state = self.state();
        while state.must_wait(request, self.turns) {
            if stop.is_requested() {
                state.waiting.retain(|other| *other != request);
                self.freed.notify_all();
                return Err(Error::Stopped);
            }
            state = self.freed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(state)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.state().taken -= 1;
        self.0.freed.notify_all();
    }
}

impl App {
    /// Waits for a turn if a text of this size is large and the request has no turn yet. The request keeps the turn
    /// until its work ends. Must be called before a database transaction, never within one.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if too many requests wait already, or within [`without_turns`](Self::without_turns), and
    /// [`Error::Stopped`] once the stop is requested.
    pub fn expect_text(&self, bytes: usize) -> Result<(), Error> {
        let Some(request) = self.turn.as_deref() else { return Ok(()) };
        request.largest.fetch_max(bytes, Ordering::Relaxed);
        if bytes < request.large || request.taken.get().is_some() {
            return Ok(());
        }
        if request.is_held_back.load(Ordering::Relaxed) {
            request.has_missed.store(true, Ordering::Relaxed);
            return Err(BUSY);
        }
        self.take_turn(request)
    }

    /// Runs `work` of a request that holds a lock for which others wait, some of them with turns: it must not wait for one.
    /// At its first large text it fails; [`take_missed_turn`](Self::take_missed_turn) then waits, once the lock is free.
    pub(crate) fn without_turns<T>(&self, work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        let hold_back = |is_held_back: bool| {
            if let Some(request) = self.turn.as_deref() {
                request.is_held_back.store(is_held_back, Ordering::Relaxed);
            }
        };
        hold_back(true);
        let done = work();
        hold_back(false);
        done
    }

    /// Waits for the turn that work missed [without turns](Self::without_turns). Returns false if it missed none.
    pub(crate) fn take_missed_turn(&self) -> Result<bool, Error> {
        let Some(request) = self.turn.as_deref() else { return Ok(false) };
        if !request.has_missed.swap(false, Ordering::Relaxed) {
            return Ok(false);
        }
        self.take_turn(request)?;
        Ok(true)
    }

    fn take_turn(&self, request: &RequestTurn) -> Result<(), Error> {
        let turn = request.queue.enter(request.payer, &self.stop)?;
        // Only one thread works on a request, so the turn is not taken yet.
        let _ = request.taken.set(turn);
        Ok(())
    }

    /// Returns true if the request came to a text so large that its thread should end with it.
    pub fn had_large_text(&self) -> bool {
        self.turn.as_deref().is_some_and(|it| it.largest.load(Ordering::Relaxed) >= LARGEST_KEPT)
    }

    /// Runs `work`, which parses or compares stored texts, in a read transaction. It must read the objects through the
    /// watch: at the first large one, the transaction is ended, the turn awaited, and the work begun again.
    ///
    /// # Errors
    ///
    /// Those of `work` and of [`App::expect_text`].
    pub(crate) fn read_texts<T>(
        &self,
        mut work: impl FnMut(&mut Read<'_>, &Watch) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let waiting = self.turn.as_deref().filter(|it| it.taken.get().is_none());
        let watch = Watch { large: waiting.map_or(usize::MAX, |it| it.large), largest: Cell::new(0) };
        let done = self.inner.db.read(|tx| work(tx, &watch));
        self.expect_text(watch.largest.get())?;
        if watch.largest.get() < watch.large {
            return done;
        }
        let watch = Watch { large: usize::MAX, largest: Cell::new(0) };
        let done = self.inner.db.read(|tx| work(tx, &watch));
        self.expect_text(watch.largest.get())?;
        done
    }

    /// Takes all turns of large texts until the result is dropped. For tests of which requests wait for each other.
    #[doc(hidden)]
    pub fn hold_large_texts(&self) -> Result<Vec<Turn>, Error> {
        self.inner
            .turns
            .all()
            .into_iter()
            .flat_map(|it| (0..it.turns).map(|_| it.enter(Payer::default(), &Stop::default())))
            .collect()
    }

    /// Returns the number of requests that wait for a turn. For tests of which requests wait.
    #[doc(hidden)]
    pub fn waiting_for_large_texts(&self) -> usize {
        self.inner.turns.all().into_iter().map(|it| it.state().waiting.len()).sum()
    }
}

/// A watch for large objects, on behalf of a request without a turn.
pub(crate) struct Watch {
    /// The size in bytes from which an object is large.
    large: usize,
    /// The size of the largest object that was read or found.
    largest: Cell<usize>,
}

impl Watch {
    /// Returns the objects without the large ones, which can't be read: the work is begun again for them.
    pub(crate) fn over<'a>(&'a self, objects: &'a dyn Objects) -> Watched<'a> {
        Watched { watch: self, objects }
    }
}

/// Objects of which large ones are refused.
pub(crate) struct Watched<'a> {
    watch: &'a Watch,
    objects: &'a dyn Objects,
}

impl Objects for Watched<'_> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        let bytes = self.objects.get(hash)?;
        self.watch.largest.set(bytes.len().max(self.watch.largest.get()));
        if bytes.len() < self.watch.large {
            return Ok(bytes);
        }
        Err(ObjectError::Backend("a large text waits for its turn".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    fn turns() -> Arc<LargeTexts> {
        Arc::new(LargeTexts::new(1))
    }

    fn await_waiting(turns: &LargeTexts, count: usize) {
        while turns.state().waiting.len() != count {
            thread::yield_now();
        }
    }

    #[test]
    fn a_turn_is_given_on_in_the_order_of_arrival() {
        let turns = turns();
        let first = turns.enter(Payer::default(), &Stop::default()).unwrap();
        let (sender, order) = mpsc::channel();
        let waiting: Vec<_> = (0..3)
            .map(|n| {
                let (all, sender) = (turns.clone(), sender.clone());
                let thread = thread::spawn(move || {
                    let turn = all.enter(Payer::default(), &Stop::default()).unwrap();
                    sender.send(n).unwrap();
                    drop(turn);
                });
                await_waiting(&turns, n + 1);
                thread
            })
            .collect();
        assert!(order.try_recv().is_err());
        drop(first);
        waiting.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(order.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(turns.state().taken, 0);
    }

    #[test]
    fn a_payer_with_many_requests_leaves_turns_to_others() {
        let turns = turns();
        let first = turns.enter(Payer::of("many"), &Stop::default()).unwrap();
        let (sender, order) = mpsc::channel();
        let waiting: Vec<_> = ["many", "many", "many", "one", "other", "one"]
            .into_iter()
            .enumerate()
            .map(|(n, name)| {
                let (all, sender) = (turns.clone(), sender.clone());
                let thread = thread::spawn(move || {
                    let turn = all.enter(Payer::of(name), &Stop::default()).unwrap();
                    sender.send(name).unwrap();
                    drop(turn);
                });
                await_waiting(&turns, n + 1);
                thread
            })
            .collect();
        drop(first);
        waiting.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(order.try_iter().collect::<Vec<_>>(), ["one", "other", "many", "one", "many", "many"]);
    }

    #[test]
    fn whoever_is_gone_leaves_the_queue() {
        let turns = turns();
        let first = turns.enter(Payer::default(), &Stop::default()).unwrap();
        let stop = Stop::default();
        let (all, requested) = (turns.clone(), stop.clone());
        let waiting = thread::spawn(move || all.enter(Payer::default(), &requested).map(drop));
        await_waiting(&turns, 1);
        stop.request();
        assert!(matches!(waiting.join().unwrap(), Err(Error::Stopped)));
        assert_eq!(turns.state().waiting.len(), 0);
        drop(first);
        assert!(turns.enter(Payer::default(), &Stop::default()).is_ok());
    }

    #[test]
    fn the_queue_has_an_end() {
        let turns = turns();
        let first = turns.enter(Payer::default(), &Stop::default()).unwrap();
        let enter = || {
            let turns = turns.clone();
            thread::spawn(move || turns.enter(Payer::default(), &Stop::default()).map(drop))
        };
        let waiting: Vec<_> = (0..MOST_OF_PAYER).map(|_| enter()).collect();
        await_waiting(&turns, MOST_OF_PAYER);
        assert!(matches!(turns.enter(Payer::default(), &Stop::default()), Err(Error::Busy(_))));
        assert!(turns.state().has_room(Payer::of("another one")));
        drop(first);
        waiting.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
    }
}
