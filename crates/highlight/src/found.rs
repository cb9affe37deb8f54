//! Tokens that were found a short while ago, by the hash of their code: a page that is drawn again with the same code
//! costs nothing to colour.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::{CLASSES, Span};

/// The memory for tokens, in bytes.
const BYTES: u64 = 4 << 20;

/// The expected number of bytes of an entry.
const AVERAGE: u64 = 512;

/// The tokens of one text in little memory: lines that are coloured are short enough for small numbers.
#[derive(Clone)]
struct Packed(Arc<[Box<[Token]>]>);

#[derive(Clone, Copy)]
struct Token {
    start: u16,
    end: u16,
    /// The place of the class in [`crate::CLASSES`].
    class: u8,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Key, Packed> for ByBytes {
    fn weight(&self, _: &Key, text: &Packed) -> u64 {
        let lines: usize = text.0.iter().map(|line| size_of_val(&**line) + size_of::<Box<[Token]>>()).sum();
        lines as u64 + 160
    }
}

/// A hash of a language and a text.
type Key = [u8; 32];

/// The tokens of texts that were found last.
pub(crate) struct Found(Cache<Key, Packed, ByBytes>);

impl Default for Found {
    fn default() -> Self {
        Self(Cache::with_weighter((BYTES / AVERAGE) as usize, BYTES, ByBytes))
    }
}

impl Found {
    /// Returns the tokens of a text, which are found if they are not known.
    pub(crate) fn get(
        &self,
        token: &str,
        text: &str,
        find: impl FnOnce() -> Option<Vec<Vec<Span>>>,
    ) -> Option<Vec<Vec<Span>>> {
        let key = key(token, text);
        if let Some(known) = self.0.get(&key) {
            return Some(known.unpack());
        }
        let found = find()?;
        if let Some(packed) = Packed::of(&found) {
            self.0.insert(key, packed);
        }
        Some(found)
    }
}

fn key(token: &str, text: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(token.len() as u64).to_le_bytes()).update(token.as_bytes()).update(text.as_bytes());
    *hasher.finalize().as_bytes()
}

impl Packed {
    fn of(lines: &[Vec<Span>]) -> Option<Self> {
        let line = |spans: &Vec<Span>| spans.iter().map(Token::of).collect::<Option<Box<[Token]>>>();
        Some(Self(lines.iter().map(line).collect::<Option<Arc<[_]>>>()?))
    }

    fn unpack(&self) -> Vec<Vec<Span>> {
        self.0.iter().map(|line| line.iter().filter_map(|token| token.span()).collect()).collect()
    }
}

impl Token {
    fn of(span: &Span) -> Option<Self> {
        let class = CLASSES.iter().position(|(_, class)| *class == Some(span.class))?;
        let (start, end) = (u16::try_from(span.start).ok()?, u16::try_from(span.end).ok()?);
        Some(Self { start, end, class: u8::try_from(class).ok()? })
    }

    fn span(self) -> Option<Span> {
        let class = CLASSES.get(usize::from(self.class))?.1?;
        Some(Span { start: self.start.into(), end: self.end.into(), class })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_found_once_and_are_the_same_again() {
        let (found, code) = (Found::default(), "fn main() {\n    let x = \"é\"; // y\n}\n");
        let first = found.get("rs", code, || crate::find("rs", code)).expect("Rust has colours");
        assert!(first.iter().flatten().any(|span| span.class == "q-ts"));
        let again = found.get("rs", code, || panic!("they are known")).expect("the same");
        assert_eq!(first, again);
        assert_eq!(found.get("go", code, || None), None, "another language has other tokens");
        assert_eq!(found.get("rs", "fn", || Some(vec![])), Some(vec![]), "another text has other tokens");
    }
}
