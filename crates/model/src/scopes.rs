//! What a token may be used for, at most: its owner's rights, narrowed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One scope of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Reads whatever its owner may read.
    Read,
    /// Creates and changes content.
    Write,
    /// Manages people, tokens, organizations and permissions.
    Admin,
}

/// A set of scopes. A token without the scope that an operation needs is refused, whatever its owner may do. Every set
/// has [`Scope::Read`]: whoever changes a thing is shown it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scope {
    const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Admin];

    fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The word of this scope.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }
}

impl Scopes {
    /// Everything that the owner may do.
    pub const ALL: Self = Self(0b111);

    /// These, and reading.
    pub fn of(scopes: &[Scope]) -> Self {
        Self(scopes.iter().fold(Scope::Read.bit(), |bits, scope| bits | scope.bit()))
    }

    /// Whether the set has this scope.
    pub fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// The scopes in the set.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).collect()
    }

    /// The set as it is stored: bit 0 read, 1 write, 2 admin.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// The set that was stored so; unknown bits are dropped.
    pub fn from_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0 | Scope::Read.bit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_writes_may_read() {
        let writer = Scopes::of(&[Scope::Write]);
        assert_eq!(writer.list(), [Scope::Read, Scope::Write]);
        assert_eq!(Scopes::from_bits(writer.bits()), writer);
    }
}
