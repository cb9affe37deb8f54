//! External inputs, supplied by the binary or by tests: time, randomness, DNS records and files of other hosts.

use std::sync::Mutex;
use std::time::Duration;

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

/// Access to files of other servers, at addresses that callers supply.
///
/// Only public addresses are asked, unless the installation allows others, and redirects are checked alike. What arrives
/// comes from strangers: it is bounded in size and time but otherwise untrusted.
pub trait Web: Send + Sync {
    /// Receives the file at an address, of at most `most` bytes, chunk by chunk. What `take` returns as an error ends the
    /// transfer, and is the reason of the failure.
    fn get(
        &self,
        address: &str,
        most: u64,
        take: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<Received, Lost>;

    /// Returns the answer of an API at an address, of at most `most` bytes, to the owner of a token. Redirects are not
    /// followed, so that the token reaches no other server.
    fn ask(&self, address: &str, token: &str, most: u64) -> Result<Vec<u8>, Lost>;

    /// Waits, so that another server gets its requests at a pace that it can bear.
    fn pause(&self, time: Duration);
}

/// The head of a file that was received.
#[derive(Debug, Clone)]
pub struct Received {
    /// The address after all redirects.
    pub address: String,
    /// The last segment of that address, percent-encoded.
    pub name: String,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
}

/// A file that was not received. The texts are for whoever supplied the address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    /// The address can't be asked, for this reason.
    #[error("{0}")]
    Address(String),
    /// The server answered with this status, which is no success.
    #[error("the server answered {0}")]
    Status(u16),
    /// The file has more than the given number of bytes.
    #[error("the file is larger than {0} bytes")]
    TooLarge(u64),
    /// The server can't be reached, broke off or takes too long.
    #[error("{0}")]
    Unavailable(String),
}

/// The external inputs of the application.
pub struct Ambient {
    /// The source of time.
    pub clock: Box<dyn Clock>,
    /// The source of randomness.
    pub entropy: Box<dyn Entropy>,
    /// The source of DNS records and files.
    pub names: Box<dyn Names>,
    /// The source of files of other servers.
    pub web: Box<dyn Web>,
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

    impl Web for Still {
        fn get(&self, _: &str, _: u64, _: &mut dyn FnMut(&[u8]) -> Result<(), String>) -> Result<Received, Lost> {
            Err(Lost::Unavailable("there is no network".to_owned()))
        }

        fn ask(&self, _: &str, _: &str, _: u64) -> Result<Vec<u8>, Lost> {
            Err(Lost::Unavailable("there is no network".to_owned()))
        }

        fn pause(&self, _: Duration) {}
    }

    #[test]
    fn random_identifiers_say_that_they_are() {
        let ambient =
            Ambient { clock: Box::new(Still), entropy: Box::new(Still), names: Box::new(Still), web: Box::new(Still) };
        let Uid(bytes) = ambient.random_id();
        assert_eq!((bytes[6], bytes[8]), (0x4f, 0xbf));
        assert!(bytes.iter().enumerate().all(|(at, byte)| matches!(at, 6 | 8) || *byte == 0xff));
    }

    #[test]
    fn identifiers_grow_even_when_time_stands_still() {
        let ambient =
            Ambient { clock: Box::new(Still), entropy: Box::new(Still), names: Box::new(Still), web: Box::new(Still) };
        let ids = Ids::default();
        let made: Vec<Uid> = (0..10_000).map(|_| ids.next(&ambient)).collect();
        assert!(made.is_sorted_by(|a, b| a < b));
    }
}
