//! Time that tests move, randomness that is the same each time, and mail that stays here.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use quire_app::ambient::{Clock, Entropy};
use quire_app::sign_in::Mail;
use quire_jobs::mail::{MailError, Mailer};
use quire_model::time::Timestamp;

/// A clock that stands still until it is moved.
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
    /// Lets time pass.
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

/// The hashes of 0, 1, 2, …
#[derive(Default)]
pub struct FakeEntropy {
    drawn: AtomicU64,
}

impl Entropy for FakeEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        let draw = self.drawn.fetch_add(1, Ordering::SeqCst);
        blake3::Hasher::new().update(&draw.to_be_bytes()).finalize_xof().fill(bytes);
    }
}

/// Keeps the mails that were sent.
#[derive(Default)]
pub struct FakeMailer {
    sent: Mutex<Vec<Mail>>,
    away: AtomicBool,
}

impl FakeMailer {
    /// The mails that were sent since this was asked last.
    pub fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    /// Whether the mail server is away from now on.
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

/// 1, 2, 3, …
pub(crate) fn numbers() -> impl Fn() -> u128 + Send + Sync {
    let next = AtomicU64::new(0);
    move || u128::from(next.fetch_add(1, Ordering::SeqCst)) + 1
}
