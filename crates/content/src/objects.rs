//! Immutable objects: the trait for reading them, and drafts of new ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hash::Hash;

/// The reason why an object can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// The object does not exist, though something refers to it.
    #[error("object {0} is missing")]
    Missing(Hash),
    /// The object exists but can't be decoded.
    #[error("object {hash} is damaged: {reason}")]
    Damaged {
        /// The hash of the object.
        hash: Hash,
        /// A description of the problem.
        reason: String,
    },
    /// The storage of objects failed.
    #[error("objects can't be read")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// A source of objects: a database, a cache, a [`Draft`].
pub trait Objects {
    /// Returns the bytes of the object with this hash.
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError>;
}

/// New objects on top of stored ones: the engine's output before anything is written.
pub struct Draft<'a> {
    base: &'a dyn Objects,
    new: BTreeMap<Hash, Arc<[u8]>>,
}

impl<'a> Draft<'a> {
    /// Creates a draft over `base` without new objects.
    pub fn new(base: &'a dyn Objects) -> Self {
        Self { base, new: BTreeMap::new() }
    }

    /// Creates a draft over `base` with these new objects.
    pub fn over(base: &'a dyn Objects, new: BTreeMap<Hash, Arc<[u8]>>) -> Self {
        Self { base, new }
    }

    /// Returns the source of the stored objects, without new ones.
    pub fn stored(&self) -> &'a dyn Objects {
        self.base
    }

    /// Adds an object and returns its hash.
    pub fn put(&mut self, bytes: impl Into<Arc<[u8]>>) -> Hash {
        let bytes = bytes.into();
        let hash = Hash::of(&bytes);
        self.put_hashed(hash, bytes);
        hash
    }

    /// Adds an object whose hash is known.
    pub(crate) fn put_hashed(&mut self, hash: Hash, bytes: impl Into<Arc<[u8]>>) {
        self.new.entry(hash).or_insert_with(|| bytes.into());
    }

    /// Returns the new objects by hash. Some may not be reachable from the last root, or may be stored already.
    pub fn into_new(self) -> BTreeMap<Hash, Arc<[u8]>> {
        self.new
    }
}

impl Objects for Draft<'_> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        match self.new.get(hash) {
            Some(bytes) => Ok(bytes.clone()),
            None => self.base.get(hash),
        }
    }
}

/// Objects in memory: an empty store, or a complete one in tests.
impl Objects for BTreeMap<Hash, Arc<[u8]>> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        BTreeMap::get(self, hash).cloned().ok_or(ObjectError::Missing(*hash))
    }
}
