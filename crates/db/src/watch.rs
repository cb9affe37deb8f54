//! A thread that watches for changes and messages of other processes, for as long as its handle exists.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

/// Something that reached this process from another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard<'a> {
    /// Another process committed, or may have done so unnoticed.
    Commit,
    /// Another process sent this message by [`Database::announce`](crate::Database::announce).
    Message(&'a str),
}

/// A callback for what other processes do.
pub type OnHeard = Box<dyn Fn(Heard<'_>) + Send + Sync>;

/// A handle to a watch, which ends when it is dropped.
pub struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    pub(crate) fn start(name: &str, work: impl FnOnce(Receiver<()>) + Send + 'static) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || work(stopped))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // A panic there was reported when it happened.
            let _ = thread.join();
        }
    }
}
