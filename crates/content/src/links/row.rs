//! The rows of the map of links.
//!
//! A key ends with an identifier of fixed length, so that its text can't be confused with it.

use crate::id::{FileId, PageId, ReusableId, Uid};
use crate::links::Link;
use crate::map::Key;
use crate::record::{EntryKey, FileRecord, GitBlob, PageRecord, RecordError, ReusableRecord};

/// An item that links can lead to. Pages and reusable contents also have links themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    /// A page, by identifier.
    Page(PageId),
    /// A file, by identifier.
    File(FileId),
    /// A reusable content, by identifier.
    Reusable(ReusableId),
}

/// The kinds of [`Entity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntityKind {
    Page = b'p' as isize,
    File = b'f' as isize,
    Reusable = b'r' as isize,
}

impl EntityKind {
    fn with(byte: u8, id: Uid) -> Option<Entity> {
        Some(match byte {
            b'p' => Entity::Page(PageId(id)),
            b'f' => Entity::File(FileId(id)),
            b'r' => Entity::Reusable(ReusableId(id)),
            _ => return None,
        })
    }
}

impl Entity {
    /// Returns the item of an entry of the content map, if it is of a kind that links can lead to.
    pub fn of(key: &EntryKey) -> Option<Self> {
        match key {
            EntryKey::Page(id) => Some(Self::Page(*id)),
            EntryKey::File(id) => Some(Self::File(*id)),
            EntryKey::Reusable(id) => Some(Self::Reusable(*id)),
            _ => None,
        }
    }

    /// Returns the key in the content map.
    pub fn key(self) -> EntryKey {
        match self {
            Self::Page(id) => EntryKey::Page(id),
            Self::File(id) => EntryKey::File(id),
            Self::Reusable(id) => EntryKey::Reusable(id),
        }
    }

    /// Returns the identifier without its kind.
    pub fn id(self) -> Uid {
        match self {
            Self::Page(id) => id.0,
            Self::File(id) => id.0,
            Self::Reusable(id) => id.0,
        }
    }

    /// Returns the path of its file, from its record.
    pub fn path(self, record: &[u8]) -> Result<Option<String>, RecordError> {
        let git = match self {
            Self::Page(_) => PageRecord::decode(record)?.git,
            Self::File(_) => FileRecord::decode(record)?.git,
            Self::Reusable(_) => ReusableRecord::decode(record)?.git,
        };
        Ok(git.map(|GitBlob { path, .. }| path))
    }

    fn bytes(self) -> [u8; 17] {
        let kind = match self {
            Self::Page(_) => EntityKind::Page,
            Self::File(_) => EntityKind::File,
            Self::Reusable(_) => EntityKind::Reusable,
        };
        let mut bytes = [kind as u8; 17];
        bytes[1..].copy_from_slice(&self.id().0);
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (kind, id) = bytes.split_first()?;
        EntityKind::with(*kind, Uid::from_slice(id).ok()?)
    }
}

/// The row with the version of the format: a map of another version is rebuilt.
pub(super) const VERSION: (&[u8], &[u8]) = (b"v", &[3]);
/// The prefix of the keys of links.
pub(super) const LINKS: &[u8] = b"f";

/// Returns the key of a link of a text.
pub(super) fn link(source: Entity, link: &Link) -> Key {
    [links_of(source), link.to_bytes()].concat()
}

/// Returns the prefix of the keys of a text's links.
pub(super) fn links_of(source: Entity) -> Key {
    [LINKS, &source.bytes()].concat()
}

/// Parses the text and the link from a key.
pub(super) fn parse_link(key: &[u8]) -> Option<(Entity, Link)> {
    let (source, link) = key.strip_prefix(LINKS)?.split_at_checked(17)?;
    Some((Entity::parse(source)?, Link::from_bytes(link)?))
}

/// Returns the key of a clue of a text: the text has a link with this clue.
pub(super) fn toward(clue: &str, source: Entity) -> Key {
    [all_toward(clue).as_slice(), &source.bytes()].concat()
}

/// Returns the prefix of the keys of texts with a clue.
pub(super) fn all_toward(clue: &str) -> Key {
    [clues_from(clue).as_slice(), b"\0"].concat()
}

/// Returns the prefix of the keys of all clues with this prefix.
pub(super) fn clues_from(start: &str) -> Key {
    [b"t", start.as_bytes()].concat()
}

/// Parses the clue and the text from a key.
pub(super) fn parse_toward(key: &[u8]) -> Option<(&str, Entity)> {
    let rest = key.strip_prefix(b"t")?;
    let (clue, source) = rest.split_at_checked(rest.len().checked_sub(18)?)?;
    Some((str::from_utf8(clue).ok()?, Entity::parse(source.get(1..)?)?))
}

/// Returns the key of an item at a path.
pub(super) fn place(path: &str, entity: Entity) -> Key {
    [b"g", path.as_bytes(), b"\0", &entity.bytes()].concat()
}

/// Returns the prefix of the keys of items of one kind at a path.
pub(super) fn places(path: &str, kind: EntityKind) -> Key {
    [b"g", path.as_bytes(), b"\0", &[kind as u8]].concat()
}

/// Parses the item from the key of a place.
pub(super) fn parse_place(key: &[u8]) -> Option<Entity> {
    Entity::parse(key.get(key.len().checked_sub(17)?..)?)
}

/// Returns the key of the anchors of a text's blocks.
pub(super) fn names(source: Entity) -> Key {
    [b"n", source.bytes().as_slice()].concat()
}
