//! Files from other servers, whose bytes are stored before anything is done with them.

use quire_app::Error;
use quire_app::content::files::StoredFile;
use tokio::time::{Instant, timeout_at};
use tokio_util::io::{StreamReader, SyncIoBridge};

use crate::context::{Context, WorkKind};
use crate::error::Problem;

/// A file that was fetched.
pub(super) struct Arrived {
    pub(super) bytes: StoredFile,
}

impl Context {
    /// Fetches and stores the file at an address on another server. Errors name the field `at`.
    pub(super) async fn fetch(&self, url: &str, at: &str, deadline: Instant) -> Result<Arrived, Problem> {
        let most = self.app().options().max_upload_bytes;
        let refused = |why: &dyn std::fmt::Display| Problem::bad_request(format!("{at}: {why}"));
        let late = |_| refused(&"fetching takes too long");
        let fetched = timeout_at(deadline, self.fetcher().get(url, most)).await;
        let fetched = fetched.map_err(late)?.map_err(|e| {
            if let Some(reason) = e.reason() {
                tracing::info!(%reason, "a file can't be fetched: {e}");
            }
            refused(&e)
        })?;
        let declared = fetched.content_type.clone();
        let bytes = StreamReader::new(Box::pin(fetched.into_bytes()));
        let place = at.to_owned();
        let storing = self.run_in(WorkKind::Receiving, move |app| {
            let mut bytes = SyncIoBridge::new(bytes);
            app.take_file(&mut bytes, most, declared.as_deref()).map_err(|e| told(e, &place))
        });
        let bytes = timeout_at(deadline, storing).await.map_err(late)??;
        Ok(Arrived { bytes })
    }
}

/// Rewrites an error about a file so that it names the field `at`.
pub(super) fn told(error: Error, at: &str) -> Error {
    match error {
        Error::Invalid(message) => {
            let message = message.strip_prefix("url: ").unwrap_or(&message);
            Error::Invalid(format!("{at}: {message}"))
        }
        Error::NotFound(what) => Error::Missing(format!("{at}: {what} not found")),
        other => other,
    }
}
