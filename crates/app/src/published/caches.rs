//! Cached facts about published sites, and content as audiences see it.

use std::collections::HashMap;
use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_model::credentials::Proved;
use quire_model::ids::{OrganizationId, UserId};
use quire_model::policy::Standing;

use super::files::ShownKey;
use super::reading::{Specification, StructureKey, VisiblePagesKey};
use super::visible_pages::{PageListing, VisiblePages};
use super::{Name, PublishedSite};
use crate::core::caches::{Stamped, Weighted, weighted};
use crate::published::visitor_sessions::Visitor;
use crate::published::visitor_tokens::Until;

/// The caches of published sites.
pub(crate) struct Caches {
    /// Published sites by name.
    pub(crate) sites: Cache<Name, Arc<Stamped<Arc<PublishedSite>>>>,
    /// Host names that no site has, with the stamp taken before they were looked up.
    pub(crate) unused_hosts: Cache<String, u64>,
    /// The standing in organizations of users who may sign in.
    pub(crate) memberships: Cache<(OrganizationId, UserId), Arc<Stamped<Standing>>>,
    /// The expiry of users' sessions and tokens; `None` for those that do not exist.
    pub(crate) proofs: Cache<(UserId, Proved), Arc<Stamped<Option<Until>>>>,
    /// The sessions of visitors by the hash of their secret; `None` for those that do not exist.
    pub(crate) visits: Cache<Hash, Arc<Stamped<Option<Arc<Visitor>>>>>,
    /// Page trees restricted to the pages that an audience can see.
    pub(crate) visible_pages: Weighted<VisiblePagesKey, Arc<VisiblePages>>,
    /// The pages that audiences see in lists, by the structure of the page tree.
    pub(crate) listings: Weighted<StructureKey, Arc<PageListing>>,
    /// Parsed API descriptions by the hash of their file.
    pub(crate) specifications: Weighted<Hash, Specification>,
    /// The visibility of files to audiences.
    pub(crate) shown: Cache<ShownKey, bool>,
    /// Redirects from old paths by the hash of the file that lists them.
    pub(crate) redirects: Weighted<Hash, Arc<HashMap<String, String>>>,
}

const SITES: usize = 1_000;
const UNUSED_HOSTS: usize = 10_000;
const MEMBERSHIPS: usize = 10_000;
const SHOWN: usize = 50_000;
/// The size of the lists of pages of a few large sites, in bytes.
const LISTS: u64 = 12 << 20;
/// The size of the redirects from the largest file that describes a space, in bytes.
const REDIRECTS: u64 = 16 << 20;

impl Caches {
    /// Creates the caches; page trees and API descriptions take about 1.5 times `bytes` together.
    pub(crate) fn new(bytes: u64) -> Self {
        Self {
            sites: Cache::new(SITES),
            unused_hosts: Cache::new(UNUSED_HOSTS),
            memberships: Cache::new(MEMBERSHIPS),
            proofs: Cache::new(MEMBERSHIPS),
            visits: Cache::new(MEMBERSHIPS),
            listings: weighted((bytes / 2).max(LISTS), 128, |listing: &Arc<PageListing>| listing.weight()),
            visible_pages: weighted((bytes / 2).max(LISTS), 128, |pages: &Arc<VisiblePages>| pages.weight()),
            specifications: weighted(bytes / 2, 96, Specification::weight),
            shown: Cache::new(SHOWN),
            redirects: weighted(REDIRECTS, 96, |redirects: &Arc<HashMap<String, String>>| {
                redirects.iter().map(|(from, to)| from.len() + to.len() + 80).sum()
            }),
        }
    }

    /// Empties the caches, for tests.
    pub(crate) fn clear(&self) {
        let Self {
            sites,
            unused_hosts,
            memberships,
            proofs,
            visits,
            visible_pages,
            listings,
            specifications,
            shown,
            redirects,
        } = self;
        sites.clear();
        unused_hosts.clear();
        memberships.clear();
        proofs.clear();
        visits.clear();
        visible_pages.clear();
        listings.clear();
        specifications.clear();
        shown.clear();
        redirects.clear();
    }
}
