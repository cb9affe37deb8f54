//! Taking content in: what an importer found becomes the content of a space, with as few changes as can be.
//!
//! What is recognised keeps its identifier, its place among its siblings and the time of its creation, so importing
//! the same thing twice changes nothing. (Only in an addition, two entries of one file with different titles can be
//! mistaken for each other.) What people made here is never deleted by an import. Reading formats is not
//! done here: an importer makes [`Incoming`].

mod files;
mod flat;
mod page_record;
mod pages;
mod pairing;
pub(crate) mod place;
mod plan;

use std::collections::{BTreeMap, HashSet};

use crate::hash::Hash;
use crate::id::Uid;
use crate::incoming::Incoming;
use crate::map::{Key, Map, Value};
use crate::objects::{Draft, ObjectError};
use crate::record::EntryKey;
use crate::whole::Whole;

/// How to import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// What happens to what an import brought and this one does not.
    pub absent: Absent,
    /// Milliseconds since 1970.
    pub now: i64,
}

/// What happens to what an earlier import brought and this one does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// It is deleted: the import is the whole content.
    Delete,
    /// It stays: the import is an addition. What is there already is changed where it is; what is new comes after
    /// everything else below its parent.
    Keep,
}

/// What came of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The content now.
    pub map: Map,
    /// Pages, groups and links.
    pub pages: Counts,
    /// Files.
    pub files: Counts,
    /// Reusable contents.
    pub reusable: Counts,
    /// What was not understood; it was kept as it was, or left out as the message says.
    pub notes: Vec<Note>,
}

/// What happened to how many. Each thing is counted once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Not there before.
    pub created: u64,
    /// Changed in itself.
    pub updated: u64,
    /// The same at another place: in the tree, or of its file.
    pub moved: u64,
    /// Not there any more.
    pub deleted: u64,
    /// Imported and the same.
    pub unchanged: u64,
}

/// Something that was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The file.
    pub path: String,
    /// What, where in it, and what came of it.
    pub message: String,
}

/// Takes content in. The draft gets new objects only; identifiers are taken from `ids` for what is new.
pub fn import(
    base: Map,
    draft: &mut Draft<'_>,
    incoming: &Incoming,
    options: Options,
    ids: &mut dyn FnMut() -> Uid,
) -> Result<Imported, ObjectError> {
    let found = Whole::load(&base, draft)?;
    let mut change = Change { options, draft, ids, stored: found.sources(), edits: BTreeMap::new(), notes: Vec::new() };
    let pages = pages::import(&mut change, &found.outline, &incoming.outline);
    let files = files::import(&mut change, &found, &incoming.files);
    let reusable = files::import_reusable(&mut change, &found, &incoming.reusable);
    files::import_variables(&mut change, &found, &incoming.variables);
    files::import_meta(&mut change, &found, &incoming.meta);
    files::import_asides(&mut change, &found, &incoming.asides);
    let Change { draft, edits, notes, .. } = change;
    Ok(Imported { map: base.apply(draft, edits)?, pages, files, reusable, notes })
}

/// What an import changes.
struct Change<'c, 'o> {
    options: Options,
    draft: &'c mut Draft<'o>,
    ids: &'c mut dyn FnMut() -> Uid,
    /// Objects that need not be put again.
    stored: HashSet<Hash>,
    edits: BTreeMap<Key, Option<Value>>,
    notes: Vec<Note>,
}

impl Change<'_, '_> {
    /// Keeps the bytes of a file.
    fn keep(&mut self, hash: Hash, bytes: &[u8]) {
        if self.stored.insert(hash) {
            self.draft.put(bytes);
        }
    }

    fn set(&mut self, key: &EntryKey, record: Value) {
        self.edits.insert(key.to_bytes(), Some(record));
    }

    fn delete(&mut self, key: &EntryKey) {
        self.edits.insert(key.to_bytes(), None);
    }

    fn note(&mut self, path: &str, message: String) {
        self.notes.push(Note { path: path.to_owned(), message });
    }

    /// Notes what can't be shown of a file as it is.
    fn note_text(&mut self, path: &str, source: &[u8], problem: Option<&str>) {
        if let Some(problem) = problem {
            self.note(path, format!("front matter, {problem}"));
        }
        if let Err(error) = str::from_utf8(source) {
            let at = error.valid_up_to();
            self.note(path, format!("not UTF-8 at byte {at}: shown with replacement characters"));
        }
    }
}
