//! The classes of characters for the scanner.

/// The class of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// A part of a word in a script with spaces between words.
    Letter,
    /// A part of a text in a script without spaces between words.
    Glyph,
    /// A character that may occur inside an identifier.
    Joiner,
    /// A character that ends every word.
    Other,
}

/// Returns the class of a character.
pub(super) fn class(c: char) -> Class {
    if c.is_ascii() {
        return ascii(c);
    }
    if is_glyph(c) {
        Class::Glyph
    } else if c.is_alphanumeric() || attaches(c) {
        Class::Letter
    } else if matches!(c, '\u{2019}' | '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2010}' | '\u{2011}') {
        Class::Joiner
    } else {
        Class::Other
    }
}

fn ascii(c: char) -> Class {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' => Class::Letter,
        '_' | '-' | '.' | '\'' | ':' | '/' | '@' => Class::Joiner,
        _ => Class::Other,
    }
}

/// Returns true for scripts whose words are not separated by spaces, and for Hangul,
/// whose words include their particles.
fn is_glyph(c: char) -> bool {
    matches!(c,
        '\u{0e01}'..='\u{0e3a}' | '\u{0e40}'..='\u{0e4e}' // Thai
        | '\u{0e81}'..='\u{0ece}' | '\u{0edc}'..='\u{0edf}' // Lao
        | '\u{1000}'..='\u{103f}' | '\u{1050}'..='\u{108f}' // Myanmar
        | '\u{1780}'..='\u{17d3}' // Khmer
        | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{a960}'..='\u{a97c}' | '\u{ac00}'..='\u{d7fb}' // Hangul
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{312f}' // kana
        | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' // and bopomofo
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' // Han
    )
}

/// Returns true if a character belongs to the preceding one.
pub(super) fn attaches(c: char) -> bool {
    !c.is_ascii() && is_mark(c)
}

fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c) || matches!(c, '\u{1160}'..='\u{11ff}' | '\u{ff9e}' | '\u{ff9f}')
}
