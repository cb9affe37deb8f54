//! Publications under domain names, for callers that may block: TXT records, and small files.

use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use crate::blocking::run;
use crate::dns::Resolver;
use crate::{Error, Fetcher, Options, trust};
use futures_util::TryStreamExt as _;

/// The maximum size of a file, in bytes.
const LARGEST: u64 = 16 * 1024;
/// The time limit of a file, from the first name lookup to the last byte.
const TIME: Duration = Duration::from_secs(5);

/// A blocking client for texts and files that are published under names. It follows no redirects, and connects only to
/// public addresses unless the installation allows others.
#[derive(Debug)]
pub struct Publications {
    resolver: Resolver,
    allow_private_addresses: bool,
    fetcher: OnceLock<Fetcher>,
}

impl Publications {
    /// Returns a client that uses this resolver.
    pub fn new(resolver: Resolver, allow_private_addresses: bool) -> Self {
        Self { resolver, allow_private_addresses, fetcher: OnceLock::new() }
    }

    /// Returns the texts of a name's TXT records. `numbers` yields unpredictable numbers.
    ///
    /// # Errors
    /// No server gave a valid response.
    pub fn texts(&self, name: &str, mut numbers: impl FnMut() -> u16) -> Result<Vec<String>, Error> {
        run(self.resolver.texts(name, &mut numbers))
    }

    /// Returns the text of a file of at most 16 KiB.
    ///
    /// # Errors
    /// The file can't be fetched, or is too large.
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
