//! Names of pages in a source, by which the next import of the source recognises them.

use crate::hash::Hash;

/// The most bytes of a name that is kept as it is.
const MOST_BYTES: usize = 200;

/// A name that a page has in a source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// An identifier that the source gave to the page and to no other one, ever.
    Identifier(String),
    /// The path of a file of the source, or a title: a file that was renamed has another one.
    Name(String),
}

impl Origin {
    /// Encodes the name as the state of an import has it. Of a long name there is the hash alone.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let (kind, name) = match self {
            Self::Identifier(name) => (b'i', name),
            Self::Name(name) => (b'n', name),
        };
        let name = if name.len() > MOST_BYTES { format!("#{}", Hash::of(name.as_bytes())) } else { name.clone() };
        [&[kind], name.as_bytes()].concat()
    }

    /// Returns the name as it is after it was kept.
    pub(crate) fn kept(&self) -> Self {
        Self::decode(&self.encode()).unwrap_or_else(|| self.clone())
    }

    /// Decodes a name; `None` if it is of a kind that this version doesn't know.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (kind, name) = bytes.split_first()?;
        let name = String::from_utf8(name.to_vec()).ok()?;
        match kind {
            b'i' => Some(Self::Identifier(name)),
            b'n' => Some(Self::Name(name)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kept() {
        for origin in [Origin::Identifier("9".to_owned()), Origin::Name("docs/a.md".to_owned())] {
            assert_eq!(origin.kept(), origin);
        }
        let [one, other] = ["a", "b"].map(|end| Origin::Name("x".repeat(1000) + end).kept());
        assert_ne!(one, other);
        assert!(one.encode().len() < 1000);
        assert_eq!(Origin::decode(b""), None);
        assert_eq!(Origin::decode(b"?x"), None);
    }
}
