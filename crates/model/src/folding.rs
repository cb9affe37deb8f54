//! Texts without regard to case, for searching by people.
//!
//! Databases fold ASCII only, or as their locale says; this is the one folding of ours. It is not for comparing
//! identities: addresses and names of hosts have rules of their own.

use unicode_normalization::UnicodeNormalization;

/// The text as it is searched: composed, and each character by the small letters of its capital form. So `ß` is
/// found by `SS`, and a final sigma by any other.
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
