//! Locks for changes that lost a branch to another change, so that they don't lose it to each other again and again.
//! A change that wins at its first attempt takes no lock, unless another one waits for its turn for long.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

use quire_model::ids::SpaceId;

/// The number of locks, which spaces share.
const COUNT: usize = 64;

/// The locks of all spaces.
pub(crate) struct RetryLocks([Lock; COUNT]);

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
        Self(std::array::from_fn(|_| Lock::default()))
    }
}

impl RetryLocks {
    /// Waits for the other losing changes of this space.
    pub(crate) fn enter(&self, space: SpaceId) -> RetryLock<'_> {
        let lock = self.of(space);
        lock.waiting.fetch_add(1, Ordering::Relaxed);
        let held = lock.held.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// Waits for them before the first attempt of a change, if one of them asked for that.
    pub(crate) fn enter_if_asked(&self, space: SpaceId) -> Option<RetryLock<'_>> {
        self.of(space).is_for_all.load(Ordering::Relaxed).then(|| self.enter(space))
    }

    fn of(&self, space: SpaceId) -> &Lock {
        // The last byte of an identifier is random.
        &self.0[usize::from(space.bytes()[15]) % COUNT]
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
