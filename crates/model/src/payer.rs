//! The party on whose behalf work is done.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

/// The party on whose behalf work is done: a user, or the network of an address. The work of one does not delay that of
/// others more than theirs delays it. The default stands for unknown parties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Payer(u64);

impl Payer {
    /// Returns the payer that is identified by a value.
    pub fn of(value: impl Hash) -> Self {
        Self(BuildHasherDefault::<DefaultHasher>::default().hash_one(value))
    }

    /// Returns the payer as bytes, to count what is done on its behalf.
    pub fn to_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }
}
