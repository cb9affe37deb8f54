//! Objects: immutable bytes named by their hash, read through a cache that holds them for as long as it has room.

use std::cell::RefCell;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::objects::{ObjectError, Objects};
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;

use crate::column::{params, record};

record! {
    /// An object's bytes.
    Object {
        /// The bytes.
        bytes: Vec<u8>,
    }
}

record! {
    /// An object's name.
    Name {
        /// The hash.
        hash: Hash,
    }
}

statements! {
    GET: Query<Object> = "select bytes from objects where organization = ?1 and hash = ?2";
    NAMES: Query<Name> = "select hash from objects where organization = ?1 and hash > ?2 order by hash limit ?3";
    INSERT: InsertMany = "insert into objects (organization, hash, bytes) values (?, ?, ?) on conflict do nothing";
    DELETE: Execute = "delete from objects where organization = ?1 and hash = ?2";
    COPY: Execute =
        "insert into objects (organization, hash, bytes)
         select ?2, hash, bytes from objects where organization = ?1 and hash = ?3 on conflict do nothing";
}

/// Gives objects of one organization to another as well.
pub fn copy(
    tx: &mut Write<'_>,
    from: OrganizationId,
    to: OrganizationId,
    names: impl Iterator<Item = Hash>,
) -> Result<(), Error> {
    for name in names {
        tx.execute(&COPY, params![from, to, name])?;
    }
    Ok(())
}

/// Weighs an object by its bytes and what it costs to hold it.
#[derive(Clone)]
pub struct ByBytes;

impl Weighter<Hash, Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &Hash, bytes: &Arc<[u8]>) -> u64 {
        bytes.len() as u64 + 96
    }
}

/// Objects in memory, by name, of all organizations: a name can only be learnt from content that one may read.
pub type ObjectCache = Cache<Hash, Arc<[u8]>, ByBytes>;

/// An empty cache that holds about this many bytes.
pub fn cache(bytes: u64) -> ObjectCache {
    let average = 4096;
    ObjectCache::with_weighter((bytes / average).max(16) as usize, bytes, ByBytes)
}

/// The objects of an organization as a transaction sees them.
pub struct Stored<'a, 'tx> {
    tx: RefCell<&'a mut Read<'tx>>,
    organization: OrganizationId,
    cache: &'a ObjectCache,
}

impl<'a, 'tx> Stored<'a, 'tx> {
    /// The objects of `organization`.
    pub fn new(tx: &'a mut Read<'tx>, organization: OrganizationId, cache: &'a ObjectCache) -> Self {
        Self { tx: RefCell::new(tx), organization, cache }
    }
}

impl Objects for Stored<'_, '_> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        if let Some(bytes) = self.cache.get(hash) {
            return Ok(bytes);
        }
        let found = self
            .tx
            .borrow_mut()
            .one(&GET, params![self.organization, *hash])
            .map_err(|e| ObjectError::Backend(Box::new(e)))?;
        let bytes: Arc<[u8]> = found.ok_or(ObjectError::Missing(*hash))?.bytes.into();
        self.cache.insert(*hash, bytes.clone());
        Ok(bytes)
    }
}

/// Stores objects; those that are there already stay as they are.
pub fn insert_all<'a>(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    objects: impl Iterator<Item = (&'a Hash, &'a Arc<[u8]>)>,
) -> Result<(), Error> {
    let rows = objects.map(|(hash, bytes)| params![organization, *hash, bytes.to_vec()].to_vec());
    tx.insert_many(&INSERT, rows)
}

/// The names of an organization's objects after this one, in order, at most `limit`.
pub fn names(tx: &mut Read<'_>, organization: OrganizationId, after: Hash, limit: i64) -> Result<Vec<Hash>, Error> {
    let names = tx.all(&NAMES, params![organization, after, limit])?;
    Ok(names.into_iter().map(|row| row.hash).collect())
}

/// Removes an object that nothing refers to.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, hash: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, hash])?;
    Ok(())
}
