//! Changing content: pages, files, variables and reusable contents.
//!
//! A call does all of its operations or none, one after the other, and changes nothing but what they name. A page's
//! file keeps every byte that an operation does not concern. Cost follows the operations: a page whose place and slug
//! stay is changed without the page tree, for others the outline is asked for once. What references in documents mean,
//! who may do what, and what clients send is not known here.

pub mod bounds;
mod error;
mod family;
mod operation;
mod others;
mod page_text;
mod pages;
mod revert;
mod tree;

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

/// What operations take from outside.
pub struct Surroundings<'a> {
    /// Milliseconds since 1970.
    pub now: i64,
    /// Fresh identifiers.
    pub ids: &'a mut dyn FnMut() -> Uid,
    /// The outline of the content that is edited, if it is needed: at most once.
    pub outline: &'a mut LoadOutline<'a>,
}

/// What came of the operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The content now.
    pub map: Map,
    /// The pages that operations named or made or deleted, each once, in the order in which they were first touched.
    pub pages: Vec<TouchedPage>,
    /// The new files, in the order of the operations.
    pub files: Vec<FileId>,
    /// The new reusable contents, in the order of the operations.
    pub reusable: Vec<ReusableId>,
}

/// A page that operations touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedPage {
    /// The page.
    pub id: PageId,
    /// The name that its insertion gave it.
    pub name: Option<String>,
    /// What became of it in the end.
    pub fate: Fate,
}

/// What became of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was not there before.
    Created,
    /// It was there before, and is.
    Updated,
    /// It was there before.
    Deleted,
}

/// Does operations one after the other, all or nothing. The draft gets new objects only.
pub fn apply(
    base: Map,
    draft: &mut Draft<'_>,
    operations: &[Operation<'_>],
    surroundings: Surroundings<'_>,
) -> Result<Edited, EditError> {
    let Surroundings { now, ids, outline } = surroundings;
    let mut editing = Editing {
        base,
        draft,
        now,
        ids,
        tree: Tree::new(base, outline),
        names: HashMap::new(),
        edits: BTreeMap::new(),
        outcome: Outcome::default(),
    };
    for (index, operation) in operations.iter().enumerate() {
        editing.operate(operation).map_err(|fault| fault.of(index))?;
    }
    editing.finish()
}

/// Content that is being edited.
struct Editing<'c, 'o> {
    base: Map,
    draft: &'c mut Draft<'o>,
    now: i64,
    ids: &'c mut dyn FnMut() -> Uid,
    tree: Tree<'c>,
    /// Pages by the names that their insertions gave them.
    names: HashMap<String, PageId>,
    /// What is no page.
    edits: BTreeMap<Key, Option<Value>>,
    outcome: Outcome,
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
        let Outcome { pages, files, reusable, .. } = outcome;
        let pages = pages.into_iter().flatten().collect();
        Ok(Edited { map, pages, files, reusable })
    }
}

/// What came of the operations so far.
#[derive(Default)]
struct Outcome {
    /// None where a page was made and deleted again.
    pages: Vec<Option<TouchedPage>>,
    places: HashMap<PageId, usize>,
    files: Vec<FileId>,
    reusable: Vec<ReusableId>,
}

impl Outcome {
    fn created(&mut self, id: PageId, name: Option<&str>) {
        let name = name.map(str::to_owned);
        match self.touched(id) {
            // It was there before, and deleted meanwhile.
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
