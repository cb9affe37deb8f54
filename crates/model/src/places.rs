//! Places in an order that people decide.

/// A place beside something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside<T> {
    /// Right before it.
    Before(T),
    /// Right after it.
    After(T),
}

impl<T: Copy> Beside<T> {
    /// The thing.
    pub fn target(&self) -> T {
        match self {
            Self::Before(target) | Self::After(target) => *target,
        }
    }

    /// The same side of another thing.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Beside<U> {
        match self {
            Self::Before(target) => Beside::Before(convert(target)),
            Self::After(target) => Beside::After(convert(target)),
        }
    }
}
