//! Bounds on attempts by or for a subject within a window of time, counted in a fixed amount of memory.
//!
//! Subjects share slots by a keyed hash: nobody can aim at the slot of another, and many made-up subjects add little to
//! each slot. Counts are kept per process and are lost when it ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quire_model::time::Timestamp;

use crate::core::errors::Error;

const SLOTS: usize = 1 << 15;

/// A limit on the number of attempts per subject and window of time.
pub struct Attempts {
    key: [u8; 32],
    most: u64,
    window_ms: i64,
    /// The number of the window in the upper 48 bits, the count in the lower 16.
    slots: Box<[AtomicU64]>,
}

const COUNT_BITS: u32 = 16;

impl Attempts {
    /// Creates a limit of `most` attempts per window. Windows follow each other, at the same times for all subjects.
    pub fn new(key: [u8; 32], most: u16, window: Duration) -> Self {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        let window_ms = i64::try_from(window.as_millis()).unwrap_or(i64::MAX).max(1);
        Self { key, most: most.into(), window_ms, slots }
    }

    /// Counts an attempt by a subject, which is identified by all parts together. Returns [`Error::TooMany`] without
    /// counting if the limit of this window is reached already.
    pub fn count(&self, subject: &[&[u8]], now: Timestamp) -> Result<(), Error> {
        let window = self.window(now);
        let next = |slot: u64| match (slot >> COUNT_BITS, slot & ((1 << COUNT_BITS) - 1)) {
            (then, count) if then == window => (count < self.most).then(|| slot + 1),
            _ => Some((window << COUNT_BITS) + 1),
        };
        let counted = self.slot(subject).fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        counted.map(drop).map_err(|_| self.refusal(now))
    }

    /// Returns the error that another attempt would get, without counting one.
    pub fn check(&self, subject: &[&[u8]], now: Timestamp) -> Result<(), Error> {
        let slot = self.slot(subject).load(Ordering::Relaxed);
        let count = slot & ((1 << COUNT_BITS) - 1);
        if slot >> COUNT_BITS == self.window(now) && count >= self.most { Err(self.refusal(now)) } else { Ok(()) }
    }

    /// Resets the count of a subject.
    pub fn forget(&self, subject: &[&[u8]]) {
        self.slot(subject).store(0, Ordering::Relaxed);
    }

    fn window(&self, now: Timestamp) -> u64 {
        now.0.div_euclid(self.window_ms).unsigned_abs()
    }

    fn refusal(&self, now: Timestamp) -> Error {
        let left = self.window_ms - now.0.rem_euclid(self.window_ms);
        Error::TooMany { seconds: left.unsigned_abs().div_ceil(1000) }
    }

    fn slot(&self, subject: &[&[u8]]) -> &AtomicU64 {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        for part in subject {
            // Lengths keep ("ab", "c") apart from ("a", "bc").
            hasher.update(&(part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        let hash = hasher.finalize();
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        &self.slots[(u64::from_be_bytes(*first) % SLOTS as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_bounded_by_subject_and_window() {
        let attempts = Attempts::new([7; 32], 2, Duration::from_mins(1));
        let at = |seconds: i64| Timestamp(1_800_000_000_000 + seconds * 1000);
        let (a, x): (&[&[u8]], &[&[u8]]) = (&[b"a@b.c", b"1"], &[b"x@b.c", b"1"]);
        assert!(attempts.count(a, at(0)).is_ok() && attempts.count(a, at(1)).is_ok());
        assert!(matches!(attempts.count(a, at(50)), Err(Error::TooMany { seconds: 10 })));
        assert!(matches!(attempts.check(a, at(50)), Err(Error::TooMany { seconds: 10 })));
        assert!(attempts.check(x, at(50)).is_ok() && attempts.count(x, at(50)).is_ok());
        assert!(attempts.count(a, at(60)).is_ok() && attempts.count(a, at(60)).is_ok());
        assert!(attempts.check(a, at(61)).is_err());
        attempts.forget(a);
        assert!(attempts.count(a, at(62)).is_ok());
    }

    #[test]
    fn parts_of_a_subject_are_kept_apart() {
        let attempts = Attempts::new([7; 32], 1, Duration::from_mins(15));
        attempts.count(&[b"ab", b"c"], Timestamp(0)).unwrap();
        assert!(attempts.check(&[b"a", b"bc"], Timestamp(0)).is_ok());
        assert!(attempts.check(&[b"ab", b"c"], Timestamp(899_999)).is_err());
        assert!(attempts.check(&[b"ab", b"c"], Timestamp(900_000)).is_ok());
    }
}
