//! The implementations of clock, randomness and name lookups by the operating system and the network.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quire_app::core::ambient::{Ambient, Clock, Entropy, Names, Unreachable};
use quire_fetch::dns::Resolver;
use quire_fetch::names::Publications;
use quire_jobs::web::Web;
use quire_model::time::Timestamp;

/// The clock of the operating system.
struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the edge where time comes in")]
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(since.as_millis().try_into().unwrap_or(i64::MAX))
    }
}

/// The randomness of the operating system.
struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(clippy::disallowed_methods, reason = "this is the edge where randomness comes in")]
    fn fill(&self, bytes: &mut [u8]) {
        getrandom::fill(bytes).expect("the operating system gives randomness");
    }
}

/// Lookups of DNS records and files on the network, for proofs of ownership.
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

/// The file with the system's DNS servers.
const RESOLV_CONF: &str = "/etc/resolv.conf";

/// Returns the real clock, randomness and lookups, which use the given DNS servers or those of the system.
pub(crate) fn ambient(servers: &[SocketAddr], allow_private_addresses: bool) -> Ambient {
    let resolver = match servers {
        [] => Resolver::of_file(&std::fs::read_to_string(RESOLV_CONF).unwrap_or_default()),
        servers => Resolver::new(servers),
    };
    let names = SystemNames(Publications::new(resolver, allow_private_addresses));
    let web = Web::new(allow_private_addresses, wait);
    Ambient {
        clock: Box::new(SystemClock),
        entropy: Box::new(SystemEntropy),
        names: Box::new(names),
        web: Box::new(web),
    }
}

/// Waits for the time between two requests to another server, on a thread that has nothing else to do.
#[expect(clippy::disallowed_methods, reason = "this is the edge where time comes in")]
pub(crate) fn wait(time: Duration) {
    std::thread::sleep(time);
}

/// Returns the milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemClock.now().0
}

/// Returns a generator of request numbers, which are unique in the process and very likely between processes.
pub(crate) fn request_numbers() -> impl Fn() -> u128 + Send + Sync {
    let mut bytes = [0; 16];
    SystemEntropy.fill(&mut bytes);
    let first = u128::from_be_bytes(bytes);
    let drawn = AtomicU64::new(0);
    move || first.wrapping_add(u128::from(drawn.fetch_add(1, Ordering::Relaxed)))
}
