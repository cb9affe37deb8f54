//! The tokenizer of texts, for indexing, queries and highlighting.
//!
//! A text is a sequence of runs. A run of letters is a word or an identifier, which has parts (`snake_case`,
//! `camelCase`, `dotted.path`) and a whole, which is the parts without joiners. A run of glyphs is in a script without
//! spaces between words. Queries and texts go through the same scanner, so that both agree on words; every span refers
//! to the bytes of the original text. The searched fields are not known here.

mod beginnings;
mod folding;
mod scan;
mod scripts;
mod stems;

use std::ops::Range;

pub(crate) use beginnings::Beginnings;
pub use folding::plain;
pub use scan::runs;
pub(crate) use stems::StemMemo;
pub use stems::Stems;

use scan::{Span, dashes, has_whole, is_number, is_plain, is_simple, run, simple_parts, spans};

/// A run of characters without a break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// A word or an identifier.
    Word(Compound),
    /// A run of glyphs, at least one.
    Glyphs(Vec<Part>),
}

/// A word, or an identifier of several words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compound {
    /// The words, folded; at least one.
    pub parts: Vec<Part>,
    /// The whole, folded and without joiners, if there are several parts or it is more than them (`c++`).
    pub whole: Option<String>,
    /// The whole with the leading dashes of a command-line flag.
    pub flag: Option<String>,
    /// The byte range in the text.
    pub span: Range<usize>,
}

/// A folded word or glyph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The folded text of the word or glyph.
    pub text: String,
    /// The byte range in the text.
    pub span: Range<usize>,
}

/// A token of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The folded text of the token.
    pub text: String,
    /// The position in the sequence of words; several tokens may share one.
    pub position: usize,
    /// The byte range in the text.
    pub span: Range<usize>,
    /// True if the token can be stemmed.
    pub is_word: bool,
}

/// The choice of the glyphs that are tokens by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Singles {
    /// Glyphs without a neighbour.
    Alone,
    /// All glyphs, also those with a neighbour.
    Every,
}

/// Returns the tokens of a text, in order.
pub fn tokens(text: &str, singles: Singles) -> Vec<Token> {
    let mut tokens = Tokens::default();
    spans(text, 0).for_each(|span| tokens.run(text, span, singles));
    tokens.found
}

/// A token that is borrowed while it is handed out.
#[derive(Debug)]
pub(crate) struct BorrowedToken<'t> {
    pub(crate) text: &'t str,
    pub(crate) position: usize,
    pub(crate) span: Range<usize>,
    pub(crate) is_word: bool,
}

/// Calls a function with each token of a text, as [`tokens`] returns them.
pub(crate) fn each_token(text: &str, singles: Singles, each: &mut dyn FnMut(BorrowedToken<'_>)) {
    let mut handing = HandingOut::default();
    spans(text, 0).for_each(|span| handing.run(text, span, singles, each));
}

/// Calls a function with the tokens of a text but for those of runs that have none with one of the beginnings. Their
/// positions are not those in the whole text.
pub(crate) fn each_token_that_may_match(
    text: &str,
    singles: Singles,
    beginnings: &Beginnings,
    each: &mut dyn FnMut(BorrowedToken<'_>),
) {
    let mut handing = HandingOut::default();
    beginnings.find(text, &mut |span| handing.run(text, span, singles, each));
}

/// The handing out of tokens without an allocation for each.
#[derive(Default)]
struct HandingOut {
    tokens: Tokens,
    plain: String,
    parts: Vec<Range<usize>>,
}

impl HandingOut {
    fn run(&mut self, text: &str, span: Span, singles: Singles, each: &mut dyn FnMut(BorrowedToken<'_>)) {
        if is_plain(text, &span) {
            self.plain.clear();
            self.plain.push_str(&text[span.range.clone()]);
            self.plain.make_ascii_lowercase();
            let position = self.tokens.position;
            self.tokens.position += 1;
            return each(BorrowedToken { text: &self.plain, position, span: span.range, is_word: true });
        }
        if is_simple(text, &span) {
            return self.compound(text, span.range, each);
        }
        self.tokens.run(text, span, singles);
        for Token { text, position, span, is_word } in self.tokens.found.drain(..) {
            each(BorrowedToken { text: &text, position, span, is_word });
        }
    }

    /// Hands out the tokens of a simple run, as [`Tokens::compound`] makes them.
    fn compound(&mut self, text: &str, span: Range<usize>, each: &mut dyn FnMut(BorrowedToken<'_>)) {
        let Self { tokens: Tokens { position, .. }, plain, parts } = self;
        parts.clear();
        simple_parts(text, span.clone(), parts);
        plain.clear();
        match has_whole(parts.len()) {
            true if is_number(&text[span.clone()]) => plain.push_str(&text[span.clone()]),
            true => parts.iter().for_each(|part| plain.push_str(&text[part.clone()])),
            false => plain.push_str(&text[parts[0].clone()]),
        }
        plain.make_ascii_lowercase();
        if has_whole(parts.len()) {
            each(BorrowedToken { text: plain, position: *position, span: span.clone(), is_word: true });
        }
        if let Some(dashes) = dashes(&text[..span.start]) {
            plain.insert_str(0, dashes);
            each(BorrowedToken { text: plain, position: *position, span, is_word: false });
        }
        for part in parts.drain(..) {
            plain.clear();
            plain.push_str(&text[part.clone()]);
            plain.make_ascii_lowercase();
            each(BorrowedToken { text: plain, position: *position, span: part, is_word: true });
            *position += 1;
        }
    }
}

/// Concatenates neighbouring glyphs into one term.
pub fn pair(glyphs: &[Part]) -> String {
    glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
}

#[derive(Default)]
struct Tokens {
    found: Vec<Token>,
    position: usize,
}

impl Tokens {
    fn push(&mut self, text: String, span: Range<usize>, is_word: bool) {
        self.found.push(Token { text, position: self.position, span, is_word });
    }

    fn run(&mut self, text: &str, span: Span, singles: Singles) {
        if is_plain(text, &span) {
            self.push(text[span.range.clone()].to_ascii_lowercase(), span.range, true);
            self.position += 1;
            return;
        }
        match run(text, span) {
            Run::Word(compound) => self.compound(compound),
            Run::Glyphs(glyphs) => self.glyphs(&glyphs, singles),
        }
    }

    fn compound(&mut self, compound: Compound) {
        if let Some(whole) = compound.whole {
            self.bare(&whole, &compound.span);
            self.push(whole, compound.span.clone(), true);
        }
        if let Some(flag) = compound.flag {
            self.push(flag, compound.span.clone(), false);
        }
        for part in compound.parts {
            self.bare(&part.text, &part.span);
            self.push(part.text, part.span, true);
            self.position += 1;
        }
    }

    fn bare(&mut self, text: &str, span: &Range<usize>) {
        if let Some(plain) = plain(text) {
            self.push(plain, span.clone(), false);
        }
    }

    fn glyphs(&mut self, glyphs: &[Part], singles: Singles) {
        for (n, glyph) in glyphs.iter().enumerate() {
            if glyphs.len() == 1 || singles == Singles::Every {
                self.push(glyph.text.clone(), glyph.span.clone(), false);
            }
            if let Some(two) = glyphs.get(n..n + 2) {
                self.push(pair(two), two[0].span.start..two[1].span.end, false);
            }
            // The last glyph of several has no pair of its own, and takes no position.
            if glyphs.len() == 1 || n + 1 < glyphs.len() {
                self.position += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

        /// Tokens that are handed out are those that are returned.
        #[test]
        fn tokens_are_handed_out_as_they_are_returned(
            text in ".{0,40}|[a-cA-C ._:/'+#@0-9-]{0,40}|(([a-cA-C]{1,4}|[0-9]{1,2}|é|索)[._:/' -]{0,2}){0,18}|[a-z]{90,110}[A-Z.#]?[a-z]{0,9}",
            is_every in any::<bool>(),
        ) {
            let singles = if is_every { Singles::Every } else { Singles::Alone };
            let mut handed = Vec::new();
            each_token(&text, singles, &mut |BorrowedToken { text, position, span, is_word }| {
                handed.push(Token { text: text.to_owned(), position, span, is_word });
            });
            prop_assert_eq!(handed, tokens(&text, singles));
        }
    }
}
