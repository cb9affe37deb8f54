//! All records of a content map at once: the base of an import, and the input of an export.
//!
//! Only records are read; the bytes of pages and files are not.

use std::collections::{BTreeMap, HashSet};

use crate::hash::Hash;
use crate::id::{FileId, ReusableId};
use crate::map::Map;
use crate::objects::{ObjectError, Objects};
use crate::outline::Outline;
use crate::record::{
    AsideRecord, EntryKey, FileRecord, MetaRecord, PageKind, RecordError, ReusableRecord, VariableRecord,
};

/// All records of a content map.
#[derive(Debug)]
pub struct ContentSnapshot {
    /// The page tree with its records.
    pub outline: Outline,
    /// The files, in order of identifier.
    pub files: Vec<(FileId, FileRecord)>,
    /// The reusable contents, in order of identifier.
    pub reusable: Vec<(ReusableId, ReusableRecord)>,
    /// The variables of the space, by name.
    pub variables: BTreeMap<String, VariableRecord>,
    /// The metadata files of the space, by path.
    pub meta: BTreeMap<String, MetaRecord>,
    /// The files outside of the content, by path.
    pub asides: BTreeMap<String, AsideRecord>,
}

impl ContentSnapshot {
    /// Reads all records of a content map.
    pub fn load(map: &Map, objects: &dyn Objects) -> Result<Self, ObjectError> {
        let file = |key, value: &[u8]| match key {
            EntryKey::File(id) => Some(FileRecord::decode(value).map(|record| (id, record))),
            _ => None,
        };
        let reusable = |key, value: &[u8]| match key {
            EntryKey::Reusable(id) => Some(ReusableRecord::decode(value).map(|record| (id, record))),
            _ => None,
        };
        let variable = |key, value: &[u8]| match key {
            EntryKey::Variable(name) => Some(VariableRecord::decode(value).map(|record| (name, record))),
            _ => None,
        };
        let meta = |key, value: &[u8]| match key {
            EntryKey::Meta(path) => Some(MetaRecord::decode(value).map(|record| (path, record))),
            _ => None,
        };
        let aside = |key, value: &[u8]| match key {
            EntryKey::Aside(path) => Some(AsideRecord::decode(value).map(|record| (path, record))),
            _ => None,
        };
        Ok(Self {
            outline: Outline::load(map, objects)?,
            files: scan(map, objects, EntryKey::FILES, file)?,
            reusable: scan(map, objects, EntryKey::REUSABLES, reusable)?,
            variables: scan(map, objects, EntryKey::VARIABLES, variable)?,
            meta: scan(map, objects, EntryKey::METAS, meta)?,
            asides: scan(map, objects, EntryKey::ASIDES, aside)?,
        })
    }

    /// Returns the objects that records refer to.
    pub(crate) fn sources(&self) -> HashSet<Hash> {
        let pages = self.outline.walk().filter_map(|id| match self.outline.page(id)?.kind {
            PageKind::Document { source, .. } => Some(source),
            _ => None,
        });
        let reusable = self.reusable.iter().map(|(_, record)| record.source);
        pages.chain(reusable).chain(self.meta.values().map(|record| record.source)).collect()
    }
}

fn scan<T, C: FromIterator<T>>(
    map: &Map,
    objects: &dyn Objects,
    prefix: &[u8],
    read: impl Fn(EntryKey, &[u8]) -> Option<Result<T, RecordError>>,
) -> Result<C, ObjectError> {
    let entries = map.scan(objects, prefix).filter_map(|entry| {
        let (key, value) = match entry {
            Ok(entry) => entry,
            Err(error) => return Some(Err(error)),
        };
        let damaged = |error| ObjectError::Damaged {
            hash: map.root(),
            reason: format!("as a map, the entry {:?} is {error}", String::from_utf8_lossy(&key)),
        };
        let record = read(EntryKey::parse(&key)?, &value)?;
        Some(record.map_err(damaged))
    });
    entries.collect()
}
