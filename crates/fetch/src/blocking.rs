//! Running asynchronous work on a thread that may block.

use tokio::runtime::{Builder, Runtime};

use crate::Error;

/// Runs a future on this thread. A host lookup by the operating system that exceeds the time limit continues in the
/// background, and its result is discarded.
pub(crate) fn run<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let runtime: Runtime =
        Builder::new_current_thread().enable_all().build().map_err(|e| Error::Broken(e.to_string()))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    done
}
