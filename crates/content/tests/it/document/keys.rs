//! Blocks keep their keys while what is around them changes.

use std::collections::HashSet;

use proptest::prelude::*;
use quire_content::document::model::{Cell, Key, Kind, Row};
use quire_content::document::{Block, Document, Unresolved, keys, parse};
use serde_json::Value;

use super::generate::{document, paragraph};

fn read(text: &str) -> Document {
    let mut document = parse(text, &Unresolved).document;
    keys::fresh(&mut document);
    document
}

/// The document that a text says, with the keys of the one before.
fn next(old: &Document, text: &str) -> Document {
    let mut new = parse(text, &Unresolved).document;
    keys::carry(old, &mut new);
    new
}

fn top(document: &Document) -> Vec<&str> {
    document.nodes.iter().map(|block| block.key.as_str().unwrap()).collect()
}

#[test]
fn neighbours_change() {
    let old = read("One\n\nTwo\n\nTwo\n\n***\n\nThree\n");
    let new = next(&old, "Zero\n\nOne\n\nTwo\n\nNew\n\nTwo\n\nThree\n");
    let (old, new) = (top(&old), top(&new));
    assert_eq!([new[1], new[2], new[4], new[5]], [old[0], old[1], old[2], old[4]]);
    assert!(!old.contains(&new[0]) && !old.contains(&new[3]));
}

#[test]
fn an_edited_block_keeps_its_key() {
    let old = read("## Title\n\nA paragraph of some words.\n\n* item one\n* item two\n");
    let new = next(&old, "## Title\n\nNew\n\nA paragraph of some other words.\n\n* item one\n* new\n* item two\n");
    let (was, is) = (top(&old), top(&new));
    assert_eq!([is[0], is[2], is[3]], [was[0], was[1], was[2]]);
    let items = |document: &Document| {
        let list = document.nodes.last().unwrap();
        list.children().iter().map(|item| item.key.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (was, is) = (items(&old), items(&new));
    assert_eq!([&is[0], &is[2]], [&was[0], &was[1]]);
}

#[test]
fn a_moved_block_keeps_its_key() {
    let old = read("One\n\nTwo\n\nThree\n");
    let new = next(&old, "Three\n\nOne\n\nTwo\n");
    assert_eq!(top(&new), [top(&old)[2], top(&old)[0], top(&old)[1]]);
}

#[test]
fn rows_keep_their_keys() {
    let old = read("| a |\n|---|\n| x |\n| y |\n");
    let new = next(&old, "| a |\n|---|\n| new |\n| x |\n| y |\n");
    let rows = |document: &Document| match &document.nodes[0].kind {
        Kind::Table(table) => table.rows.iter().map(|row| row.key.as_str().unwrap().to_owned()).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    assert_eq!(rows(&new)[1..], rows(&old));
}

#[test]
fn what_is_empty_has_a_key_of_its_kind() {
    let line = Block::paragraph(Vec::new());
    let mut old = Document::new(vec![line.clone()]);
    keys::fresh(&mut old);
    let row = Row { key: Key(None), cells: Vec::new() };
    let mut new = read("| a |\n|---|\n");
    if let Kind::Table(table) = &mut new.nodes[0].kind {
        table.rows.push(row);
    }
    new.nodes.push(line);
    keys::fresh(&mut new);
    assert_eq!(top(&new)[1], top(&old)[0]);
}

#[test]
fn keys_of_clients_stay_unless_they_are_taken() {
    let keyed = |text: &str| Block { key: Key(Some("own".into())), ..paragraph(text) };
    let mut document = Document::new(vec![keyed("one"), keyed("two")]);
    keys::fresh(&mut document);
    assert_eq!(top(&document)[0], "own");
    assert_ne!(top(&document)[1], "own");
}

#[test]
fn a_changed_block_and_those_around_it_have_new_keys() {
    let text = "One\n\n{% hint style=\"info\" %}\nA\n\nB\n{% endhint %}\n\n* Two\n* Three\n";
    let (old, new) = (read(text), read(&text.replace('A', "C").replace("One\n", "New\n\nOne\n")));
    let keys = |document: &Document| {
        let keys = everywhere(&document.nodes).into_iter().map(|it| it.key.as_str().unwrap().to_owned());
        keys.collect::<Vec<_>>()
    };
    let (was, is) = (keys(&old), keys(&new));
    // One, the hint, A, B, the list and what is in it; a block is new before them.
    let stays: Vec<bool> = was.iter().zip(&is[1..]).map(|(was, is)| was == is).collect();
    assert_eq!(stays, [true, false, false, true, true, true, true, true, true]);
    assert!(!was.contains(&is[2]) && !was.contains(&is[3]));
    assert_eq!(keys(&read(text)), was, "what is as it was has its keys again");
}

/// All blocks, from front to back.
fn everywhere(blocks: &[Block]) -> Vec<&Block> {
    let mut all = Vec::new();
    for block in blocks {
        all.push(block);
        match &block.kind {
            Kind::Expandable { body, .. } => all.extend(everywhere(body)),
            _ => all.extend(everywhere(block.children())),
        }
    }
    all
}

/// A document without blocks that have others in their lines or cells.
fn plain(mut document: Document) -> Document {
    document.nodes.retain(|block| {
        let json = serde_json::to_string(block).unwrap();
        !json.contains("\"annotation\"") && !json.contains("\"table\"")
    });
    document
}

/// The keys of blocks that are equal to one, in order.
fn keys_of_equal<'d>(blocks: &[&'d Block], block: &Block) -> Vec<&'d str> {
    let equal = blocks.iter().filter(|it| ***it == *block);
    equal.map(|it| it.key.as_str().unwrap()).collect()
}

/// All keys in the JSON of a document.
fn gather(value: &Value, keys: &mut Vec<String>, missing: &mut usize) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, keys, missing)),
        Value::Object(fields) => {
            if matches!(fields.get("object").and_then(Value::as_str), Some("block" | "inline")) {
                match fields.get("key").and_then(Value::as_str) {
                    Some(key) => keys.push(key.to_owned()),
                    None => *missing += 1,
                }
            }
            fields.values().for_each(|field| gather(field, keys, missing));
        }
        _ => {}
    }
}

fn cells(document: &Document) -> usize {
    let rows = |block: &Block| match &block.kind {
        Kind::Table(table) => table.rows.iter().flat_map(|row| &row.cells).filter(|it| **it != Cell::Empty).count(),
        _ => 0,
    };
    document.nodes.iter().map(rows).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_node_has_a_key_of_its_own(one in document(), other in document()) {
        let mut document = one;
        keys::fresh(&mut document);
        let mut changed = other;
        changed.nodes.splice(0..0, document.nodes.iter().take(2).cloned());
        keys::carry(&document, &mut changed);
        for document in [document, changed] {
            let (mut keys, mut missing) = (Vec::new(), 0);
            gather(&serde_json::to_value(&document).unwrap(), &mut keys, &mut missing);
            prop_assert_eq!(missing, 0);
            let count = keys.len();
            prop_assert_eq!(keys.into_iter().collect::<HashSet<_>>().len(), count);
        }
    }

    #[test]
    fn keys_follow_from_the_documents(one in document(), other in document()) {
        let named = |document: &Document| serde_json::to_string(document).unwrap();
        let make = || {
            let (mut old, mut new) = (one.clone(), other.clone());
            keys::fresh(&mut old);
            keys::carry(&old, &mut new);
            (named(&old), named(&new), cells(&new))
        };
        prop_assert_eq!(make(), make());
    }

    #[test]
    fn blocks_keep_their_keys_whatever_is_around_them(
        one in document(),
        other in document(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
        removed in any::<prop::sample::Index>(),
    ) {
        let (mut old, other) = (plain(one), plain(other));
        let mut new = old.clone();
        keys::fresh(&mut old);
        if !new.nodes.is_empty() {
            new.nodes.remove(removed.index(new.nodes.len()));
        }
        for (block, at) in other.nodes.into_iter().zip(order) {
            new.nodes.insert(at.index(new.nodes.len() + 1), block);
        }
        keys::fresh(&mut new);
        // Of equal blocks, the first has the key of the first, and so on.
        let (was, is) = (everywhere(&old.nodes), everywhere(&new.nodes));
        for block in &was {
            let (was, is) = (keys_of_equal(&was, block), keys_of_equal(&is, block));
            let both = was.len().min(is.len());
            prop_assert_eq!(&was[..both], &is[..both]);
        }
    }

    #[test]
    fn the_same_document_keeps_all_keys(document in document()) {
        let mut old = document.clone();
        keys::fresh(&mut old);
        let mut new = document;
        keys::carry(&old, &mut new);
        prop_assert_eq!(serde_json::to_string(&new).unwrap(), serde_json::to_string(&old).unwrap());
    }
}
