//! The state of a running attack: its server, its end, and its threads.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::field::Field;

/// A running attack with its target and its end.
pub(super) struct Strike<'a> {
    pub(super) field: &'a Field<'a>,
    pub(super) server: SocketAddr,
    pub(super) end: Instant,
}

/// The address of attackers.
pub(super) const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);

/// The interval at which the server's memory is sampled.
const LOOK: Duration = Duration::from_millis(50);

/// The outcomes of requests.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) answered: AtomicUsize,
    /// Answers that reject the load: 429 and 503.
    pub(super) refused: AtomicUsize,
    /// Other answers that are no success.
    pub(super) others: AtomicUsize,
    /// Requests without an answer.
    pub(super) failed: AtomicUsize,
    /// Requests whose client left before the answer.
    pub(super) left: AtomicUsize,
}

impl<'a> Strike<'a> {
    pub(super) fn new(field: &'a Field<'a>, server: SocketAddr, end: Instant) -> Self {
        Self { field, server, end }
    }

    pub(super) fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits for the end of the attack.
    pub(super) fn rest(&self) -> String {
        wait_until(self.end);
        String::new()
    }

    /// Samples a value until the end of the attack, and returns the greatest.
    pub(super) fn watch(&self, look: impl Fn() -> f64) -> f64 {
        let mut most = look();
        while !self.is_over() {
            wait(LOOK);
            most = most.max(look());
        }
        most
    }

    /// Runs concurrent clients, each of which repeats `work` until the end, at most `most` times altogether. `work`
    /// gets the numbers of the client and of the turn.
    pub(super) fn clients(&self, clients: usize, most: usize, work: impl Fn(usize, usize) + Sync) {
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            for client in 0..clients {
                let (work, done) = (&work, &done);
                scope.spawn(move || {
                    while !self.is_over() {
                        let turn = done.fetch_add(1, Ordering::Relaxed);
                        if turn >= most {
                            return;
                        }
                        work(client, turn);
                    }
                });
            }
        });
    }
}

/// Waits for a duration.
pub(super) fn wait(time: Duration) {
    wait_until(Instant::now() + time);
}

/// Waits until an instant.
pub(super) fn wait_until(end: Instant) {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        // Nothing unparks the thread: this is a pause.
        thread::park_timeout(left);
    }
}

impl Tally {
    /// Counts a request by its status, or as left or failed.
    pub(super) fn count<E>(&self, status: &Result<Option<u16>, E>) {
        let counter = match status {
            Ok(None) => &self.left,
            Ok(Some(200..=399 | 404)) => &self.answered,
            Ok(Some(429 | 503)) => &self.refused,
            Ok(Some(_)) => &self.others,
            Err(_) => &self.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn told(&self) -> String {
        let counters = [
            (&self.answered, "answered"),
            (&self.refused, "refused"),
            (&self.others, "other statuses"),
            (&self.left, "left early"),
            (&self.failed, "without answer"),
        ];
        let counts = counters.map(|(counter, name)| (counter.load(Ordering::Relaxed), name));
        let told: Vec<_> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(n, name)| format!("{n} {name}")).collect();
        told.join(", ")
    }
}
