//! Import: what an importer found becomes the content of a space, with as few changes as possible.
//!
//! Items that are recognised keep their identifier, their place among their siblings and the time of their creation, so
//! importing the same content twice changes nothing. (Only in an addition, two entries of one file with different
//! titles can be mistaken for each other.) Content that was created by users is never deleted by an import. What users
//! changed of imported content is merged by [`import_again`]. Formats are parsed elsewhere: an importer produces
//! [`Incoming`].

mod again;
mod files;
mod flat;
mod page_record;
mod pages;
mod pairing;
pub(crate) mod place;
mod plan;
mod recognition;
mod standing;

use std::collections::{BTreeMap, HashSet};

use crate::hash::Hash;
use crate::id::{PageId, Uid};
use crate::incoming::Incoming;
use crate::map::{Key, Map, Value};
use crate::objects::{Draft, ObjectError};
use crate::origin::Origin;
use crate::record::EntryKey;
use crate::snapshot::ContentSnapshot;
use crate::warnings::Code;

pub use again::{Differing, import_again};

/// The options of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The treatment of items of earlier imports that this one does not contain.
    pub absent: Absent,
    /// The current time in milliseconds since 1970.
    pub now: i64,
}

/// The treatment of items of earlier imports that are absent from this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// They are deleted: the import is the whole content.
    Delete,
    /// They stay: the import is an addition. Existing items are changed in place; new ones come after
    /// all others below their parent.
    Keep,
}

/// The outcome of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The content after the import.
    pub map: Map,
    /// The state of the import: the content as it alone would have left it, without what people changed since the last
    /// one. It is the base of the next [`import_again`].
    pub source: Map,
    /// The numbers of pages, groups and links.
    pub pages: Counts,
    /// The numbers of files.
    pub files: Counts,
    /// The numbers of reusable contents.
    pub reusable: Counts,
    /// Problems in the input; the affected part was kept verbatim, or left out as the message says.
    pub notes: Vec<Note>,
    /// The names that the pages of the state have in the source.
    origins: Origins,
}

/// The names of pages in the source that they came from.
type Origins = BTreeMap<PageId, Origin>;

impl Imported {
    /// Notes that an entry that the source deleted is kept.
    fn keeps(&mut self, entry: &[u8]) {
        let counts = match EntryKey::parse(entry) {
            Some(EntryKey::Page(_)) => &mut self.pages,
            Some(EntryKey::File(_)) => &mut self.files,
            Some(EntryKey::Reusable(_)) => &mut self.reusable,
            _ => return,
        };
        counts.deleted = counts.deleted.saturating_sub(1);
    }
}

/// Numbers of items by the effect of the import. Each item is counted once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Items that did not exist before.
    pub created: u64,
    /// Items whose content changed.
    pub updated: u64,
    /// Items that only changed their place: in the tree, or the path of their file.
    pub moved: u64,
    /// Items that were deleted.
    pub deleted: u64,
    /// Items that were imported without a change.
    pub unchanged: u64,
}

/// A problem in the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The path of the file.
    pub path: String,
    /// The class of the problem.
    pub code: Code,
    /// The problem, its position, and how it was handled.
    pub message: String,
}

/// Imports content. The draft only receives new objects; identifiers of new items are taken from `ids`.
pub fn import(
    base: Map,
    draft: &mut Draft<'_>,
    incoming: &Incoming,
    options: Options,
    ids: &mut dyn FnMut() -> Uid,
) -> Result<Imported, ObjectError> {
    import_named(base, &Origins::new(), draft, incoming, options, ids)
}

/// Imports content into that of an earlier import, whose pages have these names in the source.
fn import_named(
    base: Map,
    named: &Origins,
    draft: &mut Draft<'_>,
    incoming: &Incoming,
    options: Options,
    ids: &mut dyn FnMut() -> Uid,
) -> Result<Imported, ObjectError> {
    let found = ContentSnapshot::load(&base, draft)?;
    let mut change = Change { options, draft, ids, stored: found.sources(), edits: BTreeMap::new(), notes: Vec::new() };
    let (pages, origins) = pages::import(&mut change, &found.outline, incoming, named)?;
    let files = files::import(&mut change, &found, &incoming.files);
    let reusable = files::import_reusable(&mut change, &found, &incoming.reusable);
    files::import_variables(&mut change, &found, &incoming.variables);
    files::import_meta(&mut change, &found, incoming);
    files::import_asides(&mut change, &found, &incoming.asides);
    let Change { draft, edits, notes, .. } = change;
    let map = base.apply(draft, edits)?;
    Ok(Imported { map, source: map, pages, files, reusable, notes, origins })
}

/// An import in progress.
struct Change<'c, 'o> {
    options: Options,
    draft: &'c mut Draft<'o>,
    ids: &'c mut dyn FnMut() -> Uid,
    /// The objects that are already stored.
    stored: HashSet<Hash>,
    edits: BTreeMap<Key, Option<Value>>,
    notes: Vec<Note>,
}

impl Change<'_, '_> {
    /// Stores the bytes of a file, unless they are stored already.
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

    fn note(&mut self, path: &str, code: Code, message: String) {
        self.notes.push(Note { path: path.to_owned(), code, message });
    }

    /// Notes the problems that prevent a file from being shown as it is.
    fn note_text(&mut self, path: &str, source: &[u8], problem: Option<&str>) {
        if let Some(problem) = problem {
            self.note(path, Code::FrontMatter, format!("front matter, {problem}"));
        }
        if let Err(error) = str::from_utf8(source) {
            let at = error.valid_up_to();
            self.note(path, Code::Other, format!("not UTF-8 at byte {at}: shown with replacement characters"));
        }
    }
}
