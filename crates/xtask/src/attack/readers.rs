//! The readers beside an attack: of a cached page, of uncached pages, and of the health check.
//!
//! Reads are due at fixed times, and the time of a read counts from then: while the server stalls, all reads that are
//! due meanwhile are late. A failed read counts as [`IN_VAIN`].

use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, ensure};

use super::field::Field;
use super::strike::{Strike, wait_until};
use super::wire;
use crate::bench::connection::Connection;

/// The address of readers.
const READER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// The address of health checks.
const PROBE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

const HOT: Duration = Duration::from_millis(10);
const COLD: Duration = Duration::from_millis(20);
const HEALTH: Duration = Duration::from_millis(500);
/// The time limit of a health check, and the time after the end for which a reader still waits for reads that are due.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time that a failed read counts as, in milliseconds.
const IN_VAIN: f64 = 60_000.0;

/// Returns the number of uncached pages that a reader needs in this many seconds.
pub(super) const fn cold_pages(seconds: usize) -> usize {
    seconds * 50
}

/// The measurements of the readers.
#[derive(Debug)]
pub(super) struct Read {
    /// The 99th percentile of the time of reading a cached page, in milliseconds.
    pub(super) hot: f64,
    /// The 99th percentile of the time of reading an uncached page, in milliseconds.
    pub(super) cold: f64,
    /// The number of reads of both kinds.
    pub(super) count: usize,
    /// The number of failed reads.
    pub(super) errors: usize,
    /// The number of health checks that were not answered with 200 in time.
    pub(super) health_failed: usize,
}

/// Reads the page that is to be cached.
pub(super) fn warm(field: &Field<'_>, server: SocketAddr) -> anyhow::Result<()> {
    let mut client = Connection::over(wire::connect(server, READER)?)?;
    for _ in 0..20 {
        let (status, _) = client.exchange(&wire::get(&field.calm[0]))?;
        ensure!(status == 200, "{}: {status}", field.calm[0]);
    }
    Ok(())
}

/// Reads until the end of the attack.
pub(super) fn read(strike: &Strike<'_>) -> anyhow::Result<Read> {
    let (hot, cold, health) = thread::scope(|scope| {
        let hot = scope.spawn(|| each(strike, HOT, |_| &strike.field.calm[0]));
        let cold = scope.spawn(|| each(strike, COLD, |n| &strike.field.calm[1 + n % (strike.field.calm.len() - 1)]));
        let health = scope.spawn(|| probe(strike));
        (hot.join(), cold.join(), health.join())
    });
    let failed = || anyhow!("a reader panicked");
    let (hot, cold) = (hot.map_err(|_| failed())?, cold.map_err(|_| failed())?);
    let errors = hot.iter().chain(&cold).filter(|time| **time >= IN_VAIN).count();
    let count = hot.len() + cold.len();
    let health_failed = health.map_err(|_| failed())?;
    Ok(Read { hot: p99(hot)?, cold: p99(cold)?, count, errors, health_failed })
}

/// Reads a page every `pause`, and returns the times in milliseconds.
fn each<'a>(strike: &'a Strike<'_>, pause: Duration, page: impl Fn(usize) -> &'a String) -> Vec<f64> {
    let (began, mut client, mut times) = (Instant::now(), None, Vec::new());
    for n in 0.. {
        let due = began + pause * n;
        if due >= strike.end {
            break;
        }
        wait_until(due);
        let late = Instant::now() > strike.end + PATIENCE;
        let read = !late && visit(strike.server, &mut client, page(n as usize)).is_ok();
        times.push(if read { due.elapsed().as_secs_f64() * 1e3 } else { IN_VAIN });
    }
    times
}

fn visit(server: SocketAddr, client: &mut Option<Connection>, page: &str) -> anyhow::Result<()> {
    let mut open = match client.take() {
        Some(open) => open,
        None => Connection::over(wire::connect(server, READER)?)?,
    };
    let (status, _) = open.exchange(&wire::get(page))?;
    *client = Some(open);
    ensure!(status == 200, "{page}: {status}");
    Ok(())
}

/// Returns the number of failed health checks. Each uses a new connection.
fn probe(strike: &Strike<'_>) -> usize {
    let (began, mut failed) = (Instant::now(), 0);
    for n in 0.. {
        let due = began + HEALTH * n;
        if due >= strike.end {
            break;
        }
        wait_until(due);
        let stay = wire::Stay::For(PATIENCE);
        let answer = wire::ask(strike.server, PROBE, &wire::get_once("/healthz", ""), stay);
        failed += usize::from(!matches!(answer, Ok(Some(200))));
    }
    failed
}

fn p99(mut times: Vec<f64>) -> anyhow::Result<f64> {
    times.sort_by(f64::total_cmp);
    let at = (times.len() * 99).div_ceil(100).saturating_sub(1);
    times.get(at).copied().context("nothing was read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_a_hundred_may_be_slower() {
        let mut times = vec![1.0; 99];
        times.push(500.0);
        assert_eq!(p99(times.clone()).unwrap(), 1.0);
        times.push(500.0);
        assert_eq!(p99(times).unwrap(), 500.0);
        assert!(p99(Vec::new()).is_err());
    }
}
