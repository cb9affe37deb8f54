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
use super::anchor::anchored;
use super::renew::{self, Renewal, renew};
use crate::hash::Hash;
use crate::map::{Key, Map};
use crate::objects::{ObjectError, Objects as _};
use crate::record::{ConflictPlace, ConflictRecord, EntryKey};

/// Adds the conflicts of this merge as entries, and removes those of the change request that they replace.
pub(super) fn supersede(merge: &mut Merge<'_, '_>, change: Map) -> Result<(), ObjectError> {
    let new = std::mem::take(&mut merge.conflicts);
    let old = open_conflicts(merge, change)?;
    let placed: Vec<_> = old
        .iter()
        .map(|(key, before)| Ok((key, placed(merge, change, before)?)))
        .collect::<Result<_, ObjectError>>()?;
    let mut superseded = HashSet::new();
    let mut listed = Vec::new();
    for conflict in new {
        let mut combined = conflict.clone();
        let now = self::placed(merge, change, &conflict)?;
        for (key, place) in placed.iter().filter(|(_, place)| place.conflict.subject == conflict.subject) {
            let (before, relation) = (place.conflict, place.relation(&now));
            if relation == Relation::Apart || !replaces(merge, &conflict, before)? {
                continue;
            }
            if relation == Relation::Same {
                combined.base = before.base;
            }
            combined.sources.extend(&before.sources);
            combined.blobs.extend(&before.blobs);
            superseded.insert(*key);
        }
        listed.push(combined);
    }
    for (key, conflict) in &old {
        let renewal = if superseded.contains(key) { Renewal::Ended } else { effect(merge, change, conflict)? };
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

/// Returns the effect of the merge on a conflict that is still open: on the version of main, and on the place.
pub(super) fn effect(
    merge: &mut Merge<'_, '_>,
    change: Map,
    conflict: &ConflictRecord,
) -> Result<Renewal, ObjectError> {
    let renewal = renew(merge, change, conflict)?;
    let current = match &renewal {
        Renewal::Ended => return Ok(renewal),
        Renewal::Changed(conflict) => conflict,
        Renewal::Unchanged => conflict,
    };
    let ConflictPlace::Text { source, start, end } = conflict.place else { return Ok(renewal) };
    let own = merge.stretch(&change, &conflict.subject, &(source, start..end))?;
    let Some((own, merged)) = own.zip(merge.source_of(&conflict.subject)?) else { return Ok(renewal) };
    let anchored = anchored(merge.draft, &merge.alignments, current, &own, merged)?;
    Ok(anchored.map_or(renewal, |conflict| Renewal::Changed(Box::new(conflict))))
}

/// Returns true if a new conflict has everything that an open one about the same part shows.
fn replaces(merge: &Merge<'_, '_>, now: &ConflictRecord, before: &ConflictRecord) -> Result<bool, ObjectError> {
    match before.is_of_saves {
        true => has_what_was_saved(merge, now, before),
        // The place of a deleted text is also that of its deleted neighbours, which main may have left alone.
        false => shows(merge, now, now.base, before),
    }
}

/// Returns true if main has in a new conflict what was saved in the one of saves before it.
fn has_what_was_saved(
    merge: &Merge<'_, '_>,
    now: &ConflictRecord,
    before: &ConflictRecord,
) -> Result<bool, ObjectError> {
    if before.main == now.main {
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
pub(super) enum Relation {
    Same,
    Inside,
    Apart,
}

/// A conflict with its byte range in the change request's version of the file, if it is about a text.
pub(super) struct Placed<'a> {
    conflict: &'a ConflictRecord,
    range: Option<Range<usize>>,
}

/// Finds the range of a conflict in the change request's version of the file.
pub(super) fn placed<'a>(
    merge: &Merge<'_, '_>,
    change: Map,
    conflict: &'a ConflictRecord,
) -> Result<Placed<'a>, ObjectError> {
    let stretch = match conflict.place {
        ConflictPlace::Text { source, start, end } => {
            merge.stretch(&change, &conflict.subject, &(source, start..end))?
        }
        ConflictPlace::Field { .. } | ConflictPlace::Whole | ConflictPlace::Tree => None,
    };
    Ok(Placed { conflict, range: stretch.map(|stretch| stretch.range) })
}

impl Placed<'_> {
    /// Returns the position of the conflict relative to a newer one about the same entry.
    pub(super) fn relation(&self, now: &Self) -> Relation {
        let [before, after] = [&self.conflict.place, &now.conflict.place];
        let (ConflictPlace::Text { .. }, ConflictPlace::Text { .. }) = (before, after) else {
            return if before == after { Relation::Same } else { Relation::Apart };
        };
        match (&self.range, &now.range) {
            (Some(before), Some(now)) if before == now => Relation::Same,
            (Some(before), Some(now)) if now.start <= before.start && before.end <= now.end => Relation::Inside,
            _ => Relation::Apart,
        }
    }
}

/// Returns true if an object, of a conflict about a text, contains the version of main of another conflict.
pub(super) fn shows(
    merge: &Merge<'_, '_>,
    conflict: &ConflictRecord,
    region: Option<Hash>,
    of: &ConflictRecord,
) -> Result<bool, ObjectError> {
    let (ConflictPlace::Text { .. }, Some(main)) = (&conflict.place, of.main) else { return Ok(true) };
    let (region, main) = (merge.read(region)?, merge.draft.get(&main)?);
    Ok(String::from_utf8_lossy(&region).contains(String::from_utf8_lossy(&main).trim()))
}
