//! The first characters of terms, by which most runs of a text are known to have none of them without being taken apart.

use std::collections::HashSet;

/// The first characters of a set of terms.
#[derive(Debug)]
pub(crate) struct Firsts {
    /// True for each ASCII character with which a term begins.
    ascii: [bool; 128],
    others: HashSet<char>,
    /// True if nothing can be said of the words in ASCII letters.
    every_word: bool,
}

impl Firsts {
    /// Returns the first characters of terms. The dashes of a flag do not count, as they are outside of its run.
    pub(crate) fn of<'t>(terms: impl IntoIterator<Item = &'t str>) -> Self {
        let mut firsts = Self { ascii: [false; 128], others: HashSet::new(), every_word: false };
        for first in terms.into_iter().filter_map(|term| term.trim_start_matches('-').chars().next()) {
            match firsts.ascii.get_mut(first as usize) {
                Some(it) => *it = true,
                None => _ = firsts.others.insert(first),
            }
        }
        firsts
    }

    /// Admits every word, for terms that begin otherwise than the words that they stand for.
    pub(crate) fn admit_every_word(&mut self) {
        self.every_word = true;
    }

    /// Returns false if no token of a run begins with one of the characters.
    pub(crate) fn may_be_in(&self, run: &str) -> bool {
        let mut before = false;
        for byte in run.bytes() {
            if !byte.is_ascii() {
                return self.may_be_in_wide(run);
            }
            // A token begins where a run does, after a joiner, or with a capital.
            let is_letter = byte.is_ascii_alphanumeric();
            if is_letter
                && (!before || byte.is_ascii_uppercase())
                && (self.every_word || self.ascii[usize::from(byte.to_ascii_lowercase())])
            {
                return true;
            }
            before = is_letter;
        }
        false
    }

    /// Returns false only for glyphs that folding leaves as they are.
    fn may_be_in_wide(&self, run: &str) -> bool {
        run.chars().any(|c| !is_stable(c) || self.others.contains(&c))
    }
}

/// Returns true for glyphs that no folding changes, and that nothing attaches to.
fn is_stable(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Singles, tokens, tokens_that_may_match};
    use super::*;

    proptest! {
        /// A token that begins as a term does is never passed over.
        #[test]
        fn no_token_is_passed_over(text in ".{0,40}|[a-cA-C ._:'+#-]{0,40}|[索引検カガﾞゃ\u{3099}a-z ]{0,20}", at in any::<prop::sample::Index>()) {
            let all = tokens(&text, Singles::Every);
            if !all.is_empty() {
                let term = &all[at.index(all.len())];
                let firsts = Firsts::of([term.text.as_str()]);
                let found = tokens_that_may_match(&text, Singles::Every, &firsts);
                prop_assert!(found.iter().any(|it| (&it.text, &it.span) == (&term.text, &term.span)), "{:?}", term);
            }
        }
    }

    #[test]
    fn other_words_are_passed_over() {
        let firsts = Firsts::of(["--index", "検索"]);
        for (run, expected) in
            [("index", true), ("Index", true), ("reindex", false), ("reIndex", true), ("a.index", true), ("x", false)]
        {
            assert_eq!(firsts.may_be_in(run), expected, "{run}");
        }
        assert!(firsts.may_be_in("全文検索") && !firsts.may_be_in("全文"));
    }
}
