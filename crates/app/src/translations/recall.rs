//! The memory of a run: what people and the translator wrote before for the texts that it comes to.
//!
//! A text of a person is used where they wrote it. Another translation gets it only if every member of the organization may
//! read both spaces of the one that it is from, so no run brings a text to readers who must not know it.

use std::collections::{BTreeMap, HashMap};

use quire_content::hash::Hash;
use quire_model::ids::SpaceId;
use quire_model::translations::MemoryOrigin;
use quire_store::Read;
use quire_store::translation_memory::{self as memory, Remembered};
use quire_store::translations::Translation;
use quire_translate::compose::{Known, Memory, Origin};
use quire_translate::glossary::{Index, Term, protect};
use quire_translate::memory::reply_key;
use quire_translate::providers::Translator;
use quire_translate::replies::accept;
use quire_translate::segments::{Content, count_words};

use crate::access;
use crate::core::errors::Error;

/// The number of texts of people for one source that are looked at, the newest first.
const MOST_OF_PEOPLE: i64 = 20;

/// The memory of the texts that a run comes to, and the texts of which nothing is remembered.
pub(super) struct Recall<'a> {
    languages: (&'static str, &'static str),
    glossary: Index<'a>,
    known: &'a HashMap<Hash, Remembered>,
    /// The texts of which nothing is known, by name.
    pub(super) unknown: BTreeMap<Hash, Content>,
}

impl<'a> Recall<'a> {
    pub(super) fn new(of: &Translation, glossary: &'a [Term], known: &'a HashMap<Hash, Remembered>) -> Self {
        let languages = (of.source_language.as_str(), of.language.as_str());
        Self { languages, glossary: Index::new(glossary), known, unknown: BTreeMap::new() }
    }

    /// Returns true if a text has no words but terms that are kept.
    fn is_kept(&self, source: &Content) -> bool {
        let text = source.marked_up();
        let kept: Vec<Term> = self.glossary.used(&text).into_iter().filter(|it| it.is_kept).cloned().collect();
        !kept.is_empty() && count_words(&protect(&text, &kept).text) == 0
    }
}

impl Memory for Recall<'_> {
    fn key(&self, source: &Content) -> Hash {
        let text = source.marked_up();
        quire_translate::memory::key(&text, self.languages, &self.glossary.used(&text))
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
    let translator = translator.map(Translator::name);
    let mut open = HashMap::new();
    let mut known = HashMap::new();
    for name in names {
        let mut found = of_people(tx, of, *name, &mut open)?;
        if let (None, Some(translator)) = (&found, &translator) {
            found = memory::get(tx, of.organization, reply_key(*name, translator))?;
        }
        known.extend(found.map(|found| (*name, found)));
    }
    Ok(known)
}

/// Returns the text of a person for the text with a name: one of this translation, else the newest that all may read.
fn of_people(
    tx: &mut Read<'_>,
    of: &Translation,
    name: Hash,
    open: &mut HashMap<SpaceId, bool>,
) -> Result<Option<Remembered>, Error> {
    let mut all = memory::of_people(tx, of.organization, name, MOST_OF_PEOPLE)?;
    if let Some(own) = all.iter().position(|it| it.result_space == Some(of.result_space)) {
        return Ok(Some(all.swap_remove(own)));
    }
    for it in all {
        let mut may_read = true;
        for space in [it.source_space, it.result_space] {
            may_read = may_read && is_open(tx, of, space, open)?;
        }
        if may_read {
            return Ok(Some(it));
        }
    }
    Ok(None)
}

fn is_open(
    tx: &mut Read<'_>,
    of: &Translation,
    space: Option<SpaceId>,
    open: &mut HashMap<SpaceId, bool>,
) -> Result<bool, Error> {
    let Some(space) = space else { return Ok(false) };
    if let Some(known) = open.get(&space) {
        return Ok(*known);
    }
    let is_open = access::is_open(tx, of.organization, space)?;
    open.insert(space, is_open);
    Ok(is_open)
}
