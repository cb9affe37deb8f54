//! A watch for commits of other processes: each commit sends its process's name on a channel.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use postgres::fallible_iterator::FallibleIterator as _;

use super::Pool;
use crate::error::Error;
use crate::transaction::Connection as _;
use crate::watch::{OnChange, Watch};

/// The channel on which commits are announced.
pub(crate) const CHANNEL: &str = "quire_commits";

/// The interval between checks of the stop signal, and between attempts to reconnect.
const PAUSE: Duration = Duration::from_millis(250);

pub(crate) fn watch(pool: Arc<Pool>, on_change: OnChange) -> std::io::Result<Watch> {
    Watch::start("watch", move |stop| {
        while !stopped(&stop) {
            if let Err(e) = listen(&pool, &on_change, &stop) {
                tracing::debug!(error = &e as &dyn std::error::Error, "not listening to other processes");
                // Commits are missed until the server is reached again, so this is reported with each attempt.
                on_change();
                let _ = stop.recv_timeout(PAUSE);
            }
        }
    })
}

fn stopped(stop: &Receiver<()>) -> bool {
    !matches!(stop.try_recv(), Err(TryRecvError::Empty))
}

fn listen(pool: &Pool, on_change: &OnChange, stop: &Receiver<()>) -> Result<(), Error> {
    let mut connection = pool.connect()?;
    connection.batch(&format!("listen {CHANNEL}"))?;
    // Commits before this moment were missed.
    on_change();
    loop {
        let mut notifications = connection.client.notifications();
        let next = notifications.timeout_iter(PAUSE).next().map_err(|e| super::failed("listen", e))?;
        drop(notifications);
        if next.is_some_and(|told| told.payload() != pool.instance) {
            on_change();
        }
        if stopped(stop) {
            return Ok(());
        }
        if connection.is_closed() {
            return Err(Error::Unavailable { context: "the server closed the connection".to_owned(), source: None });
        }
    }
}
