//! Positions in an order that users choose.

/// A position relative to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside<T> {
    /// The position immediately before the item.
    Before(T),
    /// The position immediately after the item.
    After(T),
}

impl<T: Copy> Beside<T> {
    /// Returns the item that the position is relative to.
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
