//! Glossaries: terms and how they are translated, or that they are not.
//!
//! A term counts in a segment where it stands as whole words, in whatever case unless its own case matters.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::placeholders::escape;
use crate::replies::placeholder;

/// A term in the source language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The term as it stands in the source.
    pub source: String,
    /// Its translation; the term itself where it is not translated.
    pub target: String,
    /// True if only the same case counts.
    pub is_case_sensitive: bool,
    /// True if it never leaves the server: it stands in translations as it stands in the source.
    #[serde(default)]
    pub is_kept: bool,
}

/// Terms by their first words, so that a text is compared with few of them.
#[derive(Debug)]
pub struct Index<'a> {
    terms: &'a [Term],
    /// The places of the terms with a first word in lower case; those without one are at the empty text.
    by_word: HashMap<String, Vec<usize>>,
}

impl<'a> Index<'a> {
    /// Returns an index of terms.
    pub fn new(terms: &'a [Term]) -> Self {
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, term) in terms.iter().enumerate() {
            let folded = term.source.to_lowercase();
            let first = folded.split(|c| !is_spaced(c)).next().unwrap_or_default();
            by_word.entry(first.to_owned()).or_default().push(at);
        }
        Self { terms, by_word }
    }

    /// Returns the terms that a text with placeholders has, in their order.
    pub fn used(&self, marked_up: &str) -> Vec<&'a Term> {
        if self.terms.is_empty() {
            return Vec::new();
        }
        let text = without_tags(marked_up);
        let folded = text.to_lowercase();
        // The empty text, for terms that begin with no word, is among the words.
        let words: HashSet<&str> = folded.split(|c| !is_spaced(c)).chain([""]).collect();
        let likely: BTreeSet<usize> =
            words.into_iter().filter_map(|word| self.by_word.get(word)).flatten().copied().collect();
        let has = |term: &&Term| match term.is_case_sensitive {
            true => has_words(&text, &term.source),
            false => has_words(&folded, &term.source.to_lowercase()),
        };
        likely.into_iter().map(|at| &self.terms[at]).filter(has).collect()
    }
}

/// Returns the terms that a text with placeholders has, in their order.
pub fn used<'a>(terms: &'a [Term], marked_up: &str) -> Vec<&'a Term> {
    Index::new(terms).used(marked_up)
}

/// Returns true for a character of words that have bounds. Scripts without spaces have none.
fn is_spaced(c: char) -> bool {
    c.is_alphanumeric() && (c as u32) < 0x2e80
}

/// Returns true if a text has these words as [`places`] says.
fn has_words(text: &str, words: &str) -> bool {
    places(text, words).next().is_some()
}

/// Returns where a text has these words, with no letter or digit before and after them. Scripts without spaces have no
/// such bounds, so there a term counts wherever it stands.
fn places<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = usize> + 't {
    let spaced = |c: Option<char>| c.is_some_and(is_spaced);
    let (first, last) = (spaced(words.chars().next()), spaced(words.chars().next_back()));
    let found = (!words.is_empty()).then(|| text.match_indices(words));
    found.into_iter().flatten().map(|(at, _)| at).filter(move |at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        !(first && spaced(before) || last && spaced(after))
    })
}

/// A text whose kept terms are placeholders of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Protected {
    /// The text to send.
    pub text: String,
    /// The number of the first of these placeholders.
    first: usize,
    /// The terms as they stand in the text, escaped.
    held: Vec<String>,
}

/// Replaces the kept terms of a text with placeholders by further ones, the longest term first.
pub fn protect(marked_up: &str, terms: &[Term]) -> Protected {
    let first = 1 + marked_up.matches("<x id=").count();
    let mut protected = Protected { text: String::with_capacity(marked_up.len()), first, held: Vec::new() };
    let mut kept: Vec<(String, bool)> =
        terms.iter().filter(|it| it.is_kept).map(|it| (escape(&it.source), it.is_case_sensitive)).collect();
    kept.sort_by_key(|(term, _)| usize::MAX - term.len());
    let mut rest = marked_up;
    while !rest.is_empty() {
        let is_tag = rest.starts_with('<');
        let end = match is_tag {
            true => rest.find('>').map_or(rest.len(), |end| end + 1),
            false => rest.find('<').unwrap_or(rest.len()),
        };
        match is_tag {
            true => protected.text.push_str(&rest[..end]),
            false => protected.piece(&rest[..end], &kept),
        }
        rest = &rest[end..];
    }
    protected
}

impl Protected {
    /// Adds a piece of text without tags.
    fn piece(&mut self, text: &str, kept: &[(String, bool)]) {
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (term, is_case_sensitive) in kept {
            let folded = (!is_case_sensitive).then(|| (lower(text), lower(term)));
            let (text, term) = folded.as_ref().map_or((text, &**term), |(text, term)| (text, term));
            let is_free = |at: &usize, found: &[(usize, usize)]| {
                found.iter().all(|(from, to)| at + term.len() <= *from || to <= at)
            };
            for at in places(text, term) {
                if is_free(&at, &found) {
                    found.push((at, at + term.len()));
                }
            }
        }
        found.sort_unstable();
        let mut done = 0;
        for (from, to) in found {
            self.text.push_str(&text[done..from]);
            self.text.push_str(&format!("<x id=\"{}\"/>", self.first + self.held.len()));
            self.held.push(text[from..to].to_owned());
            done = to;
        }
        self.text.push_str(&text[done..]);
    }

    /// Returns a reply with the terms in their places. A term that the reply lacks stays a placeholder that the source
    /// does not have, or is missing from the text, so that the reply is refused.
    pub fn restored(&self, reply: &str) -> Option<String> {
        let mut out = String::with_capacity(reply.len());
        let mut rest = reply;
        let mut seen = vec![false; self.held.len()];
        while let Some(at) = rest.find('<') {
            out.push_str(&rest[..at]);
            let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
            let tag = &rest[at..end];
            let inner = tag.trim_start_matches('<').trim_end_matches('>').trim();
            let alone = inner.strip_suffix('/');
            let number = placeholder(alone.unwrap_or(inner)).and_then(|id| id.checked_sub(self.first));
            rest = &rest[end..];
            match number.filter(|number| *number < self.held.len()) {
                Some(number) => {
                    if std::mem::replace(&mut seen[number], true) {
                        return None;
                    }
                    out.push_str(&self.held[number]);
                    if alone.is_none() {
                        // A pair that is closed at once stands for one that is alone.
                        rest = rest.trim_start().strip_prefix("</x>")?;
                    }
                }
                None => out.push_str(tag),
            }
        }
        out.push_str(rest);
        seen.into_iter().all(|seen| seen).then_some(out)
    }
}

/// Returns a text in lower case as far as that keeps the places of its bytes.
fn lower(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let mut folded = c.to_lowercase();
        match (folded.next(), folded.next()) {
            (Some(low), None) if low.len_utf8() == c.len_utf8() => out.push(low),
            _ => out.push(c),
        }
    }
    out
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_index_finds_what_a_look_at_all_terms_finds(
            sources in prop::collection::vec(("[aAbİ空.+ -]{1,6}", any::<bool>()), 0..6),
            text in "[aAbİ空.+ -]{0,30}",
        ) {
            let terms: Vec<Term> = sources.iter().map(|(source, is_case_sensitive)| term(source, *is_case_sensitive)).collect();
            let folded = text.to_lowercase();
            let all: Vec<&Term> = terms.iter().filter(|term| match term.is_case_sensitive {
                true => has_words(&text, &term.source),
                false => has_words(&folded, &term.source.to_lowercase()),
            }).collect();
            prop_assert_eq!(used(&terms, &text), all);
        }
    }

    fn term(source: &str, is_case_sensitive: bool) -> Term {
        Term { source: source.to_owned(), target: "x".to_owned(), is_case_sensitive, is_kept: false }
    }

    #[test]
    fn kept_terms_do_not_leave_the_server() {
        let kept = |source, is_case_sensitive| Term { is_kept: true, ..term(source, is_case_sensitive) };
        let terms = [kept("Quire", true), kept("quire serve", false), kept("AT&T", true), term("page", false)];
        let text = "Run QUIRE Serve in <x id=\"1\">Quire</x>, not a quire of AT&amp;T. A page, Quirelike.";
        let protected = protect(text, &terms);
        let expected =
            "Run <x id=\"2\"/> in <x id=\"1\"><x id=\"3\"/></x>, not a quire of <x id=\"4\"/>. A page, Quirelike.";
        assert_eq!(protected.text, expected);
        assert_eq!(protected.restored(&protected.text).as_deref(), Some(text));
        let pair = protected.text.replace("<x id=\"4\"/>", "<X ID='4'></x>");
        assert_eq!(protected.restored(&pair).as_deref(), Some(text));
        assert_eq!(protected.restored(&protected.text.replace("<x id=\"4\"/>", "")), None);
        assert_eq!(protected.restored(&protected.text.replace("<x id=\"4\"/>", "<x id=\"3\"/>")), None);
        assert_eq!(protect("no <x id=\"1\"/> terms", &terms).text, "no <x id=\"1\"/> terms");
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
