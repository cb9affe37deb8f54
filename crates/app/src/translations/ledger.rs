//! The ledger of a run: what it sends is counted before it is sent, and what is answered is stored before more is sent.
//!
//! So a process that is killed leaves at most one request that is paid for and has no stored answer, the row of the
//! translation says so, and the bounds of what may be sent hold whatever happens.

use quire_content::hash::Hash;
use quire_model::time::Timestamp;
use quire_model::translations::MemoryOrigin;
use quire_store::translation_memory::{self as memory, Remembered};
use quire_store::translation_settings as settings;
use quire_store::translations::Translation;
use quire_translate::memory::reply_key;
use quire_translate::segments::count_words;

use super::holding::{held, hold_on};
use super::settings::{TranslatorSettings, translator};
use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The amount of texts of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    texts: i64,
    words: i64,
    characters: i64,
}

impl Amount {
    /// Returns the amount of texts with placeholders.
    pub(super) fn of(texts: &[&str]) -> Self {
        let characters: usize = texts.iter().map(|text| text.chars().count()).sum();
        Self {
            texts: i64::try_from(texts.len()).unwrap_or(i64::MAX),
            words: texts.iter().map(|text| count_words(text)).sum::<u64>().cast_signed(),
            characters: i64::try_from(characters).unwrap_or(i64::MAX),
        }
    }
}

/// A reply to a text: its name, the text with placeholders, and what is taken or the reason why nothing is.
pub(super) type Reply<'a> = (Hash, &'a str, Result<String, String>);

impl App {
    /// Counts a request that is about to be sent, and holds the run. Returns the reason if it must not be sent.
    pub(super) fn enter_request(
        &self,
        run: &Translation,
        asked: &TranslatorSettings,
        amount: Amount,
    ) -> Result<Option<&'static str>, Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let row = held(change.tx, run)?;
            if translator(change.tx, run.organization)?.as_ref() != Some(asked) {
                return Ok(Some("the translator of the organization was changed"));
            }
            let over = |most: Option<u64>, sent: i64| {
                most.is_some_and(|most| sent.saturating_add(amount.characters).unsigned_abs() > most)
            };
            if over(asked.run_characters, row.run_characters) {
                return Ok(Some("the bound of characters for a run is reached"));
            }
            let before = settings::get(change.tx, run.organization)?;
            let month = month(now);
            let spent = if before.month == month { before.characters } else { 0 };
            if over(asked.monthly_characters, spent) {
                return Ok(Some("the bound of characters for a month is reached"));
            }
            let characters = spent.saturating_add(amount.characters);
            settings::put(change.tx, &settings::TranslationSettings { month, characters, ..before })?;
            let row = Translation { unanswered: amount.texts, ..counted(row, amount, 1) };
            hold_on(change.tx, row, now)?;
            Ok(None)
        })
    }

    /// Notes that a request was refused by its translator, which did nothing for it: it no longer counts.
    pub(super) fn strike_request(&self, run: &Translation, amount: Amount) -> Result<(), Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let row = held(change.tx, run)?;
            let before = settings::get(change.tx, run.organization)?;
            if before.month == month(now) {
                let characters = before.characters.saturating_sub(amount.characters).max(0);
                settings::put(change.tx, &settings::TranslationSettings { characters, ..before })?;
            }
            hold_on(change.tx, Translation { unanswered: 0, ..counted(row, amount, -1) }, now)
        })
    }

    /// Remembers replies, and that the request was answered.
    pub(super) fn store_replies(&self, run: &Translation, name: &str, replies: &[Reply<'_>]) -> Result<(), Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            let row = held(change.tx, run)?;
            for (text_name, source, reply) in replies {
                let remembered = Remembered {
                    organization: run.organization,
                    name: reply_key(*text_name, name),
                    language: run.language,
                    source: (*source).to_owned(),
                    text: reply.as_ref().ok().cloned(),
                    origin: MemoryOrigin::Machine,
                    refusal: reply.as_ref().err().cloned(),
                    translator: name.to_owned(),
                    created_at: now,
                    translation: Some(run.id),
                    text_name: None,
                    source_space: None,
                    result_space: None,
                };
                memory::put(change.tx, &remembered)?;
            }
            hold_on(change.tx, Translation { unanswered: 0, ..row }, now)
        })
    }
}

/// Returns the row of a run with an amount added `times` times, which may be -1.
fn counted(row: Translation, amount: Amount, times: i64) -> Translation {
    Translation {
        latest_words: row.latest_words + amount.words * times,
        total_words: row.total_words + amount.words * times,
        run_characters: row.run_characters + amount.characters * times,
        ..row
    }
}

/// Returns the calendar month of a time (UTC), as `2026-01`.
fn month(now: Timestamp) -> String {
    now.to_string().chars().take(7).collect()
}
