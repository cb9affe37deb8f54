//! Evaluation of a plan: matching and scoring of sections.
//!
//! The entries of a segment are processed in windows. In each window the rarest units propose entries: one of them if
//! all words must occur, so many that none is missed if some may be missing. The others are only looked for in what was
//! proposed, and those that improve the score alone only in what matches. An occurrence counts by its field and form
//! with diminishing returns, and the contribution of a unit is bounded by its rarity (BM25F). Entries outside of the
//! scope are skipped before anything is counted or ranked.

use tantivy::{DocId, TERMINATED};

use super::SearchablePages;
use super::accepted::Accepted;
use super::cursors::{Cursors, Occurrences};
use super::pages::{Keep, Pages};
use super::plan::Plan;
use super::units::{Role, Unit};
use crate::index::{Deletions, Segment, Snapshot};

/// The number of entries in a window.
const WINDOW: u32 = 4096;
/// The unit in which an entry's count of phrases is kept above its count of words.
const PHRASE: u32 = 1 << 16;

/// Returns the matching pages, the best of them in order.
pub(super) fn pages(
    snapshot: &Snapshot,
    plan: &Plan,
    seen: &SearchablePages<'_>,
    keep: Keep,
) -> tantivy::Result<Pages> {
    let mut pages = Pages::new(keep);
    if plan.is_hopeless {
        return Ok(pages);
    }
    let mut window = Window::new(plan.units.len());
    for (n, segment) in snapshot.segments.iter().enumerate() {
        let allowed: Vec<bool> = segment.spaces.iter().map(|space| seen.scope.has(*space)).collect();
        if allowed.contains(&true)
            && let Some(order) = Order::of(plan, n)
        {
            let cursors = plan.units.iter().map(|_| None).collect();
            let opened = Opened { plan, ordinal: n, snapshot, segment, cursors };
            let accepted = Accepted::new(segment, seen.visible);
            let mut within = Within { deletions: snapshot.deletions(n), segment, allowed, accepted, plan, opened };
            within.collect(&order, &mut window, &mut pages)?;
        }
    }
    Ok(pages)
}

/// The order in which the units of a plan are looked for in a segment.
struct Order {
    /// The units that propose entries: every entry that matches has one of them.
    first: Vec<usize>,
    /// The other words and phrases, the rarest first.
    then: Vec<usize>,
    /// The units that may be missing.
    last: Vec<usize>,
}

impl Order {
    /// Returns `None` if nothing in the segment matches.
    fn of(plan: &Plan, segment: usize) -> Option<Self> {
        let of = |role| {
            let units = plan.units.iter().enumerate().filter(move |(_, unit)| unit.role == role);
            let mut found: Vec<_> = units.map(|(n, unit)| (Cursors::cost_of(unit, segment), n)).collect();
            found.sort_unstable();
            found
        };
        let (phrases, words) = (of(Role::Phrase), of(Role::Word));
        let there = words.iter().filter(|(cost, _)| *cost > 0).count();
        if phrases.iter().any(|(cost, _)| *cost == 0) || there < plan.words || phrases.len() + there == 0 {
            return None;
        }
        let mut all: Vec<usize> = phrases.iter().chain(&words).map(|(_, unit)| *unit).collect();
        let first = if phrases.is_empty() { plan.of + 1 - plan.words } else { 1 };
        let then = all.split_off(first.min(all.len()));
        let by_role = |role| (0..plan.units.len()).filter(move |n| plan.units[*n].role == role);
        Some(Self { first: all, then, last: by_role(Role::Common).chain(by_role(Role::Bonus)).collect() })
    }
}

/// The occurrences of the units in a segment, opened when they are looked for.
struct Opened<'a> {
    plan: &'a Plan,
    ordinal: usize,
    snapshot: &'a Snapshot,
    segment: &'a Segment,
    cursors: Vec<Option<Cursors<'a>>>,
}

impl<'a> Opened<'a> {
    fn get(&mut self, unit: usize) -> tantivy::Result<&mut Cursors<'a>> {
        let opened = match self.cursors[unit].take() {
            Some(opened) => opened,
            None => Cursors::open(&self.plan.units[unit], self.ordinal, self.snapshot, self.segment)?,
        };
        Ok(self.cursors[unit].insert(opened))
    }
}

/// The evaluation of a plan on one segment.
struct Within<'a> {
    deletions: Deletions<'a>,
    segment: &'a Segment,
    /// True for each space of the segment that is in the scope.
    allowed: Vec<bool>,
    accepted: Accepted<'a>,
    plan: &'a Plan,
    opened: Opened<'a>,
}

impl Within<'_> {
    fn collect(&mut self, order: &Order, window: &mut Window, pages: &mut Pages) -> tantivy::Result<()> {
        let mut from = 0;
        loop {
            let mut start = TERMINATED;
            for unit in &order.first {
                start = start.min(self.opened.get(*unit)?.seek(from));
            }
            if start == TERMINATED {
                return Ok(());
            }
            let end = start.saturating_add(WINDOW).min(TERMINATED);
            self.propose(order, start..end, window)?;
            window.candidates.retain(|at| self.is_allowed(start + at));
            self.look_for(&order.then, start..end, window)?;
            let counts = &window.counts;
            window.candidates.retain(|at| self.matches(counts[*at as usize]) && self.may_find(start + at));
            self.improve(&order.last, start..end, window)?;
            self.judge(start, window, pages);
            window.clear();
            from = end;
        }
    }

    /// Makes candidates of all entries of a window with one of the first units.
    fn propose(&mut self, order: &Order, docs: std::ops::Range<DocId>, window: &mut Window) -> tantivy::Result<()> {
        for n in &order.first {
            let counts_as = counts_as(&self.plan.units[*n]);
            let Window { occurrences, counts, found, touched, .. } = &mut *window;
            self.opened.get(*n)?.all(docs.start, docs.end, occurrences, |at, part| {
                let count = &mut counts[at as usize];
                if *count == 0 {
                    touched.push(at);
                }
                *count += counts_as;
                found[*n].add(at, part);
            });
        }
        window.touched.sort_unstable();
        window.candidates.clone_from(&window.touched);
        Ok(())
    }

    /// Looks for further words and phrases in the candidates, and drops those that have too few.
    fn look_for(&mut self, units: &[usize], docs: std::ops::Range<DocId>, window: &mut Window) -> tantivy::Result<()> {
        for (done, n) in units.iter().enumerate() {
            if window.candidates.is_empty() {
                return Ok(());
            }
            let counts_as = counts_as(&self.plan.units[*n]);
            let entries = self.segment.entries();
            let Window { occurrences, counts, found, candidates, fresh, .. } = &mut *window;
            let cursors = self.opened.get(*n)?;
            // Only what was proposed has a count.
            cursors.some((docs.start, docs.end), (candidates, counts), entries, occurrences, |at, part| {
                fresh.push(at);
                found[*n].add(at, part);
            });
            fresh.drain(..).for_each(|at| counts[at as usize] += counts_as);
            let left = units[done + 1..].iter().map(|n| counts_as_of(self.plan, *n)).sum::<u32>();
            let counts = &window.counts;
            window.candidates.retain(|at| self.matches(counts[*at as usize] + left));
        }
        Ok(())
    }

    /// Adds the units that only improve scores.
    fn improve(&mut self, units: &[usize], docs: std::ops::Range<DocId>, window: &mut Window) -> tantivy::Result<()> {
        for n in units {
            let mut candidates = std::mem::take(&mut window.scratch);
            candidates.clear();
            let among = self.plan.units[*n].only_with;
            let may = |at: &u32| among.is_none_or(|units| units.iter().all(|unit| window.found[*unit].has(*at)));
            candidates.extend(window.candidates.iter().copied().filter(may));
            if !candidates.is_empty() {
                let Window { occurrences, counts, found, .. } = &mut *window;
                let entries = self.segment.entries();
                let cursors = self.opened.get(*n)?;
                cursors.some((docs.start, docs.end), (&candidates, counts), entries, occurrences, |at, part| {
                    found[*n].add(at, part);
                });
            }
            window.scratch = candidates;
        }
        Ok(())
    }

    fn matches(&self, count: u32) -> bool {
        let (phrases, words) = ((count / PHRASE) as usize, (count % PHRASE) as usize);
        phrases >= self.plan.phrases && words >= self.plan.words && count > 0
    }

    fn judge(&self, start: DocId, window: &mut Window, pages: &mut Pages) {
        // In the order of the plan, so that a score does not depend on the rarity of words in a segment.
        for found in &window.found {
            found.parts.iter().for_each(|(at, part)| window.scores[*at as usize] += part);
        }
        // The entries of a page are mostly adjacent.
        let mut last = None;
        for at in &window.candidates {
            let (score, count) = (window.scores[*at as usize], window.counts[*at as usize]);
            let part = if self.plan.of == 0 { 1.0 } else { (count % PHRASE) as f32 / self.plan.of as f32 };
            let ordinal = self.page_of(start + at);
            let known = last.filter(|(known, _)| Some(*known) == ordinal);
            let number = known.or_else(|| ordinal.and_then(|it| Some((it, self.number(it, pages)?))));
            if let Some((_, number)) = number {
                pages.add(number, self.opened.ordinal as u32, start + at, score * (0.5 + 0.5 * part));
            }
            last = number;
        }
    }

    /// Returns the number of a page by its ordinal in the segment.
    fn number(&self, page: u32, pages: &mut Pages) -> Option<u32> {
        let (space, page) = *self.segment.pages.get(page as usize)?;
        Some(pages.number(space, page))
    }

    /// Returns true for an entry of a space within the scope that is not deleted.
    fn is_allowed(&self, doc: DocId) -> bool {
        let space = self.page_of(doc).and_then(|page| self.segment.space_of.get(page as usize));
        space.is_some_and(|space| self.allowed.get(*space as usize) == Some(&true)) && !self.deletions.has(doc)
    }

    /// Returns the ordinal of an entry's page in the segment.
    fn page_of(&self, doc: DocId) -> Option<u32> {
        self.segment.page_of.get(doc as usize).copied()
    }

    /// Returns true if the page of an entry may be returned.
    fn may_find(&mut self, doc: DocId) -> bool {
        self.page_of(doc).is_some_and(|page| self.accepted.has(page))
    }
}

fn counts_as(unit: &Unit) -> u32 {
    match unit.role {
        Role::Phrase => PHRASE,
        Role::Word => 1,
        Role::Common | Role::Bonus => 0,
    }
}

fn counts_as_of(plan: &Plan, unit: usize) -> u32 {
    counts_as(&plan.units[unit])
}

/// The accumulators for the entries of a window, by their place in it.
struct Window {
    scores: Vec<f32>,
    /// The numbers of words and phrases in the entries that were proposed.
    counts: Vec<u32>,
    occurrences: Occurrences,
    /// By unit.
    found: Vec<Parts>,
    /// All entries that were proposed.
    touched: Vec<u32>,
    /// Those that may match, in order.
    candidates: Vec<u32>,
    scratch: Vec<u32>,
    /// Those in which a unit was found that was looked for last.
    fresh: Vec<u32>,
}

/// The entries of a window with a unit, and what it adds to their scores.
struct Parts {
    parts: Vec<(u32, f32)>,
    /// A bit for each entry of the window.
    bits: Vec<u64>,
}

impl Parts {
    fn add(&mut self, at: u32, part: f32) {
        self.parts.push((at, part));
        self.bits[at as usize / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: u32) -> bool {
        self.bits[at as usize / 64] & 1 << (at % 64) != 0
    }
}

impl Window {
    fn new(units: usize) -> Self {
        let entries = WINDOW as usize;
        let found = (0..units).map(|_| Parts { parts: Vec::new(), bits: vec![0; entries / 64] });
        Self {
            scores: vec![0.0; entries],
            counts: vec![0; entries],
            occurrences: Occurrences::new(WINDOW),
            found: found.collect(),
            touched: Vec::new(),
            candidates: Vec::new(),
            scratch: Vec::new(),
            fresh: Vec::new(),
        }
    }

    fn clear(&mut self) {
        for found in &mut self.found {
            for (at, _) in found.parts.drain(..) {
                self.scores[at as usize] = 0.0;
                found.bits[at as usize / 64] = 0;
            }
        }
        for at in self.touched.drain(..) {
            self.counts[at as usize] = 0;
        }
        self.candidates.clear();
    }
}
