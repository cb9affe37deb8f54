//! Renewal of an unresolved conflict when main has changed its entry again and the merge itself found no conflict.

use std::ops::Range;

use super::conflict::{Record, Stretch};
use super::{Entry, Merge};
use crate::hash::Hash;
use crate::map::Map;
use crate::objects::{ObjectError, Objects as _};
use crate::record::{ConflictPlace, ConflictRecord, EntryKey, Field, References};

/// The effect of main's changes on an unresolved conflict.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Renewal {
    /// Main has the version that the conflict shows.
    Unchanged,
    /// Main has another version now.
    Changed(Box<ConflictRecord>),
    /// Both sides agree now, or the entry no longer exists on either.
    Ended,
}

/// Returns the effect of main's changes on a conflict in the content of the change request.
pub(super) fn renew(merge: &mut Merge<'_, '_>, change: Map, conflict: &ConflictRecord) -> Result<Renewal, ObjectError> {
    if conflict.is_of_saves {
        return Ok(Renewal::Unchanged);
    }
    let Some(entry) = merge.entries.get(&conflict.subject).filter(|entry| entry.base != entry.main).cloned() else {
        return Ok(Renewal::Unchanged);
    };
    match &conflict.place {
        ConflictPlace::Text { source, start, end } => text(merge, change, conflict, &(*source, *start..*end), &entry),
        ConflictPlace::Field { field } => of_field(merge, conflict, field, &entry),
        ConflictPlace::Whole => Ok(whole(merge, conflict, &entry)),
        ConflictPlace::Tree => Ok(Renewal::Unchanged),
    }
}

/// A text gets the one that stands at its place in main's file now.
fn text(
    merge: &mut Merge<'_, '_>,
    change: Map,
    conflict: &ConflictRecord,
    at: &(Hash, Range<u32>),
    entry: &Entry,
) -> Result<Renewal, ObjectError> {
    let known = match conflict.main {
        Some(main) => merge.draft.get(&main)?,
        None => return Ok(Renewal::Unchanged),
    };
    let before = merge.stretch(&merge.base, &conflict.subject, at)?;
    let Some((before, after)) = before.zip(merge.source_in(&conflict.subject, entry.main.as_deref())?) else {
        return Ok(Renewal::Unchanged);
    };
    let Some(place) = nearest(&before.file, &known, before.range.start) else { return Ok(Renewal::Unchanged) };
    let file = merge.draft.get(&after)?;
    let now = &file[merge.alignments.of((before.source, &before.file), (after, &file)).carry(place)];
    if now == &*known {
        return Ok(Renewal::Unchanged);
    }
    let own = merge.stretch(&change, &conflict.subject, at)?;
    if own.is_some_and(|own| &own.file[own.range] == now) {
        return Ok(Renewal::Ended);
    }
    let main = Some(merge.draft.put(now));
    Ok(Renewal::Changed(Box::new(ConflictRecord { main, ..conflict.clone() })))
}

/// Returns the range of a text in a file that is nearest to an offset; `None` if the file does not contain it.
fn nearest(file: &[u8], text: &[u8], near: usize) -> Option<Range<usize>> {
    let (Ok(whole), Ok(text)) = (str::from_utf8(file), str::from_utf8(text)) else { return None };
    let starts_line = |at: &usize| *at == 0 || file[*at - 1] == b'\n';
    let all = whole.match_indices(text).map(|(at, _)| at).filter(|at| !text.is_empty() && starts_line(at));
    all.min_by_key(|at| at.abs_diff(near)).map(|at| at..at + text.len())
}

impl Merge<'_, '_> {
    /// Returns the hash of an entry's file in the outcome.
    pub(super) fn source_of(&self, key: &[u8]) -> Result<Option<Hash>, ObjectError> {
        self.source_in(key, self.get(key)?.as_deref())
    }

    /// Returns the hash of the file in a value of an entry.
    fn source_in(&self, key: &[u8], value: Option<&[u8]>) -> Result<Option<Hash>, ObjectError> {
        Ok(record(self, key, value)?.and_then(|record| record.source()))
    }

    /// Returns the current range of a conflict in the file of an entry; `None` if the entry has no file. `at` is the
    /// file in which the conflict arose, and its range there.
    pub(super) fn stretch(
        &self,
        map: &Map,
        subject: &[u8],
        at: &(Hash, Range<u32>),
    ) -> Result<Option<Stretch>, ObjectError> {
        Stretch::find(map, self.draft, &self.alignments, subject, at)
    }
}

fn record(merge: &Merge<'_, '_>, key: &[u8], value: Option<&[u8]>) -> Result<Option<Record>, ObjectError> {
    let record = EntryKey::parse(key).zip(value).and_then(|(kind, value)| Record::decode(&kind, value));
    record.transpose().map_err(|error| merge.damaged(key, &error))
}

/// A field gets main's current record.
fn of_field(
    merge: &mut Merge<'_, '_>,
    conflict: &ConflictRecord,
    field: &Field,
    entry: &Entry,
) -> Result<Renewal, ObjectError> {
    let with_main = |value: Option<&[u8]>| record(merge, &conflict.subject, value);
    let (Some(before), Some(main), Some(change)) =
        (with_main(entry.base.as_deref())?, with_main(entry.main.as_deref())?, with_main(entry.change.as_deref())?)
    else {
        return Ok(Renewal::Unchanged);
    };
    if has_same_field(field, &main, &change) {
        return Ok(Renewal::Ended);
    }
    Ok(if has_same_field(field, &before, &main) { Renewal::Unchanged } else { changed(merge, conflict, entry) })
}

/// Returns true if two conflicts about a field of one entry have the same value of main.
pub(super) fn is_main_field_equal(
    merge: &Merge<'_, '_>,
    field: &Field,
    conflicts: [&ConflictRecord; 2],
) -> Result<bool, ObjectError> {
    let main = |conflict: &ConflictRecord| match conflict.main {
        Some(main) => record(merge, &conflict.subject, Some(&*merge.draft.get(&main)?)),
        None => Ok(None),
    };
    let [one, other] = conflicts.map(main);
    Ok(one?.zip(other?).is_some_and(|(one, other)| has_same_field(field, &one, &other)))
}

fn has_same_field(field: &Field, one: &Record, other: &Record) -> bool {
    one.clone().with_field(field, other.clone(), 0) == one.clone().with_field(field, one.clone(), 0)
}

/// An entry that one side deleted has main's current record, or ends where main and the change request agree again.
fn whole(merge: &mut Merge<'_, '_>, conflict: &ConflictRecord, entry: &Entry) -> Renewal {
    let is_settled = match (&entry.main, &conflict.main) {
        (None, _) => entry.change.is_none(),
        // Main has the entry again, so it was merged like any other.
        (Some(_), None) => true,
        (Some(_), Some(_)) => false,
    };
    if is_settled { Renewal::Ended } else { changed(merge, conflict, entry) }
}

fn changed(merge: &mut Merge<'_, '_>, conflict: &ConflictRecord, entry: &Entry) -> Renewal {
    let main = entry.main.as_ref().map(|value| merge.draft.put(value.as_slice()));
    let refers = entry.main.iter().map(|value| References::of(&conflict.subject, value));
    let mut renewed = ConflictRecord { main, ..conflict.clone() };
    for it in refers {
        renewed.sources.extend(it.objects);
        renewed.blobs.extend(it.blobs);
    }
    Renewal::Changed(Box::new(renewed))
}
