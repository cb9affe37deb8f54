//! A clock that tests advance, deterministic randomness, and mail that is kept in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quire_app::accounts::sign_in::Mail;
use quire_app::core::ambient::{Clock, Entropy, Names, Unreachable};
use quire_jobs::mail::{MailError, Mailer};
use quire_model::time::Timestamp;

/// A clock that stands still until a test advances it.
#[derive(Clone)]
pub struct FakeClock {
    now: Arc<AtomicI64>,
}

impl Default for FakeClock {
    fn default() -> Self {
        Self { now: Arc::new(AtomicI64::new(1_800_000_000_000)) }
    }
}

impl FakeClock {
    /// Advances the clock by `span`.
    pub fn pass(&self, span: Duration) {
        let millis = i64::try_from(span.as_millis()).unwrap();
        self.now.fetch_add(millis, Ordering::SeqCst);
    }

    pub(crate) fn seconds(&self) -> i64 {
        self.now().seconds()
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }
}

/// A deterministic source: BLAKE3 hashes of 0, 1, 2, …
#[derive(Default)]
pub struct FakeEntropy {
    drawn: AtomicU64,
}

impl FakeEntropy {
    /// Another sequence, that of another process.
    pub fn of_another_process() -> Self {
        Self { drawn: AtomicU64::new(1 << 32) }
    }
}

impl Entropy for FakeEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        let draw = self.drawn.fetch_add(1, Ordering::SeqCst);
        blake3::Hasher::new().update(&draw.to_be_bytes()).finalize_xof().fill(bytes);
    }
}

/// A mailer that keeps the mails in memory.
#[derive(Default)]
pub struct FakeMailer {
    sent: Mutex<Vec<Mail>>,
    away: AtomicBool,
}

impl FakeMailer {
    /// Returns the mails sent since the last call.
    pub fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    /// Makes the mail server unavailable, or available again.
    pub fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::SeqCst);
    }
}

impl Mailer for FakeMailer {
    fn send(&self, mail: &Mail) -> Result<(), MailError> {
        if self.away.load(Ordering::SeqCst) {
            return Err(MailError::Unavailable("it is away".into()));
        }
        self.sent.lock().unwrap().push(mail.clone());
        Ok(())
    }
}

/// A fake of publications under names, with the content that a test sets.
#[derive(Clone, Default)]
pub struct FakeNames {
    published: Arc<Mutex<Published>>,
}

#[derive(Default)]
struct Published {
    texts: BTreeMap<String, Vec<String>>,
    files: BTreeMap<String, String>,
    asked: Vec<String>,
}

impl FakeNames {
    /// Adds a TXT record with this text to a name.
    pub fn publish_text(&self, name: &str, text: &str) {
        let mut published = self.published.lock().unwrap();
        published.texts.entry(name.to_owned()).or_default().push(text.to_owned());
    }

    /// Publishes a file at an address.
    pub fn publish_file(&self, address: &str, content: &str) {
        self.published.lock().unwrap().files.insert(address.to_owned(), content.to_owned());
    }

    /// Returns the names and addresses that were looked up since the last call.
    pub fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut self.published.lock().unwrap().asked)
    }
}

impl Names for FakeNames {
    fn texts(&self, name: &str) -> Result<Vec<String>, Unreachable> {
        let mut published = self.published.lock().unwrap();
        published.asked.push(name.to_owned());
        Ok(published.texts.get(name).cloned().unwrap_or_default())
    }

    fn file(&self, address: &str) -> Result<String, Unreachable> {
        let mut published = self.published.lock().unwrap();
        published.asked.push(address.to_owned());
        published.files.get(address).cloned().ok_or_else(|| Unreachable("there is no such file".to_owned()))
    }
}

/// Returns a generator of 1, 2, 3, …
pub(crate) fn numbers() -> impl Fn() -> u128 + Send + Sync {
    let next = AtomicU64::new(0);
    move || u128::from(next.fetch_add(1, Ordering::SeqCst)) + 1
}
