//! The search for the longest common subsequence: from both ends at once, up to the point where the paths meet, then
//! recursively in both halves.

use std::ops::Range;

use super::{Side, sift};

/// The minimum number of steps before a search is given up.
const FEWEST_STEPS: usize = 256;
/// The number of diagonals that a comparison may advance on before it gives up every search after
/// [`FEWEST_STEPS_LEFT`]. Only sequences of more than some ten thousand items can cost more.
const MOST_ADVANCES: usize = 1 << 24;
/// The number of steps before a search is given up when the comparison has cost too much.
const FEWEST_STEPS_LEFT: isize = 16;
/// The number of steps after which a path that looks good enough is taken.
const PATIENCE: isize = 256;
/// The number of consecutive equal items that makes a path look good.
const GOOD_RUN: isize = 20;
/// The required ratio of the distance of a good path to the steps it took.
const GOOD_PACE: isize = 4;

/// Marks the changed items among those that are kept.
pub(super) fn compare(sides: &mut [Side<'_>; 2]) {
    let items = |side: &Side<'_>| side.kept.iter().map(|&at| side.items[at]).collect::<Vec<_>>();
    let [a, b] = &*sides;
    let (a, b) = (items(a), items(b));
    let diagonals = a.len() + b.len() + 3;
    let mut search = Search {
        a: &a,
        b: &b,
        forward: vec![0; diagonals],
        backward: vec![0; diagonals],
        zero: b.len() as isize + 1,
        most_steps: sift::root(diagonals).max(FEWEST_STEPS) as isize,
        advances_left: MOST_ADVANCES,
    };
    let mut open = vec![Area { a: 0..a.len() as isize, b: 0..b.len() as isize, exact: false }];
    while let Some(area) = open.pop() {
        let area = search.shrunk(area);
        if area.a.is_empty() || area.b.is_empty() {
            let [side_a, side_b] = &mut *sides;
            mark(side_a, &area.a);
            mark(side_b, &area.b);
            continue;
        }
        let split = search.split(&area);
        let head = Area { a: area.a.start..split.a, b: area.b.start..split.b, exact: split.head_exact };
        let tail = Area { a: split.a..area.a.end, b: split.b..area.b.end, exact: split.tail_exact };
        open.extend([tail, head]);
    }
}

fn mark(side: &mut Side<'_>, range: &Range<isize>) {
    for &at in &side.kept[range.start as usize..range.end as usize] {
        side.changed[at] = true;
    }
}

/// A range of each sequence, compared with each other.
struct Area {
    a: Range<isize>,
    b: Range<isize>,
    /// True if the search may not be cut short.
    exact: bool,
}

/// A point on a good path, at which an area is split.
struct Split {
    a: isize,
    b: isize,
    head_exact: bool,
    tail_exact: bool,
}

struct Search<'a> {
    a: &'a [u32],
    b: &'a [u32],
    /// For each diagonal (index in `a` minus index in `b`), the index in `a` that a path from the start has reached.
    forward: Vec<isize>,
    /// For each diagonal, the index in `a` that a path from the end has reached.
    backward: Vec<isize>,
    /// The index of diagonal 0 in both vectors.
    zero: isize,
    most_steps: isize,
    /// The number of diagonals that may still be advanced on.
    advances_left: usize,
}

/// The range of diagonals that a search has reached; every step uses every other one.
struct Fan {
    low: isize,
    high: isize,
}

impl Fan {
    fn contains(&self, diagonal: isize) -> bool {
        (self.low..=self.high).contains(&diagonal)
    }

    fn diagonals(&self) -> impl Iterator<Item = isize> + use<> {
        (self.low..=self.high).rev().step_by(2)
    }

    /// Widens the range by one diagonal on each side, or narrows it at the border of the area; writes `beyond` outside
    /// of it.
    fn widen(&mut self, within: &Range<isize>, zero: isize, reached: &mut [isize], beyond: isize) {
        if self.low > within.start {
            self.low -= 1;
            reached[(zero + self.low - 1) as usize] = beyond;
        } else {
            self.low += 1;
        }
        if self.high < within.end {
            self.high += 1;
            reached[(zero + self.high + 1) as usize] = beyond;
        } else {
            self.high -= 1;
        }
    }
}

impl Search<'_> {
    fn equal(&self, a: isize, b: isize) -> bool {
        self.a[a as usize] == self.b[b as usize]
    }

    /// Returns the area without its equal prefix and suffix.
    fn shrunk(&self, mut area: Area) -> Area {
        while !area.a.is_empty() && !area.b.is_empty() && self.equal(area.a.start, area.b.start) {
            area.a.start += 1;
            area.b.start += 1;
        }
        while !area.a.is_empty() && !area.b.is_empty() && self.equal(area.a.end - 1, area.b.end - 1) {
            area.a.end -= 1;
            area.b.end -= 1;
        }
        area
    }

    fn split(&mut self, area: &Area) -> Split {
        // The diagonals that intersect the area.
        let within = area.a.start - area.b.end..area.a.end - area.b.start;
        let (first, last) = (area.a.start - area.b.start, area.a.end - area.b.end);
        let odd = (first - last) & 1 != 0;
        let (mut ahead, mut back) = (Fan { low: first, high: first }, Fan { low: last, high: last });
        let zero = self.zero;
        self.forward[(zero + first) as usize] = area.a.start;
        self.backward[(zero + last) as usize] = area.a.end;
        for step in 1.. {
            ahead.widen(&within, zero, &mut self.forward, -1);
            let (met, run) = self.advance(area, &ahead, odd.then_some(&back));
            let mut good = run > GOOD_RUN;
            if let Some(split) = met {
                return split;
            }
            back.widen(&within, zero, &mut self.backward, isize::MAX);
            let (met, run) = self.retreat(area, &back, (!odd).then_some(&ahead));
            good |= run > GOOD_RUN;
            if let Some(split) = met {
                return split;
            }
            self.advances_left = self.advances_left.saturating_sub(2 * step as usize);
            if area.exact {
                continue;
            }
            if self.advances_left == 0 {
                self.most_steps = FEWEST_STEPS_LEFT;
            }
            if good && step > PATIENCE {
                let found =
                    self.good_head(area, &ahead, first, step).or_else(|| self.good_tail(area, &back, last, step));
                if let Some(split) = found {
                    return split;
                }
            }
            if step >= self.most_steps {
                return self.furthest(area, &ahead, &back);
            }
        }
        unreachable!("a search in a finite area ends")
    }

    /// Advances the search from the start by one step on every diagonal. Returns the point at which it meets the search
    /// from the end, and the longest run of equal items.
    fn advance(&mut self, area: &Area, ahead: &Fan, back: Option<&Fan>) -> (Option<Split>, isize) {
        let mut longest = 0;
        for diagonal in ahead.diagonals() {
            let at = (self.zero + diagonal) as usize;
            let from = if self.forward[at - 1] >= self.forward[at + 1] {
                self.forward[at - 1] + 1
            } else {
                self.forward[at + 1]
            };
            let mut a = from;
            while a < area.a.end && a - diagonal < area.b.end && self.equal(a, a - diagonal) {
                a += 1;
            }
            longest = longest.max(a - from);
            self.forward[at] = a;
            if back.is_some_and(|back| back.contains(diagonal)) && self.backward[at] <= a {
                return (Some(Split { a, b: a - diagonal, head_exact: true, tail_exact: true }), longest);
            }
        }
        (None, longest)
    }

    /// Advances the search from the end, like [`advance`](Self::advance).
    fn retreat(&mut self, area: &Area, back: &Fan, ahead: Option<&Fan>) -> (Option<Split>, isize) {
        let mut longest = 0;
        for diagonal in back.diagonals() {
            let at = (self.zero + diagonal) as usize;
            let from = if self.backward[at - 1] < self.backward[at + 1] {
                self.backward[at - 1]
            } else {
                self.backward[at + 1] - 1
            };
            let mut a = from;
            while a > area.a.start && a - diagonal > area.b.start && self.equal(a - 1, a - diagonal - 1) {
                a -= 1;
            }
            longest = longest.max(from - a);
            self.backward[at] = a;
            if ahead.is_some_and(|ahead| ahead.contains(diagonal)) && a <= self.forward[at] {
                return (Some(Split { a, b: a - diagonal, head_exact: true, tail_exact: true }), longest);
            }
        }
        (None, longest)
    }

    /// Returns the end of the longest path from the start that is long enough and ends with a good run.
    fn good_head(&self, area: &Area, ahead: &Fan, first: isize, step: isize) -> Option<Split> {
        let mut best = (0, None);
        for diagonal in ahead.diagonals() {
            let a = self.forward[(self.zero + diagonal) as usize];
            let b = a - diagonal;
            let way = (a - area.a.start) + (b - area.b.start) - (diagonal - first).abs();
            let inside =
                area.a.start + GOOD_RUN <= a && a < area.a.end && area.b.start + GOOD_RUN <= b && b < area.b.end;
            let better = way > GOOD_PACE * step && way > best.0 && inside;
            if better && (1..=GOOD_RUN).all(|back| self.equal(a - back, b - back)) {
                best = (way, Some(Split { a, b, head_exact: true, tail_exact: false }));
            }
        }
        best.1
    }

    /// Returns the start of the longest path from the end, like [`good_head`](Self::good_head).
    fn good_tail(&self, area: &Area, back: &Fan, last: isize, step: isize) -> Option<Split> {
        let mut best = (0, None);
        for diagonal in back.diagonals() {
            let a = self.backward[(self.zero + diagonal) as usize];
            let b = a - diagonal;
            let way = (area.a.end - a) + (area.b.end - b) - (diagonal - last).abs();
            let inside =
                area.a.start < a && a <= area.a.end - GOOD_RUN && area.b.start < b && b <= area.b.end - GOOD_RUN;
            let better = way > GOOD_PACE * step && way > best.0 && inside;
            if better && (0..GOOD_RUN).all(|on| self.equal(a + on, b + on)) {
                best = (way, Some(Split { a, b, head_exact: false, tail_exact: true }));
            }
        }
        best.1
    }

    /// Returns the end of the longest path, for a search that is given up.
    fn furthest(&self, area: &Area, ahead: &Fan, back: &Fan) -> Split {
        let mut head = (-1, -1);
        for diagonal in ahead.diagonals() {
            let a = self.forward[(self.zero + diagonal) as usize].min(area.a.end).min(area.b.end + diagonal);
            if head.0 < a + a - diagonal {
                head = (a + a - diagonal, a);
            }
        }
        let mut tail = (isize::MAX, isize::MAX);
        for diagonal in back.diagonals() {
            let a = self.backward[(self.zero + diagonal) as usize].max(area.a.start).max(area.b.start + diagonal);
            if a + a - diagonal < tail.0 {
                tail = (a + a - diagonal, a);
            }
        }
        let (left, done) = (area.a.end + area.b.end - tail.0, head.0 - (area.a.start + area.b.start));
        if left < done {
            return Split { a: head.1, b: head.0 - head.1, head_exact: true, tail_exact: false };
        }
        Split { a: tail.1, b: tail.0 - tail.1, head_exact: false, tail_exact: true }
    }
}
