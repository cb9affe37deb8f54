//! The place of an unresolved conflict in a file that a merge changed.
//!
//! A conflict's range takes in what is written at its ends, since people edit it there. What a merge brings to its ends
//! is not a part of it: deciding the conflict would replace it.

use std::ops::Range;

use super::alignment::{Alignment, Alignments};
use super::conflict::Stretch;
use crate::hash::Hash;
use crate::objects::{ObjectError, Objects};
use crate::record::{ConflictPlace, ConflictRecord};

/// Returns the conflict with another place, if its range in a merged file would have text that it did not have in the
/// file before the merge. `own` is its range there.
pub(super) fn anchored(
    objects: &dyn Objects,
    alignments: &Alignments,
    conflict: &ConflictRecord,
    own: &Stretch,
    merged: Hash,
) -> Result<Option<ConflictRecord>, ObjectError> {
    let ConflictPlace::Text { source, start, end } = conflict.place else { return Ok(None) };
    let file = objects.get(&merged)?;
    let covered = match source == merged {
        true => start as usize..end as usize,
        false => {
            let alignment = alignments.of((source, &objects.get(&source)?), (merged, &file));
            alignment.carry(start as usize..end as usize)
        }
    };
    if file.get(covered) == own.file.get(own.range.clone()) {
        return Ok(None);
    }
    let range = kept(&alignments.of((own.source, &own.file), (merged, &file)), own.range.clone());
    let [start, end] = [range.start, range.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    let place = ConflictPlace::Text { source: merged, start, end };
    Ok((place != conflict.place).then(|| ConflictRecord { place, ..conflict.clone() }))
}

/// Maps a range to another version of its file; an empty one stays empty, before what was inserted there.
fn kept(alignment: &Alignment, range: Range<usize>) -> Range<usize> {
    let is_empty = range.is_empty();
    let range = alignment.carry(range);
    if is_empty { range.start..range.start } else { range }
}
