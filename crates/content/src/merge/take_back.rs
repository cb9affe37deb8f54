//! Taking back the decision of a conflict.
//!
//! A decision is a step from one content to another. Taking it back is a three-way merge that undoes this step in the
//! content as it is now, so that other decisions and later edits stay. The conflict is listed again, with what main has
//! now.

use std::collections::BTreeMap;

use super::alignment::Alignments;
use super::renew::Renewal;
use super::supersede::{Relation, effect, placed, shows};
use super::{Entry, Merge, both};
use crate::id::ConflictId;
use crate::map::{Key, Map, Value};
use crate::objects::{Draft, ObjectError, Objects as _};
use crate::record::{ConflictPlace, ConflictRecord, EntryKey};

/// The contents around a decision.
#[derive(Debug, Clone, Copy)]
pub struct Decided {
    /// The content of the change request before the decision, with the conflict.
    pub before: Map,
    /// The content right after the decision.
    pub after: Map,
    /// The content of main that the change request contained at the decision.
    pub main_then: Map,
    /// The content of main that the change request contains now.
    pub main_now: Map,
}

/// Undoes a decision in the current content of a change request; `None` if what the decision wrote was changed since.
/// `now` is in milliseconds since 1970.
pub fn take_back(
    current: Map,
    decided: &Decided,
    id: ConflictId,
    draft: &mut Draft<'_>,
    now: i64,
) -> Result<Option<Map>, ObjectError> {
    let Decided { before, after, .. } = *decided;
    let mut is_undone = true;
    let map = match current == after {
        true => before,
        false => both([after, current, before], draft, now, |merge, _| {
            is_undone = merge.conflicts.is_empty();
            Ok(())
        })?,
    };
    if !is_undone {
        return Ok(None);
    }
    let edits = renewed(map, decided, id, draft, now)?;
    map.apply(draft, edits).map(Some)
}

/// Returns the edits that give the conflict main's current version and its place, or end it where main has settled it.
fn renewed(
    map: Map,
    decided: &Decided,
    id: ConflictId,
    draft: &mut Draft<'_>,
    now: i64,
) -> Result<BTreeMap<Key, Option<Value>>, ObjectError> {
    let key = EntryKey::Conflict(id).to_bytes();
    let (entries, outcome) = (BTreeMap::new(), BTreeMap::new());
    let Some(value) = map.get(draft, &key)? else { return Ok(outcome) };
    let (conflicts, alignments) = (Vec::new(), Alignments::default());
    let mut merge = Merge { base: decided.main_then, entries, outcome, conflicts, alignments, draft, now };
    let conflict = ConflictRecord::decode(&value).map_err(|error| merge.damaged(&key, &error))?;
    let [then, main, before, change] =
        [decided.main_then, decided.main_now, decided.before, map].map(|map| map.get(merge.draft, &conflict.subject));
    let (then, main, before, change) = (then?, main?, before?, change?);
    if (&then, &before) == (&main, &change) {
        return Ok(merge.outcome);
    }
    merge.entries.insert(conflict.subject.clone(), Entry { base: then, main, change: change.clone() });
    merge.outcome.insert(conflict.subject.clone(), change);
    let mut renewal = effect(&mut merge, decided.before, &conflict)?;
    if renewal != Renewal::Ended {
        let known = if let Renewal::Changed(renewed) = &renewal { renewed } else { &conflict };
        if let Some(place) = restored(&merge, map, known)? {
            renewal = Renewal::Changed(Box::new(ConflictRecord { place, ..known.clone() }));
        }
    }
    merge.outcome.remove(&conflict.subject);
    let current = match &renewal {
        Renewal::Changed(conflict) => conflict,
        Renewal::Unchanged | Renewal::Ended => &conflict,
    };
    if renewal == Renewal::Ended || is_listed_again(&merge, map, &key, current)? {
        merge.outcome.insert(key, None);
    } else if let Renewal::Changed(conflict) = renewal {
        merge.outcome.insert(key, None);
        merge.list(&conflict);
    }
    Ok(merge.outcome)
}

/// Returns another place for a conflict about a text, if all of the change request's text as it was when the conflict arose
/// is back. A decision of another conflict at the same place may have taken a part of it away.
fn restored(merge: &Merge<'_, '_>, map: Map, conflict: &ConflictRecord) -> Result<Option<ConflictPlace>, ObjectError> {
    let (ConflictPlace::Text { source, start, end }, Some(change)) = (&conflict.place, conflict.change) else {
        return Ok(None);
    };
    let Some(now) = merge.stretch(&map, &conflict.subject, &(*source, *start..*end))? else { return Ok(None) };
    let text = merge.draft.get(&change)?;
    if text.is_empty() || now.file[now.range.clone()] == *text {
        return Ok(None);
    }
    let (Ok(file), Ok(text)) = (str::from_utf8(&now.file), str::from_utf8(&text)) else { return Ok(None) };
    let mut places = file.match_indices(text).map(|(at, text)| at..at + text.len());
    let place = places.find(|place| place.start <= now.range.start && now.range.end <= place.end);
    let Some(range) = place else { return Ok(None) };
    let [start, end] = [range.start, range.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
    Ok(Some(ConflictPlace::Text { source: now.source, start, end }))
}

/// Returns true if a newer conflict is about the same part, and shows the same of main.
fn is_listed_again(
    merge: &Merge<'_, '_>,
    map: Map,
    key: &[u8],
    conflict: &ConflictRecord,
) -> Result<bool, ObjectError> {
    let before = placed(merge, map, conflict)?;
    for entry in map.scan(merge.draft, EntryKey::CONFLICTS) {
        let (other, value) = entry?;
        let record = ConflictRecord::decode(&value).map_err(|error| merge.damaged(&other, &error))?;
        let is_about = other != key && record.subject == conflict.subject;
        if is_about
            && before.relation(&placed(merge, map, &record)?) != Relation::Apart
            && shows(merge, &record, record.main, conflict)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
