//! Expansion of a typed word into words of the index: those that it is a prefix of, and those within one edit.

use std::collections::HashMap;
use std::sync::Arc;

use tantivy::query::FuzzyTermQuery;
use tantivy::{SegmentReader, Term};

use super::Snapshot;
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
}

/// Returns the most frequent words that are longer than a prefix and begin with it.
pub(crate) fn prefixed(fields: &Fields, snapshot: &Snapshot, prefix: &str) -> tantivy::Result<Arc<[Expansion]>> {
    snapshot.expansions.get((prefix.to_owned(), None), |_| find_prefixed(fields, snapshot, prefix))
}

fn find_prefixed(fields: &Fields, snapshot: &Snapshot, prefix: &str) -> tantivy::Result<Arc<[Expansion]>> {
    let Some(end) = after(prefix) else { return Ok(Arc::default()) };
    gather(snapshot, |reader, field, counts| {
        let index = reader.inverted_index(fields.get(field))?;
        let mut terms = index.terms().range().gt(prefix).lt(&end).into_stream()?;
        for _ in 0..MOST_SEEN {
            let Some((term, info)) = terms.next() else { break };
            count(counts, term, field, info.doc_freq);
        }
        Ok(())
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
    snapshot.expansions.get((word.to_owned(), Some(length)), |_| find_errors(fields, snapshot, word, length))
}

fn find_errors(fields: &Fields, snapshot: &Snapshot, word: &str, length: Length) -> tantivy::Result<Arc<[Expansion]>> {
    let term = Term::from_field_text(fields.get(Searched::Body), word);
    let query = match length {
        Length::Whole => FuzzyTermQuery::new(term, 1, true),
        Length::Beginning => FuzzyTermQuery::new_prefix(term, 1, true),
    };
    let automaton = query.automaton()?;
    gather(snapshot, |reader, field, counts| {
        let index = reader.inverted_index(fields.get(field))?;
        let mut terms = index.terms().search(&automaton).into_stream()?;
        for _ in 0..MOST_SEEN {
            let Some((term, info)) = terms.next() else { break };
            if term != word.as_bytes() {
                count(counts, term, field, info.doc_freq);
            }
        }
        Ok(())
    })
}

/// The number of entries with each word, by field.
type Counts = HashMap<String, [u64; Searched::TEXTS.len()]>;

fn count(counts: &mut Counts, term: &[u8], field: Searched, sections: u32) {
    let term = String::from_utf8_lossy(term).into_owned();
    counts.entry(term).or_default()[field as usize] += u64::from(sections);
}

fn gather(
    snapshot: &Snapshot,
    each: impl Fn(&SegmentReader, Searched, &mut Counts) -> tantivy::Result<()>,
) -> tantivy::Result<Arc<[Expansion]>> {
    let mut counts = Counts::new();
    for reader in snapshot.searcher.segment_readers() {
        for field in Searched::TEXTS {
            each(reader, field, &mut counts)?;
        }
    }
    let mut words: Vec<_> = counts.into_iter().map(|(term, by)| (by.iter().sum::<u64>(), term, by)).collect();
    words.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    words.truncate(MOST);
    let each = words.into_iter().flat_map(|(_, term, by)| {
        let fields = Searched::TEXTS.into_iter().zip(by).filter(|(_, count)| *count > 0);
        fields.map(move |(field, count)| Expansion { term: term.clone(), field, count })
    });
    Ok(each.collect())
}

/// Returns the smallest key greater than all that begin with a prefix.
fn after(prefix: &str) -> Option<Vec<u8>> {
    let mut end = prefix.as_bytes().to_vec();
    // No byte of UTF-8 is 255.
    *end.last_mut()? += 1;
    Some(end)
}
