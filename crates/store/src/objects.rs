//! Objects: immutable bytes named by their hash, read through a bounded cache.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use quire_content::hash::Hash;
use quire_content::objects::{ObjectError, Objects};
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::OrganizationId;

use crate::column::params;
use crate::object_form;
use crate::ownership;
use crate::record::record;

record! {
    /// The content of an object as it is stored.
    Object {
        /// The form of the bytes.
        form: i64,
        /// The bytes of the encoded object in this form.
        bytes: Vec<u8>,
    }
}

record! {
    /// The name of an object.
    Name {
        /// The hash of the object's bytes.
        hash: Hash,
    }
}

statements! {
    GET: Query<Object> = "select form, bytes from objects where organization = ?1 and hash = ?2";
    NAMES: Query<Name> = "select hash from objects where organization = ?1 and hash > ?2 order by hash limit ?3";
    INSERT: InsertMany = "insert into objects (organization, hash, form, bytes) values (?, ?, ?, ?) on conflict do nothing";
    DELETE: Execute = "delete from objects where organization = ?1 and hash = ?2";
    COPY: Execute =
        "insert into objects (organization, hash, form, bytes)
         select ?2, hash, form, bytes from objects where organization = ?1 and hash = ?3 on conflict do nothing";
}

/// Copies the named objects of one organization to another.
pub fn copy(
    tx: &mut Write<'_>,
    from: OrganizationId,
    to: OrganizationId,
    names: impl Iterator<Item = Hash>,
) -> Result<(), Error> {
    ownership::copy(tx, &COPY, from, to, names)
}

/// The cache weight of an object: its bytes and an estimate of the overhead of an entry.
#[derive(Clone)]
pub struct ByBytes;

impl Weighter<Hash, Arc<[u8]>> for ByBytes {
    fn weight(&self, _: &Hash, bytes: &Arc<[u8]>) -> u64 {
        bytes.len() as u64 + 96
    }
}

/// A cache of the objects of all organizations, by hash: a hash is only known to callers who may read content with it.
pub type ObjectCache = Cache<Hash, Arc<[u8]>, ByBytes>;

/// Returns an empty cache with a capacity of about `bytes` bytes.
pub fn cache(bytes: u64) -> ObjectCache {
    let average = 4096;
    ObjectCache::with_weighter((bytes / average).max(16) as usize, bytes, ByBytes)
}

/// The objects of an organization in the state that a transaction sees.
pub struct Stored<'a, 'tx> {
    tx: RefCell<&'a mut Read<'tx>>,
    organization: OrganizationId,
    cache: &'a ObjectCache,
}

impl<'a, 'tx> Stored<'a, 'tx> {
    /// Returns the objects of `organization`.
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
        let Object { form, bytes } = found.ok_or(ObjectError::Missing(*hash))?;
        let damaged = |reason: Cow<'_, str>| ObjectError::Damaged { hash: *hash, reason: reason.into_owned() };
        let bytes: Arc<[u8]> = object_form::unpack(hash, form, bytes).map_err(damaged)?.into();
        self.cache.insert(*hash, bytes.clone());
        Ok(bytes)
    }
}

/// Inserts objects, compressed if that makes them smaller; those that exist already are unchanged.
pub fn insert_all<'a>(
    tx: &mut Write<'_>,
    organization: OrganizationId,
    objects: impl Iterator<Item = (&'a Hash, &'a Arc<[u8]>)>,
) -> Result<(), Error> {
    let rows = objects.map(|(hash, bytes)| {
        let (form, bytes) = object_form::pack(bytes);
        params![organization, *hash, form, bytes].to_vec()
    });
    tx.insert_many(&INSERT, rows)
}

/// Returns the hashes of an organization's objects after `after`, in order, at most `limit`.
pub fn names(tx: &mut Read<'_>, organization: OrganizationId, after: Hash, limit: i64) -> Result<Vec<Hash>, Error> {
    let names = tx.all(&NAMES, params![organization, after, limit])?;
    Ok(names.into_iter().map(|row| row.hash).collect())
}

/// Deletes an object, to which nothing may refer.
pub fn delete(tx: &mut Write<'_>, organization: OrganizationId, hash: Hash) -> Result<(), Error> {
    tx.execute(&DELETE, params![organization, hash])?;
    Ok(())
}
