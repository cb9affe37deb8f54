//! Notices what other processes commit.
//!
//! `pragma data_version` changes when another connection commits. It is asked on the writer, so one's own commits
//! don't count.

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::Writer;
use crate::watch::{OnChange, Watch};

/// How long what another process committed may go unnoticed.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) fn watch(writer: Arc<Writer>, on_change: OnChange) -> std::io::Result<Watch> {
    // Asked here, so that nothing that is committed from now on is missed.
    let mut last = writer.version();
    Watch::start("watch", move |stop| {
        loop {
            match stop.recv_timeout(PAUSE) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
            }
            let version = writer.version();
            // A version that can't be had, or a new connection's first one, may hide a change.
            if version != last || version.is_none() {
                on_change();
            }
            last = version;
        }
    })
}
