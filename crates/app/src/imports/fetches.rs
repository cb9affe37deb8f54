//! Fetches of an import from other servers: each answer is noted, so that a second run does not ask again.
//!
//! The bytes are kept as blobs; failures that will not be otherwise the next time are noted too. Requests are paced, a host
//! that keeps failing is left alone, and all of it has a deadline.

use std::collections::HashMap;
use std::io::{Seek as _, Write as _};
use std::time::Duration;

use percent_encoding::percent_decode_str;
use quire_content::hash::Hash;
use quire_model::time::Timestamp;
use quire_sources::fetch::{Failure, Fetch, Fetched, Found};
use quire_store::import_fetches::{self as store, ImportFetch};
use quire_store::imports::Import;
use quire_store::{blobs, imports};
use url::Url;

use super::LEASE;
use super::watch::Watch;
use crate::App;
use crate::callers::Caller;
use crate::core::ambient::{Lost, Received};
use crate::core::errors::Error;

/// The time within which everything must be fetched.
const PATIENCE: Duration = Duration::from_hours(2);

/// The number of times that a host may fail in a row.
const MOST_FAILURES: usize = 5;

/// The files of other servers, as one import sees them.
pub(super) struct Fetches<'a, 'w> {
    app: &'a App,
    import: &'a Import,
    watch: &'a mut Watch<'w>,
    interval: Duration,
    last: Option<Timestamp>,
    until: Timestamp,
    failures: HashMap<String, usize>,
    /// An error of this server, which ends the import.
    pub(super) fault: Option<Error>,
}

/// How an address is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum As {
    Anybody,
    Owner,
}

impl<'a, 'w> Fetches<'a, 'w> {
    pub(super) fn new(app: &'a App, import: &'a Import, watch: &'a mut Watch<'w>) -> Self {
        let until = app.now().plus(PATIENCE);
        Self { app, import, watch, interval: Duration::ZERO, last: None, until, failures: HashMap::new(), fault: None }
    }

    /// Returns the answer of an address: the noted one, or that of the server, which is noted.
    fn answer(&mut self, address: &Url, most: u64, asked: As) -> Result<Fetched, Failure> {
        let key = match asked {
            As::Anybody => Hash::of(address.as_str().as_bytes()),
            As::Owner => Hash::of(format!("owner {address}").as_bytes()),
        };
        match self.noted(key) {
            Ok(Some(answer)) => return answer,
            Ok(None) => {}
            Err(e) => return Err(self.fail(e)),
        }
        self.watch.go_on().map_err(|_| Failure::Stopped)?;
        let host = address.host_str().unwrap_or_default().to_owned();
        if self.failures.get(&host).is_some_and(|count| *count >= MOST_FAILURES) {
            return Err(Failure::Unavailable(format!("{host} keeps failing")));
        }
        self.wait()?;
        let found = self.ask(address, most, asked);
        self.last = Some(self.app.now());
        let found = match found {
            Err(Lost::Unavailable(reason)) => {
                *self.failures.entry(host).or_default() += 1;
                return Err(Failure::Unavailable(reason));
            }
            Err(Lost::Status(status @ 500..)) => return Err(Failure::Status(status)),
            Err(Lost::Status(status)) => Err(Failure::Status(status)),
            Err(lost @ (Lost::Address(_) | Lost::TooLarge(_))) => Err(Failure::Refused(lost.to_string())),
            Ok(found) => Ok(found),
        };
        self.failures.remove(&host);
        self.note(key, found.as_ref()).map_err(|e| self.fail(e))?;
        found
    }

    fn fail(&mut self, error: Error) -> Failure {
        if !matches!(error, Error::Stopped) {
            self.fault = Some(error);
        }
        Failure::Stopped
    }

    /// Waits until the next request may be sent.
    fn wait(&self) -> Result<(), Failure> {
        let now = self.app.now();
        if now > self.until {
            return Err(Failure::Late);
        }
        let since = self.last.map_or(i64::MAX, |last| now.0.saturating_sub(last.0));
        let interval = i64::try_from(self.interval.as_millis()).unwrap_or(i64::MAX);
        if let Ok(left @ 1..) = u64::try_from(interval.saturating_sub(since)) {
            self.app.inner.ambient.web.pause(Duration::from_millis(left));
        }
        Ok(())
    }

    fn ask(&mut self, address: &Url, most: u64, asked: As) -> Result<Fetched, Lost> {
        let web = &*self.app.inner.ambient.web;
        let mut bytes = Vec::new();
        let (answered, content_type) = match (asked, &self.import.secret) {
            (As::Owner, Some(token)) => {
                bytes = web.ask(address.as_str(), token, most)?;
                (address.clone(), None)
            }
            _ => {
                let stop = self.watch.stop().clone();
                let received = web.get(address.as_str(), most, &mut |chunk| {
                    bytes.extend_from_slice(chunk);
                    if stop.is_requested() { Err("stopped".to_owned()) } else { Ok(()) }
                })?;
                let answered = Url::parse(&received.address).map_err(|e| Lost::Address(e.to_string()))?;
                (answered, received.content_type)
            }
        };
        self.watch.received(bytes.len() as u64);
        Ok(Fetched { address: answered, content_type, bytes })
    }

    /// Returns the answer that is noted under a key.
    fn noted(&self, key: Hash) -> Result<Option<Result<Fetched, Failure>>, Error> {
        let (organization, id) = (self.import.organization, self.import.id);
        let row = self.app.inner.db.read_single(|tx| Ok::<_, Error>(store::get(tx, organization, id, key)?))?;
        let Some(row) = row else { return Ok(None) };
        let Some(blob) = row.body else {
            let failure = row.failure.unwrap_or_default();
            let status = failure.strip_prefix("status ").and_then(|status| status.parse().ok());
            return Ok(Some(Err(status.map_or(Failure::Refused(failure), Failure::Status))));
        };
        let bytes = std::fs::read(self.app.inner.blobs.path(blob)).map_err(|e| Error::internal("reading a file", e))?;
        let address = Url::parse(&row.answered).map_err(|e| Error::internal("reading an address", e))?;
        Ok(Some(Ok(Fetched { address, content_type: row.content_type, bytes })))
    }

    fn note(&mut self, key: Hash, found: Result<&Fetched, &Failure>) -> Result<(), Error> {
        let Import { organization, id, space, .. } = *self.import;
        let now = self.app.now();
        let stored = match found {
            Ok(fetched) => {
                let stored = self.app.inner.blobs.put(&mut &*fetched.bytes, u64::MAX, now);
                Some(stored.map_err(|e| Error::internal("storing a file", e))?)
            }
            Err(_) => None,
        };
        let failure = found.err().map(|failure| match failure {
            Failure::Status(status) => format!("status {status}"),
            other => other.to_string(),
        });
        let row = ImportFetch {
            organization,
            space,
            import: id,
            address: key,
            answered: found.map_or_else(|_| String::new(), |fetched| fetched.address.to_string()),
            content_type: found.ok().and_then(|fetched| fetched.content_type.clone()),
            body: stored.as_ref().map(|stored| stored.hash),
            size: stored.as_ref().map_or(0, |stored| i64::try_from(stored.size).unwrap_or(i64::MAX)),
            failure,
        };
        let at = self.watch.written();
        let is_held = self.app.write(&Caller::operator(), |change| {
            if !imports::progress(change.tx, self.import, at, now.plus(LEASE), now)? {
                return Ok(false);
            }
            if let Some(stored) = &stored {
                blobs::insert(change.tx, organization, stored.hash, stored.size)?;
            }
            store::insert(change.tx, &row)?;
            Ok(true)
        })?;
        if !is_held {
            self.watch.stop().request();
            return Err(Error::Stopped);
        }
        Ok(())
    }
}

impl Fetch for Fetches<'_, '_> {
    fn get(&mut self, address: &Url, most: u64) -> Result<Fetched, Failure> {
        self.answer(address, most, As::Anybody)
    }

    fn ask(&mut self, address: &Url, most: u64) -> Result<Fetched, Failure> {
        self.answer(address, most, As::Owner)
    }

    fn pace(&mut self, interval: Duration) {
        self.interval = interval;
    }

    fn tell(&mut self, found: Found) -> Result<(), Failure> {
        self.watch.found(found);
        self.watch.go_on().map_err(|_| Failure::Stopped)
    }
}

impl App {
    /// Fetches the file of an import that is at an address, and notes it as the input. Returns the import with it.
    pub(super) fn fetch_input(&self, import: &Import, address: &str, watch: &mut Watch<'_>) -> Result<Import, Error> {
        let most = self.options().max_upload_bytes;
        watch.step(quire_model::imports::ImportStage::Fetching, 0, 1);
        let mut file = tempfile::tempfile_in(self.scratch()?).map_err(|e| Error::internal("making a file", e))?;
        let mut is_full = false;
        let received = self.inner.ambient.web.get(address, most, &mut |chunk| {
            watch.received(chunk.len() as u64);
            watch.step(quire_model::imports::ImportStage::Fetching, 0, 1);
            watch.go_on().map_err(|_| "stopped".to_owned())?;
            is_full = file.write_all(chunk).is_err();
            if is_full { Err("it can't be stored".to_owned()) } else { Ok(()) }
        });
        watch.go_on()?;
        if is_full {
            return Err(Error::internal("fetching a file", "the scratch directory can't be written"));
        }
        let Received { name, .. } = received.map_err(|lost| Error::Invalid(format!("url: {lost}")))?;
        file.rewind().map_err(|e| Error::internal("reading a file", e))?;
        let now = self.now();
        let stored =
            self.inner.blobs.put(&mut file, u64::MAX, now).map_err(|e| Error::internal("storing a file", e))?;
        let name = percent_decode_str(&name).decode_utf8_lossy().into_owned();
        self.write(&Caller::operator(), |change| {
            let held = |it: &Import| it.hold == import.hold && it.ended_at.is_none();
            let Some(row) = imports::get(change.tx, import.organization, import.id)?.filter(held) else {
                return Err(Error::Stopped);
            };
            blobs::insert(change.tx, row.organization, stored.hash, stored.size)?;
            let row = Import { input: Some(stored.hash), name: name.clone(), held_until: now.plus(LEASE), ..row };
            imports::update(change.tx, &row)?;
            Ok(row)
        })
    }
}
