//! The segments of a translation, as people look them through: a list, and decisions about one.
//!
//! A decision changes what is known of a segment, or the page of the translation as an edit does. Texts of people are never
//! replaced here by anything but another text of people, or, where somebody asks for it, by the next run.

use quire_content::hash::Hash;
use quire_content::id::{PageId, ReusableId, Uid};
use quire_content::map::{Key, Map};
use quire_content::objects::{Draft, Objects};
use quire_content::record::EntryKey;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TranslationId};
use quire_model::paging::{Listing, Paging, Position, Sort, SortKey};
use quire_model::translations::SegmentFilter;
use quire_store::objects::Stored;
use quire_store::translations::{self, Entry, Translation};
use quire_store::{Read, translation_memory as memory};
use quire_translate::align::align;
use quire_translate::compose::{Origin, State};
use quire_translate::entries::find;
use quire_translate::page;
use quire_translate::replies::accept;
use quire_translate::segments::Content;
use serde_json::json;

use super::runs::{entry_of, read_states};
use super::settings::setup;
use crate::App;
use crate::access::{self, ManageSpace, ViewSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Target, Way};
use crate::content::heads::head;
use crate::core::errors::Error;

/// The number of entries that are read at a time.
const PART: i64 = 20;

/// The maximum number of segments of an entry that have names.
const MOST_SEGMENTS: i64 = 1 << 40;

const UNKNOWN: Error = Error::NotFound("segment of the translation");

/// The entry that a segment is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentKind {
    /// A page.
    Page(PageId),
    /// A reusable content.
    Reusable(ReusableId),
}

/// A segment of a translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// The name of the segment.
    pub id: String,
    /// The entry that it is in.
    pub kind: SegmentKind,
    /// The writer of the text, or what is missing.
    pub status: SegmentFilter,
    /// The text of the source, with placeholders.
    pub source: String,
    /// The text of the translation, with the same placeholders.
    pub text: String,
    /// The reason why replies were refused.
    pub reason: Option<String>,
    mark: SortKey,
}

/// A decision about a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The text is right as it is: it counts as written by a person for the source as it is now.
    Accept,
    /// The text is this one, with the placeholders of the source.
    Edit(String),
    /// The next run asks for it again.
    Retranslate,
}

/// A place of a segment: its entry, and its index there.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    entry: Key,
    index: usize,
}

impl Place {
    fn of(name: &str) -> Option<Self> {
        let (entry, index) = name.rsplit_once('.')?;
        let entry = match entry.split_once('-')? {
            ("page", id) => EntryKey::Page(PageId(id.parse().ok()?)),
            ("reusable", id) => EntryKey::Reusable(ReusableId(id.parse().ok()?)),
            _ => return None,
        };
        Some(Self { entry: entry.to_bytes(), index: index.parse().ok()? })
    }

    fn kind(&self) -> Option<SegmentKind> {
        match EntryKey::parse(&self.entry)? {
            EntryKey::Page(id) => Some(SegmentKind::Page(id)),
            EntryKey::Reusable(id) => Some(SegmentKind::Reusable(id)),
            _ => None,
        }
    }

    fn name(&self) -> Option<String> {
        Some(match self.kind()? {
            SegmentKind::Page(id) => format!("page-{id}.{}", self.index),
            SegmentKind::Reusable(id) => format!("reusable-{id}.{}", self.index),
        })
    }

    /// Returns the place as the mark of a page of a list. Reusable contents have numbers of their own.
    fn mark(&self) -> Option<SortKey> {
        let index = i64::try_from(self.index).ok()?;
        Some(match self.kind()? {
            SegmentKind::Page(id) => (index, id.0).into(),
            SegmentKind::Reusable(id) => (index + MOST_SEGMENTS, id.0).into(),
        })
    }

    fn at(mark: &SortKey) -> Option<Self> {
        let Sort::Number(number) = mark.sort else { return None };
        let id: Uid = mark.id;
        let (entry, index) = match number >= MOST_SEGMENTS {
            true => (EntryKey::Reusable(ReusableId(id)), number - MOST_SEGMENTS),
            false => (EntryKey::Page(PageId(id)), number),
        };
        Some(Self { entry: entry.to_bytes(), index: usize::try_from(index).ok()? })
    }
}

fn status_of(state: &State) -> Option<SegmentFilter> {
    Some(match state.origin {
        Origin::Fixed => return None,
        Origin::Source => SegmentFilter::Untranslated,
        Origin::Machine => SegmentFilter::Machine,
        Origin::Human if state.is_stale() => SegmentFilter::Stale,
        Origin::Human => SegmentFilter::Human,
        Origin::Refused => SegmentFilter::NeedsReview,
    })
}

/// Returns true if an entry has segments that a list shows.
fn has(entry: &Entry, filter: Option<SegmentFilter>) -> bool {
    match filter {
        None => true,
        Some(SegmentFilter::Machine) => entry.machine > 0,
        Some(SegmentFilter::Human) => entry.human > entry.stale,
        Some(SegmentFilter::Stale) => entry.stale > 0,
        Some(SegmentFilter::NeedsReview) => entry.needs_review > 0,
        Some(SegmentFilter::Untranslated) => entry.untranslated > 0,
    }
}

impl App {
    /// Lists the segments of a translation that have words, as the last run left them: page by page.
    pub fn list_translation_segments(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        filter: Option<SegmentFilter>,
        paging: &Paging,
    ) -> Result<Listing<Segment>, Error> {
        self.read_texts(|tx, watch| {
            let of = access::translation::<ViewSpace>(tx, caller, organization, id)?.into_inner();
            let at = Map::at(head(tx, of.result_space)?.revision.root);
            let places = places(tx, &of, filter, paging)?;
            let stored = Stored::new(tx, organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut found: Vec<Segment> = Vec::new();
            for run in places.chunk_by(|a, b| a.0.entry == b.0.entry) {
                let source = texts(&Map::at(of.source_root), &run[0].0.entry, &watched)?;
                let written = texts(&Map::at(of.written_root), &run[0].0.entry, &watched)?;
                let now = texts(&at, &run[0].0.entry, &watched)?;
                let became = align(&written, &now, Content::marked_up);
                for (place, state) in run {
                    let (Some(source), Some(written)) = (source.get(place.index), written.get(place.index)) else {
                        continue;
                    };
                    let text = became[place.index].map_or(written, |at| &now[at]).marked_up();
                    let (Some(id), Some(kind), Some(status), Some(mark)) =
                        (place.name(), place.kind(), status_of(state), place.mark())
                    else {
                        continue;
                    };
                    let (source, reason) = (source.marked_up(), state.refusal.clone());
                    found.push(Segment { id, kind, status, source, text, reason, mark });
                }
            }
            Ok(Listing::of(found, paging, None, |it: &Segment| it.mark.clone()))
        })
    }

    /// Decides about a segment of a translation.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text without the placeholders of the source, [`Error::Conflict`] if the page changed so
    /// that the segment can't be found.
    pub fn decide_translation_segment(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        name: &str,
        decision: &Decision,
    ) -> Result<(), Error> {
        let of = self.inner.db.read(|tx| access::translation::<ManageSpace>(tx, caller, organization, id))?;
        let of = of.into_inner();
        let place = Place::of(name).ok_or(UNKNOWN)?;
        let Decision::Edit(text) = decision else {
            return self.write(caller, |change| {
                access::translation::<ManageSpace>(change.tx, caller, organization, id)?;
                settle(change, &of, &place, decision)
            });
        };
        let commit = Commit::new(caller, of.result_space, Target::Main, Way::Import);
        let line = self.may_write(&commit)?;
        let compute = |map: Map, draft: &mut Draft<'_>| Ok((edited(&of, &place, text, map, draft)?, ()));
        let mut note = |change: &mut Change<'_, '_>, _: &Committed<()>| settle(change, &of, &place, decision);
        self.commit_with(&commit, line, compute, Some(&mut note)).map(drop)
    }
}

fn texts(map: &Map, key: &Key, objects: &dyn Objects) -> Result<Vec<Content>, Error> {
    Ok(find(map, key, objects)?.map_or_else(Vec::new, |it| page::read(&it.entry)))
}

/// Returns the places of the segments of a page of a list, with what is known of them, up to one more than the limit.
fn places(
    tx: &mut Read<'_>,
    of: &Translation,
    filter: Option<SegmentFilter>,
    paging: &Paging,
) -> Result<Vec<(Place, State)>, Error> {
    let (start, end) = match &paging.from {
        None => (None, None),
        Some(Position::After(mark)) => (Place::at(mark), None),
        Some(Position::Before(mark)) => (None, Place::at(mark)),
    };
    let order = |place: &Place| (place.entry.clone(), place.index);
    // The entry of the mark itself may have more segments.
    let mut after = start.as_ref().map_or_else(Vec::new, |it| before(&it.entry));
    let mut found: Vec<(Place, State)> = Vec::new();
    loop {
        let part = translations::entries(tx, of, &after, PART)?;
        let Some(last) = part.last() else { break };
        after.clone_from(&last.entry);
        for entry in part.iter().filter(|entry| has(entry, filter)) {
            for (index, state) in read_states(entry)?.into_iter().enumerate() {
                let place = Place { entry: entry.entry.clone(), index };
                let shown = status_of(&state).is_some_and(|status| filter.is_none_or(|filter| filter == status));
                let is_after = start.as_ref().is_none_or(|start| order(&place) > order(start));
                if end.as_ref().is_some_and(|end| order(&place) >= order(end)) {
                    let from = found.len().saturating_sub(paging.limit + 1);
                    found.drain(..from);
                    found.reverse();
                    return Ok(found);
                }
                if shown && is_after {
                    found.push((place, state));
                }
                if end.is_none() && found.len() > paging.limit {
                    return Ok(found);
                }
            }
        }
        if end.is_some() && found.len() > paging.limit + 1 {
            let from = found.len() - paging.limit - 1;
            found.drain(..from);
        }
    }
    if end.is_some() {
        found.reverse();
    }
    Ok(found)
}

/// Returns a key right before another one.
fn before(key: &Key) -> Key {
    let mut key = key.clone();
    while let Some(last) = key.pop() {
        if last > 0 {
            key.push(last - 1);
            key.extend([0xff; 4]);
            break;
        }
    }
    key
}

/// Returns the content of a translation in which one segment has another text.
fn edited(of: &Translation, place: &Place, text: &str, map: Map, draft: &mut Draft<'_>) -> Result<Map, Error> {
    let source = texts(&Map::at(of.source_root), &place.entry, draft)?;
    let written = texts(&Map::at(of.written_root), &place.entry, draft)?;
    let (Some(source), Some(_)) = (source.get(place.index), written.get(place.index)) else { return Err(UNKNOWN) };
    let content = accept(source, text).map_err(|refusal| Error::Invalid(format!("text: {refusal}")))?;
    let moved = || Error::Conflict("the page was changed so that the segment can't be found in it".to_owned());
    let now = find(&map, &place.entry, draft)?.ok_or_else(moved)?;
    let mut contents = page::read(&now.entry);
    let at = align(&written, &contents, Content::marked_up)[place.index].ok_or_else(moved)?;
    contents[at] = content;
    let entry = page::write(&now.entry, &contents);
    let entry = entry.map_err(|_| Error::Invalid("text: would be read as something else in its place".to_owned()))?;
    let value = now.with(&entry, draft);
    Ok(map.apply(draft, [(place.entry.clone(), Some(value))].into())?)
}

/// Notes a decision about a segment.
fn settle(change: &mut Change<'_, '_>, of: &Translation, place: &Place, decision: &Decision) -> Result<(), Error> {
    let found = translations::entry(change.tx, of, &place.entry)?.ok_or(UNKNOWN)?;
    let mut states = read_states(&found)?;
    let state = states.get_mut(place.index).filter(|state| state.origin != Origin::Fixed).ok_or(UNKNOWN)?;
    match decision {
        Decision::Accept | Decision::Edit(_) => {
            *state = State { key: state.key, origin: Origin::Human, seen: state.key, refusal: None };
        }
        Decision::Retranslate => {
            if state.origin == Origin::Human {
                let message = "the text is a person's, which no run replaces: delete or edit it in its page";
                return Err(Error::Conflict(message.to_owned()));
            }
            forget(change, of, state.key)?;
            *state = State { key: state.key, origin: Origin::Source, seen: Hash([0; 32]), refusal: None };
        }
    }
    translations::put_entry(change.tx, &entry_of(of, &place.entry, &states)?)?;
    let detail = json!({ "segment": place.name() });
    change.record(of.organization.0, EventKind::TranslationUpdated, of.id.0, &detail)
}

/// Forgets the reply of the translator for a text.
fn forget(change: &mut Change<'_, '_>, of: &Translation, key: Hash) -> Result<(), Error> {
    if let Some(settings) = setup(change.tx, of.organization)?.translator {
        let name = quire_translate::memory::reply_key(key, &settings.translator.name());
        memory::delete(change.tx, of.organization, name)?;
    }
    Ok(())
}
