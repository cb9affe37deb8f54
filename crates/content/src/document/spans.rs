//! The blocks of a document that stand in ranges of its text.

use std::ops::Range;

use super::model::Block;
use super::parse::inside::{Finder, Place};
use super::parse::shared_with_keys;
use super::resolve::Resolve;
use crate::budget::Budget;

/// Returns, for each range of a text, the keys of the innermost blocks that it is of: the one that has all of it, or
/// those that share it. What is no block, such as a title or a comment, has none.
pub fn keys_at(source: &str, ranges: &[Range<usize>], resolve: &dyn Resolve) -> Vec<Vec<String>> {
    let parsed = shared_with_keys(source, resolve, &Budget::page());
    let tree = quire_markdown::parse(source);
    let budget = Budget::page();
    let mut finder = Finder::new(source, &tree, resolve, &budget);
    let top = finder.top(&parsed);
    let of = |range: &Range<usize>| {
        let text = &source[range.clone()];
        let start = range.start + (text.len() - text.trim_start().len());
        let range = start..start + text.trim().len();
        if range.is_empty() { Vec::new() } else { within(&mut finder, &top, &parsed.document.nodes, &range) }
    };
    ranges.iter().map(of).collect()
}

fn within<'s>(finder: &mut Finder<'s>, places: &[Place<'s>], blocks: &[Block], range: &Range<usize>) -> Vec<String> {
    let first = places.partition_point(|place| place.segment.span.end <= range.start);
    let sharing = places[first..].iter().take_while(|place| place.segment.span.start < range.end);
    let sharing: Vec<_> = sharing.filter(|place| !place.segment.blocks.is_empty()).collect();
    if let [place] = sharing.as_slice()
        && let [block] = &blocks[place.segment.blocks.clone()]
        && let Some(inside) = finder.inside(place, block)
        && inside.places.first().is_some_and(|first| first.segment.span.start <= range.start)
        && inside.places.last().is_some_and(|last| range.end <= last.segment.span.end)
    {
        let inner = within(finder, &inside.places, block.inner(), range);
        if !inner.is_empty() {
            return inner;
        }
    }
    let keys = sharing.iter().flat_map(|place| &blocks[place.segment.blocks.clone()]);
    keys.filter_map(|block| block.key.as_str().map(str::to_owned)).collect()
}
