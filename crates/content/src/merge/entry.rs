//! Merging of a single entry of the map.

use std::collections::BTreeSet;

use super::fields::Dated;
use super::{Entry, Merge, other, page};
use crate::hash::Hash;
use crate::map::Value;
use crate::objects::{ObjectError, Objects as _};
use crate::record::{
    ConflictPlace, ConflictRecord, EntryKey, Field, FileRecord, PageRecord, RecordError, References, ReusableRecord,
};

/// Returns the merged value of an entry.
pub(super) fn merge(merge: &mut Merge<'_, '_>, key: &[u8], entry: Entry) -> Result<Option<Value>, ObjectError> {
    let Entry { base, main, change } = entry;
    if main == change || main == base {
        return Ok(change);
    }
    if change == base {
        return Ok(main);
    }
    let kind = EntryKey::parse(key);
    let (Some(main), Some(change)) = (&main, &change) else {
        return deleted(merge, key, kind, [base, main, change]);
    };
    let sides = Sides { key, base: base.as_deref(), main, change };
    match kind {
        Some(EntryKey::Page(_)) => page::merge(merge, &sides),
        Some(EntryKey::File(_)) => other::file(merge, &sides),
        Some(EntryKey::Reusable(_)) => other::reusable(merge, &sides),
        Some(EntryKey::Variable(_)) => other::variable(merge, &sides),
        Some(EntryKey::Meta(_)) => other::meta(merge, &sides),
        Some(EntryKey::Aside(_)) => other::aside(merge, &sides),
        Some(EntryKey::Conflict(_)) => Ok(change.clone()),
        None => {
            sides.conflict(merge, ConflictPlace::Whole);
            Ok(change.clone())
        }
    }
    .map(Some)
}

/// Merges an entry that one side deleted and the other changed: it stays, with a conflict, unless only the time of its
/// change differs.
fn deleted(
    merge: &mut Merge<'_, '_>,
    key: &[u8],
    kind: Option<EntryKey>,
    sides: [Option<Value>; 3],
) -> Result<Option<Value>, ObjectError> {
    let [base, main, change] = sides;
    let left = main.as_ref().or(change.as_ref());
    if matches!(kind, Some(EntryKey::Conflict(_))) {
        return Ok(change);
    }
    if let (Some(kind), Some(base), Some(left)) = (kind, &base, left)
        && timeless(merge, &kind, base)? == timeless(merge, &kind, left)?
    {
        return Ok(None);
    }
    let left = left.cloned();
    merge.whole_conflict(key, [base.as_deref(), main.as_deref(), change.as_deref()]);
    Ok(left)
}

/// Returns a record with its time of change set to 0.
fn timeless(merge: &Merge<'_, '_>, key: &EntryKey, value: &[u8]) -> Result<Value, ObjectError> {
    let timeless = match key {
        EntryKey::Page(_) => PageRecord::decode(value).map(|page| undated(page).encode()),
        EntryKey::File(_) => FileRecord::decode(value).map(|file| undated(file).encode()),
        EntryKey::Reusable(_) => ReusableRecord::decode(value).map(|content| undated(content).encode()),
        _ => Ok(value.to_vec()),
    };
    timeless.map_err(|error| merge.damaged(&key.to_bytes(), &error))
}

fn undated<R: Dated>(mut record: R) -> R {
    record.set_updated_at(0);
    record
}

/// The values of an entry that both sides have.
pub(super) struct Sides<'s> {
    pub(super) key: &'s [u8],
    pub(super) base: Option<&'s [u8]>,
    pub(super) main: &'s [u8],
    pub(super) change: &'s [u8],
}

impl Sides<'_> {
    /// Decodes the records; the base is `None` if it has no such entry.
    pub(super) fn decoded<R>(
        &self,
        merge: &Merge<'_, '_>,
        decode: impl Fn(&[u8]) -> Result<R, RecordError>,
    ) -> Result<(Option<R>, R, R), ObjectError> {
        let read = |value| decode(value).map_err(|error| merge.damaged(self.key, &error));
        Ok((self.base.map(read).transpose()?, read(self.main)?, read(self.change)?))
    }

    /// Records a conflict whose sides are the whole records.
    pub(super) fn conflict(&self, merge: &mut Merge<'_, '_>, place: ConflictPlace) {
        merge.record_conflict(self.key, place, [self.base, Some(self.main), Some(self.change)]);
    }

    pub(super) fn field_conflicts(&self, merge: &mut Merge<'_, '_>, fields: Vec<Field>) {
        for field in fields {
            self.conflict(merge, ConflictPlace::Field { field });
        }
    }
}

impl Merge<'_, '_> {
    pub(crate) fn damaged(&self, key: &[u8], error: &RecordError) -> ObjectError {
        damaged(self.base.root(), key, error)
    }

    /// Records that one side deleted an entry that the other changed.
    pub(super) fn whole_conflict(&mut self, key: &[u8], sides: [Option<&[u8]>; 3]) {
        self.record_conflict(key, ConflictPlace::Whole, sides);
    }

    fn record_conflict(&mut self, key: &[u8], place: ConflictPlace, sides: [Option<&[u8]>; 3]) {
        let refers: Vec<_> = sides.into_iter().flatten().map(|side| References::of(key, side)).collect();
        let once = |names: Vec<Hash>| names.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let sources = once(refers.iter().flat_map(|refers| refers.objects.clone()).collect());
        let blobs = once(refers.iter().flat_map(|refers| refers.blobs.clone()).collect());
        let [base, main, change] = sides.map(|side| side.map(|value| self.draft.put(value)));
        let (subject, is_of_saves) = (key.to_vec(), false);
        self.conflicts.push(ConflictRecord { subject, place, base, main, change, sources, blobs, is_of_saves });
    }

    /// Reads the bytes of a file; an absent one is empty.
    pub(super) fn read(&self, source: Option<Hash>) -> Result<std::sync::Arc<[u8]>, ObjectError> {
        source.map_or_else(|| Ok(std::sync::Arc::from([])), |source| self.draft.get(&source))
    }
}

pub(crate) fn damaged(map: Hash, key: &[u8], error: &RecordError) -> ObjectError {
    let key = String::from_utf8_lossy(key);
    ObjectError::Damaged { hash: map, reason: format!("as a map, the entry {key:?} is {error}") }
}
