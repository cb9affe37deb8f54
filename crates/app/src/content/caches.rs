//! Cached content: heads, which expire, and what follows from content, which never changes.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_content::document::Memo;
use quire_content::hash::Hash;
use quire_content::outline::Outline;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_store::objects::{self, ObjectCache};
use quire_store::revisions::Revision;

use crate::content::heads::Head;
use crate::content::paths::Paths;
use crate::core::caches::{Stamped, Weighted, weighted};

/// The caches of content.
pub(crate) struct Caches {
    /// Objects of content by their hash.
    pub(crate) objects: ObjectCache,
    /// Page trees by the root of their content map.
    pub(crate) outlines: Weighted<Hash, Arc<Outline>>,
    /// Paths by the root of their content map.
    pub(crate) paths: Weighted<Hash, Arc<Paths>>,
    /// Spaces with the head of their main content.
    pub(crate) heads: Cache<SpaceId, Arc<Stamped<Head>>>,
    /// The heads of change requests.
    pub(crate) branches: Cache<(SpaceId, ChangeRequestName), Arc<Stamped<Arc<Revision>>>>,
    /// Revisions by their identifiers.
    pub(crate) revisions: Cache<(SpaceId, RevisionId), Arc<Stamped<Arc<Revision>>>>,
    /// Texts without conditions and expressions: every reader gets their Markdown as written.
    pub(crate) constant: Cache<(Hash, u32), ()>,
    /// The texts that were saved last, parsed.
    pub(crate) parsed: Arc<Memo>,
}

const HEADS: usize = 10_000;
const CONSTANT: usize = 100_000;
/// The nodes of the parsed texts that are kept, which take about 15 MB.
const PARSED: usize = 60_000;
/// The size of the largest space's page tree and of one that replaces it, in bytes: a tree that does not fit would be
/// loaded again for every request.
const LARGEST_TREE: u64 = 80 << 20;
/// The size of the largest space's paths, and of paths that replace them, in bytes.
const LARGEST_PATHS: u64 = 24 << 20;

impl Caches {
    /// Creates the caches; those that are bounded by weight take about `bytes` together.
    pub(crate) fn new(bytes: u64) -> Self {
        let quarter = bytes / 4;
        Self {
            objects: objects::cache(2 * quarter),
            outlines: weighted(quarter.max(LARGEST_TREE), 96, |outline: &Arc<Outline>| outline.weight()),
            paths: weighted(quarter.max(LARGEST_PATHS), 96, |paths: &Arc<Paths>| paths.weight()),
            heads: Cache::new(HEADS),
            branches: Cache::new(HEADS),
            revisions: Cache::new(HEADS),
            constant: Cache::new(CONSTANT),
            parsed: Arc::new(Memo::new(PARSED)),
        }
    }

    /// Empties the caches, for tests.
    pub(crate) fn clear(&self) {
        let Self { objects, outlines, paths, heads, branches, revisions, constant, parsed } = self;
        objects.clear();
        outlines.clear();
        paths.clear();
        heads.clear();
        branches.clear();
        revisions.clear();
        constant.clear();
        parsed.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quire_content::id::{PageId, Uid};
    use quire_content::record::{PageKind, PageRecord};

    use super::*;

    fn page(number: u64) -> (PageId, PageRecord) {
        let mut id = [0; 16];
        id[..8].copy_from_slice(&number.to_be_bytes());
        let title = format!("A page with a title of about forty letters {number}");
        let page = PageRecord {
            parent: None,
            order: format!("{number:08}"),
            kind: PageKind::Document { source: Hash::of(b""), size: 0, body_at: 0 },
            slug: format!("a-page-with-a-title-of-about-forty-letters-{number}"),
            description: Some(title.clone()),
            title,
            nav_title: None,
            emoji: None,
            icon: None,
            layout: None,
            cover: None,
            variables: BTreeMap::new(),
            hidden: false,
            no_index: false,
            no_robots_index: false,
            condition: None,
            git: None,
            created_at: 0,
            updated_at: 0,
            imported: false,
            imported_at: 0,
            source_written_at: None,
        };
        (PageId(Uid(id)), page)
    }

    #[test]
    fn the_tree_of_the_largest_space_is_kept() {
        let caches = Caches::new(1 << 20);
        let tree = Arc::new(Outline::of((0..50_000).map(page)));
        caches.outlines.insert(Hash::of(b"large"), tree);
        assert!(caches.outlines.get(&Hash::of(b"large")).is_some());
    }
}
