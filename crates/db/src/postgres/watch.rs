//! A watch for commits and messages of other processes: each commit sends its process's name on a channel, and each
//! message begins with it on another.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use postgres::fallible_iterator::FallibleIterator as _;

use super::Pool;
use crate::error::Error;
use crate::transaction::Connection as _;
use crate::watch::{Heard, OnHeard, Watch};

/// The channel on which commits are announced.
pub(crate) const CHANNEL: &str = "quire_commits";

/// The channel of messages.
pub(crate) const MESSAGES: &str = "quire_messages";

/// The interval between checks of the stop signal, and between attempts to reconnect.
const PAUSE: Duration = Duration::from_millis(250);

pub(crate) fn watch(pool: Arc<Pool>, on_heard: OnHeard) -> std::io::Result<Watch> {
    Watch::start("watch", move |stop| {
        while !stopped(&stop) {
            if let Err(e) = listen(&pool, &on_heard, &stop) {
                tracing::debug!(error = &e as &dyn std::error::Error, "not listening to other processes");
                // Commits are missed until the server is reached again, so this is reported with each attempt.
                on_heard(Heard::Commit);
                let _ = stop.recv_timeout(PAUSE);
            }
        }
    })
}

fn stopped(stop: &Receiver<()>) -> bool {
    !matches!(stop.try_recv(), Err(TryRecvError::Empty))
}

fn listen(pool: &Pool, on_heard: &OnHeard, stop: &Receiver<()>) -> Result<(), Error> {
    let mut connection = pool.connect()?;
    connection.batch(&format!("listen {CHANNEL}; listen {MESSAGES}"))?;
    // Commits before this moment were missed.
    on_heard(Heard::Commit);
    loop {
        let mut notifications = connection.client.notifications();
        let next = notifications.timeout_iter(PAUSE).next().map_err(|e| super::failed("listen", e))?;
        drop(notifications);
        match next.as_ref().map(|told| (told.channel(), told.payload())) {
            Some((CHANNEL, instance)) if instance != pool.instance => on_heard(Heard::Commit),
            Some((MESSAGES, text)) => match text.split_once(' ') {
                Some((instance, message)) if instance != pool.instance => on_heard(Heard::Message(message)),
                _ => {}
            },
            _ => {}
        }
        if stopped(stop) {
            return Ok(());
        }
        if connection.is_closed() {
            return Err(Error::Unavailable { context: "the server closed the connection".to_owned(), source: None });
        }
    }
}
