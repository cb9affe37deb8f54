//! Links of content: what texts refer to, and where it leads, against an evaluator that knows nothing but the records.

mod cost;
mod laws;
mod texts;

use quire_content::id::{FileId, PageId, ReusableId, Uid};
use quire_content::links::{Entity, Linked, build};
use quire_content::map::Map;
use quire_content::page_file;
use quire_content::record::{FileRecord, GitBlob, PageKind, PageRecord, ReusableRecord};

use crate::support::{Edits, Store, apply, commit, empty};

pub(crate) fn uid(n: u8) -> Uid {
    Uid([n; 16])
}

pub(crate) fn page(n: u8) -> Entity {
    Entity::Page(PageId(uid(n)))
}

pub(crate) fn file(n: u8) -> Entity {
    Entity::File(FileId(uid(n)))
}

pub(crate) fn reusable(n: u8) -> Entity {
    Entity::Reusable(ReusableId(uid(n)))
}

/// Content that is written entry by entry.
#[derive(Clone)]
pub(crate) struct Space {
    pub(crate) store: Store,
    pub(crate) map: Map,
}

impl Space {
    pub(crate) fn new() -> Self {
        let mut store = Store::new();
        let map = empty(&mut store);
        Self { store, map }
    }

    /// Writes something with this path and text, or takes it away.
    pub(crate) fn put(&mut self, entity: Entity, path: Option<&str>, text: Option<&str>) {
        let value = text.map(|text| record(&mut self.store, entity, path, text));
        let edits: Edits = [(entity.key().to_bytes(), value)].into();
        self.map = apply(&mut self.store, self.map, edits);
    }

    pub(crate) fn links(&mut self) -> Map {
        let map = self.map;
        commit(&mut self.store, |draft| build(&map, draft)).unwrap()
    }
}

fn record(store: &mut Store, entity: Entity, path: Option<&str>, text: &str) -> Vec<u8> {
    let git = path.map(|path| GitBlob::of(path, text.as_bytes()));
    let source = commit(store, |draft| draft.put(text.as_bytes()));
    match entity {
        Entity::Page(_) => {
            let mut record = PageRecord::new(PageKind::Group, "Page", 1);
            record.git = git;
            page_file::derive(&mut record, text.as_bytes());
            record.encode()
        }
        Entity::File(_) => FileRecord {
            name: "x".to_owned(),
            content_type: "image/png".to_owned(),
            size: 1,
            dimensions: None,
            blob: source,
            git,
            created_at: 1,
            updated_at: 1,
        }
        .encode(),
        Entity::Reusable(_) => {
            ReusableRecord { title: "R".to_owned(), source, body_at: 0, git, created_at: 1, updated_at: 1 }.encode()
        }
    }
}

pub(crate) fn linked(space: &Space, links: Map) -> Linked<'_> {
    Linked { content: space.map, links, objects: &space.store }
}
