//! Entries of the content map as what is translated of them, and back.
//!
//! A translated entry keeps everything of its source but its texts: its place, slug, icon, condition and files. An entry
//! whose front matter says `translate: false` has no texts, and stays as it is.

use std::sync::Arc;

use quire_content::front_matter::is_kept_in_its_language;
use quire_content::map::{Key, Map};
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::page_file;
use quire_content::record::{EntryKey, GitBlob, PageKind, PageRecord, ReusableRecord};

use crate::page::{self, Entry};
use crate::segments::Content;

/// The record of an entry that is translated.
enum Record {
    Page(Box<PageRecord>),
    Reusable(ReusableRecord),
}

/// An entry with its record and its file.
pub struct Translatable {
    record: Record,
    file: Option<Arc<[u8]>>,
    /// The texts that are translated.
    pub entry: Entry,
}

/// Returns true for the key of a page or of a reusable content.
pub fn is_translated(key: &[u8]) -> bool {
    key.starts_with(EntryKey::PAGES) || key.starts_with(EntryKey::REUSABLES)
}

/// Returns an entry of a map, if it is there and is translated.
pub fn find(map: &Map, key: &Key, objects: &dyn Objects) -> Result<Option<Translatable>, ObjectError> {
    match map.get(objects, key)? {
        Some(value) => read(map, key, &value, objects),
        None => Ok(None),
    }
}

/// Returns the segments of an entry of a map; none if it is not there.
pub fn texts(map: &Map, key: &Key, objects: &dyn Objects) -> Result<Vec<Content>, ObjectError> {
    Ok(find(map, key, objects)?.map_or_else(Vec::new, |it| page::read(&it.entry)))
}

fn read(map: &Map, key: &Key, value: &[u8], objects: &dyn Objects) -> Result<Option<Translatable>, ObjectError> {
    let Some(kind) = EntryKey::parse(key) else { return Ok(None) };
    let damaged = |error: quire_content::record::RecordError| error.in_map(map.root(), &kind);
    let text = |source, body_at: u32| -> Result<(Arc<[u8]>, Option<String>), ObjectError> {
        let file = objects.get(&source)?;
        let body = file.get(body_at as usize..).and_then(|body| str::from_utf8(body).ok()).map(str::to_owned);
        Ok((file, body))
    };
    match &kind {
        EntryKey::Page(_) => {
            let record = PageRecord::decode(value).map_err(damaged)?;
            let (file, body) = match record.kind {
                PageKind::Document { source, body_at, .. } => {
                    let (file, body) = text(source, body_at)?;
                    (Some(file), body)
                }
                PageKind::Group | PageKind::Link { .. } | PageKind::Computed { .. } => (None, None),
            };
            let entry = match file.as_deref().is_some_and(is_kept_in_its_language) {
                true => Entry::default(),
                false => Entry {
                    title: Some(record.title.clone()),
                    nav_title: record.nav_title.clone(),
                    description: record.description.clone(),
                    body,
                },
            };
            Ok(Some(Translatable { record: Record::Page(Box::new(record)), file, entry }))
        }
        EntryKey::Reusable(_) => {
            let record = ReusableRecord::decode(value).map_err(damaged)?;
            let (file, body) = text(record.source, record.body_at)?;
            let entry = match is_kept_in_its_language(&file) {
                true => Entry::default(),
                false => Entry { title: Some(record.title.clone()), body, ..Entry::default() },
            };
            Ok(Some(Translatable { record: Record::Reusable(record), file: Some(file), entry }))
        }
        _ => Ok(None),
    }
}

impl Translatable {
    /// Returns the title of the page or the reusable content.
    pub fn title(&self) -> String {
        match &self.record {
            Record::Page(record) => record.title.clone(),
            Record::Reusable(record) => record.title.clone(),
        }
    }

    /// Returns the value of the entry with other texts.
    pub fn with(&self, entry: &Entry, draft: &mut Draft<'_>) -> Vec<u8> {
        match &self.record {
            Record::Page(record) if self.entry == *entry => record.encode(),
            Record::Reusable(record) if self.entry == *entry => record.encode(),
            Record::Page(record) => self.page(record, entry, draft).encode(),
            Record::Reusable(record) => {
                let mut record = record.clone();
                record.title = entry.title.clone().unwrap_or_default();
                if let Some(file) = self.file_with(record.body_at, entry) {
                    record.git = record.git.map(|git| GitBlob::of(&git.path, &file));
                    record.source = draft.put(file);
                }
                record.encode()
            }
        }
    }

    fn page(&self, source: &PageRecord, entry: &Entry, draft: &mut Draft<'_>) -> PageRecord {
        let mut record = source.clone();
        record.title = entry.title.clone().unwrap_or_default();
        record.description.clone_from(&entry.description);
        if let PageKind::Document { body_at, .. } = source.kind
            && let Some(mut file) = self.file_with(body_at, entry)
        {
            // The text may begin with the title of another version.
            file = page_file::retitle(&file, &record.title).unwrap_or(file);
            if record.description != source.description {
                file = page_file::say(&file, &record).unwrap_or(file);
            }
            page_file::derive(&mut record, &file);
            draft.put(file);
        }
        record.nav_title.clone_from(&entry.nav_title);
        record
    }

    /// Returns the file with another text after its front matter.
    fn file_with(&self, body_at: u32, entry: &Entry) -> Option<Vec<u8>> {
        let head = self.file.as_ref()?.get(..body_at as usize)?;
        Some([head, entry.body.as_ref()?.as_bytes()].concat())
    }
}
