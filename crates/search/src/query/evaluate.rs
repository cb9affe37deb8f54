//! Evaluation of a plan: matching and scoring of sections.
//!
//! The entries of a segment are processed in windows. In each window, unit after unit adds to the scores of its
//! entries. An occurrence counts by its field and form with diminishing returns, and the contribution of a unit is
//! bounded by its rarity (BM25F). Entries outside of the scope are skipped before anything is counted or ranked.

use quire_model::ids::SpaceId;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{Postings, SegmentPostings};
use tantivy::query::{EnableScoring, PhraseQuery, Query as _, Scorer};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, SegmentReader, TERMINATED};

use super::SearchablePages;
use super::pages::{Hit, Keep, Pages};
use super::plan::Plan;
use super::units::{Role, Source, Unit};
use crate::fields::Fields;
use crate::index::{Segment, Snapshot};

/// The number of entries in a window.
const WINDOW: u32 = 4096;
/// The saturation of repeated occurrences (the `k1` of BM25).
const SATURATION: f32 = 2.0;
/// The unit in which an entry's count of phrases is kept above its count of words.
const PHRASE: u32 = 1 << 16;

/// Returns the matching pages, the best of them in order.
pub(super) fn pages(
    fields: &Fields,
    snapshot: &Snapshot,
    plan: &Plan,
    seen: &SearchablePages<'_>,
    keep: Keep,
) -> tantivy::Result<Pages> {
    let mut pages = Pages::new(keep);
    if plan.is_hopeless {
        return Ok(pages);
    }
    for (n, (reader, segment)) in snapshot.searcher.segment_readers().iter().zip(&snapshot.segments).enumerate() {
        let allowed: Vec<bool> = segment.spaces.iter().map(|space| seen.scope.has(*space)).collect();
        if allowed.contains(&true) {
            let mut within = Within { reader, segment, allowed, seen, last: None, ordinal: n as u32, plan };
            within.collect(fields, snapshot, &mut pages)?;
        }
    }
    pages.finish();
    Ok(pages)
}

/// The evaluation of a plan on one segment.
struct Within<'a> {
    reader: &'a SegmentReader,
    segment: &'a Segment,
    /// True for each space of the segment that is in the scope.
    allowed: Vec<bool>,
    seen: &'a SearchablePages<'a>,
    /// The last page passed to the visibility filter, with its result.
    last: Option<(u64, bool)>,
    ordinal: u32,
    plan: &'a Plan,
}

impl Within<'_> {
    fn collect(&mut self, fields: &Fields, snapshot: &Snapshot, pages: &mut Pages) -> tantivy::Result<()> {
        let mut units = Vec::new();
        for unit in &self.plan.units {
            units.push(Cursors::open(unit, fields, snapshot, self.reader, self.segment)?);
        }
        let mut entries = Entries::new();
        while let Some(start) = self.next(&units) {
            units.iter_mut().for_each(|unit| unit.add(start, &mut entries));
            self.judge(start, &mut entries, pages);
        }
        Ok(())
    }

    /// Returns the first entry that may match: if all words are required, none before the furthest cursor.
    fn next(&self, units: &[Cursors<'_>]) -> Option<DocId> {
        let wants_all = self.plan.words == self.plan.of;
        let nexts = units.iter().filter(|unit| unit.counts_as > 0).map(Cursors::next);
        let next = if wants_all { nexts.max() } else { nexts.min() };
        next.filter(|doc| *doc != TERMINATED)
    }

    fn judge(&mut self, start: DocId, entries: &mut Entries, pages: &mut Pages) {
        entries.touched.sort_unstable();
        entries.touched.dedup();
        for at in entries.touched.drain(..) {
            let score = std::mem::take(&mut entries.scores[at as usize]);
            let count = std::mem::take(&mut entries.counts[at as usize]);
            let (phrases, words) = ((count / PHRASE) as usize, (count % PHRASE) as usize);
            let doc = start + at;
            if phrases >= self.plan.phrases
                && words >= self.plan.words
                && phrases + words > 0
                && let Some((space, page)) = self.may_find(doc)
            {
                let part = if self.plan.of == 0 { 1.0 } else { words as f32 / self.plan.of as f32 };
                pages.add(Hit { segment: self.ordinal, doc, page, space, score: score * (0.5 + 0.5 * part) });
            }
        }
    }

    /// Returns the space of an entry and the ordinal of its page, if the page may be returned.
    fn may_find(&mut self, doc: DocId) -> Option<(SpaceId, u64)> {
        let space = self.segment.space_of.first(doc)? as usize;
        if self.allowed.get(space) != Some(&true) || self.reader.is_deleted(doc) {
            return None;
        }
        let space = *self.segment.spaces.get(space)?;
        let page = self.segment.page_of.first(doc)?;
        let visible = match self.last {
            Some((last, visible)) if last == page => visible,
            _ => (self.seen.visible)(space, *self.segment.pages.get(page as usize)?),
        };
        self.last = Some((page, visible));
        visible.then_some((space, page))
    }
}

/// The accumulators for the entries of a window.
struct Entries {
    scores: Vec<f32>,
    counts: Vec<u32>,
    /// The weighted occurrences of the current unit.
    occurrences: Vec<f32>,
    /// The entries with occurrences of the current unit.
    fresh: Vec<u32>,
    /// The entries with occurrences of any unit.
    touched: Vec<u32>,
}

impl Entries {
    fn new() -> Self {
        let window = WINDOW as usize;
        Self {
            scores: vec![0.0; window],
            counts: vec![0; window],
            occurrences: vec![0.0; window],
            fresh: Vec::new(),
            touched: Vec::new(),
        }
    }
}

/// The occurrences of a unit in a segment.
struct Cursors<'a> {
    cursors: Vec<Cursor<'a>>,
    idf: f32,
    counts_as: u32,
}

struct Cursor<'a> {
    places: Places,
    weight: f32,
    lengths: Option<(&'a FieldNormReader, &'a [f32; 256])>,
}

enum Places {
    Term(Box<SegmentPostings>),
    Phrase(Box<dyn Scorer>),
}

impl<'a> Cursors<'a> {
    fn open(
        unit: &Unit,
        fields: &Fields,
        snapshot: &'a Snapshot,
        reader: &SegmentReader,
        segment: &'a Segment,
    ) -> tantivy::Result<Self> {
        let mut cursors = Vec::new();
        for source in &unit.sources {
            if let Some(places) = Places::open(source, fields, reader)? {
                let lengths = segment.lengths[source.field as usize].as_ref();
                let lengths = lengths.map(|lengths| (lengths, &snapshot.shares[source.field as usize]));
                cursors.push(Cursor { places, weight: source.weight, lengths });
            }
        }
        let counts_as = match unit.role {
            Role::Phrase => PHRASE,
            Role::Word => 1,
            Role::Common | Role::Bonus => 0,
        };
        Ok(Self { cursors, idf: unit.idf, counts_as })
    }

    fn next(&self) -> DocId {
        self.cursors.iter().map(|cursor| cursor.places.doc()).min().unwrap_or(TERMINATED)
    }

    fn add(&mut self, start: DocId, entries: &mut Entries) {
        for cursor in &mut self.cursors {
            cursor.add(start, entries);
        }
        for at in entries.fresh.drain(..) {
            let occurrences = std::mem::take(&mut entries.occurrences[at as usize]);
            entries.scores[at as usize] += self.idf * occurrences / (SATURATION + occurrences);
            entries.counts[at as usize] += self.counts_as;
            entries.touched.push(at);
        }
    }
}

impl Cursor<'_> {
    fn add(&mut self, start: DocId, entries: &mut Entries) {
        let mut doc = self.places.seek(start);
        while doc < start + WINDOW {
            let share = self.lengths.map_or(1.0, |(lengths, shares)| shares[lengths.fieldnorm_id(doc) as usize]);
            let at = doc - start;
            let before = &mut entries.occurrences[at as usize];
            if *before == 0.0 {
                entries.fresh.push(at);
            }
            *before += self.weight * self.places.frequency() * share;
            doc = self.places.advance();
        }
    }
}

impl Places {
    fn open(source: &Source, fields: &Fields, reader: &SegmentReader) -> tantivy::Result<Option<Self>> {
        if let [(_, term)] = source.terms.as_slice() {
            let index = reader.inverted_index(fields.get(source.field))?;
            let postings = index.read_postings(term, IndexRecordOption::WithFreqs)?;
            return Ok(postings.map(|postings| Self::Term(Box::new(postings))));
        }
        let phrase = PhraseQuery::new_with_offset(source.terms.clone());
        let weight = phrase.weight(EnableScoring::disabled_from_schema(&fields.schema))?;
        Ok(Some(Self::Phrase(weight.scorer(reader, 1.0)?)))
    }

    fn doc(&self) -> DocId {
        match self {
            Self::Term(postings) => postings.doc(),
            Self::Phrase(phrase) => phrase.doc(),
        }
    }

    /// Moves to the first entry from `doc` on; stays at the current entry if that is later.
    fn seek(&mut self, doc: DocId) -> DocId {
        if self.doc() >= doc {
            return self.doc();
        }
        match self {
            Self::Term(postings) => postings.seek(doc),
            Self::Phrase(phrase) => phrase.seek(doc),
        }
    }

    fn advance(&mut self) -> DocId {
        match self {
            Self::Term(postings) => postings.advance(),
            Self::Phrase(phrase) => phrase.advance(),
        }
    }

    fn frequency(&self) -> f32 {
        match self {
            Self::Term(postings) => postings.term_freq() as f32,
            Self::Phrase(_) => 1.0,
        }
    }
}
