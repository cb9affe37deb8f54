//! The segments of a translated entry: which text each one gets, and who wrote it.
//!
//! The invariant: a text that a person wrote in the place of a segment stays there, whatever happens to the source. It is
//! found by comparing what is there with what was written there before; where its source changed since, it is stale.
//! Other segments get what the memory has for them, or stay as in the source.

use quire_content::hash::Hash;
use serde::{Deserialize, Serialize};

use crate::align::align;
use crate::glossary::without_tags;
use crate::segments::{Content, notes_of};

/// The writer of a segment's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// There are no words to translate.
    Fixed,
    /// Nobody has translated it yet: it is the text of the source.
    Source,
    /// A machine.
    Machine,
    /// A person.
    Human,
    /// The replies of a machine were refused: it is the text of the source, and a person should look.
    Refused,
}

/// The state of a segment of a translated entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The name of what the source says, with its terms (see [`crate::memory::key`]).
    #[serde(with = "hex")]
    pub key: Hash,
    /// The writer of the text.
    pub origin: Origin,
    /// For a text of a person, the name of the source that it was written for.
    #[serde(with = "hex", default = "nothing", skip_serializing_if = "is_nothing")]
    pub seen: Hash,
    /// The reason of a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

impl State {
    /// Returns true if the source changed since a person wrote the text.
    pub fn is_stale(&self) -> bool {
        self.origin == Origin::Human && self.seen != self.key
    }
}

/// The answer of a memory for a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// A text, which a machine or a person wrote.
    Text(Content, Origin),
    /// The replies were refused for this reason.
    Refused(String),
    /// Nothing yet.
    Nothing,
}

/// An entry as it was when it was last translated.
#[derive(Debug, Clone, Copy)]
pub struct Before<'a> {
    /// The segments of the source.
    pub source: &'a [Content],
    /// The segments that were written, one for each of the source.
    pub written: &'a [Content],
    /// The states of these segments.
    pub states: &'a [State],
}

/// The segments of an entry as they are to be.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// The texts, one for each segment of the source.
    pub contents: Vec<Content>,
    /// The states of these segments.
    pub states: Vec<State>,
    /// Texts that people wrote in segments before, by index, whose source is gone.
    pub orphans: Vec<usize>,
}

/// A memory of translated texts, which a plan asks.
pub trait Memory {
    /// Returns the name of what a segment says.
    fn key(&self, source: &Content) -> Hash;
    /// Returns what is known for a segment with this name.
    fn find(&mut self, source: &Content, key: Hash) -> Known;
}

/// Returns the segments of an entry whose source is `source` now. `head` has the segments that are in the translation,
/// where people may have changed what was written before.
pub fn plan(before: Option<Before<'_>>, head: &[Content], source: &[Content], memory: &mut dyn Memory) -> Plan {
    let before = before.filter(|it| it.source.len() == it.written.len() && it.source.len() == it.states.len());
    let mut carried = vec![None; source.len()];
    let mut orphans = Vec::new();
    if let Some(before) = before {
        let texts = texts_of_people(before, head);
        let now = align(before.source, source, words);
        for (at, text) in texts.into_iter().enumerate() {
            match now[at].filter(|to| same_kind(&source[*to], &before.source[at])) {
                Some(to) => carried[to] = Some((at, text)),
                None if text.is_some() => orphans.push(at),
                None => {}
            }
        }
    }
    let mut plan = Plan { orphans, ..Plan::default() };
    for (source, carried) in source.iter().zip(carried) {
        let (content, state) = segment(source, before, carried, memory);
        plan.contents.push(content);
        plan.states.push(state);
    }
    plan
}

/// A segment of before, and the text that a person wrote there.
type Carried = (usize, Option<Content>);

fn segment(
    source: &Content,
    before: Option<Before<'_>>,
    carried: Option<Carried>,
    memory: &mut dyn Memory,
) -> (Content, State) {
    let key = memory.key(source);
    let state = |origin| State { key, origin, seen: nothing(), refusal: None };
    if let (Some((at, Some(text))), Some(before)) = (&carried, before) {
        let old = &before.states[*at];
        let is_known = old.origin == Origin::Human && before.written[*at] == *text;
        let seen = if is_known { old.seen } else { old.key };
        return (text.clone(), State { seen, ..state(Origin::Human) });
    }
    if !source.has_words() {
        return (source.clone(), state(Origin::Fixed));
    }
    if let (Some((at, None)), Some(before)) = (carried, before) {
        let old = &before.states[at];
        if old.origin == Origin::Machine && old.key == key && before.source[at] == *source {
            return (before.written[at].clone(), state(Origin::Machine));
        }
    }
    match memory.find(source, key) {
        Known::Text(text, Origin::Human) => (text, State { seen: key, ..state(Origin::Human) }),
        Known::Text(text, _) => (text, state(Origin::Machine)),
        Known::Refused(reason) => (source.clone(), State { refusal: Some(reason), ..state(Origin::Refused) }),
        Known::Nothing => (source.clone(), state(Origin::Source)),
    }
}

/// Returns for each segment of before the text that a person wrote there, now or earlier.
fn texts_of_people(before: Before<'_>, head: &[Content]) -> Vec<Option<Content>> {
    let places = align(before.written, head, words);
    let texts = places.into_iter().enumerate().map(|(at, place)| {
        let written = &before.written[at];
        let now = place.map(|place| &head[place]).filter(|now| same_kind(now, written))?;
        (now != written || before.states[at].origin == Origin::Human).then(|| now.clone())
    });
    texts.collect()
}

/// Returns true if one can stand in the place of the other: both are lines with as many notes, or both are labels.
fn same_kind(a: &Content, b: &Content) -> bool {
    std::mem::discriminant(a) == std::mem::discriminant(b) && notes_of(a) == notes_of(b)
}

/// Returns what a segment says, for its likeness to others.
pub(crate) fn words(content: &Content) -> String {
    without_tags(&content.marked_up())
}

fn nothing() -> Hash {
    Hash([0; 32])
}

fn is_nothing(hash: &Hash) -> bool {
    *hash == nothing()
}

mod hex {
    //! Hashes as hexadecimal texts.

    use quire_content::hash::Hash;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(hash: &Hash, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(hash)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hash, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pair = |at: usize| text.get(at * 2..at * 2 + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..32).map(pair).collect();
        let hash = bytes.filter(|_| text.len() == 64).and_then(|bytes| Hash::from_slice(&bytes).ok());
        hash.ok_or_else(|| serde::de::Error::custom("not a hash"))
    }
}

#[cfg(test)]
mod tests;
