//! Translations of spaces: what is translated to which language, and asking for a run.
//!
//! The result of a translation is a space of its own, made as a copy of the source. A run brings it up to date; whatever
//! people write in it stays. Deleting a translation leaves its space, with what people wrote, as any other space.

mod asking;
pub mod deciding;
pub mod estimates;
pub mod exchange;
pub mod glossary;
mod holding;
mod ledger;
mod places;
mod recall;
mod runs;
pub mod segments;
pub mod settings;
mod states;

pub use asking::{NoReply, Translators};
pub use places::SegmentKind;
pub use quire_translate::providers::Request;

use quire_model::events::EventKind;
use quire_model::ids::{OrganizationId, RevisionId, SpaceId, TranslationId};
use quire_model::language::Language;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::patch::Patch;
use quire_model::translations::TranslationStatus;
use quire_store::spaces::Space;
pub use quire_store::translations::Translation;
use quire_store::{Read, revisions, spaces as stored_spaces, translations};
use serde_json::json;

use crate::App;
use crate::access::{self, CreateContent, ManageSpace, Proof, ViewOrganization, ViewSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::content::heads::main_head;
use crate::core::errors::Error;
use crate::spaces::insert_copy;

/// The maximum number of translations of an organization.
const MOST_TRANSLATIONS: u64 = 1_000;
/// The maximum length of instructions in characters of Markdown.
const MOST_INSTRUCTIONS: usize = 5_000;
/// The maximum quiet time before a run begins by itself, in minutes: a week.
const MOST_QUIET_MINUTES: u32 = 7 * 24 * 60;
/// The maximum number of translations of translations.
const MOST_STEPS: usize = 10;

/// A translation as one caller sees it, with the head of its space.
pub struct ShownTranslation {
    /// The translation with the proof.
    pub translation: Proof<Translation, ViewSpace>,
    /// The revision that its space is at; `None` if the space is deleted.
    pub revision: Option<RevisionId>,
}

/// A translation to create.
#[derive(Debug, Clone)]
pub struct NewTranslation {
    /// The space to translate.
    pub source: SpaceId,
    /// The language of that space; that of its settings if `None`.
    pub source_language: Option<Language>,
    /// The language to translate it to.
    pub language: Language,
    /// The instructions for translators, in Markdown.
    pub instructions: String,
    /// The minutes for which the source must not have changed before a run begins by itself; `None` if none does.
    pub quiet_minutes: Option<u32>,
}

/// Changes of the settings of a translation.
#[derive(Debug, Clone)]
pub struct TranslationChanges {
    /// The instructions for translators, in Markdown; `None` to keep them.
    pub instructions: Option<String>,
    /// The minutes for which the source must not have changed before a run begins by itself; cleared if none does.
    pub quiet_minutes: Patch<u32>,
}

impl App {
    /// Lists the translations of an organization whose spaces the caller may see, oldest first.
    pub fn list_translations(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<ShownTranslation>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ViewOrganization>(tx, caller, organization)?;
            let mut seen = Vec::new();
            for found in translations::of_org(tx, organization)? {
                match access::on_translation::<ViewSpace>(tx, caller, found.clone()) {
                    Ok(_) => seen.push(found),
                    Err(Error::NotFound(_)) => {}
                    Err(error) => return Err(error),
                }
            }
            let page = Listing::slice(&seen, paging, Order::Ascending, |it: &Translation| it.id.0);
            page.try_map(|found| {
                let translation = access::on_translation(tx, caller, found)?;
                show(tx, translation)
            })
        })
    }

    /// Returns a translation.
    pub fn get_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
    ) -> Result<ShownTranslation, Error> {
        self.inner.db.read(|tx| {
            let translation = access::translation(tx, caller, organization, id)?;
            show(tx, translation)
        })
    }

    /// Creates a translation with its space, and asks for its first run.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a language that is that of the source or of what the source is a translation of;
    /// [`Error::Conflict`] if the space is translated to the language already.
    pub fn create_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        new: &NewTranslation,
    ) -> Result<ShownTranslation, Error> {
        check_instructions(&new.instructions)?;
        check_quiet(new.quiet_minutes)?;
        let now = self.now();
        let id = TranslationId(self.fresh_id());
        let (space, first) = (SpaceId(self.fresh_id()), RevisionId(self.fresh_id()));
        self.write(caller, |change| {
            access::organization::<CreateContent>(change.tx, caller, organization)?;
            let source = match access::space::<ViewSpace>(change.tx, caller, new.source) {
                Ok(source) if source.organization == organization => source.into_inner(),
                Ok(_) | Err(Error::NotFound(_)) => {
                    let message = "source.space: there is no such space in this organization";
                    return Err(Error::Missing(message.to_owned()));
                }
                Err(error) => return Err(error),
            };
            let source_language = language_of(&source, new)?;
            check_languages(change.tx, &source, source_language, new.language)?;
            if translations::count(change.tx, organization)? >= MOST_TRANSLATIONS {
                return Err(Error::Conflict(format!("the organization has {MOST_TRANSLATIONS} translations already")));
            }
            let of = source.id;
            let root = revisions::root_of_main(change.tx, organization, of)?.ok_or(Error::NotFound("space"))?.root;
            let made = Space {
                id: space,
                title: title(&source.title, new.language),
                language: Some(new.language),
                created_at: now,
                updated_at: now,
                git_sync: None,
                ..source
            };
            let made = insert_copy(change, caller, of, made, first)?;
            let translation = Translation {
                organization,
                id,
                source_space: of,
                source_language,
                language: new.language,
                result_space: made.id,
                instructions: new.instructions.clone(),
                created_at: now,
                updated_at: now,
                state: TranslationStatus::Pending,
                requested_at: Some(now),
                held_until: None,
                source_root: root,
                written_root: root,
                is_planned: false,
                runs: 0,
                total_words: 0,
                total_pages: 0,
                total_duration: 0,
                latest_words: 0,
                latest_pages: 0,
                latest_duration: 0,
                last_status: None,
                last_reason: None,
                last_at: None,
                quiet_minutes: new.quiet_minutes.map(i64::from),
                began_at: None,
                run_characters: 0,
                unanswered: 0,
                sent_again: 0,
            };
            translations::insert(change.tx, &translation)?;
            let detail = json!({ "source": of.to_string(), "language": new.language, "space": made.id.to_string() });
            change.record(organization.0, EventKind::TranslationCreated, id.0, &detail)?;
            let shown = access::translation(change.tx, caller, organization, id)?;
            show(change.tx, shown)
        })
    }

    /// Changes the settings of a translation. Instructions count for what is translated from then on.
    pub fn update_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
        changes: &TranslationChanges,
    ) -> Result<ShownTranslation, Error> {
        check_instructions(changes.instructions.as_deref().unwrap_or_default())?;
        check_quiet(changes.quiet_minutes.value())?;
        let now = self.now();
        self.write(caller, |change| {
            let before = access::translation::<ManageSpace>(change.tx, caller, organization, id)?.into_inner();
            let instructions = changes.instructions.as_ref().unwrap_or(&before.instructions);
            let quiet_minutes = changes.quiet_minutes.map(i64::from).after(before.quiet_minutes);
            if quiet_minutes.is_some() && quiet_minutes != before.quiet_minutes {
                check_source(change.tx, caller, &before)?;
            }
            if (instructions, quiet_minutes) != (&before.instructions, before.quiet_minutes) {
                let instructions = instructions.clone();
                let after = Translation { instructions, quiet_minutes, updated_at: now, ..before };
                translations::update(change.tx, &after)?;
                change.record(organization.0, EventKind::TranslationUpdated, id.0, &json!({}))?;
            }
            let shown = access::translation(change.tx, caller, organization, id)?;
            show(change.tx, shown)
        })
    }

    /// Deletes a translation; its space stays. Does nothing if there is none.
    pub fn delete_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
    ) -> Result<(), Error> {
        self.write(caller, |change| {
            let found = match access::translation::<ManageSpace>(change.tx, caller, organization, id) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            translations::delete(change.tx, organization, id)?;
            crate::content::superseding::collect_later(change.tx, organization, self.now())?;
            let detail = json!({ "space": found.result_space.to_string() });
            change.record(organization.0, EventKind::TranslationDeleted, id.0, &detail)
        })
    }

    /// Asks for a run of a translation.
    ///
    /// # Errors
    /// [`Error::Conflict`] if one is asked for or in progress, or a space of it is deleted.
    pub fn run_translation(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: TranslationId,
    ) -> Result<(), Error> {
        let now = self.now();
        self.write(caller, |change| {
            let found = access::translation::<ManageSpace>(change.tx, caller, organization, id)?.into_inner();
            if found.state != TranslationStatus::Completed {
                let message =
                    "a run of the translation is asked for already, or in progress: wait until it is completed";
                return Err(Error::Conflict(message.to_owned()));
            }
            for (space, name) in [(found.source_space, "source"), (found.result_space, "result")] {
                let space = stored_spaces::get(change.tx, space)?;
                if space.is_none_or(|space| space.deleted_at.is_some()) {
                    return Err(Error::Conflict(format!("the {name} space of the translation is deleted")));
                }
            }
            check_source(change.tx, caller, &found)?;
            request(change, found, now)?;
            change.record(organization.0, EventKind::TranslationRequested, id.0, &json!({}))
        })
    }
}

/// Returns an error unless the caller may read the source of a translation, or manages it while it is deleted: runs, lists and
/// files have its texts.
fn check_source(tx: &mut Read<'_>, caller: &Caller, of: &Translation) -> Result<(), Error> {
    let found = match access::space::<ViewSpace>(tx, caller, of.source_space) {
        Err(Error::NotFound(_)) => access::space_or_deleted(tx, caller, of.source_space).map(drop),
        found => found.map(drop),
    };
    match found {
        Err(Error::NotFound(_) | Error::Forbidden(_)) => {
            let message = "this has texts of the translation's source: it takes the permission to read that space";
            Err(Error::Forbidden(message.to_owned()))
        }
        found => found,
    }
}

fn request(change: &mut Change<'_, '_>, found: Translation, now: quire_model::time::Timestamp) -> Result<(), Error> {
    let asked = Translation { state: TranslationStatus::Pending, requested_at: Some(now), held_until: None, ..found };
    Ok(translations::update(change.tx, &asked)?)
}

fn show(tx: &mut Read<'_>, translation: Proof<Translation, ViewSpace>) -> Result<ShownTranslation, Error> {
    let space = stored_spaces::get(tx, translation.result_space)?.filter(|space| space.deleted_at.is_none());
    let revision = space.map(|space| main_head(tx, &space)).transpose()?;
    Ok(ShownTranslation { translation, revision })
}

fn check_instructions(text: &str) -> Result<(), Error> {
    if text.chars().count() > MOST_INSTRUCTIONS {
        return Err(Error::Invalid(format!(
            "instructions: must have at most {MOST_INSTRUCTIONS} characters as Markdown"
        )));
    }
    Ok(())
}

fn check_quiet(minutes: Option<u32>) -> Result<(), Error> {
    match minutes {
        Some(minutes) if !(1..=MOST_QUIET_MINUTES).contains(&minutes) => {
            Err(Error::Invalid(format!("automatic.quietMinutes: must be 1 to {MOST_QUIET_MINUTES}")))
        }
        _ => Ok(()),
    }
}

/// Returns the language of the source: what the call says, unless the space says otherwise.
fn language_of(source: &Space, new: &NewTranslation) -> Result<Language, Error> {
    match (new.source_language, source.language) {
        (Some(given), Some(own)) if given != own => {
            let message = format!("source.language: the language of the space is `{}`", own.as_str());
            Err(Error::Invalid(message))
        }
        (Some(given), _) => Ok(given),
        (None, Some(own)) => Ok(own),
        (None, None) => {
            Err(Error::Invalid("source.language: is needed, as the space has no language of its own".to_owned()))
        }
    }
}

fn check_languages(tx: &mut Read<'_>, source: &Space, from: Language, to: Language) -> Result<(), Error> {
    if from == to {
        return Err(Error::Invalid("language: must not be the language of the source".to_owned()));
    }
    if translations::by_source(tx, source.organization, source.id, to)?.is_some() {
        return Err(Error::Conflict(format!("language: the space is translated to `{}` already", to.as_str())));
    }
    let mut space = source.id;
    for _ in 0..MOST_STEPS {
        let Some(above) = translations::by_result(tx, source.organization, space)? else { return Ok(()) };
        if above.source_language == to {
            let message = "language: the source is itself a translation from this language";
            return Err(Error::Invalid(message.to_owned()));
        }
        space = above.source_space;
    }
    Err(Error::Invalid(format!("source.space: is a translation of a translation more than {MOST_STEPS} times")))
}

/// Returns the title of a translated space until somebody gives it another one.
fn title(source: &str, language: Language) -> String {
    let suffix = format!(" ({})", language.as_str());
    let head: String = source.chars().take(50 - suffix.chars().count()).collect();
    format!("{head}{suffix}")
}
