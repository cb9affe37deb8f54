//! Keys of a document by those that the same things had before.
//!
//! Titles of details, captions and lines of code have keys that are made of their block's.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::document::model::{Block, Key, Kind, Lines};
use crate::document::{pair, walk};

/// Returns the keys in new blocks by those in old ones.
pub(super) fn between(old: &[Block], new: &[Block]) -> BTreeMap<String, String> {
    let mut carried = new.to_vec();
    super::blocks(old, &mut carried);
    let mut given: HashMap<&str, &Block> = HashMap::new();
    walk::blocks(old, &mut |block| given.extend(block.key.as_str().map(|key| (key, block))));
    let mut before = Vec::new();
    walk::blocks(&carried, &mut |block| before.push(block));
    let mut renamed = BTreeMap::new();
    let mut before = before.into_iter();
    walk::blocks(new, &mut |block| {
        let Some(carried) = before.next() else { return };
        let earlier = carried.key.as_str().and_then(|key| given.get(key)).copied();
        if let Some(earlier) = earlier {
            parts([earlier, carried, block], &mut renamed);
        }
    });
    by_text(old, new, &mut renamed);
    renamed
}

/// Corrects the keys of texts that both documents have once, wherever they are, and of the items that begin with them.
fn by_text(old: &[Block], new: &[Block], renamed: &mut BTreeMap<String, String>) {
    let [old, new] = [old, new].map(texts);
    let both = old.iter().filter_map(|(hash, text)| Some((text.as_ref()?, new.get(hash)?.as_ref()?)));
    let pairs = both.flat_map(|(old, new)| [Some((old.key, new.key)), old.item.zip(new.item)]).flatten();
    let other: HashMap<&str, &str> =
        pairs.filter(|(before, now)| renamed.get(*before).is_none_or(|known| known != now)).collect();
    if other.is_empty() {
        return;
    }
    let taken: HashSet<&str> = other.values().copied().collect();
    renamed.retain(|_, now| !taken.contains(&**now));
    renamed.extend(other.into_iter().map(|(before, now)| (before.to_owned(), now.to_owned())));
}

/// The key of a block without blocks in it, and that of the item that it is the first block of.
struct Text<'b> {
    key: &'b str,
    item: Option<&'b str>,
}

/// Returns the blocks without others in them by their hashes; `None` for those that repeat.
fn texts(blocks: &[Block]) -> HashMap<u64, Option<Text<'_>>> {
    let mut texts = HashMap::new();
    let mut item = None;
    walk::blocks(blocks, &mut |block| {
        if matches!(block.kind, Kind::ListItem { .. }) {
            item = block.key.as_str();
        } else if block.inner().is_empty() && !block.kind.is_void() {
            let text = block.key.as_str().map(|key| Text { key, item: item.take() });
            texts.entry(pair::hash(block)).and_modify(|text| *text = None).or_insert(text);
        }
    });
    texts
}

/// Adds the keys of a block and of what is in it beside other blocks. Given are its old form, the new one with the old
/// keys, and the new one.
fn parts([old, carried, new]: [&Block; 3], renamed: &mut BTreeMap<String, String>) {
    let (Some(before), Some(now)) = (old.key.as_str(), new.key.as_str()) else { return };
    renamed.insert(before.to_owned(), now.to_owned());
    let mut part = |before_part: &str, now_part: &str| {
        renamed.insert(format!("{before}-{before_part}"), format!("{now}-{now_part}"));
    };
    match (&old.kind, &carried.kind, &new.kind) {
        (Kind::Expandable { .. }, _, Kind::Expandable { .. }) => part("expandable-title", "expandable-title"),
        (Kind::Image(_), _, Kind::Image(_))
        | (Kind::File { .. }, _, Kind::File { .. })
        | (Kind::Embed { .. }, _, Kind::Embed { .. })
        | (Kind::Drawing { .. }, _, Kind::Drawing { .. }) => part("caption", "caption"),
        (Kind::Code(old), Kind::Code(carried), Kind::Code(new)) => match (&old.lines, &carried.lines, &new.lines) {
            (Lines::Plain(old), _, Lines::Plain(new)) => lines([old, new], part),
            (Lines::Rich(old), Lines::Rich(carried), Lines::Rich(new)) => {
                known([old, carried, new].map(|lines| lines.iter().map(|line| &line.key)), renamed);
            }
            _ => {}
        },
        (Kind::Table(old), Kind::Table(carried), Kind::Table(new)) => {
            known([old, carried, new].map(|table| table.rows.iter().map(|row| &row.key)), renamed);
        }
        _ => {}
    }
}

/// Adds the keys of lines of code without keys of their own, which are the numbers of the lines.
fn lines([old, new]: [&str; 2], mut part: impl FnMut(&str, &str)) {
    let [old, new] = [old, new].map(|text| text.split('\n').map(pair::hash).collect::<Vec<_>>());
    for (at, earlier) in pair::all(&old, &new, &|_, _, _| true).into_iter().enumerate() {
        if let Some(earlier) = earlier {
            part(&earlier.to_string(), &at.to_string());
        }
    }
}

/// Adds the keys of things by those that they had, if the old ones have those.
fn known<'k, K: Iterator<Item = &'k Key>>([old, carried, new]: [K; 3], renamed: &mut BTreeMap<String, String>) {
    let given: HashSet<&str> = old.filter_map(Key::as_str).collect();
    let both = carried.zip(new).filter_map(|(carried, new)| carried.as_str().zip(new.as_str()));
    let known = both.filter(|(before, _)| given.contains(before));
    renamed.extend(known.map(|(before, now)| (before.to_owned(), now.to_owned())));
}
