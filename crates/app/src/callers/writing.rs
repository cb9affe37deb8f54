//! Changes: write transactions with their events, and invalidation of caches before they are acknowledged.

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::time::Timestamp;
use quire_store::{Write, events};

use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// A change in progress.
pub(crate) struct Change<'a, 'tx> {
    /// The transaction of the change.
    pub(crate) tx: &'a mut Write<'tx>,
    app: &'a App,
    caller: &'a Caller,
    touched: &'a mut Vec<Uid>,
}

impl App {
    /// Runs `change` in a write transaction. It may run more than once, so it must have no other effect. It does not
    /// run if the stop was requested.
    pub(crate) fn write<T>(
        &self,
        caller: &Caller,
        mut change: impl FnMut(&mut Change<'_, '_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut touched = Vec::new();
        let outcome = self.inner.db.write(|tx| {
            self.go_on()?;
            change(&mut Change { tx, app: self, caller, touched: &mut touched })
        });
        // Also after a failure: the commit may have happened although its answer was lost.
        for scope in &touched {
            self.inner.epochs.touch(*scope);
        }
        self.inner.search.wake(&touched);
        self.inner.commits.tell(&touched);
        outcome
    }
}

impl Change<'_, '_> {
    /// Records an event in `stream` about `subject`.
    pub(crate) fn record(
        &mut self,
        stream: Uid,
        kind: EventKind,
        subject: Uid,
        detail: &serde_json::Value,
    ) -> Result<(), Error> {
        let at = self.app.now();
        let detail = detail.to_string();
        let event = events::Event { stream, at, actor: self.caller.user(), kind, subject, detail };
        events::append(self.tx, &event)?;
        self.touch(stream);
        Ok(())
    }

    /// Returns the caller who makes the change.
    pub(crate) fn caller(&self) -> &Caller {
        self.caller
    }

    /// Returns the time of the change.
    pub(crate) fn now(&self) -> Timestamp {
        self.app.now()
    }

    /// Returns a new identifier, for a row that only this run of the change writes.
    pub(crate) fn fresh_id(&self) -> Uid {
        self.app.fresh_id()
    }

    /// Returns true if the server sends mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.app.options().sends_mail
    }

    /// Marks cached facts about `scope` as changed.
    pub(crate) fn touch(&mut self, scope: Uid) {
        if !self.touched.contains(&scope) {
            self.touched.push(scope);
        }
    }
}
