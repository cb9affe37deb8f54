//! The rows of the map of links, and what they are about.
//!
//! A key ends with the identifier that it tells of, of fixed length, so that no text in it can be taken for another.

use crate::id::{FileId, PageId, ReusableId, Uid};
use crate::links::Link;
use crate::map::Key;
use crate::record::{EntryKey, FileRecord, GitBlob, PageRecord, RecordError, ReusableRecord};

/// Something that links lead to. Pages and reusable contents have links themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Entity {
    /// A page.
    Page(PageId),
    /// A file.
    File(FileId),
    /// A reusable content.
    Reusable(ReusableId),
}

/// The kinds of [`Entity`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Page = b'p' as isize,
    File = b'f' as isize,
    Reusable = b'r' as isize,
}

impl Kind {
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
    /// What an entry of the content map is, if links can have to do with it.
    pub fn of(key: &EntryKey) -> Option<Self> {
        match key {
            EntryKey::Page(id) => Some(Self::Page(*id)),
            EntryKey::File(id) => Some(Self::File(*id)),
            EntryKey::Reusable(id) => Some(Self::Reusable(*id)),
            _ => None,
        }
    }

    /// Its key in the content map.
    pub fn key(self) -> EntryKey {
        match self {
            Self::Page(id) => EntryKey::Page(id),
            Self::File(id) => EntryKey::File(id),
            Self::Reusable(id) => EntryKey::Reusable(id),
        }
    }

    /// Its identifier.
    pub fn id(self) -> Uid {
        match self {
            Self::Page(id) => id.0,
            Self::File(id) => id.0,
            Self::Reusable(id) => id.0,
        }
    }

    /// Where its file stands, as its record says.
    pub(super) fn path(self, record: &[u8]) -> Result<Option<String>, RecordError> {
        let git = match self {
            Self::Page(_) => PageRecord::decode(record)?.git,
            Self::File(_) => FileRecord::decode(record)?.git,
            Self::Reusable(_) => ReusableRecord::decode(record)?.git,
        };
        Ok(git.map(|GitBlob { path, .. }| path))
    }

    fn bytes(self) -> [u8; 17] {
        let kind = match self {
            Self::Page(_) => Kind::Page,
            Self::File(_) => Kind::File,
            Self::Reusable(_) => Kind::Reusable,
        };
        let mut bytes = [kind as u8; 17];
        bytes[1..].copy_from_slice(&self.id().0);
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (kind, id) = bytes.split_first()?;
        Kind::with(*kind, Uid::from_slice(id).ok()?)
    }
}

/// The version of what is in the map: a map of another one is made anew.
pub(super) const VERSION: (&[u8], &[u8]) = (b"v", &[2]);
/// What keys of links start with.
pub(super) const LINKS: &[u8] = b"f";

/// The key of a link of a text.
pub(super) fn link(source: Entity, link: &Link) -> Key {
    [links_of(source), link.to_bytes()].concat()
}

/// What the keys of the links of a text start with.
pub(super) fn links_of(source: Entity) -> Key {
    [LINKS, &source.bytes()].concat()
}

/// The text and the link that a key says.
pub(super) fn parse_link(key: &[u8]) -> Option<(Entity, Link)> {
    let (source, link) = key.strip_prefix(LINKS)?.split_at_checked(17)?;
    Some((Entity::parse(source)?, Link::from_bytes(link)?))
}

/// The key that says that a text has a link with this clue.
pub(super) fn toward(clue: &str, source: Entity) -> Key {
    [all_toward(clue).as_slice(), &source.bytes()].concat()
}

/// What the keys of texts with a clue start with.
pub(super) fn all_toward(clue: &str) -> Key {
    [clues_from(clue).as_slice(), b"\0"].concat()
}

/// What the keys of clues that start like this start with.
pub(super) fn clues_from(start: &str) -> Key {
    [b"t", start.as_bytes()].concat()
}

/// The clue and the text that a key says.
pub(super) fn parse_toward(key: &[u8]) -> Option<(&str, Entity)> {
    let rest = key.strip_prefix(b"t")?;
    let (clue, source) = rest.split_at_checked(rest.len().checked_sub(18)?)?;
    Some((str::from_utf8(clue).ok()?, Entity::parse(source.get(1..)?)?))
}

/// The key that says that something stands at a path.
pub(super) fn place(path: &str, entity: Entity) -> Key {
    [b"g", path.as_bytes(), b"\0", &entity.bytes()].concat()
}

/// What the keys of things of one kind at a path start with.
pub(super) fn places(path: &str, kind: Kind) -> Key {
    [b"g", path.as_bytes(), b"\0", &[kind as u8]].concat()
}

/// The thing that the key of a place says.
pub(super) fn parse_place(key: &[u8]) -> Option<Entity> {
    Entity::parse(key.get(key.len().checked_sub(17)?..)?)
}

/// The key of the names of a text's blocks.
pub(super) fn names(source: Entity) -> Key {
    [b"n", source.bytes().as_slice()].concat()
}
