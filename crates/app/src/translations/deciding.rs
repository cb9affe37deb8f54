//! Decisions of people about a segment of a translation.
//!
//! A decision changes what is known of a segment, or the page of the translation as an edit does. Texts of people are never
//! replaced here by anything but another text of people, or, where somebody asks for it, by the next run.

use quire_content::hash::Hash;
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, TranslationId};
use quire_store::translation_memory as memory;
use quire_store::translations::{self, Translation};
use quire_translate::compose::{Before, Origin, State, places};
use quire_translate::entries::{find, texts};
use quire_translate::page;
use quire_translate::replies::accept;
use serde_json::json;

use super::places::Place;
use super::settings::translator;
use super::states::{entry_of, read_states};
use crate::App;
use crate::access::{self, ManageSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::commit::{Commit, Committed, Target, Way};
use crate::core::errors::Error;

const UNKNOWN: Error = Error::NotFound("segment of the translation");

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

impl App {
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
        let (of, place, states) = self.inner.db.read(|tx| {
            let of = access::translation::<ManageSpace>(tx, caller, organization, id)?.into_inner();
            let place = Place::of(name).ok_or(UNKNOWN)?;
            let entry = translations::entry(tx, &of, &place.entry)?.ok_or(UNKNOWN)?;
            Ok::<_, Error>((of, place, read_states(&entry)?))
        })?;
        let Decision::Edit(text) = decision else {
            return self.write(caller, |change| {
                access::translation::<ManageSpace>(change.tx, caller, organization, id)?;
                settle(change, &of, &place, decision)
            });
        };
        let commit = Commit::new(caller, of.result_space, Target::Main, Way::Import);
        let line = self.may_write(&commit)?;
        let compute = |map: Map, draft: &mut Draft<'_>| Ok((edited(&of, &place, (text, &states), map, draft)?, ()));
        let mut note = |change: &mut Change<'_, '_>, _: &Committed<()>| settle(change, &of, &place, decision);
        self.commit_with(&commit, line, compute, Some(&mut note)).map(drop)
    }
}

/// Returns the content of a translation in which one segment has another text.
fn edited(
    of: &Translation,
    place: &Place,
    (text, states): (&str, &[State]),
    map: Map,
    draft: &mut Draft<'_>,
) -> Result<Map, Error> {
    let source = texts(&Map::at(of.source_root), &place.entry, draft)?;
    let written = texts(&Map::at(of.written_root), &place.entry, draft)?;
    let known = source.get(place.index).filter(|_| source.len() == states.len() && written.len() == states.len());
    let content = accept(known.ok_or(UNKNOWN)?, text).map_err(|refusal| Error::Invalid(format!("text: {refusal}")))?;
    let moved = || Error::Conflict("the page was changed so that the segment can't be found in it".to_owned());
    let now = find(&map, &place.entry, draft)?.ok_or_else(moved)?;
    let mut contents = page::read(&now.entry);
    let before = Before { source: &source, written: &written, states };
    let at = places(before, &contents)[place.index].ok_or_else(moved)?;
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
            *state = State::of_person(state.key);
        }
        Decision::Retranslate => {
            if state.is_of_person() {
                let message = "the text is a person's, which no run replaces: delete or edit it in its page";
                return Err(Error::Conflict(message.to_owned()));
            }
            forget(change, of, state.key)?;
            *state = State::of(state.key, Origin::Source);
        }
    }
    translations::put_entry(change.tx, &entry_of(of, &place.entry, &states)?)?;
    let detail = json!({ "segment": place.name() });
    change.record(of.organization.0, EventKind::TranslationUpdated, of.id.0, &detail)
}

/// Forgets the reply of the translator for a text.
fn forget(change: &mut Change<'_, '_>, of: &Translation, key: Hash) -> Result<(), Error> {
    if let Some(settings) = translator(change.tx, of.organization)? {
        let name = quire_translate::memory::reply_key(key, &settings.translator.name());
        memory::delete(change.tx, of.organization, name)?;
    }
    Ok(())
}
