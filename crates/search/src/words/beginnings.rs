//! The first three characters of terms, by which most of a text is known to have none of them without being taken apart.

use std::collections::HashSet;
use std::ops::Range;

use super::scan::spans;

/// The beginnings of a set of terms.
#[derive(Debug)]
pub(crate) struct Beginnings {
    /// For each ASCII character with which a term begins, the second ones, each as the bit of [`bit`].
    seconds: [u64; 128],
    /// The first three characters of terms that begin with ASCII letters or digits, as bits by [`three`].
    thirds: Box<[u64; THIRDS / 64]>,
    /// The first characters beyond ASCII.
    others: HashSet<char>,
}

/// The length of stems up to which their third letter may be another one in words.
const SHORT: usize = 3;
/// All second characters.
const ANY: u64 = u64::MAX;
/// The end of a term of one character.
const END: u64 = 1;

/// The number of bits for three characters.
const THIRDS: usize = 1 << 12;
/// The third character of a term of two.
const NONE: u8 = 0;

/// Returns the place of the bit for three characters; some share one.
fn three(first: u8, second: u8, third: u8) -> usize {
    let [first, second, third] = [first, second, third].map(|byte| match byte.to_ascii_lowercase() {
        b'y' => usize::from(b'i'),
        byte => usize::from(byte),
    });
    (first * 961 + second * 31 + third) % THIRDS
}

/// Returns the bit of a second character. Some letters and digits share one; `y` has that of `i`, which stems have for it.
fn bit(second: u8) -> u64 {
    match second.to_ascii_lowercase() {
        b'y' => 1 << (b'i' & 63),
        second => 1 << (second & 63),
    }
}

/// The classes of bytes in a search for beginnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Byte {
    /// A character that ends every run.
    Break,
    Joiner,
    Letter,
    Capital,
    /// A part of a character beyond ASCII.
    Wide,
}

const BYTES: [Byte; 256] = {
    let mut bytes = [Byte::Break; 256];
    let mut at = 0;
    while at < 256 {
        bytes[at] = match at as u8 {
            b'a'..=b'z' | b'0'..=b'9' => Byte::Letter,
            b'A'..=b'Z' => Byte::Capital,
            b'_' | b'-' | b'.' | b'\'' | b':' | b'/' | b'@' => Byte::Joiner,
            128.. => Byte::Wide,
            _ => Byte::Break,
        };
        at += 1;
    }
    bytes
};

/// Returns the number of lower-case letters and digits that bytes begin with.
fn letters(bytes: &[u8]) -> usize {
    let lower = bytes.first_chunk().map_or(0, |eight| lower_of_eight(u64::from_le_bytes(*eight)));
    lower + bytes[lower..].iter().take_while(|byte| BYTES[usize::from(**byte)] == Byte::Letter).count()
}

/// Returns how many of eight bytes, from the lowest on, are lower-case letters before the first that is none.
fn lower_of_eight(eight: u64) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let seven_bits = eight & (0x7f * EACH);
    // The highest bit of each byte: at or above `a`, and above `z`.
    let (from_a, after_z) = (seven_bits + (0x80 - 0x61) * EACH, seven_bits + (0x80 - 0x7b) * EACH);
    let others = (!from_a | after_z | eight) & (0x80 * EACH);
    others.trailing_zeros() as usize / 8
}

impl Beginnings {
    /// Returns the beginnings of terms. The dashes of a flag do not count, as they are outside of its run.
    pub(crate) fn of<'t>(terms: impl IntoIterator<Item = &'t str>) -> Self {
        let mut beginnings = Self { seconds: [0; 128], thirds: Box::new([0; _]), others: HashSet::new() };
        terms.into_iter().for_each(|term| beginnings.add(term, END, 0));
        beginnings
    }

    /// Adds the beginning of a stem. The only letter of one begins longer words; and the third letter of one that is as
    /// short may be another one in words, as in `using` of `use`.
    pub(crate) fn add_stem(&mut self, stem: &str) {
        self.add(stem, ANY, SHORT);
    }

    /// Adds the beginning of a term. `alone` has the second characters if it is one character, and the third character
    /// counts only if the term has more than `short`.
    fn add(&mut self, term: &str, alone: u64, short: usize) {
        let mut chars = term.trim_start_matches('-').chars();
        let Some(first) = chars.next() else { return };
        if !first.is_ascii() {
            self.others.insert(first);
            return;
        }
        self.seconds[first as usize] |= match chars.next() {
            None => alone,
            Some(second) if second.is_ascii_alphanumeric() => {
                self.add_third(first as u8, second as u8, chars.next(), term.len() <= short);
                bit(second as u8)
            }
            Some(_) => ANY,
        };
    }

    fn add_third(&mut self, first: u8, second: u8, third: Option<char>, is_open: bool) {
        let mut set = |third| {
            let at = three(first, second, third);
            self.thirds[at / 64] |= 1 << (at % 64);
        };
        match third {
            _ if is_open => (0..128).for_each(set),
            None => set(NONE),
            Some(third) if third.is_ascii_alphanumeric() => set(third as u8),
            Some(_) => (0..128).for_each(set),
        }
    }

    fn has_three(&self, first: u8, second: u8, third: u8) -> bool {
        let at = three(first, second, third);
        self.thirds[at / 64] & 1 << (at % 64) != 0
    }

    /// Admits every word, for terms that begin otherwise than the words that they stand for.
    pub(crate) fn admit_every_word(&mut self) {
        self.seconds = [ANY; 128];
    }

    /// Calls a function with the places of the runs that may have a token with one of the beginnings, in order.
    pub(super) fn find(&self, text: &str, each: &mut dyn FnMut(super::scan::Span)) {
        let bytes = text.as_bytes();
        // A place at which no run is cut, at or before the next byte.
        let mut whole = 0;
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let may_begin = match BYTES[usize::from(*byte)] {
                Byte::Break => {
                    at += 1;
                    whole = at;
                    continue;
                }
                Byte::Joiner => false,
                Byte::Letter | Byte::Capital => self.is_at(bytes, at),
                Byte::Wide => true,
            };
            at += 1;
            if may_begin {
                whole = self.run_around(text, whole..at, each);
                at = at.max(whole);
            } else if BYTES[usize::from(*byte)] != Byte::Joiner {
                at += letters(&bytes[at..]);
            }
        }
    }

    /// Looks at the run that has the last byte of a range, and returns a place at which no run is cut.
    fn run_around(&self, text: &str, range: Range<usize>, each: &mut dyn FnMut(super::scan::Span)) -> usize {
        let last = range.end - 1;
        for span in spans(text, range.start) {
            let Range { start, end } = span.range;
            if start > last {
                // The byte is in no run, and neither is what follows it.
                return start;
            }
            if end > last {
                if !span.is_glyphs || self.may_be_in(&text[span.range.clone()]) {
                    each(span);
                }
                return end;
            }
        }
        text.len()
    }

    /// Returns true if a term may begin at a letter.
    fn is_at(&self, bytes: &[u8], at: usize) -> bool {
        let seconds = self.seconds[usize::from(bytes[at].to_ascii_lowercase() & 127)];
        if seconds == 0 || seconds == ANY {
            return seconds == ANY;
        }
        let rest = &bytes[at + 1..];
        match rest.first().map(|byte| BYTES[usize::from(*byte)]) {
            Some(Byte::Letter | Byte::Capital) => seconds & bit(rest[0]) != 0 && self.goes_on(bytes[at], rest),
            // A whole has no joiners.
            Some(Byte::Joiner) => {
                let next = rest.iter().find(|byte| BYTES[usize::from(**byte)] != Byte::Joiner);
                let after = next.map_or(0, |byte| if byte.is_ascii_alphanumeric() { bit(*byte) } else { ANY });
                seconds & (END | after) != 0
            }
            Some(Byte::Wide) => true,
            Some(Byte::Break) | None => seconds & END != 0,
        }
    }

    /// Returns true if a term may have a first letter and go on with letters.
    fn goes_on(&self, first: u8, rest: &[u8]) -> bool {
        let Some(third) = rest.get(1) else { return self.has_three(first, rest[0], NONE) };
        match BYTES[usize::from(*third)] {
            Byte::Letter => self.has_three(first, rest[0], *third),
            // A word may end before a capital letter.
            Byte::Capital => self.has_three(first, rest[0], *third) || self.has_three(first, rest[0], NONE),
            // A whole goes on after joiners.
            Byte::Joiner | Byte::Wide => true,
            Byte::Break => self.has_three(first, rest[0], NONE),
        }
    }

    /// Returns false only for glyphs that folding leaves as they are, and of which none is a beginning.
    fn may_be_in(&self, glyphs: &str) -> bool {
        glyphs.chars().any(|c| !is_stable(c) || self.others.contains(&c))
    }
}

/// Returns true for glyphs that no folding changes, and that nothing attaches to.
fn is_stable(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Singles, each_token_that_may_match, tokens};
    use super::*;

    fn found(text: &str, beginnings: &Beginnings) -> Vec<(String, Range<usize>)> {
        let mut found = Vec::new();
        each_token_that_may_match(text, Singles::Every, beginnings, &mut |token| {
            found.push((token.text.to_owned(), token.span));
        });
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

        /// A token that begins as a term does is never passed over.
        #[test]
        fn no_token_is_passed_over(
            text in ".{0,40}|[a-cA-C ._:'+#-]{0,40}|[索引検カガﾞゃ\u{3099}a-z ]{0,20}|[aB1é’—. -]{0,20}",
            at in any::<prop::sample::Index>(),
        ) {
            let all = tokens(&text, Singles::Every);
            if !all.is_empty() {
                let term = &all[at.index(all.len())];
                let beginnings = Beginnings::of([term.text.as_str()]);
                let wanted = (term.text.clone(), term.span.clone());
                prop_assert!(found(&text, &beginnings).contains(&wanted), "{:?}", term);
            }
        }

        /// Each word that is not passed over is there once.
        #[test]
        fn every_token_is_found_at_most_once(text in ".{0,40}|[a-cA-C ._:'+#é—-]{0,40}|[索引検カガﾞa-z ]{0,20}") {
            let mut every = Beginnings::of([]);
            every.admit_every_word();
            let mut all = tokens(&text, Singles::Every).into_iter().map(|it| (it.text, it.span));
            for token in found(&text, &every) {
                prop_assert!(all.any(|it| it == token), "{:?}", token);
            }
        }
    }

    #[test]
    fn letters_are_counted() {
        for (text, expected) in
            [("", 0), ("abc", 3), ("abz{abcd", 3), ("`a", 0), ("abcdefghijk1 x", 12), ("abc\u{e1}fghi", 3)]
        {
            assert_eq!(letters(text.as_bytes()), expected, "{text}");
        }
        for byte in 0..=255 {
            let eight = u64::from_le_bytes([b'a', b'z', byte, b'a', b'a', b'a', b'a', b'A']);
            assert_eq!(lower_of_eight(eight), if byte.is_ascii_lowercase() { 7 } else { 2 }, "{byte}");
        }
    }

    #[test]
    fn other_words_are_passed_over() {
        let beginnings = Beginnings::of(["--index", "検索", "x"]);
        let found = |text| {
            let mut found = Vec::new();
            beginnings.find(text, &mut |span| found.push(&text[span.range]));
            found
        };
        for (text, expected) in [
            ("an index of indices", vec!["index", "indices"]),
            ("reindex reIndex In ink a.index", vec!["reIndex", "a.index"]),
            ("any inD", vec!["inD"]),
            ("a x xy x-y", vec!["x", "x-y"]),
            ("全文検索、全文 it", vec!["全文検索"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }
}
