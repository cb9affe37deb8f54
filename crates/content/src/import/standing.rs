//! Differing changes of people and the source, remembered as long as they stand.
//!
//! The state of an import has the conflicts that main content can't have: each later import says them again, until a side
//! takes the version of the other, or the source has another one. They are in no content, as are the names of pages in the
//! source, which the state has, too.

use std::collections::BTreeMap;

use crate::hash::Hash;
use crate::id::{PageId, Uid};
use crate::import::Origins;
use crate::map::{Key, Map, Value};
use crate::merge::{Record, damaged};
use crate::objects::{Draft, ObjectError, Objects};
use crate::origin::Origin;
use crate::record::{ConflictPlace, ConflictRecord, EntryKey, Field, PageRecord, Placements};

/// Takes the conflicts and the names of pages in the source off a state.
pub(super) fn taken(known: Map, draft: &mut Draft<'_>) -> Result<(Map, Vec<ConflictRecord>, Origins), ObjectError> {
    let (mut records, mut named, mut gone) = (Vec::new(), Origins::new(), BTreeMap::new());
    for entry in known.scan(draft, EntryKey::CONFLICTS) {
        let (key, value) = entry?;
        records.push(ConflictRecord::decode(&value).map_err(|error| damaged(known.root(), &key, &error))?);
        gone.insert(key, None::<Value>);
    }
    for entry in known.scan(draft, EntryKey::ORIGINS) {
        let (key, value) = entry?;
        let id = Uid::from_slice(&key[EntryKey::ORIGINS.len()..]).ok().map(PageId);
        named.extend(id.zip(Origin::decode(&value)));
        gone.insert(key, None);
    }
    Ok((if gone.is_empty() { known } else { known.apply(draft, gone)? }, records, named))
}

/// Notes conflicts and the names of pages in the source in a state.
pub(super) fn noted(
    state: Map,
    records: &[ConflictRecord],
    named: &Origins,
    draft: &mut Draft<'_>,
) -> Result<Map, ObjectError> {
    let noted = |record: &ConflictRecord| (EntryKey::Conflict(record.id()).to_bytes(), Some(record.encode()));
    let mut edits: BTreeMap<Key, Option<Value>> = records.iter().map(noted).collect();
    for (page, origin) in named {
        if state.get(draft, &EntryKey::Page(*page).to_bytes())?.is_some() {
            edits.insert([EntryKey::ORIGINS, &page.bytes()].concat(), Some(origin.encode()));
        }
    }
    state.apply(draft, edits)
}

/// The content of the source and that of people, between which conflicts stand or not.
pub(super) struct Sides<'s> {
    pub(super) source: &'s Map,
    pub(super) people: &'s Map,
    pub(super) objects: &'s dyn Objects,
}

impl Sides<'_> {
    /// Returns true if both sides still differ in what they changed.
    pub(super) fn differ(&self, record: &ConflictRecord) -> Result<bool, ObjectError> {
        let key = &record.subject;
        let [source, people] = [self.source, self.people].map(|map| map.get(self.objects, key));
        let (source, people) = (source?, people?);
        let (source, people) = match (source, people) {
            (None, people) => {
                let is_kept = record.main.is_none() && matches!(record.place, ConflictPlace::Whole);
                return Ok(is_kept && people.is_some());
            }
            (Some(_), None) => return Ok(false),
            (Some(source), Some(people)) => (source, people),
        };
        match &record.place {
            ConflictPlace::Whole => Ok(false),
            ConflictPlace::Tree => self.are_apart(record),
            ConflictPlace::Text { .. } => self.has_both(record, &source, &people),
            ConflictPlace::Field { field } => self.have_other(record, field, &source, &people),
        }
    }

    fn read(&self, hash: Option<Hash>) -> Result<std::sync::Arc<[u8]>, ObjectError> {
        hash.map_or_else(|| Ok(std::sync::Arc::from([])), |hash| self.objects.get(&hash))
    }

    fn record(&self, key: &[u8], value: &[u8]) -> Result<Option<Record>, ObjectError> {
        let Some(read) = EntryKey::parse(key).and_then(|entry| Record::decode(&entry, value)) else { return Ok(None) };
        read.map(Some).map_err(|error| damaged(self.source.root(), key, &error))
    }

    /// Returns true if the file of the source has its version of a stretch, and that of people has not.
    fn has_both(&self, record: &ConflictRecord, source: &[u8], people: &[u8]) -> Result<bool, ObjectError> {
        let texts = [source, people].map(|value| Ok(self.record(&record.subject, value)?.and_then(|it| it.source())));
        let [source, people]: [Result<Option<Hash>, ObjectError>; 2] = texts;
        let (source, people) = (source?, people?);
        if source == people {
            return Ok(false);
        }
        let (source, people) = (self.read(source)?, self.read(people)?);
        let (base, theirs, ours) = (self.read(record.base)?, self.read(record.main)?, self.read(record.change)?);
        let has = |text: &[u8], part: &[u8]| String::from_utf8_lossy(text).contains(&*String::from_utf8_lossy(part));
        let in_source = if theirs.is_empty() { !has(&source, &base) } else { has(&source, &theirs) };
        let is_taken = match () {
            () if theirs.is_empty() => !has(&people, &ours),
            () if ours.is_empty() || has(&theirs, &ours) => has(&people, &theirs),
            () => has(&people, &theirs) && !has(&people, &ours),
        };
        Ok(in_source && !is_taken)
    }

    /// Returns true if a field of the source is what it was when both sides had changed it, and that of people is another one.
    fn have_other(
        &self,
        record: &ConflictRecord,
        field: &Field,
        source: &[u8],
        people: &[u8],
    ) -> Result<bool, ObjectError> {
        let then = self.read(record.main)?;
        let [source, people, then] = [source, people, &*then].map(|value| self.record(&record.subject, value));
        let (Some(source), Some(people), Some(then)) = (source?, people?, then?) else { return Ok(false) };
        Ok(source.has_same(field, &then) && !source.has_same(field, &people))
    }

    /// Returns true if the pages are where both sides had moved them.
    fn are_apart(&self, record: &ConflictRecord) -> Result<bool, ObjectError> {
        for (map, hash) in [(self.source, record.main), (self.people, record.change)] {
            let bytes = self.read(hash)?;
            let places = Placements::decode(&bytes).map_err(|error| damaged(map.root(), &record.subject, &error))?;
            for place in places.pages {
                let key = EntryKey::Page(place.page).to_bytes();
                let Some(value) = map.get(self.objects, &key)? else { return Ok(false) };
                let page = PageRecord::decode(&value).map_err(|error| damaged(map.root(), &key, &error))?;
                if page.parent != place.parent {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Returns the content of a source in which pages that people gave other titles than the source did keep their slugs, which
/// belong to their titles: the title that people gave stays, and so does the slug.
pub(super) fn with_slugs(base: &Map, source: Map, people: &Map, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    let mut edits: BTreeMap<Key, Option<Value>> = BTreeMap::new();
    for difference in base.diff(&source, draft) {
        let difference = difference?;
        let key = difference.key;
        let (Some(before), Some(after)) = (difference.before, difference.after) else { continue };
        if !matches!(EntryKey::parse(&key), Some(EntryKey::Page(_))) {
            continue;
        }
        let Some(here) = people.get(draft, &key)? else { continue };
        let page = |value: &[u8]| PageRecord::decode(value).map_err(|error| damaged(base.root(), &key, &error));
        let (before, after, here) = (page(&before)?, page(&after)?, page(&here)?);
        let is_renamed = before.title != after.title && before.title != here.title && after.title != here.title;
        if is_renamed && before.slug != after.slug {
            edits.insert(key, Some(PageRecord { slug: before.slug, ..after }.encode()));
        }
    }
    if edits.is_empty() { Ok(source) } else { source.apply(draft, edits) }
}
