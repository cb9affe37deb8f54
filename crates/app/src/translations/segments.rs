//! The segments of a translation, as people look them through.
//!
//! A list has what the last run left, and what people made of it since. A stale segment has the source that its text was
//! written for and what changed since, one without a translation may have texts that were translated before.

use std::collections::HashSet;

use quire_content::map::{Key, Map};
use quire_content::merge::text::compare::{Entry as Part, Run, compare};
use quire_content::objects::{ObjectError, Objects};
use quire_model::ids::{OrganizationId, TranslationId};
use quire_model::paging::{Listing, Paging, Position, SortKey};
use quire_model::translations::{MemoryOrigin, SegmentFilter};
use quire_store::Read;
use quire_store::objects::Stored;
use quire_store::translation_memory::{self as memory, Remembered};
use quire_store::translations::{self, Translation};
use quire_translate::compose::{Before, Fate, State, fates};
use quire_translate::entries::texts;
use quire_translate::near::Index;
use quire_translate::segments::Content;

use super::check_source;
use super::places::{Place, SegmentKind};
use super::states::{has, read_states, status_of};
use crate::App;
use crate::access::{self, ViewSpace};
use crate::callers::Caller;
use crate::content::heads::head;
use crate::content::large_texts::Watch;
use crate::core::errors::Error;

/// The number of entries that are read at a time.
const PART: i64 = 20;
/// The number of newest texts of the memory among which suggestions are looked for.
const MOST_REMEMBERED: i64 = 5_000;
/// The maximum number of suggestions for a segment.
const MOST_SUGGESTIONS: usize = 3;

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
    /// The text of the translation, with the same placeholders; empty if a person took it out.
    pub text: String,
    /// The source that a stale text was written for, and the words that changed since.
    pub before: Option<SourceChange>,
    /// The reason why replies were refused.
    pub reason: Option<String>,
    /// Texts that were translated before and are like this one, the likest first.
    pub suggestions: Vec<Suggestion>,
    mark: SortKey,
}

/// The change of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceChange {
    /// The text of before, with placeholders.
    pub source: String,
    /// The words of both texts in order.
    pub words: Vec<Run>,
}

/// A text that was translated before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The source, with placeholders of its own.
    pub source: String,
    /// The translation.
    pub text: String,
    /// The writer of the translation.
    pub origin: MemoryOrigin,
    /// The likeness of both sources in percent.
    pub likeness: usize,
}

/// The choice of what a list of segments has.
#[derive(Debug, Clone, Copy, Default)]
pub struct SegmentChoice {
    /// The status of the segments; any if `None`.
    pub filter: Option<SegmentFilter>,
    /// True if segments without a translation that counts get suggestions.
    pub suggestions: bool,
}

/// A translation with the contents that its lists are read from.
pub(super) struct Looked<'a> {
    app: &'a App,
    watch: &'a Watch,
    of: &'a Translation,
    source: Map,
    written: Map,
    head: Map,
    /// The entries that people changed since the last run.
    touched: HashSet<Key>,
}

/// The segments of an entry, as they are now.
pub(super) struct Texts {
    pub(super) source: Vec<Content>,
    written: Vec<Content>,
    fates: Vec<Fate>,
}

impl<'a> Looked<'a> {
    pub(super) fn new(app: &'a App, watch: &'a Watch, of: &'a Translation, tx: &mut Read<'_>) -> Result<Self, Error> {
        let head = Map::at(head(tx, of.result_space)?.revision.root);
        let (source, written) = (Map::at(of.source_root), Map::at(of.written_root));
        let mut looked = Self { app, watch, of, source, written, head, touched: HashSet::new() };
        looked.touched = looked.with(tx, |objects| {
            let keys = written.diff(&head, objects).map(|difference| difference.map(|it| it.key));
            keys.collect::<Result<_, _>>()
        })?;
        Ok(looked)
    }

    /// Reads objects of the organization.
    fn with<T>(
        &self,
        tx: &mut Read<'_>,
        read: impl FnOnce(&dyn Objects) -> Result<T, ObjectError>,
    ) -> Result<T, Error> {
        let stored = Stored::new(tx, self.of.organization, &self.app.inner.caches.content.objects);
        Ok(read(&self.watch.over(&stored))?)
    }

    /// Returns true if people changed an entry since the last run.
    pub(super) fn is_touched(&self, key: &Key) -> bool {
        self.touched.contains(key)
    }

    /// Returns the texts of an entry; `None` if the states are not those of its segments.
    pub(super) fn texts(&self, tx: &mut Read<'_>, key: &Key, states: &[State]) -> Result<Option<Texts>, Error> {
        self.with(tx, |objects| {
            let source = texts(&self.source, key, objects)?;
            let written = texts(&self.written, key, objects)?;
            if source.len() != states.len() || written.len() != states.len() {
                return Ok(None);
            }
            let head = texts(&self.head, key, objects)?;
            let fates = fates(Before { source: &source, written: &written, states }, &head);
            Ok(Some(Texts { source, written, fates }))
        })
    }

    /// Returns what a list says of each segment of an entry.
    pub(super) fn statuses(
        &self,
        tx: &mut Read<'_>,
        key: &Key,
        states: &[State],
    ) -> Result<Vec<Option<SegmentFilter>>, Error> {
        let texts = if self.touched.contains(key) { self.texts(tx, key, states)? } else { None };
        let mut known: Vec<_> = states.iter().map(status_of).collect();
        let Some(texts) = texts else { return Ok(known) };
        for (at, (known, state)) in known.iter_mut().zip(states).enumerate() {
            let by_person = match &texts.fates[at] {
                Fate::Rewritten(text) => *text != texts.written[at],
                Fate::Removed => !state.is_of_person(),
                Fate::Same | Fate::Unwritten => false,
            };
            if by_person && known.is_some() {
                *known = Some(if state.is_stale() { SegmentFilter::Stale } else { SegmentFilter::Human });
            }
        }
        Ok(known)
    }

    /// Returns the segments of a page of a list that are in one entry.
    fn segments(&self, tx: &mut Read<'_>, listed: &[Listed], near: &Near<'_>) -> Result<Vec<Segment>, Error> {
        let Some(key) = listed.first().map(|it| &it.place.entry) else { return Ok(Vec::new()) };
        let Some(entry) = translations::entry(tx, self.of, key)? else { return Ok(Vec::new()) };
        let states = read_states(&entry)?;
        let Some(texts) = self.texts(tx, key, &states)? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for Listed { place, status } in listed {
            let (Some(id), Some(kind), Some(mark)) = (place.name(), place.kind(), place.mark()) else { continue };
            let (source, state) = (texts.source[place.index].marked_up(), &states[place.index]);
            let text = shown_text(&texts, place.index);
            let before = self.source_of_stale(tx, *status, state)?.map(|before| change(before, &source));
            let suggestions = if is_open(*status) { near.suggestions(&source) } else { Vec::new() };
            let reason = state.refusal.clone().filter(|_| *status == SegmentFilter::NeedsReview);
            found.push(Segment { id, kind, status: *status, source, text, before, reason, suggestions, mark });
        }
        Ok(found)
    }

    /// Returns the source that a stale text was written for, if it is known.
    fn source_of_stale(
        &self,
        tx: &mut Read<'_>,
        status: SegmentFilter,
        state: &State,
    ) -> Result<Option<String>, Error> {
        if status != SegmentFilter::Stale || state.seen_source.is_some() {
            return Ok(state.seen_source.clone().filter(|_| status == SegmentFilter::Stale));
        }
        let remembered = memory::of_people(tx, self.of.organization, state.seen, 1)?;
        Ok(remembered.into_iter().next().map(|it| it.source))
    }
}

/// Returns the text of a segment as it is now; empty if a person took it out.
pub(super) fn shown_text(texts: &Texts, index: usize) -> String {
    match &texts.fates[index] {
        Fate::Rewritten(text) => text.marked_up(),
        Fate::Same | Fate::Unwritten => texts.written[index].marked_up(),
        Fate::Removed => String::new(),
    }
}

/// Returns true for a status under which a person looks for a text.
fn is_open(status: SegmentFilter) -> bool {
    matches!(status, SegmentFilter::Untranslated | SegmentFilter::NeedsReview | SegmentFilter::Stale)
}

/// Returns the words of a source that changed.
fn change(before: String, after: &str) -> SourceChange {
    let mut words = Vec::new();
    for part in compare(&before, after).entries {
        match part {
            Part::Equal { before: range, .. } => words.push(Run::Equal(before[range].to_owned())),
            Part::Changed { runs: Some(runs), .. } => words.extend(runs),
            Part::Changed { before: old, after: new, runs: None } | Part::Moved { before: old, after: new } => {
                words.push(Run::Deleted(before[old].to_owned()));
                words.push(Run::Inserted(after[new].to_owned()));
            }
            Part::Removed { before: range } => words.push(Run::Deleted(before[range].to_owned())),
            Part::Added { after: range } => words.push(Run::Inserted(after[range].to_owned())),
        }
    }
    SourceChange { source: before, words }
}

/// Texts of the memory by their likeness.
struct Near<'a> {
    remembered: &'a [Remembered],
    index: Index,
}

impl<'a> Near<'a> {
    fn new(remembered: &'a [Remembered]) -> Self {
        Self { remembered, index: Index::new(remembered.iter().map(|it| &*it.source)) }
    }

    fn suggestions(&self, source: &str) -> Vec<Suggestion> {
        let near = self.index.near(source, MOST_SUGGESTIONS).into_iter();
        let suggestion = |(at, likeness): (usize, usize)| {
            let Remembered { source, text, origin, .. } = self.remembered.get(at)?;
            Some(Suggestion { source: source.clone(), text: text.clone()?, origin: *origin, likeness })
        };
        near.filter_map(suggestion).collect()
    }
}

/// A segment that a list shows.
struct Listed {
    place: Place,
    status: SegmentFilter,
}

impl App {
    /// Lists the segments of a translation that have words, page by page.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for callers who may not read the source, whose texts the list has.
    pub fn list_translation_segments(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        choice: SegmentChoice,
        paging: &Paging,
    ) -> Result<Listing<Segment>, Error> {
        self.read_texts(|tx, watch| {
            let of = access::translation::<ViewSpace>(tx, caller, organization, id)?.into_inner();
            check_source(tx, caller, &of)?;
            let looked = Looked::new(self, watch, &of, tx)?;
            let remembered = match choice.suggestions {
                true => readable(tx, caller, &of)?,
                false => Vec::new(),
            };
            let near = Near::new(&remembered);
            let mut found = Vec::new();
            for part in listed(tx, &looked, choice.filter, paging)?.chunk_by(|a, b| a.place.entry == b.place.entry) {
                found.extend(looked.segments(tx, part, &near)?);
            }
            Ok(Listing::of(found, paging, None, |it: &Segment| it.mark.clone()))
        })
    }
}

/// Returns the newest texts of the memory in the language of a translation: those of translations whose spaces, both of
/// them, the caller may read.
fn readable(tx: &mut Read<'_>, caller: &Caller, of: &Translation) -> Result<Vec<Remembered>, Error> {
    let mut may_read = HashSet::new();
    for found in translations::of_org(tx, of.organization)? {
        let (id, source) = (found.id, found.source_space);
        if found.language != of.language {
            continue;
        }
        let both = access::on_translation::<ViewSpace>(tx, caller, found)
            .and_then(|_| access::space::<ViewSpace>(tx, caller, source));
        match both {
            Ok(_) => may_read.extend([id]),
            Err(Error::NotFound(_) | Error::Forbidden(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let mut newest = memory::newest(tx, of.organization, of.language, MOST_REMEMBERED)?;
    // Several translations may have the same text of a person.
    let mut seen = HashSet::new();
    newest.retain(|it| {
        it.translation.is_some_and(|id| may_read.contains(&id)) && seen.insert((it.source.clone(), it.text.clone()))
    });
    Ok(newest)
}

/// Returns the segments of a page of a list, up to one more than the limit.
fn listed(
    tx: &mut Read<'_>,
    looked: &Looked<'_>,
    filter: Option<SegmentFilter>,
    paging: &Paging,
) -> Result<Vec<Listed>, Error> {
    let (start, end) = match &paging.from {
        None => (None, None),
        Some(Position::After(mark)) => (Place::at(mark), None),
        Some(Position::Before(mark)) => (None, Place::at(mark)),
    };
    let order = |place: &Place| (place.entry.clone(), place.index);
    // The entry of the mark itself may have more segments.
    let mut after = start.as_ref().map_or_else(Vec::new, |it| before(&it.entry));
    let mut found: Vec<Listed> = Vec::new();
    loop {
        let part = translations::entries(tx, looked.of, &after, PART)?;
        let Some(last) = part.last() else { break };
        after.clone_from(&last.entry);
        for entry in part.iter().filter(|it| has(it, filter) || looked.is_touched(&it.entry)) {
            let statuses = looked.statuses(tx, &entry.entry, &read_states(entry)?)?;
            for (index, status) in statuses.into_iter().enumerate() {
                let place = Place { entry: entry.entry.clone(), index };
                if end.as_ref().is_some_and(|end| order(&place) >= order(end)) {
                    let from = found.len().saturating_sub(paging.limit + 1);
                    found.drain(..from);
                    found.reverse();
                    return Ok(found);
                }
                let is_after = start.as_ref().is_none_or(|start| order(&place) > order(start));
                let Some(status) = status.filter(|it| is_after && filter.is_none_or(|filter| filter == *it)) else {
                    continue;
                };
                found.push(Listed { place, status });
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
