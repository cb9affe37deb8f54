//! Three-way merge of main and a change request with their common base.
//!
//! Entries are merged by key, records field by field, files by lines, blocks and words ([`text`]). Differing changes of
//! both sides become a [`ConflictRecord`] in the merged map, and the entry keeps the version of the change request; an
//! entry that one side deleted and the other edited is kept as edited; pages that the two sides moved into a cycle are
//! put back in main's places. So every change of either side is in the outcome: in an entry, or in a conflict. The page
//! tree stays a tree with distinct slugs among siblings ([`tree`]). The cost is proportional to the differences from
//! the base; the whole outline is only read if two pages have the same path.

mod alignment;
mod anchor;
mod conflict;
mod derived;
mod diff;
mod endings;
mod entry;
mod excerpt;
mod fields;
mod other;
mod own;
mod page;
mod renew;
mod resolve;
mod source;
mod supersede;
mod surroundings;
mod take_back;
pub mod text;
mod tree;

use std::collections::BTreeMap;

use self::alignment::Alignments;
use crate::id::ConflictId;
use crate::map::{Key, Map, Value};
use crate::objects::{Draft, ObjectError};
use crate::record::{ConflictRecord, EntryKey};

pub(crate) use diff::{Numbers as LineNumbers, diff as diff_lines};
pub(crate) use entry::damaged;

pub use conflict::{Choice, Conflict, ConflictSide, Place, Record, conflicts, count_conflicts, has_same_conflicts};
pub use excerpt::{parse_excerpt, print_excerpt};
pub use resolve::{Resolution, ResolveError, resolve};
pub use surroundings::Surroundings;
pub use take_back::{Decided, take_back};

/// The outcome of a merge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merged {
    /// The merged content, with conflicts as entries.
    pub map: Map,
    /// The number of conflicts in the map, including those of earlier merges.
    pub conflicts: usize,
}

/// Merges main and a change request into the new content of the change request, which is also
/// main's if there are no conflicts. `now` (milliseconds since 1970) becomes the time of change of records that equal
/// neither side's.
pub fn merge(base: Map, main: Map, change: Map, draft: &mut Draft<'_>, now: i64) -> Result<Merged, ObjectError> {
    let map = match () {
        () if main == base || main == change => change,
        () if change == base => main,
        () => both([base, main, change], draft, now, supersede::supersede)?,
    };
    Ok(Merged { map, conflicts: count_conflicts(&map, draft)? })
}

/// Merges an edit of an earlier state of some content with its current state. The current state stands for main, and
/// the edited one for the change request. Conflicts that the current state has already stay as they are.
///
/// Returns the merged content and the identifiers of the new conflicts.
pub fn merge_edit(
    base: Map,
    current: Map,
    edited: Map,
    draft: &mut Draft<'_>,
    now: i64,
) -> Result<(Map, Vec<ConflictId>), ObjectError> {
    if current == base || edited == base {
        return Ok((if current == base { edited } else { current }, Vec::new()));
    }
    let mut new = Vec::new();
    let map = both([base, current, edited], draft, now, |merge, _| {
        for conflict in std::mem::take(&mut merge.conflicts) {
            let conflict = ConflictRecord { is_of_saves: true, ..conflict };
            new.push(conflict.id());
            merge.list(&conflict);
        }
        Ok(())
    })?;
    Ok((map, new))
}

/// Merges contents that differ. `settle` makes entries of the new conflicts.
fn both(
    [base, main, change]: [Map; 3],
    draft: &mut Draft<'_>,
    now: i64,
    settle: impl FnOnce(&mut Merge<'_, '_>, Map) -> Result<(), ObjectError>,
) -> Result<Map, ObjectError> {
    let mut entries: BTreeMap<Key, Entry> = BTreeMap::new();
    let (mut by_main, mut by_change) = (0, 0);
    for difference in base.diff(&main, draft) {
        let difference = difference?;
        by_main += 1;
        let (before, after) = (difference.before, difference.after);
        entries.insert(difference.key, Entry { change: before.clone(), base: before, main: after });
    }
    for difference in base.diff(&change, draft) {
        let difference = difference?;
        by_change += 1;
        let (before, after) = (difference.before, difference.after);
        let entry = entries.entry(difference.key);
        entry.or_insert_with(|| Entry { main: before.clone(), base: before, change: None }).change = after;
    }
    let (outcome, conflicts, alignments) = (BTreeMap::new(), Vec::new(), Alignments::default());
    let mut merge = Merge { base, entries, outcome, conflicts, alignments, draft, now };
    merge.entries()?;
    tree::repair(&mut merge)?;
    settle(&mut merge, change)?;
    // The side that changed more gets the changes of the other one.
    let (map, of): (_, fn(&Entry) -> &Option<Value>) =
        if by_main > by_change { (main, |entry| &entry.main) } else { (change, |entry| &entry.change) };
    let Merge { entries, outcome, draft, .. } = merge;
    let edits = outcome.into_iter().filter(|(key, value)| entries.get(key).is_none_or(|entry| of(entry) != value));
    map.apply(draft, edits.collect())
}

/// The values of an entry that differs from the base on at least one side.
#[derive(Debug, Clone)]
struct Entry {
    base: Option<Value>,
    main: Option<Value>,
    change: Option<Value>,
}

/// A merge in progress.
struct Merge<'d, 'o> {
    base: Map,
    entries: BTreeMap<Key, Entry>,
    /// The merged values of changed entries; `None` for a deleted one.
    outcome: BTreeMap<Key, Option<Value>>,
    conflicts: Vec<ConflictRecord>,
    alignments: Alignments,
    draft: &'d mut Draft<'o>,
    now: i64,
}

impl Merge<'_, '_> {
    fn entries(&mut self) -> Result<(), ObjectError> {
        for (key, entry) in self.entries.clone() {
            let value = entry::merge(self, &key, entry)?;
            self.outcome.insert(key, value);
        }
        Ok(())
    }

    /// Makes a conflict an entry of the outcome.
    fn list(&mut self, conflict: &ConflictRecord) {
        self.outcome.insert(EntryKey::Conflict(conflict.id()).to_bytes(), Some(conflict.encode()));
    }

    /// Returns the merged value of an entry, whether changed or not.
    fn get(&self, key: &[u8]) -> Result<Option<Value>, ObjectError> {
        match self.outcome.get(key) {
            Some(value) => Ok(value.clone()),
            None => self.base.get(self.draft, key),
        }
    }
}
