//! The terms of a segment in memory: of entries that can be found and are not in files yet.
//!
//! A term has the same counts, frequencies, positions and lengths here as it would have in a file, so that an entry is
//! found and ranked alike in both. Nothing changes after it was made.

use std::ops::Range;
use std::sync::Arc;

use foldhash::HashMap;
use tantivy::directory::FileSlice;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::{DocId, TERMINATED};

use super::entries::Entry;
use super::packed;
use crate::fields::Searched;

/// The entries of a segment in memory, with the terms of all fields.
pub(super) struct Recent {
    pub(super) entries: Vec<Arc<Entry>>,
    fields: Vec<Terms>,
}

/// The terms of a field with their postings.
pub(super) struct Terms {
    /// All terms, in order.
    terms: Vec<Box<str>>,
    /// The end of each term's postings.
    ends: Vec<u32>,
    postings: Vec<Posting>,
    positions: Vec<u32>,
    /// The number of tokens in each entry, encoded as in files.
    lengths: Vec<u8>,
    /// The number of all tokens.
    pub(super) tokens: u64,
}

/// The occurrences of a term in an entry.
#[derive(Debug, Clone, Copy)]
struct Posting {
    doc: DocId,
    frequency: u32,
    /// The place of the first position; the others follow.
    position: u32,
}

impl Recent {
    /// Creates a segment.
    pub(super) fn new(entries: Vec<Arc<Entry>>) -> Self {
        let fields = Searched::ALL.map(|field| Terms::of(field, &entries)).into();
        Self { entries, fields }
    }

    /// Returns the terms of a field.
    pub(super) fn terms(&self, field: Searched) -> &Terms {
        &self.fields[field as usize]
    }
}

impl Terms {
    fn of(field: Searched, entries: &[Arc<Entry>]) -> Self {
        let mut numbers: HashMap<&str, u32> = HashMap::default();
        let mut found: Vec<(u32, DocId, u32)> = Vec::new();
        let mut lengths = Vec::with_capacity(entries.len());
        for (doc, entry) in entries.iter().enumerate() {
            let before = found.len();
            let packed = entry.tokens.iter().find(|(it, _)| *it == field).map_or("", |(_, packed)| packed);
            for (position, token) in packed::tokens(packed) {
                let next = numbers.len() as u32;
                let number = *numbers.entry(token).or_insert(next);
                found.push((number, doc as DocId, position as u32));
            }
            lengths.push(FieldNormReader::fieldnorm_to_id((found.len() - before) as u32));
        }
        let mut terms: Vec<(&str, u32)> = numbers.into_iter().collect();
        terms.sort_unstable();
        let mut made = Self {
            terms: terms.iter().map(|(term, _)| Box::from(*term)).collect(),
            ends: Vec::with_capacity(terms.len()),
            postings: Vec::new(),
            positions: Vec::with_capacity(found.len()),
            lengths,
            tokens: found.len() as u64,
        };
        let is_counted = field.has_frequencies();
        let by_term = sorted_by_number(&found, terms.len());
        for (_, number) in &terms {
            let first = made.postings.len();
            for (doc, position) in by_term.of(*number) {
                match made.postings[first..].last_mut() {
                    Some(last) if last.doc == *doc => last.frequency += u32::from(is_counted),
                    _ => {
                        let position = made.positions.len() as u32;
                        made.postings.push(Posting { doc: *doc, frequency: 1, position });
                    }
                }
                made.positions.push(*position);
            }
            made.ends.push(made.postings.len() as u32);
        }
        made
    }

    /// Returns the number of a term.
    pub(super) fn find(&self, term: &[u8]) -> Option<u32> {
        self.terms.binary_search_by(|it| it.as_bytes().cmp(term)).ok().map(|at| at as u32)
    }

    /// Returns the number of entries with a term.
    pub(super) fn count(&self, term: u32) -> u32 {
        self.range(term).len() as u32
    }

    /// Returns the terms with a prefix that are longer than it, with their numbers, in order.
    pub(super) fn prefixed<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, u32)> {
        let from = self.terms.partition_point(|it| **it <= *prefix);
        let terms = self.terms[from..].iter().take_while(move |it| it.starts_with(prefix)).enumerate();
        terms.map(move |(n, term)| (&**term, (from + n) as u32))
    }

    /// Returns all terms with their numbers, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, u32)> {
        self.terms.iter().enumerate().map(|(n, term)| (&**term, n as u32))
    }

    /// Returns a reader of the lengths.
    pub(super) fn lengths(&self) -> tantivy::Result<FieldNormReader> {
        FieldNormReader::open(FileSlice::from(self.lengths.clone()))
    }

    /// Returns the entries with a term.
    pub(super) fn postings(&self, term: u32) -> RecentPostings<'_> {
        RecentPostings { postings: &self.postings[self.range(term)], positions: &self.positions, at: 0 }
    }

    fn range(&self, term: u32) -> Range<usize> {
        let term = term as usize;
        let start = term.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[term] as usize
    }
}

/// Occurrences by the number of their term, in the order in which they were found.
struct ByNumber {
    starts: Vec<u32>,
    found: Vec<(DocId, u32)>,
}

impl ByNumber {
    fn of(&self, number: u32) -> &[(DocId, u32)] {
        let number = number as usize;
        &self.found[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

fn sorted_by_number(found: &[(u32, DocId, u32)], numbers: usize) -> ByNumber {
    let mut starts = vec![0_u32; numbers + 1];
    found.iter().for_each(|(number, ..)| starts[*number as usize + 1] += 1);
    for number in 0..numbers {
        starts[number + 1] += starts[number];
    }
    let mut next = starts.clone();
    let mut sorted = vec![(0, 0); found.len()];
    for (number, doc, position) in found {
        let place = &mut next[*number as usize];
        sorted[*place as usize] = (*doc, *position);
        *place += 1;
    }
    ByNumber { starts, found: sorted }
}

/// The entries with a term, in order.
pub(crate) struct RecentPostings<'a> {
    postings: &'a [Posting],
    positions: &'a [u32],
    at: usize,
}

impl RecentPostings<'_> {
    /// Returns the current entry.
    pub(super) fn doc(&self) -> DocId {
        self.postings.get(self.at).map_or(TERMINATED, |it| it.doc)
    }

    /// Moves to the next entry.
    pub(super) fn advance(&mut self) -> DocId {
        self.at += 1;
        self.doc()
    }

    /// Moves to the first entry from `doc` on; stays at the current entry if that is later.
    pub(super) fn seek(&mut self, doc: DocId) -> DocId {
        self.at += self.postings.get(self.at..).unwrap_or_default().partition_point(|it| it.doc < doc);
        self.doc()
    }

    /// Returns the number of occurrences in the current entry.
    pub(super) fn frequency(&self) -> u32 {
        self.postings.get(self.at).map_or(0, |it| it.frequency)
    }

    /// Adds the positions in the current entry.
    pub(super) fn positions(&self, out: &mut Vec<u32>) {
        if let Some(it) = self.postings.get(self.at) {
            let from = it.position as usize;
            out.extend(self.positions.get(from..from + it.frequency as usize).unwrap_or_default());
        }
    }

    /// Returns the number of entries.
    pub(super) fn count(&self) -> u32 {
        self.postings.len() as u32
    }
}
