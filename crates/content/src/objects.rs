//! Immutable objects: where the engine reads them and how it hands over new ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hash::Hash;

/// An object can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// No object of this name exists, though something refers to it.
    #[error("object {0} is missing")]
    Missing(Hash),
    /// The object is there and can't be understood.
    #[error("object {hash} is damaged: {reason}")]
    Damaged {
        /// Its name.
        hash: Hash,
        /// What is wrong with it.
        reason: String,
    },
    /// The place where objects are kept failed.
    #[error("objects can't be read")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Where objects are read from: a database, a cache, a [`Draft`].
pub trait Objects {
    /// The bytes of this name.
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError>;
}

/// New objects over those that are stored: what the engine makes before anything is written.
pub struct Draft<'a> {
    base: &'a dyn Objects,
    new: BTreeMap<Hash, Arc<[u8]>>,
}

impl<'a> Draft<'a> {
    /// Nothing new yet over `base`.
    pub fn new(base: &'a dyn Objects) -> Self {
        Self { base, new: BTreeMap::new() }
    }

    /// These new objects over `base`.
    pub fn over(base: &'a dyn Objects, new: BTreeMap<Hash, Arc<[u8]>>) -> Self {
        Self { base, new }
    }

    /// What is stored, without what is new.
    pub fn stored(&self) -> &'a dyn Objects {
        self.base
    }

    /// Adds an object and names it.
    pub fn put(&mut self, bytes: impl Into<Arc<[u8]>>) -> Hash {
        let bytes = bytes.into();
        let hash = Hash::of(&bytes);
        self.new.entry(hash).or_insert(bytes);
        hash
    }

    /// The new objects by name. Some may not be reachable from the last root, or may be stored already.
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

/// Objects in memory: an empty store, or a whole one in tests.
impl Objects for BTreeMap<Hash, Arc<[u8]>> {
    fn get(&self, hash: &Hash) -> Result<Arc<[u8]>, ObjectError> {
        BTreeMap::get(self, hash).cloned().ok_or(ObjectError::Missing(*hash))
    }
}
