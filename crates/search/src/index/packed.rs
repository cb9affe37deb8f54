//! The encoding of tokens as one text for the index.
//!
//! Tantivy takes a text and makes the tokens itself, with a tokenizer that has a name. The tokens here come from the
//! scanner, and several may share a position; they are concatenated with separators that tell whether the next token
//! shares the position, and this tokenizer decodes them. Tokens contain no control characters.

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The separator before a token at the same position.
const SAME: char = '\u{0}';
/// The separator before a token at the next position.
const NEXT: char = '\u{1}';

/// Tokens that are being encoded with their positions, which begin with 0 and increase by at most 1.
#[derive(Debug, Default)]
pub(super) struct Packing {
    packed: String,
    /// The position of the last token.
    last: Option<usize>,
}

impl Packing {
    /// Adds a token.
    pub(super) fn push(&mut self, position: usize, text: &str) {
        if let Some(last) = self.last {
            self.packed.push(if position == last { SAME } else { NEXT });
        }
        self.packed.push_str(text);
        self.last = Some(position);
    }

    /// Adds a token at the next position.
    pub(super) fn push_next(&mut self, text: &str) {
        self.push(self.last.map_or(0, |last| last + 1), text);
    }

    /// Returns the encoded tokens.
    pub(super) fn finish(self) -> String {
        self.packed
    }
}

/// The tokenizer that decodes packed tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed;

/// Returns the tokens of a packed text with their positions, in order.
pub(super) fn tokens(packed: &str) -> Tokens<'_> {
    Tokens { rest: (!packed.is_empty()).then_some(packed), place: 0 }
}

/// The tokens of a packed text that are still to be decoded.
pub(super) struct Tokens<'a> {
    rest: Option<&'a str>,
    /// The position of the next token.
    place: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let end = rest.bytes().position(|byte| matches!(byte, 0 | 1));
        let token = (self.place, &rest[..end.unwrap_or(rest.len())]);
        self.place += end.map_or(0, |at| usize::from(rest[at..].starts_with(NEXT)));
        self.rest = end.map(|at| &rest[at + 1..]);
        Some(token)
    }
}

impl Tokenizer for Packed {
    type TokenStream<'a> = Unpacking<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Unpacking<'a> {
        Unpacking { tokens: tokens(text), token: Token { position: 0, ..Token::default() } }
    }
}

/// The stream of the tokens of a packed text.
pub(super) struct Unpacking<'a> {
    tokens: Tokens<'a>,
    token: Token,
}

impl TokenStream for Unpacking<'_> {
    fn advance(&mut self) -> bool {
        let Some((position, text)) = self.tokens.next() else { return false };
        self.token.text.clear();
        self.token.text.push_str(text);
        self.token.position = position;
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
            let mut packing = Packing::default();
            tokens.iter().for_each(|(position, text)| packing.push(*position, text));
            let packed = packing.finish();
            let mut out = Vec::new();
            Packed.token_stream(&packed).process(&mut |token| out.push((token.position, token.text.clone())));
            let expected: Vec<_> = tokens.iter().map(|(at, text)| (*at, (*text).to_owned())).collect();
            assert_eq!(out, expected);
        }
    }
}
