//! Highlighting of matches in texts, and the choice of the excerpt that shows most of them.

use std::cell::RefCell;
use std::ops::Range;

use foldhash::HashMap;
use parking_lot::Mutex;

use crate::words::{Beginnings, Singles, StemMemo, Stems, each_token_that_may_match};

/// The longest excerpt, in bytes of the text.
const MOST_BYTES: usize = 240;
/// The number of bytes before the first highlight of an excerpt.
const BEFORE: usize = 60;

/// A text with highlights.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// The text, in one line.
    pub text: String,
    /// The byte ranges of the matches, in order and disjoint.
    pub marks: Vec<Range<usize>>,
}

/// The terms to highlight.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Terms, each with the number of its clause.
    pub(crate) terms: HashMap<String, usize>,
    /// Stems with their languages, each with the number of its clause.
    pub(crate) stems: HashMap<String, usize>,
}

/// The highlighting for one query and language.
pub(crate) struct Marker<'a> {
    marks: &'a Marks,
    /// The stemmer of the text's language.
    stems: Option<Stems>,
    /// Stems of words that other answers had.
    memo: &'a Mutex<StemMemo>,
    /// The beginnings of all terms: most words of a text are passed over by theirs.
    beginnings: Beginnings,
    /// The words that were looked at, with the number of the clause that they match.
    known: RefCell<HashMap<String, Option<usize>>>,
}

/// The byte range of a match, with the number of the clause that it matches.
type Mark = (Range<usize>, usize);

impl<'a> Marker<'a> {
    pub(crate) fn new(marks: &'a Marks, stems: Option<Stems>, memo: &'a Mutex<StemMemo>) -> Self {
        let mut beginnings = Beginnings::of(marks.terms.keys().map(String::as_str));
        for stem in stems.iter().flat_map(|_| marks.stems.keys()) {
            beginnings.add_stem(stem.split_once(':').map_or(stem.as_str(), |(_, stem)| stem));
        }
        if stems.is_some_and(|stems| !marks.stems.is_empty() && !stems.keeps_beginnings()) {
            beginnings.admit_every_word();
        }
        Self { marks, stems, memo, beginnings, known: RefCell::default() }
    }

    /// Returns the number of the clause that a token matches.
    fn clause_of(&self, text: &str, is_word: bool) -> Option<usize> {
        if !is_word {
            return self.marks.terms.get(text).copied();
        }
        let mut known = self.known.borrow_mut();
        if let Some(clause) = known.get(text) {
            return *clause;
        }
        let of_stem = |stems: Stems| self.marks.stems.get(self.memo.lock().stem(stems, text)).copied();
        let clause = self.marks.terms.get(text).copied().or_else(|| self.stems.and_then(of_stem));
        known.insert(text.to_owned(), clause);
        clause
    }

    /// Highlights a whole text.
    pub(crate) fn whole(&self, text: &str) -> Marked {
        cut(text, 0..text.len(), &self.find(text))
    }

    /// Returns an excerpt of a text: the place with most matches, or the beginning if nothing matches.
    pub(crate) fn snippet(&self, text: &str) -> Marked {
        let marks = self.find(text);
        cut(text, piece(text, best(&marks)), &marks)
    }

    /// Returns an excerpt of a section's text, or of its code if only that has matches.
    pub(crate) fn best_of(&self, body: &str, code: &str) -> Marked {
        let snippet = self.snippet(body);
        if !snippet.marks.is_empty() {
            return snippet;
        }
        let code = self.snippet(code);
        if !code.marks.is_empty() || snippet.text.is_empty() { code } else { snippet }
    }

    fn find(&self, text: &str) -> Vec<Mark> {
        let mut found: Vec<Mark> = Vec::new();
        each_token_that_may_match(text, Singles::Every, &self.beginnings, &mut |token| {
            found.extend(self.clause_of(token.text, token.is_word).map(|clause| (token.span, clause)));
        });
        found.sort_by_key(|(span, _)| (span.start, span.end));
        found
    }
}

/// Returns the start of the excerpt's first match: the excerpt with most different clauses, then with most matches.
fn best(marks: &[Mark]) -> usize {
    let value = |n: usize, first: &Mark| {
        let end = first.0.start + MOST_BYTES - BEFORE;
        let near = marks[n..].iter().take(64).take_while(|(span, _)| span.end <= end);
        // A query has fewer clauses than this number has bits.
        let (clauses, count) =
            near.fold((0_u64, 0), |(clauses, count), (_, clause)| (clauses | 1 << (clause & 63), count + 1));
        (clauses.count_ones(), count, std::cmp::Reverse(first.0.start))
    };
    marks.iter().enumerate().max_by_key(|(n, first)| value(*n, first)).map_or(0, |(_, (span, _))| span.start)
}

/// Returns the byte range around an offset, extended to word boundaries.
fn piece(text: &str, place: usize) -> Range<usize> {
    let from = text.floor_char_boundary(place.saturating_sub(BEFORE));
    let from = if from == 0 { 0 } else { from + text[from..place].find(char::is_whitespace).map_or(0, |at| at + 1) };
    let to = text.floor_char_boundary((from + MOST_BYTES).min(text.len()));
    let last = text[from..to].rfind(char::is_whitespace).filter(|at| to < text.len() && *at > MOST_BYTES / 2);
    let to = last.map_or(to, |at| from + at);
    from.min(to)..to
}

fn cut(text: &str, piece: Range<usize>, marks: &[Mark]) -> Marked {
    let mut out = String::with_capacity(piece.len() + 8);
    if piece.start > 0 {
        out.push('…');
    }
    let shift = out.len();
    // Each replacement is one byte, like the replaced character, so the offsets of the marks stay valid.
    for (n, line) in text[piece.clone()].split(['\n', '\r', '\t']).enumerate() {
        if n > 0 {
            out.push(' ');
        }
        out.push_str(line);
    }
    if piece.end < text.len() {
        out.push('…');
    }
    let mut joined: Vec<Range<usize>> = Vec::new();
    for (span, _) in marks.iter().filter(|(span, _)| span.start >= piece.start && span.end <= piece.end) {
        let span = span.start - piece.start + shift..span.end - piece.start + shift;
        match joined.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    Marked { text: out, marks: joined }
}
