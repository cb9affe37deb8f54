//! Places of segments: the entry that a segment is in, and its index there, by which callers name it.

use quire_content::id::{PageId, ReusableId, Uid};
use quire_content::map::Key;
use quire_content::record::EntryKey;
use quire_model::paging::{Sort, SortKey};

/// The maximum number of segments of an entry that have names.
const MOST_SEGMENTS: i64 = 1 << 40;

/// The entry that a segment is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentKind {
    /// A page.
    Page(PageId),
    /// A reusable content.
    Reusable(ReusableId),
}

/// A place of a segment: its entry, and its index there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) entry: Key,
    pub(super) index: usize,
}

impl Place {
    /// Parses the name of a segment.
    pub(super) fn of(name: &str) -> Option<Self> {
        let (entry, index) = name.rsplit_once('.')?;
        let entry = match entry.split_once('-')? {
            ("page", id) => EntryKey::Page(PageId(id.parse().ok()?)),
            ("reusable", id) => EntryKey::Reusable(ReusableId(id.parse().ok()?)),
            _ => return None,
        };
        Some(Self { entry: entry.to_bytes(), index: index.parse().ok()? })
    }

    pub(super) fn kind(&self) -> Option<SegmentKind> {
        match EntryKey::parse(&self.entry)? {
            EntryKey::Page(id) => Some(SegmentKind::Page(id)),
            EntryKey::Reusable(id) => Some(SegmentKind::Reusable(id)),
            _ => None,
        }
    }

    /// Returns the name of the segment.
    pub(super) fn name(&self) -> Option<String> {
        Some(match self.kind()? {
            SegmentKind::Page(id) => format!("page-{id}.{}", self.index),
            SegmentKind::Reusable(id) => format!("reusable-{id}.{}", self.index),
        })
    }

    /// Returns the place as the mark of a page of a list. Reusable contents have numbers of their own.
    pub(super) fn mark(&self) -> Option<SortKey> {
        let index = i64::try_from(self.index).ok()?;
        Some(match self.kind()? {
            SegmentKind::Page(id) => (index, id.0).into(),
            SegmentKind::Reusable(id) => (index + MOST_SEGMENTS, id.0).into(),
        })
    }

    /// Returns the place that a mark stands for.
    pub(super) fn at(mark: &SortKey) -> Option<Self> {
        let Sort::Number(number) = mark.sort else { return None };
        let id: Uid = mark.id;
        let (entry, index) = match number >= MOST_SEGMENTS {
            true => (EntryKey::Reusable(ReusableId(id)), number - MOST_SEGMENTS),
            false => (EntryKey::Page(PageId(id)), number),
        };
        Some(Self { entry: entry.to_bytes(), index: usize::try_from(index).ok()? })
    }
}
