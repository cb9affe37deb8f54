//! Positions in an order that users choose.

/// A position relative to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside<T> {
    /// Immediately before it.
    Before(T),
    /// Immediately after it.
    After(T),
}

impl<T: Copy> Beside<T> {
    /// Returns the item.
    pub fn target(&self) -> T {
        match self {
            Self::Before(target) | Self::After(target) => *target,
        }
    }

    /// Converts the item and keeps the side.
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Beside<U> {
        match self {
            Self::Before(target) => Beside::Before(convert(target)),
            Self::After(target) => Beside::After(convert(target)),
        }
    }
}
