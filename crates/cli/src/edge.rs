//! The real clock and the real randomness.

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

/// A number that nobody can guess.
pub(crate) fn random() -> u128 {
    let mut bytes = [0; 16];
    SystemEntropy.fill(&mut bytes);
    u128::from_be_bytes(bytes)
}
