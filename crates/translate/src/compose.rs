//! The segments of a translated entry: which text each one gets, and who wrote it.
//!
//! The invariant: a text that a person wrote in the place of a segment stays there, whatever happens to the source. It is
//! found by comparing what is there with what was written there before; where its source changed since, it is stale.
//! A text that a person took out stays out. Other segments get what the memory has for them, or stay as in the source.

use std::collections::HashSet;

use quire_content::hash::Hash;
use serde::{Deserialize, Serialize};

use crate::align::{align, follow};
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
    /// A person took the text out of the translation: what was written before is only the base of later merges.
    Removed,
    /// The replies of a machine were refused: it is the text of the source, and a person should look.
    Refused,
}

/// The reason of segments whose text would not be read in their page as it was written: the source's text is there.
pub const UNFIT: &str = "page";
/// The reason of segments whose text is nowhere in their page, which is as people left it.
pub const LEFT_OUT: &str = "left-out";

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
    /// For a stale text, the source that it was written for, with placeholders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_source: Option<String>,
    /// The reason of a refusal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
}

impl State {
    /// Returns the state of a segment with this name and writer, for which nothing else is known.
    pub fn of(key: Hash, origin: Origin) -> Self {
        Self { key, origin, seen: nothing(), seen_source: None, refusal: None }
    }

    /// Returns the state of a text that a person wrote for the source with this name.
    pub fn of_person(key: Hash) -> Self {
        Self { seen: key, ..Self::of(key, Origin::Human) }
    }

    /// Returns true if a person decided about the text: wrote it or took it out.
    pub fn is_of_person(&self) -> bool {
        matches!(self.origin, Origin::Human | Origin::Removed)
    }

    /// Returns true if the source changed since a person decided about the text.
    pub fn is_stale(&self) -> bool {
        self.is_of_person() && self.seen != self.key
    }

    /// Returns true if a person should look at the segment.
    pub fn needs_review(&self) -> bool {
        self.origin == Origin::Refused || self.refusal.is_some()
    }

    /// Returns true if the text is written, but not in the page, which stays as people left it.
    fn is_unwritten(&self) -> bool {
        self.origin == Origin::Refused && self.refusal.as_deref() == Some(LEFT_OUT)
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
    /// The indices of the segments of before that they have become.
    pub from: Vec<Option<usize>>,
    /// Texts that people wrote in segments before, by index, whose source is gone.
    pub orphans: Vec<usize>,
}

impl Plan {
    /// Returns true if segments come in another order than before.
    pub fn has_moves(&self) -> bool {
        !self.from.iter().flatten().is_sorted()
    }
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
    let mut carried: Vec<Option<Carried>> = vec![None; source.len()];
    let mut orphans = Vec::new();
    if let Some(before) = before {
        let now = follow(before.source, source, words);
        for (at, fate) in fates(before, head).into_iter().enumerate() {
            match now[at].filter(|to| same_kind(&source[*to], &before.source[at])) {
                Some(to) => carried[to] = Some((at, fate)),
                None if matches!(fate, Fate::Rewritten(_)) => orphans.push(at),
                None => {}
            }
        }
    }
    let mut plan = Plan { orphans, ..Plan::default() };
    for (source, carried) in source.iter().zip(carried) {
        plan.from.push(carried.as_ref().map(|it| it.0));
        let (content, state) = segment(source, before, carried, memory);
        plan.contents.push(content);
        plan.states.push(state);
    }
    plan
}

/// The fate of a text in the translation since it was written there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It is there as it was written.
    Same,
    /// A person wrote this instead, now or earlier.
    Rewritten(Content),
    /// A person took it out.
    Removed,
    /// It never came into the page, which stays as people left it.
    Unwritten,
}

/// Returns what became of each segment of before in a translation whose segments are `head` now.
pub fn fates(before: Before<'_>, head: &[Content]) -> Vec<Fate> {
    let there: HashSet<&Content> = head.iter().collect();
    let fates = places(before, head).into_iter().enumerate().map(|(at, place)| {
        let (written, state) = (&before.written[at], &before.states[at]);
        let by_person = |text: &Content| match text != written || state.origin == Origin::Human {
            true => Fate::Rewritten(text.clone()),
            false => Fate::Same,
        };
        match place.map(|place| &head[place]).filter(|now| same_kind(now, written)) {
            Some(now) => by_person(now),
            None if there.contains(written) => by_person(written),
            // A page that is not there says nothing about its segments.
            None if head.is_empty() || state.origin == Origin::Fixed => Fate::Same,
            None if state.is_unwritten() => Fate::Unwritten,
            None => Fate::Removed,
        }
    });
    fates.collect()
}

/// Returns for each segment of before its index in a translation whose segments are `head` now; `None` for one that is not
/// there. Texts that never came into the page are in the place of nothing else.
pub fn places(before: Before<'_>, head: &[Content]) -> Vec<Option<usize>> {
    let written: Vec<usize> = (0..before.written.len()).filter(|at| !before.states[*at].is_unwritten()).collect();
    let texts: Vec<&Content> = written.iter().map(|at| &before.written[*at]).collect();
    let head: Vec<&Content> = head.iter().collect();
    let mut places = vec![None; before.written.len()];
    for (at, place) in written.into_iter().zip(align(&texts, &head, |text| words(text))) {
        places[at] = place;
    }
    places
}

/// A segment of before, and what became of its text.
type Carried = (usize, Fate);

fn segment(
    source: &Content,
    before: Option<Before<'_>>,
    carried: Option<Carried>,
    memory: &mut dyn Memory,
) -> (Content, State) {
    let key = memory.key(source);
    if let (Some((at, fate)), Some(before)) = (carried, before) {
        let (old, written) = (&before.states[at], &before.written[at]);
        let is_same = old.key == key && before.source[at] == *source;
        match fate {
            Fate::Rewritten(text) => {
                let is_known = old.origin == Origin::Human && (written == &text || old.refusal.is_some());
                return (text, of_person(Origin::Human, is_known, key, (before, at)));
            }
            Fate::Removed => {
                let is_known = old.origin == Origin::Removed;
                return (written.clone(), of_person(Origin::Removed, is_known, key, (before, at)));
            }
            Fate::Unwritten if is_same => return (written.clone(), old.clone()),
            // Who took a text out and puts it back undoes it.
            Fate::Same if is_same && matches!(old.origin, Origin::Machine | Origin::Removed) && !old.is_stale() => {
                return (written.clone(), State::of(key, Origin::Machine));
            }
            Fate::Same | Fate::Unwritten => {}
        }
    }
    if !source.has_words() {
        return (source.clone(), State::of(key, Origin::Fixed));
    }
    match memory.find(source, key) {
        Known::Text(text, Origin::Human) => (text, State::of_person(key)),
        Known::Text(text, _) => (text, State::of(key, Origin::Machine)),
        Known::Refused(reason) => (source.clone(), State { refusal: Some(reason), ..State::of(key, Origin::Refused) }),
        Known::Nothing => (source.clone(), State::of(key, Origin::Source)),
    }
}

/// Returns the state of a segment about which a person decided, now or, if that `is_known`, earlier.
fn of_person(origin: Origin, is_known: bool, key: Hash, (before, at): (Before<'_>, usize)) -> State {
    let old = &before.states[at];
    let seen = if is_known { old.seen } else { old.key };
    let known = old.seen_source.clone().filter(|_| is_known && old.is_stale());
    let seen_source = (seen != key).then(|| known.unwrap_or_else(|| before.source[at].marked_up()));
    State { seen, seen_source, ..State::of(key, origin) }
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
