//! Combination of new conflicts with unresolved ones of earlier merges.
//!
//! If main has changed again before a conflict was resolved, there would be two conflicts about the same part. The new
//! one replaces the old one, with the base of the old one if their places are equal: it has the version of the change
//! request, and the current version of main. Where the merge itself found no conflict, the old one gets the current
//! version of main, and ends if both sides agree now. So deciding a conflict never removes what main gained since.
//!
//! A conflict between saves in the change request has no version of main. It stays until it is decided, beside the new
//! one about the same part, unless that has what was saved on the side of main.

use std::collections::HashSet;
use std::ops::Range;

use super::Merge;
use super::conflict::Stretch;
use super::renew::{self, Renewal, renew};
use crate::map::{Key, Map};
use crate::objects::ObjectError;
use crate::record::{ConflictPlace, ConflictRecord, EntryKey};

/// Adds the conflicts of this merge as entries, and removes those of the change request that they replace.
pub(super) fn supersede(merge: &mut Merge<'_, '_>, change: Map) -> Result<(), ObjectError> {
    let new = std::mem::take(&mut merge.conflicts);
    let old = open_conflicts(merge, change)?;
    let mut superseded = HashSet::new();
    let mut listed = Vec::new();
    for mut conflict in new {
        for (key, before) in old.iter().filter(|(_, before)| before.subject == conflict.subject) {
            let place = relation(merge, change, before, &conflict)?;
            if place == Relation::Apart || !has_main_side(merge, &conflict, before)? {
                continue;
            }
            if place == Relation::Same {
                conflict.base = before.base;
            }
            conflict.sources.extend(&before.sources);
            conflict.blobs.extend(&before.blobs);
            superseded.insert(key);
        }
        listed.push(conflict);
    }
    for (key, conflict) in &old {
        let renewal = if superseded.contains(key) { Renewal::Ended } else { renew(merge, change, conflict)? };
        if renewal != Renewal::Unchanged {
            merge.outcome.insert(key.clone(), None);
        }
        if let Renewal::Changed(conflict) = renewal {
            listed.push(*conflict);
        }
    }
    // A conflict that equals the one in its place has the same key.
    for conflict in &listed {
        merge.list(conflict);
    }
    Ok(())
}

/// Returns true if a new conflict shows all of main that the old one shows: an earlier version of main counts as shown,
/// a save does only if main has the same.
fn has_main_side(merge: &Merge<'_, '_>, now: &ConflictRecord, before: &ConflictRecord) -> Result<bool, ObjectError> {
    if !before.is_of_saves || before.main == now.main {
        return Ok(true);
    }
    match &before.place {
        ConflictPlace::Field { field } => renew::is_main_field_equal(merge, field, [before, now]),
        ConflictPlace::Text { .. } | ConflictPlace::Whole | ConflictPlace::Tree => Ok(false),
    }
}

fn open_conflicts(merge: &Merge<'_, '_>, change: Map) -> Result<Vec<(Key, ConflictRecord)>, ObjectError> {
    let mut open = Vec::new();
    for entry in change.scan(merge.draft, EntryKey::CONFLICTS) {
        let (key, value) = entry?;
        let record = ConflictRecord::decode(&value).map_err(|error| merge.damaged(&key, &error))?;
        open.push((key, record));
    }
    Ok(open)
}

/// The position of an old conflict relative to a new one.
#[derive(PartialEq, Eq)]
enum Relation {
    Same,
    Inside,
    Apart,
}

fn relation(
    merge: &Merge<'_, '_>,
    change: Map,
    before: &ConflictRecord,
    now: &ConflictRecord,
) -> Result<Relation, ObjectError> {
    let (ConflictPlace::Text { .. }, ConflictPlace::Text { .. }) = (&before.place, &now.place) else {
        return Ok(if before.place == now.place { Relation::Same } else { Relation::Apart });
    };
    Ok(match (range(merge, change, before)?, range(merge, change, now)?) {
        (Some(before), Some(now)) if before == now => Relation::Same,
        (Some(before), Some(now)) if now.start <= before.start && before.end <= now.end => Relation::Inside,
        _ => Relation::Apart,
    })
}

/// Returns the byte range of a conflict in the change request's version of the file.
fn range(merge: &Merge<'_, '_>, change: Map, conflict: &ConflictRecord) -> Result<Option<Range<usize>>, ObjectError> {
    let ConflictPlace::Text { source, start, end } = conflict.place else { return Ok(None) };
    let stretch = Stretch::find(&change, merge.draft, &conflict.subject, source, start..end)?;
    Ok(stretch.map(|stretch| stretch.range))
}
