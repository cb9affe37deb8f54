//! The files that are being received: one of an upload at a time, and a bounded number of a client.
//!
//! A sender may be slow, and occupies a thread until its file has arrived.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use axum::http::StatusCode;
use parking_lot::Mutex;
use quire_model::client_addresses::{ClientAddress, ClientNetwork};
use quire_model::ids::UploadId;

use crate::error::Problem;

/// The maximum number of files that are received from one client at the same time.
const MOST_OF_CLIENT: usize = 16;

/// The files that a server receives.
#[derive(Clone, Default)]
pub(crate) struct Receiving(Arc<Mutex<Files>>);

#[derive(Default)]
struct Files {
    uploads: HashSet<UploadId>,
    /// The number of files from each client that sends any.
    clients: HashMap<Option<ClientNetwork>, usize>,
}

/// A file that is being received, until this is dropped.
pub(crate) struct Reception {
    files: Receiving,
    upload: UploadId,
    client: Option<ClientNetwork>,
}

impl Receiving {
    /// Begins to receive the file of an upload.
    ///
    /// # Errors
    ///
    /// 409 if it is being received already, and 503 if the client sends too many files at the same time.
    pub(crate) fn begin(&self, upload: UploadId, client: Option<ClientAddress>) -> Result<Reception, Problem> {
        let client = client.map(ClientAddress::network);
        let mut files = self.0.lock();
        if files.clients.get(&client).is_some_and(|count| *count >= MOST_OF_CLIENT) {
            let message = format!("at most {MOST_OF_CLIENT} files are received from one address at the same time");
            return Err(Problem::unavailable(message, 5).refused_by("files of one address"));
        }
        if !files.uploads.insert(upload) {
            return Err(Problem::new(StatusCode::CONFLICT, "the bytes of this upload are being received already"));
        }
        *files.clients.entry(client).or_default() += 1;
        Ok(Reception { files: self.clone(), upload, client })
    }
}

impl Drop for Reception {
    fn drop(&mut self) {
        let mut files = self.files.0.lock();
        files.uploads.remove(&self.upload);
        let left = files.clients.get(&self.client).map_or(0, |count| count - 1);
        if left == 0 {
            files.clients.remove(&self.client);
        } else {
            files.clients.insert(self.client, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(ip: &str) -> Option<ClientAddress> {
        Some(ClientAddress::new(ip.parse().unwrap()))
    }

    fn upload(n: u8) -> UploadId {
        UploadId(quire_content::id::Uid([n; 16]))
    }

    #[test]
    fn an_upload_is_received_once_at_a_time() {
        let receiving = Receiving::default();
        let first = receiving.begin(upload(1), client("192.0.2.1")).unwrap();
        let refused = receiving.begin(upload(1), client("192.0.2.2")).err().unwrap();
        assert_eq!(refused.status(), StatusCode::CONFLICT);
        drop(first);
        assert!(receiving.begin(upload(1), client("192.0.2.2")).is_ok());
        assert!(receiving.0.lock().uploads.is_empty());
    }

    #[test]
    fn a_client_leaves_places_to_others() {
        let receiving = Receiving::default();
        let one = client("192.0.2.1");
        let places: Vec<_> = (0..16).map(|n| receiving.begin(upload(n), one).unwrap()).collect();
        let refused = receiving.begin(upload(99), one).err().unwrap();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(receiving.begin(upload(99), client("192.0.2.2")).is_ok());
        drop(places);
        assert!(receiving.begin(upload(99), one).is_ok());
        assert!(receiving.0.lock().clients.is_empty());
    }
}
