//! The headings of a text, and which lines are under which.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;

use crate::merge::text::headings::level;

/// The headings of a text in order, each with all headings above it as one number.
#[derive(Default)]
pub(in crate::merge::text) struct Outline {
    headings: Vec<Heading>,
    /// The line of the first heading of each path.
    lines: HashMap<u64, usize>,
}

struct Heading {
    at: usize,
    level: usize,
    /// The hash of its text and those of the headings above it.
    path: u64,
    /// The index of the heading above it.
    above: Option<usize>,
}

impl Outline {
    /// Takes the next heading, given with all its lines.
    pub(super) fn heading(&mut self, at: usize, heading: &str) {
        let level = level(heading);
        let text = heading.trim();
        let above = self.above(self.headings.len(), level);
        let mut hasher = DefaultHasher::new();
        (above.map(|above| self.headings[above].path), text).hash(&mut hasher);
        let path = hasher.finish();
        self.headings.push(Heading { at, level, path, above });
        self.lines.entry(path).or_insert(at);
    }

    /// Returns the index of the last heading before an index with fewer marks than a level.
    fn above(&self, end: usize, level: usize) -> Option<usize> {
        // Between a heading and the one above it, none has fewer marks than it.
        let mut found = end.checked_sub(1);
        while let Some(heading) = found.map(|at| &self.headings[at]).filter(|heading| heading.level >= level) {
            found = heading.above;
        }
        found
    }

    /// Returns the path of the heading that a line is under; `None` before the first one.
    pub(in crate::merge::text) fn path_of(&self, line: usize) -> Option<u64> {
        self.over(line).map(|(path, _)| path)
    }

    /// Returns the path and the line of the heading that a line is under.
    pub(in crate::merge::text) fn over(&self, line: usize) -> Option<(u64, usize)> {
        let next = self.headings.partition_point(|heading| heading.at < line);
        let level = self.headings.get(next).filter(|heading| heading.at == line).map_or(usize::MAX, |it| it.level);
        self.above(next, level).map(|above| (self.headings[above].path, self.headings[above].at))
    }

    /// Returns the lines of all headings in order.
    pub(in crate::merge::text) fn headings(&self) -> impl Iterator<Item = usize> {
        self.headings.iter().map(|heading| heading.at)
    }

    /// Returns the number of headings in a range of lines.
    pub(in crate::merge::text) fn count(&self, lines: &Range<usize>) -> usize {
        let before = |line: usize| self.headings.partition_point(|heading| heading.at < line);
        before(lines.end) - before(lines.start)
    }

    /// Returns the paths of all headings in order, with their lines.
    pub(in crate::merge::text) fn paths(&self) -> impl Iterator<Item = (u64, usize)> {
        self.headings.iter().map(|heading| (heading.path, heading.at))
    }

    /// Returns the line of the first heading with a path.
    pub(in crate::merge::text) fn line_of(&self, path: u64) -> Option<usize> {
        self.lines.get(&path).copied()
    }

    /// Returns true if a heading has a path, but a line is under another one.
    pub(in crate::merge::text) fn has_elsewhere(&self, path: Option<u64>, line: usize) -> bool {
        path.is_some_and(|path| self.lines.contains_key(&path) && self.path_of(line) != Some(path))
    }
}
