//! The index as it was at a commit, with what every query asks of it.

use std::sync::Arc;

use quire_content::id::Uid;
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use tantivy::columnar::{BytesColumn, Column};
use tantivy::fieldnorm::FieldNormReader;
use tantivy::index::SegmentId;
use tantivy::{ReloadPolicy, Searcher, SegmentReader, TantivyError};

use crate::error::Error;
use crate::fields::{Fields, Searched};
use crate::words::Stems;

/// How many blocks of stored texts a searcher keeps unpacked, of 16 KiB each.
const CACHED_BLOCKS: usize = 32;

/// The index as it was at a commit.
pub(crate) struct Snapshot {
    pub(crate) searcher: Searcher,
    pub(crate) segments: Vec<Arc<Segment>>,
    /// The stems of every language that is in the index.
    pub(crate) stems: Vec<Stems>,
    /// How much occurrences count by the length of the text, by [`Searched`].
    pub(crate) shares: Vec<[f32; 256]>,
    pub(crate) position: Option<String>,
}

/// What does not change about a segment: everything but which of its entries are deleted.
pub(crate) struct Segment {
    id: SegmentId,
    /// The spaces by their number in the segment.
    pub(crate) spaces: Vec<SpaceId>,
    /// The number of each entry's space.
    pub(crate) space_of: Column<u64>,
    /// The number of each entry's page, and the bytes of the page by number.
    pub(crate) pages: BytesColumn,
    /// The lengths of each field, by [`Searched`], where they matter.
    pub(crate) lengths: Vec<Option<FieldNormReader>>,
    /// How many entries have a text in each field.
    texts: Vec<u32>,
}

impl Snapshot {
    /// The newest commit.
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
        let shares = Searched::ALL.map(|it| Ok(crate::query::shares(it, average(&searcher, fields, &segments, it)?)));
        let shares = shares.into_iter().collect::<tantivy::Result<_>>()?;
        let position = index.load_metas()?.payload;
        Ok(Self { searcher, segments, stems, shares, position })
    }
}

impl Segment {
    fn load(reader: &SegmentReader, fields: &Fields) -> tantivy::Result<Self> {
        let spaces_column = column(reader, "space")?;
        let pages = column(reader, "page")?;
        let mut spaces = Vec::new();
        let mut keys = spaces_column.dictionary().stream()?;
        while let Some((key, _)) = keys.next() {
            let space = Uid::from_slice(key).map_err(|_| strange("a space's identifier"))?;
            spaces.push(SpaceId(space));
        }
        let lengths = Searched::ALL.map(|it| match it.length_matters() > 0.0 {
            true => reader.get_fieldnorms_reader(fields.get(it)).map(Some),
            false => Ok(None),
        });
        let lengths = lengths.into_iter().collect::<tantivy::Result<Vec<_>>>()?;
        let entries = lengths.iter().flatten().map(FieldNormReader::num_docs).chain([pages.num_rows()]);
        if entries.chain([spaces_column.num_rows()]).any(|count| count != reader.max_doc()) {
            return Err(strange("a number of entries"));
        }
        let texts = lengths.iter().map(|lengths| {
            let has_text = |lengths: &FieldNormReader, doc| u32::from(lengths.fieldnorm_id(doc) > 0);
            lengths.as_ref().map_or(0, |lengths| (0..reader.max_doc()).map(|doc| has_text(lengths, doc)).sum())
        });
        let texts = texts.collect();
        Ok(Self { id: reader.segment_id(), spaces, space_of: spaces_column.ords().clone(), pages, lengths, texts })
    }
}

fn column(reader: &SegmentReader, name: &str) -> tantivy::Result<BytesColumn> {
    reader.fast_fields().bytes(name)?.ok_or_else(|| strange(name))
}

fn strange(what: &str) -> TantivyError {
    TantivyError::InternalError(format!("{what} makes no sense"))
}

/// The average length of a field, of those texts that are there: most sections have no code, and all but one no title.
fn average(searcher: &Searcher, fields: &Fields, segments: &[Arc<Segment>], field: Searched) -> tantivy::Result<f32> {
    let mut tokens = 0;
    for reader in searcher.segment_readers() {
        tokens += reader.inverted_index(fields.get(field))?.total_num_tokens();
    }
    let texts: u32 = segments.iter().map(|segment| segment.texts[field as usize]).sum();
    Ok(tokens as f32 / texts.max(1) as f32)
}

/// Of different languages with the same rules, one.
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
