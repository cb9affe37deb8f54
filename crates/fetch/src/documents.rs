//! Documents of other servers as a whole, for callers that may block, unless the caller has them already.

use std::sync::OnceLock;
use std::time::Duration;

use crate::blocking::run;
use crate::{Error, Fetched, Fetcher, Options, trust};

/// The time limit of a document, from the first name lookup to the last byte.
const TIME: Duration = Duration::from_mins(1);

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
    fetcher: OnceLock<Fetcher>,
}

impl Documents {
    /// Returns a client; the certificates of the system are read when it is used first.
    pub fn new(allow_private_addresses: bool) -> Self {
        Self { allow_private_addresses, fetcher: OnceLock::new() }
    }

    /// Returns the document at an address, of at most `most` bytes; `None` if it has the entity tag `known`.
    ///
    /// # Errors
    /// The document can't be fetched, or is too large.
    pub fn get(&self, address: &str, most: u64, known: Option<&str>) -> Result<Option<Document>, Error> {
        let fetcher = self.fetcher.get_or_init(|| {
            let allow_private_addresses = self.allow_private_addresses;
            Fetcher::new(Options { allow_private_addresses, time: TIME, ..Options::default() }, trust())
        });
        run(async {
            match fetcher.get_unless(address, most, known).await? {
                Some(fetched) => whole(fetched).await.map(Some),
                None => Ok(None),
            }
        })
    }
}

/// Receives a document.
async fn whole(fetched: Fetched) -> Result<Document, Error> {
    let (address, content_type, entity_tag) =
        (fetched.address.clone(), fetched.content_type.clone(), fetched.entity_tag.clone());
    Ok(Document { address, content_type, entity_tag, bytes: fetched.into_whole().await? })
}
