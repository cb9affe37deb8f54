//! Time, randomness and what others publish under names, which come in from the edge.

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

/// Looks at what others publish under a name.
///
/// What it gives was written by strangers: it is bounded in size, and nothing else is known of it. Each call takes
/// seconds at most.
pub trait Names: Send + Sync {
    /// The texts of the TXT records of a name. A name without any is no error.
    fn texts(&self, name: &str) -> Result<Vec<String>, Unreachable>;
    /// The file at an address, which is small.
    fn file(&self, address: &str) -> Result<String, Unreachable>;
}

/// Nobody answers, or not what could be used. The text is for the log.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(pub String);

/// The sources of time, of randomness, and of what others publish.
pub struct Ambient {
    /// The time.
    pub clock: Box<dyn Clock>,
    /// The randomness.
    pub entropy: Box<dyn Entropy>,
    /// Records and files under names.
    pub names: Box<dyn Names>,
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

impl Ambient {
    /// Returns an identifier that tells nothing, not even when it was made: a UUID of version 4 (RFC 9562).
    pub(crate) fn random_id(&self) -> Uid {
        Uid(uuid::Builder::from_random_bytes(self.random()).into_uuid().into_bytes())
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

    impl Names for Still {
        fn texts(&self, _: &str) -> Result<Vec<String>, Unreachable> {
            Ok(Vec::new())
        }

        fn file(&self, _: &str) -> Result<String, Unreachable> {
            Err(Unreachable("there is no network".to_owned()))
        }
    }

    #[test]
    fn random_identifiers_say_that_they_are() {
        let ambient = Ambient { clock: Box::new(Still), entropy: Box::new(Still), names: Box::new(Still) };
        let Uid(bytes) = ambient.random_id();
        assert_eq!((bytes[6], bytes[8]), (0x4f, 0xbf));
        assert!(bytes.iter().enumerate().all(|(at, byte)| matches!(at, 6 | 8) || *byte == 0xff));
    }

    #[test]
    fn identifiers_grow_even_when_time_stands_still() {
        let ambient = Ambient { clock: Box::new(Still), entropy: Box::new(Still), names: Box::new(Still) };
        let ids = Ids::default();
        let made: Vec<Uid> = (0..10_000).map(|_| ids.next(&ambient)).collect();
        assert!(made.is_sorted_by(|a, b| a < b));
    }
}
