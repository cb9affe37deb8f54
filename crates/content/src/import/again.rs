//! Import into content that people changed since the last import: a merge of both.
//!
//! The base of the merge is the *state* of the last import: the content as that import alone would have left it. So what
//! people changed is kept, what the source changed is taken, and what both changed differently is a conflict. Nothing of
//! either side is replaced silently.

use std::collections::{BTreeMap, BTreeSet};

use crate::id::{ConflictId, Uid};
use crate::import::{Imported, Note, Options, Origins, import_named, standing};
use crate::incoming::Incoming;
use crate::map::{Key, Map, Value};
use crate::merge::{damaged, merge_edit};
use crate::objects::{Draft, ObjectError};
use crate::record::{
    ConflictPlace, ConflictRecord, EntryKey, FileRecord, PageKind, PageRecord, RecordError, ReusableRecord,
};
use crate::warnings::Code;

/// The treatment of what people and the source changed differently since the last import.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differing {
    /// Both versions are listed as a conflict.
    List,
    /// The text of people stays, and a note says that the version of the source was not taken.
    Keep,
}

/// Imports into content that may have changed since the last import, whose state is `known`. Without one, the content as
/// it is counts as the state, but for the pages that were changed since they were imported: all of these is kept.
///
/// The counts of the outcome are those of the changes of the source since the last import, without the deletions that were
/// not made: a page that one side deleted and the other changed is kept, with a note.
///
/// Each later import notes it, too, as long as people keep their own version of what the source changed.
///
/// # Errors
/// An object of either content is missing or damaged.
pub fn import_again(
    known: Option<Map>,
    current: Map,
    differing: Differing,
    draft: &mut Draft<'_>,
    incoming: &Incoming,
    options: Options,
    ids: &mut dyn FnMut() -> Uid,
) -> Result<Imported, ObjectError> {
    let (known, remembered, named) = match known {
        Some(known) => {
            let (known, remembered, named) = standing::taken(known, draft)?;
            (Some(known), remembered, named)
        }
        None => (None, Vec::new(), Origins::new()),
    };
    let (state, mut imported) = match known {
        Some(known) => with_state(known, &named, &current, draft, incoming, options, ids)?,
        None => (current, import_named(current, &named, draft, incoming, options, ids)?),
    };
    let base = assumed(known.as_ref(), &state, &imported.source, draft)?;
    let source = standing::with_slugs(&base, imported.source, &current, draft)?;
    let (map, conflicts) = merge_edit(base, source, current, draft, options.now)?;
    let records = records(&map, &conflicts, draft)?;
    imported.notes.extend(noted(&map, &records, differing, draft)?);
    for record in records.iter().filter(|record| is_deleted_in_source(record)) {
        imported.keeps(&record.subject);
    }
    let map = match differing {
        Differing::List => map,
        Differing::Keep => {
            let gone = |id: &ConflictId| (EntryKey::Conflict(*id).to_bytes(), None::<Value>);
            map.apply(draft, conflicts.iter().map(gone).collect::<BTreeMap<_, _>>())?
        }
    };
    let sides = standing::Sides { source: &imported.source, people: &map, objects: &*draft };
    let mut stand = Vec::new();
    for record in remembered {
        if sides.differ(&record)? {
            stand.push(record);
        }
    }
    for note in noted(&map, &stand, Differing::Keep, draft)? {
        if !imported.notes.contains(&note) {
            imported.notes.push(note);
        }
    }
    if differing == Differing::Keep {
        stand.extend(records);
    }
    let source = standing::noted(imported.source, &stand, &imported.origins, draft)?;
    Ok(Imported { map, source, ..imported })
}

/// Returns the records of conflicts.
fn records(map: &Map, conflicts: &[ConflictId], draft: &Draft<'_>) -> Result<Vec<ConflictRecord>, ObjectError> {
    let mut records = Vec::with_capacity(conflicts.len());
    for id in conflicts {
        let key = EntryKey::Conflict(*id).to_bytes();
        let Some(value) = map.get(draft, &key)? else { continue };
        records.push(ConflictRecord::decode(&value).map_err(|error| damaged(map.root(), &key, &error))?);
    }
    Ok(records)
}

fn is_deleted_in_source(record: &ConflictRecord) -> bool {
    matches!(record.place, ConflictPlace::Whole) && record.main.is_none()
}

/// Imports into a state, and returns the state with what the content has beyond it and the source has, too: what came here
/// by another way than the last import, such as a page that was kept when the source lost it, is recognised and not made
/// again. What people made stays theirs, as the source does not have it.
fn with_state(
    known: Map,
    named: &Origins,
    current: &Map,
    draft: &mut Draft<'_>,
    incoming: &Incoming,
    options: Options,
    ids: &mut dyn FnMut() -> Uid,
) -> Result<(Map, Imported), ObjectError> {
    let mut beyond = BTreeMap::new();
    for difference in known.diff(current, draft) {
        let difference = difference?;
        let is_conflict = matches!(EntryKey::parse(&difference.key), Some(EntryKey::Conflict(_)));
        if difference.before.is_none() && !is_conflict {
            beyond.insert(difference.key, difference.after);
        }
    }
    if beyond.is_empty() {
        return Ok((known, import_named(known, named, draft, incoming, options, ids)?));
    }
    let all = known.apply(draft, beyond.clone())?;
    let mut tried = import_named(all, named, draft, incoming, options, ids)?;
    let (mut found, mut lost) = (BTreeMap::new(), Vec::new());
    for (key, value) in beyond {
        if tried.source.get(draft, &key)?.is_some() {
            found.insert(key, value);
        } else {
            lost.push(key);
        }
    }
    if lost.is_empty() {
        return Ok((all, tried));
    }
    let state = known.apply(draft, found.clone())?;
    if are_apart(&found, &lost, &all)? {
        // What the source lacks was deleted from what was tried, which is all that it changed there.
        lost.iter().for_each(|key| tried.keeps(key));
        return Ok((state, tried));
    }
    Ok((state, import_named(state, named, draft, incoming, options, ids)?))
}

/// Returns true if no page that was found is below one that was not, so that it does not move when that one is deleted.
fn are_apart(found: &BTreeMap<Key, Option<Value>>, lost: &[Key], all: &Map) -> Result<bool, ObjectError> {
    let is_page = |key: &Key| matches!(EntryKey::parse(key), Some(EntryKey::Page(_)));
    let lost: BTreeSet<&Key> = lost.iter().filter(|key| is_page(key)).collect();
    for (key, value) in found.iter().filter(|(key, _)| !lost.is_empty() && is_page(key)) {
        let Some(value) = value else { continue };
        let page = PageRecord::decode(value).map_err(|error| damaged(all.root(), key, &error))?;
        if page.parent.is_some_and(|parent| lost.contains(&EntryKey::Page(parent).to_bytes())) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns a base that is the state as far as it is known. Of what is not known, all pages, files and reusable contents that
/// people changed since they were imported count as changed here as a whole, as what they were then is not known.
fn assumed(known: Option<&Map>, state: &Map, source: &Map, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    // No text has anything in common with this one.
    let nothing = draft.put(&b"~\n"[..]);
    let mut edits = BTreeMap::new();
    for difference in state.diff(source, draft) {
        let difference = difference?;
        if known.map(|known| known.get(draft, &difference.key)).transpose()?.flatten().is_some() {
            continue;
        }
        let (Some(entry), Some(before)) = (EntryKey::parse(&difference.key), &difference.before) else { continue };
        let damage = |error: RecordError| damaged(state.root(), &difference.key, &error);
        match entry {
            EntryKey::File(_) if known.is_some() => {
                let file = FileRecord::decode(before).map_err(damage)?;
                if file.updated_at != file.created_at {
                    edits.insert(difference.key, None);
                }
                continue;
            }
            EntryKey::Reusable(_) if known.is_some() => {
                let content = ReusableRecord::decode(before).map_err(damage)?;
                if content.updated_at != content.created_at {
                    edits.insert(difference.key, Some(ReusableRecord { source: nothing, ..content }.encode()));
                }
                continue;
            }
            EntryKey::Page(_) => {}
            _ => continue,
        }
        let mut page = PageRecord::decode(before).map_err(damage)?;
        let is_as_imported = page.imported && page.updated_at <= page.imported_at;
        // Where nothing is known, the source replaces what was made here at the path of one of its pages.
        if is_as_imported || (known.is_none() && !page.imported) {
            continue;
        }
        match &mut page.kind {
            PageKind::Document { source, .. } => *source = nothing,
            _ => page.slug.push('~'),
        }
        edits.insert(difference.key, Some(page.encode()));
    }
    state.apply(draft, edits)
}

/// Returns a note for each thing that both sides changed differently.
fn noted(
    map: &Map,
    records: &[ConflictRecord],
    differing: Differing,
    draft: &Draft<'_>,
) -> Result<Vec<Note>, ObjectError> {
    let mut notes = BTreeSet::new();
    for record in records {
        let value = map.get(draft, &record.subject)?;
        let path =
            name(&record.subject, value.as_deref()).map_err(|error| damaged(map.root(), &record.subject, &error))?;
        notes.insert((path, message(record, differing)));
    }
    Ok(notes.into_iter().map(|(path, message)| Note { path, code: Code::BothChanged, message }).collect())
}

fn message(record: &ConflictRecord, differing: Differing) -> String {
    let (happened, kept) = match record.place {
        _ if is_deleted_in_source(record) => ("deleted in the source and changed here", "it is kept"),
        ConflictPlace::Whole if record.change.is_none() => {
            ("deleted here and changed in the source", "it is there again, as the source has it")
        }
        ConflictPlace::Tree => ("moved here and in the source", "it stays in its place here"),
        ConflictPlace::Text { .. } | ConflictPlace::Whole => (
            "changed here and in the source",
            "the text that was written here is kept, and the change of the source was not taken there",
        ),
        ConflictPlace::Field { .. } if matches!(EntryKey::parse(&record.subject), Some(EntryKey::File(_))) => (
            "changed here and in the source",
            "the file stays as it is here, and the change of the source was not taken",
        ),
        ConflictPlace::Field { .. } => (
            "changed here and in the source",
            "a setting that was made here is kept, and that of the source was not taken",
        ),
    };
    match differing {
        Differing::List => format!("{happened} since the last import: listed as a conflict"),
        Differing::Keep => format!("{happened} since the last import: {kept}"),
    }
}

/// Returns the path or the name of an entry, for people.
fn name(subject: &[u8], value: Option<&[u8]>) -> Result<String, RecordError> {
    Ok(match (EntryKey::parse(subject), value) {
        (Some(EntryKey::Page(_)), Some(value)) => {
            let page = PageRecord::decode(value)?;
            page.git.map_or(page.title, |git| git.path)
        }
        (Some(EntryKey::Reusable(_)), Some(value)) => {
            let content = ReusableRecord::decode(value)?;
            content.git.map_or(content.title, |git| git.path)
        }
        (Some(EntryKey::File(_)), Some(value)) => {
            let file = FileRecord::decode(value)?;
            file.git.map_or(file.name, |git| git.path)
        }
        (Some(EntryKey::Variable(name) | EntryKey::Meta(name) | EntryKey::Aside(name)), _) => name,
        _ => String::new(),
    })
}
