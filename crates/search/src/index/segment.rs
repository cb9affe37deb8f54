//! The immutable data of a segment, in files or in memory: everything except its deletions.

use std::sync::Arc;

use quire_content::id::{PageId, Uid};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use tantivy::columnar::BytesColumn;
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::{InvertedIndexReader, SegmentId};
use tantivy::postings::SegmentPostings;
use tantivy::query::DfaWrapper;
use tantivy::schema::document::{
    DeserializeError, DocumentDeserialize, DocumentDeserializer, ValueDeserialize, ValueDeserializer,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::store::StoreReader;
use tantivy::{DocId, DocSet as _, SegmentReader, TERMINATED, TantivyError, Term};

use super::entries::{self, Entry, EntryKey};
use super::expand::{Length, is_within_one_edit};
use super::filtered::Filtered;
use super::postings::{Place, Postings};
use super::recent::Recent;
use crate::fields::{Fields, Searched};

/// The number of blocks of stored texts that a segment keeps uncompressed.
const CACHED_BLOCKS: usize = 64;

/// A segment of the index.
pub(crate) struct Segment {
    /// The spaces, by their ordinal in the segment.
    pub(crate) spaces: Vec<SpaceId>,
    /// The ordinal of each page's space.
    pub(crate) space_of: Vec<u32>,
    /// The ordinal of each entry's page.
    pub(crate) page_of: Vec<u32>,
    /// The pages with their spaces, by their ordinal in the segment: in order.
    pub(crate) pages: Vec<(SpaceId, PageId)>,
    /// The answers of filters about the pages.
    pub(crate) filtered: Filtered,
    /// The lengths of the texts in each [`Searched`] field; `None` where length has no effect.
    pub(crate) lengths: Vec<Option<FieldNormReader>>,
    /// The number of entries with a text in each field.
    pub(super) texts: Vec<u32>,
    /// The number of tokens in each field.
    pub(super) tokens: Vec<u64>,
    /// The languages of the entries.
    pub(super) languages: Vec<Language>,
    place: Content,
}

/// The stored texts of an entry.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// The anchor, heading, body and code of the section.
    pub(crate) texts: [String; 4],
    pub(crate) language: Option<Language>,
}

/// The terms and texts of a segment.
enum Content {
    Files {
        id: SegmentId,
        /// The terms and postings of each [`Searched`] field.
        indexes: Vec<Arc<InvertedIndexReader>>,
        /// The keys of the entries.
        keys: Arc<InvertedIndexReader>,
        texts: StoreReader,
    },
    Memory(Recent),
}

/// The facts that are read of postings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    Frequencies,
    Positions,
}

impl Segment {
    /// Loads a segment from files.
    pub(super) fn load(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
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
        let indexes = Searched::ALL.into_iter().map(|it| reader.inverted_index(fields.get(it)));
        let indexes = indexes.collect::<tantivy::Result<Vec<_>>>()?;
        let page_of = |doc| Some(pages_column.ords().first(doc)? as u32);
        let page_of = (0..reader.max_doc()).map(page_of).collect::<Option<_>>().ok_or_else(|| strange("a page"))?;
        let tokens = indexes.iter().map(|index| index.total_num_tokens()).collect();
        let languages = languages(reader, fields)?;
        let (id, keys) = (reader.segment_id(), reader.inverted_index(fields.entry)?);
        let place = Content::Files { id, indexes, keys, texts: reader.get_store_reader(CACHED_BLOCKS)? };
        Self::new((spaces, pages), page_of, lengths, tokens, languages, place)
    }

    /// Creates a segment in memory, with the entries in this order.
    pub(super) fn of(entries: Vec<Arc<Entry>>) -> tantivy::Result<Self> {
        let mut pages: Vec<_> = entries.iter().map(|entry| (entry.space, entry.page)).collect();
        pages.sort_unstable();
        pages.dedup();
        let mut spaces: Vec<_> = pages.iter().map(|(space, _)| *space).collect();
        spaces.dedup();
        let page_of = |entry: &Arc<Entry>| Some(pages.binary_search(&(entry.space, entry.page)).ok()? as u32);
        let page_of = entries.iter().map(page_of).collect::<Option<_>>().ok_or_else(|| strange("a page"))?;
        let mut languages: Vec<Language> = Vec::new();
        for entry in &entries {
            if !languages.contains(&entry.language) {
                languages.push(entry.language);
            }
        }
        let recent = Recent::new(entries);
        let lengths = Searched::ALL.map(|it| match it.length_matters() > 0.0 {
            true => recent.terms(it).lengths().map(Some),
            false => Ok(None),
        });
        let lengths = lengths.into_iter().collect::<tantivy::Result<Vec<_>>>()?;
        let tokens = Searched::ALL.map(|it| recent.terms(it).tokens).into();
        Self::new((spaces, pages), page_of, lengths, tokens, languages, Content::Memory(recent))
    }

    fn new(
        (spaces, pages): (Vec<SpaceId>, Vec<(SpaceId, PageId)>),
        page_of: Vec<u32>,
        lengths: Vec<Option<FieldNormReader>>,
        tokens: Vec<u64>,
        languages: Vec<Language>,
        place: Content,
    ) -> tantivy::Result<Self> {
        let entries = page_of.len() as DocId;
        let texts = lengths.iter().map(|lengths| {
            let has_text = |lengths: &FieldNormReader, doc| u32::from(lengths.fieldnorm_id(doc) > 0);
            lengths.as_ref().map_or(0, |lengths| (0..entries).map(|doc| has_text(lengths, doc)).sum())
        });
        let texts = texts.collect();
        let space_of = pages.iter().map(|(space, _)| Some(spaces.binary_search(space).ok()? as u32));
        let space_of = space_of.collect::<Option<_>>().ok_or_else(|| strange("a space"))?;
        let filtered = Filtered::default();
        Ok(Self { spaces, space_of, page_of, pages, filtered, lengths, texts, tokens, languages, place })
    }

    /// Returns true for the segment in files with this identifier.
    pub(super) fn is(&self, wanted: SegmentId) -> bool {
        matches!(&self.place, Content::Files { id, .. } if *id == wanted)
    }

    /// Returns the number of entries, deleted ones included.
    pub(crate) fn entries(&self) -> u32 {
        self.page_of.len() as u32
    }

    /// Returns the entries in memory; none of a segment in files.
    pub(super) fn recent(&self) -> &[Arc<Entry>] {
        match &self.place {
            Content::Files { .. } => &[],
            Content::Memory(recent) => &recent.entries,
        }
    }

    /// Returns the stored texts of an entry.
    pub(super) fn texts(&self, fields: &Fields, doc: DocId) -> tantivy::Result<Texts> {
        let mut texts = Texts::default();
        match &self.place {
            Content::Files { texts: stored, .. } => {
                let Stored(stored) = stored.get(doc)?;
                for (field, text) in stored {
                    if let Some(at) = fields.stored.iter().position(|it| *it == field) {
                        texts.texts[at] = text;
                    } else if field == fields.language {
                        texts.language = Language::parse(&text);
                    }
                }
            }
            Content::Memory(recent) => {
                let entry = recent.entries.get(doc as usize).ok_or_else(|| strange("an entry"))?;
                texts = Texts { texts: entry.texts.clone(), language: Some(entry.language) };
            }
        }
        Ok(texts)
    }

    /// Returns the place of the postings of a term.
    pub(super) fn place(&self, field: Searched, term: &Term) -> tantivy::Result<Option<Place>> {
        Ok(match &self.place {
            Content::Files { indexes, .. } => indexes[field as usize].get_term_info(term)?.map(Place::File),
            Content::Memory(recent) => {
                let terms = recent.terms(field);
                let number = terms.find(term.serialized_value_bytes());
                number.map(|number| Place::Memory(number, terms.count(number)))
            }
        })
    }

    /// Returns the entries with a term of a field, which is at a place in this segment.
    pub(crate) fn postings(&self, field: Searched, place: &Place, with: With) -> tantivy::Result<Postings<'_>> {
        Ok(match (&self.place, place) {
            (Content::Files { indexes, .. }, Place::File(info)) => {
                let index = &indexes[field as usize];
                match with {
                    With::Frequencies => Postings::of_blocks(
                        index.read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?,
                    ),
                    With::Positions => Postings::File(Box::new(
                        index.read_postings_from_terminfo(info, IndexRecordOption::WithFreqsAndPositions)?,
                    )),
                }
            }
            (Content::Memory(recent), Place::Memory(term, _)) => Postings::Memory(recent.terms(field).postings(*term)),
            _ => return Err(strange("the place of a term")),
        })
    }

    /// Calls a function with the terms of a field that begin with a prefix and are longer, and with the number of entries
    /// of each: the first `most` of them.
    pub(super) fn each_prefixed(
        &self,
        field: Searched,
        (prefix, end): (&str, &[u8]),
        most: usize,
        each: &mut dyn FnMut(&[u8], u32),
    ) -> tantivy::Result<()> {
        match &self.place {
            Content::Files { indexes, .. } => {
                let mut terms = indexes[field as usize].terms().range().gt(prefix).lt(end).into_stream()?;
                for _ in 0..most {
                    let Some((term, info)) = terms.next() else { break };
                    each(term, info.doc_freq);
                }
            }
            Content::Memory(recent) => {
                let terms = recent.terms(field);
                terms.prefixed(prefix).take(most).for_each(|(term, number)| each(term.as_bytes(), terms.count(number)));
            }
        }
        Ok(())
    }

    /// Calls a function with the terms of a field within one edit of a word, which the automaton accepts, and with the
    /// number of entries of each: the first `most` of them.
    pub(super) fn each_similar(
        &self,
        field: Searched,
        (word, length, automaton): (&str, Length, &DfaWrapper),
        most: usize,
        each: &mut dyn FnMut(&[u8], u32),
    ) -> tantivy::Result<()> {
        match &self.place {
            Content::Files { indexes, .. } => {
                let mut terms = indexes[field as usize].terms().search(automaton).into_stream()?;
                for _ in 0..most {
                    let Some((term, info)) = terms.next() else { break };
                    each(term, info.doc_freq);
                }
            }
            Content::Memory(recent) => {
                let terms = recent.terms(field);
                let similar = terms.all().filter(|(term, _)| is_within_one_edit(word, term, length));
                similar.take(most).for_each(|(term, number)| each(term.as_bytes(), terms.count(number)));
            }
        }
        Ok(())
    }

    /// Returns the entries of a page in files, with their keys, that the last commit did not delete.
    pub(super) fn entries_of(
        &self,
        reader: &SegmentReader,
        space: SpaceId,
        page: PageId,
    ) -> tantivy::Result<Vec<(EntryKey, DocId)>> {
        let mut found = Vec::new();
        let Content::Files { keys: terms, .. } = &self.place else { return Ok(found) };
        if self.pages.binary_search(&(space, page)).is_err() {
            return Ok(found);
        }
        let (from, mut to) = (entries::key(space, page), [0xff; size_of::<EntryKey>()]);
        to[..from.len()].copy_from_slice(&from);
        let mut keys = terms.terms().range().ge(from).le(to).into_stream()?;
        while let Some((key, info)) = keys.next() {
            let postings = terms.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
            if let Some(doc) = alive(reader, postings) {
                found.push((key.try_into().map_err(|_| strange("the key of an entry"))?, doc));
            }
        }
        Ok(found)
    }
}

/// The stored texts of an entry with their fields.
struct Stored(Vec<(Field, String)>);

/// A stored text.
struct Text(String);

impl DocumentDeserialize for Stored {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut entry: D) -> Result<Self, DeserializeError> {
        let mut texts = Vec::with_capacity(entry.size_hint().min(8));
        while let Some((field, Text(text))) = entry.next_field()? {
            texts.push((field, text));
        }
        Ok(Self(texts))
    }
}

impl ValueDeserialize for Text {
    fn deserialize<'de, D: ValueDeserializer<'de>>(value: D) -> Result<Self, DeserializeError> {
        value.deserialize_string().map(Self)
    }
}

/// Returns the first entry with a term that is not deleted.
pub(super) fn alive(reader: &SegmentReader, mut postings: SegmentPostings) -> Option<DocId> {
    let mut doc = postings.doc();
    while doc != TERMINATED && reader.is_deleted(doc) {
        doc = postings.advance();
    }
    (doc != TERMINATED).then_some(doc)
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

/// Returns the languages of the entries of a segment.
fn languages(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Vec<Language>> {
    let languages = reader.inverted_index(fields.language)?;
    let mut terms = languages.terms().stream()?;
    let mut found = Vec::new();
    while let Some((tag, _)) = terms.next() {
        found.extend(Language::parse(&String::from_utf8_lossy(tag)));
    }
    Ok(found)
}

pub(super) fn strange(what: &str) -> TantivyError {
    TantivyError::InternalError(format!("{what} makes no sense"))
}
