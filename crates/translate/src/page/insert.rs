//! Blocks that are added to a page as people left it.

use std::collections::HashSet;

use quire_content::document::model::{Block, Document};
use quire_content::document::{Unresolved, normalize, parse, splice};

use super::{Entry, read};
use crate::segments::{self, Content};

/// Returns the entry with the blocks of another version that say nothing but `missing` texts, each after the block that
/// comes before it there. `None` if there are no such blocks, or if the text would be read otherwise.
pub fn insert(entry: &Entry, version: &Entry, missing: &HashSet<&Content>) -> Option<Entry> {
    let (body, of_version) = (entry.body.as_ref()?, version.body.as_ref()?);
    let parsed = parse(body, &Unresolved);
    if parsed.cut.is_some() {
        return None;
    }
    let mut wanted: Document = parsed.document.clone();
    let mut after = 0;
    for block in parse(of_version, &Unresolved).document.nodes {
        let texts = texts(&block);
        match wanted.nodes.iter().position(|known| *known == block) {
            Some(at) => after = at + 1,
            None if !texts.is_empty() && texts.iter().all(|text| missing.contains(text)) => {
                wanted.nodes.insert(after, block);
                after += 1;
            }
            None => {}
        }
    }
    normalize(&mut wanted, &Unresolved);
    let text = splice(body, &parsed, &wanted, &Unresolved);
    let is_whole = text != *body && parse(&text, &Unresolved).document == wanted;
    let inserted = Entry { body: Some(text), ..entry.clone() };
    let there: HashSet<Content> = read(&inserted).into_iter().collect();
    (is_whole && read(entry).iter().all(|text| there.contains(text))).then_some(inserted)
}

/// Returns the segments of a block that have words.
fn texts(block: &Block) -> Vec<Content> {
    let mut texts = segments::read(&Document::new(vec![block.clone()]));
    texts.retain(Content::has_words);
    texts
}
