//! The content of a translated space, computed from that of its source and from what people made of it.
//!
//! What is written is the source's content with other texts. It is merged with the translation's own content, whose common
//! base is what was written before; where both changed the same, people win. The invariant: each text that a person wrote
//! is in the outcome, unless the source deleted its page. [`settled`](settled::settled) looks at the outcome once more: what
//! is not in it is added where that can be done, and a person should look at the rest.

mod settled;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use quire_content::hash::Hash;
use quire_content::map::{Key, Map, Value};
use quire_content::merge::merge;
use quire_content::objects::{Draft, ObjectError, Objects};
use quire_content::record::EntryKey;

use crate::compose::{Before, Memory, Origin, Plan, State, UNFIT, places, plan};
use crate::entries::{Translatable, find, is_translated};
use crate::page::{self, Changed, Entry};
use crate::segments::Content;
use settled::{Expected, New, settled};

/// The contents that a translation is computed from.
pub struct Inputs {
    /// The content of the source now.
    pub source: Map,
    /// The content of the source that was translated last.
    pub source_before: Map,
    /// The content that was written of it.
    pub written_before: Map,
    /// The keys of the entries to look at.
    pub keys: BTreeSet<Key>,
    /// The states of the segments of those that were translated before.
    pub states: HashMap<Key, Vec<State>>,
    /// The time now, in milliseconds since 1970.
    pub now: i64,
}

/// A translation that was computed.
#[derive(Debug)]
pub struct Composed {
    /// The content that is written, before changes of people.
    pub written: Map,
    /// The states of the segments of the entries that were looked at.
    pub states: Vec<(Key, Vec<State>)>,
    /// Entries that are gone.
    pub gone: Vec<Key>,
    /// Texts of people that were not known yet: the name of the source, its text, and theirs.
    pub learned: Vec<(Hash, String, String)>,
    /// The number of entries whose text is another one now.
    pub changed: i64,
    /// The titles of entries that could not be brought up to date as a whole.
    pub behind: BTreeMap<Key, String>,
}

/// Returns the keys of the entries that have to be looked at: those that the source or people changed, and `again`. All
/// of them if the translation was never planned.
pub fn affected(
    (source, source_before): (&Map, &Map),
    (head, written_before): (&Map, &Map),
    again: Option<Vec<Key>>,
    objects: &dyn Objects,
) -> Result<BTreeSet<Key>, ObjectError> {
    let mut keys = BTreeSet::new();
    for difference in source_before.diff(source, objects).chain(written_before.diff(head, objects)) {
        let key = difference?.key;
        if is_translated(&key) {
            keys.insert(key);
        }
    }
    match again {
        Some(again) => keys.extend(again),
        None => {
            for prefix in [EntryKey::PAGES, EntryKey::REUSABLES] {
                for entry in source.scan(objects, prefix) {
                    keys.insert(entry?.0);
                }
            }
        }
    }
    Ok(keys)
}

/// Asks a memory for the texts that a translation comes to, without computing it.
pub fn visit(inputs: &Inputs, head: Map, memory: &mut dyn Memory, draft: &mut Draft<'_>) -> Result<(), ObjectError> {
    let work = Work::new(inputs, head);
    for key in &inputs.keys {
        if let Some(texts) = work.texts(key, memory, draft)? {
            texts.plan(memory);
        }
    }
    Ok(())
}

/// Computes a translation whose content is `head` now. Returns its new content.
pub fn compose(
    inputs: &Inputs,
    head: Map,
    memory: &mut dyn Memory,
    draft: &mut Draft<'_>,
) -> Result<(Map, Composed), ObjectError> {
    let mut work = Work::new(inputs, head);
    for difference in inputs.source_before.diff(&inputs.source, draft).collect::<Vec<_>>() {
        let difference = difference?;
        if !is_translated(&difference.key) || difference.after.is_none() {
            work.edits.insert(difference.key, difference.after);
        }
    }
    for key in &inputs.keys {
        work.entry(key, memory, draft)?;
    }
    let Work { edits, base, expected, arranged, mut composed, .. } = work;
    composed.written = inputs.written_before.apply(draft, edits)?;
    let base = inputs.written_before.apply(draft, base)?;
    let merged = merge(base, composed.written, head, draft, inputs.now)?.map;
    let merged = decided_for_people(merged, draft)?;
    let merged = with_bodies(merged, arranged, draft)?;
    let merged = settled(merged, head, &expected, &mut composed, draft)?;
    Ok((merged, composed))
}

struct Work<'a> {
    inputs: &'a Inputs,
    head: Map,
    /// Changes of what is written.
    edits: BTreeMap<Key, Option<Value>>,
    /// Changes of the base, so that texts whose source is gone are changes of people.
    base: BTreeMap<Key, Option<Value>>,
    expected: Vec<Expected>,
    /// The bodies of entries with what people made of them, in the order of the source.
    arranged: BTreeMap<Key, Arranged>,
    composed: Composed,
}

/// The body of an entry with what people made of it, in the order of the source.
struct Arranged {
    body: String,
    /// True if the source has another order than before, which no merge brings.
    is_moved: bool,
}

/// The texts of an entry: of its source, and of its translation before and now.
struct Texts {
    now: Translatable,
    source: Vec<Content>,
    /// The entry as people left it.
    left: Option<Entry>,
    head: Vec<Content>,
    before: Option<TextsBefore>,
}

/// The texts of an entry when it was translated last.
struct TextsBefore {
    entry: Translatable,
    source: Vec<Content>,
    /// The entry as it was written.
    translated: Entry,
    written: Vec<Content>,
    states: Vec<State>,
}

impl TextsBefore {
    fn known(&self) -> Before<'_> {
        Before { source: &self.source, written: &self.written, states: &self.states }
    }

    /// Returns the words of the entry as people left it that are only in texts of people.
    fn words_of_people(&self, left: &Entry) -> HashSet<String> {
        let texts = self.written.iter().zip(&self.states).zip(&self.source);
        let of_machines = texts.map(|((text, state), source)| if state.is_of_person() { source } else { text }.clone());
        let of_machines = page::write(&self.entry.entry, &of_machines.collect::<Vec<_>>());
        let of_machines = page::words(of_machines.as_ref().unwrap_or(&self.entry.entry));
        let mut words = page::words(left);
        words.retain(|word| !of_machines.contains(word));
        words
    }
}

impl Texts {
    fn plan(&self, memory: &mut dyn Memory) -> Plan {
        plan(self.before.as_ref().map(TextsBefore::known), &self.head, &self.source, memory)
    }
}

impl<'a> Work<'a> {
    fn new(inputs: &'a Inputs, head: Map) -> Self {
        let written = inputs.written_before;
        let composed = Composed {
            written,
            states: Vec::new(),
            gone: Vec::new(),
            learned: Vec::new(),
            changed: 0,
            behind: BTreeMap::new(),
        };
        let (edits, base, arranged) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { inputs, head, edits, base, expected: Vec::new(), arranged, composed }
    }

    /// Returns the texts of an entry; `None` if the source has it no more.
    fn texts(&self, key: &Key, memory: &dyn Memory, objects: &dyn Objects) -> Result<Option<Texts>, ObjectError> {
        let Inputs { source, source_before, written_before, states, .. } = self.inputs;
        let Some(now) = find(source, key, objects)? else { return Ok(None) };
        let both = find(source_before, key, objects)?.zip(find(written_before, key, objects)?);
        let before = both.map(|(entry, written)| {
            let source = page::read(&entry.entry);
            let states = states.get(key).cloned();
            let states = states.unwrap_or_else(|| source.iter().map(|it| untranslated(memory.key(it))).collect());
            TextsBefore { written: page::read(&written.entry), translated: written.entry, entry, source, states }
        });
        let left = find(&self.head, key, objects)?.map(|it| it.entry);
        let head = left.as_ref().map_or_else(Vec::new, page::read);
        Ok(Some(Texts { source: page::read(&now.entry), now, left, head, before }))
    }

    fn entry(&mut self, key: &Key, memory: &mut dyn Memory, draft: &mut Draft<'_>) -> Result<(), ObjectError> {
        let Some(texts) = self.texts(key, memory, draft)? else {
            self.composed.gone.push(key.clone());
            return Ok(());
        };
        let mut planned = texts.plan(memory);
        if let Some(before) = &texts.before {
            self.expect(key, (before, &texts), &planned, draft)?;
        }
        let is_of_person = |at: usize| planned.states[at].is_of_person();
        let (written, unfit) = page::write_fitting(&texts.now.entry, &texts.source, &planned.contents, is_of_person);
        if !unfit.is_empty() {
            self.composed.behind.insert(key.clone(), texts.now.title());
            refuse(&mut planned, &texts.source, &unfit);
        }
        if let Some(before) = texts.before.as_ref().filter(|_| !planned.orphans.is_empty()) {
            // Without them in the base, deleting their source would delete what people wrote.
            let mut base = before.written.clone();
            planned.orphans.iter().for_each(|at| base[*at] = before.source[*at].clone());
            if let Ok(entry) = page::write(&before.entry.entry, &base) {
                self.base.insert(key.clone(), Some(before.entry.with(&entry, draft)));
            }
        }
        if let Some(before) = &texts.before {
            self.arrange(key, (before, &texts), (&planned, &written), &unfit);
        }
        self.learn(&texts, &planned);
        let value = Some(texts.now.with(&written, draft));
        self.composed.changed += i64::from(self.inputs.written_before.get(draft, key)? != value);
        self.edits.insert(key.clone(), value);
        self.composed.states.push((key.clone(), planned.states));
        Ok(())
    }

    /// Notes the body of an entry in the order that its source has now.
    fn arrange(
        &mut self,
        key: &Key,
        (before, texts): (&TextsBefore, &Texts),
        (planned, now): (&Plan, &Entry),
        unfit: &[usize],
    ) {
        let Some(head) = texts.left.as_ref().filter(|left| **left != before.translated) else { return };
        let mut in_now = vec![None; before.written.len()];
        for (at, from) in planned.from.iter().enumerate() {
            if let Some(from) = from {
                in_now[*from] = Some(at);
            }
        }
        let removed = (0..planned.states.len()).filter(|at| planned.states[*at].origin == Origin::Removed).collect();
        let changed = Changed {
            written: &before.translated,
            head,
            now,
            in_head: &places(before.known(), &texts.head),
            in_now: &in_now,
            removed: &removed,
            orphans: &planned.orphans,
        };
        let loses = |at: &usize| planned.states[*at].is_of_person();
        match page::arranged(&changed).filter(|_| !unfit.iter().any(loses)) {
            Some(body) => {
                self.arranged.insert(key.clone(), Arranged { body, is_moved: planned.has_moves() });
            }
            None if planned.has_moves() => {
                self.composed.behind.insert(key.clone(), texts.now.title());
            }
            None => {}
        }
    }

    /// Notes the texts of people that were not written by the last run.
    fn learn(&mut self, texts: &Texts, planned: &Plan) {
        for (at, (content, state)) in planned.contents.iter().zip(&planned.states).enumerate() {
            let before = texts.before.as_ref().zip(planned.from[at]);
            let is_known = before.is_some_and(|(it, from)| it.written[from] == *content && it.states[from] == *state);
            if state.origin == Origin::Human && !state.is_stale() && state.refusal.is_none() && !is_known {
                self.composed.learned.push((state.key, texts.source[at].marked_up(), content.marked_up()));
            }
        }
    }

    /// Notes what has to be in the outcome: the texts of people, and those that are new.
    fn expect(
        &mut self,
        key: &Key,
        (before, texts): (&TextsBefore, &Texts),
        planned: &Plan,
        objects: &dyn Objects,
    ) -> Result<(), ObjectError> {
        if self.head.get(objects, key)? == self.inputs.written_before.get(objects, key)? {
            // What is written becomes the outcome as it is.
            return Ok(());
        }
        let [written, in_head, in_plan] = [&before.written, &texts.head, &planned.contents].map(|all| counts(all));
        let mut of_people: HashSet<&Content> = in_head.keys().copied().filter(|it| !written.contains_key(it)).collect();
        let by_people = planned.contents.iter().zip(&planned.states).filter(|(_, it)| it.origin == Origin::Human);
        let orphans = planned.orphans.iter().map(|at| &before.written[*at]);
        of_people.extend(by_people.map(|(text, _)| text).chain(orphans));
        of_people.retain(|text| text.has_words());
        let of_people = of_people.into_iter().filter_map(|text| {
            let there = *in_head.get(text)?;
            Some((text.clone(), in_plan.get(text).map_or(there, |planned| there.max(*planned))))
        });
        let of_people = of_people.collect();
        let words_of_people = texts.left.as_ref().map_or_else(HashSet::new, |left| before.words_of_people(left));
        let mut new = Vec::new();
        for (at, (content, state)) in planned.contents.iter().zip(&planned.states).enumerate() {
            let from = planned.from[at];
            let is_new = from.is_none_or(|from| before.written[from] != *content || state.refusal.is_some());
            if is_new && content.has_words() && !state.is_of_person() {
                new.push(New { at, content: content.clone(), instead: from.map(|at| before.written[at].clone()) });
            }
        }
        self.expected.push(Expected { key: key.clone(), of_people, words_of_people, new });
        Ok(())
    }
}

/// Returns how often each text is among some.
fn counts(texts: &[Content]) -> HashMap<&Content, usize> {
    let mut counts = HashMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    counts
}

fn untranslated(key: Hash) -> State {
    State::of(key, Origin::Source)
}

/// Has segments say what the source says, as the entry would not be read as the same blocks with their texts.
fn refuse(planned: &mut Plan, source: &[Content], unfit: &[usize]) {
    for at in unfit {
        planned.contents[*at] = source[*at].clone();
        let state = &mut planned.states[*at];
        state.refusal = Some(UNFIT.to_owned());
        if !state.is_of_person() {
            state.origin = Origin::Refused;
        }
    }
}

/// Returns merged content without its conflicts, which all have the version of the translation.
fn decided_for_people(merged: Map, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    let conflicts: Result<BTreeMap<Key, Option<Value>>, ObjectError> =
        merged.scan(draft, EntryKey::CONFLICTS).map(|entry| Ok((entry?.0, None))).collect();
    merged.apply(draft, conflicts?)
}

/// Returns content with arranged bodies of entries, where the source moved something or a merge left something out. Else
/// the outcome of the merge has the form that people gave it.
fn with_bodies(map: Map, bodies: BTreeMap<Key, Arranged>, draft: &mut Draft<'_>) -> Result<Map, ObjectError> {
    let mut edits = BTreeMap::new();
    for (key, Arranged { body, is_moved }) in bodies {
        if let Some(found) = find(&map, &key, draft)? {
            let entry = Entry { body: Some(body), ..found.entry.clone() };
            if is_moved || page::read(&entry) != page::read(&found.entry) {
                edits.insert(key, Some(found.with(&entry, draft)));
            }
        }
    }
    map.apply(draft, edits)
}

#[cfg(test)]
mod tests;
