//! Normalization of words: compatibility forms, case and, optionally, accents.

use quire_model::folding::fold;
use unicode_normalization::UnicodeNormalization;

/// The longest word, in bytes; longer words are truncated, in texts and in queries.
pub(super) const MOST_BYTES: usize = 96;

/// Folds the case and width of a word, and truncates it.
pub(super) fn folded(word: &str) -> String {
    let mut folded = if word.is_ascii() { word.to_ascii_lowercase() } else { wide(word) };
    let mut end = folded.len().min(MOST_BYTES);
    while !folded.is_char_boundary(end) {
        end -= 1;
    }
    folded.truncate(end);
    folded
}

/// Folds a word beyond ASCII. NFKC is applied before and after case folding, so that the result is stable.
fn wide(word: &str) -> String {
    fold(&word.nfkc().collect::<String>()).nfkc().collect()
}

/// Removes the accents of a folded word; `None` if it has none.
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

/// Returns true for marks that readers often omit: those of Latin, Greek and Cyrillic, Hebrew and Arabic. In
/// other scripts marks are significant.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{64b}'..='\u{65f}')
}

/// Returns the base letters of letters with strokes and ligatures, which have no decomposition in Unicode.
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
