//! Parsing of a text that differs from one that is known only in some place.
//!
//! The text is parsed anew between two segments of the old one that [stand apart](super::seams), and the blocks around
//! them are taken over. The outcome is the one of parsing the whole text, with the keys that this would give, or there is
//! none: where something in the change concerns more of the text than its place, callers parse the whole.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use super::seams::{Seam, Seams, ends_apart, follows_blank_line, is_local};
use super::{BlockReader, MOST_WARNINGS, Parsed, Segment, Warning};
use crate::budget::Budget;
use crate::document::anchors;
use crate::document::keys::{self, Numbers};
use crate::document::memo::{Keyed, Known, Recording};
use crate::document::model::{Block, Document};
use crate::document::resolve::Resolve;
use crate::document::retarget::Places;

/// The most bytes of a text that is parsed in part, and the most nodes of its syntax: far from the bounds at which a text
/// is cut.
const MOST_BYTES: usize = 400_000;
const MOST_SYNTAX: usize = 100_000;

/// The part of a text that is parsed anew, and the part of the old text in whose place it is.
#[derive(Debug)]
struct Change {
    /// The bytes of the old text.
    old: Range<usize>,
    /// The bytes of the new text, from the same offset.
    new: Range<usize>,
    /// The segments of the old text.
    segments: Range<usize>,
}

/// Parses a text as a change of one that is known, if that is parsed with the same answers as `resolve` gives.
pub(in crate::document) fn parse(old: &Known, source: &str, resolve: &dyn Resolve) -> Option<Known> {
    let (seams, parsed) = (old.seams(), old.any());
    if !seams.is_local || source.len() > MOST_BYTES {
        return None;
    }
    let change = Change::between(&old.source, source, &parsed.segments, &seams.list)?;
    let part = &source[change.new.clone()];
    // A formula begins only where another one follows anywhere.
    if [part, &old.source[change.old.clone()]].iter().any(|text| text.contains("$$")) {
        return None;
    }
    let tree = quire_markdown::parse(part);
    let syntax = seams.syntax + tree.reach.nodes;
    let unended = seams.unended.iter().map(|name| &**name).chain(tree.reach.unended.iter().copied());
    if !is_local(&tree) || syntax > MOST_SYNTAX || unended.clone().any(|name| may_end(source, name)) {
        return None;
    }
    let (recording, budget) = (Recording::new(resolve), Budget::page());
    let mut reader = BlockReader::new(part, &tree, &recording, &budget);
    let is_first = change.segments.start == 0;
    let mut top = reader.top(is_first, &|| recording.count());
    let is_last = change.old.end == old.source.len();
    let goes_on_well =
        is_last || (!top.is_untitled && ends_apart(&tree.blocks) && follows_blank_line(source, change.new.end));
    if reader.cut.is_some() || !goes_on_well {
        return None;
    }
    if let Some(first) = top.seams.first_mut() {
        first.stands_apart = !is_first;
    }
    let warnings = warnings(&parsed.warnings, &change, &reader.all_warnings())?;
    let mut all_unended: Vec<Box<str>> = Vec::new();
    unended.for_each(|name| {
        if !all_unended.iter().any(|known| **known == *name) {
            all_unended.push(name.into());
        }
    });
    let anchored = splice(&seams.anchored, change.anchored(&seams.list), anchors::anchored(&top.nodes));
    let list = splice(&seams.list, change.segments.clone(), top.seams);
    let places = seams.places.spliced(&change.old, &change.new, &Places::of_tree(&tree));
    let seams_now = Seams { list, unended: all_unended, is_local: true, anchored, syntax, places };
    let asked = splice(&old.asked, change.asked(&seams.list), recording.into_asked());
    let nodes = seams_now.list.iter().map(|seam| seam.nodes).sum();
    let segments = segments(&parsed.segments, &change, &top.segments, top.nodes.len());
    let of_part = Part { change: &change, old: seams, now: &seams_now, nodes: top.nodes };
    let finish = |document| Parsed { document, segments, notes: Vec::new(), warnings, cut: None };
    Some(match old.keyed_if_made() {
        Some(keyed) => {
            let (document, numbers) = of_part.keyed(&keyed.parsed, &keyed.numbers);
            Known::with_keys(source, (asked, nodes), Keyed { parsed: Arc::new(finish(document)), numbers }, seams_now)
        }
        None => Known::without_keys(source, (asked, nodes), finish(of_part.plain(&parsed)), seams_now),
    })
}

impl Change {
    /// Returns the part in which two texts differ, up to segments that stand apart; `None` if it is most of the text.
    fn between(old: &str, new: &str, segments: &[Segment], seams: &[Seam]) -> Option<Self> {
        let first = common_start(old.as_bytes(), new.as_bytes());
        let most = old.len().min(new.len()) - first;
        let last = common_end(&old.as_bytes()[old.len() - most..], &new.as_bytes()[new.len() - most..]);
        let stands_apart = |at: &usize| seams[*at].stands_apart;
        let from = segments.partition_point(|segment| segment.span.start <= first);
        let from = (1..from).rev().find(stands_apart).unwrap_or(0);
        let to = segments.partition_point(|segment| segment.span.start < old.len() - last);
        let to = (to.max(1)..segments.len()).find(stands_apart).unwrap_or(segments.len());
        let start = if from == 0 { 0 } else { segments[from].span.start };
        let end = segments.get(to).map_or(old.len(), |segment| segment.span.start);
        let new_end = new.len() - (old.len() - end);
        let change = Self { old: start..end, new: start..new_end, segments: from..to };
        // Half a line ending would be read as a whole one together with what follows it.
        let splits = old[..start].ends_with('\r') && new[start..].starts_with('\n');
        (from <= to && change.new.len() <= new.len() / 2 && !splits).then_some(change)
    }

    /// Returns the questions that were asked for the segments of the old text.
    fn asked(&self, seams: &[Seam]) -> Range<usize> {
        range(&self.segments, seams, |seam| seam.asked)
    }

    /// Returns the blocks of the old text that can have an anchor, among all of them.
    fn anchored(&self, seams: &[Seam]) -> Range<usize> {
        range(&self.segments, seams, |seam| seam.anchored)
    }
}

fn range(segments: &Range<usize>, seams: &[Seam], count: impl Fn(&Seam) -> usize) -> Range<usize> {
    let start: usize = seams[..segments.start].iter().map(&count).sum();
    start..start + seams[segments.clone()].iter().map(&count).sum::<usize>()
}

/// Returns the number of bytes that two texts have in common at their beginnings and ends.
pub(in crate::document) fn shared(one: &str, other: &str) -> usize {
    let first = common_start(one.as_bytes(), other.as_bytes());
    let most = one.len().min(other.len()) - first;
    first + common_end(&one.as_bytes()[one.len() - most..], &other.as_bytes()[other.len() - most..])
}

/// Returns the length of the common beginning of two texts.
fn common_start(one: &[u8], other: &[u8]) -> usize {
    const CHUNK: usize = 128;
    let chunks = one.chunks(CHUNK).zip(other.chunks(CHUNK)).take_while(|(one, other)| one == other).count();
    let from = (chunks * CHUNK).min(one.len()).min(other.len());
    from + one[from..].iter().zip(&other[from..]).take_while(|(one, other)| one == other).count()
}

/// Returns the length of the common end of two texts.
fn common_end(one: &[u8], other: &[u8]) -> usize {
    const CHUNK: usize = 128;
    let chunks = one.rchunks(CHUNK).zip(other.rchunks(CHUNK)).take_while(|(one, other)| one == other).count();
    let from = (chunks * CHUNK).min(one.len()).min(other.len());
    let (one, other) = (&one[..one.len() - from], &other[..other.len() - from]);
    from + one.iter().rev().zip(other.iter().rev()).take_while(|(one, other)| one == other).count()
}

/// Returns true if a text may have an end tag for a tag that found none.
fn may_end(source: &str, name: &str) -> bool {
    name == quire_markdown::tree::Reach::DETAILS || source.contains(&format!("end{name}"))
}

/// Returns a list in which a range is replaced.
fn splice<T: Clone>(old: &[T], range: Range<usize>, new: Vec<T>) -> Vec<T> {
    let mut all = Vec::with_capacity(old.len() - range.len() + new.len());
    all.extend_from_slice(&old[..range.start]);
    all.extend(new);
    all.extend_from_slice(&old[range.end..]);
    all
}

fn segments(old: &[Segment], change: &Change, new: &[Segment], blocks: usize) -> Vec<Segment> {
    let (before, behind) = (&old[..change.segments.start], &old[change.segments.end..]);
    let first = before.last().map_or(0, |segment| segment.blocks.end);
    let last = old[..change.segments.end].last().map_or(0, |segment| segment.blocks.end);
    let moved = |segment: &Segment, [from, to]: [usize; 2], [first, last]: [usize; 2]| Segment {
        span: segment.span.start + to - from..segment.span.end + to - from,
        blocks: segment.blocks.start + last - first..segment.blocks.end + last - first,
    };
    let part = new.iter().map(|segment| moved(segment, [0, change.new.start], [0, first]));
    let behind = behind.iter().map(|it| moved(it, [change.old.end, change.new.end], [last, first + blocks]));
    before.iter().cloned().chain(part).chain(behind).collect()
}

/// Returns the warnings of the new text; `None` if there are too many to tell which of them are left out.
fn warnings(old: &[Warning], change: &Change, new: &[Warning]) -> Option<Vec<Warning>> {
    if old.len() + new.len() >= MOST_WARNINGS {
        return None;
    }
    let moved = |warning: &Warning, from: usize, to: usize| {
        let Warning { span, message } = warning.clone();
        Warning { span: span.start + to - from..span.end + to - from, message }
    };
    let before = old.iter().filter(|warning| warning.span.start < change.old.start).cloned();
    let part = new.iter().map(|warning| moved(warning, 0, change.new.start));
    let behind = old.iter().filter(|warning| warning.span.start >= change.old.end);
    let behind = behind.map(|warning| moved(warning, change.old.end, change.new.end));
    Some(before.chain(part).chain(behind).collect())
}

/// The new blocks of a change, and what is known of both texts.
struct Part<'a> {
    change: &'a Change,
    old: &'a Seams,
    now: &'a Seams,
    nodes: Vec<Block>,
}

impl Part<'_> {
    /// Returns the document without keys.
    fn plain(self, old: &Parsed) -> Document {
        self.document(old, &mut |_, _| ()).0
    }

    /// Returns the document with keys, which is made of one with keys.
    fn keyed(self, old: &Parsed, numbers: &Numbers) -> (Document, Numbers) {
        let mut named = None;
        let (mut document, is_named) = self.document(old, &mut |old, new| {
            named = numbers.replace(old, new);
        });
        let numbers = match named.filter(|_| is_named) {
            Some(numbers) => numbers,
            None => {
                keys::forget(&mut document);
                Numbers::fresh(&mut document)
            }
        };
        (document, numbers)
    }

    /// Returns the document, and true if the blocks around the change are what they were.
    fn document(self, old: &Parsed, name: &mut dyn FnMut(&[Block], &mut [Block])) -> (Document, bool) {
        let Self { change, old: seams, now, nodes: mut new } = self;
        let blocks = blocks(&old.segments, &change.segments);
        let nodes = &old.document.nodes;
        let (was, is) = (change.anchored(&seams.list), anchors::count(&new));
        let is = was.start..was.start + is;
        let is_same = seams.anchored[was] == now.anchored[is.clone()];
        if is_same {
            anchors::take_over(&nodes[blocks.clone()], &mut new);
            name(&nodes[blocks.clone()], &mut new);
        }
        let mut all = Vec::with_capacity(nodes.len() - blocks.len() + new.len());
        all.extend_from_slice(&nodes[..blocks.start]);
        let part = all.len()..all.len() + new.len();
        all.extend(new);
        all.extend_from_slice(&nodes[blocks.end..]);
        let mut document = Document::new(all);
        if is_same {
            return (document, true);
        }
        let is_same = anchors::settle_again(&mut document, &now.anchored, is);
        name(&nodes[blocks], &mut document.nodes[part]);
        (document, is_same)
    }
}

/// Returns the blocks of segments.
fn blocks(all: &[Segment], segments: &Range<usize>) -> Range<usize> {
    let end = |segments: &[Segment]| segments.last().map_or(0, |segment| segment.blocks.end);
    end(&all[..segments.start])..end(&all[..segments.end])
}
