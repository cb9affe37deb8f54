//! Asking a translator for what the memory does not have.
//!
//! Each reply is remembered before the next request is sent, and a text is asked for only if nothing is remembered of it;
//! so a run that ends early, however it ends, pays for nothing again but what was never answered.

use std::collections::BTreeMap;

use quire_content::hash::Hash;
use quire_store::translations::Translation;
use quire_translate::glossary::{Protected, Term, protect, used};
use quire_translate::providers::{Batch, Request};
use quire_translate::replies::take;
use quire_translate::segments::Content;

use super::ledger::{Amount, Reply};
use super::settings::{Setup, TranslatorSettings, setup};
use crate::App;
use crate::core::errors::Error;

/// The number of characters of a request.
const BATCH_CHARACTERS: usize = 6_000;
/// The maximum number of characters of a text that is sent.
const MOST_CHARACTERS: usize = 20_000;
/// The number of texts with which a translator may find fault before it takes any.
const MOST_FAULTS: usize = 3;
/// The maximum size of a response in bytes.
const MOST_BYTES: u64 = 2 << 20;

/// Access to machine translators over the network.
pub trait Translators: Send + Sync {
    /// Sends a request once, for at most three minutes, and returns the bytes of a response that says success, at most
    /// `most`.
    fn ask(&self, request: &Request, most: u64) -> Result<Vec<u8>, NoReply>;

    /// Waits before a request is sent again to a translator that was busy, for at most a minute; `attempt` counts from 0.
    /// Returns false, at once, if it has been sent often enough.
    fn pause(&self, _attempt: usize) -> bool {
        false
    }
}

/// A translator that gave no reply. The texts are for whoever asked for the run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoReply {
    /// The translator did nothing, and may be asked again.
    #[error("{0}")]
    Busy(String),
    /// The translator did nothing, and finds fault with this request.
    #[error("{0}")]
    Rejected(String),
    /// The translator did nothing, and nothing else can be sent to it.
    #[error("{0}")]
    Failed(String),
    /// The response did not arrive. The translator may have done its work.
    #[error("{0}")]
    Lost(String),
    /// The response is larger than any that can be read.
    #[error("{0}")]
    TooLarge(String),
}

/// The outcome of what a run sent, and the reason if it could not send everything.
#[derive(Debug, Default)]
pub(super) struct Asked {
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
        Self { taken: self.taken + later.taken, refused: self.refused, reason: later.reason }
    }

    /// Returns a sentence about the replies that were refused; `None` if none were.
    pub(super) fn refusals(&self) -> Option<String> {
        let all: u64 = self.refused.values().sum();
        let by_reason: Vec<String> = self.refused.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let who = if self.taken == 0 { "all replies" } else { "replies" };
        let by_reason = by_reason.join(", ");
        (all > 0).then(|| format!("{who} of the translator to {all} texts were refused ({by_reason})"))
    }

    fn count(&mut self, replies: &[Reply<'_>]) {
        for (_, _, reply) in replies {
            match reply {
                Ok(_) => self.taken += 1,
                Err(reason) => *self.refused.entry(reason.clone()).or_default() += 1,
            }
        }
    }
}

/// The end of asking before everything was sent.
enum Halt {
    /// The server failed, or stops.
    Error(Error),
    /// The rest can't be sent, for this reason.
    Reason(String),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl App {
    /// Sends texts of which nothing is known to the translator of the organization, and remembers the replies.
    pub(super) fn ask_translator(
        &self,
        run: &Translation,
        setup: &Setup,
        unknown: &BTreeMap<Hash, Content>,
        translators: &dyn Translators,
    ) -> Result<Asked, Error> {
        let Some(settings) = &setup.translator else {
            let reason = (!unknown.is_empty()).then(|| "the organization has no translator".to_owned());
            return Ok(Asked { reason, ..Asked::default() });
        };
        let mut asking = Asking::new(self, run, settings, &setup.glossary, translators);
        let mut halt = None;
        for batch in batches(unknown, settings.translator.most_texts()) {
            if let Err(found) = asking.batch(&batch) {
                halt = Some(found);
                break;
            }
        }
        let Asking { mut asked, faults, .. } = asking;
        match halt {
            Some(Halt::Error(error)) => return Err(error),
            Some(Halt::Reason(reason)) => asked.reason = Some(reason),
            // Nothing was taken: the translator finds fault with all that it is sent.
            None => asked.reason = faults.into_iter().next().map(|(_, _, reason)| reason),
        }
        Ok(asked)
    }

    /// Returns what an organization has set up for a translation.
    pub(super) fn translation_setup(&self, of: &Translation) -> Result<Setup, Error> {
        self.inner.db.read(|tx| setup(tx, of))
    }
}

/// A text that is sent: its name, what it is, and its text with placeholders.
type Sent<'a> = (Hash, &'a Content, String);

/// Divides texts into requests. A text that is too long is alone in its own.
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

/// A run that asks, and what it has so far.
struct Asking<'a> {
    app: &'a App,
    run: &'a Translation,
    settings: &'a TranslatorSettings,
    glossary: &'a [Term],
    translators: &'a dyn Translators,
    asked: Asked,
    /// The texts with which the translator found fault before any reply was taken, with its reasons: it may find fault
    /// with everything, so they are not remembered yet.
    faults: Vec<(Hash, String, String)>,
}

impl<'a> Asking<'a> {
    fn new(
        app: &'a App,
        run: &'a Translation,
        settings: &'a TranslatorSettings,
        glossary: &'a [Term],
        translators: &'a dyn Translators,
    ) -> Self {
        Self { app, run, settings, glossary, translators, asked: Asked::default(), faults: Vec::new() }
    }

    /// Sends a batch and remembers what is taken of the replies. A text whose reply is refused is sent once more by itself.
    fn batch(&mut self, batch: &[Sent<'_>]) -> Result<(), Halt> {
        if let [(name, _, text)] = batch
            && text.chars().count() > MOST_CHARACTERS
        {
            return self.remember(&[(*name, text, Err("too-long".to_owned()))]);
        }
        let (mut taken, mut refused) = (Vec::new(), Vec::new());
        for (sent, reply) in batch.iter().zip(self.send(batch)?) {
            match judged(sent, reply) {
                Ok(text) => taken.push((sent.0, &*sent.2, Ok(text))),
                Err(_) => refused.push(sent),
            }
        }
        self.remember(&taken)?;
        for sent in refused {
            let reply = self.send(std::slice::from_ref(sent))?.into_iter().next();
            match reply.unwrap_or(Err(NoText::Unreadable)) {
                Err(NoText::Rejected(reason)) => self.fault(sent, reason)?,
                reply => self.remember(&[(sent.0, &sent.2, judged(sent, reply))])?,
            }
        }
        self.settle_faults()
    }

    /// Notes that the translator finds fault with a text that it got by itself.
    fn fault(&mut self, (name, _, text): &Sent<'_>, reason: String) -> Result<(), Halt> {
        if self.asked.taken == 0 && self.faults.len() + 1 == MOST_FAULTS {
            return Err(Halt::Reason(reason));
        }
        self.faults.push((*name, text.clone(), reason));
        Ok(())
    }

    /// Remembers the texts with which the translator found fault, if it takes others.
    fn settle_faults(&mut self) -> Result<(), Halt> {
        if self.asked.taken == 0 || self.faults.is_empty() {
            return Ok(());
        }
        let faults = std::mem::take(&mut self.faults);
        let refused: Vec<Reply<'_>> =
            faults.iter().map(|(name, text, _)| (*name, &**text, Err("rejected".to_owned()))).collect();
        self.remember(&refused)
    }

    fn remember(&mut self, replies: &[Reply<'_>]) -> Result<(), Halt> {
        self.app.store_replies(self.run, &self.settings.translator.name(), replies)?;
        self.asked.count(replies);
        Ok(())
    }

    /// Sends texts without the terms that are kept, and returns a reply to each, or the reason why there is none.
    fn send(&self, batch: &[Sent<'_>]) -> Result<Vec<Result<String, NoText>>, Halt> {
        let protected: Vec<Protected> = batch.iter().map(|(_, _, text)| protect(text, self.glossary)).collect();
        let texts: Vec<&str> = protected.iter().map(|it| &*it.text).collect();
        let bytes = match self.transmit(&texts) {
            Ok(bytes) => bytes,
            Err(Halted::NoText(reason)) => return Ok(vec![Err(reason); texts.len()]),
            Err(Halted::Other(halt)) => return Err(halt),
        };
        match self.settings.translator.response(&bytes, texts.len()) {
            Ok(replies) => {
                let restored = |(it, reply): (&Protected, String)| it.restored(&reply).ok_or(NoText::Unreadable);
                Ok(protected.iter().zip(replies).map(restored).collect())
            }
            Err(error) => {
                tracing::info!(translator = self.settings.translator.name(), "{error}");
                Ok(vec![Err(NoText::Unreadable); texts.len()])
            }
        }
    }

    /// Sends a request, again while the translator is busy, and counts it as long as the translator may be paid for it.
    fn transmit(&self, texts: &[&str]) -> Result<Vec<u8>, Halted> {
        let request = self.request(texts);
        let amount = Amount::of(texts);
        for attempt in 0.. {
            self.app.go_on()?;
            if let Some(reason) = self.app.enter_request(self.run, self.settings, amount)? {
                return Err(Halt::Reason(reason.to_owned()).into());
            }
            let failure = match self.translators.ask(&request, MOST_BYTES) {
                Ok(bytes) => return Ok(bytes),
                Err(NoReply::TooLarge(_)) => return Err(Halted::NoText(NoText::Unreadable)),
                Err(NoReply::Lost(reason)) => return Err(Halt::Reason(reason).into()),
                Err(failure) => failure,
            };
            self.app.strike_request(self.run, amount)?;
            match failure {
                NoReply::Busy(_) if self.translators.pause(attempt) => {}
                NoReply::Rejected(reason) => return Err(Halted::NoText(NoText::Rejected(reason))),
                other => return Err(Halt::Reason(other.to_string()).into()),
            }
        }
        Err(Halted::NoText(NoText::Unreadable))
    }

    fn request(&self, texts: &[&str]) -> Request {
        let joined = texts.join("\n");
        let terms: Vec<Term> = used(self.glossary, &joined).into_iter().filter(|it| !it.is_kept).cloned().collect();
        let (from, to) = (self.run.source_language.as_str(), self.run.language.as_str());
        let batch = Batch { from, to, texts, instructions: &self.run.instructions, terms: &terms };
        self.settings.translator.request(&batch)
    }
}

/// The reason why there is no reply to a text.
#[derive(Debug, Clone)]
enum NoText {
    /// There is a response, but none that can be read.
    Unreadable,
    /// The translator finds fault with the request, for this reason.
    Rejected(String),
}

/// The reason why a request has no bytes of a response.
enum Halted {
    /// Its texts have no reply.
    NoText(NoText),
    /// Nothing else can be sent.
    Other(Halt),
}

impl From<Halt> for Halted {
    fn from(halt: Halt) -> Self {
        Self::Other(halt)
    }
}

impl From<Error> for Halted {
    fn from(error: Error) -> Self {
        Self::Other(error.into())
    }
}

/// Returns what is taken of a reply, or the reason why nothing is.
fn judged((_, content, _): &Sent<'_>, reply: Result<String, NoText>) -> Result<String, String> {
    let reply = reply.map_err(|_| "unreadable".to_owned())?;
    take(content, &reply).map(|_| reply.trim().to_owned()).map_err(|refusal| refusal.code().to_owned())
}
