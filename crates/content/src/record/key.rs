//! Keys of the content map.

use crate::id::{ConflictId, FileId, PageId, ReusableId, Uid};

/// The key of an entry: its kind, and its identifier or name within the kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKey {
    /// A [`PageRecord`](super::PageRecord).
    Page(PageId),
    /// A [`FileRecord`](super::FileRecord).
    File(FileId),
    /// A [`ReusableRecord`](super::ReusableRecord).
    Reusable(ReusableId),
    /// A [`VariableRecord`](super::VariableRecord), by name.
    Variable(String),
    /// A [`MetaRecord`](super::MetaRecord), by path.
    Meta(String),
    /// An [`AsideRecord`](super::AsideRecord), by path.
    Aside(String),
    /// A [`ConflictRecord`](super::ConflictRecord).
    Conflict(ConflictId),
}

impl EntryKey {
    /// The prefix of the keys of files outside of the content.
    pub const ASIDES: &'static [u8] = b"aside/";
    /// The prefix of the keys of conflicts.
    pub const CONFLICTS: &'static [u8] = b"conflict/";
    /// The prefix of the keys of files.
    pub const FILES: &'static [u8] = b"file/";
    /// The prefix of the keys of metadata files.
    pub const METAS: &'static [u8] = b"meta/";
    /// The prefix of the keys of what pages are called in a source, by the identifiers of the pages. The states of imports
    /// have such entries, and no content has.
    pub const ORIGINS: &'static [u8] = b"origin/";
    /// The prefix of the keys of pages.
    pub const PAGES: &'static [u8] = b"page/";
    /// The prefix of the keys of reusable contents.
    pub const REUSABLES: &'static [u8] = b"reusable/";
    /// The prefix of the keys of variables.
    pub const VARIABLES: &'static [u8] = b"var/";

    /// Encodes the key as it is in the map.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Page(id) => [Self::PAGES, &id.bytes()].concat(),
            Self::File(id) => [Self::FILES, &id.bytes()].concat(),
            Self::Reusable(id) => [Self::REUSABLES, &id.bytes()].concat(),
            Self::Variable(name) => [Self::VARIABLES, name.as_bytes()].concat(),
            Self::Meta(path) => [Self::METAS, path.as_bytes()].concat(),
            Self::Aside(path) => [Self::ASIDES, path.as_bytes()].concat(),
            Self::Conflict(id) => [Self::CONFLICTS, &id.bytes()].concat(),
        }
    }

    /// Decodes a key; `None` if its kind is not known to this version.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let id = |rest| Uid::from_slice(rest).ok();
        let text = |rest| String::from_utf8(<[u8]>::to_vec(rest)).ok();
        if let Some(rest) = bytes.strip_prefix(Self::PAGES) {
            return id(rest).map(|id| Self::Page(PageId(id)));
        }
        if let Some(rest) = bytes.strip_prefix(Self::FILES) {
            return id(rest).map(|id| Self::File(FileId(id)));
        }
        if let Some(rest) = bytes.strip_prefix(Self::REUSABLES) {
            return id(rest).map(|id| Self::Reusable(ReusableId(id)));
        }
        if let Some(rest) = bytes.strip_prefix(Self::VARIABLES) {
            return text(rest).map(Self::Variable);
        }
        if let Some(rest) = bytes.strip_prefix(Self::METAS) {
            return text(rest).map(Self::Meta);
        }
        if let Some(rest) = bytes.strip_prefix(Self::CONFLICTS) {
            return id(rest).map(|id| Self::Conflict(ConflictId(id)));
        }
        bytes.strip_prefix(Self::ASIDES).and_then(text).map(Self::Aside)
    }
}
