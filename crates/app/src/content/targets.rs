//! Resolution of paths in texts while content is edited; paths are loaded only if a text contains one.
//!
//! A text is resolved relative to its own file, in the content before the edit. Entries that the same call inserts are
//! referred to by identifier, which resolves without the entry being there.

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use quire_content::document::Resolve;
use quire_content::id::{FileId, PageId, ReusableId};
use quire_content::map::Map;
use quire_content::objects::{ObjectError, Objects};
use quire_content::record::{EntryKey, FileRecord, GitBlob, PageRecord, ReusableRecord};

use crate::App;
use crate::content::paths::{AddressKind, Paths};

/// The content before an edit.
pub(crate) struct Before<'a> {
    pub(crate) app: &'a App,
    pub(crate) map: Map,
    pub(crate) objects: &'a dyn Objects,
    /// All paths, loaded on first use.
    pub(crate) paths: OnceCell<Arc<Paths>>,
    /// The first object that could not be read; the interface for resolving links can't return it.
    pub(crate) failure: RefCell<Option<ObjectError>>,
}

impl Before<'_> {
    /// Returns the view of the paths from the text of a page.
    pub(crate) fn seen_from_page(&self, id: PageId) -> LinkContext<'_> {
        let record = self.record(&EntryKey::Page(id), |bytes| PageRecord::decode(bytes).ok());
        LinkContext { before: self, git: record.and_then(|page| page.git) }
    }

    /// Returns the view of the paths from the text of a reusable content.
    pub(crate) fn seen_from_reusable(&self, id: ReusableId) -> LinkContext<'_> {
        let record = self.record(&EntryKey::Reusable(id), |bytes| ReusableRecord::decode(bytes).ok());
        LinkContext { before: self, git: record.and_then(|content| content.git) }
    }

    /// Returns the view of the paths from a new text, which has no file yet.
    pub(crate) fn seen_from_top(&self) -> LinkContext<'_> {
        LinkContext { before: self, git: None }
    }

    /// Returns true if the content has this file.
    pub(crate) fn has_file(&self, id: FileId) -> bool {
        self.file_name(id).is_some()
    }

    /// Returns the name of a file.
    pub(crate) fn file_name(&self, id: FileId) -> Option<String> {
        self.record(&EntryKey::File(id), |bytes| FileRecord::decode(bytes).ok()).map(|file| file.name)
    }

    fn record<T>(&self, key: &EntryKey, decode: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        let found = self.keep(self.map.get(self.objects, &key.to_bytes()))?;
        found.and_then(|bytes| decode(&bytes))
    }

    fn paths(&self) -> Option<&Arc<Paths>> {
        if self.paths.get().is_none() {
            let paths = self.keep(self.app.paths_of(&self.map, self.objects))?;
            let _ = self.paths.set(paths);
        }
        self.paths.get()
    }

    fn keep<T>(&self, outcome: Result<T, ObjectError>) -> Option<T> {
        outcome.map_err(|error| self.failure.borrow_mut().get_or_insert(error).to_string()).ok()
    }
}

/// The paths of content relative to the file of one text.
pub(crate) struct LinkContext<'a> {
    before: &'a Before<'a>,
    git: Option<GitBlob>,
}

impl LinkContext<'_> {
    /// Returns the relative path of a file, or its address by identifier if it has none.
    pub(crate) fn address_of(&self, file: FileId) -> String {
        self.file_path(&file.to_string()).unwrap_or_else(|| AddressKind::File.address(file))
    }

    fn ask<T>(&self, question: impl Fn(&dyn Resolve) -> Option<T>) -> Option<T> {
        let paths = self.before.paths()?;
        question(&paths.seen_from(self.git.as_ref()))
    }
}

impl Resolve for LinkContext<'_> {
    fn page(&self, path: &str) -> Option<String> {
        let id = AddressKind::Page.find::<PageId>(path).map(|id| id.to_string());
        id.or_else(|| self.ask(|paths| paths.page(path)))
    }

    fn file(&self, path: &str) -> Option<String> {
        let id = AddressKind::File.find::<FileId>(path).map(|id| id.to_string());
        id.or_else(|| self.ask(|paths| paths.file(path)))
    }

    fn reusable(&self, path: &str) -> Option<String> {
        let id = AddressKind::Reusable.find::<ReusableId>(path).map(|id| id.to_string());
        id.or_else(|| self.ask(|paths| paths.reusable(path)))
    }

    fn page_path(&self, page: &str, space: Option<&str>) -> Option<String> {
        self.ask(|paths| paths.page_path(page, space))
    }

    fn file_path(&self, file: &str) -> Option<String> {
        self.ask(|paths| paths.file_path(file))
    }

    fn reusable_path(&self, content: &str) -> Option<String> {
        self.ask(|paths| paths.reusable_path(content))
    }
}
