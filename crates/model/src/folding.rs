//! Case folding, for searches.
//!
//! Databases fold ASCII only, or by their locale; this is the only folding used. It is not for comparing identities:
//! e-mail addresses and host names have rules of their own.

use unicode_normalization::UnicodeNormalization;

/// Folds a text for search: composes it (NFC) and maps each character through its capital form to lower case. So `SS`
/// finds `ß`, and any sigma finds the final one.
pub fn fold(text: &str) -> String {
    text.nfc().flat_map(char::to_uppercase).flat_map(char::to_lowercase).nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_hold_for_equal_folds_to_the_same() {
        for (a, b) in [("É", "e\u{301}"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδός".replace('ό', "ο").as_str())]
        {
            assert_eq!(fold(a), fold(b), "{a} {b}");
        }
        assert_eq!(fold("שלום"), "שלום");
        assert_ne!(fold("e"), fold("é"));
    }
}
