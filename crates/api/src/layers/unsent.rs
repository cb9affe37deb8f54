//! Large responses that are not sent yet: how many bytes of them there are at the same time.
//!
//! A response is in memory until its client has read it, which may take as long as the client likes. So each large one
//! is charged to its client and to all clients together until its last bytes are written to the connection, and refused
//! where that exceeds a bound. Responses that share their bytes are charged once.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use parking_lot::Mutex;
use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use quire_workers::SharedBytes;

use crate::error::Problem;

/// The size from which a response is charged, in bytes.
const LARGE: usize = 256 << 10;
/// The maximum size of all large responses at the same time, in bytes.
const MOST: usize = 128 << 20;
/// The same for a client that has none yet, so that few clients can't keep all others from large responses.
const MOST_FOR_NEW_CLIENTS: usize = 192 << 20;
/// The maximum size of the large responses to one client at the same time, in bytes.
const MOST_OF_CLIENT: usize = 48 << 20;

/// The large responses of a server.
#[derive(Clone, Default)]
pub(super) struct Unsent(Arc<Mutex<Ledger>>);

/// Whom a response is charged to; `None` stands for all clients together.
type Account = Option<ClientNetwork>;

#[derive(Default)]
struct Ledger {
    /// The bytes that are charged to each account.
    charged: HashMap<Account, usize>,
    /// The number of responses with the same bytes in each account.
    holders: HashMap<(Account, Buffer), usize>,
    buffers: u64,
}

/// The bytes of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Buffer {
    /// Bytes that other responses may share, by their address.
    Shared(SharedBytes),
    /// The bytes of one response.
    Own(u64),
}

impl Unsent {
    /// Charges a response if it is large.
    ///
    /// # Errors
    /// 503 if too much is unsent already.
    pub(super) fn charge(&self, mut response: Response, client: Option<ClientAddress>) -> Result<Response, Problem> {
        let shared = response.extensions_mut().remove::<SharedBytes>();
        let size = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok());
        let Some(size) = size.filter(|size| *size >= LARGE) else { return Ok(response) };
        let mut ledger = self.0.lock();
        ledger.buffers += 1;
        let buffer = shared.map_or(Buffer::Own(ledger.buffers), Buffer::Shared);
        let client = client.map(ClientAddress::network);
        let accounts = [None, client];
        let accounts = if accounts[1].is_some() { &accounts[..] } else { &accounts[..1] };
        if !ledger.has_room(client, buffer, size) {
            let message = "too many large responses are not read yet";
            return Err(Problem::unavailable(message, 5).refused_by("bytes of unread responses"));
        }
        accounts.iter().for_each(|account| ledger.add(*account, buffer, size));
        let charge = Arc::new(Charge { unsent: self.clone(), accounts: accounts.to_vec(), buffer, size });
        Ok(response.map(|body| Body::new(Charged { body, charge })))
    }
}

impl Ledger {
    /// Returns true if a response to a client may be charged. The first one may have any size.
    fn has_room(&self, client: Account, buffer: Buffer, size: usize) -> bool {
        let is_new = client.is_some() && !self.charged.contains_key(&client);
        let most = if is_new { MOST_FOR_NEW_CLIENTS } else { MOST };
        let within = |account: Account, most: usize| {
            let charged = self.charged.get(&account).copied().unwrap_or(0);
            charged == 0 || charged + size <= most || self.holders.contains_key(&(account, buffer))
        };
        within(None, most) && (client.is_none() || within(client, MOST_OF_CLIENT))
    }

    fn add(&mut self, account: Account, buffer: Buffer, size: usize) {
        let holders = self.holders.entry((account, buffer)).or_default();
        *holders += 1;
        if *holders == 1 {
            *self.charged.entry(account).or_default() += size;
        }
    }

    fn remove(&mut self, account: Account, buffer: Buffer, size: usize) {
        let Some(holders) = self.holders.get_mut(&(account, buffer)) else { return };
        *holders -= 1;
        if *holders > 0 {
            return;
        }
        self.holders.remove(&(account, buffer));
        let left = self.charged.get(&account).map_or(0, |charged| charged.saturating_sub(size));
        if left == 0 {
            self.charged.remove(&account);
        } else {
            self.charged.insert(account, left);
        }
    }
}

/// The charge of a response, until this is dropped.
struct Charge {
    unsent: Unsent,
    accounts: Vec<Account>,
    buffer: Buffer,
    size: usize,
}

impl Drop for Charge {
    fn drop(&mut self) {
        let mut ledger = self.unsent.0.lock();
        self.accounts.iter().for_each(|account| ledger.remove(*account, self.buffer, self.size));
    }
}

/// A body whose bytes hold its charge until the connection has written them.
struct Charged {
    body: Body,
    charge: Arc<Charge>,
}

/// Bytes with their charge.
struct Held {
    bytes: Bytes,
    _charge: Arc<Charge>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl HttpBody for Charged {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let hold = |bytes| Bytes::from_owner(Held { bytes, _charge: self.charge.clone() });
        Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(hold))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::super::compression;
    use super::*;

    const MIB: usize = 1 << 20;

    fn client(ip: &str) -> Option<ClientAddress> {
        Some(ClientAddress::new(ip.parse().unwrap()))
    }

    fn large(mib: usize) -> Response {
        Response::new(Body::from(vec![b'x'; mib * MIB]))
    }

    #[test]
    fn a_client_that_does_not_read_leaves_room_for_others() {
        let unsent = Unsent::default();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(client);
        let held: Vec<_> = (0..2).map(|_| unsent.charge(large(20), one)).collect();
        assert!(held.iter().all(Result::is_ok));
        assert!(unsent.charge(large(20), one).is_err());
        assert!(unsent.charge(large(20), other).is_ok());
        assert!(unsent.charge(Response::new(Body::from("small")), one).is_ok());
        drop(held);
        assert!(unsent.charge(large(20), one).is_ok());
        assert!(unsent.0.lock().charged.is_empty() && unsent.0.lock().holders.is_empty());
    }

    #[test]
    fn all_clients_together_have_a_bound() {
        let unsent = Unsent::default();
        let ask = |n: usize| unsent.charge(large(24), client(&format!("192.0.2.{n}")));
        let held: Vec<_> = (0..10).map(ask).collect();
        let answered = held.iter().filter(|response| response.is_ok()).count();
        assert_eq!(answered, MOST_FOR_NEW_CLIENTS / (24 * MIB));
    }

    #[test]
    fn clients_without_large_responses_come_before_those_that_have_some() {
        let unsent = Unsent::default();
        let ask = |n: usize| unsent.charge(large(24), client(&format!("192.0.2.{n}")));
        let held: Vec<_> = (0..5).map(ask).collect();
        assert!(held.iter().all(Result::is_ok));
        assert!(ask(0).is_err());
        assert!(ask(5).is_ok());
    }

    #[test]
    fn shared_bytes_are_charged_once() {
        let unsent = Unsent::default();
        let bytes = Bytes::from(vec![b'x'; 40 * MIB]);
        let respond = || {
            let mut response = Response::new(Body::from(bytes.clone()));
            response.extensions_mut().insert(SharedBytes::of(&bytes));
            unsent.charge(response, client("192.0.2.1"))
        };
        let held: Vec<_> = (0..10).map(|_| respond()).collect();
        assert!(held.iter().all(Result::is_ok));
        drop(held);
        assert!(unsent.0.lock().charged.is_empty());
    }

    #[tokio::test]
    async fn a_charge_lasts_until_the_bytes_are_written() {
        let unsent = Unsent::default();
        let bytes: Vec<u8> = (0..MIB + 12_345).map(|n| (n % 251) as u8).collect();
        let response = unsent.charge(Response::new(Body::from(bytes.clone())), None).unwrap();
        assert_eq!(response.body().size_hint().exact(), Some(bytes.len() as u64));
        assert_eq!(unsent.0.lock().charged[&None], bytes.len());
        let taken = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert_eq!(taken, bytes);
        assert_eq!(unsent.0.lock().charged[&None], bytes.len());
        drop(taken);
        assert!(unsent.0.lock().charged.is_empty());
    }

    #[tokio::test]
    async fn what_is_compressed_is_charged_until_it_is_read() {
        let unsent = Unsent::default();
        let response = unsent.charge(large(3), client("192.0.2.1")).unwrap();
        let compressed = compression::compress(response, HeaderValue::from_static("gzip")).await;
        assert_eq!(compressed.headers()["content-encoding"], "gzip");
        assert_eq!(unsent.0.lock().charged[&None], 3 * MIB);
        let taken = axum::body::to_bytes(compressed.into_body(), usize::MAX).await.unwrap();
        assert!(taken.len() < MIB);
        assert!(unsent.0.lock().charged.is_empty());
    }
}
