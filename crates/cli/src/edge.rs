//! The real clock and the real randomness.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use quire_app::ambient::{Ambient, Clock, Entropy};
use quire_model::time::Timestamp;

/// The system's clock.
struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the edge where time comes in")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(since.as_millis().try_into().unwrap_or(i64::MAX))
    }
}

/// The operating system's randomness.
struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(clippy::disallowed_methods, reason = "this is the edge where randomness comes in")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives randomness");
    }
}

/// Time and randomness as they are.
pub(crate) fn ambient() -> Ambient {
    Ambient { clock: Box::new(SystemClock), entropy: Box::new(SystemEntropy) }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemClock.now().0
}

/// Numbers for the names of requests: no two are equal, and those of two processes are very unlikely to be.
pub(crate) fn request_numbers() -> impl Fn() -> u128 + Send + Sync {
    let mut bytes = [0; 16];
    SystemEntropy.fill(&mut bytes);
    let first = u128::from_be_bytes(bytes);
    let drawn = AtomicU64::new(0);
    move || first.wrapping_add(u128::from(drawn.fetch_add(1, Ordering::Relaxed)))
}
