//! Combination of new conflicts with unresolved ones of earlier merges.
//!
//! If main has changed again before a conflict was resolved, there would be two conflicts about the same part. The new
//! one replaces the old one, with the base of the old one if their places are equal: it has the version of the change
//! request, and the current version of main. Where the merge itself found no conflict, the old one gets the current
//! version of main, and ends if both sides agree now. So deciding a conflict never removes what main gained since.

use std::collections::HashSet;
use std::ops::Range;

use super::Merge;
use super::conflict::Stretch;
use super::renew::{Renewal, renew};
use crate::map::{Key, Map};
use crate::objects::ObjectError;
use crate::record::{ConflictPlace, ConflictRecord, EntryKey};

/// Adds the conflicts of this merge as entries, and removes those of the change request that they replace.
pub(super) fn supersede(merge: &mut Merge<'_, '_>, change: Map) -> Result<(), ObjectError> {
    let new = std::mem::take(&mut merge.conflicts);
    let old = open_conflicts(merge, change)?;
    let mut superseded = HashSet::new();
    for mut conflict in new {
        for (key, before) in old.iter().filter(|(_, before)| before.subject == conflict.subject) {
            let place = relation(merge, change, before, &conflict)?;
            if place == Relation::Apart {
                continue;
            }
            if place == Relation::Same {
                conflict.base = before.base;
            }
            conflict.sources.extend(&before.sources);
            conflict.blobs.extend(&before.blobs);
            superseded.insert(key);
        }
        merge.list(&conflict);
    }
    for (key, conflict) in &old {
        let renewal = if superseded.contains(key) { Renewal::Ended } else { renew(merge, change, conflict)? };
        if renewal != Renewal::Unchanged {
            merge.outcome.insert(key.clone(), None);
        }
        if let Renewal::Changed(conflict) = renewal {
            merge.list(&conflict);
        }
    }
    Ok(())
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
