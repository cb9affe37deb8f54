//! Shared objects that are references to what is not for readers.
//!
//! A reference may lead to another one, and into an object. What is beyond the bounds counts as hidden.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::{Index, has_mark, string};
use crate::place::{Form, Place};
use crate::pointer::of_fragment;
use crate::scan::{below, members};

/// The number of bytes that are looked at for each byte of the text.
const MOST_TIMES: usize = 8;

/// The end of one step along references.
enum Step {
    Hidden,
    Shown,
    Next(String),
}

/// A search for references that lead to something hidden.
struct Search<'a> {
    index: &'a Index,
    text: &'a [u8],
    /// The targets of shared objects that are references.
    targets: HashMap<String, String>,
    /// The pointers that were followed, and true for those that lead to something hidden.
    known: HashMap<String, bool>,
    bytes_left: usize,
}

impl Index {
    /// Hides shared objects that are references to hidden ones, or to hidden parts of others.
    pub(super) fn hide_aliases(&mut self, text: &[u8]) {
        if !self.hidden.has_marks {
            return;
        }
        let target = |at: &Range<usize>| target(text, at);
        let targets = self.units.iter().filter_map(|(pointer, at)| Some((pointer.clone(), target(at)?)));
        let targets: HashMap<String, String> = targets.collect();
        let bytes_left = text.len().saturating_mul(MOST_TIMES);
        let mut search = Search { index: self, text, targets, known: HashMap::new(), bytes_left };
        let aliases: Vec<String> = search.targets.keys().cloned().collect();
        let found: HashSet<String> = aliases.into_iter().filter(|alias| search.leads(alias)).collect();
        for schema in &mut self.schemas {
            schema.is_internal |= found.contains(&schema.pointer);
        }
        self.hidden.units.extend(found);
    }
}

/// Returns the pointer within the document that a value refers to.
fn target(text: &[u8], at: &Range<usize>) -> Option<String> {
    of_fragment(string(text, &members(text, at.clone()), "$ref")?.strip_prefix('#')?)
}

impl Search<'_> {
    /// Returns true if the references from a pointer on lead to something hidden, or go in a circle.
    fn leads(&mut self, from: &str) -> bool {
        let (mut way, mut at) = (HashSet::new(), from.to_owned());
        let is_hidden = loop {
            if let Some(known) = self.known.get(&at) {
                break *known;
            }
            if !way.insert(at.clone()) {
                break true;
            }
            match self.step(&at) {
                Step::Hidden => break true,
                Step::Shown => break false,
                Step::Next(next) => at = next,
            }
        };
        self.known.extend(way.into_iter().map(|pointer| (pointer, is_hidden)));
        is_hidden
    }

    fn step(&mut self, pointer: &str) -> Step {
        let Some((unit, mut at)) = self.index.unit(pointer) else { return Step::Shown };
        if self.index.hidden.units.contains(unit) {
            return Step::Hidden;
        }
        let rest = &pointer[unit.len()..];
        if rest.is_empty() {
            return self.targets.get(unit).map_or(Step::Shown, |next| Step::Next(next.clone()));
        }
        let mut end = unit.len();
        for part in rest.split('/').skip(1) {
            let Some(left) = self.bytes_left.checked_sub(at.len()) else { return Step::Hidden };
            self.bytes_left = left;
            let Some(inner) = below(self.text, &at, &part.replace("~1", "/").replace("~0", "~")) else {
                return Step::Shown;
            };
            end += 1 + part.len();
            // In a map, the mark is the name of a member.
            let is_map = Place::at(&pointer[..end]).is_some_and(|place| place.form == Form::Map);
            if !is_map && has_mark(self.text, &members(self.text, inner.clone())) {
                return Step::Hidden;
            }
            at = inner;
        }
        target(self.text, &at).map_or(Step::Shown, Step::Next)
    }
}
