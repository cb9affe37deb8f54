//! A watch for commits of other processes.
//!
//! `pragma data_version` changes when another connection commits. It is read on the writer's connection, so the commits
//! of this process don't count.

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use super::Writer;
use crate::watch::{Heard, OnHeard, Watch};

/// The interval of the checks: the longest time that a commit may go unnoticed.
const PAUSE: Duration = Duration::from_millis(50);

pub(crate) fn watch(writer: Arc<Writer>, on_heard: OnHeard) -> std::io::Result<Watch> {
    // Read here, so that no later commit is missed.
    let mut last = writer.version();
    Watch::start("watch", move |stop| {
        loop {
            match stop.recv_timeout(PAUSE) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
            }
            let version = writer.version();
            // An unavailable version, or the first one of a new connection, may hide a change.
            if version != last || version.is_none() {
                on_heard(Heard::Commit);
            }
            last = version;
        }
    })
}
