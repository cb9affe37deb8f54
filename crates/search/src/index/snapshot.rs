//! The immutable state of the index at a commit or a publication, with data that every query needs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::SegmentId;
use tantivy::schema::{IndexRecordOption, Value as _};
use tantivy::{DocAddress, DocId, ReloadPolicy, Searcher, SegmentReader, TantivyDocument, Term};

use super::entries::{self, Entry, EntryKey};
use super::expand::{Expansion, Length};
use super::postings::Place;
use super::remembered::Remembered;
use super::segment::{Segment, Texts, alive, strange};
use crate::error::Error;
use crate::fields::{Fields, Searched};
use crate::words::Stems;

/// The most beginnings and misspelled words whose expansions are remembered, and the most terms that are looked up once:
/// some megabytes together.
const MOST_EXPANSIONS: usize = 1_000;
const MOST_TERMS: usize = 20_000;
/// The number of segments in memory from which on they become one.
const MOST_RECENT: usize = 8;

/// The number of states that this process has had.
static STATES: AtomicU64 = AtomicU64::new(0);

/// The state of the index at a commit, with what was published since.
pub(crate) struct Snapshot {
    fields: Fields,
    searcher: Searcher,
    /// The segments in files, in the order of the searcher, and then those in memory.
    pub(crate) segments: Vec<Arc<Segment>>,
    /// The entries of each segment that were deleted since the commit.
    deleted: Vec<DeletedEntries>,
    /// The marks that were set and removed since the commit.
    marks: HashMap<SpaceId, Option<String>>,
    /// The number of this state, which no other state of this process has, of whichever index.
    pub(super) number: u64,
    /// The number of entries that are not deleted.
    pub(crate) entries: u64,
    /// The stemmers of every language in the index.
    pub(crate) stems: Vec<Stems>,
    /// The factors of length normalization by stored length, for each [`Searched`] field.
    pub(crate) shares: Vec<[f32; 256]>,
    pub(crate) position: Option<String>,
    /// The words that a beginning or a misspelled word is expanded into; of beginnings, the length is `None`.
    pub(super) expansions: Remembered<(String, Option<Length>), Arc<[Expansion]>>,
    /// The places of the postings of terms, by segment.
    places: Remembered<Term, Arc<[Option<Place>]>>,
}

/// The changes since a commit, all of which are to be visible.
pub(super) struct Published<'a> {
    /// The entries that are not in files, in the order in which they are to be written.
    pub(super) entries: Vec<&'a Arc<Entry>>,
    /// The entries in files that are deleted, each with its segment.
    pub(super) deleted: Vec<(usize, DocId)>,
    pub(super) marks: HashMap<SpaceId, Option<String>>,
    pub(super) position: &'a str,
}

/// A set of entries of a segment.
#[derive(Debug, Clone, Default)]
struct DeletedEntries {
    /// A bit for each entry; none if the set is empty.
    bits: Vec<u64>,
    count: u64,
}

impl DeletedEntries {
    fn add(&mut self, doc: DocId, entries: u32) {
        self.bits.resize((entries as usize).div_ceil(64), 0);
        let (word, bit) = (&mut self.bits[doc as usize / 64], 1 << (doc % 64));
        self.count += u64::from(*word & bit == 0);
        *word |= bit;
    }

    fn has(&self, doc: DocId) -> bool {
        self.bits.get(doc as usize / 64).is_some_and(|word| word & 1 << (doc % 64) != 0)
    }
}

/// The deletions of a segment.
#[derive(Clone, Copy)]
pub(crate) struct Deletions<'a> {
    reader: Option<&'a SegmentReader>,
    since: &'a DeletedEntries,
}

impl Deletions<'_> {
    /// Returns true for an entry that is deleted.
    pub(crate) fn has(self, doc: DocId) -> bool {
        self.since.has(doc) || self.reader.is_some_and(|reader| reader.is_deleted(doc))
    }
}

impl Snapshot {
    /// Loads the last commit, and shares the segments that `before` has as well.
    pub(crate) fn load(index: &tantivy::Index, fields: &Fields, before: Option<&Self>) -> Result<Self, Error> {
        Self::read(index, fields, before).map_err(|error| Error::reading(&error))
    }

    fn read(index: &tantivy::Index, fields: &Fields, before: Option<&Self>) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader: tantivy::IndexReader = reader.doc_store_cache_num_blocks(0).try_into()?;
        let searcher = reader.searcher();
        let known = |id| before.and_then(|it| it.segments.iter().find(|known| known.is(id)));
        let segments = searcher.segment_readers().iter().map(|reader| match known(reader.segment_id()) {
            Some(known) => Ok(Arc::clone(known)),
            None => Segment::load(reader, fields).map(Arc::new),
        });
        let segments = segments.collect::<tantivy::Result<Vec<_>>>()?;
        let deleted = segments.iter().map(|_| DeletedEntries::default()).collect();
        let position = index.load_metas()?.payload;
        Ok(Self::new(fields.clone(), searcher, segments, deleted, position))
    }

    /// Returns the state with other changes since the commit.
    pub(super) fn with(&self, published: Published<'_>) -> Result<Self, Error> {
        self.publish(published).map_err(|error| Error::reading(&error))
    }

    fn publish(&self, published: Published<'_>) -> tantivy::Result<Self> {
        let files = self.searcher.segment_readers().len();
        let (in_files, in_memory) = self.segments.split_at(files);
        let wanted: HashSet<&EntryKey> = published.entries.iter().map(|entry| &entry.key).collect();
        // The words of deleted entries would count among the frequent ones, so a segment that has mostly these is made anew,
        // and with it those behind it, as entries are in the order of their changes.
        let lives = |segment: &&Arc<Segment>| {
            let entries = segment.recent();
            2 * entries.iter().filter(|entry| wanted.contains(&entry.key)).count() > entries.len()
        };
        let kept = match in_memory.len() < MOST_RECENT {
            true => &in_memory[..in_memory.iter().take_while(lives).count()],
            false => &[],
        };
        let known: HashSet<&EntryKey> = kept.iter().flat_map(|it| it.recent()).map(|entry| &entry.key).collect();
        let mut segments = [in_files, kept].concat();
        let added = published.entries.iter().filter(|entry| !known.contains(&entry.key)).map(|it| Arc::clone(it));
        let added: Vec<_> = added.collect();
        if !added.is_empty() {
            segments.push(Arc::new(Segment::of(added)?));
        }
        let mut deleted = vec![DeletedEntries::default(); segments.len()];
        for (segment, doc) in published.deleted {
            deleted[segment].add(doc, segments[segment].entries());
        }
        for (segment, deleted) in segments.iter().zip(&mut deleted).skip(files) {
            for (doc, _) in segment.recent().iter().enumerate().filter(|(_, entry)| !wanted.contains(&entry.key)) {
                deleted.add(doc as DocId, segment.entries());
            }
        }
        let position = Some(published.position.to_owned());
        let state = Self::new(self.fields.clone(), self.searcher.clone(), segments, deleted, position);
        Ok(Self { marks: published.marks, ..state })
    }

    fn new(
        fields: Fields,
        searcher: Searcher,
        segments: Vec<Arc<Segment>>,
        deleted: Vec<DeletedEntries>,
        position: Option<String>,
    ) -> Self {
        let recent: u64 = segments.iter().map(|segment| segment.recent().len() as u64).sum();
        let gone: u64 = deleted.iter().map(|deleted| deleted.count).sum();
        Self {
            entries: searcher.num_docs() + recent - gone,
            stems: stems(&segments),
            shares: Searched::ALL.map(|it| shares(it, average(&segments, it))).into(),
            fields,
            searcher,
            segments,
            deleted,
            marks: HashMap::new(),
            number: STATES.fetch_add(1, Ordering::Relaxed),
            position,
            expansions: Remembered::new(MOST_EXPANSIONS),
            places: Remembered::new(MOST_TERMS),
        }
    }

    /// Returns true if a segment in files is part of this state.
    pub(super) fn has_segment(&self, id: SegmentId) -> bool {
        self.segments.iter().any(|segment| segment.is(id))
    }

    /// Returns what is deleted of a segment.
    pub(crate) fn deletions(&self, segment: usize) -> Deletions<'_> {
        Deletions { reader: self.searcher.segment_readers().get(segment), since: &self.deleted[segment] }
    }

    /// Returns the places of the postings of a term, by segment.
    pub(crate) fn places(&self, term: &Term) -> tantivy::Result<Arc<[Option<Place>]>> {
        self.places.get(term, |term| {
            let field = Searched::ALL.into_iter().find(|field| self.fields.get(*field) == term.field());
            let field = field.ok_or_else(|| strange("a field"))?;
            self.segments.iter().map(|segment| segment.place(field, term)).collect()
        })
    }

    /// Returns the entries of a page in files as of the commit, with their keys and segments.
    pub(super) fn committed(&self, space: SpaceId, page: PageId) -> tantivy::Result<Vec<(EntryKey, usize, DocId)>> {
        let mut found = Vec::new();
        for (n, (reader, segment)) in self.searcher.segment_readers().iter().zip(&self.segments).enumerate() {
            let entries = segment.entries_of(reader, space, page)?;
            found.extend(entries.into_iter().map(|(key, doc)| (key, n, doc)));
        }
        Ok(found)
    }

    /// Returns the stored texts of an entry.
    pub(crate) fn texts(&self, segment: u32, doc: DocId) -> tantivy::Result<Texts> {
        let segment = self.segments.get(segment as usize).ok_or_else(|| strange("a segment"))?;
        segment.texts(&self.fields, doc)
    }

    /// Returns the spaces that have a mark since the commit.
    pub(super) fn marked(&self) -> impl Iterator<Item = SpaceId> {
        self.marks.iter().filter(|(_, mark)| mark.is_some()).map(|(space, _)| *space)
    }

    /// Returns the mark of a space.
    pub(crate) fn mark(&self, space: SpaceId) -> tantivy::Result<Option<String>> {
        if let Some(mark) = self.marks.get(&space) {
            return Ok(mark.clone());
        }
        let term = Term::from_field_bytes(self.fields.page, &entries::mark_key(space));
        for (n, reader) in self.searcher.segment_readers().iter().enumerate() {
            let postings = reader.inverted_index(self.fields.page)?.read_postings(&term, IndexRecordOption::Basic)?;
            if let Some(doc) = postings.and_then(|postings| alive(reader, postings)) {
                let entry: TantivyDocument = self.searcher.doc(DocAddress::new(n as u32, doc))?;
                return Ok(entry.get_first(self.fields.mark).and_then(|mark| mark.as_str()).map(str::to_owned));
            }
        }
        Ok(None)
    }
}

/// Returns the average length of the texts that a field has: most sections have no code, and all but one no title.
fn average(segments: &[Arc<Segment>], field: Searched) -> f32 {
    let tokens: u64 = segments.iter().map(|segment| segment.tokens[field as usize]).sum();
    let texts: u32 = segments.iter().map(|segment| segment.texts[field as usize]).sum();
    tokens as f32 / texts.max(1) as f32
}

/// Returns the number of entries with a term, deleted ones included.
pub(crate) fn entries_with(places: &[Option<Place>]) -> u64 {
    places.iter().flatten().map(|place| u64::from(place.entries())).sum()
}

/// Returns the factors of length normalization for each stored length of a field; the average length has the factor 1.
fn shares(field: Searched, average: f32) -> [f32; 256] {
    let by = field.length_matters();
    std::array::from_fn(|id| {
        let length = FieldNormReader::id_to_fieldnorm(id as u8) as f32;
        1.0 / (1.0 - by + by * length / average.max(1.0))
    })
}

/// Returns the stemmers of all languages in the index; languages that share one count once.
fn stems(segments: &[Arc<Segment>]) -> Vec<Stems> {
    let mut stems: Vec<Stems> =
        segments.iter().flat_map(|segment| &segment.languages).copied().filter_map(Stems::of).collect();
    stems.sort_by_key(Stems::language);
    stems.dedup_by_key(|it| it.language());
    stems
}
