//! How often something was tried for an e-mail address in the running minute, in a fixed amount of memory.
//!
//! Addresses share slots by a keyed hash: nobody can aim at the slot of another, and many made-up addresses add little
//! to each slot. Counts are of this process and are forgotten with it.

use std::sync::atomic::{AtomicU64, Ordering};

use quire_model::time::Timestamp;

use crate::errors::Error;

const SLOTS: usize = 1 << 15;
const MINUTE_MS: i64 = 60_000;

/// A bound on attempts.
pub(crate) struct Attempts {
    key: [u8; 32],
    most: u64,
    /// The minute in the upper 48 bits, the count in the lower 16.
    slots: Box<[AtomicU64]>,
}

const COUNT_BITS: u32 = 16;

impl Attempts {
    /// So many attempts a minute.
    pub(crate) fn new(key: [u8; 32], most: u16) -> Self {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self { key, most: most.into(), slots }
    }

    /// Counts an attempt for this address; an error if there were too many in this minute.
    pub(crate) fn count(&self, email: &str, now: Timestamp) -> Result<(), Error> {
        let minute = now.0.div_euclid(MINUTE_MS).unsigned_abs();
        let next = |slot: u64| match (slot >> COUNT_BITS, slot & ((1 << COUNT_BITS) - 1)) {
            (then, count) if then == minute => (count < self.most).then(|| slot + 1),
            _ => Some((minute << COUNT_BITS) + 1),
        };
        let counted = self.slot(email).fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        counted.map(drop).map_err(|_| {
            let left = MINUTE_MS - now.0.rem_euclid(MINUTE_MS);
            Error::TooMany { seconds: left.unsigned_abs().div_ceil(1000) }
        })
    }

    fn slot(&self, email: &str) -> &AtomicU64 {
        let hash = blake3::keyed_hash(&self.key, email.as_bytes());
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        &self.slots[(u64::from_be_bytes(*first) % SLOTS as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_bounded_by_address_and_minute() {
        let attempts = Attempts::new([7; 32], 2);
        let at = |seconds: i64| Timestamp(1_800_000_000_000 + seconds * 1000);
        assert!(attempts.count("a@b.c", at(0)).is_ok() && attempts.count("a@b.c", at(1)).is_ok());
        assert!(matches!(attempts.count("a@b.c", at(50)), Err(Error::TooMany { seconds: 10 })));
        assert!(attempts.count("x@b.c", at(50)).is_ok());
        assert!(attempts.count("a@b.c", at(60)).is_ok());
    }
}
