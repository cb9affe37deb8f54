//! Time and randomness, which come in from the edge.

use std::sync::Mutex;

use quire_content::id::Uid;
use quire_model::time::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
}

/// Gives bytes that nobody can guess.
pub trait Entropy: Send + Sync {
    /// Fills `bytes`.
    fn fill(&self, bytes: &mut [u8]);
}

/// Where time and randomness come from.
pub struct Ambient {
    /// The time.
    pub clock: Box<dyn Clock>,
    /// The randomness.
    pub entropy: Box<dyn Entropy>,
}

impl Ambient {
    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn random<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.entropy.fill(&mut bytes);
        bytes
    }
}

/// Makes identifiers: UUIDs of version 7 (RFC 9562), each greater than the one before it in this process.
#[derive(Default)]
pub(crate) struct Ids {
    last: Mutex<(u64, u16)>,
}

/// The counter has 12 bits: the UUID's `rand_a`.
const COUNTER_END: u16 = 1 << 12;

impl Ids {
    pub(crate) fn next(&self, ambient: &Ambient) -> Uid {
        let now = ambient.now().0.max(0).unsigned_abs();
        let (millis, counter) = {
            let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            *last = match *last {
                (millis, _) if now > millis => (now, 0),
                (millis, counter) if counter + 1 == COUNTER_END => (millis + 1, 0),
                (millis, counter) => (millis, counter + 1),
            };
            *last
        };
        let mut random: [u8; 10] = ambient.random();
        random[..2].copy_from_slice(&counter.to_be_bytes());
        Uid(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Timestamp {
            Timestamp(1_800_000_000_000)
        }
    }

    impl Entropy for Still {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(0xff);
        }
    }

    #[test]
    fn identifiers_grow_even_when_time_stands_still() {
        let ambient = Ambient { clock: Box::new(Still), entropy: Box::new(Still) };
        let ids = Ids::default();
        let made: Vec<Uid> = (0..10_000).map(|_| ids.next(&ambient)).collect();
        assert!(made.is_sorted_by(|a, b| a < b));
    }
}
