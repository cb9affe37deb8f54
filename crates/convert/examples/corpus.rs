//! Laws about text, held against folders of documentation: `cargo run -p quire-convert --example corpus -- DIR…`
//!
//! Every page is printed and read again as the same document; random blocks of it are changed, one at a time, and the
//! other bytes stay as they are. Every folder is imported and exported, and comes out byte for byte. It ends with an error if not.
#![expect(clippy::print_stdout, reason = "counts and problems go to whoever started it")]

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use quire_content::document::model::{Cell, Kind, Node};
use quire_content::document::{Block, Document, Unresolved, normalize, parse, print, splice};
use quire_content::front_matter;
use quire_content::hash::Hash;
use quire_content::id::Uid;
use quire_content::import::{Absent, Options, import};
use quire_content::incoming::{Aside, File, Incoming};
use quire_content::map::Map;
use quire_content::objects::Draft;
use quire_content::snapshot::ContentSnapshot;
use quire_convert::{Disk, Limits, Source, Tree, export, read};

fn main() -> Result<()> {
    let dirs: Vec<_> = std::env::args_os().skip(1).collect();
    ensure!(!dirs.is_empty(), "which folders?");
    let mut problems = 0;
    for dir in &dirs {
        let shown = Path::new(dir).display();
        problems += check(Path::new(dir)).with_context(|| format!("{shown} cannot be checked"))?;
    }
    ensure!(problems == 0, "{problems} problems");
    Ok(())
}

/// Checks a folder; how many problems there are.
fn check(dir: &Path) -> Result<usize> {
    let tree = Disk::open(dir, &Limits::default())?;
    let (mut counts, mut problems) = (Counts::default(), Vec::new());
    for entry in tree.entries().iter().filter(|entry| entry.path.ends_with(".md")) {
        let bytes = bytes(&tree, &entry.path)?;
        let body = &bytes[front_matter::parse(&bytes).body_at..];
        let found = page(&String::from_utf8_lossy(body), &mut counts);
        problems.extend(found.into_iter().map(|problem| format!("{}: {problem}", entry.path)));
    }
    problems.extend(there_and_back(&tree, &mut counts)?);
    let Counts { pages, blocks, changes, inside, files } = counts;
    let count = problems.len();
    println!("{}: {pages} pages with {blocks} blocks", dir.display());
    println!(
        "  {changes} changes, {inside} of them inside of blocks, {files} files imported and exported, {count} problems"
    );
    problems.iter().for_each(|problem| println!("  {problem}"));
    Ok(count)
}

#[derive(Default)]
struct Counts {
    pages: usize,
    /// Of the top level.
    blocks: usize,
    /// Changes that were tried.
    changes: usize,
    /// Those of something that is in a block of the top level.
    inside: usize,
    files: usize,
}

/// The laws that a page breaks.
fn page(text: &str, counts: &mut Counts) -> Vec<String> {
    let parsed = parse(text, &Unresolved);
    let mut problems = Vec::new();
    let mut normal = parsed.document.clone();
    normalize(&mut normal, &Unresolved);
    if normal != parsed.document {
        problems.push("what was read is not in normal form".to_owned());
    }
    if parse(&print(&parsed.document, &Unresolved), &Unresolved).document != parsed.document {
        problems.push("what was printed is read as something else".to_owned());
    }
    counts.pages += 1;
    counts.blocks += parsed.document.nodes.len();
    // The same numbers every time for the same page.
    for bytes in Hash::of(text.as_bytes()).0.as_chunks::<4>().0 {
        let seed = bytes.iter().fold(0, |seed, byte| seed << 8 | usize::from(*byte));
        counts.changes += 2;
        problems.extend(replace_a_block(text, seed));
        problems.extend(reword_a_line(text, seed, counts));
    }
    problems
}

/// Replaces a block of the top level. Nothing but its segment may change.
fn replace_a_block(text: &str, seed: usize) -> Option<String> {
    let old = parse(text, &Unresolved);
    let at = seed.checked_rem(old.document.nodes.len())?;
    let segment = old.segments.iter().find(|segment| segment.blocks.contains(&at))?;
    let mut new = old.document.clone();
    new.nodes[at] = Block::paragraph(vec![Node::text("Something else.")]);
    let found = splice(text, &old, &new, &Unresolved);
    let (before, after) = (&text[..segment.span.start], &text[segment.span.end..]);
    // Blank lines belong to no block.
    let only_it = found.starts_with(before.trim_end()) && found.trim_end().ends_with(after.trim());
    // Footnotes go with the last block that refers to them.
    let loses_notes = old.notes.len() > parse(&found, &Unresolved).notes.len();
    (!only_it && !loses_notes).then(|| format!("more than block {at} changes"))
}

/// Adds a word to a line, wherever it is. Nothing but lines of that block may change.
fn reword_a_line(text: &str, seed: usize, counts: &mut Counts) -> Option<String> {
    let old = parse(text, &Unresolved);
    let mut all = 0;
    lines(&mut old.document.nodes.clone(), &mut |_| all += 1);
    let which = seed.checked_rem(all)?;
    let mut new = old.document.clone();
    let (mut at, mut word) = (0, String::new());
    lines(&mut new.nodes, &mut |nodes| {
        if at == which {
            word = first_word(nodes);
            nodes.push(Node::text(" zyzzyva"));
        }
        at += 1;
    });
    counts.inside += usize::from(is_inside(&old.document, &new));
    let found = splice(text, &old, &new, &Unresolved);
    if parse(&found, &Unresolved).document != normal(new) {
        return Some(format!("line {which} ({word}) is not written as it shall be"));
    }
    let (from, to) = outside(text, &found);
    let changed = &text[from..text.len() - to];
    // The lines of one paragraph have no blank line between them.
    let is_one = !changed.trim().replace('\r', "").contains("\n\n");
    (!is_one).then(|| format!("more than line {which} ({word}) changes: {changed:?}"))
}

fn normal(mut document: Document) -> Document {
    normalize(&mut document, &Unresolved);
    document
}

/// Whether the one block of the top level that differs is more than a line.
fn is_inside(old: &Document, new: &Document) -> bool {
    let differs = old.nodes.iter().zip(&new.nodes).find(|(old, new)| old != new);
    differs.is_some_and(|(old, _)| !matches!(old.kind, Kind::Paragraph { .. } | Kind::Heading { .. }))
}

fn first_word(nodes: &[Node]) -> String {
    match nodes.first() {
        Some(Node::Leaf(leaf)) => leaf.text.split_whitespace().next().unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// Calls a function with the text of every paragraph and heading.
fn lines(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Vec<Node>)) {
    for block in blocks {
        match &mut block.kind {
            Kind::Paragraph { nodes, .. } | Kind::Heading { nodes, .. } => visit(nodes),
            Kind::Expandable { body, .. } => lines(body, visit),
            Kind::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(blocks) = cell {
                        lines(blocks, visit);
                    }
                }
            }
            _ => lines(block.children_mut(), visit),
        }
    }
}

/// How many bytes at both ends two texts have in common, in whole lines.
fn outside(old: &str, new: &str) -> (usize, usize) {
    let same = |(old, new): &(&str, &str)| old == new;
    let length = |(line, _): (&str, &str)| line.len();
    let forwards = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
    let head = forwards.take_while(same).map(length).sum();
    let (old, new) = (&old[head..], &new[head..]);
    let backwards = old.split_inclusive('\n').rev().zip(new.split_inclusive('\n').rev());
    (head, backwards.take_while(same).map(length).sum())
}

fn bytes(tree: &dyn Tree, path: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    tree.open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Imports a folder and exports it; what differs.
fn there_and_back(tree: &dyn Tree, counts: &mut Counts) -> Result<Vec<String>> {
    let mut before = BTreeMap::new();
    for entry in tree.entries() {
        before.insert(entry.path.clone(), bytes(tree, &entry.path)?);
    }
    counts.files = before.len();
    let after = exported(tree, &before)?;
    let mut problems = Vec::new();
    for path in before.keys().chain(after.keys().filter(|path| !before.contains_key(*path))) {
        if before.get(path) != after.get(path) {
            problems.push(format!("{path}: does not come out as it came in"));
        }
    }
    Ok(problems)
}

/// The files of a folder that was imported into an empty space.
fn exported(tree: &dyn Tree, files: &BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Vec<u8>>> {
    let (incoming, blobs) = incoming(tree, files)?;
    let mut objects: BTreeMap<Hash, Arc<[u8]>> = BTreeMap::new();
    let mut draft = Draft::new(&objects);
    let map = Map::empty(&mut draft);
    let mut count = 0_u128;
    let mut ids = || {
        count += 1;
        Uid(count.to_be_bytes())
    };
    let map = import(map, &mut draft, &incoming, Options { absent: Absent::Delete, now: 1 }, &mut ids)?.map;
    let new = draft.into_new();
    objects.extend(new);
    let export = export(&ContentSnapshot::load(&map, &objects)?, &objects)?;
    let files = export.files.into_iter().map(|file| {
        let bytes = match &file.source {
            Source::Text(bytes) => bytes.to_vec(),
            Source::Object(hash) => objects.get(hash).context("an object is missing")?.to_vec(),
            Source::Page(hash, placed) => {
                let bytes = objects.get(hash).context("an object is missing")?;
                placed.relinked(bytes).unwrap_or_else(|| bytes.to_vec())
            }
            Source::Blob(hash) => blobs.get(hash).context("a blob is missing")?.clone(),
        };
        Ok((file.path, bytes))
    });
    files.collect()
}

/// What a folder brings, and the bytes of its files.
fn incoming(tree: &dyn Tree, all: &BTreeMap<String, Vec<u8>>) -> Result<(Incoming, BTreeMap<Hash, Vec<u8>>)> {
    let directory = read(tree, &Limits::default(), &mut |_| {})?;
    let mut blobs = BTreeMap::new();
    let mut stored = |path: &str| -> Result<(Hash, u64)> {
        let bytes = all.get(path).context("a file is missing")?;
        let blob = Hash::of(bytes);
        blobs.insert(blob, bytes.clone());
        Ok((blob, bytes.len() as u64))
    };
    let mut files = Vec::new();
    for file in directory.files {
        let (blob, size) = stored(&file.tree_path)?;
        let (name, content_type) = (file.path.clone(), "application/octet-stream".to_owned());
        files.push(File { path: file.path, name, content_type, size, dimensions: None, blob, oid: [0; 20] });
    }
    let mut asides = BTreeMap::new();
    for aside in directory.asides {
        let (blob, size) = stored(&aside.tree_path)?;
        asides.insert(aside.path, Aside { blob, size });
    }
    let (outline, reusable, variables) = (directory.outline, directory.reusable, directory.variables);
    let (meta, written) = (directory.meta, directory.written);
    let (origins, dead) = (directory.origins, directory.dead);
    Ok((Incoming { outline, files, reusable, variables, meta, asides, written, origins, dead }, blobs))
}
