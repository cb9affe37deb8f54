//! External inputs, supplied by the binary or by tests: time, randomness, DNS records and files of other hosts.

use std::sync::Mutex;

use quire_content::id::Uid;
use quire_model::time::Timestamp;

/// The source of time.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Timestamp;
}

/// The source of unpredictable bytes.
pub trait Entropy: Send + Sync {
    /// Fills a buffer with unpredictable bytes.
    fn fill(&self, bytes: &mut [u8]);
}

/// Access to DNS records and files of other hosts.
///
/// The results come from strangers: they are bounded in size but otherwise untrusted. Each call returns within
/// seconds.
pub trait Names: Send + Sync {
    /// Returns the texts of a name's TXT records. A name without any gives an empty list.
    fn texts(&self, name: &str) -> Result<Vec<String>, Unreachable>;
    /// Returns the contents of a small file at an address.
    fn file(&self, address: &str) -> Result<String, Unreachable>;
}

/// A failed lookup. The text is for the log.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unreachable(pub String);

/// The external inputs of the application.
pub struct Ambient {
    /// The source of time.
    pub clock: Box<dyn Clock>,
    /// The source of randomness.
    pub entropy: Box<dyn Entropy>,
    /// The source of DNS records and files.
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
    /// Returns an identifier that reveals nothing, not even its time of creation: a UUID of version 4 (RFC 9562).
    pub(crate) fn random_id(&self) -> Uid {
        Uid(uuid::Builder::from_random_bytes(self.random()).into_uuid().into_bytes())
    }
}

/// A generator of UUIDs of version 7 (RFC 9562), each greater than the one before it in this process.
#[derive(Default)]
pub(crate) struct Ids {
    last: Mutex<(u64, u16)>,
}

/// The bound of the 12-bit counter, the UUID's `rand_a`.
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
