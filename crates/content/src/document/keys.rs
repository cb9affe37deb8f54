//! Stable keys: a block keeps its key when its neighbours change, and when it is edited itself.
//!
//! A fresh key is derived from a node's content and the number of equal ones before it. [`carry`] takes keys over from
//! the previous document: equal nodes first, in order, then equal ones that were moved, then similar ones in
//! between. Keys are deterministic; time is linear in the documents, except for short gaps.

mod again;
mod renamed;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use super::model::{Block, Cell, Document, InlineKind, Key, Kind, Line, Lines, Node, Row};
use super::pair::{self, ByHash};
use super::walk;

pub(super) use again::Numbers;

/// Gives a key to every node that has none, or whose key is already in use.
pub fn fresh(document: &mut Document) {
    Visiting(&mut Namer::default()).blocks(&mut document.nodes);
}

/// Removes all keys of a document.
pub(super) fn forget(document: &mut Document) {
    struct Forgetting;
    impl Visitor for Forgetting {
        fn node(&mut self, key: &mut Key, _: &impl Hash) {
            *key = Key(None);
        }
    }
    Visiting(&mut Forgetting).blocks(&mut document.nodes);
}

/// Takes over the keys of the old document, and gives fresh ones to new nodes.
pub fn carry(old: &Document, new: &mut Document) {
    blocks(&old.nodes, &mut new.nodes);
    fresh(new);
}

/// Returns the keys of the blocks of a document, of rows, titles, captions and lines of code, by the keys that the same
/// ones had in an earlier form of it.
pub fn renamed(old: &Document, new: &Document) -> BTreeMap<String, String> {
    renamed::between(&old.nodes, &new.nodes)
}

/// Returns the keys of [`renamed`] without those of the equal blocks at the beginning and the end, which keep theirs.
pub(super) fn renamed_between(old: &Document, new: &Document) -> BTreeMap<String, String> {
    renamed_among(&old.nodes, &new.nodes)
}

/// Returns the keys of [`renamed_between`] for blocks.
pub(super) fn renamed_among(old: &[Block], new: &[Block]) -> BTreeMap<String, String> {
    let first = old.iter().zip(new).take_while(stays).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(stays).count();
    renamed::between(&old[..old.len() - last], &new[..new.len() - last])
}

/// Returns true if blocks are equal and have the same keys.
pub(super) fn stays((one, other): &(&Block, &Block)) -> bool {
    one.key.as_str() == other.key.as_str() && one == other && inner_keys(one) == inner_keys(other)
}

/// Returns the keys of the blocks in a block. Most have none, and then the vector takes no memory.
fn inner_keys(block: &Block) -> Vec<Option<&str>> {
    let (mut keys, mut is_outer) = (Vec::new(), true);
    walk::blocks(std::slice::from_ref(block), &mut |block| {
        if !std::mem::take(&mut is_outer) {
            keys.push(block.key.as_str());
        }
    });
    keys
}

/// Gives nodes their keys.
#[derive(Default)]
struct Namer {
    /// The keys that were present.
    given: HashSet<Box<str>>,
    /// The generated keys, as numbers.
    made: HashSet<u64, ByHash>,
    /// The number of nodes seen with each hash.
    seen: HashMap<u64, u64, ByHash>,
    /// True if a node did not get the key of its number among equal ones, as another one has it.
    has_collided: bool,
}

/// A visitor of the nodes that have keys, in the order in which they get them.
trait Visitor {
    fn node(&mut self, key: &mut Key, content: &impl Hash);
}

/// Calls a visitor with every node that has a key.
struct Visiting<'v, V>(&'v mut V);

impl Visitor for Namer {
    fn node(&mut self, key: &mut Key, content: &impl Hash) {
        if let Some(name) = key.as_str()
            && !self.is_made(name)
            && self.given.insert(name.into())
        {
            return;
        }
        let hash = pair::hash(content);
        loop {
            let count = self.seen.entry(hash).or_insert(0);
            let number = number(hash, *count);
            *count += 1;
            let name = hexadecimal(number);
            if self.made.insert(number) && !self.given.contains(&*name) {
                *key = Key(Some(name));
                return;
            }
            self.has_collided = true;
        }
    }
}

/// Returns the number of the key of a node before which there are so many equal ones.
fn number(hash: u64, count: u64) -> u64 {
    pair::hash(&(hash, count))
}

impl Namer {
    fn is_made(&self, name: &str) -> bool {
        u64::from_str_radix(name, 16).is_ok_and(|number| self.made.contains(&number))
    }
}

impl<V: Visitor> Visiting<'_, V> {
    fn name(&mut self, key: &mut Key, content: &impl Hash) {
        self.0.node(key, content);
    }

    fn blocks(&mut self, blocks: &mut [Block]) {
        for block in blocks {
            let mut key = std::mem::take(&mut block.key);
            self.name(&mut key, block);
            block.key = key;
            self.inside(&mut block.kind);
            self.blocks(block.children_mut());
        }
    }

    fn inside(&mut self, kind: &mut Kind) {
        match kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => self.nodes(nodes),
            Kind::File { caption: nodes, .. } | Kind::Embed { caption: nodes, .. } => self.nodes(nodes),
            Kind::Drawing { caption, .. } => self.nodes(caption),
            Kind::Image(image) => self.nodes(&mut image.caption),
            Kind::Expandable { title, body, .. } => {
                self.nodes(title);
                self.blocks(body);
            }
            Kind::Code(code) => {
                if let Lines::Rich(lines) = &mut code.lines {
                    self.lines(lines);
                }
            }
            Kind::Table(table) => {
                for row in &mut table.rows {
                    let mut key = std::mem::take(&mut row.key);
                    self.name(&mut key, row);
                    row.key = key;
                    self.cells(row);
                }
            }
            _ => {}
        }
    }

    fn lines(&mut self, lines: &mut [Line]) {
        for line in lines {
            let mut key = std::mem::take(&mut line.key);
            self.name(&mut key, line);
            line.key = key;
            self.nodes(&mut line.nodes);
        }
    }

    fn cells(&mut self, row: &mut Row) {
        for cell in &mut row.cells {
            if let Cell::Text(blocks) = cell {
                self.blocks(blocks);
            }
        }
    }

    fn nodes(&mut self, nodes: &mut [Node]) {
        for node in nodes {
            let Node::Inline(inline) = node else { continue };
            let mut key = std::mem::take(&mut inline.key);
            self.name(&mut key, inline);
            inline.key = key;
            match &mut inline.kind {
                InlineKind::Link { nodes, .. } => self.nodes(nodes),
                InlineKind::Annotation { body, .. } => self.blocks(body),
                _ => {}
            }
        }
    }
}

fn hexadecimal(number: u64) -> Box<str> {
    let digit = |place: u32| char::from_digit((number >> (60 - 4 * place)) as u32 & 15, 16).unwrap_or('0');
    (0..16).map(digit).collect()
}

/// Takes over the keys of sibling blocks.
fn blocks(old: &[Block], new: &mut [Block]) {
    let (a, b): (Vec<u64>, Vec<u64>) = (old.iter().map(pair::hash).collect(), new.iter().map(pair::hash).collect());
    let pairs = {
        let words: Vec<_> = std::iter::repeat_with(std::cell::OnceCell::new).take(old.len() + new.len()).collect();
        let alike = |i: usize, j: usize, alone: bool| {
            let same = std::mem::discriminant(&old[i].kind) == std::mem::discriminant(&new[j].kind);
            let (one, other) = (&words[i], &words[old.len() + j]);
            same && (alone || share(one.get_or_init(|| words_of(&old[i])), other.get_or_init(|| words_of(&new[j]))))
        };
        pair::all(&a, &b, &alike)
    };
    for (j, pair) in pairs.into_iter().enumerate() {
        if let Some(i) = pair {
            block(&old[i], &mut new[j]);
        }
    }
}

fn block(old: &Block, new: &mut Block) {
    new.key = old.key.clone();
    match (&old.kind, &mut new.kind) {
        (Kind::Paragraph { nodes: a, .. }, Kind::Paragraph { nodes: b, .. })
        | (Kind::Heading { nodes: a, .. }, Kind::Heading { nodes: b, .. })
        | (Kind::File { caption: a, .. }, Kind::File { caption: b, .. })
        | (Kind::Embed { caption: a, .. }, Kind::Embed { caption: b, .. })
        | (Kind::Drawing { caption: a, .. }, Kind::Drawing { caption: b, .. }) => nodes(a, b),
        (Kind::Image(a), Kind::Image(b)) => nodes(&a.caption, &mut b.caption),
        (Kind::Expandable { title: a, body: c, .. }, Kind::Expandable { title: b, body: d, .. }) => {
            nodes(a, b);
            blocks(c, d);
        }
        (Kind::Code(a), Kind::Code(b)) => {
            if let (Lines::Rich(a), Lines::Rich(b)) = (&a.lines, &mut b.lines) {
                lines(a, b);
            }
        }
        (Kind::Table(a), Kind::Table(b)) => rows(&a.rows, &mut b.rows),
        _ => blocks(old.children(), new.children_mut()),
    }
}

fn lines(old: &[Line], new: &mut [Line]) {
    for (new, pair) in paired(old, new) {
        new.key = old[pair].key.clone();
        nodes(&old[pair].nodes, &mut new.nodes);
    }
}

fn rows(old: &[Row], new: &mut [Row]) {
    for (new, pair) in paired(old, new) {
        new.key = old[pair].key.clone();
        for (a, b) in old[pair].cells.iter().zip(&mut new.cells) {
            if let (Cell::Text(a), Cell::Text(b)) = (a, b) {
                blocks(a, b);
            }
        }
    }
}

fn nodes(old: &[Node], new: &mut [Node]) {
    for (new, pair) in paired(old, new) {
        let (Node::Inline(a), Node::Inline(b)) = (&old[pair], new) else { continue };
        if a.kind.name() != b.kind.name() {
            continue;
        }
        b.key = a.key.clone();
        match (&a.kind, &mut b.kind) {
            (InlineKind::Link { nodes: a, .. }, InlineKind::Link { nodes: b, .. }) => nodes(a, b),
            (InlineKind::Annotation { body: a, .. }, InlineKind::Annotation { body: b, .. }) => blocks(a, b),
            _ => {}
        }
    }
}

/// Pairs new items with the indices of the old ones they match; items between equal ones are paired by position.
fn paired<'n, T: Hash>(old: &[T], new: &'n mut [T]) -> impl Iterator<Item = (&'n mut T, usize)> {
    let (a, b): (Vec<u64>, Vec<u64>) = (old.iter().map(pair::hash).collect(), new.iter().map(pair::hash).collect());
    let pairs = pair::all(&a, &b, &|_, _, _| true);
    new.iter_mut().zip(pairs).filter_map(|(new, pair)| Some((new, pair?)))
}

/// Returns the hashes of a block's words.
fn words_of(block: &Block) -> HashSet<u64, ByHash> {
    let mut words = HashSet::default();
    let mut add = |text: &str| words.extend(text.split_whitespace().map(pair::hash));
    walk::blocks(std::slice::from_ref(block), &mut |block| {
        let mut text = String::new();
        match &block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } | Kind::Expandable { title: nodes, .. } => {
                super::anchors::plain(nodes, &mut text);
            }
            Kind::Raw { source } => text.clone_from(source),
            Kind::Code(code) => match &code.lines {
                Lines::Plain(code) => text.clone_from(code),
                Lines::Rich(lines) => lines.iter().for_each(|line| super::anchors::plain(&line.nodes, &mut text)),
            },
            Kind::Math { formula } => text.clone_from(formula),
            Kind::Embed { url, .. } => text.clone_from(url),
            _ => {}
        }
        add(&text);
    });
    words
}

/// Returns true if blocks share enough words to be matched: a third of the words of the larger one, and at least one.
fn share(a: &HashSet<u64, ByHash>, b: &HashSet<u64, ByHash>) -> bool {
    let common = a.intersection(b).count();
    common > 0 && common * 3 >= a.len().max(b.len())
}
