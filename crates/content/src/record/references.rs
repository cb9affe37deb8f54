//! References from entries of a content map to objects and blobs, which garbage collection has to keep.

use crate::hash::Hash;
use crate::record::{
    AsideRecord, ConflictRecord, EntryKey, FileRecord, MetaRecord, PageKind, PageRecord, ReusableRecord,
};

/// The objects and blobs that an entry refers to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// The hashes of objects.
    pub objects: Vec<Hash>,
    /// The hashes of blobs.
    pub blobs: Vec<Hash>,
}

impl References {
    /// Returns the references of an entry. An entry that can't be decoded has none: its map is damaged already.
    pub fn of(key: &[u8], value: &[u8]) -> Self {
        match EntryKey::parse(key) {
            Some(EntryKey::Page(_)) => Self::objects(PageRecord::decode(value).ok().and_then(|page| match page.kind {
                PageKind::Document { source, .. } => Some(source),
                PageKind::Group | PageKind::Link { .. } | PageKind::Computed { .. } => None,
            })),
            Some(EntryKey::Reusable(_)) => {
                Self::objects(ReusableRecord::decode(value).ok().map(|content| content.source))
            }
            Some(EntryKey::Meta(_)) => Self::objects(MetaRecord::decode(value).ok().map(|meta| meta.source)),
            Some(EntryKey::File(_)) => Self::blobs(FileRecord::decode(value).ok().map(|file| file.blob)),
            Some(EntryKey::Aside(_)) => Self::blobs(AsideRecord::decode(value).ok().map(|aside| aside.blob)),
            Some(EntryKey::Conflict(_)) => ConflictRecord::decode(value).map_or_else(
                |_| Self::default(),
                |conflict| Self { objects: conflict.objects().collect(), blobs: conflict.blobs },
            ),
            Some(EntryKey::Variable(_)) | None => Self::default(),
        }
    }

    fn objects(objects: Option<Hash>) -> Self {
        Self { objects: objects.into_iter().collect(), blobs: Vec::new() }
    }

    fn blobs(blobs: Option<Hash>) -> Self {
        Self { objects: Vec::new(), blobs: blobs.into_iter().collect() }
    }
}
