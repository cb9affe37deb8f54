//! Caches in memory: immutable content, evicted by size, and facts, which expire when their scopes change.

use std::collections::HashMap;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::outline::Outline;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{OrganizationId, RevisionId, SpaceId, UserId};
use quire_model::policy::Standing;
use quire_model::time::Timestamp;
use quire_search::sections::Section;
use quire_store::objects::{self, ObjectCache};
use quire_store::revisions::Revision;
use quire_store::spaces::Space;

use crate::callers::{Caller, Proved};
use crate::paths::Paths;
use crate::published::{Name, PublishedSite, ShownKey, Specification, VisiblePages, VisiblePagesKey};
use crate::revisions::Origin;
use crate::rights::{Rights, VisibleContent};
use crate::search::{TextKey, weight_of_sections};
use crate::visitor_tokens::Until;

pub(crate) struct Caches {
    /// Objects of content by their hash.
    pub(crate) objects: ObjectCache,
    /// Page trees by the root of their content map.
    pub(crate) outlines: Cache<Hash, Arc<Outline>, ByWeight>,
    /// Paths by the root of their content map.
    pub(crate) paths: Cache<Hash, Arc<Paths>, ByWeight>,
    /// Callers by the hash of their token or session secret.
    pub(crate) callers: Cache<Hash, Arc<Stamped<Arc<Caller>>>>,
    /// Hashes of secrets that are not valid, with the time until which they need not be looked up again.
    pub(crate) unknown: Cache<Hash, Arc<Stamped<Timestamp>>>,
    /// Spaces with the head of their main content.
    pub(crate) heads: Cache<SpaceId, Arc<Stamped<Head>>>,
    /// The heads of change requests.
    pub(crate) branches: Cache<(SpaceId, ChangeRequestName), Arc<Stamped<Arc<Revision>>>>,
    /// The authors and merged change requests of revisions.
    pub(crate) origins: Cache<RevisionId, Arc<Stamped<Arc<Origin>>>>,
    /// The standing of users on spaces and collections.
    pub(crate) roles: Cache<(UserId, Uid), Arc<Stamped<Standing>>>,
    /// The standing in organizations of users who may sign in.
    pub(crate) memberships: Cache<(OrganizationId, UserId), Arc<Stamped<Standing>>>,
    /// The expiry of users' sessions and tokens; `None` for those that do not exist.
    pub(crate) proofs: Cache<(UserId, Proved), Arc<Stamped<Option<Until>>>>,
    /// The data from which roles are computed, by organization.
    pub(crate) rights: Cache<OrganizationId, Arc<Stamped<Arc<Rights>>>>,
    /// Published sites by name.
    pub(crate) sites: Cache<Name, Arc<Stamped<Arc<PublishedSite>>>>,
    /// Host names that no site has, with the stamp taken before they were looked up.
    pub(crate) unused_hosts: Cache<String, u64>,
    /// Page trees restricted to the pages that an audience can see.
    pub(crate) visible_pages: Cache<VisiblePagesKey, Arc<VisiblePages>, ByWeight>,
    /// Parsed API descriptions by the hash of their file.
    pub(crate) specifications: Cache<Hash, Specification, ByWeight>,
    /// Texts of pages as audiences see them, for searching.
    pub(crate) seen: Cache<TextKey, Arc<Vec<Section>>, ByWeight>,
    /// The visibility of files to audiences.
    pub(crate) shown: Cache<ShownKey, bool>,
    /// Texts without conditions and expressions: every reader gets their Markdown as written.
    pub(crate) constant: Cache<(Hash, u32), ()>,
    /// Redirects from old paths by the hash of the file that lists them.
    pub(crate) redirects: Cache<Hash, Arc<HashMap<String, String>>, ByWeight>,
    /// The content of an organization that a member can see.
    pub(crate) sights: Cache<(OrganizationId, UserId), Arc<VisibleContent>>,
}

/// A cached fact with the stamp taken before it was read.
pub(crate) struct Stamped<T> {
    pub(crate) stamp: u64,
    pub(crate) fact: T,
}

/// A space with the head of its main content.
pub(crate) struct Head {
    pub(crate) space: Space,
    pub(crate) revision: Arc<Revision>,
}

/// The maximum number of invalid secrets remembered.
const UNKNOWN: usize = 16_384;

#[derive(Clone)]
pub(crate) struct ByWeight;

impl Weighter<Hash, Arc<Outline>> for ByWeight {
    fn weight(&self, _: &Hash, outline: &Arc<Outline>) -> u64 {
        outline.weight() as u64 + 96
    }
}

impl Weighter<Hash, Arc<Paths>> for ByWeight {
    fn weight(&self, _: &Hash, paths: &Arc<Paths>) -> u64 {
        paths.weight() as u64 + 96
    }
}

impl Weighter<VisiblePagesKey, Arc<VisiblePages>> for ByWeight {
    fn weight(&self, _: &VisiblePagesKey, visible_pages: &Arc<VisiblePages>) -> u64 {
        visible_pages.weight() as u64 + 128
    }
}

impl Weighter<Hash, Specification> for ByWeight {
    fn weight(&self, _: &Hash, specification: &Specification) -> u64 {
        specification.weight() as u64 + 96
    }
}

impl Weighter<TextKey, Arc<Vec<Section>>> for ByWeight {
    fn weight(&self, _: &TextKey, sections: &Arc<Vec<Section>>) -> u64 {
        weight_of_sections(sections) as u64 + 144
    }
}

impl Weighter<Hash, Arc<HashMap<String, String>>> for ByWeight {
    fn weight(&self, _: &Hash, redirects: &Arc<HashMap<String, String>>) -> u64 {
        redirects.iter().map(|(from, to)| from.len() + to.len() + 80).sum::<usize>() as u64 + 96
    }
}

/// The expected number of items that keeps a cache in one shard. With several, it would refuse the tree of a large
/// space, which may be larger than a shard.
const ONE_SHARD: usize = 32;

const CALLERS: usize = 10_000;
const HEADS: usize = 10_000;
const ROLES: usize = 50_000;
const MEMBERSHIPS: usize = 10_000;
const RIGHTS: usize = 100;
const SHOWN: usize = 50_000;
const SIGHTS: usize = 200;
const SITES: usize = 1_000;
const UNUSED_HOSTS: usize = 10_000;
const CONSTANT: usize = 100_000;
/// The size of the largest space's page tree and of one that replaces it, in bytes: a tree that does not fit would be
/// loaded again for every request.
const LARGEST_TREE: u64 = 80 << 20;
/// The size of the largest space's paths, and of paths that replace them, in bytes.
const LARGEST_PATHS: u64 = 24 << 20;
/// The size of the redirects from the largest file that describes a space, in bytes.
const REDIRECTS: u64 = 16 << 20;

impl Caches {
    /// Creates the caches; those for content take about `bytes` together.
    pub(crate) fn new(bytes: u64) -> Self {
        let quarter = bytes / 4;
        Self {
            objects: objects::cache(2 * quarter),
            outlines: Cache::with_weighter(ONE_SHARD, quarter.max(LARGEST_TREE), ByWeight),
            paths: Cache::with_weighter(ONE_SHARD, quarter.max(LARGEST_PATHS), ByWeight),
            callers: Cache::new(CALLERS),
            unknown: Cache::new(UNKNOWN),
            heads: Cache::new(HEADS),
            branches: Cache::new(HEADS),
            origins: Cache::new(HEADS),
            roles: Cache::new(ROLES),
            memberships: Cache::new(MEMBERSHIPS),
            proofs: Cache::new(MEMBERSHIPS),
            rights: Cache::new(RIGHTS),
            sites: Cache::new(SITES),
            unused_hosts: Cache::new(UNUSED_HOSTS),
            visible_pages: Cache::with_weighter(ONE_SHARD, quarter / 2, ByWeight),
            specifications: Cache::with_weighter(ONE_SHARD, quarter / 2, ByWeight),
            seen: Cache::with_weighter(ONE_SHARD, quarter / 4, ByWeight),
            shown: Cache::new(SHOWN),
            constant: Cache::new(CONSTANT),
            redirects: Cache::with_weighter(ONE_SHARD, REDIRECTS, ByWeight),
            sights: Cache::new(SIGHTS),
        }
    }

    /// Empties all caches, for tests.
    pub(crate) fn clear(&self) {
        let Self {
            objects,
            outlines,
            paths,
            callers,
            unknown,
            heads,
            branches,
            origins,
            roles,
            memberships,
            proofs,
            rights,
            sites,
            unused_hosts,
            visible_pages,
            specifications,
            seen,
            shown,
            constant,
            redirects,
            sights,
        } = self;
        objects.clear();
        outlines.clear();
        paths.clear();
        callers.clear();
        unknown.clear();
        heads.clear();
        branches.clear();
        origins.clear();
        roles.clear();
        memberships.clear();
        proofs.clear();
        rights.clear();
        sites.clear();
        unused_hosts.clear();
        visible_pages.clear();
        specifications.clear();
        seen.clear();
        shown.clear();
        constant.clear();
        redirects.clear();
        sights.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quire_content::id::PageId;
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
