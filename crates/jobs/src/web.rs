//! Files of other servers, over the network, as imports get them.

use std::time::Duration;

use quire_app::core::ambient::{Lost, Received, Web as Interface};
use quire_fetch::documents::Documents;
use quire_fetch::{Asked, Error};

/// The size from which a file has more time to arrive, in bytes.
const LARGE: u64 = 64 << 20;

/// Access to servers at public addresses, and to all others only if they are allowed.
#[derive(Debug)]
pub struct Web {
    pages: Documents,
    large: Documents,
    wait: fn(Duration),
}

impl Web {
    /// Returns access to other servers; `wait` blocks its thread for a time.
    pub fn new(allow_private_addresses: bool, wait: fn(Duration)) -> Self {
        let pages = Documents::new(allow_private_addresses);
        Self { pages, large: Documents::of_large_files(allow_private_addresses), wait }
    }

    fn of(&self, most: u64) -> &Documents {
        if most >= LARGE { &self.large } else { &self.pages }
    }
}

impl Interface for Web {
    fn get(
        &self,
        address: &str,
        most: u64,
        take: &mut dyn FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<Received, Lost> {
        let found = self.of(most).download(address, most, take).map_err(lost)?;
        Ok(Received { address: found.address, name: found.name, content_type: found.content_type })
    }

    fn ask(&self, address: &str, token: &str, most: u64) -> Result<Vec<u8>, Lost> {
        let headers = [("authorization", format!("Bearer {token}")), ("accept", "application/json".to_owned())];
        let answer = self.of(most).exchange(address, Asked::Get(&headers), most).map_err(lost)?;
        match answer.status {
            200..300 => Ok(answer.bytes),
            status => Err(Lost::Status(status)),
        }
    }

    fn pause(&self, time: Duration) {
        (self.wait)(time);
    }
}

#[expect(clippy::needless_pass_by_value, reason = "what map_err wants")]
fn lost(error: Error) -> Lost {
    if let Some(reason) = error.reason() {
        tracing::info!(%reason, "a file can't be fetched: {error}");
    }
    match &error {
        Error::Status(status) => Lost::Status(*status),
        Error::TooLarge(most) => Lost::TooLarge(*most),
        Error::Address(_) | Error::Redirects(_) => Lost::Address(error.to_string()),
        _ => Lost::Unavailable(error.to_string()),
    }
}
