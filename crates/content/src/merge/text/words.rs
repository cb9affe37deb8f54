//! Merging inside a block, by words.
//!
//! A word is a run of letters, digits and marks, with the hyphens, dots and apostrophes inside it; each character of a
//! script without spaces between words; a whole address, link target, code span, tag or emoji; a run of spaces or of one
//! punctuation mark. Changes that are too [`close`] are in conflict, and so are those that cross each other's
//! [`emphasis`], and words of one side in [`conditions`] that the other one changed.

mod close;
mod conditions;
mod emphasis;

use std::iter::successors;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::decided;
use super::groups::{Contact, groups};
use crate::merge::diff::{Hunk, Numbers, diff};
use close::Close;

/// The maximum length in bytes of a code span, tag or link target that is one word, so that splitting is linear in
/// time.
const LONGEST: usize = 512;

/// The maximum number of words of a block that is merged inside, which bounds the cost of the diff.
const MOST_WORDS: usize = 20_000;

/// Splits a text into words; their concatenation is the text.
pub(super) fn words(text: &str) -> Vec<&str> {
    let mut rest = text;
    let next = || {
        let (word, after) = rest.split_at_checked(word(rest))?;
        rest = after;
        (!word.is_empty()).then_some(word)
    };
    std::iter::from_fn(next).collect()
}

/// Returns true if a word has a letter or digit.
pub(super) fn says_something(word: &str) -> bool {
    word.chars().any(char::is_alphanumeric)
}

/// Merges the changes of both sides to a block; `None` if they are in conflict.
pub(super) fn merge(base: &str, main: &str, change: &str) -> Option<String> {
    let mut numbers = Numbers::new();
    let texts = [base, main, change];
    let [base, main, change] = texts.map(words);
    if base.len().max(main.len()).max(change.len()) > MOST_WORDS {
        return None;
    }
    let [in_base, in_main, in_change] = [&base, &main, &change].map(|words| numbers.of(words.iter().copied()));
    let main_hunks = joined(diff(&in_base, &in_main), &base, &main);
    let change_hunks = joined(diff(&in_base, &in_change), &base, &change);
    let groups = groups(&main_hunks, &change_hunks, Contact::Touch);
    let close = Close::new([&base, &main, &change]);
    if close.are_too_close(&groups) || conditions::are_changed_around(&groups, [&base, &main, &change]) {
        return None;
    }
    let mut merged = String::new();
    let mut at = 0;
    for group in groups {
        merged.extend(base[at..group.base.start].iter().copied());
        at = group.base.end;
        let texts = (base[group.base].concat(), main[group.main].concat(), change[group.change].concat());
        merged.push_str(decided(&texts.0, &texts.1, &texts.2)?);
    }
    merged.extend(base[at..].iter().copied());
    (!emphasis::is_crossed(texts, &merged)).then_some(merged)
}

/// Returns the words of two versions of a block, and where they differ; `None` if there are too many words.
pub(super) fn differences<'t>(before: &'t str, after: &'t str) -> Option<([Vec<&'t str>; 2], Vec<Hunk>)> {
    let sides = [before, after].map(words);
    if sides.iter().any(|words| words.len() > MOST_WORDS) {
        return None;
    }
    let mut numbers = Numbers::new();
    let [in_before, in_after] = [0, 1].map(|side| numbers.of(sides[side].iter().copied()));
    let hunks = joined(diff(&in_before, &in_after), &sides[0], &sides[1]);
    Some((sides, hunks))
}

/// Joins hunks if fewer words are between them than in each of them: rewritten text shares a few words with the old
/// text by coincidence, and nothing may be merged between them.
fn joined(hunks: Vec<Hunk>, before: &[&str], after: &[&str]) -> Vec<Hunk> {
    let (before, after) = (Count::new(before), Count::new(after));
    let weight = |hunk: &Hunk| before.of(&hunk.before).max(after.of(&hunk.after));
    let mut joined: Vec<Hunk> = Vec::new();
    for mut hunk in hunks {
        while let Some(last) = joined.pop_if(|last| {
            let between = before.of(&(last.before.end..hunk.before.start));
            between == 0 || between < weight(last).min(weight(&hunk))
        }) {
            hunk = Hunk { before: last.before.start..hunk.before.end, after: last.after.start..hunk.after.end };
        }
        joined.push(hunk);
    }
    joined
}

/// Prefix sums of the words with a letter or digit.
struct Count(Vec<usize>);

impl Count {
    fn new(words: &[&str]) -> Self {
        let mut sum = 0;
        let counts = words.iter().map(|word| {
            sum += usize::from(says_something(word));
            sum
        });
        Self([0].into_iter().chain(counts).collect())
    }

    fn of(&self, range: &Range<usize>) -> usize {
        self.0[range.end] - self.0[range.start]
    }
}

/// Returns the length in bytes of the first word of a text, with what is drawn as one with its last character.
fn word(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let mut end = separate(text, first);
    if is_flag(first) {
        end += text[end..].chars().next().filter(|next| is_flag(*next)).map_or(0, char::len_utf8);
    }
    while let Some(next) = text[end..].chars().next().filter(|next| is_attached(*next)) {
        end += next.len_utf8();
        if next == JOINER {
            end += text[end..].chars().next().filter(|joined| !joined.is_whitespace()).map_or(0, char::len_utf8);
        }
    }
    end
}

/// The zero width joiner, which makes one emoji of two.
const JOINER: char = '\u{200d}';

/// Returns true for characters that change the one before them: joiners, variation selectors, skin tones, parts of flags.
fn is_attached(c: char) -> bool {
    is_combining_mark(c) || matches!(c, '\u{200c}' | JOINER | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Returns true for the letters of which two are a flag.
fn is_flag(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Returns the length in bytes of the first word of a text, whatever follows it.
fn separate(text: &str, first: char) -> usize {
    match first {
        '\n' => 1,
        '\r' if text.starts_with("\r\n") => 2,
        c if c.is_whitespace() => run(text, |c| c.is_whitespace() && c != '\n' && c != '\r').max(c.len_utf8()),
        '`' => code_span(text),
        '{' if text.starts_with("{%") => closed(text, "%}").unwrap_or(1),
        '{' if text.starts_with("{{") => closed(text, "}}").unwrap_or(1),
        '<' if text[1..].starts_with(|c: char| c.is_alphabetic() || c == '/' || c == '!') => {
            closed(text, ">").unwrap_or(1)
        }
        ']' if text.starts_with("](") => closed(text, ")").unwrap_or(1),
        c if stands_alone(c) => c.len_utf8(),
        c if is_letter(c) => letters(text),
        // Each emoji is a word.
        c if !c.is_ascii() => c.len_utf8(),
        c => run(text, |d| d == c),
    }
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Returns the length up to and including an end marker, if it is on the same line and near.
fn closed(text: &str, end: &str) -> Option<usize> {
    let near = text.get(..LONGEST.min(text.len())).unwrap_or(text.get(..LONGEST - 1).unwrap_or_default());
    let line = near.split('\n').next().unwrap_or_default();
    line.find(end).map(|at| at + end.len())
}

fn code_span(text: &str) -> usize {
    let marks = run(text, |c| c == '`');
    let inside = &text[marks..];
    let ends = successors(inside.find('`'), |&at| {
        let after = at + run(&inside[at..], |c| c == '`');
        inside[after..].find('`').map(|next| after + next)
    });
    let end = ends.take_while(|&at| at < LONGEST).find(|&at| run(&inside[at..], |c| c == '`') == marks);
    end.map_or(marks, |at| marks + at + marks)
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_combining_mark(c)
}

/// Returns true for letters of scripts without spaces between words.
fn stands_alone(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Returns the length of a run of letters with the punctuation inside a word, or of an address.
fn letters(text: &str) -> usize {
    let mut end = run(text, |c| is_letter(c) && !stands_alone(c));
    if text[end..].starts_with("://") {
        return end + run(&text[end..], |c| !(c.is_whitespace() || "<>\"'`)]".contains(c)));
    }
    loop {
        let mut after = text[end..].chars();
        let inside = after.next().is_some_and(|c| "-.'’".contains(c));
        let goes_on = after.next().is_some_and(|c| is_letter(c) && !stands_alone(c));
        if !(inside && goes_on) {
            return end;
        }
        end = text.len() - after.as_str().len();
        end += run(&text[end..], |c| is_letter(c) && !stands_alone(c));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text), expected);
    }

    #[test]
    fn what_words_are() {
        check("It's well-known, v1.2.", &["It's", " ", "well-known", ",", " ", "v1.2", "."]);
        check("a  b\r\nc\n", &["a", "  ", "b", "\r\n", "c", "\n"]);
        check("日本語のtext。", &["日", "本", "語", "の", "text", "。"]);
        check("**b** `a b` ``x", &["**", "b", "**", " ", "`a b`", " ", "``", "x"]);
        check("[a](b c.md) <br>", &["[", "a", "](b c.md)", " ", "<br>"]);
        check("https://a.b/c?d=e#f, x", &["https://a.b/c?d=e#f,", " ", "x"]);
        check("{% hint style=\"x\" %} {{ a }}", &["{% hint style=\"x\" %}", " ", "{{ a }}"]);
        check("हिन्दी a_b", &["हिन्दी", " ", "a_b"]);
    }

    proptest! {
        #[test]
        fn words_are_the_text(text in "\\PC*|[a-c `<>{}%\\[\\]()\\n\\r語.-]{0,60}") {
            prop_assert_eq!(words(&text).concat(), text);
        }
    }

    fn merged(base: &str, main: &str, change: &str, expected: Option<&str>) {
        assert_eq!(merge(base, main, change).as_deref(), expected);
        assert_eq!(merge(base, change, main).as_deref(), expected);
    }

    #[test]
    fn different_words_are_merged() {
        let base = "The quick brown fox jumps.";
        merged(base, "The slow brown fox jumps.", "The quick brown fox sleeps.", Some("The slow brown fox sleeps."));
        merged(
            base,
            "The quick, brown fox jumps.",
            "The quick brown fox sleeps.",
            Some("The quick, brown fox sleeps."),
        );
        merged(
            base,
            "The quick brown fox jumps. Twice.",
            "A quick brown fox jumps.",
            Some("A quick brown fox jumps. Twice."),
        );
        merged("東京は晴れ。", "東京は雨。", "東京は雪。", None);
        merged("東京は晴れです。", "東京は晴れでした。", "大阪は晴れです。", Some("大阪は晴れでした。"));
    }

    #[test]
    fn the_same_words_are_not() {
        let base = "The quick brown fox jumps.";
        merged(base, "The slow brown fox jumps.", "The fast brown fox jumps.", None);
        merged(base, "The quick brown fox jumps high.", "The quick brown fox jumps low.", None);
        merged("See [it](a.md).", "See [it](b.md).", "See [it](a.md#x).", None);
    }

    #[test]
    fn nothing_is_merged_into_what_was_written_anew() {
        let base = "To start it you have to open the file that was sent to you and press enter.";
        let anew = "Since version 2 the server starts by itself, so that the old file is of no use any more.";
        merged(base, anew, "To start it you have to open the file that was sent to you and press return.", None);
    }
}
