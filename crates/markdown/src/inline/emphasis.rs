//! Delimiter runs of `*`, `_` and `~`, and their matching.
//!
//! A closing run takes characters off the right of the opening run and off its own left, two for strong emphasis and
//! one for emphasis, until one of the two runs is used up.

use crate::inline::{InlineReader, Piece, PieceKind};
use crate::{scan, unicode};

/// A delimiter run: a sequence of one mark.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) mark: u8,
    /// The number of characters.
    length: usize,
    /// The number of characters that are not matched.
    pub(super) left: usize,
    can_open: bool,
    can_close: bool,
    /// The number of matches that the run closes.
    pub(super) closes: usize,
    /// The index of the last match that the run opens.
    pub(super) opens: Option<usize>,
    /// The neighbours among the runs that may still match.
    before: Option<usize>,
    behind: Option<usize>,
}

/// A match of two runs.
#[derive(Debug)]
pub(super) struct Match {
    /// The number of characters on each side.
    pub(super) length: usize,
    /// The previous match opened by the same run, which lies within this one.
    pub(super) inner: Option<usize>,
}

/// The number of kinds of closing runs, by mark, ability to open, and length modulo 3. Runs of one
/// kind match the same openers.
const KINDS: usize = 14;

impl Run {
    fn kind(&self) -> usize {
        match self.mark {
            b'~' => 12 + self.length % 2,
            mark => usize::from(mark == b'_') * 6 + usize::from(self.can_open) * 3 + self.length % 3,
        }
    }

    fn closes(&self, opener: &Run) -> bool {
        if opener.mark != self.mark || !opener.can_open {
            return false;
        }
        if self.mark == b'~' {
            return opener.length == self.length;
        }
        let is_ambiguous = opener.can_close || self.can_open;
        !is_ambiguous || self.length.is_multiple_of(3) || !(opener.length + self.length).is_multiple_of(3)
    }
}

impl InlineReader<'_, '_, '_> {
    /// Reads a delimiter run and adds its piece.
    pub(super) fn delimiters(&mut self, mark: u8) {
        let start = self.at;
        let length = scan::prefix(&self.bytes[start..], |it| it == mark);
        self.at = start + length;
        let (can_open, can_close) = self.sides(mark, start, self.at);
        if !(can_open || can_close) || (mark == b'~' && length > 2) {
            return;
        }
        self.end_text(start);
        let run = self.memory.runs.len();
        self.memory.pieces.push(Piece { range: start..self.at, kind: PieceKind::Run(run) });
        self.text_from = self.at;
        let before = self.top.replace(run);
        if let Some(before) = before {
            self.memory.runs[before].behind = Some(run);
        }
        let (closes, opens, behind) = (0, None, None);
        self.memory.runs.push(Run { mark, length, left: length, can_open, can_close, closes, opens, before, behind });
    }

    /// Returns whether a run can open and can close. As on GitHub, tildes beside it
    /// are skipped: `a**~~b~~**` is strong.
    fn sides(&self, mark: u8, start: usize, end: usize) -> (bool, bool) {
        let start = start - scan::suffix(&self.bytes[..start], |it| it == b'~');
        let end = end + scan::prefix(&self.bytes[end..], |it| it == b'~');
        let before = self.text[..start].chars().next_back().unwrap_or('\n');
        let behind = self.text[end..].chars().next().unwrap_or('\n');
        let (blank_before, blank_behind) = (unicode::is_blank(before), unicode::is_blank(behind));
        let (mark_before, mark_behind) = (unicode::is_punctuation(before), unicode::is_punctuation(behind));
        let is_left = !blank_behind && (!mark_behind || blank_before || mark_before);
        let is_right = !blank_before && (!mark_before || blank_behind || mark_behind);
        if mark == b'_' {
            (is_left && (!is_right || mark_before), is_right && (!is_left || mark_behind))
        } else {
            (is_left, is_right)
        }
    }

    /// Matches the runs after `bottom`, and removes them from those that may still match.
    pub(super) fn match_runs(&mut self, bottom: Option<usize>) {
        let mut next = self.first_behind(bottom);
        let mut bottoms = [bottom; KINDS];
        while let Some(closer) = next {
            scan::count(1);
            next = self.memory.runs[closer].behind;
            if !self.memory.runs[closer].can_close {
                continue;
            }
            let kind = self.memory.runs[closer].kind();
            match self.opener(closer, bottoms[kind]) {
                Some(opener) => {
                    self.match_two(opener, closer);
                    if self.memory.runs[closer].left > 0 {
                        next = Some(closer);
                    }
                }
                None => {
                    bottoms[kind] = self.memory.runs[closer].before;
                    if !self.memory.runs[closer].can_open {
                        self.unlink(closer);
                    }
                }
            }
        }
        self.top = bottom;
        if let Some(bottom) = bottom {
            self.memory.runs[bottom].behind = None;
        }
    }

    fn first_behind(&self, bottom: Option<usize>) -> Option<usize> {
        if let Some(bottom) = bottom {
            return self.memory.runs[bottom].behind;
        }
        let mut first = self.top?;
        while let Some(before) = self.memory.runs[first].before {
            scan::count(1);
            first = before;
        }
        Some(first)
    }

    /// Returns the nearest run between `bottom` and a closing run that the latter closes.
    fn opener(&self, closer: usize, bottom: Option<usize>) -> Option<usize> {
        let runs = &self.memory.runs;
        let mut at = runs[closer].before;
        while let Some(opener) = at.filter(|at| bottom.is_none_or(|bottom| *at > bottom)) {
            scan::count(1);
            if runs[closer].closes(&runs[opener]) {
                return Some(opener);
            }
            at = runs[opener].before;
        }
        None
    }

    fn match_two(&mut self, opener: usize, closer: usize) {
        let runs = &mut self.memory.runs;
        let shorter = runs[opener].left.min(runs[closer].left);
        let length = shorter.min(2);
        let inner = runs[opener].opens.replace(self.memory.matches.len());
        self.memory.matches.push(Match { length, inner });
        runs[closer].closes += 1;
        runs[opener].left -= length;
        runs[closer].left -= length;
        (runs[opener].behind, runs[closer].before) = (Some(closer), Some(opener));
        for used in [opener, closer] {
            if self.memory.runs[used].left == 0 {
                self.unlink(used);
            }
        }
    }

    /// Removes a run from those that may still match.
    fn unlink(&mut self, run: usize) {
        let (before, behind) = (self.memory.runs[run].before, self.memory.runs[run].behind);
        if let Some(before) = before {
            self.memory.runs[before].behind = behind;
        }
        match behind {
            Some(behind) => self.memory.runs[behind].before = before,
            None => self.top = before,
        }
    }
}
