//! Turns for requests that work with large texts.
//!
//! A text of a few megabytes takes a hundred times its size while it is parsed, evaluated and rendered. Its budget
//! bounds the memory for one text; this module bounds how many are processed at the same time. A request takes a turn
//! when it comes to its first large text and keeps it until its work ends, so no request waits for a second turn while
//! it has one. Requests for small texts never wait.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quire_content::stop::Stop;

use crate::App;
use crate::core::errors::Error;

/// The size from which a text is large, in bytes.
const LARGE: usize = 32 * 1024;

/// The maximum number of requests waiting for a turn. Each blocks a thread.
const MOST_WAITING: usize = 16;

/// The interval at which a waiting request checks if it was stopped.
const LOOK: Duration = Duration::from_millis(20);

/// The turns of a process.
pub(crate) struct LargeTexts {
    turns: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    taken: usize,
    /// The tickets of waiting requests, in order of arrival.
    waiting: VecDeque<u64>,
    tickets: u64,
}

/// A turn for work with large texts, given back when this is dropped.
pub struct Turn(Arc<LargeTexts>);

impl LargeTexts {
    pub(crate) fn new(turns: usize) -> Self {
        Self { turns, state: Mutex::default(), freed: Condvar::new() }
    }

    /// Waits for a turn, in order of arrival.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if too many requests wait already, and [`Error::Stopped`] once the stop is requested.
    pub(crate) fn enter(self: &Arc<Self>, stop: &Stop) -> Result<Turn, Error> {
        let mut state = self.state();
        if state.waiting.len() >= MOST_WAITING {
            return Err(Error::Busy("large texts"));
        }
        let ticket = state.tickets;
        state.tickets += 1;
        state.waiting.push_back(ticket);
        while state.taken >= self.turns || state.waiting.front() != Some(&ticket) {
            if stop.is_requested() {
                state.waiting.retain(|other| *other != ticket);
                self.freed.notify_all();
                return Err(Error::Stopped);
            }
            state = self.freed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.pop_front();
        state.taken += 1;
        drop(state);
        self.freed.notify_all();
        Ok(Turn(self.clone()))
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
    /// [`Error::Busy`] if too many requests wait already, and [`Error::Stopped`] once the stop is requested.
    pub fn expect_text(&self, bytes: usize) -> Result<(), Error> {
        let Some(turn) = self.turn.as_ref().filter(|turn| bytes >= LARGE && turn.get().is_none()) else {
            return Ok(());
        };
        let taken = self.inner.large_texts.enter(&self.stop)?;
        // Only one thread works on a request, so the turn is not set yet.
        let _ = turn.set(taken);
        Ok(())
    }

    /// Takes all turns of large texts until the result is dropped. For tests of which requests wait for each other.
    #[doc(hidden)]
    pub fn hold_large_texts(&self) -> Result<Vec<Turn>, Error> {
        let turns = &self.inner.large_texts;
        (0..turns.turns).map(|_| turns.enter(&Stop::default())).collect()
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
        let first = turns.enter(&Stop::default()).unwrap();
        let (sender, order) = mpsc::channel();
        let waiting: Vec<_> = (0..3)
            .map(|n| {
                let (all, sender) = (turns.clone(), sender.clone());
                let thread = thread::spawn(move || {
                    let turn = all.enter(&Stop::default()).unwrap();
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
    fn whoever_is_gone_leaves_the_queue() {
        let turns = turns();
        let first = turns.enter(&Stop::default()).unwrap();
        let stop = Stop::default();
        let (all, requested) = (turns.clone(), stop.clone());
        let waiting = thread::spawn(move || all.enter(&requested).map(drop));
        await_waiting(&turns, 1);
        stop.request();
        assert!(matches!(waiting.join().unwrap(), Err(Error::Stopped)));
        assert_eq!(turns.state().waiting.len(), 0);
        drop(first);
        assert!(turns.enter(&Stop::default()).is_ok());
    }

    #[test]
    fn the_queue_has_an_end() {
        let turns = turns();
        let first = turns.enter(&Stop::default()).unwrap();
        let enter = || {
            let turns = turns.clone();
            thread::spawn(move || turns.enter(&Stop::default()).map(drop))
        };
        let waiting: Vec<_> = (0..MOST_WAITING).map(|_| enter()).collect();
        await_waiting(&turns, MOST_WAITING);
        assert!(matches!(turns.enter(&Stop::default()), Err(Error::Busy(_))));
        drop(first);
        waiting.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
    }
}
