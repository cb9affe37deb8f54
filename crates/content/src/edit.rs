//! Edits of content: pages, files, variables and reusable contents.
//!
//! A call applies all of its operations in order or none, and changes nothing else. A page's
//! file keeps every byte that an operation does not affect. The cost is proportional to the operations: a page whose
//! place and slug stay is changed without the page tree, otherwise the outline is loaded once. References in documents,
//! permissions and the formats of clients are handled elsewhere.

pub mod bounds;
mod error;
mod family;
mod operation;
mod others;
mod page_text;
mod pages;
mod revert;
mod tree;
mod undecoded;

use std::collections::{BTreeMap, HashMap};

use crate::id::{FileId, PageId, ReusableId, Uid};
use crate::map::{Key, Map, Value};
use crate::objects::Draft;
use crate::record::EntryKey;
use tree::Tree;

pub use error::{EditError, Problem};
pub use operation::{
    Attributes, Body, FileBytes, InsertFile, InsertPage, InsertReusable, NewPage, Operation, Patch, RevertPage, Target,
    UpdateFile, UpdatePage, UpdateReusable,
};
pub use pages::UNTITLED;
pub use tree::LoadOutline;

use error::Fault;

/// The inputs of operations from outside the engine.
pub struct EditEnvironment<'a> {
    /// The current time in milliseconds since 1970.
    pub now: i64,
    /// The source of fresh identifiers.
    pub ids: &'a mut dyn FnMut() -> Uid,
    /// Loads the outline of the content that is edited; called at most once, if needed.
    pub outline: &'a mut LoadOutline<'a>,
}

/// The outcome of the operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The content after the operations.
    pub map: Map,
    /// The pages that operations named, created or deleted, each once, in the order in which they were first touched.
    pub pages: Vec<TouchedPage>,
    /// The new files, in the order of the operations.
    pub files: Vec<FileId>,
    /// The new reusable contents, in the order of the operations.
    pub reusable: Vec<ReusableId>,
}

/// A page that was affected by operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedPage {
    /// The identifier of the page.
    pub id: PageId,
    /// The name that its insertion gave it.
    pub name: Option<String>,
    /// The net effect on the page.
    pub fate: Fate,
}

/// The net effect of the operations on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The page did not exist before.
    Created,
    /// The page existed before and still exists.
    Updated,
    /// The page existed before and no longer exists.
    Deleted,
}

/// Applies operations in order, all or nothing. The draft only receives new objects.
pub fn apply(
    base: Map,
    draft: &mut Draft<'_>,
    operations: &[Operation<'_>],
    surroundings: EditEnvironment<'_>,
) -> Result<Edited, EditError> {
    let EditEnvironment { now, ids, outline } = surroundings;
    let mut editing = Editing {
        base,
        draft,
        now,
        ids,
        tree: Tree::new(base, outline),
        names: HashMap::new(),
        edits: BTreeMap::new(),
        outcome: EditOutcome::default(),
    };
    for (index, operation) in operations.iter().enumerate() {
        editing.operate(operation).map_err(|fault| fault.of(index))?;
    }
    editing.finish()
}

/// An edit in progress.
struct Editing<'c, 'o> {
    base: Map,
    draft: &'c mut Draft<'o>,
    now: i64,
    ids: &'c mut dyn FnMut() -> Uid,
    tree: Tree<'c>,
    /// The pages by the names that their insertions gave them.
    names: HashMap<String, PageId>,
    /// The edits of entries other than pages.
    edits: BTreeMap<Key, Option<Value>>,
    outcome: EditOutcome,
}

impl Editing<'_, '_> {
    fn operate(&mut self, operation: &Operation<'_>) -> Result<(), Fault> {
        match operation {
            Operation::InsertPage(page) => self.insert_page(page),
            Operation::UpdatePage(change) => self.update_page(change),
            Operation::DeletePage(page) => self.delete_page(page),
            Operation::RevertPage(revert) => self.revert_page(revert),
            Operation::InsertFile(file) => self.insert_file(file),
            Operation::UpdateFile(change) => self.update_file(change),
            Operation::DeleteFile(id) => {
                self.delete(&EntryKey::File(*id));
                Ok(())
            }
            Operation::SetVariable(name, value) => self.set_variable(name, value),
            Operation::DeleteVariable(name) => {
                self.delete(&EntryKey::Variable(name.clone()));
                Ok(())
            }
            Operation::InsertReusable(content) => self.insert_reusable(content),
            Operation::UpdateReusable(change) => self.update_reusable(change),
            Operation::DeleteReusable(id) => {
                self.delete(&EntryKey::Reusable(*id));
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<Edited, EditError> {
        let Self { base, draft, tree, mut edits, outcome, .. } = self;
        for (id, page) in tree.into_pages() {
            edits.insert(EntryKey::Page(id).to_bytes(), page.map(|page| page.encode()));
        }
        let map = base.apply(draft, edits)?;
        let EditOutcome { pages, files, reusable, .. } = outcome;
        let pages = pages.into_iter().flatten().collect();
        Ok(Edited { map, pages, files, reusable })
    }
}

/// The outcome so far.
#[derive(Default)]
struct EditOutcome {
    /// The affected pages in order; `None` for a page that was created and deleted again.
    pages: Vec<Option<TouchedPage>>,
    places: HashMap<PageId, usize>,
    files: Vec<FileId>,
    reusable: Vec<ReusableId>,
}

impl EditOutcome {
    fn created(&mut self, id: PageId, name: Option<&str>) {
        let name = name.map(str::to_owned);
        match self.touched(id) {
            // The page existed before, and was deleted by an earlier operation.
            Some(page) => *page = TouchedPage { id, name, fate: Fate::Updated },
            None => self.touch(TouchedPage { id, name, fate: Fate::Created }),
        }
    }

    fn updated(&mut self, id: PageId) {
        if self.touched(id).is_none() {
            self.touch(TouchedPage { id, name: None, fate: Fate::Updated });
        }
    }

    fn deleted(&mut self, id: PageId) {
        match self.touched(id) {
            Some(page) if page.fate == Fate::Created => {
                if let Some(at) = self.places.remove(&id) {
                    self.pages[at] = None;
                }
            }
            Some(page) => page.fate = Fate::Deleted,
            None => self.touch(TouchedPage { id, name: None, fate: Fate::Deleted }),
        }
    }

    fn touched(&mut self, id: PageId) -> Option<&mut TouchedPage> {
        self.places.get(&id).and_then(|at| self.pages[*at].as_mut())
    }

    fn touch(&mut self, page: TouchedPage) {
        self.places.insert(page.id, self.pages.len());
        self.pages.push(Some(page));
    }
}
