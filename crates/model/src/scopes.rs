//! Scopes of tokens, which narrow the rights of their owners.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One scope of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read everything that the owner may read.
    Read,
    /// Create and change content.
    Write,
    /// Manage members, tokens, organizations and permissions.
    Admin,
}

/// A set of scopes. A token without the scope that an operation needs is refused, whatever its owner may do. Every set
/// has [`Scope::Read`], since the response to a change shows the resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scope {
    const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Admin];

    fn bit(self) -> u8 {
        1 << self as u8
    }

    /// Returns the word of the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }
}

impl Scopes {
    /// All scopes: every right of the owner.
    pub const ALL: Self = Self(0b111);

    /// Returns the set of the given scopes and [`Scope::Read`].
    pub fn of(scopes: &[Scope]) -> Self {
        Self(scopes.iter().fold(Scope::Read.bit(), |bits, scope| bits | scope.bit()))
    }

    /// Returns true if the set has the scope.
    pub fn has(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Returns the scopes in the set, in ascending order.
    pub fn list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|scope| self.has(*scope)).collect()
    }

    /// Returns the bits that are stored: bit 0 read, 1 write, 2 admin.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Restores a stored set; unknown bits are dropped and read is added.
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
