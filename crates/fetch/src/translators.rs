//! Requests to machine translators, for callers that may block.

use std::sync::OnceLock;
use std::time::Duration;

use crate::blocking::run;
use crate::{Answer, Asked, Error, Fetcher, Options, trust};

/// The time limit of a request, from the first name lookup to the last byte: language models take their time.
const TIME: Duration = Duration::from_mins(3);

/// A blocking client for translators. It connects only to public addresses unless the installation allows others, and
/// follows no redirects, so that secrets reach only the address that they were given for.
#[derive(Debug)]
pub struct Translators {
    allow_private_addresses: bool,
    fetcher: OnceLock<Fetcher>,
}

impl Translators {
    /// Returns a client; the certificates of the system are read when it is used first.
    pub fn new(allow_private_addresses: bool) -> Self {
        Self { allow_private_addresses, fetcher: OnceLock::new() }
    }

    /// Sends a body with these headers and returns the response, of at most `most` bytes.
    ///
    /// # Errors
    /// The server can't be reached, is too slow, or its response is too large.
    pub fn post(
        &self,
        address: &str,
        headers: &[(&'static str, String)],
        body: &str,
        most: u64,
    ) -> Result<Answer, Error> {
        let fetcher = self.fetcher.get_or_init(|| {
            let allow_private_addresses = self.allow_private_addresses;
            Fetcher::new(Options { allow_private_addresses, time: TIME, ..Options::default() }, trust())
        });
        run(fetcher.exchange(address, Asked::Post(headers, body), most))
    }
}
