//! Asking a translator for what the memory does not have.
//!
//! Each reply is remembered in a transaction of its own as soon as it is here, and a text is asked for only if nothing is
//! remembered of it; so a run that ends early, however it ends, pays for nothing again.

use std::collections::{BTreeMap, HashMap};

use quire_content::hash::Hash;
use quire_model::time::Timestamp;
use quire_model::translations::MemoryOrigin;
use quire_store::translation_memory::{self as memory, Remembered};
use quire_store::translations::Translation;
use quire_store::{Read, translation_settings as settings};
use quire_translate::compose::{Known, Memory, Origin};
use quire_translate::glossary::{Protected, Term, protect, used};
use quire_translate::providers::{Batch, Request, Translator};
use quire_translate::replies::{accept, take};
use quire_translate::segments::{Content, count_words};

use super::holding::hold_on;
use super::settings::{Setup, setup};
use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The number of characters of a request.
const BATCH_CHARACTERS: usize = 6_000;
/// The maximum number of characters of a text that is sent.
const MOST_CHARACTERS: usize = 20_000;
/// The maximum size of a response in bytes.
const MOST_BYTES: u64 = 2 << 20;

/// Access to machine translators over the network.
pub trait Translators: Send + Sync {
    /// Sends a request and returns the bytes of a response that says success, at most `most`. It may wait and try again
    /// where the server asks for that, for a bounded time.
    fn ask(&self, request: &Request, most: u64) -> Result<Vec<u8>, NoReply>;
}

/// A translator that gave no reply. The text is for whoever asked for the run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoReply(pub String);

/// The amount that a run sent, and the reason if it could not send everything.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The number of words that were sent.
    pub(super) words: i64,
    /// The number of characters that were sent.
    pub(super) characters: u64,
    /// The number of texts of which a reply was taken.
    pub(super) taken: u64,
    /// The numbers of texts whose replies were refused, by reason.
    pub(super) refused: BTreeMap<String, u64>,
    /// The reason why some texts were not sent.
    pub(super) reason: Option<String>,
}

impl Asked {
    /// Adds what was sent later; the reason is that of the later one.
    pub(super) fn and(mut self, later: Self) -> Self {
        for (reason, count) in later.refused {
            *self.refused.entry(reason).or_default() += count;
        }
        Self {
            words: self.words + later.words,
            characters: self.characters + later.characters,
            taken: self.taken + later.taken,
            refused: self.refused,
            reason: later.reason,
        }
    }

    /// Returns a sentence about the replies that were refused; `None` if none were.
    pub(super) fn refusals(&self) -> Option<String> {
        let all: u64 = self.refused.values().sum();
        let by_reason: Vec<String> = self.refused.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let who = if self.taken == 0 { "all replies" } else { "replies" };
        let by_reason = by_reason.join(", ");
        (all > 0).then(|| format!("{who} of the translator to {all} texts were refused ({by_reason})"))
    }

    fn count(&mut self, replies: &[Result<String, String>]) {
        for reply in replies {
            match reply {
                Ok(_) => self.taken += 1,
                Err(reason) => *self.refused.entry(reason.clone()).or_default() += 1,
            }
        }
    }
}

/// The memory of a run: what is remembered of the texts that it comes to, and which texts these are.
pub(super) struct Recall<'a> {
    languages: (&'static str, &'static str),
    glossary: &'a [Term],
    known: &'a HashMap<Hash, Remembered>,
    /// The texts of which nothing is known, by name.
    pub(super) unknown: BTreeMap<Hash, Content>,
}

impl<'a> Recall<'a> {
    pub(super) fn new(of: &Translation, glossary: &'a [Term], known: &'a HashMap<Hash, Remembered>) -> Self {
        let languages = (of.source_language.as_str(), of.language.as_str());
        Self { languages, glossary, known, unknown: BTreeMap::new() }
    }

    /// Returns true if a text has no words but terms that are kept.
    fn is_kept(&self, source: &Content) -> bool {
        self.glossary.iter().any(|term| term.is_kept)
            && count_words(&protect(&source.marked_up(), self.glossary).text) == 0
    }
}

impl Memory for Recall<'_> {
    fn key(&self, source: &Content) -> Hash {
        let text = source.marked_up();
        quire_translate::memory::key(&text, self.languages, &used(self.glossary, &text))
    }

    fn find(&mut self, source: &Content, key: Hash) -> Known {
        if self.is_kept(source) {
            return Known::Text(source.clone(), Origin::Machine);
        }
        let Some(found) = self.known.get(&key) else {
            self.unknown.entry(key).or_insert_with(|| source.clone());
            return Known::Nothing;
        };
        let origin = if found.origin == MemoryOrigin::Human { Origin::Human } else { Origin::Machine };
        match (&found.text, &found.refusal) {
            (Some(text), _) => accept(source, text).map_or_else(
                |refusal| Known::Refused(refusal.code().to_owned()),
                |content| Known::Text(content, origin),
            ),
            (None, reason) => Known::Refused(reason.clone().unwrap_or_default()),
        }
    }
}

/// Returns what is remembered of texts with these names: that of people first.
pub(super) fn remembered<'a>(
    tx: &mut Read<'_>,
    of: &Translation,
    translator: Option<&Translator>,
    names: impl Iterator<Item = &'a Hash>,
) -> Result<HashMap<Hash, Remembered>, Error> {
    let writers: Vec<String> = [Some(String::new()), translator.map(Translator::name)].into_iter().flatten().collect();
    let mut known = HashMap::new();
    for name in names {
        for writer in &writers {
            let found = memory::get(tx, of.organization, quire_translate::memory::reply_key(*name, writer))?;
            if let Some(found) = found {
                known.insert(*name, found);
                break;
            }
        }
    }
    Ok(known)
}

impl App {
    /// Sends texts of which nothing is known to the translator of the organization, and remembers the replies.
    pub(super) fn ask_translator(
        &self,
        run: &Translation,
        setup: &Setup,
        unknown: &BTreeMap<Hash, Content>,
        translators: &dyn Translators,
        instructions: &str,
    ) -> Result<Asked, Error> {
        let mut asked = Asked::default();
        let Some(settings) = &setup.translator else {
            if !unknown.is_empty() {
                asked.reason = Some("the organization has no translator".to_owned());
            }
            return Ok(asked);
        };
        let month = month(self.now());
        let spent = if setup.month == month { setup.characters } else { 0 };
        for batch in batches(unknown, settings.translator.most_texts()) {
            let size: u64 = batch.iter().map(|(_, _, text)| text.chars().count() as u64).sum();
            let over = |most: Option<u64>, sent: u64| most.is_some_and(|most| sent + size > most);
            if over(settings.run_characters, asked.characters) {
                asked.reason = Some("the bound of characters for a run is reached".to_owned());
                break;
            }
            if over(settings.monthly_characters, spent + asked.characters) {
                asked.reason = Some("the bound of characters for a month is reached".to_owned());
                break;
            }
            self.go_on()?;
            let asking = Asking { run, translator: &settings.translator, glossary: &setup.glossary, instructions };
            let replies = match asking.replies(&batch, translators) {
                Ok(replies) => replies,
                Err(NoReply(reason)) => {
                    asked.reason = Some(reason);
                    break;
                }
            };
            asked.words += batch.iter().map(|(_, _, text)| count_words(text)).sum::<u64>().cast_signed();
            asked.characters += size;
            asked.count(&replies);
            self.remember(run, &settings.translator, &batch, &replies, (&month, size))?;
        }
        Ok(asked)
    }

    /// Remembers replies, counts what was sent, and holds the run for longer.
    fn remember(
        &self,
        run: &Translation,
        translator: &Translator,
        batch: &[Sent<'_>],
        replies: &[Result<String, String>],
        (month, size): (&str, u64),
    ) -> Result<(), Error> {
        let now = self.now();
        self.write(&Caller::operator(), |change| {
            for ((name, _, source), reply) in batch.iter().zip(replies) {
                let remembered = Remembered {
                    organization: run.organization,
                    name: quire_translate::memory::reply_key(*name, &translator.name()),
                    language: run.language,
                    source: source.clone(),
                    text: reply.as_ref().ok().cloned(),
                    origin: MemoryOrigin::Machine,
                    refusal: reply.as_ref().err().cloned(),
                    translator: translator.name(),
                    created_at: now,
                    translation: Some(run.id),
                };
                memory::put(change.tx, &remembered)?;
            }
            let before = settings::get(change.tx, run.organization)?;
            let spent = if before.month == month { before.characters } else { 0 };
            let characters = spent.saturating_add(size.cast_signed());
            settings::put(change.tx, &settings::TranslationSettings { month: month.to_owned(), characters, ..before })?;
            hold_on(change.tx, run, now)
        })
    }

    /// Returns what an organization has set up for translations.
    pub(super) fn translation_setup(&self, of: &Translation) -> Result<Setup, Error> {
        self.inner.db.read(|tx| setup(tx, of.organization))
    }
}

/// A text that is sent: its name, what it is, and its text with placeholders.
type Sent<'a> = (Hash, &'a Content, String);

/// Divides texts into requests.
fn batches(unknown: &BTreeMap<Hash, Content>, most: usize) -> Vec<Vec<Sent<'_>>> {
    let mut all: Vec<Vec<Sent<'_>>> = Vec::new();
    let mut size = 0;
    for (name, content) in unknown {
        let text = content.marked_up();
        let length = text.chars().count();
        let fits = all.last().is_some_and(|last| last.len() < most && size + length <= BATCH_CHARACTERS);
        if !fits {
            all.push(Vec::new());
            size = 0;
        }
        size += length;
        if let Some(last) = all.last_mut() {
            last.push((*name, content, text));
        }
    }
    all
}

/// The settings that a batch is sent with.
struct Asking<'a> {
    run: &'a Translation,
    translator: &'a Translator,
    glossary: &'a [Term],
    instructions: &'a str,
}

impl Asking<'_> {
    /// Returns for each text the reply that is taken, or the reason why none is. A text whose reply is refused is sent
    /// once more by itself.
    fn replies(
        &self,
        batch: &[Sent<'_>],
        translators: &dyn Translators,
    ) -> Result<Vec<Result<String, String>>, NoReply> {
        let texts: Vec<&str> = batch.iter().map(|(_, _, text)| &**text).collect();
        if texts.iter().any(|text| text.chars().count() > MOST_CHARACTERS) {
            return Ok(texts.iter().map(|_| Err("too-long".to_owned())).collect());
        }
        let first = self.once(&texts, translators)?;
        let mut taken = Vec::new();
        for ((_, content, text), reply) in batch.iter().zip(first) {
            let judged = |reply: Option<String>| {
                let reply = reply.ok_or_else(|| "unreadable".to_owned())?;
                take(content, &reply).map(|_| reply.trim().to_owned()).map_err(|refusal| refusal.code().to_owned())
            };
            taken.push(match judged(reply) {
                Ok(text) => Ok(text),
                Err(_) => judged(self.once(&[text], translators)?.into_iter().next().flatten()),
            });
        }
        Ok(taken)
    }

    /// Sends texts once, without the terms that are kept; `None` for a reply that lacks one of these, and for all of them
    /// if the response can't be read.
    fn once(&self, texts: &[&str], translators: &dyn Translators) -> Result<Vec<Option<String>>, NoReply> {
        let protected: Vec<Protected> = texts.iter().map(|text| protect(text, self.glossary)).collect();
        let texts: Vec<&str> = protected.iter().map(|it| &*it.text).collect();
        let texts = &texts[..];
        let joined = texts.join("\n");
        let terms: Vec<Term> = used(self.glossary, &joined).into_iter().filter(|it| !it.is_kept).cloned().collect();
        let (from, to) = (self.run.source_language.as_str(), self.run.language.as_str());
        let batch = Batch { from, to, texts, instructions: self.instructions, terms: &terms };
        let bytes = translators.ask(&self.translator.request(&batch), MOST_BYTES)?;
        match self.translator.response(&bytes, texts.len()) {
            Ok(replies) => Ok(protected.iter().zip(replies).map(|(it, reply)| it.restored(&reply)).collect()),
            Err(error) => {
                tracing::info!(translator = self.translator.name(), "{error}");
                Ok(vec![None; texts.len()])
            }
        }
    }
}

/// Returns the calendar month of a time (UTC), as `2026-01`.
fn month(now: Timestamp) -> String {
    now.to_string().chars().take(7).collect()
}
