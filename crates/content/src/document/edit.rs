//! Changing a text so that it says another document: what changes is printed, everything else keeps its bytes.
//!
//! The unit is a block of the top level. A first attempt keeps the blank lines around a changed block as they are;
//! every attempt is read again, and one that does not say the new document is followed by a bolder one: blank lines
//! around what changed, then its neighbours printed too, then everything.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::model::{Anchor, Block, Document, Kind, ListStyle};
use super::pair;
use super::parse::{Parsed, parse};
use super::print::{Labels, Printer};
use super::resolve::Resolve;
use super::walk;

/// How much of a text is written anew.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Boldness {
    /// What changed, between the blank lines that were there.
    Change,
    /// And the blank lines.
    Gaps,
    /// And the blocks beside it.
    Neighbours,
    /// All blocks.
    Everything,
}

/// The text that says `new`, where `source` says `old`: its bytes but for the blocks that differ.
pub fn splice(source: &str, old: &Parsed, new: &Document, resolve: &dyn Resolve) -> String {
    let mut new = new.clone();
    forget_anchors(&old.document, &mut new);
    if new == old.document {
        return source.to_owned();
    }
    super::normal::shape(&mut new, resolve);
    let known: HashSet<u64> = old.document.nodes.iter().map(pair::hash).collect();
    super::raw::settle(&mut new, resolve, &|block| known.contains(&pair::hash(block)));
    let mut attempt = source.to_owned();
    for boldness in [Boldness::Change, Boldness::Gaps, Boldness::Neighbours, Boldness::Everything] {
        attempt = Splice { source, old, new: &new, boldness, unused: &HashSet::new() }.text(resolve);
        let mut read = parse(&attempt, resolve);
        if read.document != new {
            continue;
        }
        let unused = unused_notes(old, &read);
        if !unused.is_empty() {
            let shorter = Splice { source, old, new: &new, boldness, unused: &unused }.text(resolve);
            read = parse(&shorter, resolve);
            if read.document == new {
                return shorter;
            }
        }
        return attempt;
    }
    attempt
}

/// Takes away names that the server derived and that only came back.
fn forget_anchors(old: &Document, new: &mut Document) {
    let mut derived: HashMap<&str, &str> = HashMap::new();
    walk::blocks(&old.nodes, &mut |block| {
        if let (Some(key), Anchor::Derived(name)) = (block.key.as_str(), &block.anchor) {
            derived.insert(key, name);
        }
    });
    walk::blocks_mut(&mut new.nodes, &mut |block| {
        let known = block.key.as_str().and_then(|key| derived.get(key));
        if known.is_some() && block.anchor.given() == known.copied() {
            block.anchor = Anchor::Absent;
        }
    });
}

/// The footnotes that something referred to, and nothing does any more.
fn unused_notes(old: &Parsed, new: &Parsed) -> HashSet<String> {
    let used = |parsed: &Parsed| -> HashSet<String> {
        parsed.notes.iter().filter(|note| note.is_used).map(|note| note.label.clone()).collect()
    };
    used(old).difference(&used(new)).cloned().collect()
}

/// A part of the new text.
enum Part {
    /// A segment as it is.
    Kept(usize),
    /// Blocks that are printed, in place of these segments.
    Printed(Range<usize>, Range<usize>),
}

struct Splice<'a> {
    source: &'a str,
    old: &'a Parsed,
    new: &'a Document,
    boldness: Boldness,
    /// The labels of footnotes that are left out.
    unused: &'a HashSet<String>,
}

impl Splice<'_> {
    fn text(&self, resolve: &dyn Resolve) -> String {
        let kept = self.kept();
        let parts = self.parts(&kept);
        let mut printer = Printer::new(resolve, self.labels(resolve));
        let mut out = String::new();
        let mut before: Option<&Part> = None;
        for part in &parts {
            let text = match part {
                Part::Kept(at) => self.source[self.old.segments[*at].span.clone()].to_owned(),
                Part::Printed(blocks, _) => self.endings(printer.blocks(&self.new.nodes[blocks.clone()]) + "\n"),
            };
            self.join(&mut out, before, part);
            out.push_str(&text);
            before = Some(part);
        }
        for note in printer.into_notes() {
            self.blank_line(&mut out);
            out.push_str(&self.endings(note + "\n"));
        }
        if let Some(Part::Kept(last)) = parts.last()
            && last + 1 == self.old.segments.len()
            && self.unused.is_empty()
        {
            out.push_str(&self.source[self.old.segments[*last].span.end..]);
        }
        if parts.is_empty() && self.new.nodes.is_empty() && self.old.segments.is_empty() {
            out.push_str(self.source);
        }
        out
    }

    /// For each segment whether its bytes stay, with the first new block that it is.
    fn kept(&self) -> Vec<Option<usize>> {
        let hashes = |document: &Document| document.nodes.iter().map(pair::hash).collect::<Vec<_>>();
        let pairs = pair::equal(&hashes(&self.old.document), &hashes(self.new));
        let mut place = vec![None; self.old.document.nodes.len()];
        for (new, old) in pairs.into_iter().enumerate() {
            if let Some(old) = old.filter(|old| self.old.document.nodes[*old] == self.new.nodes[new]) {
                place[old] = Some(new);
            }
        }
        let mut kept: Vec<Option<usize>> =
            self.old.segments.iter().map(|segment| keeps(segment.blocks.clone(), &place)).collect();
        if self.boldness >= Boldness::Neighbours {
            self.drop_neighbours(&mut kept);
        }
        kept
    }

    fn drop_neighbours(&self, kept: &mut [Option<usize>]) {
        if self.boldness == Boldness::Everything {
            kept.fill(None);
            return;
        }
        let all = kept.to_vec();
        let of_blocks: Vec<usize> = (0..kept.len()).filter(|at| !self.old.segments[*at].blocks.is_empty()).collect();
        let mut next = 0;
        let mut changed_before = false;
        for (n, at) in of_blocks.iter().enumerate() {
            let Some(first) = all[*at] else {
                changed_before = true;
                continue;
            };
            let follows = of_blocks.get(n + 1).map(|after| all[*after]);
            let end = first + self.old.segments[*at].blocks.len();
            let changed_after = match follows {
                Some(after) => after != Some(end),
                None => end != self.new.nodes.len(),
            };
            if changed_before || first != next || changed_after {
                kept[*at] = None;
            }
            (next, changed_before) = (end, false);
        }
    }

    /// The new text part by part. Blocks that replace segments stand in their place, others right behind the block
    /// that they follow.
    fn parts(&self, kept: &[Option<usize>]) -> Vec<Part> {
        let segments = &self.old.segments;
        let unused = self.unused_segments();
        // For each segment, where the new blocks end that are before the next one that is kept.
        let mut until = vec![self.new.nodes.len(); segments.len() + 1];
        for at in (0..segments.len()).rev() {
            until[at] = kept[at].unwrap_or(until[at + 1]);
        }
        let mut parts = Vec::new();
        let mut next = 0;
        let mut at = 0;
        while at < segments.len() {
            let blocks = &segments[at].blocks;
            let mut end = at + 1;
            if blocks.is_empty() {
                if !unused.contains(&segments[at].span.start) {
                    parts.push(Part::Kept(at));
                }
            } else if kept[at].is_some() {
                print(&mut parts, &mut next, until[at], at..at);
                parts.push(Part::Kept(at));
                next += blocks.len();
                let follows = (end..segments.len()).find(|at| !segments[*at].blocks.is_empty());
                if follows.is_none_or(|at| kept[at].is_some()) {
                    print(&mut parts, &mut next, until[end], end..end);
                }
            } else {
                let stays = |at: &usize| segments[*at].blocks.is_empty() || kept[*at].is_some();
                end = (at..segments.len()).find(stays).unwrap_or(segments.len());
                print(&mut parts, &mut next, until[at], at..end);
            }
            at = end;
        }
        print(&mut parts, &mut next, self.new.nodes.len(), at..at);
        parts
    }

    /// Where the footnotes begin that are left out.
    fn unused_segments(&self) -> HashSet<usize> {
        let unused = self.old.notes.iter().filter(|note| self.unused.contains(&note.label));
        unused.map(|note| note.span.start).collect()
    }

    /// What stands between two parts.
    fn join(&self, out: &mut String, before: Option<&Part>, part: &Part) {
        let end = match before {
            None => Some(0),
            Some(Part::Kept(at)) => Some(at + 1),
            Some(Part::Printed(_, segments)) if !segments.is_empty() => Some(segments.end),
            Some(Part::Printed(..)) => None,
        };
        let start = match part {
            Part::Kept(at) => Some(*at),
            Part::Printed(_, segments) if !segments.is_empty() => Some(segments.start),
            Part::Printed(..) => None,
        };
        let untouched = matches!((before, part), (None | Some(Part::Kept(_)), Part::Kept(_)));
        match start.filter(|start| Some(*start) == end) {
            Some(start) if untouched || self.boldness == Boldness::Change => out.push_str(self.gap(start)),
            _ if before.is_none() => {}
            _ => {
                self.blank_line(out);
                if self.would_join(before, part) {
                    out.push_str("<!---->");
                    out.push_str(self.endings("\n\n".to_owned()).as_str());
                }
            }
        }
    }

    /// What is before a segment: blank lines.
    fn gap(&self, segment: usize) -> &str {
        let start = segment.checked_sub(1).map_or(0, |before| self.old.segments[before].span.end);
        &self.source[start..self.old.segments[segment].span.start]
    }

    fn blank_line(&self, out: &mut String) {
        if out.is_empty() {
            return;
        }
        if !out.ends_with('\n') {
            out.push_str(self.ending());
        }
        if !out.ends_with("\n\n") && !out.ends_with("\n\r\n") {
            out.push_str(self.ending());
        }
    }

    /// Whether two lists would be read as one.
    fn would_join(&self, before: Option<&Part>, part: &Part) -> bool {
        let last = match before {
            Some(Part::Kept(at)) => {
                self.old.segments[*at].blocks.clone().next_back().map(|at| &self.old.document.nodes[at])
            }
            Some(Part::Printed(blocks, _)) => blocks.clone().next_back().map(|at| &self.new.nodes[at]),
            None => None,
        };
        let first = match part {
            Part::Kept(at) => self.old.segments[*at].blocks.clone().next().map(|at| &self.old.document.nodes[at]),
            Part::Printed(blocks, _) => blocks.clone().next().map(|at| &self.new.nodes[at]),
        };
        let numbered = |block: &Block| match &block.kind {
            Kind::List { style, .. } => Some(matches!(style, ListStyle::Ordered { .. })),
            _ => None,
        };
        let kind = last.and_then(numbered);
        kind.is_some() && kind == first.and_then(numbered)
    }

    /// The labels of the text, and those whose notes can be referred to again.
    fn labels(&self, resolve: &dyn Resolve) -> Labels {
        let mut labels = Labels::default();
        for note in &self.old.notes {
            labels.taken.insert(note.label.clone());
            let body = Printer::new(resolve, Labels::default()).blocks(&note.body);
            labels.bodies.entry(body).or_insert_with(|| note.label.clone());
        }
        labels
    }

    fn ending(&self) -> &'static str {
        if self.source.contains("\r\n") { "\r\n" } else { "\n" }
    }

    /// Printed text with the line endings of the source.
    fn endings(&self, text: String) -> String {
        if self.ending() == "\n" { text } else { text.replace('\n', "\r\n") }
    }
}

/// Adds new blocks up to one, in place of segments.
fn print(parts: &mut Vec<Part>, next: &mut usize, until: usize, segments: Range<usize>) {
    if *next < until {
        parts.push(Part::Printed(*next..until, segments));
        *next = until;
    }
}

/// The first of the new blocks that a segment is, if it is some that follow one another.
fn keeps(blocks: Range<usize>, place: &[Option<usize>]) -> Option<usize> {
    let first = place[blocks.clone().next()?]?;
    blocks.enumerate().all(|(n, at)| place[at] == Some(first + n)).then_some(first)
}
