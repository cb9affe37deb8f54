//! Blocks that both sides insert at the same place.
//!
//! Each run of blocks stays whole, main's first, and only blocks at the beginning or at the end of both are shared, or a
//! run that the other contains. Blocks under headings stay under them: of two runs, the one without a heading comes
//! first, and two runs with headings are merged only if they are whole sections of the same level.

use super::balance;
use super::lines::{Kind, columns};
use super::pairs::have_versions;
use super::region::Block;
use crate::merge::diff::Numbers;

/// The outcome of two insertions.
pub(super) enum Inserted<'a> {
    Blocks(Vec<Block<'a>>),
    Conflict,
}

/// Merges blocks that both sides inserted before a block of the base, or at its end.
pub(super) fn insertions<'a>(main: &[Block<'a>], change: &[Block<'a>], next: Option<&Block<'a>>) -> Inserted<'a> {
    if holds(main, change) {
        return Inserted::Blocks(main.to_vec());
    }
    if holds(change, main) {
        return Inserted::Blocks(change.to_vec());
    }
    let start = shared(main.iter().zip(change));
    let (shared_start, main, change) = (&main[..start], &main[start..], &change[start..]);
    let end =
        if has_heading(main) || has_heading(change) { 0 } else { shared(main.iter().rev().zip(change.iter().rev())) };
    let (main, shared_end) = main.split_at(main.len() - end);
    let change = &change[..change.len() - end];
    let Some([first, second]) = ordered(main, change, next) else { return Inserted::Conflict };
    Inserted::Blocks([shared_start, first, second, shared_end].concat())
}

/// Returns true if blocks contain a run of others.
fn holds(all: &[Block<'_>], some: &[Block<'_>]) -> bool {
    let mut numbers = Numbers::new();
    let [all, some] = [all, some].map(|blocks| numbers.of(blocks.iter().map(|block| block.unended().to_owned())));
    // The search of Knuth, Morris and Pratt: for each start of the run, the length of the longest shorter one that it
    // ends with.
    let mut shorter = vec![0; some.len()];
    let goes_on = |shorter: &[usize], mut length: usize, next: u32| {
        while length > 0 && some[length] != next {
            length = shorter[length - 1];
        }
        length + usize::from(some[length] == next)
    };
    for at in 1..some.len() {
        shorter[at] = goes_on(&shorter, shorter[at - 1], some[at]);
    }
    let mut length = 0;
    some.is_empty()
        || all.iter().any(|next| {
            length = goes_on(&shorter, length, *next);
            length == some.len()
        })
}

/// Returns the number of pairs at the start that are equal. Tags are not shared, as they belong to what is between them.
fn shared<'b, 'a: 'b>(pairs: impl Iterator<Item = (&'b Block<'a>, &'b Block<'a>)>) -> usize {
    pairs.take_while(|(main, change)| main.unended() == change.unended() && main.kind != Kind::Tag).count()
}

/// Returns both runs in the order of the outcome; `None` in case of a conflict.
fn ordered<'b, 'a>(
    main: &'b [Block<'a>],
    change: &'b [Block<'a>],
    next: Option<&Block<'a>>,
) -> Option<[&'b [Block<'a>]; 2]> {
    if main.is_empty() || change.is_empty() {
        return Some([main, change]);
    }
    if have_versions(main, change) || opens_or_closes(main) || opens_or_closes(change) {
        return None;
    }
    if has_heading(main) && has_heading(change) {
        let level = section(main).filter(|level| section(change) == Some(*level))?;
        return ends_section(next, level).then_some([main, change]);
    }
    if have_common(main, change) {
        return None;
    }
    match (continues(main), continues(change)) {
        (true, true) => return None,
        (true, false) => return (!has_heading(main)).then_some([main, change]),
        (false, true) => return (!has_heading(change)).then_some([change, main]),
        (false, false) => {}
    }
    if has_heading(main) || has_heading(change) {
        return Some(if has_heading(main) { [change, main] } else { [main, change] });
    }
    nested(main, change)
}

/// Returns true if blocks open or close a construct that is not whole among them, so that what is beside them may be
/// inside or outside of it.
pub(super) fn opens_or_closes(blocks: &[Block<'_>]) -> bool {
    let has_tags = blocks.iter().any(|block| block.text.contains(['<', '{']) && block.kind != Kind::Code);
    has_tags && {
        let text: String = blocks.iter().flat_map(|block| [block.unended(), "\n"]).collect();
        balance::new_fault("", &text).is_some()
    }
}

/// Returns true if blocks begin with one that is indented and so belongs to the item before the place.
fn continues(blocks: &[Block<'_>]) -> bool {
    blocks.first().is_some_and(|first| !matches!(first.kind, Kind::Item | Kind::Row) && columns(first.text) > 1)
}

pub(super) fn has_heading(blocks: &[Block<'_>]) -> bool {
    blocks.iter().any(|block| block.kind == Kind::Heading)
}

/// Returns the level of whole sections: of the heading that they begin with, if none is above it.
fn section(blocks: &[Block<'_>]) -> Option<usize> {
    let level = blocks.first()?.level()?;
    blocks.iter().filter_map(Block::level).all(|other| other >= level).then_some(level)
}

/// Returns true if a section of a level ends before a block.
fn ends_section(next: Option<&Block<'_>>, level: usize) -> bool {
    next.is_none_or(|next| match next.kind {
        Kind::Heading => next.level().is_some_and(|other| other <= level),
        Kind::Tag => next.text.trim_start().starts_with("{% end") || next.text.trim_start().starts_with("</"),
        _ => false,
    })
}

/// Returns true if a block that is no tag is in both runs.
fn have_common(main: &[Block<'_>], change: &[Block<'_>]) -> bool {
    let texts = |blocks: &[Block<'_>]| {
        let said = blocks.iter().filter(|block| block.kind != Kind::Tag);
        said.map(|block| block.unended().to_owned()).collect::<std::collections::HashSet<_>>()
    };
    !texts(main).is_disjoint(&texts(change))
}

/// Returns main's run first, unless the other one begins with items below the item before the place, which have to
/// follow it directly.
fn nested<'b, 'a>(main: &'b [Block<'a>], change: &'b [Block<'a>]) -> Option<[&'b [Block<'a>]; 2]> {
    let least = |blocks: &[Block<'_>]| blocks.iter().map(Block::depth).min();
    let first = |blocks: &[Block<'_>]| blocks.first().map(Block::depth);
    if first(change) <= least(main) {
        return Some([main, change]);
    }
    (first(main) <= least(change)).then_some([change, main])
}
