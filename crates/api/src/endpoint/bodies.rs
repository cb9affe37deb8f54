//! Large JSON bodies: how many bytes of them, and how much memory of what is read from them, there is at the same time.
//!
//! Small bodies are not counted: as many of them as there may be connections fit into memory. A larger one waits until
//! its bytes are free, has to arrive at a fair pace, and waits again for the memory of its values before it is parsed.
//! Both are held until the response, as far as the request has a [`Held`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::Problem;

/// The largest size of a body that is not counted, in bytes.
pub(super) const SMALL: usize = 64 << 10;
/// The maximum size of all large bodies at the same time, in KiB.
const MOST_KIB: usize = 48 << 10;
/// The maximum size of the large bodies of one client at the same time, in KiB: one of the largest.
const MOST_KIB_OF_CLIENT: usize = 24 << 10;
/// The maximum memory of the values of all large bodies at the same time, in KiB.
const MOST_VALUE_KIB: usize = 224 << 10;
/// The maximum memory of the values of one body, in KiB.
const MOST_VALUE_KIB_OF_BODY: usize = 192 << 10;
/// The longest wait for bytes or memory.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time in which any body may arrive, and the number of bytes for which there is another second.
const SHORTEST: Duration = Duration::from_secs(10);
const BYTES_A_SECOND: usize = 128 << 10;

/// The estimated memory of a value and of an object in bytes, beside the bytes of their texts: as they are parsed, and as
/// they are read from that.
const VALUE: usize = 80;
const OBJECT: usize = 640;

/// The bounds on large bodies, shared by all requests. An extension of a request.
#[derive(Clone)]
pub(crate) struct Bodies(Arc<Shared>);

struct Shared {
    bytes: Arc<Semaphore>,
    values: Arc<Semaphore>,
    of_clients: Mutex<HashMap<ClientNetwork, Weak<Semaphore>>>,
}

/// The permits of a request, which are given back when the last clone is dropped. An extension of a request.
#[derive(Clone, Default)]
pub(crate) struct Held(Arc<Mutex<Vec<OwnedSemaphorePermit>>>);

impl Held {
    fn hold(&self, permits: impl IntoIterator<Item = OwnedSemaphorePermit>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(permits);
    }
}

impl Default for Bodies {
    fn default() -> Self {
        let semaphore = |kib| Arc::new(Semaphore::new(kib));
        let (bytes, values) = (semaphore(MOST_KIB), semaphore(MOST_VALUE_KIB));
        Self(Arc::new(Shared { bytes, values, of_clients: Mutex::default() }))
    }
}

impl Bodies {
    /// Waits until there is room for a body of this size in bytes.
    ///
    /// # Errors
    /// 503 if others take too long.
    pub(super) async fn admit(&self, size: usize, client: Option<ClientAddress>, held: &Held) -> Result<(), Problem> {
        let kib = size.div_ceil(1 << 10);
        if let Some(client) = client {
            let of_client = self.0.of_client(client.network());
            held.hold([acquire(of_client, kib.min(MOST_KIB_OF_CLIENT)).await?]);
        }
        held.hold([acquire(self.0.bytes.clone(), kib.min(MOST_KIB)).await?]);
        Ok(())
    }

    /// Waits until there is memory for the values of a body.
    ///
    /// # Errors
    /// 400 if they are too many for any body, and 503 if others take too long.
    pub(super) async fn admit_values(&self, body: &[u8], held: &Held) -> Result<(), Problem> {
        let kib = memory(body).div_ceil(1 << 10);
        if kib > MOST_VALUE_KIB_OF_BODY {
            let [objects, others] = [OBJECT + VALUE, VALUE].map(|each| (MOST_VALUE_KIB_OF_BODY << 10) / each);
            let message =
                format!("body: has too many values; about {objects} objects, or {others} other values, may be in one");
            return Err(Problem::bad_request(message).refused_by("values in a body"));
        }
        held.hold([acquire(self.0.values.clone(), kib).await?]);
        Ok(())
    }
}

impl Shared {
    fn of_client(&self, client: ClientNetwork) -> Arc<Semaphore> {
        let mut known = self.of_clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(semaphore) = known.get(&client).and_then(Weak::upgrade) {
            return semaphore;
        }
        known.retain(|_, semaphore| semaphore.strong_count() > 0);
        let semaphore = Arc::new(Semaphore::new(MOST_KIB_OF_CLIENT));
        known.insert(client, Arc::downgrade(&semaphore));
        semaphore
    }
}

async fn acquire(semaphore: Arc<Semaphore>, kib: usize) -> Result<OwnedSemaphorePermit, Problem> {
    let permits = u32::try_from(kib).unwrap_or(u32::MAX);
    match timeout(PATIENCE, semaphore.acquire_many_owned(permits)).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(Problem::unavailable("too many large requests at the same time", 5).refused_by("bytes of bodies")),
    }
}

/// Returns the time in which a body of this size has to arrive.
pub(super) fn time_for(size: usize) -> Duration {
    SHORTEST + Duration::from_secs((size / BYTES_A_SECOND) as u64)
}

/// Estimates the memory of the values of a JSON text in bytes, beside that of their texts.
fn memory(json: &[u8]) -> usize {
    let (mut values, mut objects) = (1, 0);
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => at = end_of_string(json, at + 1),
            b',' | b':' | b'[' => values += 1,
            b'{' => objects += 1,
            _ => {}
        }
        at += 1;
    }
    values * VALUE + objects * OBJECT
}

/// Returns the offset of the quote that ends a string, or the length of the text.
fn end_of_string(json: &[u8], mut at: usize) -> usize {
    while let Some(byte) = json.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_outside_of_strings() {
        assert_eq!(memory(br#"{"a":[1,2,"{,[:\"{"]}"#), 5 * VALUE + OBJECT);
        assert_eq!(memory(br#"{"a":"unended {{{"#), 2 * VALUE + OBJECT);
        assert_eq!(memory(b"{}"), VALUE + OBJECT);
    }

    #[tokio::test]
    async fn bytes_of_one_client_leave_room_for_others() {
        let bodies = Bodies::default();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|ip| Some(ClientAddress::new(ip.parse().unwrap())));
        let (first, second, third) = (Held::default(), Held::default(), Held::default());
        bodies.admit(24 << 20, one, &first).await.unwrap();
        let waits = bodies.admit(1 << 20, one, &second);
        assert!(timeout(Duration::ZERO, waits).await.is_err(), "the client has one of the largest already");
        bodies.admit(24 << 20, other, &third).await.unwrap();
        drop(first);
        bodies.admit(1 << 20, one, &second).await.unwrap();
    }

    #[tokio::test]
    async fn a_body_with_too_many_values_is_refused() {
        let body = "{},".repeat(300_000);
        let refused = Bodies::default().admit_values(body.as_bytes(), &Held::default()).await.unwrap_err();
        assert!(refused.message().starts_with("body: has too many values"), "{}", refused.message());
        let held = Held::default();
        Bodies::default().admit_values(&vec![b','; 1_000_000], &held).await.unwrap();
    }
}
