//! Clients that send requests one after the other until a time is over.

use std::net::SocketAddr;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{anyhow, ensure};

use super::super::connection::Connection;

/// The pause before a request that a busy server refused is sent again.
const PAUSE: Duration = Duration::from_millis(50);
/// The time for which a server may be busy.
const PATIENCE: Duration = Duration::from_secs(30);

/// The times of all requests.
#[derive(Debug)]
pub(super) struct Load {
    /// The milliseconds of each request, in ascending order; at least one.
    pub(super) times: Vec<f64>,
    /// The requests per second.
    pub(super) rate: f64,
}

impl Load {
    /// Sends requests with so many clients. Each request has a number, and all numbers are taken once, in order.
    pub(super) fn run(
        address: SocketAddr,
        clients: usize,
        round: Duration,
        request: &(dyn Fn(usize) -> Vec<u8> + Sync),
    ) -> anyhow::Result<Self> {
        let (start, next) = (Barrier::new(clients), AtomicUsize::new(0));
        let work = || -> anyhow::Result<(Vec<f64>, f64)> {
            let client = Connection::open(address);
            // A thread that fails still comes to the barrier, since the others wait for it.
            start.wait();
            let (mut client, began, mut times) = (client?, Instant::now(), Vec::new());
            while times.is_empty() || began.elapsed() < round {
                let request = request(next.fetch_add(1, Ordering::Relaxed));
                let sent = Instant::now();
                // A server that is busy says so; waiting for it is a part of the time of the answer.
                while {
                    let (status, answer) = client.exchange(&request)?;
                    let is_busy = status == 503 && sent.elapsed() < PATIENCE;
                    ensure!(
                        is_busy || status == 200,
                        "a request failed: {status}: {}",
                        String::from_utf8_lossy(answer)
                    );
                    is_busy
                } {
                    thread::park_timeout(PAUSE);
                }
                times.push(sent.elapsed().as_secs_f64() * 1e3);
            }
            let rate = times.len() as f64 / began.elapsed().as_secs_f64();
            Ok((times, rate))
        };
        let (mut times, mut rate) = (Vec::new(), 0.0);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..clients).map(|_| scope.spawn(work)).collect();
            for thread in threads {
                let (own, own_rate) = thread.join().map_err(|_| anyhow!("a load thread panicked"))??;
                times.extend(own);
                rate += own_rate;
            }
            Ok::<_, anyhow::Error>(())
        })?;
        times.sort_unstable_by(f64::total_cmp);
        Ok(Self { times, rate })
    }

    /// Returns the milliseconds within which this part of all requests was answered.
    pub(super) fn at(&self, part: f64) -> f64 {
        at(&self.times, part)
    }
}

/// Returns the value at this part of values in ascending order; NaN if there are none.
pub(super) fn at(values: &[f64], part: f64) -> f64 {
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * part) as usize).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_of_the_times_in_order() {
        let load = Load { times: vec![1.0, 2.0, 3.0, 40.0], rate: 1.0 };
        assert_eq!([0.0, 0.5, 1.0].map(|part| load.at(part)), [1.0, 2.0, 40.0]);
    }
}
