//! Conflicts about places that can be decided for main.
//!
//! Main's place of a page may be below the page itself, since the change request moved a page between them. Then the
//! conflict is about that page as well: main's places of all of them form a tree.

use std::collections::{BTreeMap, HashSet};

use crate::id::PageId;
use crate::merge::Merge;
use crate::objects::{ObjectError, Objects as _};
use crate::record::{ConflictPlace, ConflictRecord, EntryKey, Placement, Placements};

/// Adds to each conflict of this merge about places the pages that have to move with its pages to main's places.
pub(super) fn complete(merge: &mut Merge<'_, '_>) -> Result<(), ObjectError> {
    let (places, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut merge.conflicts).into_iter().partition(|conflict| conflict.place == ConflictPlace::Tree);
    merge.conflicts = others;
    for conflict in places {
        let mut moved: BTreeMap<PageId, Option<PageId>> = BTreeMap::new();
        let of_main = placements(merge, &conflict)?;
        moved.extend(of_main.iter().map(|placement| (placement.page, placement.parent)));
        let mut missing = Vec::new();
        for start in of_main.iter().map(|placement| placement.page) {
            while let Some((page, parent)) = moved_by_change_in_circle(merge, start, &moved)? {
                moved.insert(page, parent);
                missing.push(page);
            }
        }
        if missing.is_empty() {
            merge.conflicts.push(conflict);
        } else {
            widen(merge, &conflict, &missing)?;
        }
    }
    Ok(())
}

/// Returns main's places in a conflict.
fn placements(merge: &Merge<'_, '_>, conflict: &ConflictRecord) -> Result<Vec<Placement>, ObjectError> {
    conflict.main.map_or_else(|| Ok(Vec::new()), |hash| decoded(merge, conflict, hash))
}

fn decoded(
    merge: &Merge<'_, '_>,
    conflict: &ConflictRecord,
    hash: crate::hash::Hash,
) -> Result<Vec<Placement>, ObjectError> {
    let placements = Placements::decode(&merge.draft.get(&hash)?);
    Ok(placements.map_err(|error| merge.damaged(&conflict.subject, &error))?.pages)
}

/// Returns a page that is not at main's place, with main's parent of it, if the way up from a page leads back to that
/// page once some pages are moved.
fn moved_by_change_in_circle(
    merge: &Merge<'_, '_>,
    start: PageId,
    moved: &BTreeMap<PageId, Option<PageId>>,
) -> Result<Option<(PageId, Option<PageId>)>, ObjectError> {
    let (mut at, mut seen, mut found) = (Some(start), HashSet::new(), None);
    while let Some(id) = at {
        if !seen.insert(id) {
            return Ok(found);
        }
        at = match moved.get(&id) {
            Some(parent) => *parent,
            None => {
                let parent = merge.page(id)?.and_then(|page| page.parent);
                let main = merge.side(id, |entry| &entry.main)?;
                if let Some(main) = main.filter(|main| main.parent != parent) {
                    found = Some((id, main.parent));
                }
                parent
            }
        };
    }
    Ok(None)
}

/// Records a conflict with the places of more pages on all sides.
fn widen(merge: &mut Merge<'_, '_>, conflict: &ConflictRecord, pages: &[PageId]) -> Result<(), ObjectError> {
    let mut sides = [Vec::new(), Vec::new(), Vec::new()];
    for (side, hash) in sides.iter_mut().zip([conflict.base, conflict.main, conflict.change]) {
        if let Some(hash) = hash {
            side.extend(decoded(merge, conflict, hash)?);
        }
    }
    for id in pages {
        let key = EntryKey::Page(*id).to_bytes();
        let records =
            [merge.side(*id, |it| &it.base)?, merge.side(*id, |it| &it.main)?, merge.side(*id, |it| &it.change)?];
        for (side, record) in sides.iter_mut().zip(&records) {
            side.extend(record.as_ref().and_then(|page| Placement::of(&key, page)));
        }
    }
    merge.tree_conflict(sides);
    Ok(())
}
