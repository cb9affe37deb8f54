//! Texts as words: what is indexed, looked up and highlighted.
//!
//! A text is a row of runs. A run of letters is a word or an identifier, which has parts (`snake_case`, `camelCase`,
//! `dotted.path`) and a whole, written without what joins it. A run of glyphs belongs to a script without blanks
//! between words. Queries are read by the same scanner as texts, so that both agree on what a word is; every span is
//! in the bytes of the text as it came. What is searched in which field is not known here.

mod folding;
mod scan;
mod scripts;
mod stems;

use std::ops::Range;

pub use folding::plain;
pub use scan::runs;
pub use stems::Stems;

/// A stretch of text without a break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// A word or an identifier.
    Word(Compound),
    /// Glyphs, at least one.
    Glyphs(Vec<Part>),
}

/// A word, or an identifier of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compound {
    /// Its words, folded; at least one.
    pub parts: Vec<Part>,
    /// All of it, folded and without joiners, if it has several parts or is more than them (`c++`).
    pub whole: Option<String>,
    /// The whole with the dashes of a command line's flag in front.
    pub flag: Option<String>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A word or a glyph, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub span: Range<usize>,
}

/// Something to be looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The text.
    pub text: String,
    /// Its place in the order of words; several tokens may share one.
    pub position: usize,
    /// Where it stands.
    pub span: Range<usize>,
    /// Whether it has a stem.
    pub is_word: bool,
}

/// Which glyphs are tokens by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Singles {
    /// Those that stand alone.
    Alone,
    /// All.
    Every,
}

/// The tokens of a text, in order.
pub fn tokens(text: &str, singles: Singles) -> Vec<Token> {
    let mut tokens = Tokens { found: Vec::new(), position: 0 };
    for run in runs(text) {
        match run {
            Run::Word(compound) => tokens.compound(compound),
            Run::Glyphs(glyphs) => tokens.glyphs(&glyphs, singles),
        }
    }
    tokens.found
}

/// Two neighbouring glyphs as one text.
pub fn pair(glyphs: &[Part]) -> String {
    glyphs.iter().map(|glyph| glyph.text.as_str()).collect()
}

struct Tokens {
    found: Vec<Token>,
    position: usize,
}

impl Tokens {
    fn push(&mut self, text: String, span: Range<usize>, is_word: bool) {
        self.found.push(Token { text, position: self.position, span, is_word });
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
            // The last glyph of several has no pair of its own, and takes no place.
            if glyphs.len() == 1 || n + 1 < glyphs.len() {
                self.position += 1;
            }
        }
    }
}
