//! The occurrences of a unit in a segment, read forward: all of a window, or those in single entries.

use tantivy::fieldnorm::FieldNormReader;
use tantivy::{DocId, TERMINATED};

use super::units::{Source, SourceTerm, Unit};
use crate::index::{Postings, Segment, Snapshot, With};

/// The saturation of repeated occurrences (the `k1` of BM25).
const SATURATION: f32 = 2.0;
/// The number of postings that are read in a row at the cost of one that is looked for.
const CHEAPER: u64 = 8;

/// The occurrences of a unit in a segment.
pub(super) struct Cursors<'a> {
    cursors: Vec<Cursor<'a>>,
    idf: f32,
}

/// The occurrences of one source of a unit.
struct Cursor<'a> {
    places: Places<'a>,
    weight: f32,
    lengths: Option<(&'a FieldNormReader, &'a [f32; 256])>,
    cost: u64,
}

enum Places<'a> {
    Term(Postings<'a>),
    Phrase(Box<Phrase<'a>>),
}

/// The weighted occurrences of one unit in the entries of a window.
pub(super) struct Occurrences {
    /// By the place in the window.
    weights: Vec<f32>,
    /// The places with occurrences.
    fresh: Vec<u32>,
}

impl Occurrences {
    pub(super) fn new(window: u32) -> Self {
        Self { weights: vec![0.0; window as usize], fresh: Vec::new() }
    }

    fn add(&mut self, at: u32, weight: f32) {
        let before = &mut self.weights[at as usize];
        if *before == 0.0 {
            self.fresh.push(at);
        }
        *before += weight;
    }
}

impl<'a> Cursors<'a> {
    /// Returns about the number of postings of a unit in a segment, without opening them.
    pub(super) fn cost_of(unit: &Unit, segment: usize) -> u64 {
        unit.sources.iter().map(|source| cost(source, segment).unwrap_or(0)).sum()
    }

    pub(super) fn open(
        unit: &Unit,
        ordinal: usize,
        snapshot: &'a Snapshot,
        segment: &'a Segment,
    ) -> tantivy::Result<Self> {
        let mut cursors = Vec::with_capacity(unit.sources.len());
        for source in &unit.sources {
            let Some(cost) = cost(source, ordinal) else { continue };
            let places = Places::open(source, ordinal, segment)?;
            let lengths = segment.lengths[source.field as usize].as_ref();
            let lengths = lengths.map(|lengths| (lengths, &snapshot.shares[source.field as usize]));
            cursors.push(Cursor { places, weight: source.weight, lengths, cost });
        }
        Ok(Self { cursors, idf: unit.idf })
    }

    /// Returns the first entry from `doc` on with an occurrence.
    pub(super) fn seek(&mut self, doc: DocId) -> DocId {
        self.cursors.iter_mut().map(|cursor| cursor.places.seek(doc)).min().unwrap_or(TERMINATED)
    }

    /// Calls a function with each entry of a window that has an occurrence, by its place in the window, and with the
    /// part of its score.
    pub(super) fn all(&mut self, start: DocId, end: DocId, occurrences: &mut Occurrences, each: impl FnMut(u32, f32)) {
        for cursor in &mut self.cursors {
            cursor.all(start, end, occurrences, |_| true);
        }
        self.drain(occurrences, each);
    }

    /// Does as [`Self::all`] does for candidates, which are places in the window in order. Calls it also for some of the
    /// others that have a count.
    pub(super) fn some(
        &mut self,
        (start, end): (DocId, DocId),
        (candidates, counts): (&[u32], &[u32]),
        entries: u32,
        occurrences: &mut Occurrences,
        each: impl FnMut(u32, f32),
    ) {
        for cursor in &mut self.cursors {
            let in_window = cursor.cost * u64::from(end - start) / u64::from(entries.max(1));
            let is_dense = candidates.len() as u64 * CHEAPER > in_window;
            match cursor.places {
                Places::Term(_) if is_dense => cursor.all(start, end, occurrences, |at| counts[at as usize] > 0),
                _ => cursor.some(start, candidates, occurrences),
            }
        }
        self.drain(occurrences, each);
    }

    fn drain(&self, occurrences: &mut Occurrences, mut each: impl FnMut(u32, f32)) {
        for at in occurrences.fresh.drain(..) {
            let weight = std::mem::take(&mut occurrences.weights[at as usize]);
            each(at, self.idf * weight / (SATURATION + weight));
        }
    }
}

impl Cursor<'_> {
    fn all(&mut self, start: DocId, end: DocId, occurrences: &mut Occurrences, is_wanted: impl Fn(u32) -> bool) {
        let Self { places, weight, lengths, .. } = self;
        let mut doc = places.seek(start);
        match (places, lengths) {
            (Places::Term(postings), lengths) => postings.each_before(end, |doc, frequency| {
                if is_wanted(doc - start) {
                    occurrences.add(doc - start, *weight * frequency as f32 * share(*lengths, doc));
                }
            }),
            (Places::Phrase(phrase), lengths) => {
                while doc < end {
                    occurrences.add(doc - start, *weight * share(*lengths, doc));
                    doc = phrase.advance();
                }
            }
        }
    }

    fn some(&mut self, start: DocId, candidates: &[u32], occurrences: &mut Occurrences) {
        for at in candidates {
            let doc = start + at;
            if self.places.is_at(doc) {
                occurrences.add(*at, self.weight_in(doc));
            }
        }
    }

    fn weight_in(&self, doc: DocId) -> f32 {
        self.weight * self.places.frequency() * share(self.lengths, doc)
    }
}

/// Returns the factor of length normalization of an entry.
fn share(lengths: Option<(&FieldNormReader, &[f32; 256])>, doc: DocId) -> f32 {
    lengths.map_or(1.0, |(lengths, shares)| shares[lengths.fieldnorm_id(doc) as usize])
}

/// Returns the number of postings of the rarest term of a source in a segment; `None` if one of its terms is not there.
fn cost(source: &Source, segment: usize) -> Option<u64> {
    let counts = source.terms.iter().map(|term| Some(u64::from(term.places.get(segment)?.as_ref()?.entries())));
    counts.min().flatten()
}

impl<'a> Places<'a> {
    fn open(source: &Source, ordinal: usize, segment: &'a Segment) -> tantivy::Result<Self> {
        let open = |term: &SourceTerm, with| match term.places.get(ordinal).and_then(Option::as_ref) {
            Some(place) => segment.postings(source.field, place, with),
            None => Ok(Postings::empty()),
        };
        if let [term] = source.terms.as_slice() {
            return Ok(Self::Term(open(term, With::Frequencies)?));
        }
        let mut terms = Vec::with_capacity(source.terms.len());
        for term in &source.terms {
            terms.push((term.distance as u32, open(term, With::Positions)?));
        }
        terms.sort_by_key(|(_, postings)| postings.count());
        Ok(Self::Phrase(Box::new(Phrase { terms, starts: Vec::new(), places: Vec::new(), found: None })))
    }

    /// Moves to the first entry from `doc` on; stays at the current entry if that is later.
    fn seek(&mut self, doc: DocId) -> DocId {
        match self {
            Self::Term(postings) => postings.seek(doc),
            Self::Phrase(phrase) => phrase.seek(doc),
        }
    }

    /// Returns true if an entry has an occurrence. Entries are asked for in order.
    fn is_at(&mut self, doc: DocId) -> bool {
        match self {
            Self::Term(postings) => postings.seek(doc) == doc,
            Self::Phrase(phrase) => phrase.is_at(doc),
        }
    }

    fn frequency(&self) -> f32 {
        match self {
            Self::Term(postings) => postings.frequency() as f32,
            Self::Phrase(_) => 1.0,
        }
    }
}

/// The entries in which terms occur at their distances from a common start.
struct Phrase<'a> {
    /// The terms with their distances, the rarest first.
    terms: Vec<(u32, Postings<'a>)>,
    /// The common starts in the current entry.
    starts: Vec<u32>,
    places: Vec<u32>,
    /// The entry found last.
    found: Option<DocId>,
}

impl Phrase<'_> {
    fn seek(&mut self, doc: DocId) -> DocId {
        match self.found {
            Some(found) if found >= doc => found,
            _ => self.next(doc),
        }
    }

    fn advance(&mut self) -> DocId {
        match self.found {
            Some(TERMINATED) => TERMINATED,
            found => self.next(found.map_or(0, |found| found + 1)),
        }
    }

    /// Returns the first entry from `doc` on in which the phrase occurs.
    fn next(&mut self, doc: DocId) -> DocId {
        let mut doc = doc;
        loop {
            doc = self.terms[0].1.seek(doc);
            if doc == TERMINATED || self.is_at(doc) {
                self.found = Some(doc);
                return doc;
            }
            doc += 1;
        }
    }

    fn is_at(&mut self, doc: DocId) -> bool {
        if self.terms.iter_mut().any(|(_, postings)| postings.seek(doc) != doc) {
            return false;
        }
        let Self { terms, starts, places, .. } = self;
        for (n, (distance, postings)) in terms.iter_mut().enumerate() {
            places.clear();
            postings.positions(places);
            let here = places.iter().filter_map(|place| place.checked_sub(*distance));
            if n == 0 {
                starts.clear();
                starts.extend(here);
            } else {
                common(starts, here);
            }
            if starts.is_empty() {
                return false;
            }
        }
        true
    }
}

/// Keeps those of ascending numbers that are among other ascending ones.
fn common(kept: &mut Vec<u32>, others: impl Iterator<Item = u32>) {
    let mut others = others.peekable();
    kept.retain(|it| {
        while others.next_if(|other| other < it).is_some() {}
        others.peek() == Some(it)
    });
}

#[cfg(test)]
mod tests {
    use super::common;

    #[test]
    fn common_numbers_are_kept() {
        for (kept, others, expected) in [
            (vec![1, 4, 9], vec![2, 4, 9, 12], vec![4, 9]),
            (vec![1, 1, 3], vec![1, 3, 3], vec![1, 1, 3]),
            (vec![5], vec![], vec![]),
        ] {
            let mut kept = kept;
            common(&mut kept, others.into_iter());
            assert_eq!(kept, expected);
        }
    }
}
