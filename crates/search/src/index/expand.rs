//! Expansion of a typed word into words of the index: those that it is a prefix of, and those within one edit.

use std::sync::Arc;

use foldhash::HashMap;
use tantivy::Term;
use tantivy::query::FuzzyTermQuery;

use super::{Place, Segment, Snapshot};
use crate::fields::{Fields, Searched};

/// The most words that one is expanded into, by frequency.
const MOST: usize = 24;
/// The most words that are examined in each field of each segment.
const MOST_SEEN: usize = 2_000;

/// A word of the index in one field.
#[derive(Debug)]
pub(crate) struct Expansion {
    pub(crate) term: String,
    pub(crate) field: Searched,
    /// The number of entries with the word in the field.
    pub(crate) count: u64,
    /// The place of its postings in each segment.
    pub(crate) places: Arc<[Option<Place>]>,
}

/// Returns the most frequent words that are longer than a prefix and begin with it.
pub(crate) fn prefixed(fields: &Fields, snapshot: &Snapshot, prefix: &str) -> tantivy::Result<Arc<[Expansion]>> {
    snapshot.expansions.get(&(prefix.to_owned(), None), |_| find_prefixed(fields, snapshot, prefix))
}

fn find_prefixed(fields: &Fields, snapshot: &Snapshot, prefix: &str) -> tantivy::Result<Arc<[Expansion]>> {
    let Some(end) = after(prefix) else { return Ok(Arc::default()) };
    gather(fields, snapshot, |segment, field, counts| {
        segment.each_prefixed(field, (prefix, &end), MOST_SEEN, &mut |term, entries| {
            count(counts, term, field, entries);
        })
    })
}

/// The choice between whole words and prefixes of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Length {
    Whole,
    Beginning,
}

/// Returns the most frequent words that differ from a word by one edit, or begin with such a word.
pub(crate) fn errors(
    fields: &Fields,
    snapshot: &Snapshot,
    word: &str,
    length: Length,
) -> tantivy::Result<Arc<[Expansion]>> {
    snapshot.expansions.get(&(word.to_owned(), Some(length)), |_| find_errors(fields, snapshot, word, length))
}

fn find_errors(fields: &Fields, snapshot: &Snapshot, word: &str, length: Length) -> tantivy::Result<Arc<[Expansion]>> {
    let term = Term::from_field_text(fields.get(Searched::Body), word);
    let query = match length {
        Length::Whole => FuzzyTermQuery::new(term, 1, true),
        Length::Beginning => FuzzyTermQuery::new_prefix(term, 1, true),
    };
    let automaton = query.automaton()?;
    gather(fields, snapshot, |segment, field, counts| {
        segment.each_similar(field, (word, length, &automaton), MOST_SEEN, &mut |term, entries| {
            if term != word.as_bytes() {
                count(counts, term, field, entries);
            }
        })
    })
}

/// Returns true if a term is a word with at most one edit, or begins with one: a character more, less or other, or two
/// neighbours in the other order.
pub(super) fn is_within_one_edit(word: &str, term: &str, length: Length) -> bool {
    let (word, term): (Vec<char>, Vec<char>) = (word.chars().collect(), term.chars().collect());
    match length {
        Length::Whole => is_one_edit(&word, &term),
        Length::Beginning => {
            let ends = word.len().saturating_sub(1)..=word.len() + 1;
            ends.filter_map(|end| term.get(..end)).any(|beginning| is_one_edit(&word, beginning))
        }
    }
}

fn is_one_edit(one: &[char], other: &[char]) -> bool {
    if one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (one, other) = (&one[same..], &other[same..]);
    let last = one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count();
    match (&one[..one.len() - last], &other[..other.len() - last]) {
        ([], []) | ([_], []) | ([], [_]) | ([_], [_]) => true,
        ([a, b], [c, d]) => a == d && b == c,
        _ => false,
    }
}

/// The number of entries with each word, by field.
type Counts = HashMap<Vec<u8>, [u64; Searched::TEXTS.len()]>;

fn count(counts: &mut Counts, term: &[u8], field: Searched, sections: u32) {
    let sections = u64::from(sections);
    match counts.get_mut(term) {
        Some(known) => known[field as usize] += sections,
        None => counts.entry(term.to_vec()).or_default()[field as usize] = sections,
    }
}

fn gather(
    fields: &Fields,
    snapshot: &Snapshot,
    each: impl Fn(&Segment, Searched, &mut Counts) -> tantivy::Result<()>,
) -> tantivy::Result<Arc<[Expansion]>> {
    let mut counts = Counts::default();
    for segment in &snapshot.segments {
        for field in Searched::TEXTS {
            each(segment, field, &mut counts)?;
        }
    }
    let mut words: Vec<_> = counts.into_iter().map(|(term, by)| (by.iter().sum::<u64>(), term, by)).collect();
    let order = |a: &(u64, Vec<u8>, _), b: &(u64, Vec<u8>, _)| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1));
    if words.len() > MOST {
        words.select_nth_unstable_by(MOST, order);
        words.truncate(MOST);
    }
    words.sort_unstable_by(order);
    let mut found = Vec::new();
    for (_, term, by) in words {
        let term = String::from_utf8_lossy(&term).into_owned();
        for (field, count) in Searched::TEXTS.into_iter().zip(by).filter(|(_, count)| *count > 0) {
            let places = snapshot.places(&Term::from_field_text(fields.get(field), &term))?;
            found.push(Expansion { term: term.clone(), field, count, places });
        }
    }
    Ok(found.into())
}

/// Returns the smallest key greater than all that begin with a prefix.
fn after(prefix: &str) -> Option<Vec<u8>> {
    let mut end = prefix.as_bytes().to_vec();
    // No byte of UTF-8 is 255.
    *end.last_mut()? += 1;
    Some(end)
}
