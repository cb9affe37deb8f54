//! One spelling of a word: compatibility forms, case and, as an extra, accents.

use quire_model::folding::fold;
use unicode_normalization::UnicodeNormalization;

/// The longest word, in bytes; what is longer is cut off, in texts and in queries.
const MOST_BYTES: usize = 96;

/// A word without regard to case and width.
pub(super) fn folded(word: &str) -> String {
    let mut folded = if word.is_ascii() { word.to_ascii_lowercase() } else { wide(word) };
    let mut end = folded.len().min(MOST_BYTES);
    while !folded.is_char_boundary(end) {
        end -= 1;
    }
    folded.truncate(end);
    folded
}

/// In the order in which the second rule finds nothing left for the first.
fn wide(word: &str) -> String {
    fold(&word.nfkc().collect::<String>()).nfkc().collect()
}

/// A folded word without accents, if it has any.
pub fn plain(folded: &str) -> Option<String> {
    if folded.is_ascii() {
        return None;
    }
    let mut plain = String::with_capacity(folded.len());
    for c in folded.nfd().filter(|c| !is_accent(*c)) {
        match letters(c) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(c),
        }
    }
    let plain: String = plain.nfc().collect();
    (plain != folded && !plain.is_empty()).then_some(plain)
}

/// Marks that a hasty reader leaves out: of Latin, Greek and Cyrillic, Hebrew and Arabic. In other scripts marks are
/// letters.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}')
}

/// Letters with strokes and pairs of letters, which do not come apart.
fn letters(c: char) -> Option<&'static str> {
    Some(match c {
        'ø' => "o",
        'æ' => "ae",
        'œ' => "oe",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ı' => "i",
        'þ' => "th",
        'ħ' => "h",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_width_do_not_matter() {
        for (a, b) in [("Ｑｕｉｒｅ", "quire"), ("Straße", "STRASSE"), ("ﬁle", "FILE"), ("e\u{301}", "É"), ("ｶﾞ", "ガ")]
        {
            assert_eq!(folded(a), folded(b));
        }
    }

    #[test]
    fn accents_come_off() {
        for (accented, bare) in [("café", "cafe"), ("łódź", "lodz"), ("ёж", "еж"), ("smørrebrød", "smorrebrod")]
        {
            assert_eq!(plain(accented).as_deref(), Some(bare));
        }
        assert_eq!(plain("cafe"), None);
        assert_eq!(plain("हिन्दी"), None);
    }

    #[test]
    fn long_words_are_cut_between_characters() {
        assert_eq!(folded(&"é".repeat(100)).len(), MOST_BYTES);
    }
}
