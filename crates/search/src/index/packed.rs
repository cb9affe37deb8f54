//! Tokens on their way into the index, as one text.
//!
//! Tantivy makes tokens itself, of a text and by a tokenizer that has a name. Ours come from the scanner, with several
//! in one place; they are written one after the other, each with an end that says whether the next one shares its
//! place, and this tokenizer reads them back. Tokens have no control characters.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The tokenizer's name.
pub(crate) const NAME: &str = "packed";

/// The next token has the same place.
const SAME: char = '\u{0}';
/// The next token has the next place.
const NEXT: char = '\u{1}';

/// Texts with their places, which begin with 0 and rise by at most 1.
pub(super) fn pack<'a>(tokens: impl Iterator<Item = (usize, &'a str)>) -> String {
    let mut packed = String::new();
    let mut last = None;
    for (position, text) in tokens {
        if let Some(last) = last {
            packed.push(if position == last { SAME } else { NEXT });
        }
        packed.push_str(text);
        last = Some(position);
    }
    packed
}

/// Reads tokens back.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed;

impl Tokenizer for Packed {
    type TokenStream<'a> = Unpacking<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Unpacking<'a> {
        let token = Token { position: 0, ..Token::default() };
        Unpacking { rest: (!text.is_empty()).then_some(text), place: 0, token }
    }
}

/// Tokens that are still to be read.
pub(super) struct Unpacking<'a> {
    rest: Option<&'a str>,
    /// The place of the next token.
    place: usize,
    token: Token,
}

impl TokenStream for Unpacking<'_> {
    fn advance(&mut self) -> bool {
        let Some(rest) = self.rest else { return false };
        let end = rest.find([SAME, NEXT]);
        self.token.text.clear();
        self.token.text.push_str(&rest[..end.unwrap_or(rest.len())]);
        self.token.position = self.place;
        self.place += end.map_or(0, |at| usize::from(rest[at..].starts_with(NEXT)));
        self.rest = end.map(|at| &rest[at + 1..]);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_out() {
        for tokens in [&[][..], &[(0, "a")], &[(0, "a"), (0, "b"), (1, "c"), (2, "d"), (2, "é")]] {
            let packed = pack(tokens.iter().copied());
            let mut out = Vec::new();
            Packed.token_stream(&packed).process(&mut |token| out.push((token.position, token.text.clone())));
            let expected: Vec<_> = tokens.iter().map(|(at, text)| (*at, (*text).to_owned())).collect();
            assert_eq!(out, expected);
        }
    }
}
