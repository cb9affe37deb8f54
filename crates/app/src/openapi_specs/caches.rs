//! Cached facts about specifications: their latest versions, which expire, and what follows from bytes, which does not.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::outline::Outline;
use quire_model::ids::{OpenApiVersionId, OrganizationId};
use quire_model::openapi_changes::ChangeList;
use quire_openapi::Index;
use quire_openapi::notes::Placed;
use serde_json::Value;

use super::addresses::Addresses;
use super::computed::ComputedPage;
use super::latest::LatestVersions;
use super::parts::Part;
use crate::core::caches::{Stamped, Weighted, weighted};
use quire_content::id::PageId;

/// The caches of specifications.
pub(crate) struct Caches {
    /// The latest versions of the specifications of organizations.
    pub(crate) latest: Cache<OrganizationId, Arc<Stamped<Arc<LatestVersions>>>>,
    /// Indexes of bundled documents, by their hash.
    pub(crate) indexes: Weighted<Hash, Arc<Index>>,
    /// The documents of versions without what is not for readers.
    pub(crate) public: Weighted<OpenApiVersionId, Hash>,
    /// Parts of bundled documents with the notes of writers, of which a hash may be the second one.
    pub(crate) parts: Weighted<(Hash, Option<Hash>, Part), Arc<Value>>,
    /// Notes of writers with their places in bundled documents.
    pub(crate) notes: Weighted<(Hash, Hash), Arc<Placed>>,
    /// Changes between bundled documents, or kept lists by their hash twice.
    pub(crate) changes: Weighted<(Hash, Hash), Arc<ChangeList>>,
    /// The addresses of pages of specifications, by the hash of their blob.
    pub(crate) addresses: Weighted<Hash, Arc<Addresses>>,
    /// The computed pages of content, by the root of its map.
    pub(crate) computed: Weighted<Hash, Arc<[(PageId, ComputedPage)]>>,
    /// Page trees with the pages of specifications, by the root and the versions.
    pub(crate) expanded: Weighted<Hash, Arc<Outline>>,
}

const ORGANIZATIONS: usize = 10_000;
/// The size of a few indexes of very large documents, in bytes.
const INDEXES: u64 = 64 << 20;
/// The size of the hashes of many versions, in bytes.
const PUBLIC: u64 = 4 << 20;
/// The size of a few trees of large spaces with pages of specifications, in bytes.
const TREES: u64 = 80 << 20;
const COMPUTED: u64 = 8 << 20;
/// The size of the addresses of a few large specifications, in bytes.
const ADDRESSES: u64 = 24 << 20;
/// The size of the notes of some specifications, in bytes.
const NOTES: u64 = 16 << 20;
/// The size of some lists of changes, in bytes.
const CHANGES: u64 = 16 << 20;

impl Caches {
    /// Creates the caches; parts of documents take about `bytes`.
    pub(crate) fn new(bytes: u64) -> Self {
        Self {
            latest: Cache::new(ORGANIZATIONS),
            indexes: weighted(INDEXES, 96, |index: &Arc<Index>| index.weight()),
            public: weighted(PUBLIC, 96, |_| size_of::<Hash>()),
            parts: weighted(bytes, 256, |part: &Arc<Value>| weight(part)),
            notes: weighted(NOTES, 128, |notes: &Arc<Placed>| notes.weight()),
            changes: weighted(CHANGES, 128, |list: &Arc<ChangeList>| super::changes::weight(list)),
            addresses: weighted(ADDRESSES, 96, |addresses: &Arc<Addresses>| addresses.weight()),
            computed: weighted(COMPUTED, 96, |pages: &Arc<[_]>| pages.len() * 256),
            expanded: weighted(TREES, 96, |outline: &Arc<Outline>| outline.weight()),
        }
    }

    /// Empties the caches, for tests.
    pub(crate) fn clear(&self) {
        let Self { latest, indexes, public, parts, notes, changes, addresses, computed, expanded } = self;
        latest.clear();
        indexes.clear();
        public.clear();
        parts.clear();
        notes.clear();
        changes.clear();
        addresses.clear();
        computed.clear();
        expanded.clear();
    }
}

/// Returns the approximate size of a JSON value in memory, in bytes.
pub(crate) fn weight(value: &Value) -> usize {
    let inside = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| 2 * size_of::<String>() + name.len() + weight(value)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of::<Value>() + inside
}
