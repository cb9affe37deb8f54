//! The immutable state of the index at a commit, with data that every query needs.

use std::collections::HashSet;
use std::sync::Arc;

use quire_content::id::{PageId, Uid};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use tantivy::columnar::BytesColumn;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::{InvertedIndexReader, SegmentId};
use tantivy::postings::{SegmentPostings, TermInfo};
use tantivy::schema::{IndexRecordOption, Value as _};
use tantivy::{
    DocAddress, DocId, DocSet as _, ReloadPolicy, Searcher, SegmentReader, TERMINATED, TantivyDocument, TantivyError,
    Term,
};

use super::entries::{self, EntryKey};
use super::expand::{Expansion, Length};
use super::remembered::Remembered;
use crate::error::Error;
use crate::fields::{Fields, Searched};
use crate::words::Stems;

/// The number of blocks of stored texts that a searcher caches uncompressed, of 4 KiB each, by segment.
const CACHED_BLOCKS: usize = 64;
/// The most beginnings and misspelled words whose expansions are remembered, and the most terms that are looked up once:
/// some megabytes together.
const MOST_EXPANSIONS: usize = 1_000;
const MOST_TERMS: usize = 20_000;

/// The state of the index at a commit.
pub(crate) struct Snapshot {
    fields: Fields,
    pub(crate) searcher: Searcher,
    pub(crate) segments: Vec<Arc<Segment>>,
    /// The stemmers of every language in the index.
    pub(crate) stems: Vec<Stems>,
    /// The factors of length normalization by stored length, for each [`Searched`] field.
    pub(crate) shares: Vec<[f32; 256]>,
    pub(crate) position: Option<String>,
    /// The words that a beginning or a misspelled word is expanded into; of beginnings, the length is `None`.
    pub(super) expansions: Remembered<(String, Option<Length>), Arc<[Expansion]>>,
    /// The places of the postings of terms, by segment.
    infos: Remembered<Term, Arc<[Option<TermInfo>]>>,
}

/// The immutable data of a segment: everything except its deletions.
pub(crate) struct Segment {
    id: SegmentId,
    /// The spaces, by their ordinal in the segment.
    pub(crate) spaces: Vec<SpaceId>,
    /// The ordinal of each page's space.
    pub(crate) space_of: Vec<u32>,
    /// The ordinal of each entry's page.
    pub(crate) page_of: Vec<u32>,
    /// The pages with their spaces, by their ordinal in the segment: in order.
    pub(crate) pages: Vec<(SpaceId, PageId)>,
    /// The lengths of the texts in each [`Searched`] field; `None` where length has no effect.
    pub(crate) lengths: Vec<Option<FieldNormReader>>,
    /// The number of entries with a text in each field.
    texts: Vec<u32>,
    /// The terms and postings of each [`Searched`] field.
    pub(crate) indexes: Vec<Arc<InvertedIndexReader>>,
    /// The keys of the entries.
    keys: Arc<InvertedIndexReader>,
}

impl Snapshot {
    /// Loads the last commit, and shares the segments that `before` has as well.
    pub(crate) fn load(index: &tantivy::Index, fields: &Fields, before: Option<&Self>) -> Result<Self, Error> {
        Self::read(index, fields, before).map_err(|error| Error::reading(&error))
    }

    fn read(index: &tantivy::Index, fields: &Fields, before: Option<&Self>) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader: tantivy::IndexReader = reader.doc_store_cache_num_blocks(CACHED_BLOCKS).try_into()?;
        let searcher = reader.searcher();
        let known = |id| before.and_then(|it| it.segments.iter().find(|known| known.id == id));
        let segments = searcher.segment_readers().iter().map(|reader| match known(reader.segment_id()) {
            Some(known) => Ok(Arc::clone(known)),
            None => Segment::load(reader, fields).map(Arc::new),
        });
        let segments = segments.collect::<tantivy::Result<Vec<_>>>()?;
        let stems = stems(&searcher, fields)?;
        let shares = Searched::ALL.map(|it| shares(it, average(&segments, it))).into();
        let position = index.load_metas()?.payload;
        let (expansions, infos) = (Remembered::new(MOST_EXPANSIONS), Remembered::new(MOST_TERMS));
        Ok(Self { fields: fields.clone(), searcher, segments, stems, shares, position, expansions, infos })
    }

    /// Returns true if a segment is part of this state.
    pub(super) fn has_segment(&self, id: SegmentId) -> bool {
        self.segments.iter().any(|segment| segment.id == id)
    }

    /// Returns the places of the postings of a term, by segment.
    pub(crate) fn infos(&self, term: &Term) -> tantivy::Result<Arc<[Option<TermInfo>]>> {
        self.infos.get(term, |term| {
            let field = self.fields.searched.iter().position(|field| *field == term.field());
            let field = field.ok_or_else(|| strange("a field"))?;
            let infos = self.segments.iter().map(|segment| Ok(segment.indexes[field].get_term_info(term)?));
            infos.collect()
        })
    }

    /// Returns the keys of the entries of a page.
    pub(super) fn entries_of(&self, space: SpaceId, page: PageId) -> tantivy::Result<HashSet<EntryKey>> {
        let mut found = HashSet::new();
        let (from, mut to) = (entries::key(space, page), [0xff; size_of::<EntryKey>()]);
        to[..from.len()].copy_from_slice(&from);
        for (reader, segment) in self.searcher.segment_readers().iter().zip(&self.segments) {
            if segment.pages.binary_search(&(space, page)).is_err() {
                continue;
            }
            let mut keys = segment.keys.terms().range().ge(from).le(to).into_stream()?;
            while let Some((key, info)) = keys.next() {
                let postings = segment.keys.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                if is_alive(reader, postings) {
                    found.insert(key.try_into().map_err(|_| strange("the key of an entry"))?);
                }
            }
        }
        Ok(found)
    }

    /// Returns the mark of a space.
    pub(crate) fn mark(&self, fields: &Fields, space: SpaceId) -> tantivy::Result<Option<String>> {
        let term = Term::from_field_bytes(fields.page, &entries::mark_key(space));
        for (n, reader) in self.searcher.segment_readers().iter().enumerate() {
            let postings = reader.inverted_index(fields.page)?.read_postings(&term, IndexRecordOption::Basic)?;
            let Some(mut postings) = postings else { continue };
            let mut doc: DocId = postings.doc();
            while doc != TERMINATED && reader.is_deleted(doc) {
                doc = postings.advance();
            }
            if doc != TERMINATED {
                let entry: TantivyDocument = self.searcher.doc(DocAddress::new(n as u32, doc))?;
                return Ok(entry.get_first(fields.mark).and_then(|mark| mark.as_str()).map(str::to_owned));
            }
        }
        Ok(None)
    }
}

impl Segment {
    fn load(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let spaces_column = column(reader, "space")?;
        let pages_column = column(reader, "page")?;
        let uid = |key: &[u8]| Uid::from_slice(key).map_err(|_| strange("an identifier"));
        let spaces = keys(&spaces_column, |key| Ok(SpaceId(uid(key)?)))?;
        let pages = keys(&pages_column, |key| {
            let (space, page) = key.split_at_checked(16).ok_or_else(|| strange("an identifier"))?;
            Ok((SpaceId(uid(space)?), PageId(uid(page)?)))
        })?;
        let lengths = Searched::ALL.map(|it| match it.length_matters() > 0.0 {
            true => reader.get_fieldnorms_reader(fields.get(it)).map(Some),
            false => Ok(None),
        });
        let lengths = lengths.into_iter().collect::<tantivy::Result<Vec<_>>>()?;
        let entries = lengths.iter().flatten().map(FieldNormReader::num_docs).chain([pages_column.num_rows()]);
        if entries.chain([spaces_column.num_rows()]).any(|count| count != reader.max_doc()) {
            return Err(strange("a number of entries"));
        }
        let texts = lengths.iter().map(|lengths| {
            let has_text = |lengths: &FieldNormReader, doc| u32::from(lengths.fieldnorm_id(doc) > 0);
            lengths.as_ref().map_or(0, |lengths| (0..reader.max_doc()).map(|doc| has_text(lengths, doc)).sum())
        });
        let texts = texts.collect();
        let indexes = Searched::ALL.into_iter().map(|it| reader.inverted_index(fields.get(it)));
        let indexes = indexes.collect::<tantivy::Result<Vec<_>>>()?;
        let space_of = pages.iter().map(|(space, _)| Some(spaces.binary_search(space).ok()? as u32));
        let space_of = space_of.collect::<Option<_>>().ok_or_else(|| strange("a space"))?;
        let page_of = |doc| Some(pages_column.ords().first(doc)? as u32);
        let page_of = (0..reader.max_doc()).map(page_of).collect::<Option<_>>().ok_or_else(|| strange("a page"))?;
        let keys = reader.inverted_index(fields.entry)?;
        Ok(Self { id: reader.segment_id(), spaces, space_of, page_of, pages, lengths, texts, indexes, keys })
    }
}

/// Returns true if one of the entries with a term is not deleted.
fn is_alive(reader: &SegmentReader, mut postings: SegmentPostings) -> bool {
    let mut doc = postings.doc();
    while doc != TERMINATED && reader.is_deleted(doc) {
        doc = postings.advance();
    }
    doc != TERMINATED
}

/// Returns the values of a column by their ordinal.
fn keys<T>(column: &BytesColumn, read: impl Fn(&[u8]) -> tantivy::Result<T>) -> tantivy::Result<Vec<T>> {
    let mut found = Vec::new();
    let mut keys = column.dictionary().stream()?;
    while let Some((key, _)) = keys.next() {
        found.push(read(key)?);
    }
    Ok(found)
}

fn column(reader: &SegmentReader, name: &str) -> tantivy::Result<BytesColumn> {
    reader.fast_fields().bytes(name)?.ok_or_else(|| strange(name))
}

fn strange(what: &str) -> TantivyError {
    TantivyError::InternalError(format!("{what} makes no sense"))
}

/// Returns the average length of the texts that a field has: most sections have no code, and all but one no title.
fn average(segments: &[Arc<Segment>], field: Searched) -> f32 {
    let tokens: u64 = segments.iter().map(|segment| segment.indexes[field as usize].total_num_tokens()).sum();
    let texts: u32 = segments.iter().map(|segment| segment.texts[field as usize]).sum();
    tokens as f32 / texts.max(1) as f32
}

/// Returns the number of entries with a term, deleted ones included.
pub(crate) fn entries_with(infos: &[Option<TermInfo>]) -> u64 {
    infos.iter().flatten().map(|info| u64::from(info.doc_freq)).sum()
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
fn stems(searcher: &Searcher, fields: &Fields) -> tantivy::Result<Vec<Stems>> {
    let mut tags = Vec::new();
    for reader in searcher.segment_readers() {
        let languages = reader.inverted_index(fields.language)?;
        let mut terms = languages.terms().stream()?;
        while let Some((tag, _)) = terms.next() {
            tags.push(String::from_utf8_lossy(tag).into_owned());
        }
    }
    let mut stems: Vec<Stems> = tags.iter().filter_map(|tag| Language::parse(tag)).filter_map(Stems::of).collect();
    stems.sort_by_key(Stems::language);
    stems.dedup_by_key(|it| it.language());
    Ok(stems)
}
