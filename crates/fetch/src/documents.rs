//! Documents of other servers as a whole, for callers that may block, unless the caller has them already.

use std::sync::OnceLock;
use std::time::Duration;

use futures_util::StreamExt as _;
use tokio::time::timeout;

use crate::blocking::run;
use crate::{Answer, Asked, Error, Fetched, Fetcher, Options, trust};

/// The time limit of a document, from the first name lookup to the last byte.
const TIME: Duration = Duration::from_mins(1);

/// The time limit of a file that may be large.
const LONG: Duration = Duration::from_mins(10);

/// A document that was fetched.
#[derive(Debug)]
pub struct Document {
    /// The address after all redirects.
    pub address: String,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
    /// The entity tag, as the server states it.
    pub entity_tag: Option<String>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A blocking client for documents. It connects only to public addresses unless the installation allows others.
#[derive(Debug)]
pub struct Documents {
    allow_private_addresses: bool,
    time: Duration,
    fetcher: OnceLock<Fetcher>,
}

/// The head of a file whose bytes were received.
#[derive(Debug)]
pub struct Downloaded {
    /// The address after all redirects.
    pub address: String,
    /// The last segment of that address, percent-encoded.
    pub name: String,
    /// The media type, as the server states it.
    pub content_type: Option<String>,
}

impl Documents {
    /// Returns a client; the certificates of the system are read when it is used first.
    pub fn new(allow_private_addresses: bool) -> Self {
        Self { allow_private_addresses, time: TIME, fetcher: OnceLock::new() }
    }

    /// Returns a client for files that may be large.
    pub fn of_large_files(allow_private_addresses: bool) -> Self {
        Self { allow_private_addresses, time: LONG, fetcher: OnceLock::new() }
    }

    fn fetcher(&self) -> &Fetcher {
        self.fetcher.get_or_init(|| {
            let Self { allow_private_addresses, time, .. } = *self;
            Fetcher::new(Options { allow_private_addresses, time, ..Options::default() }, trust())
        })
    }

    /// Receives the file at an address, of at most `most` bytes, chunk by chunk. What `take` returns as an error ends the
    /// transfer, and is the reason of the error.
    ///
    /// # Errors
    /// The file can't be fetched, is too large, or is not taken.
    pub fn download(
        &self,
        address: &str,
        most: u64,
        take: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<Downloaded, Error> {
        run(async {
            let fetched = self.fetcher().get(address, most).await?;
            let (address, name, content_type) =
                (fetched.address.clone(), fetched.name.clone(), fetched.content_type.clone());
            let mut chunks = Box::pin(fetched.into_chunks());
            while let Some(chunk) = chunks.next().await {
                take(&chunk?).map_err(Error::Broken)?;
            }
            Ok(Downloaded { address, name, content_type })
        })
    }

    /// Sends one request to an address, as [`Fetcher::exchange`] does.
    ///
    /// # Errors
    /// The server can't be reached, is too slow, or its response is too large.
    pub fn exchange(&self, address: &str, asked: Asked<'_>, most: u64) -> Result<Answer, Error> {
        run(self.fetcher().exchange(address, asked, most))
    }

    /// Returns the document at an address, of at most `most` bytes; `None` if it has the entity tag `known`.
    ///
    /// # Errors
    /// The document can't be fetched, is too large, or is not there as a whole after the time `within`.
    pub fn get(
        &self,
        address: &str,
        most: u64,
        known: Option<&str>,
        within: Duration,
    ) -> Result<Option<Document>, Error> {
        let document = async {
            match self.fetcher().get_unless(address, most, known).await? {
                Some(fetched) => whole(fetched).await.map(Some),
                None => Ok(None),
            }
        };
        run(async { timeout(within, document).await.unwrap_or(Err(Error::TooSlow)) })
    }
}

/// Receives a document.
async fn whole(fetched: Fetched) -> Result<Document, Error> {
    let (address, content_type, entity_tag) =
        (fetched.address.clone(), fetched.content_type.clone(), fetched.entity_tag.clone());
    Ok(Document { address, content_type, entity_tag, bytes: fetched.into_whole().await? })
}
