//! The ends of event logs that somebody follows: however many follow one, its new rows are read once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Weak};

use parking_lot::Mutex;
use quire_model::ids::OrganizationId;
use quire_store::events;

use super::Event;
use crate::App;
use crate::accounts::users::People;
use crate::core::errors::Error;

/// The maximum number of rows of a log that are kept in memory.
const KEPT: usize = 256;
/// The maximum number of rows that one read takes.
const AT_ONCE: i64 = 128;
/// The maximum number of rows that a follower may be behind. Reading the content again costs less than more of them.
pub(super) const MOST_BEHIND: i64 = 2_000;

/// The ends of logs, for as long as somebody follows them.
#[derive(Default)]
pub(crate) struct Tails(Mutex<HashMap<OrganizationId, Weak<Tail>>>);

/// The end of the log of one organization.
pub(super) struct Tail {
    organization: OrganizationId,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The stamp taken before the log was read; `None` before the first read.
    stamp: Option<u64>,
    /// The position of the last row that was read.
    end: i64,
    /// The position after which `events` has everything that clients are told.
    start: i64,
    events: VecDeque<Arc<Event>>,
}

/// A part of a log.
pub(super) struct Part {
    /// The events in it that clients are told of, in order.
    pub(super) events: Vec<Arc<Event>>,
    /// The position of the last row in it.
    pub(super) position: i64,
    /// True if the log goes on.
    pub(super) further: bool,
}

impl Tails {
    /// Returns the end of an organization's log, the same for all who hold it at the time.
    pub(super) fn of(&self, organization: OrganizationId) -> Arc<Tail> {
        let mut tails = self.0.lock();
        if let Some(tail) = tails.get(&organization).and_then(Weak::upgrade) {
            return tail;
        }
        tails.retain(|_, tail| tail.strong_count() > 0);
        let tail = Arc::new(Tail { organization, state: Mutex::default() });
        tails.insert(organization, Arc::downgrade(&tail));
        tail
    }
}

impl Tail {
    /// Returns the position of the last row of the log.
    pub(super) fn end(&self, app: &App) -> Result<i64, Error> {
        let mut state = self.state.lock();
        self.refresh(app, &mut state)?;
        Ok(state.end)
    }

    /// Returns the part of the log after a position; `None` if the log has no such position, or goes on too far from it.
    pub(super) fn after(&self, app: &App, position: i64) -> Result<Option<Part>, Error> {
        let mut state = self.state.lock();
        self.refresh(app, &mut state)?;
        if position > state.end || state.end - position > MOST_BEHIND {
            return Ok(None);
        }
        if position >= state.start {
            let events = state.events.iter().filter(|event| event.sequence > position).cloned().collect();
            return Ok(Some(Part { events, position: state.end, further: false }));
        }
        let end = state.end;
        drop(state);
        let (events, last) = app.log_after(self.organization, position)?;
        Ok(Some(Part { events, position: last, further: last < end }))
    }

    /// Reads what is new in the log.
    fn refresh(&self, app: &App, state: &mut State) -> Result<(), Error> {
        let stamp = app.inner.epochs.stamp();
        if state.stamp.is_some_and(|stamp| app.inner.epochs.fresh(self.organization.0, stamp)) {
            return Ok(());
        }
        let end = app.inner.db.read_single(|tx| Ok::<_, Error>(events::stream(tx, self.organization.0)?))?;
        let end = end.map_or(0, |stream| stream.sequence);
        if state.stamp.is_none() || end < state.end || end - state.end > MOST_BEHIND {
            *state = State { stamp: Some(stamp), end, start: end, events: VecDeque::new() };
            return Ok(());
        }
        while state.end < end {
            let (events, last) = app.log_after(self.organization, state.end)?;
            state.events.extend(events);
            state.end = last;
        }
        while state.events.len() > KEPT {
            let dropped = state.events.pop_front();
            state.start = dropped.map_or(state.start, |event| event.sequence);
        }
        state.stamp = Some(stamp);
        Ok(())
    }
}

impl App {
    /// Reads the rows of a log after a position, some at once. Returns what they say to clients, and the last position.
    fn log_after(&self, organization: OrganizationId, position: i64) -> Result<(Vec<Arc<Event>>, i64), Error> {
        self.inner.db.read(|tx| {
            let rows = events::since(tx, organization.0, position, AT_ONCE)?;
            let Some(last) = rows.last().map(|row| row.sequence) else {
                return Err(Error::internal("reading a log of events", "it ends before its last row"));
            };
            let mut people = People::default();
            let mut events = Vec::new();
            for row in &rows {
                events.extend(self.meaning(tx, organization, row, &mut people)?.map(Arc::new));
            }
            Ok((events, last))
        })
    }
}
