//! Runs of translations: what is due, what a run does, and what it leaves.
//!
//! A run is asked for in the row of the translation, at most one at a time. A process holds it for a while and says so
//! with each reply that it remembers; where it dies, another one takes over and finds these replies. The content changes
//! in one step at the end.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use quire_content::hash::Hash;
use quire_content::map::{Key, Map};
use quire_content::objects::Draft;
use quire_model::events::EventKind;
use quire_model::revisions::RevisionType;
use quire_model::time::Timestamp;
use quire_model::translations::{MemoryOrigin, RunStatus, TranslationStatus};
use quire_store::objects::Stored;
use quire_store::translation_memory::{self as memory, Remembered};
use quire_store::translations::{self, Translation};
use quire_store::{Read, Write};
use quire_translate::compose::State;
use quire_translate::segments::Content;
use quire_translate::space::{Composed, Inputs, affected, compose, visit};
use serde_json::json;

use super::asking::{Asked, Translators};
use super::holding::{LEASE, held, is_held};
use super::recall::{Recall, remembered};
use super::settings::Setup;
use super::states::{entry_of, read_states};
use crate::App;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Target, Way};
use crate::content::heads::{Head, head};
use crate::content::import_bases;
use crate::core::errors::Error;

/// The number of attempts while people change the translation.
const ATTEMPTS: usize = 5;

/// The end of a run.
enum Ended {
    /// The run did what it could, and noted it.
    Done,
    /// It could not be done, for the reason that is given.
    Failed(Asked),
}

impl Ended {
    fn failed(reason: impl Into<String>) -> Self {
        Self::Failed(Asked { reason: Some(reason.into()), ..Asked::default() })
    }
}

impl App {
    /// Returns true if a run of a translation is due. Finding none costs no write.
    pub fn has_due_translation(&self) -> Result<bool, Error> {
        let now = self.now();
        self.inner.db.read(|tx| Ok(due(tx, now)?.is_some()))
    }

    /// Runs a translation that is due; returns false if none is.
    pub fn run_due_translation(&self, translators: &dyn Translators) -> Result<bool, Error> {
        let Some(run) = self.begin_run()? else { return Ok(false) };
        let ended = match self.translate(&run, translators) {
            Ok(ended) => ended,
            // Another process may go on where this one stopped.
            Err(error @ (Error::Stopped | Error::Unavailable(_))) => return Err(error),
            Err(error) => {
                tracing::warn!(translation = %run.id, error = &error as &dyn std::error::Error, "a translation failed");
                Ended::failed("the server failed: see its log")
            }
        };
        if let Ended::Failed(asked) = ended {
            self.write(&Caller::operator(), |change| {
                let found = translations::get(change.tx, run.organization, run.id)?;
                let Some(found) = found.filter(|found| is_held(found, &run)) else { return Ok(()) };
                let after = finished(found, self.now(), &asked, None);
                translations::update(change.tx, &after)?;
                record_run(change, &after)
            })?;
        }
        Ok(true)
    }

    fn begin_run(&self) -> Result<Option<Translation>, Error> {
        if !self.has_due_translation()? {
            return Ok(None);
        }
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let Some(due) = due(change.tx, now)? else { return Ok(None) };
            let begun = Translation { held_until: Some(now.plus(LEASE)), ..begun(due, now) };
            translations::update(change.tx, &begun)?;
            Ok(Some(begun))
        })
    }

    fn translate(&self, run: &Translation, translators: &dyn Translators) -> Result<Ended, Error> {
        let mut asked = Asked::default();
        for _ in 0..ATTEMPTS {
            let (source, result) = match self.both_heads(run)? {
                Ok(both) => both,
                Err(reason) => return Ok(Ended::failed(reason)),
            };
            let setup = self.translation_setup(run)?;
            let inputs = self.inputs(run, &source, &result)?;
            let at = Map::at(result.revision.root);
            let known = self.known(run, &setup, &inputs, at)?;
            let unknown = self.unknown(run, &setup, &inputs, at, &known)?;
            let now = self.ask_translator(run, &setup, &unknown, translators)?;
            asked = asked.and(now);
            if let Some(refusals) = asked.refusals().filter(|_| asked.taken == 0) {
                // The next run takes the source's texts for them, so that people can write what is missing.
                let reason = format!("{refusals}: nothing was published");
                return Ok(Ended::Failed(Asked { reason: Some(reason), ..asked }));
            }
            let known = match unknown.is_empty() {
                true => known,
                false => self.known(run, &setup, &inputs, at)?,
            };
            match self.land_run(run, &setup, &inputs, &result, &known, &asked) {
                // People changed the translation meanwhile, or deleted its space, which the next attempt finds.
                Err(Error::Precondition(_) | Error::NotFound(_)) => {}
                landed => return landed.map(|()| Ended::Done),
            }
        }
        Ok(Ended::failed("people keep changing the translation: run it again"))
    }

    /// Returns the source and the result of a translation, or the reason why it can't run.
    pub(super) fn both_heads(&self, run: &Translation) -> Result<Result<(Head, Head), String>, Error> {
        self.inner.db.read(|tx| {
            let there = |found: Result<Head, Error>| match found {
                Ok(head) if head.space.deleted_at.is_none() && head.space.organization == run.organization => {
                    Ok(Some(head))
                }
                Ok(_) | Err(Error::NotFound(_)) => Ok(None),
                Err(error) => Err(error),
            };
            let Some(source) = there(head(tx, run.source_space))? else {
                return Ok(Err("the source space is deleted".to_owned()));
            };
            let Some(result) = there(head(tx, run.result_space))? else {
                return Ok(Err("the space of the translation is deleted".to_owned()));
            };
            Ok(Ok((source, result)))
        })
    }

    pub(super) fn inputs(&self, run: &Translation, source: &Head, result: &Head) -> Result<Inputs, Error> {
        let (source_before, written_before) = (Map::at(run.source_root), Map::at(run.written_root));
        let (source, head) = (Map::at(source.revision.root), Map::at(result.revision.root));
        self.inner.db.read(|tx| {
            let again = if run.is_planned { Some(translations::untranslated(tx, run)?) } else { None };
            let keys = {
                let stored = Stored::new(tx, run.organization, &self.inner.caches.content.objects);
                affected((&source, &source_before), (&head, &written_before), again, &stored)?
            };
            let states = states_of(tx, run, &keys)?;
            Ok(Inputs { source, source_before, written_before, keys, states, now: self.now().0 })
        })
    }

    /// Computes a translation without an effect, and returns the texts of which nothing is known.
    pub(super) fn unknown(
        &self,
        run: &Translation,
        setup: &Setup,
        inputs: &Inputs,
        at: Map,
        known: &HashMap<Hash, Remembered>,
    ) -> Result<BTreeMap<Hash, Content>, Error> {
        self.read_texts(|tx, watch| {
            let stored = Stored::new(tx, run.organization, &self.inner.caches.content.objects);
            let watched = watch.over(&stored);
            let mut draft = Draft::new(&watched);
            let mut recall = Recall::new(run, &setup.glossary, known);
            visit(inputs, at, &mut recall, &mut draft)?;
            Ok(recall.unknown)
        })
    }

    /// Returns what is remembered of the texts that a run comes to.
    pub(super) fn known(
        &self,
        run: &Translation,
        setup: &Setup,
        inputs: &Inputs,
        at: Map,
    ) -> Result<HashMap<Hash, Remembered>, Error> {
        let nothing = HashMap::new();
        let asked = self.unknown(run, setup, inputs, at, &nothing)?;
        let translator = setup.translator.as_ref().map(|it| &it.translator);
        self.inner.db.read(|tx| remembered(tx, run, translator, asked.keys()))
    }

    /// Changes the content of the translation, and notes what is known of it, in one transaction.
    fn land_run(
        &self,
        run: &Translation,
        setup: &Setup,
        inputs: &Inputs,
        result: &Head,
        known: &HashMap<Hash, Remembered>,
        asked: &Asked,
    ) -> Result<(), Error> {
        let operator = Caller::operator();
        let commit = Commit {
            expected: Some(result.revision.id),
            kind: RevisionType::Computed,
            ..Commit::new(&operator, run.result_space, Target::Main, Way::Import)
        };
        let line = self.may_write(&commit)?;
        let branch = line.branch();
        let compute = |head: Map, draft: &mut Draft<'_>| {
            let mut recall = Recall::new(run, &setup.glossary, known);
            Ok(compose(inputs, head, &mut recall, draft)?)
        };
        let mut note = |change: &mut Change<'_, '_>, committed: &Committed<Composed>| {
            let found = held(change.tx, run)?;
            let now = self.now();
            let composed = &committed.outcome;
            note_entries(change.tx, run, composed)?;
            let to_review = translations::to_review(change.tx, run)?;
            learn(change.tx, run, composed, now)?;
            if composed.changed > 0 {
                // What a machine wrote is what an import of the translated files changes; what people wrote stays theirs.
                import_bases::put(change.tx, branch, committed.revision, composed.written)?;
            }
            let after = Translation {
                source_root: inputs.source.root(),
                written_root: composed.written.root(),
                is_planned: true,
                ..finished(found, now, asked, Some((composed, to_review)))
            };
            translations::update(change.tx, &after)?;
            record_run(change, &after)
        };
        self.commit_with(&commit, line, compute, Some(&mut note)).map(drop)
    }
}

/// Returns a translation whose run is due: one that was asked for, else one that begins by itself.
fn due(tx: &mut Read<'_>, now: Timestamp) -> Result<Option<Translation>, Error> {
    match translations::due(tx, now)? {
        None => Ok(translations::due_by_itself(tx, now)?),
        asked => Ok(asked),
    }
}

/// Returns the row of a run that begins, or that goes on after the process that worked on it ended.
fn begun(due: Translation, now: Timestamp) -> Translation {
    let state = TranslationStatus::Running;
    if due.state == state {
        // The answer of the last request may have been paid for: its texts are sent again.
        return Translation { sent_again: due.sent_again + due.unanswered, unanswered: 0, ..due };
    }
    Translation {
        state,
        requested_at: due.requested_at.or(Some(now)),
        began_at: Some(now),
        latest_words: 0,
        run_characters: 0,
        unanswered: 0,
        sent_again: 0,
        ..due
    }
}

/// Returns the row of a run that ended. `composed` is the translation that it came to, and the number of segments in it that
/// a person should look at.
fn finished(found: Translation, now: Timestamp, asked: &Asked, composed: Option<(&Composed, u64)>) -> Translation {
    let took = found.began_at.map_or(0, |began| (now.0 - began.0).max(0));
    let pages = composed.map_or(0, |(it, _)| it.changed);
    let refusals = || asked.refusals().or_else(|| composed.and_then(|(it, count)| to_look_at(it, count)));
    let behind = composed.and_then(|(it, _)| behind(it));
    let to_review: Vec<String> = [behind, refusals()].into_iter().flatten().collect();
    let (status, reason) = match &asked.reason {
        Some(reason) => (RunStatus::Failed, Some(reason.clone())),
        None if to_review.is_empty() => (RunStatus::Completed, None),
        None => (RunStatus::NeedsReview, Some(to_review.join("; "))),
    };
    Translation {
        state: TranslationStatus::Completed,
        requested_at: None,
        held_until: None,
        updated_at: now,
        runs: found.runs + 1,
        total_pages: found.total_pages + pages,
        total_duration: found.total_duration + took,
        unanswered: 0,
        latest_pages: pages,
        latest_duration: took,
        last_status: Some(status),
        last_reason: reason,
        last_at: Some(now),
        ..found
    }
}

/// The maximum number of pages that a reason names.
const MOST_NAMED: usize = 10;

/// Returns a sentence about the pages that could not be brought up to date as a whole; `None` if all could.
fn behind(composed: &Composed) -> Option<String> {
    let all = &composed.behind;
    let named: Vec<String> = all.values().take(MOST_NAMED).map(|title| format!("“{title}”")).collect();
    let more = if all.len() > MOST_NAMED { format!(" and {} more", all.len() - MOST_NAMED) } else { String::new() };
    let named = named.join(", ");
    (!all.is_empty())
        .then(|| format!("a person should look at {named}{more}: not all that is new in their source fits in"))
}

/// Returns a sentence about texts that nobody translated as replies were refused, now or before; `None` if there are none.
/// Those of pages that are named are not counted.
fn to_look_at(composed: &Composed, to_review: u64) -> Option<String> {
    let behind = |key| composed.behind.contains_key(key);
    let states = composed.states.iter().filter(|(key, _)| behind(key)).flat_map(|(_, states)| states);
    let named = states.filter(|state| state.needs_review()).count() as u64;
    let count = to_review.saturating_sub(named);
    (count > 0).then(|| format!("a person should look at {count} texts whose replies were refused"))
}

fn record_run(change: &mut Change<'_, '_>, of: &Translation) -> Result<(), Error> {
    let detail = json!({ "status": of.last_status.map(RunStatus::as_str), "words": of.latest_words });
    change.record(of.organization.0, EventKind::TranslationRun, of.id.0, &detail)
}

fn states_of(tx: &mut Read<'_>, of: &Translation, keys: &BTreeSet<Key>) -> Result<HashMap<Key, Vec<State>>, Error> {
    let mut states = HashMap::new();
    for key in keys {
        if let Some(entry) = translations::entry(tx, of, key)? {
            states.insert(key.clone(), read_states(&entry)?);
        }
    }
    Ok(states)
}

fn note_entries(tx: &mut Write<'_>, of: &Translation, composed: &Composed) -> Result<(), Error> {
    for (key, states) in &composed.states {
        translations::put_entry(tx, &entry_of(of, key, states)?)?;
    }
    for key in &composed.gone {
        translations::delete_entry(tx, of, key)?;
    }
    Ok(())
}

/// Remembers texts that people wrote.
fn learn(tx: &mut Write<'_>, of: &Translation, composed: &Composed, now: Timestamp) -> Result<(), Error> {
    for (text_name, source, text) in &composed.learned {
        let remembered = Remembered {
            organization: of.organization,
            name: quire_translate::memory::reply_key(*text_name, &format!("person in {}", of.result_space)),
            language: of.language,
            source: source.clone(),
            text: Some(text.clone()),
            origin: MemoryOrigin::Human,
            refusal: None,
            translator: String::new(),
            created_at: now,
            translation: Some(of.id),
            text_name: Some(*text_name),
            source_space: Some(of.source_space),
            result_space: Some(of.result_space),
        };
        memory::put(tx, &remembered)?;
    }
    Ok(())
}
