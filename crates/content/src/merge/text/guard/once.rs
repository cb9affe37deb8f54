//! The lines that a text has once, by which a place in one text is found in another.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::merge::text::lines::Lines;

/// The minimum length in bytes of a line that is known again: shorter ones may be written anew by chance.
const SHORTEST: usize = 8;

/// The lines of a text that it has once; they are collected at the first question.
pub(super) struct Once<'l, 'a> {
    lines: &'l Lines<'a>,
    known: OnceCell<HashMap<&'a str, Option<usize>>>,
}

impl<'l, 'a> Once<'l, 'a> {
    pub(super) fn of(lines: &'l Lines<'a>) -> Self {
        Self { lines, known: OnceCell::new() }
    }

    /// Returns the place of a line, which may be indented otherwise; `None` if it is not there, or more than once, or short.
    pub(super) fn place_of(&self, line: &str) -> Option<usize> {
        self.known.get_or_init(|| self.all()).get(line.trim()).copied().flatten()
    }

    fn all(&self) -> HashMap<&'a str, Option<usize>> {
        let mut known = HashMap::new();
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| line.trim().len() >= SHORTEST) {
            known.entry(line.trim()).and_modify(|place| *place = None).or_insert(Some(at));
        }
        known
    }
}
