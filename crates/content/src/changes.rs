//! Differences between two contents as editors see them: creations, edits, moves, deletions.
//!
//! The cost is proportional to the difference: shared parts are not read. A page that was edited and moved has two
//! changes. Differences that are not visible (times, paths of files, metadata files of the space) are not changes.

mod page;

use std::collections::BTreeMap;

use crate::hash::Hash;
use crate::id::{FileId, PageId, ReusableId};
use crate::incoming::Variable;
use crate::map::{self, Map, Value};
use crate::objects::{ObjectError, Objects};
use crate::record::{EntryKey, FileRecord, PageRecord, RecordError, ReusableRecord, VariableRecord};

pub use page::{PageAttribute, TreePosition};

/// One change between two contents.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A page was created.
    PageCreated {
        /// The identifier of the page.
        id: PageId,
        /// Its record, as it was created.
        page: Box<PageRecord>,
    },
    /// Attributes or the text of a page changed.
    PageEdited {
        /// The identifier of the page.
        id: PageId,
        /// Its record before the change.
        before: Box<PageRecord>,
        /// Its record after the change.
        after: Box<PageRecord>,
        /// The attributes that differ: at least one.
        attributes: Vec<PageAttribute>,
    },
    /// A page was moved in the tree.
    PageMoved {
        /// The identifier of the page.
        id: PageId,
        /// Its record after the change.
        page: Box<PageRecord>,
        /// Its place before the move.
        from: TreePosition,
        /// Its place after the move.
        to: TreePosition,
    },
    /// A page was deleted.
    PageDeleted {
        /// The identifier of the page.
        id: PageId,
        /// Its record before the change.
        page: Box<PageRecord>,
    },
    /// A file was created.
    FileCreated {
        /// The identifier of the file.
        id: FileId,
        /// Its record, as it was created.
        file: FileRecord,
    },
    /// The name or the bytes of a file changed.
    FileEdited {
        /// The identifier of the file.
        id: FileId,
        /// Its record before the change.
        before: FileRecord,
        /// Its record after the change.
        after: FileRecord,
    },
    /// A file was deleted.
    FileDeleted {
        /// The identifier of the file.
        id: FileId,
        /// Its record before the change.
        file: FileRecord,
    },
    /// A reusable content was created.
    ReusableCreated {
        /// The identifier of the reusable content.
        id: ReusableId,
        /// Its record, as it was created.
        content: ReusableRecord,
    },
    /// The title or the text of a reusable content changed.
    ReusableEdited {
        /// The identifier of the reusable content.
        id: ReusableId,
        /// Its record before the change.
        before: ReusableRecord,
        /// Its record after the change.
        after: ReusableRecord,
        /// True if the text differs.
        text_changed: bool,
    },
    /// A reusable content was deleted.
    ReusableDeleted {
        /// The identifier of the reusable content.
        id: ReusableId,
        /// Its record before the change.
        content: ReusableRecord,
    },
    /// Variables were created, changed or deleted: their values before and after, by name. At least one.
    VariablesEdited(BTreeMap<String, (Option<Variable>, Option<Variable>)>),
}

/// Returns the changes from `before` to `after`, in order of identifier: files, pages, reusable contents; then
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

/// The record of an entry before and after.
type Both<T> = (Option<T>, Option<T>);

/// A reader of both versions of an entry.
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

/// Returns the Markdown of a file, without its front matter.
fn body(objects: &dyn Objects, source: Hash, body_at: u32) -> Result<Vec<u8>, ObjectError> {
    let bytes = objects.get(&source)?;
    Ok(bytes.get(body_at as usize..).unwrap_or_default().to_vec())
}
