//! Leases of sources that are read: a process holds a source for a short while, and says so again while it reads.
//!
//! So what a process that died had begun goes on soon, or at once where no other process can hold it. A source that was
//! begun before and did not end is held for longer, as it may be the reason: one that ends the process is not read over
//! and over.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quire_model::openapi_specs::SpecState;
use quire_model::time::Timestamp;
use quire_store::openapi_specs::{self as specs, OpenApiSpec};

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The time for which a process holds a source without saying so again.
const LEASE: Duration = Duration::from_mins(1);
/// The same for a source whose reading did not end before: the longest time for which a source is held.
pub(super) const LONGEST: Duration = Duration::from_mins(10);
/// The pause before a process says again that it holds a source.
const RENEWAL: Duration = Duration::from_secs(15);

/// Returns the row of a source that a process takes now.
pub(super) fn taken(spec: OpenApiSpec, now: Timestamp) -> OpenApiSpec {
    let lease = if spec.state == SpecState::Progress { LONGEST } else { LEASE };
    OpenApiSpec { state: SpecState::Progress, next_at: Some(now.plus(lease)), ..spec }
}

/// Returns true if a row is still that of the process that took it.
pub(super) fn is_held(found: &OpenApiSpec, begun: &OpenApiSpec) -> bool {
    (found.requests, found.next_at) == (begun.requests, begun.next_at)
}

impl App {
    /// Makes the sources due that a process held when it died. It is for a process that alone can hold sources, before it
    /// takes any. Returns the number of them.
    pub fn release_openapi_specs(&self) -> Result<u64, Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| Ok(specs::release(change.tx, now, now.plus(LEASE))?))
    }

    /// Does work on a source, which this process holds meanwhile. Returns the row as it is held in the end.
    pub(super) fn while_held<T>(&self, begun: &OpenApiSpec, work: impl FnOnce(&OpenApiSpec) -> T) -> (OpenApiSpec, T) {
        let mut held = begun.clone();
        let (working, done) = mpsc::channel::<()>();
        let out = thread::scope(|scope| {
            let held = &mut held;
            let renewal = thread::Builder::new().name("openapi-lease".to_owned());
            // Without the thread the source is held for the first lease.
            let renewal = renewal.spawn_scoped(scope, move || {
                while matches!(done.recv_timeout(RENEWAL), Err(RecvTimeoutError::Timeout)) {
                    match self.hold_on(held) {
                        Ok(Some(longer)) => *held = longer,
                        Ok(None) => return,
                        Err(e) => tracing::warn!(error = &e as &dyn std::error::Error, "a source can't be held on to"),
                    }
                }
            });
            if let Err(error) = renewal {
                tracing::warn!(%error, "a thread that holds a source can't be started");
            }
            let out = work(begun);
            drop(working);
            out
        });
        (held, out)
    }

    /// Holds a source for longer; `None` if this process does not hold it any more.
    fn hold_on(&self, held: &OpenApiSpec) -> Result<Option<OpenApiSpec>, Error> {
        let until = self.now().plus(LEASE);
        self.write(&Caller::operator(), |change| {
            let found = specs::get(change.tx, held.organization, held.id)?.filter(|found| is_held(found, held));
            let Some(found) = found else { return Ok(None) };
            let longer = OpenApiSpec { next_at: found.next_at.max(Some(until)), ..found };
            specs::update(change.tx, &longer)?;
            Ok(Some(longer))
        })
    }
}
