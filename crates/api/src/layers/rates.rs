//! Rate limits: a number of requests per minute and caller, reported in response headers.
//!
//! Memory is bounded: callers whose limit has fully recovered are removed from time to time, and while there are still
//! too many callers, such as a client with very many addresses, addresses share a fixed number of limits. Valid tokens
//! and sessions keep their own.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock, QuantaInstant};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use super::Clock;
use super::caller::Caller;

type Limiter = RateLimiter<Caller, DashMapStateStore<Caller>, DefaultClock, StateInformationMiddleware>;

const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");

/// The number of requests after which callers whose limit has fully recovered are removed.
const SWEEP: u32 = 4096;

/// The number of callers above which addresses share limits.
const MOST: usize = 100_000;

/// The rate limits of all callers.
pub(super) struct Rates {
    limiter: Limiter,
    per_minute: NonZeroU32,
    clock: Clock,
    requests: AtomicU32,
    crowded: AtomicBool,
}

/// The state of a caller's rate limit after a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    limit: u32,
    remaining: u32,
    reset: i64,
    /// The seconds until the next request is accepted, if this one is refused.
    pub(super) retry_after: Option<u64>,
}

impl Rates {
    pub(super) fn new(per_minute: NonZeroU32, clock: Clock) -> Self {
        let limiter = RateLimiter::keyed(Quota::per_minute(per_minute)).with_middleware();
        let (requests, crowded) = (AtomicU32::new(0), AtomicBool::new(false));
        Self { limiter, per_minute, clock, requests, crowded }
    }

    /// Counts one request of the caller and returns the state of its limit.
    pub(super) fn count(&self, caller: Caller) -> Standing {
        if self.requests.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.limiter.retain_recent();
            self.crowded.store(self.limiter.len() > MOST, Ordering::Relaxed);
        }
        let caller = if self.crowded.load(Ordering::Relaxed) { caller.crowded() } else { caller };
        let (remaining, retry_after) = match self.limiter.check_key(&caller) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(until) => (0, Some(self.seconds_to(&until))),
        };
        let limit = self.per_minute.get();
        let used = i64::from(limit.saturating_sub(remaining));
        let reset = (self.clock)() + (used * 60 + i64::from(limit) - 1) / i64::from(limit);
        Standing { limit, remaining, reset, retry_after }
    }

    fn seconds_to(&self, until: &governor::NotUntil<QuantaInstant>) -> u64 {
        let wait = until.wait_time_from(self.limiter.clock().now());
        wait.as_millis().div_ceil(1000).max(1) as u64
    }
}

impl Standing {
    /// Writes the three headers. The reset is the time, in Unix seconds, at which the limit has fully recovered.
    pub(super) fn write(self, headers: &mut HeaderMap) {
        headers.insert(LIMIT, HeaderValue::from(self.limit));
        headers.insert(REMAINING, HeaderValue::from(self.remaining));
        headers.insert(RESET, HeaderValue::from(self.reset));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quire_model::client_addresses::ClientNetwork;
    use std::sync::Arc;

    #[test]
    fn very_many_addresses_fill_no_memory_and_use_up_no_known_caller() {
        let rates = Rates::new(NonZeroU32::MIN, Arc::new(|| 0));
        for number in 0..(MOST as u64 + 50_000) {
            rates.count(Caller::At(Some(ClientNetwork::V6(number.to_be_bytes()))));
        }
        assert!(rates.limiter.len() <= MOST + SWEEP as usize + 256);
        assert!(rates.crowded.load(Ordering::Relaxed));
        let known: Vec<_> = (0..1000_u128).map(|it| rates.count(Caller::Known(it.to_be_bytes()))).collect();
        assert!(known.iter().all(|standing| standing.retry_after.is_none()));
    }

    #[test]
    fn the_reset_is_when_all_is_back() {
        let rates = Rates::new(NonZeroU32::new(3).unwrap(), Arc::new(|| 1000));
        let caller = Caller::Shared(1);
        let standings: Vec<_> = (0..4).map(|_| rates.count(caller)).collect();
        let seen: Vec<_> = standings.iter().map(|s| (s.remaining, s.reset, s.retry_after.is_some())).collect();
        assert_eq!(seen, [(2, 1020, false), (1, 1040, false), (0, 1060, false), (0, 1060, true)]);
    }
}
