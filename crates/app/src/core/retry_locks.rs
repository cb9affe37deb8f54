//! Locks for changes that lost a branch to another change, so that they don't lose it to each other again and again.
//! A change that wins at its first attempt takes no lock, unless another one of its line waits for the lock, or one of its
//! space for long: while many change the same line, each computes its change once and not as often as it would lose.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use quire_model::ids::{BranchId, SpaceId};

/// The number of locks, which spaces share, and of counts of lines.
const COUNT: usize = 64;

/// The locks of all spaces.
pub(crate) struct RetryLocks {
    locks: [Lock; COUNT],
    /// The numbers of changes that wait for a lock, by the line that they change.
    lines: [AtomicUsize; COUNT],
}

#[derive(Default)]
struct Lock {
    held: Mutex<()>,
    /// True if changes have to take the lock before their first attempt.
    is_for_all: AtomicBool,
    /// The number of changes that wait for it.
    waiting: AtomicUsize,
}

/// A lock that is held until this is dropped.
pub struct RetryLock<'a> {
    lock: &'a Lock,
    _held: MutexGuard<'a, ()>,
}

impl Default for RetryLocks {
    fn default() -> Self {
        Self { locks: std::array::from_fn(|_| Lock::default()), lines: std::array::from_fn(|_| AtomicUsize::new(0)) }
    }
}

impl RetryLocks {
    /// Waits for the other losing changes of this space.
    pub(crate) fn enter(&self, space: SpaceId, line: BranchId) -> RetryLock<'_> {
        let (lock, of_line) = (self.of(space), self.line(line));
        lock.waiting.fetch_add(1, Ordering::Relaxed);
        of_line.fetch_add(1, Ordering::Relaxed);
        let held = lock.held.lock().unwrap_or_else(PoisonError::into_inner);
        of_line.fetch_sub(1, Ordering::Relaxed);
        lock.waiting.fetch_sub(1, Ordering::Relaxed);
        RetryLock { lock, _held: held }
    }

    /// Returns the number of changes that wait for the lock of a space.
    pub(crate) fn waiting(&self, space: SpaceId) -> usize {
        self.of(space).waiting.load(Ordering::Relaxed)
    }

    /// Takes the lock if no change of this space has it.
    pub(crate) fn enter_if_free(&self, space: SpaceId) -> Option<RetryLock<'_>> {
        let lock = self.of(space);
        match lock.held.try_lock() {
            Ok(held) => Some(RetryLock { lock, _held: held }),
            Err(TryLockError::Poisoned(held)) => Some(RetryLock { lock, _held: held.into_inner() }),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Waits for them before the first attempt of a change, if one of them asked for that or waits to change the same line.
    pub(crate) fn enter_if_asked(&self, space: SpaceId, line: BranchId) -> Option<RetryLock<'_>> {
        let is_asked = self.of(space).is_for_all.load(Ordering::Relaxed);
        (is_asked || self.line(line).load(Ordering::Relaxed) > 0).then(|| self.enter(space, line))
    }

    fn of(&self, space: SpaceId) -> &Lock {
        // The last byte of an identifier is random.
        &self.locks[usize::from(space.bytes()[15]) % COUNT]
    }

    fn line(&self, line: BranchId) -> &AtomicUsize {
        &self.lines[usize::from(line.bytes()[15]) % COUNT]
    }
}

impl RetryLock<'_> {
    /// Has changes that begin later wait for this one.
    pub(crate) fn ask_for_all(&self) {
        self.lock.is_for_all.store(true, Ordering::Relaxed);
    }
}

impl Drop for RetryLock<'_> {
    fn drop(&mut self) {
        self.lock.is_for_all.store(false, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use quire_content::id::Uid;

    use super::*;

    #[test]
    fn changes_wait_for_those_of_their_line_that_lost_and_for_no_others() {
        let (locks, space) = (RetryLocks::default(), SpaceId(Uid([1; 16])));
        let (main, other) = (BranchId(space.0), BranchId(Uid([2; 16])));
        assert!(locks.enter_if_asked(space, main).is_none(), "nobody lost");
        let first = locks.enter_if_free(space).unwrap();
        assert!(locks.enter_if_asked(space, main).is_none(), "nobody waits");
        thread::scope(|scope| {
            let second = scope.spawn(|| drop(locks.enter(space, main)));
            while locks.waiting(space) < 1 {
                thread::yield_now();
            }
            assert!(locks.enter_if_asked(space, other).is_none(), "nobody waits to change this line");
            let third = scope.spawn(|| locks.enter_if_asked(space, main).is_some());
            while locks.waiting(space) < 2 {
                thread::yield_now();
            }
            drop(first);
            second.join().unwrap();
            assert!(third.join().unwrap());
        });
        assert!(locks.enter_if_asked(space, main).is_none());
    }
}
