//! A page that people changed, when its source brings what it says into another order.
//!
//! A merge of texts sees a move as a deletion and an insertion, so what a person wrote would stand where it was and where
//! it is now. But a page in which people only wrote other texts, added blocks and took out blocks can be written anew: the
//! blocks of the source in their new order with these texts, and beside them what was added.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use quire_content::document::model::{Anchor, Block, Document, Kind};
use quire_content::document::{Parsed, Unresolved, normalize, parse, splice};

use super::Entry;
use crate::align;
use crate::segments::{self, Content};

/// A translation, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Changed<'a> {
    /// The entry as it was written before.
    pub written: &'a Entry,
    /// The entry as people left it.
    pub head: &'a Entry,
    /// The entry that is written now.
    pub now: &'a Entry,
    /// For each segment of `written`, its index in `head`, if it is there.
    pub in_head: &'a [Option<usize>],
    /// For each segment of `written`, its index in `now`, if it is there.
    pub in_now: &'a [Option<usize>],
    /// The segments of `now` that a person took out.
    pub removed: &'a HashSet<usize>,
    /// The segments of `written` with texts of people that have no place in `now`.
    pub orphans: &'a [usize],
}

/// Returns the body with the blocks of `now`, in their order, and what people made of them. `None` if they changed the
/// blocks in other ways, or if the text would be read otherwise.
pub fn arranged(changed: &Changed<'_>) -> Option<String> {
    let [written, head, now] = [changed.written, changed.head, changed.now].map(Page::of);
    let (written, head, now) = (written?, head?, now?);
    let kept = kept(changed, &written, &head)?;
    let goes_to = |at: usize| now.place_of(changed, &written, at);
    let there: HashSet<usize> = kept.iter().copied().flatten().collect();
    let taken_out = (0..written.blocks().len()).filter(|at| !there.contains(at));
    let dropped: HashSet<usize> = taken_out.filter_map(goes_to).collect();
    let is_removed = |at: &usize| changed.removed.contains(at) || !now.texts[*at].has_words();
    if dropped.iter().any(|at| !now.segments[*at].clone().all(|at| is_removed(&at))) {
        return None;
    }
    let mut after: HashMap<Option<usize>, Vec<Block>> = HashMap::new();
    let mut anchor = None;
    for (block, kept) in head.blocks().iter().zip(kept) {
        let is_orphan = |at: usize| written.segments[at].clone().any(|at| changed.orphans.contains(&at));
        match kept {
            Some(at) if !is_orphan(at) => anchor = goes_to(at).or(anchor),
            // Its source is left in a part of it.
            Some(at) if goes_to(at).is_some() => return None,
            _ => after.entry(anchor).or_default().push(nameless(block)),
        }
    }
    let mut wanted: Document = now.parsed.document.clone();
    wanted.nodes = after.remove(&None).unwrap_or_default();
    for (at, block) in now.blocks().iter().enumerate() {
        if !dropped.contains(&at) {
            wanted.nodes.push(block.clone());
        }
        wanted.nodes.extend(after.remove(&Some(at)).into_iter().flatten());
    }
    if wanted.nodes == now.blocks() {
        return Some(now.body.to_owned());
    }
    normalize(&mut wanted, &Unresolved);
    let text = splice(now.body, &now.parsed, &wanted, &Unresolved);
    let all_nameless = |document: &Document| document.nodes.iter().map(nameless).collect::<Vec<_>>();
    (all_nameless(&parse(&text, &Unresolved).document) == all_nameless(&wanted)).then_some(text)
}

/// Returns a block without the names that lead to it and what is in it: they follow from texts.
fn nameless(block: &Block) -> Block {
    let mut block = block.clone();
    forget_names(&mut block);
    block
}

fn forget_names(block: &mut Block) {
    if matches!(block.anchor, Anchor::Derived(_)) {
        block.anchor = Anchor::Absent;
    }
    if let Kind::Expandable { body, .. } = &mut block.kind {
        body.iter_mut().for_each(forget_names);
    }
    block.children_mut().iter_mut().for_each(forget_names);
}

/// The blocks of a body with their segments.
struct Page<'a> {
    body: &'a str,
    parsed: Parsed,
    /// The segments of the entry.
    texts: Vec<Content>,
    /// The indices of the segments of each block.
    segments: Vec<Range<usize>>,
}

impl<'a> Page<'a> {
    fn of(entry: &'a Entry) -> Option<Self> {
        let body = entry.body.as_ref()?;
        let parsed = parse(body, &Unresolved);
        if parsed.cut.is_some() {
            return None;
        }
        let mut end = entry.labels().count();
        let count = |block: &Block| segments::read(&Document::new(vec![block.clone()])).len();
        let segments = parsed.document.nodes.iter().map(|block| {
            let start = end;
            end += count(block);
            start..end
        });
        let segments = segments.collect();
        Some(Self { body, parsed, texts: super::read(entry), segments })
    }

    fn blocks(&self) -> &[Block] {
        &self.parsed.document.nodes
    }

    /// Returns the block that one of the blocks as they were written has become.
    fn place_of(&self, changed: &Changed<'_>, written: &Page<'_>, at: usize) -> Option<usize> {
        let segments = written.segments[at].clone();
        if segments.is_empty() {
            let mut same = self.blocks().iter().enumerate().filter(|(_, block)| **block == written.blocks()[at]);
            return same.next().map(|(at, _)| at).filter(|_| same.next().is_none());
        }
        self.block_of(segments.filter_map(|at| changed.in_now[at]).next()?)
    }

    /// Returns the block that a segment is in; `None` for one of the labels.
    fn block_of(&self, segment: usize) -> Option<usize> {
        let at = self.segments.partition_point(|segments| segments.end <= segment);
        self.segments.get(at).filter(|segments| segments.contains(&segment)).map(|_| at)
    }
}

/// Returns for each block as people left it the one that it is a version of, with other texts; `None` for one of their own.
fn kept(changed: &Changed<'_>, written: &Page<'_>, head: &Page<'_>) -> Option<Vec<Option<usize>>> {
    let from: HashMap<usize, usize> =
        changed.in_head.iter().enumerate().filter_map(|(at, place)| Some(((*place)?, at))).collect();
    let origin = |at: usize| {
        let segment = head.segments[at].clone().find_map(|at| from.get(&at).copied());
        segment.and_then(|segment| written.block_of(segment))
    };
    // A block without texts is known by what it is.
    let name = |block: &Block| format!("{block:?}");
    let old: Vec<Result<usize, String>> = (0..written.blocks().len())
        .map(|at| if written.segments[at].is_empty() { Err(name(&written.blocks()[at])) } else { Ok(at) })
        .collect();
    let new: Vec<Result<usize, String>> =
        (0..head.blocks().len()).map(|at| origin(at).ok_or_else(|| name(&head.blocks()[at]))).collect();
    let mut kept = vec![None; head.blocks().len()];
    for (at, place) in align::equal(&old, &new) {
        if !is_version(changed, (written, at), (head, place)) {
            return None;
        }
        kept[place] = Some(at);
    }
    // What a person moved stays where they moved it, which only a merge can do.
    let is_moved = |(place, kept): (usize, &Option<usize>)| kept.is_none() && origin(place).is_some();
    (!kept.iter().enumerate().any(is_moved)).then_some(kept)
}

/// Returns true if a block is the one that was written, with other texts in the same places.
fn is_version(changed: &Changed<'_>, (written, at): (&Page<'_>, usize), (head, place): (&Page<'_>, usize)) -> bool {
    let (own, there) = (written.segments[at].clone(), head.segments[place].clone());
    let is_in_place =
        |(own, there): (usize, usize)| changed.in_head[own] == Some(there) || written.texts[own] == head.texts[there];
    if own.len() != there.len() || !own.zip(there.clone()).all(is_in_place) {
        return false;
    }
    let mut wanted = Document::new(vec![nameless(&written.blocks()[at])]);
    segments::write(&mut wanted, &head.texts[there]);
    let mut found = Document::new(vec![nameless(&head.blocks()[place])]);
    // Headings get the names of the source whatever they say.
    for document in [&mut wanted, &mut found] {
        segments::anchors(document).into_iter().for_each(|anchor| *anchor = Anchor::Absent);
        normalize(document, &Unresolved);
    }
    wanted == found
}
