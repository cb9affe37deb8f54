//! The glossary of an organization: entries that have a term in each of several languages.
//!
//! A translation gets the terms in its two languages. All changes of a call are made, or none.

use std::collections::{BTreeMap, HashSet};

use quire_content::id::Uid;
use quire_model::events::EventKind;
use quire_model::ids::{GlossaryEntryId, OrganizationId};
use quire_model::language::Language;
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;
use quire_store::{Read, translation_settings as settings, translations};
use quire_translate::glossary::Term;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::App;
use crate::access::{self, CreateContent, ListPeople};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The maximum number of entries of a glossary.
const MOST_ENTRIES: usize = 2_000;
/// The maximum length of a term in characters.
const MOST_TERM: usize = 100;

/// An entry of a glossary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GlossaryEntry {
    /// The identifier of the entry.
    #[serde(with = "identifier")]
    pub id: GlossaryEntryId,
    /// The term in each language.
    pub terms: BTreeMap<Language, String>,
    /// True if only the same case counts.
    pub is_case_sensitive: bool,
    /// True if the term never leaves the server: it stands in translations as it stands in the source.
    pub is_kept: bool,
    /// The time of creation, in milliseconds since 1970.
    #[serde(with = "milliseconds")]
    pub created_at: Timestamp,
    /// The time of the last change, in milliseconds since 1970.
    #[serde(with = "milliseconds")]
    pub updated_at: Timestamp,
}

/// The changeable parts of an entry of a glossary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryFields {
    /// The term in each language.
    pub terms: BTreeMap<Language, String>,
    /// True if only the same case counts; `None` to leave that as it is.
    pub is_case_sensitive: Option<bool>,
    /// True if the term never leaves the server; `None` to leave that as it is.
    pub is_kept: Option<bool>,
}

/// A change of a glossary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GlossaryChange {
    /// Adds an entry, or changes the one that has the same terms.
    Insert(EntryFields),
    /// Changes an entry.
    Update(GlossaryEntryId, EntryFields),
    /// Removes an entry; does nothing if there is none.
    Delete(GlossaryEntryId),
}

/// Returns the entries of a glossary, oldest first.
pub(super) fn entries(tx: &mut Read<'_>, organization: OrganizationId) -> Result<Vec<GlossaryEntry>, Error> {
    let found = settings::get(tx, organization)?.glossary;
    serde_json::from_str(&found).map_err(|error| Error::internal("reading a glossary", error))
}

/// Returns the terms of entries in two languages. Of entries that have the same term in the first one, the newest counts. A
/// term that is not translated counts whatever the languages are, as it stands in the first one or, without that, in any.
pub(super) fn terms(entries: &[GlossaryEntry], from: Language, to: Language) -> Vec<Term> {
    let mut seen = HashSet::new();
    let mut terms = Vec::new();
    for entry in entries.iter().rev() {
        let own = entry.terms.get(&from);
        let (source, target) = match entry.is_kept {
            true => (own.or_else(|| entry.terms.values().next()), own.or_else(|| entry.terms.values().next())),
            false => (own, entry.terms.get(&to)),
        };
        let Some((source, target)) = source.zip(target) else { continue };
        if seen.insert(source) {
            let (is_case_sensitive, is_kept) = (entry.is_case_sensitive, entry.is_kept);
            terms.push(Term { source: source.clone(), target: target.clone(), is_case_sensitive, is_kept });
        }
    }
    // The order is a part of the names of texts.
    terms.sort_by(|a, b| a.source.cmp(&b.source));
    terms
}

impl App {
    /// Lists the entries of the glossary of an organization, oldest first.
    pub fn list_glossary_entries(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        paging: &Paging,
    ) -> Result<Listing<GlossaryEntry>, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ListPeople>(tx, caller, organization)?;
            let all = entries(tx, organization)?;
            Ok(Listing::slice(&all, paging, Order::Ascending, |it: &GlossaryEntry| it.id.0))
        })
    }

    /// Returns an entry of the glossary of an organization.
    pub fn get_glossary_entry(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        id: GlossaryEntryId,
    ) -> Result<GlossaryEntry, Error> {
        self.inner.db.read(|tx| {
            access::organization::<ListPeople>(tx, caller, organization)?;
            let found = entries(tx, organization)?.into_iter().find(|it| it.id == id);
            found.ok_or(Error::NotFound("entry of the glossary"))
        })
    }

    /// Changes the glossary of an organization, all or nothing. The next run of its translations looks at all texts, and
    /// sends those again that have a changed term.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a term that is empty or too long, an entry that is not there, and one too many.
    pub fn update_glossary(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        changes: &[GlossaryChange],
    ) -> Result<(), Error> {
        let now = self.now();
        let ids: Vec<Uid> = changes.iter().map(|_| self.fresh_id()).collect();
        self.write(caller, |change| {
            access::organization::<CreateContent>(change.tx, caller, organization)?;
            let before = entries(change.tx, organization)?;
            let mut after = before.clone();
            for (at, (it, id)) in changes.iter().zip(&ids).enumerate() {
                let applied = apply(&mut after, it, GlossaryEntryId(*id), now);
                applied.map_err(|message| Error::Invalid(format!("operations[{at}]{message}")))?;
            }
            if after == before {
                return Ok(());
            }
            let glossary = serde_json::to_string(&after);
            let glossary = glossary.map_err(|error| Error::internal("writing a glossary", error))?;
            let row = settings::get(change.tx, organization)?;
            settings::put(change.tx, &settings::TranslationSettings { glossary, ..row })?;
            translations::replan(change.tx, organization)?;
            let detail = json!({ "entries": after.len() });
            change.record(organization.0, EventKind::TranslationUpdated, organization.0, &detail)
        })
    }
}

/// Makes a change. An error goes on where the name of the change ends.
fn apply(
    entries: &mut Vec<GlossaryEntry>,
    change: &GlossaryChange,
    id: GlossaryEntryId,
    now: Timestamp,
) -> Result<(), String> {
    match change {
        GlossaryChange::Insert(fields) => {
            let terms = clean(&fields.terms)?;
            if let Some(same) = entries.iter_mut().find(|it| it.terms == terms) {
                set(same, terms, fields, now);
                return Ok(());
            }
            if entries.len() >= MOST_ENTRIES {
                return Err(format!(": the glossary has {MOST_ENTRIES} entries already"));
            }
            let (is_case_sensitive, is_kept) =
                (fields.is_case_sensitive.unwrap_or_default(), fields.is_kept.unwrap_or_default());
            entries.push(GlossaryEntry { id, terms, is_case_sensitive, is_kept, created_at: now, updated_at: now });
        }
        GlossaryChange::Update(known, fields) => {
            let terms = clean(&fields.terms)?;
            let entry = entries.iter_mut().find(|it| it.id == *known);
            set(entry.ok_or(".id: there is no such entry in the glossary")?, terms, fields, now);
        }
        GlossaryChange::Delete(known) => entries.retain(|it| it.id != *known),
    }
    Ok(())
}

fn set(entry: &mut GlossaryEntry, terms: BTreeMap<Language, String>, fields: &EntryFields, now: Timestamp) {
    let after = GlossaryEntry {
        terms,
        is_case_sensitive: fields.is_case_sensitive.unwrap_or(entry.is_case_sensitive),
        is_kept: fields.is_kept.unwrap_or(entry.is_kept),
        ..entry.clone()
    };
    if *entry != after {
        *entry = GlossaryEntry { updated_at: now, ..after };
    }
}

/// Returns terms without blanks around them.
fn clean(terms: &BTreeMap<Language, String>) -> Result<BTreeMap<Language, String>, String> {
    if terms.is_empty() {
        return Err(".translations: must have a term in at least one language".to_owned());
    }
    let cleaned = terms.iter().map(|(language, term)| {
        let trimmed = term.trim();
        match trimmed.chars().count() {
            1..=MOST_TERM if !trimmed.chars().any(char::is_control) => Ok((*language, trimmed.to_owned())),
            _ => {
                let language = language.as_str();
                Err(format!(".translations.{language}: must have 1 to {MOST_TERM} characters on one line"))
            }
        }
    });
    cleaned.collect()
}

mod identifier {
    //! Identifiers of entries as texts.

    use quire_model::ids::GlossaryEntryId;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(id: &GlossaryEntryId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(id)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GlossaryEntryId, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

mod milliseconds {
    //! Times as numbers.

    use quire_model::time::Timestamp;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(at.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        i64::deserialize(deserializer).map(Timestamp)
    }
}
