//! Waiting by work that occupies one of a few places.
//!
//! Whoever runs work bounds how much of it computes at the same time. Work that only waits for other work uses no processor,
//! and must not keep others from computing: it says so by [`wait`], and others have its place meanwhile.

use std::cell::RefCell;
use std::rc::Rc;

/// The place of a thread among those that compute.
pub trait Place {
    /// Leaves the place to others, as the thread begins to wait.
    fn leave(&self);
    /// Takes the place again. It does not wait: for a moment more threads may compute than there are places.
    fn take(&self);
}

thread_local! {
    static PLACE: RefCell<Option<Rc<dyn Place>>> = const { RefCell::new(None) };
}

/// Gives the current thread its place.
pub fn occupy(place: Rc<dyn Place>) {
    PLACE.set(Some(place));
}

/// Runs `work`, which only waits, while others have the place of the current thread, if it has one.
pub fn wait<T>(work: impl FnOnce() -> T) -> T {
    let _left = PLACE.with_borrow(Clone::clone).map(Left::new);
    work()
}

/// A place that its thread left until this is dropped.
struct Left(Rc<dyn Place>);

impl Left {
    fn new(place: Rc<dyn Place>) -> Self {
        place.leave();
        Self(place)
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        self.0.take();
    }
}
