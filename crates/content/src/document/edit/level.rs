//! Sibling blocks of a text, those of a page or those in a block, rewritten to yield other blocks.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use quire_markdown::tree::{List, Marker};

use super::{Boldness, Plan, Verbatim};
use crate::document::model::{Block, Kind, ListStyle};
use crate::document::pair;
use crate::document::parse::Parsed;
use crate::document::parse::inside::{Finder, Inside, Place};
use crate::document::print::{Printer, prefixed};
use crate::document::raw;

/// Sibling blocks of a text and the blocks that replace them.
pub(super) struct Level<'a> {
    places: Vec<Place<'a>>,
    old: &'a [Block],
    new: &'a [Block],
    /// The byte offset at which the text of these blocks begins.
    start: usize,
    /// The container prefix of each line.
    prefix: String,
    /// The list, if the blocks are its items.
    list: Option<&'a List<'a>>,
    /// The byte offsets of segments that are left out.
    unused: HashSet<usize>,
    is_top: bool,
}

impl<'a> Level<'a> {
    pub(super) fn top(old: &'a Parsed, places: Vec<Place<'a>>, new: &'a [Block], unused: HashSet<usize>) -> Self {
        let old = &old.document.nodes;
        Self { places, old, new, start: 0, prefix: String::new(), list: None, unused, is_top: true }
    }

    /// Ends the line, and adds a blank line unless the blocks are items of a tight list.
    pub(super) fn apart(&self, out: &mut String, ending: &str) {
        if out.is_empty() {
            return;
        }
        if !out.ends_with('\n') {
            out.push_str(ending);
        }
        let stand_close = self.list.is_some_and(|list| list.is_tight);
        if !stand_close && !out.ends_with("\n\n") && !out.ends_with("\n\r\n") {
            out.push_str(self.prefix.trim_end());
            out.push_str(ending);
        }
        out.push_str(&self.prefix);
    }

    fn span(&self, at: usize) -> Range<usize> {
        self.places[at].segment.span.clone()
    }

    fn blocks(&self, at: usize) -> Range<usize> {
        self.places[at].segment.blocks.clone()
    }

    /// Returns the byte offset at which the gap before a segment begins.
    fn end_before(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(self.start, |before| self.span(before).end)
    }
}

/// A part of the new text.
enum Part {
    /// A segment that keeps its bytes.
    Kept(usize),
    /// A segment whose block is changed inside, the index of the new block, and the new text.
    Inside(usize, usize, String),
    /// New blocks that are printed, and the segments that they replace.
    Printed(Range<usize>, Range<usize>),
}

impl Part {
    /// Returns the segments that the part keeps or replaces.
    fn segments(&self) -> Range<usize> {
        match self {
            Self::Kept(at) | Self::Inside(at, ..) => *at..at + 1,
            Self::Printed(_, segments) => segments.clone(),
        }
    }
}

/// Writes the text of levels, from kept source and printed blocks.
pub(super) struct Writer<'a> {
    source: &'a str,
    ending: &'static str,
    boldness: Boldness,
    plan: Option<&'a Plan>,
    finder: Finder<'a>,
    printer: Printer<'a>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        (source, ending): (&'a str, &'static str),
        boldness: Boldness,
        plan: Option<&'a Plan>,
        (finder, printer): (Finder<'a>, Printer<'a>),
    ) -> Self {
        Self { source, ending, boldness, plan, finder, printer }
    }

    /// Returns the line ending of the text.
    pub(super) fn ending(&self) -> &'static str {
        self.ending
    }

    /// Returns the definitions of the footnotes that were printed.
    pub(super) fn notes(&mut self) -> Vec<String> {
        let notes = self.printer.take_notes();
        notes.into_iter().map(|note| self.endings(note + "\n")).collect()
    }

    /// Returns the text of a level, and true if its last segment is kept or changed inside.
    pub(super) fn level(&mut self, level: &Level<'a>) -> (String, bool) {
        let kept = self.kept(level);
        let parts = self.parts(level, &kept);
        let mut out = String::new();
        let mut before: Option<&Part> = None;
        for part in &parts {
            if let Some(Part::Kept(at)) = before
                && let Some(end) = self.missing_end(level, *at)
            {
                out.push_str(end);
            }
            self.join(level, &mut out, before, part);
            match part {
                Part::Kept(at) => out.push_str(&self.source[level.span(*at)]),
                Part::Inside(_, _, text) => out.push_str(text),
                Part::Printed(blocks, segments) => out.push_str(&self.printed(level, blocks.clone(), segments)),
            }
            before = Some(part);
        }
        let is_last = |at: usize| at + 1 == level.places.len();
        let keeps_last = matches!(before, Some(Part::Kept(at) | Part::Inside(at, ..)) if is_last(*at));
        (out, keeps_last)
    }

    /// Returns the closing marker to append if an unterminated HTML comment is the last segment of the source.
    fn missing_end(&self, level: &Level<'a>, at: usize) -> Option<&'static str> {
        let is_last = at + 1 == level.places.len() && level.blocks(at).is_empty();
        is_last.then(|| raw::missing_end(&self.source[level.span(at)])).flatten()
    }

    /// Prints blocks in place of segments.
    fn printed(&mut self, level: &Level<'a>, blocks: Range<usize>, segments: &Range<usize>) -> String {
        let lead = self.lead(level, segments);
        let mut text = String::new();
        let mut from = blocks.start;
        while from < blocks.end {
            let is_first = from == blocks.start;
            if !is_first {
                level.apart(&mut text, "\n");
                if would_join(&level.new[from - 1], &level.new[from]) {
                    text.push_str("<!---->");
                    level.apart(&mut text, "\n");
                }
            }
            let (part, count) = match self.verbatim(level, from) {
                Some(Verbatim::Markdown(markdown, count)) => {
                    (prefixed(markdown, lead, &format!("{}{lead}", level.prefix)), *count)
                }
                Some(Verbatim::Moved(old)) => (self.moved(level, *old, &level.new[from]), 1),
                None => {
                    let given = |at: &usize| self.verbatim(level, *at).is_some();
                    let until = (from + 1..blocks.end).find(given).unwrap_or(blocks.end);
                    (self.fresh(level, from..until, lead), until - from)
                }
            };
            text.push_str(&part);
            from += count;
        }
        // Text after a segment that does not end its line may be the end of a tag.
        let stays_open = !level.is_top
            && segments.clone().next_back().is_some_and(|at| !self.source[level.span(at)].ends_with('\n'));
        self.endings(text + if stays_open { "" } else { "\n" })
    }

    /// Returns the indentation of items that stand in place of segments; none for other blocks.
    fn lead(&self, level: &Level<'a>, segments: &Range<usize>) -> &'a str {
        let is_list = level.list.is_some() && !level.places.is_empty();
        if is_list { lead(&self.source[level.span(segments.start.min(level.places.len() - 1))]) } else { "" }
    }

    /// Returns the text of a new block that is not printed.
    fn verbatim(&self, level: &Level<'a>, at: usize) -> Option<&'a Verbatim> {
        self.plan?.texts.get(level.new[at].key.as_str()?)
    }

    /// Returns the source of an old block of the level, with plain line breaks; the block is printed if it has none.
    fn moved(&mut self, level: &Level<'a>, old: usize, block: &'a Block) -> String {
        let alone = level.places.iter().position(|place| place.segment.blocks == (old..old + 1));
        match alone.filter(|_| level.old[old] == *block) {
            Some(at) => self.source[level.span(at)].trim_end_matches(['\n', '\r']).replace("\r\n", "\n"),
            None => self.print(level, std::slice::from_ref(block), 0, ""),
        }
    }

    /// Prints new blocks.
    fn fresh(&mut self, level: &Level<'a>, blocks: Range<usize>, lead: &str) -> String {
        self.print(level, &level.new[blocks.clone()], blocks.start, lead)
    }

    /// Prints blocks that follow a number of others in their level.
    fn print(&mut self, level: &Level<'a>, new: &[Block], passed: usize, lead: &str) -> String {
        let Some(list) = level.list else { return prefixed(&self.printer.blocks(new), "", &level.prefix) };
        let marker = match list.marker {
            Marker::Number { start, delimiter } => {
                let passed = u32::try_from(passed).unwrap_or(u32::MAX);
                Marker::Number { start: start.saturating_add(passed).min(999_999_999), delimiter }
            }
            bullet @ Marker::Bullet(_) => bullet,
        };
        prefixed(&self.printer.items(new, marker), lead, &format!("{}{lead}", level.prefix))
    }

    /// Converts printed text to the line endings of the source.
    fn endings(&self, text: String) -> String {
        if self.ending() == "\n" { text } else { text.replace('\n', "\r\n") }
    }

    /// Returns, for each segment, the index of the first new block that it yields if its bytes stay.
    fn kept(&self, level: &Level<'a>) -> Vec<Option<usize>> {
        let pairs = self.pairs(level);
        let mut place = vec![None; level.old.len()];
        for (new, old) in pairs.into_iter().enumerate() {
            if let Some(old) = old.filter(|old| level.old[*old] == level.new[new]) {
                place[old] = Some(new);
            }
        }
        let mut kept: Vec<Option<usize>> = (0..level.places.len()).map(|at| keeps(level.blocks(at), &place)).collect();
        if self.boldness >= Boldness::Neighbours {
            self.drop_neighbours(level, &mut kept);
        }
        kept
    }

    /// Returns, for each new block, the old one that it may be.
    fn pairs(&self, level: &Level<'a>) -> Vec<Option<usize>> {
        if self.plan.is_some() {
            return by_key(level.old, level.new);
        }
        let hashes = |blocks: &[Block]| blocks.iter().map(pair::hash).collect::<Vec<_>>();
        pair::equal(&hashes(level.old), &hashes(level.new))
    }

    fn drop_neighbours(&self, level: &Level<'a>, kept: &mut [Option<usize>]) {
        if self.boldness == Boldness::Everything {
            kept.fill(None);
            return;
        }
        let all = kept.to_vec();
        let of_blocks: Vec<usize> = (0..kept.len()).filter(|at| !level.blocks(*at).is_empty()).collect();
        let mut next = 0;
        let mut changed_before = false;
        for (n, at) in of_blocks.iter().enumerate() {
            let Some(first) = all[*at] else {
                changed_before = true;
                continue;
            };
            let follows = of_blocks.get(n + 1).map(|after| all[*after]);
            let end = first + level.blocks(*at).len();
            let changed_after = match follows {
                Some(after) => after != Some(end),
                None => end != level.new.len(),
            };
            if changed_before || first != next || changed_after {
                kept[*at] = None;
            }
            (next, changed_before) = (end, false);
        }
    }

    /// Splits the new text into parts. Blocks that replace segments stand in their place, others right after the block
    /// that they follow.
    fn parts(&mut self, level: &Level<'a>, kept: &[Option<usize>]) -> Vec<Part> {
        let count = level.places.len();
        // For each segment, the end of the new blocks that come before the next segment that stays in its place.
        let stays = self.stays(level);
        let mut until = vec![level.new.len(); count + 1];
        for at in (0..count).rev() {
            let first = || level.blocks(at).next().and_then(|block| stays[block]);
            until[at] = kept[at].or_else(first).unwrap_or(until[at + 1]);
        }
        let mut parts = Vec::new();
        let mut next = 0;
        let mut at = 0;
        while at < count {
            let blocks = level.blocks(at);
            let mut end = at + 1;
            if blocks.is_empty() {
                if !level.unused.contains(&level.span(at).start) {
                    parts.push(Part::Kept(at));
                }
            } else if kept[at].is_some() {
                print(&mut parts, &mut next, until[at], at..at);
                parts.push(Part::Kept(at));
                next += blocks.len();
                let follows = (end..count).find(|at| !level.blocks(*at).is_empty());
                let is_there = |at: usize| kept[at].is_some() || stays[level.blocks(at).start].is_some();
                if follows.is_none_or(is_there) {
                    print(&mut parts, &mut next, until[end], end..end);
                }
            } else {
                let ends = |at: &usize| level.blocks(*at).is_empty() || kept[*at].is_some();
                end = (at..count).find(ends).unwrap_or(count);
                self.changed(level, at..end, next..until[end], &mut parts);
                next = next.max(until[end]);
            }
            at = end;
        }
        print(&mut parts, &mut next, level.new.len(), at..at);
        parts
    }

    /// Returns, for each old block, the new one that it is by the plan, whether changed inside or not.
    fn stays(&self, level: &Level<'a>) -> Vec<Option<usize>> {
        let mut stays = vec![None; level.old.len()];
        if self.plan.is_some() {
            for (new, old) in by_key(level.old, level.new).into_iter().enumerate() {
                old.into_iter().for_each(|old| stays[old] = Some(new));
            }
        }
        stays
    }

    /// Adds parts for changed segments: one by one where only the inside of their blocks changes.
    fn changed(&mut self, level: &Level<'a>, segments: Range<usize>, blocks: Range<usize>, parts: &mut Vec<Part>) {
        let (mut next, mut from) = (blocks.start, segments.start);
        if self.boldness.descends() {
            for (at, block) in self.counterparts(level, &segments, &blocks) {
                if let Some(text) = self.inside(level, at, &level.new[block]) {
                    print(parts, &mut next, block, from..at);
                    parts.push(Part::Inside(at, block, text));
                    (next, from) = (block + 1, at + 1);
                }
            }
        }
        print(parts, &mut next, blocks.end, from..segments.end);
    }

    /// Returns changed segments with the blocks that they may be now, both in order.
    fn counterparts(&self, level: &Level<'a>, segments: &Range<usize>, blocks: &Range<usize>) -> Vec<(usize, usize)> {
        if self.plan.is_none() {
            let same = segments.len() == blocks.len();
            return if same { segments.clone().zip(blocks.clone()).collect() } else { Vec::new() };
        }
        let pairs = by_key(level.old, &level.new[blocks.clone()]);
        let segment = |old: usize| segments.clone().find(|at| level.blocks(*at) == (old..old + 1));
        let found = pairs.into_iter().enumerate().filter_map(|(n, old)| Some((segment(old?)?, blocks.start + n)));
        found.collect()
    }

    /// Returns the text of a segment whose block is changed inside, if that is possible.
    fn inside(&mut self, level: &Level<'a>, at: usize, new: &'a Block) -> Option<String> {
        let [old] = &level.old[level.blocks(at)] else { return None };
        if !same_but_inside(old, new) {
            return None;
        }
        let Inside { places, prefix, list } = self.finder.inside(&level.places[at], old)?;
        let (first, last) = (&places.first()?.segment, &places.last()?.segment);
        let (old, new) = (old.inner(), new.inner());
        let (start, end, whole) = (first.span.start, last.span.end, level.span(at));
        let prefix = format!("{}{prefix}", level.prefix);
        let unused = HashSet::new();
        let (text, _) = self.level(&Level { places, old, new, start, prefix, list, unused, is_top: false });
        Some(format!("{}{text}{}", &self.source[whole.start..start], &self.source[end..whole.end]))
    }

    /// Appends the text between two parts.
    fn join(&self, level: &Level<'a>, out: &mut String, before: Option<&Part>, part: &Part) {
        let end = match before.map(Part::segments) {
            None => Some(0),
            Some(segments) => Some(segments.end).filter(|_| !segments.is_empty()),
        };
        let segments = part.segments();
        let start = Some(segments.start).filter(|_| !segments.is_empty());
        let untouched = before.is_none_or(is_in_place) && is_in_place(part);
        let joins = would_join_parts(level, before, part);
        if let Some(start) = start.filter(|start| Some(*start) == end) {
            let gap = &self.source[level.end_before(start)..level.span(start).start];
            if untouched || self.boldness.keeps_gaps() || (gap.contains('\n') && !joins) {
                out.push_str(gap);
                return;
            }
        }
        if before.is_some() {
            level.apart(out, self.ending());
            if joins {
                out.push_str("<!---->");
                level.apart(out, self.ending());
            }
        }
    }
}

/// Returns true if the bytes next to a part stay as they were.
fn is_in_place(part: &Part) -> bool {
    !matches!(part, Part::Printed(..))
}

/// Returns true if the last block of a part and the first of the next one would be parsed as one list.
fn would_join_parts(level: &Level<'_>, before: Option<&Part>, part: &Part) -> bool {
    let blocks = |part: &Part| match part {
        Part::Kept(at) => &level.old[level.blocks(*at)],
        Part::Inside(_, block, _) => &level.new[*block..=*block],
        Part::Printed(blocks, _) => &level.new[blocks.clone()],
    };
    let last = before.and_then(|before| blocks(before).last());
    last.zip(blocks(part).first()).is_some_and(|(last, first)| would_join(last, first))
}

/// Returns true if two adjacent lists would be parsed as one.
fn would_join(one: &Block, next: &Block) -> bool {
    let numbered = |block: &Block| match &block.kind {
        Kind::List { style, .. } => Some(matches!(style, ListStyle::Ordered { .. })),
        _ => None,
    };
    numbered(one).is_some() && numbered(one) == numbered(next)
}

/// Pairs new blocks with the old ones that have their keys; no two blocks of a document have the same one.
fn by_key(old: &[Block], new: &[Block]) -> Vec<Option<usize>> {
    let is_same =
        |(one, other): &(&Block, &Block)| one.key.as_str().is_some() && one.key.as_str() == other.key.as_str();
    let first = old.iter().zip(new).take_while(is_same).count();
    let last = old[first..].iter().rev().zip(new[first..].iter().rev()).take_while(is_same).count();
    let places: HashMap<&str, usize> =
        (first..old.len() - last).filter_map(|at| Some((old[at].key.as_str()?, at))).collect();
    let among = new[first..new.len() - last].iter().map(|block| places.get(block.key.as_str()?).copied());
    (0..first).map(Some).chain(among).chain((old.len() - last..old.len()).map(Some)).collect()
}

/// Adds a part that prints new blocks up to an index, in place of segments.
fn print(parts: &mut Vec<Part>, next: &mut usize, until: usize, segments: Range<usize>) {
    if *next < until {
        parts.push(Part::Printed(*next..until, segments));
        *next = until;
    }
}

/// Returns the index of the first new block that a segment yields, if its blocks are consecutive in the new document.
fn keeps(blocks: Range<usize>, place: &[Option<usize>]) -> Option<usize> {
    let first = place[blocks.clone().next()?]?;
    blocks.enumerate().all(|(n, at)| place[at] == Some(first + n)).then_some(first)
}

/// Returns the spaces and tabs at the start of a text.
fn lead(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
}

/// Returns true if two blocks differ at most in their inner blocks.
fn same_but_inside(old: &Block, new: &Block) -> bool {
    let is_same_kind = std::mem::discriminant(&old.kind) == std::mem::discriminant(&new.kind);
    is_same_kind && own(old) == own(new)
}

/// Returns a block without its inner blocks.
fn own(block: &Block) -> Block {
    let kind = match &block.kind {
        Kind::List { style, .. } => Kind::List { style: *style, items: Vec::new() },
        Kind::ListItem { checked, .. } => Kind::ListItem { checked: *checked, nodes: Vec::new() },
        Kind::Quote { .. } => Kind::Quote { nodes: Vec::new() },
        Kind::Hint { style, .. } => Kind::Hint { style: *style, nodes: Vec::new() },
        Kind::If { expression, .. } => Kind::If { expression: expression.clone(), nodes: Vec::new() },
        Kind::Expandable { title, open, .. } => {
            Kind::Expandable { title: title.clone(), body: Vec::new(), open: *open }
        }
        Kind::Tabs { full_width, .. } => Kind::Tabs { full_width: *full_width, tabs: Vec::new() },
        Kind::Tab { title, icon, .. } => Kind::Tab { title: title.clone(), icon: icon.clone(), nodes: Vec::new() },
        Kind::Stepper { .. } => Kind::Stepper { steps: Vec::new() },
        Kind::Step { icon, .. } => Kind::Step { icon: icon.clone(), nodes: Vec::new() },
        Kind::Columns { full_width, .. } => Kind::Columns { full_width: *full_width, columns: Vec::new() },
        Kind::Column { width, vertical, .. } => {
            Kind::Column { width: width.clone(), vertical: *vertical, nodes: Vec::new() }
        }
        Kind::Updates { format, .. } => Kind::Updates { format: format.clone(), updates: Vec::new() },
        Kind::Update { date, tags, .. } => Kind::Update { date: date.clone(), tags: tags.clone(), nodes: Vec::new() },
        Kind::Prompt { description, icon, .. } => {
            Kind::Prompt { description: description.clone(), icon: icon.clone(), nodes: Vec::new() }
        }
        other => other.clone(),
    };
    Block { key: block.key.clone(), anchor: block.anchor.clone(), kind, more: block.more.clone() }
}
