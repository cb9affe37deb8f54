//! The last look at a merged translation: that no text of a person is lost or there twice, and that what is new came into it.
//!
//! An entry in which that is not so is as people left it. New texts that a merge left out are put in the places of
//! those that they follow, or added with their blocks. Segments that are still missing get a reason for review.

use std::collections::{BTreeMap, HashMap, HashSet};

use quire_content::map::{Key, Map};
use quire_content::objects::{Draft, ObjectError};

use super::{Composed, counts};
use crate::compose::{LEFT_OUT, Origin, State};
use crate::entries::find;
use crate::page::{self, Entry};
use crate::segments::Content;

/// The texts that an entry must have.
pub(super) struct Expected {
    pub(super) key: Key,
    /// Those that people wrote, which are in the translation now, each with how often it may be there.
    pub(super) of_people: HashMap<Content, usize>,
    /// The words in the Markdown of the translation that no machine wrote, also in blocks that are no text.
    pub(super) words_of_people: HashSet<String>,
    /// Those that are new.
    pub(super) new: Vec<New>,
}

impl Expected {
    /// Returns true if an entry has what people wrote, and no more often than they did.
    fn is_kept_in(&self, entry: &Entry) -> bool {
        let texts = page::read(entry);
        let counts = counts(&texts);
        let is_kept = |(text, most): (&Content, &usize)| counts.get(text).is_some_and(|count| count <= most);
        self.of_people.iter().all(is_kept) && self.words_of_people.is_subset(&page::words(entry))
    }
}

/// A text that is new in an entry.
pub(super) struct New {
    /// The index of the segment.
    pub(super) at: usize,
    pub(super) content: Content,
    /// The text that was there before.
    pub(super) instead: Option<Content>,
}

/// Returns merged content with the texts that must be in it, and notes those that could not be written.
pub(super) fn settled(
    merged: Map,
    head: Map,
    expected: &[Expected],
    composed: &mut Composed,
    draft: &mut Draft<'_>,
) -> Result<Map, ObjectError> {
    let mut edits = BTreeMap::new();
    for it in expected {
        let mut value = merged.get(draft, &it.key)?;
        let mut found = find(&merged, &it.key, draft)?;
        if !found.as_ref().is_some_and(|found| it.is_kept_in(&found.entry)) {
            value = head.get(draft, &it.key)?;
            found = find(&head, &it.key, draft)?;
            if let Some(found) = &found {
                composed.behind.insert(it.key.clone(), found.title());
            }
        }
        let written = find(&composed.written, &it.key, draft)?;
        let Some((found, written)) = found.zip(written) else { continue };
        let (entry, missing) = completed(&found.entry, &written.entry, it);
        if entry != found.entry {
            value = Some(found.with(&entry, draft));
        }
        if !missing.is_empty() {
            note(composed, &it.key, &missing, found.title());
        }
        edits.insert(it.key.clone(), value);
    }
    merged.apply(draft, edits)
}

/// Returns an entry with its new texts, and the indices of the segments whose texts are still missing.
fn completed(entry: &Entry, written: &Entry, expected: &Expected) -> (Entry, Vec<usize>) {
    let absent = |entry: &Entry| -> Vec<&New> {
        let there: HashSet<Content> = page::read(entry).into_iter().collect();
        expected.new.iter().filter(|it| !there.contains(&it.content)).collect()
    };
    let mut now = entry.clone();
    let missing = absent(&now);
    if missing.is_empty() {
        return (now, Vec::new());
    }
    now = replaced(&now, &missing);
    let missing = absent(&now);
    let texts: HashSet<&Content> = missing.iter().map(|it| &it.content).collect();
    if let Some(inserted) = page::insert(&now, written, &texts) {
        now = inserted;
    }
    let missing = absent(&now).iter().map(|it| it.at).collect();
    match expected.is_kept_in(&now) {
        true => (now, missing),
        false => (entry.clone(), absent(entry).iter().map(|it| it.at).collect()),
    }
}

/// Returns an entry in which new texts are in the places of those that they follow.
fn replaced(entry: &Entry, missing: &[&New]) -> Entry {
    let own = page::read(entry);
    let mut contents = own.clone();
    for new in missing {
        let places = || own.iter().enumerate().filter(|(_, text)| new.instead.as_ref() == Some(text));
        if let (Some((at, _)), 1) = (places().next(), places().count()) {
            contents[at] = new.content.clone();
        }
    }
    page::write_fitting(entry, &own, &contents, |_| false).0
}

fn note(composed: &mut Composed, key: &Key, missing: &[usize], title: String) {
    let Some((_, states)) = composed.states.iter_mut().rev().find(|(known, _)| known == key) else { return };
    for at in missing {
        if let Some(state) = states.get_mut(*at) {
            *state = State { refusal: Some(LEFT_OUT.to_owned()), ..State::of(state.key, Origin::Refused) };
        }
    }
    composed.behind.insert(key.clone(), title);
}
