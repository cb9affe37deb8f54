//! Glossaries: terms and how they are translated, or that they are not.
//!
//! A term counts in a segment where it stands as whole words, in whatever case unless its own case matters.

use serde::{Deserialize, Serialize};

/// A term in the source language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The term as it stands in the source.
    pub source: String,
    /// Its translation; the term itself where it is not translated.
    pub target: String,
    /// True if only the same case counts.
    pub is_case_sensitive: bool,
}

/// Returns the terms that a text with placeholders has, in their order.
pub fn used<'a>(terms: &'a [Term], marked_up: &str) -> Vec<&'a Term> {
    if terms.is_empty() {
        return Vec::new();
    }
    let text = without_tags(marked_up);
    let folded = text.to_lowercase();
    let has = |term: &&Term| match term.is_case_sensitive {
        true => has_words(&text, &term.source),
        false => has_words(&folded, &term.source.to_lowercase()),
    };
    terms.iter().filter(has).collect()
}

/// Returns true if a text has these words, with no letter or digit before and after them. Scripts without spaces have
/// no such bounds, so there a term counts wherever it stands.
fn has_words(text: &str, words: &str) -> bool {
    let spaced = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && (c as u32) < 0x2e80);
    !words.is_empty()
        && text.match_indices(words).any(|(at, found)| {
            let before = text[..at].chars().next_back();
            let after = text[at + found.len()..].chars().next();
            let starts = spaced(words.chars().next()) && spaced(before);
            let ends = spaced(words.chars().next_back()) && spaced(after);
            !starts && !ends
        })
}

/// Returns a text with placeholders as plain text.
pub fn without_tags(marked_up: &str) -> String {
    let mut out = String::with_capacity(marked_up.len());
    let mut inside = false;
    for c in marked_up.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside => out.push(c),
            _ => {}
        }
    }
    out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(source: &str, is_case_sensitive: bool) -> Term {
        Term { source: source.to_owned(), target: "x".to_owned(), is_case_sensitive }
    }

    #[test]
    fn terms_count_as_whole_words() {
        let cases = [
            ("change request", "Open a Change <x id=\"1\">request</x> now.", true),
            ("space", "Two spaces", false),
            ("space", "A <x id=\"1\">space</x>.", true),
            ("C++", "Written in C++.", true),
            ("AT&T", "by AT&amp;T", true),
            ("空间", "一个空间里", true),
        ];
        for (words, text, expected) in cases {
            assert_eq!(!used(&[term(words, false)], text).is_empty(), expected, "{words} in {text}");
        }
        assert!(used(&[term("Quire", true)], "a quire of paper").is_empty());
        assert_eq!(used(&[term("Quire", true)], "Quire keeps it").len(), 1);
    }
}
