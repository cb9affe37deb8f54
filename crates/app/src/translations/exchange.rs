//! Translations as files for the programs of translators, out and in.
//!
//! What comes in is a person's: each text is judged as a reply is, and taken only for the source that it was written for.
//! All that is taken becomes one revision, in one step.

use std::collections::{BTreeMap, HashMap};

use quire_content::map::{Key, Map};
use quire_content::objects::{Draft, ObjectError};
use quire_content::record::EntryKey;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TranslationId};
use quire_model::translations::SegmentFilter;
use quire_store::translations::{self, Translation};
use quire_store::{Read, Write};
use quire_translate::compose::{Before, Origin, State, places};
use quire_translate::entries::{Translatable, find, texts};
use quire_translate::exchange::{self, Group, Incoming, MOST_UNITS, Sheet, Unit, UnitState};
use quire_translate::page;
use quire_translate::replies::{Refusal, accept};
use quire_translate::segments::Content;
use serde_json::json;

pub use quire_translate::exchange::Form;

use super::check_source;
use super::places::Place;
use super::segments::{Looked, Texts, shown_text};
use super::states::{entry_of, has, read_states};
use crate::App;
use crate::access::{self, ManageSpace, ViewSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Target, Way};
use crate::core::errors::Error;

/// The number of entries that are read at a time.
const PART: i64 = 20;
/// The maximum number of segments that an outcome names.
pub const MOST_NAMED: usize = 1_000;

/// The outcome of a file that came in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// The number of texts that were taken.
    pub taken: u64,
    /// The number of texts that are there already.
    pub unchanged: u64,
    /// The number of texts that are empty, or that the file says are not finished.
    pub unfinished: u64,
    /// The number of texts that were refused.
    pub refused: u64,
    /// The names of these segments with the reasons, of at most [`MOST_NAMED`].
    pub refusals: Vec<(String, String)>,
}

impl Taken {
    fn refuse(&mut self, id: &str, reason: &str) {
        self.refused += 1;
        if self.refusals.len() < MOST_NAMED {
            self.refusals.push((id.chars().take(100).collect(), reason.to_owned()));
        }
    }
}

/// The segments about which a file decides, by entry and index.
type Decided = BTreeMap<Key, Vec<usize>>;

impl App {
    /// Returns a file with the segments of a translation that have a status, or with all of them.
    ///
    /// # Errors
    /// [`Error::Invalid`] if there are more than a file may have; [`Error::Forbidden`] for callers who may not read the
    /// source, whose texts the file has.
    pub fn export_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        form: Form,
        filter: Option<SegmentFilter>,
    ) -> Result<String, Error> {
        let now = self.now();
        self.read_texts(|tx, watch| {
            let of = access::translation::<ViewSpace>(tx, caller, organization, id)?.into_inner();
            check_source(tx, caller, &of)?;
            let looked = Looked::new(self, watch, &of, tx)?;
            let (mut groups, mut after, mut count) = (Vec::new(), Vec::new(), 0);
            loop {
                let part = translations::entries(tx, &of, &after, PART)?;
                let Some(last) = part.last() else { break };
                after.clone_from(&last.entry);
                for entry in part.iter().filter(|it| has(it, filter) || looked.is_touched(&it.entry)) {
                    let states = read_states(entry)?;
                    let statuses = looked.statuses(tx, &entry.entry, &states)?;
                    let Some(texts) = looked.texts(tx, &entry.entry, &states)? else { continue };
                    let group = group(&entry.entry, &texts, &states, &statuses, filter);
                    count += group.units.len();
                    if count > MOST_UNITS {
                        let message = format!("filter: a file must have at most {MOST_UNITS} segments");
                        return Err(Error::Invalid(message));
                    }
                    groups.extend(Some(group).filter(|group| !group.units.is_empty()));
                    self.go_on()?;
                }
            }
            let (from, to) = (of.source_language.as_str().to_owned(), of.language.as_str().to_owned());
            // `2026-01-31T09:30:00.000Z` as gettext writes it.
            let at = now.to_string();
            let at = format!("{} {}+0000", &at[..10], &at[11..16]);
            Ok(exchange::write(form, &Sheet { from, to, at, groups }))
        })
    }

    /// Takes the translations of a file.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a file that can't be read, [`Error::Conflict`] if a run changes the translation meanwhile,
    /// [`Error::Forbidden`] for callers who may not read the source.
    pub fn import_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        form: Form,
        text: &str,
    ) -> Result<Taken, Error> {
        let of = self.inner.db.read(|tx| {
            let of = access::translation::<ManageSpace>(tx, caller, organization, id)?.into_inner();
            check_source(tx, caller, &of).map(|()| of)
        })?;
        let incoming = exchange::read(form, text).map_err(|error| Error::Invalid(format!("text: {error}")))?;
        let mut taken = Taken::default();
        let by_entry = by_entry(&incoming, &mut taken);
        let states = self.inner.db.read(|tx| states_of(tx, &of, by_entry.keys()))?;
        let commit = Commit::new(caller, of.result_space, Target::Main, Way::Import);
        let line = self.may_write(&commit)?;
        let compute = |map: Map, draft: &mut Draft<'_>| {
            let mut work = Work { of: &of, states: &states, taken: taken.clone(), decided: Decided::new() };
            let mut edits = BTreeMap::new();
            for (key, units) in &by_entry {
                edits.extend(work.entry(map, key, units, draft)?.map(|value| (key.clone(), Some(value))));
                self.go_on()?;
            }
            Ok((map.apply(draft, edits)?, (work.taken, work.decided)))
        };
        let mut note = |change: &mut Change<'_, '_>, committed: &Committed<(Taken, Decided)>| {
            let (taken, decided) = &committed.outcome;
            let now = translations::get(change.tx, organization, id)?;
            let roots = |it: &Translation| (it.source_root, it.written_root);
            if now.is_none_or(|now| roots(&now) != roots(&of)) {
                let message = "a run changed the translation meanwhile: send the file again";
                return Err(Error::Conflict(message.to_owned()));
            }
            settle(change.tx, &of, decided)?;
            let detail = json!({ "taken": taken.taken, "refused": taken.refused });
            change.record(organization.0, EventKind::TranslationUpdated, id.0, &detail)
        };
        Ok(self.commit_with(&commit, line, compute, Some(&mut note))?.outcome.0)
    }
}

/// Returns the segments of an entry to write.
fn group(
    key: &Key,
    texts: &Texts,
    states: &[State],
    statuses: &[Option<SegmentFilter>],
    filter: Option<SegmentFilter>,
) -> Group {
    let mut units = Vec::new();
    for (index, (status, state)) in statuses.iter().zip(states).enumerate() {
        let Some(status) = status.filter(|it| filter.is_none_or(|filter| filter == *it)) else { continue };
        let Some(id) = (Place { entry: key.clone(), index }).name() else { continue };
        let stands = |unit| (Some(shown_text(texts, index)).filter(|text| !text.is_empty()), unit);
        let (target, unit) = match status {
            SegmentFilter::Untranslated | SegmentFilter::NeedsReview => (None, UnitState::Untranslated),
            SegmentFilter::Machine => stands(UnitState::Machine),
            SegmentFilter::Human => stands(UnitState::Human),
            SegmentFilter::Stale => stands(UnitState::Stale),
        };
        let (source_before, note) = (state.seen_source.clone(), state.refusal.clone());
        units.push(Unit { id, source: texts.source[index].marked_up(), target, state: unit, source_before, note });
    }
    let title = texts.source.first().map(Content::marked_up).unwrap_or_default();
    Group { id: name_of(key), title, units }
}

/// Returns the name of an entry in a file.
fn name_of(key: &Key) -> String {
    match EntryKey::parse(key) {
        Some(EntryKey::Page(id)) => format!("page-{id}"),
        Some(EntryKey::Reusable(id)) => format!("reusable-{id}"),
        _ => String::new(),
    }
}

/// Returns the texts of a file that are finished, by their entries.
fn by_entry<'a>(incoming: &'a [Incoming], taken: &mut Taken) -> BTreeMap<Key, Vec<(usize, &'a Incoming)>> {
    let mut all: BTreeMap<Key, Vec<(usize, &Incoming)>> = BTreeMap::new();
    for unit in incoming {
        match Place::of(&unit.id) {
            _ if unit.target.trim().is_empty() || unit.is_unfinished => taken.unfinished += 1,
            Some(place) => all.entry(place.entry).or_default().push((place.index, unit)),
            None => taken.refuse(&unit.id, "unknown"),
        }
    }
    all
}

fn states_of<'a>(
    tx: &mut Read<'_>,
    of: &Translation,
    keys: impl Iterator<Item = &'a Key>,
) -> Result<HashMap<Key, Vec<State>>, Error> {
    let mut states = HashMap::new();
    for key in keys {
        if let Some(entry) = translations::entry(tx, of, key)? {
            states.insert(key.clone(), read_states(&entry)?);
        }
    }
    Ok(states)
}

/// The texts of a file on their way into a translation.
struct Work<'a> {
    of: &'a Translation,
    states: &'a HashMap<Key, Vec<State>>,
    taken: Taken,
    decided: Decided,
}

impl Work<'_> {
    /// Returns the value of an entry with the texts of a file; `None` if it stays as it is.
    fn entry(
        &mut self,
        head: Map,
        key: &Key,
        units: &[(usize, &Incoming)],
        draft: &mut Draft<'_>,
    ) -> Result<Option<Vec<u8>>, ObjectError> {
        let source = texts(&Map::at(self.of.source_root), key, draft)?;
        let written = texts(&Map::at(self.of.written_root), key, draft)?;
        let found = find(&head, key, draft)?;
        let states = self.states.get(key).filter(|it| it.len() == source.len() && it.len() == written.len());
        let (Some(found), Some(states)) = (found, states) else {
            units.iter().for_each(|(_, unit)| self.taken.refuse(&unit.id, "unknown"));
            return Ok(None);
        };
        let own = page::read(&found.entry);
        let places = places(Before { source: &source, written: &written, states }, &own);
        let mut contents = own.clone();
        let mut changed: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        for (index, unit) in units {
            let judged = place(&source, states, *index, unit).and_then(|index| {
                let text = accept(&source[index], &unit.target).map_err(Refusal::code)?;
                Ok((index, places[index].ok_or("page")?, text))
            });
            match judged {
                Err(reason) => self.taken.refuse(&unit.id, reason),
                Ok((_, at, _)) if changed.contains_key(&at) => self.taken.refuse(&unit.id, "doubled"),
                Ok((index, at, text)) if own[at] == text => match states[index].is_stale() {
                    true => self.decide(key, index),
                    false => self.taken.unchanged += 1,
                },
                Ok((index, at, text)) => {
                    contents[at] = text;
                    changed.insert(at, (index, &unit.id));
                }
            }
        }
        let (entry, unfit) = page::write_fitting(&found.entry, &own, &contents, |_| true);
        for (at, (index, id)) in changed {
            match unfit.contains(&at) {
                true => self.taken.refuse(id, "page"),
                false => self.decide(key, index),
            }
        }
        Ok(value(&found, &entry, draft))
    }

    fn decide(&mut self, key: &Key, index: usize) {
        self.taken.taken += 1;
        self.decided.entry(key.clone()).or_default().push(index);
    }
}

fn value(found: &Translatable, entry: &page::Entry, draft: &mut Draft<'_>) -> Option<Vec<u8>> {
    (found.entry != *entry).then(|| found.with(entry, draft))
}

/// Returns the index of the segment that a text is for: the one with its name, if that says what the text was written
/// for, else the only one of the entry that does.
fn place(source: &[Content], states: &[State], index: usize, unit: &Incoming) -> Result<usize, &'static str> {
    let is_same = |at: usize| states[at].origin != Origin::Fixed && source[at].marked_up() == unit.source;
    if index < source.len() && is_same(index) {
        return Ok(index);
    }
    let mut same = (0..source.len()).filter(|at| is_same(*at));
    match (same.next(), same.next()) {
        (Some(at), None) => Ok(at),
        (None, _) if index >= source.len() => Err("unknown"),
        _ => Err("source-changed"),
    }
}

/// Notes that people decided about segments.
fn settle(tx: &mut Write<'_>, of: &Translation, decided: &Decided) -> Result<(), Error> {
    for (key, indices) in decided {
        let Some(entry) = translations::entry(tx, of, key)? else { continue };
        let mut states = read_states(&entry)?;
        for index in indices {
            if let Some(state) = states.get_mut(*index) {
                *state = State::of_person(state.key);
            }
        }
        translations::put_entry(tx, &entry_of(of, key, &states)?)?;
    }
    Ok(())
}
