//! What others publish under a name, for callers that may block: texts of DNS records, and small files.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use tokio::runtime::{Builder, Runtime};

use crate::dns::Resolver;
use crate::{Error, Fetcher, Options, trust};

/// The largest file, in bytes.
const LARGEST: u64 = 16 * 1024;
/// How long a file may take from the first name to the last byte.
const TIME: Duration = Duration::from_secs(5);

/// Looks at what is published under names. Neither redirects nor addresses that are not public are followed, unless the
/// installation allows the latter.
#[derive(Debug)]
pub struct Publications {
    resolver: Resolver,
    allow_private_addresses: bool,
    fetcher: OnceLock<Fetcher>,
}

impl Publications {
    /// Looks with this resolver.
    pub fn new(resolver: Resolver, allow_private_addresses: bool) -> Self {
        Self { resolver, allow_private_addresses, fetcher: OnceLock::new() }
    }

    /// The texts of the records of a name. `numbers` gives numbers that nobody can guess.
    ///
    /// # Errors
    /// No server answers with what could be read.
    pub fn texts(&self, name: &str, mut numbers: impl FnMut() -> u16) -> Result<Vec<String>, Error> {
        run(self.resolver.texts(name, &mut numbers))
    }

    /// The text of a file of at most 16 KiB.
    ///
    /// # Errors
    /// It can't be fetched, or is too large.
    pub fn file(&self, address: &str) -> Result<String, Error> {
        let fetcher = self.fetcher.get_or_init(|| {
            let options = Options { allow_private_addresses: self.allow_private_addresses, redirects: 0, time: TIME };
            Fetcher::new(options, trust())
        });
        run(async {
            let fetched = fetcher.get(address, LARGEST).await?;
            let chunks: Result<Vec<_>, io::Error> = fetched.into_bytes().try_collect().await;
            let bytes = chunks.map_err(|e| Error::Broken(e.to_string()))?.concat();
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        })
    }
}

/// Runs something on this thread. A lookup of a host by the operating system that takes longer than its bound goes on
/// behind it and is forgotten.
fn run<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let runtime: Runtime =
        Builder::new_current_thread().enable_all().build().map_err(|e| Error::Broken(e.to_string()))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}
