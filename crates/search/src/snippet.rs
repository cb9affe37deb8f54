//! Texts with what was looked for marked in them, and the piece of a text that shows most of it.

use std::collections::HashSet;
use std::ops::Range;

use crate::query::Marks;
use crate::words::{Singles, Stems, tokens};

/// The longest snippet, in bytes of the text.
const MOST_BYTES: usize = 240;
/// So many bytes stand before the first mark, if there are any.
const BEFORE: usize = 60;

/// A text with marks in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// The text, in one line.
    pub text: String,
    /// The bytes of what was looked for, from front to back, apart from each other.
    pub marks: Vec<Range<usize>>,
}

/// Marks what a query looked for.
pub(crate) struct Marker<'a> {
    pub(crate) marks: &'a Marks,
    /// Of the language of the text.
    pub(crate) stems: Option<Stems>,
}

/// A mark, and which word of the query it is for.
type Mark = (Range<usize>, usize);

impl Marker<'_> {
    /// A whole text.
    pub(crate) fn whole(&self, text: &str) -> Marked {
        cut(text, 0..text.len(), &self.find(text))
    }

    /// A piece of a text: where most of what was looked for stands together; the beginning if nothing does.
    pub(crate) fn snippet(&self, text: &str) -> Marked {
        let marks = self.find(text);
        cut(text, piece(text, best(&marks)), &marks)
    }

    /// A piece of a section: of its text, or of its code where only that has what was looked for.
    pub(crate) fn best_of(&self, body: &str, code: &str) -> Marked {
        let snippet = self.snippet(body);
        if !snippet.marks.is_empty() {
            return snippet;
        }
        let code = self.snippet(code);
        if !code.marks.is_empty() || snippet.text.is_empty() { code } else { snippet }
    }

    fn find(&self, text: &str) -> Vec<Mark> {
        let found = tokens(text, Singles::Every).into_iter().filter_map(|token| {
            let term = self.marks.terms.get(&token.text);
            let stem = || self.marks.stems.get(&self.stems.filter(|_| token.is_word)?.stem(&token.text));
            term.or_else(stem).map(|word| (token.span, *word))
        });
        let mut found: Vec<Mark> = found.collect();
        found.sort_by_key(|(span, _)| (span.start, span.end));
        found
    }
}

/// The first mark of the piece with most different words, and of those with most marks.
fn best(marks: &[Mark]) -> usize {
    let value = |(n, (first, _)): (usize, &Mark)| {
        let near = marks[n..].iter().take(64).take_while(|(span, _)| span.end <= first.start + MOST_BYTES - BEFORE);
        let words: Vec<usize> = near.map(|(_, word)| *word).collect();
        let different = words.iter().collect::<HashSet<_>>().len();
        (different, words.len(), std::cmp::Reverse(first.start))
    };
    marks.iter().enumerate().max_by_key(|it| value((it.0, it.1))).map_or(0, |(_, (span, _))| span.start)
}

/// The bytes around a place, from the end of a word to the end of a word.
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
    // Of one byte each, so that the marks stay where they are.
    out.extend(text[piece.clone()].chars().map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }));
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
