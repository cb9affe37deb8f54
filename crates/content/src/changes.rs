//! What differs between two contents, in the words of those who edit: made, changed, moved, deleted.
//!
//! Cost follows the difference: of what both share nothing is read. A page that changed and moved is in two changes. What
//! nobody sees (times, files' paths, the files that describe the space) is no change.

mod page;

use std::collections::BTreeMap;

use crate::hash::Hash;
use crate::id::{FileId, PageId, ReusableId};
use crate::incoming::Variable;
use crate::map::{self, Map, Value};
use crate::objects::{ObjectError, Objects};
use crate::record::{EntryKey, FileRecord, PageRecord, RecordError, ReusableRecord, VariableRecord};

pub use page::{PageAttribute, Place};

/// One change.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A page was made.
    PageCreated {
        /// The page.
        id: PageId,
        /// As it is.
        page: Box<PageRecord>,
    },
    /// A page says something else.
    PageEdited {
        /// The page.
        id: PageId,
        /// As it was.
        before: Box<PageRecord>,
        /// As it is.
        after: Box<PageRecord>,
        /// What differs: at least one.
        attributes: Vec<PageAttribute>,
    },
    /// A page stands elsewhere in the tree.
    PageMoved {
        /// The page.
        id: PageId,
        /// As it is.
        page: Box<PageRecord>,
        /// Where it was.
        from: Place,
        /// Where it is.
        to: Place,
    },
    /// A page was deleted.
    PageDeleted {
        /// The page.
        id: PageId,
        /// As it was.
        page: Box<PageRecord>,
    },
    /// A file was made.
    FileCreated {
        /// The file.
        id: FileId,
        /// As it is.
        file: FileRecord,
    },
    /// A file has another name, other bytes, or both.
    FileEdited {
        /// The file.
        id: FileId,
        /// As it was.
        before: FileRecord,
        /// As it is.
        after: FileRecord,
    },
    /// A file was deleted.
    FileDeleted {
        /// The file.
        id: FileId,
        /// As it was.
        file: FileRecord,
    },
    /// A reusable content was made.
    ReusableCreated {
        /// The reusable content.
        id: ReusableId,
        /// As it is.
        content: ReusableRecord,
    },
    /// A reusable content has another title, another text, or both.
    ReusableEdited {
        /// The reusable content.
        id: ReusableId,
        /// As it was.
        before: ReusableRecord,
        /// As it is.
        after: ReusableRecord,
        /// Whether the text is another.
        text_changed: bool,
    },
    /// A reusable content was deleted.
    ReusableDeleted {
        /// The reusable content.
        id: ReusableId,
        /// As it was.
        content: ReusableRecord,
    },
    /// Variables were made, changed or deleted: their values before and after, by name. At least one.
    VariablesEdited(BTreeMap<String, (Option<Variable>, Option<Variable>)>),
}

/// What has to be done to `before` to get `after`: in order of identifier files, pages, reusable contents; then
/// variables.
pub fn changes(before: &Map, after: &Map, objects: &dyn Objects) -> Result<Vec<Change>, ObjectError> {
    let mut found = Vec::new();
    let mut variables = BTreeMap::new();
    for change in before.diff(after, objects) {
        let change = change?;
        let Some(key) = EntryKey::parse(&change.key) else { continue };
        let read = Read { before, after, key: &key, change: &change };
        match &key {
            EntryKey::Page(id) => found.extend(page::changes(*id, read.both(PageRecord::decode)?, objects)?),
            EntryKey::File(id) => found.extend(file(*id, read.both(FileRecord::decode)?)),
            EntryKey::Reusable(id) => found.extend(reusable(*id, read.both(ReusableRecord::decode)?, objects)?),
            EntryKey::Variable(name) => {
                let (before, after) = read.both(VariableRecord::decode)?;
                let values = (before.map(|record| record.0), after.map(|record| record.0));
                if values.0 != values.1 {
                    variables.insert(name.clone(), values);
                }
            }
            _ => {}
        }
    }
    if !variables.is_empty() {
        found.push(Change::VariablesEdited(variables));
    }
    Ok(found)
}

/// An entry before and after.
type Both<T> = (Option<T>, Option<T>);

/// Reads both sides of an entry.
struct Read<'a> {
    before: &'a Map,
    after: &'a Map,
    key: &'a EntryKey,
    change: &'a map::Change,
}

impl Read<'_> {
    fn both<T>(&self, decode: impl Fn(&[u8]) -> Result<T, RecordError>) -> Result<Both<T>, ObjectError> {
        let side = |map: &Map, value: &Option<Value>| {
            let record = value.as_deref().map(&decode).transpose();
            record.map_err(|error| error.in_map(map.root(), self.key))
        };
        Ok((side(self.before, &self.change.before)?, side(self.after, &self.change.after)?))
    }
}

fn file(id: FileId, both: Both<FileRecord>) -> Option<Change> {
    match both {
        (None, Some(file)) => Some(Change::FileCreated { id, file }),
        (Some(file), None) => Some(Change::FileDeleted { id, file }),
        (Some(before), Some(after)) => {
            let seen = |file: &FileRecord| FileRecord { git: None, created_at: 0, updated_at: 0, ..file.clone() };
            (seen(&before) != seen(&after)).then_some(Change::FileEdited { id, before, after })
        }
        (None, None) => None,
    }
}

fn reusable(id: ReusableId, both: Both<ReusableRecord>, objects: &dyn Objects) -> Result<Option<Change>, ObjectError> {
    Ok(match both {
        (None, Some(content)) => Some(Change::ReusableCreated { id, content }),
        (Some(content), None) => Some(Change::ReusableDeleted { id, content }),
        (Some(before), Some(after)) => {
            let text = |content: &ReusableRecord| body(objects, content.source, content.body_at);
            let text_changed = before.source != after.source && text(&before)? != text(&after)?;
            let title_changed = before.title != after.title;
            (title_changed || text_changed).then_some(Change::ReusableEdited { id, before, after, text_changed })
        }
        (None, None) => None,
    })
}

/// The Markdown of a file.
fn body(objects: &dyn Objects, source: Hash, body_at: u32) -> Result<Vec<u8>, ObjectError> {
    let bytes = objects.get(&source)?;
    Ok(bytes.get(body_at as usize..).unwrap_or_default().to_vec())
}
