//! The real clock, the real randomness and the real network of names.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use quire_app::ambient::{Ambient, Clock, Entropy, Names, Unreachable};
use quire_fetch::dns::Resolver;
use quire_fetch::names::Publications;
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

/// Records and files that others publish, as this machine sees them.
struct SystemNames(Publications);

impl Names for SystemNames {
    fn texts(&self, name: &str) -> Result<Vec<String>, Unreachable> {
        let number = || {
            let mut bytes = [0; 2];
            SystemEntropy.fill(&mut bytes);
            u16::from_be_bytes(bytes)
        };
        self.0.texts(name, number).map_err(|e| Unreachable(e.to_string()))
    }

    fn file(&self, address: &str) -> Result<String, Unreachable> {
        self.0.file(address).map_err(|e| Unreachable(e.to_string()))
    }
}

/// The file in which the system lists its name servers.
const RESOLV_CONF: &str = "/etc/resolv.conf";

/// Time, randomness and names as they are; names are asked of these servers, or of those that the system knows.
pub(crate) fn ambient(servers: &[SocketAddr], allow_private_addresses: bool) -> Ambient {
    let resolver = match servers {
        [] => Resolver::of_file(&std::fs::read_to_string(RESOLV_CONF).unwrap_or_default()),
        servers => Resolver::new(servers),
    };
    let names = SystemNames(Publications::new(resolver, allow_private_addresses));
    Ambient { clock: Box::new(SystemClock), entropy: Box::new(SystemEntropy), names: Box::new(names) }
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
