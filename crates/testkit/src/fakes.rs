//! Time that tests move, and randomness that is the same each time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use quire_app::ambient::{Clock, Entropy};
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

/// 1, 2, 3, …
pub(crate) fn numbers() -> impl Fn() -> u128 + Send + Sync {
    let next = AtomicU64::new(0);
    move || u128::from(next.fetch_add(1, Ordering::SeqCst)) + 1
}
